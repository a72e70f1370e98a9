// A score as a text for people to write, one statement per line:
//
//     title Sequenza VII
//     composer Luciano Berio
//     source After …
//     columns 3 2.7 2*4 1.8 1.5 1.3*2 1*3
//     lines 13
//     line "Coda" 3 2.5
//     hold 3.5 4
//     hold 4.1 2..4..6
//     hold 5.13 until-tap
//     mark 2.1 1.5
//     least 2.1 50
//     bracket 1:15..1:45 2:00..2:30
//     bracket 1:15 2:00 part 2
//     drone B4
//
// Times are seconds with up to three decimals, or minutes and seconds. `#` starts a comment.

extension Score {
  /// Why a text is not a score; lines and columns are counted from 1.
  public struct TextError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
      case unknownStatement(String)
      /// Something else is expected here, in words.
      case expected(String)
      case numberOutOfRange(String)
      case linesWithoutColumns
      case noSuchBar(line: Int, bar: Int)
      case statedTwice(String)
      case invalid(Problem)
      case tooLarge
    }

    public var line: Int
    public var column: Int
    public var reason: Reason
  }

  /// The largest text that is read, in bytes.
  public static let textLimit = 1 << 20

  /// Reads a score.
  public init(parsing text: String) throws(TextError) {
    guard text.utf8.count <= Self.textLimit else {
      throw TextError(line: 1, column: 1, reason: .tooLarge)
    }
    self.init()
    var statements = Statements()
    var number = 0
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      var line = line
      if line.last == 0x0D { line = line.dropLast() }
      var reader = TextReader(String(decoding: line, as: UTF8.self))
      reader.skipBlanks()
      if reader.isAtEnd || reader.next == UInt8(ascii: "#") { continue }
      let start = reader.place
      let word = reader.word()
      do throws(StatementError) {
        try statements.take(word, &reader, &self)
      } catch {
        throw TextError(line: number, column: (error.place ?? start) + 1, reason: error.reason)
      }
    }
    if let problem { throw TextError(line: number, column: 1, reason: .invalid(problem)) }
  }

  fileprivate struct StatementError: Error {
    var reason: TextError.Reason
    /// The byte of the error; the statement's own if `nil`.
    var place: Int?
  }

  /// Reads one statement after another.
  fileprivate struct Statements {
    private var columns: [Bar]?
    private var said: Set<String> = []

    mutating func take(
      _ word: String, _ reader: inout TextReader, _ score: inout Score
    ) throws(StatementError) {
      if ["title", "composer", "source", "columns", "drone"].contains(word),
        !said.insert(word).inserted
      {
        throw StatementError(reason: .statedTwice(word))
      }
      reader.skipBlanks()
      switch word {
      case "title": score.title = reader.rest()
      case "composer": score.composer = reader.rest()
      case "source": score.source = reader.rest()
      case "columns": columns = try bars(&reader)
      case "lines":
        guard let columns else { throw StatementError(reason: .linesWithoutColumns) }
        let count = try wholeNumber(&reader, in: Score.lineCounts)
        guard score.lines.count + count <= Score.lineCounts.upperBound else {
          throw StatementError(reason: .numberOutOfRange("1 to 1000 lines"))
        }
        score.lines += [Line](repeating: Line(columns), count: count)
      case "line":
        var label = ""
        if reader.take("\"") {
          guard let text = reader.text(before: UInt8(ascii: "\"")) else {
            throw StatementError(reason: .expected("a closing quotation mark"))
          }
          label = text
          reader.skipBlanks()
        }
        guard score.lines.count < Score.lineCounts.upperBound else {
          throw StatementError(reason: .numberOutOfRange("1 to 1000 lines"))
        }
        score.lines.append(Line(try bars(&reader), label: label))
      case "hold":
        let place = try bar(&reader, in: score)
        reader.skipBlanks()
        score.lines[place.line].bars[place.bar].hold = try hold(&reader)
      case "mark":
        let place = try bar(&reader, in: score)
        reader.skipBlanks()
        score.lines[place.line].bars[place.bar].marks.append(try time(&reader))
      case "least":
        let place = try bar(&reader, in: score)
        reader.skipBlanks()
        score.lines[place.line].bars[place.bar].leastPercent = try wholeNumber(&reader, in: 1...100)
      case "bracket": score.brackets.append(try bracket(&reader))
      case "drone":
        let start = reader.place
        do throws(NoteError) {
          score.drone = try Note(parsing: reader.word())
        } catch {
          throw StatementError(reason: .expected("a note such as B4"), place: start)
        }
      default: throw StatementError(reason: .unknownStatement(word))
      }
      reader.skipBlanks()
      if !reader.isAtEnd, reader.next != UInt8(ascii: "#") {
        throw StatementError(reason: .expected("the end of the line"), place: reader.place)
      }
    }

    /// Lengths of bars, `2*4` for four bars of two seconds.
    private func bars(_ reader: inout TextReader) throws(StatementError) -> [Bar] {
      var bars: [Bar] = []
      repeat {
        let length = try time(&reader)
        var count = 1
        if reader.take("*") { count = try wholeNumber(&reader, in: Score.barCounts) }
        guard bars.count + count <= Score.barCounts.upperBound else {
          throw StatementError(reason: .numberOutOfRange("1 to 1000 bars in a line"))
        }
        bars += [Bar](repeating: Bar(length), count: count)
        reader.skipBlanks()
      } while !reader.isAtEnd && reader.next != UInt8(ascii: "#")
      return bars
    }

    /// Seconds, or minutes and seconds.
    private func time(_ reader: inout TextReader) throws(StatementError) -> Int64 {
      let start = reader.place
      guard var units = reader.decimal(places: 3) else {
        throw StatementError(reason: .expected("a time such as 2.7 or 1:15"), place: start)
      }
      if reader.take(":") {
        guard units % 1_000 == 0, let seconds = reader.decimal(places: 3), seconds < 60_000 else {
          throw StatementError(reason: .expected("minutes and seconds such as 1:15"), place: start)
        }
        units = min(units, Score.longest) * 60 + seconds
      }
      guard units <= Score.longest else {
        throw StatementError(reason: .numberOutOfRange("a time of at most a day"), place: start)
      }
      return units
    }

    private func wholeNumber(
      _ reader: inout TextReader, in range: ClosedRange<Int>
    ) throws(StatementError) -> Int {
      let start = reader.place
      guard let number = reader.digits() else {
        throw StatementError(reason: .expected("a whole number"), place: start)
      }
      guard range.contains(Int(clamping: number)) else {
        throw StatementError(
          reason: .numberOutOfRange("\(range.lowerBound) to \(range.upperBound)"), place: start)
      }
      return Int(clamping: number)
    }

    /// A bar given by line and number: `3.5`.
    private func bar(
      _ reader: inout TextReader, in score: Score
    ) throws(StatementError) -> (line: Int, bar: Int) {
      let start = reader.place
      guard let line = reader.digits(), reader.take("."), let bar = reader.digits() else {
        throw StatementError(reason: .expected("a line and a bar such as 3.5"), place: start)
      }
      let (lineIndex, barIndex) = (Int(clamping: line) - 1, Int(clamping: bar) - 1)
      guard score.lines.indices.contains(lineIndex),
        score.lines[lineIndex].bars.indices.contains(barIndex)
      else {
        throw StatementError(
          reason: .noSuchBar(line: Int(clamping: line), bar: Int(clamping: bar)), place: start)
      }
      return (lineIndex, barIndex)
    }

    private func hold(_ reader: inout TextReader) throws(StatementError) -> Hold {
      if reader.take("until-tap") { return .untilTap }
      let first = try time(&reader)
      guard reader.take("..") else { return .lasting(least: first, nominal: first, most: first) }
      let nominal = try time(&reader)
      guard reader.take("..") else {
        throw StatementError(
          reason: .expected("three times such as 2..4..6"), place: reader.place)
      }
      return .lasting(least: first, nominal: nominal, most: try time(&reader))
    }

    private func bracket(_ reader: inout TextReader) throws(StatementError) -> Bracket {
      let start = try stretch(&reader)
      reader.skipBlanks()
      let end = try stretch(&reader)
      reader.skipBlanks()
      guard reader.take("part") else { return Bracket(start: start, end: end) }
      reader.skipBlanks()
      return Bracket(start: start, end: end, part: try wholeNumber(&reader, in: 1...1_000))
    }

    private func stretch(
      _ reader: inout TextReader
    ) throws(StatementError) -> ClosedRange<Int64> {
      let place = reader.place
      let first = try time(&reader)
      guard reader.take("..") else { return first...first }
      let last = try time(&reader)
      guard first <= last else {
        throw StatementError(reason: .expected("the earlier time first"), place: place)
      }
      return first...last
    }
  }
}

