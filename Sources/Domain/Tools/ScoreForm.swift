public import Sound

/// A score as a form: its texts, one row of columns for all lines, and single statements.
///
/// Form and text are equivalent: what has no field in the form is a statement.
public struct ScoreForm: Equatable, Sendable {
  public var title = ""
  public var composer = ""
  public var source = ""
  /// The lengths of bars that the lines share, such as `3 2.7 2*4`.
  public var columns = ""
  /// How many lines there are of them.
  public var lines = ""
  public var drone = ""
  /// Holds, marks, brackets and individual lines, as in the text.
  public var statements: [String] = []

  /// A part of a form that can have an error.
  public enum Part: Equatable, Sendable {
    case title, composer, source, columns, lines, drone
    case statement(Int)
  }

  public init() {}

  /// Parses a text; what cannot be read stays unchanged among the statements.
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

  /// The equivalent text.
  public var text: String {
    parts.map { $0.text + "\n" }.joined(separator: "")
  }

  /// Its parts in the order of the text, without empty ones.
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
    case .unknownStatement(let word): "unknown statement “\(word)”"
    case .expected(let what): "expected \(what)"
    case .numberOutOfRange(let range): "must be \(range)"
    case .linesWithoutColumns: "“lines” needs “columns” before it"
    case .noSuchBar(let line, let bar): "there is no bar \(line).\(bar) yet"
    case .statedTwice(let word): "“\(word)” appears twice"
    case .tooLarge: "the text is too long"
    case .invalid(let problem): Self.words(for: problem)
    }
  }

  private static func words(for problem: Score.Problem) -> String {
    switch problem {
    case .empty: "the score has no bars and no brackets yet"
    case .barWithoutLength(let line, let bar): "bar \(line).\(bar) has no length"
    case .holdOutOfOrder(let line, let bar):
      "the fermata in bar \(line).\(bar) needs its times in order: shortest, usual, longest"
    case .markOutsideBar(let line, let bar): "a mark lies outside bar \(line).\(bar)"
    case .bracketTurnedRound(let number): "bracket \(number) ends before it can start"
    case .bracketsOutOfOrder(let number): "bracket \(number) comes before the one above it"
    case .tooLong: "the score is longer than a day"
    case .textNotPlain(let text): "“\(text)” contains characters that are not allowed"
    }
  }
}
