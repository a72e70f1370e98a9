public import Sound

/// A score as it is written in a form: its words, one row of columns for all lines, and statements one by one.
///
/// Form and text are two sides of one thing: what the form cannot say by a field of its own is a statement.
public struct ScoreForm: Equatable, Sendable {
  public var title = ""
  public var composer = ""
  public var source = ""
  /// The lengths of bars that the lines share, such as `3 2.7 2*4`.
  public var columns = ""
  /// How many lines there are of them.
  public var lines = ""
  public var drone = ""
  /// Holds, marks, brackets and lines of their own, as the text has them.
  public var statements: [String] = []

  /// Part of a form that can be wrong.
  public enum Part: Equatable, Sendable {
    case title, composer, source, columns, lines, drone
    case statement(Int)
  }

  public init() {}

  /// Takes a text apart; what cannot be understood stays as it is among the statements.
  public init(_ text: String) {
    for line in text.utf8.split(separator: 0x0A) {
      var bytes = Array(line)
      while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
      bytes = Array(bytes.drop { $0 <= 0x20 })
      guard !bytes.isEmpty else { continue }
      let blank = bytes.firstIndex { $0 <= 0x20 } ?? bytes.count
      let word = String(decoding: bytes[..<blank], as: UTF8.self)
      let rest = String(decoding: bytes[blank...].drop { $0 <= 0x20 }, as: UTF8.self)
      switch word {
      case "title" where title.isEmpty: title = rest
      case "composer" where composer.isEmpty: composer = rest
      case "source" where source.isEmpty: source = rest
      case "columns" where columns.isEmpty && statements.isEmpty: columns = rest
      case "lines" where lines.isEmpty && statements.isEmpty: lines = rest
      case "drone" where drone.isEmpty: drone = rest
      default: statements.append(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  /// The text that says the same.
  public var text: String {
    parts.map { $0.text + "\n" }.joined(separator: "")
  }

  /// Its parts in the order of the text; those that are empty are none.
  private var parts: [(part: Part, text: String)] {
    var parts: [(part: Part, text: String)] = []
    func add(_ part: Part, _ word: String, _ content: String) {
      if !content.isEmpty { parts.append((part, "\(word) \(content)")) }
    }
    add(.title, "title", title)
    add(.composer, "composer", composer)
    add(.source, "source", source)
    add(.columns, "columns", columns)
    add(.lines, "lines", lines)
    for (index, statement) in statements.enumerated() {
      parts.append((.statement(index), statement))
    }
    add(.drone, "drone", drone)
    return parts
  }

  /// The part that a line of the text comes from, counted from 1.
  public func part(ofLine line: Int) -> Part? {
    let parts = parts
    return line >= 1 && line <= parts.count ? parts[line - 1].part : nil
  }
}

extension Score.TextError {
  /// What is wrong, in words.
  public var words: String {
    switch reason {
    case .unknownStatement(let word): "there is no statement “\(word)”"
    case .expected(let what): "\(what) should stand here"
    case .numberOutOfRange(let range): "only \(range) can be read"
    case .linesWithoutColumns: "“lines” needs “columns” before it"
    case .noSuchBar(let line, let bar): "there is no bar \(bar) in a line \(line) so far"
    case .statedTwice(let word): "“\(word)” is said twice"
    case .tooLarge: "the text is too large"
    case .invalid(let problem): Self.words(for: problem)
    }
  }

  private static func words(for problem: Score.Problem) -> String {
    switch problem {
    case .empty: "the score has no bars and no brackets yet"
    case .barWithoutLength(let line, let bar): "bar \(line).\(bar) takes no time"
    case .holdOutOfOrder(let line, let bar):
      "the hold of bar \(line).\(bar) is not in order: at least, as a rule, at most"
    case .markOutsideBar(let line, let bar): "a mark of bar \(line).\(bar) is not within it"
    case .bracketTurnedRound(let number): "bracket \(number) ends before it can begin"
    case .bracketsOutOfOrder(let number): "bracket \(number) comes before the one above it"
    case .tooLong: "the score takes more than a day"
    case .textNotPlain(let text): "“\(text)” has signs that a line of text cannot have"
    }
  }
}