// MARK: - Writing

extension Score {
  /// The score in canonical text form: reading it gives the same score.
  public var text: String {
    var text = ""
    for (word, content) in [("title", title), ("composer", composer), ("source", source)]
    where !content.isEmpty {
      text += "\(word) \(content)\n"
    }
    // The pattern that most lines start with is written once.
    let pattern = lines.first { $0.label.isEmpty }?.bars.map { Bar.plain($0) }
    if let pattern { text += "columns \(Self.text(of: pattern))\n" }
    var index = 0
    while index < lines.count {
      let alike = lines[index...].prefix {
        $0.label.isEmpty && $0.bars.map { Bar.plain($0) } == pattern
      }
      if alike.isEmpty {
        let label = lines[index].label.isEmpty ? "" : "\"\(lines[index].label)\" "
        text += "line \(label)\(Self.text(of: lines[index].bars))\n"
        index += 1
      } else {
        text += "lines \(alike.count)\n"
        index += alike.count
      }
    }
    for (line, content) in lines.enumerated() {
      for (bar, content) in content.bars.enumerated() {
        let place = "\(line + 1).\(bar + 1)"
        if content.leastPercent != 100 { text += "least \(place) \(content.leastPercent)\n" }
        for mark in content.marks { text += "mark \(place) \(Self.seconds(mark))\n" }
        switch content.hold {
        case nil: break
        case .untilTap: text += "hold \(place) until-tap\n"
        case .lasting(let least, let nominal, let most):
          let isFixed = least == nominal && nominal == most
          let range = [least, nominal, most].map { Self.seconds($0) }
          text += "hold \(place) \(isFixed ? range[0] : "\(range[0])..\(range[1])..\(range[2])")\n"
        }
      }
    }
    for bracket in brackets {
      let part = bracket.part == 1 ? "" : " part \(bracket.part)"
      text += "bracket \(Self.text(of: bracket.start)) \(Self.text(of: bracket.end))\(part)\n"
    }
    if let drone { text += "drone \(drone.name(in: .sharps))\n" }
    return text
  }

