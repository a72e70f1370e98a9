import Statistics

/// The results of a method in order, as text or as JSON.
///
/// Names are written in lower-case words: "chance best" is `chanceBest` in JSON.
struct StatisticsReport: Sendable {
  enum Value: Sendable {
    case number(Double?)
    /// A number of which three places are enough.
    case share(Double?)
    case count(Int)
    case flag(Bool)
    case text(String)
    case interval(Interval?)
    case numbers([Double])
    case rows([StatisticsReport])
  }

  private struct Member: Sendable {
    let name: String
    let value: Value
  }

  private var members: [Member] = []

  init(_ members: KeyValuePairs<String, Value>) {
    for (name, value) in members { add(name, value) }
  }

  mutating func add(_ name: String, _ value: Value) {
    members.append(Member(name: name, value: value))
  }

  // MARK: - Text

  /// A line for each result; rows as a table below them.
  var text: String {
    let width = members.map(\.name.count).max() ?? 0
    var text = ""
    var tables = ""
    for member in members {
      if case .rows(let rows) = member.value {
        tables += "\n" + Self.table(rows)
      } else {
        text += "\(Self.pad(member.name, width))  \(Self.words(member.value))\n"
      }
    }
    return text + tables
  }

  /// Rows with the same members, below their names; numbers are aligned to the right.
  private static func table(_ rows: [StatisticsReport]) -> String {
    guard let first = rows.first else { return "" }
    let lines = [first.members.map(\.name)] + rows.map { $0.members.map { words($0.value) } }
    let widths = first.members.indices.map { column in
      lines.map { $0[column].count }.max() ?? 0
    }
    return lines.map { cells in
      cells.enumerated().map { column, cell in
        if case .text = first.members[column].value { return pad(cell, widths[column]) }
        return String(repeating: " ", count: max(0, widths[column] - cell.count)) + cell
      }.joined(separator: "  ").trimmedAtEnd
    }.joined(separator: "\n") + "\n"
  }

  private static func words(_ value: Value) -> String {
    switch value {
    case .number(let number): number.map(words) ?? "-"
    case .share(let share): share.map { Fixed.text($0, places: 3) } ?? "-"
    case .count(let count): "\(count)"
    case .flag(let flag): flag ? "yes" : "no"
    case .text(let text): text
    case .interval(let interval):
      interval.map { "\(words($0.low)) to \(words($0.high))" } ?? "-"
    case .numbers(let numbers): numbers.map(words).joined(separator: " ")
    case .rows: ""
    }
  }

  /// Six places, or all digits where these would hide the size.
  private static func words(_ number: Double) -> String {
    let size = abs(number)
    guard number.isFinite, size == 0 || (0.001..<1e9).contains(size) else { return "\(number)" }
    return Fixed.text(number, places: 6)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  // MARK: - JSON

  /// An object with all digits of every number; null is unknown.
  var json: String {
    "{" + members.map { "\"\(Self.key($0.name))\":\(Self.json($0.value))" }.joined(separator: ",")
      + "}"
  }

  private static func json(_ value: Value) -> String {
    switch value {
    case .number(let number), .share(let number): json(number)
    case .count(let count): "\(count)"
    case .flag(let flag): "\(flag)"
    case .text(let text): quoted(text)
    case .interval(let interval):
      interval.map { "{\"low\":\(json($0.low)),\"high\":\(json($0.high))}" } ?? "null"
    case .numbers(let numbers): "[" + numbers.map(json).joined(separator: ",") + "]"
    case .rows(let rows): "[" + rows.map(\.json).joined(separator: ",") + "]"
    }
  }

  private static func json(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "null" }
    return "\(number)"
  }

  private static func key(_ name: String) -> String {
    let words = name.split(separator: " ")
    return (words.prefix(1) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() })
      .joined()
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