  private static func text(of bars: [Bar]) -> String {
    var text = ""
    var index = 0
    while index < bars.count {
      var end = index
      while end < bars.count, bars[end].milliseconds == bars[index].milliseconds { end += 1 }
      if !text.isEmpty { text += " " }
      text += seconds(bars[index].milliseconds)
      if end - index > 1 { text += "*\(end - index)" }
      index = end
    }
    return text
  }

  private static func text(of range: ClosedRange<Int64>) -> String {
    range.lowerBound == range.upperBound
      ? seconds(range.lowerBound)
      : "\(seconds(range.lowerBound))..\(seconds(range.upperBound))"
  }

  /// Seconds without trailing zeros.
  private static func seconds(_ milliseconds: Int64) -> String {
    let rest = milliseconds % 1_000
    guard rest > 0 else { return String(milliseconds / 1_000) }
    var places = Array(String(1_000 + rest).utf8.dropFirst())
    while places.last == UInt8(ascii: "0") { places.removeLast() }
    return "\(milliseconds / 1_000).\(String(decoding: places, as: UTF8.self))"
  }
}

extension Score.Bar {
  /// A bar of the same length and nothing else.
  fileprivate static func plain(_ bar: Score.Bar) -> Score.Bar { Score.Bar(bar.milliseconds) }
}
