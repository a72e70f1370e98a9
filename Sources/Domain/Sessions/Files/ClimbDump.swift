import Ledger

/// A dump of the climbing app's three MySQL tables: `Climbs`, `Colors` and `Locations`.
enum ClimbDump {
  static func read(_ bytes: [UInt8], scale: String) throws(ReedProblem) -> CatalogueContents {
    let dump = try SQLDump(Array(ReedTable.text(of: bytes)))
    guard let climbs = dump.table("climbs") else {
      throw ReedProblem(TextPlace(line: 1, column: 1), "There are no rows for a table `Climbs`.")
    }
    var contents = CatalogueContents()
    let colours = names(dump.table("colors"), ["colorid", "colorname"], &contents)
    let places = names(dump.table("locations"), ["locationid", "locationname"], &contents)
    let columns = ["climbid", "climbname", "colorid", "locationid", "grade", "isactive"]
    for row in climbs.rows {
      let values = climbs.values(of: row, columns)
      var entry = CatalogueContents.Entry(at: row.place)
      func take(_ value: SQLDump.Value?, as column: CatalogueTable.Column) {
        guard let text = value?.text, !text.trimmingBlanks.utf8.isEmpty else { return }
        if let words = entry.take(text, as: column) {
          contents.note("“\(text.shortened(to: 40))” is left out. \(words)", at: row.place)
        }
      }
      take(values[0], as: .number)
      take(values[1], as: .name)
      if entry.name == nil, entry.number != nil {
        // The app allows climbs without a name; here they are named by number.
        entry.name = "Climb \(entry.number ?? 0)"
      }
      func name(_ value: SQLDump.Value?, _ names: [[UInt8]: String], _ what: String) -> String? {
        guard let key = value?.text else { return nil }
        if let name = names[Array(key.utf8)] { return name }
        contents.note(
          "There is no \(what) \(key.shortened(to: 40)), so it is left out.", at: row.place)
        return nil
      }
      take(name(values[2], colours, "colour").map { .text($0) }, as: .colour)
      take(name(values[3], places, "location").map { .text($0) }, as: .place)
      take(values[4].map { .text(grade($0.text ?? "", on: scale)) }, as: .grade)
      if let isActive = values[5]?.isTrue { entry.isActive = isActive }
      contents.entries.append(entry)
    }
    return contents
  }

  /// The app stores the number of a V grade.
  private static func grade(_ text: String, on scale: String) -> String {
    guard scale.hasSameBytes(as: "v"), let number = try? Decimal(parsing: text, places: 0).units
    else { return text }
    return number < 0 ? "VB" : "V\(number)"
  }

  /// Names by their ids.
  private static func names(
    _ table: SQLDump.Table?, _ columns: [String], _ contents: inout CatalogueContents
  ) -> [[UInt8]: String] {
    var names: [[UInt8]: String] = [:]
    for row in table?.rows ?? [] {
      let values = table?.values(of: row, columns) ?? []
      guard values.count == 2, let id = values[0]?.text, let name = values[1]?.text else {
        contents.note("This row has no id or no name, so it is left out.", at: row.place)
        continue
      }
      names[Array(id.utf8)] = name
    }
    return names
  }
}

/// The rows that an SQL dump inserts into its tables.
struct SQLDump {
  enum Value {
    case null
    /// A number as written.
    case number(String)
    case text(String)

    /// `nil` for null.
    var text: String? {
      switch self {
      case .null: nil
      case .number(let text), .text(let text): text
      }
    }

    /// The value as a boolean; `nil` for null. A bit is dumped as a byte.
    var isTrue: Bool? {
      guard let text else { return nil }
      return !text.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == 0 }
    }
  }

  struct Row {
    let place: TextPlace
    /// The columns named in the statement; `nil` for all of the table's, in order.
    let columns: [String]?
    let values: [Value]
  }

  struct Table {
    /// In lower case, if the dump defines the table.
    var columns: [String]?
    var rows: [Row] = []

    /// The values of these columns: by name if the dump has names, otherwise in this order; `nil` for missing ones.
    func values(of row: Row, _ names: [String]) -> [Value?] {
      let columns = row.columns ?? self.columns ?? names
      return names.map { name in
        guard let place = columns.firstIndex(where: { $0.hasSameBytes(as: name) }),
          place < row.values.count
        else { return nil }
        if case .null = row.values[place] { return nil }
        return row.values[place]
      }
    }
  }

  private var tables: [(name: String, table: Table)] = []

  init(_ bytes: [UInt8]) throws(ReedProblem) {
    var reader = SQLReader(bytes)
    while let word = try reader.nextStatement() {
      switch word {
      case "insert", "replace": try readInsert(&reader)
      case "create": try readCreate(&reader)
      default: break
      }
      try reader.skipStatement()
    }
  }

  /// The table with a name in lower case, if the dump has rows of it.
  func table(_ name: String) -> Table? {
    tables.first { $0.name.hasSameBytes(as: name) && !$0.table.rows.isEmpty }?.table
  }

  private mutating func change(_ name: String, _ body: (inout Table) -> Void) {
    if let place = tables.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
      body(&tables[place].table)
    } else {
      var table = Table()
      body(&table)
      tables.append((name, table))
    }
  }

  /// `INSERT INTO table (columns) VALUES (…), (…)`
  private mutating func readInsert(_ reader: inout SQLReader) throws(ReedProblem) {
    while let word = reader.word(), !word.hasSameBytes(as: "into") {}
    guard let name = try reader.tableName() else { return }
    let columns = try reader.takes("(") ? try reader.names() : nil
    guard let word = reader.word(),
      word.hasSameBytes(as: "values") || word.hasSameBytes(as: "value")
    else { return }
    repeat {
      let place = try reader.place()
      guard try reader.takes("(") else { throw try reader.problem("A row must start with “(”.") }
      let row = Row(place: place, columns: columns, values: try reader.values())
      if let columns, columns.count != row.values.count {
        throw ReedProblem(
          place, "This row has \(row.values.count) values for \(columns.count) columns.")
      }
      change(name) { $0.rows.append(row) }
    } while try reader.takes(",")
  }

  /// `CREATE TABLE table (column type …, …)`
  private mutating func readCreate(_ reader: inout SQLReader) throws(ReedProblem) {
    guard let word = reader.word(), word.hasSameBytes(as: "table") else { return }
    if reader.peekWord()?.hasSameBytes(as: "if") == true { for _ in 0..<3 { _ = reader.word() } }
    guard let name = try reader.tableName(), try reader.takes("(") else { return }
    let columns = try reader.definitions()
    change(name) { $0.columns = columns }
  }
}

/// Reads the text of a dump.
private struct SQLReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var finder = PlaceFinder()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }
  private func byte(after count: Int) -> UInt8? {
    offset + count < bytes.count ? bytes[offset + count] : nil
  }

  mutating func place() throws(ReedProblem) -> TextPlace {
    try skipSpace()
    return finder.place(of: offset, in: bytes)
  }

  mutating func problem(_ words: String) throws(ReedProblem) -> ReedProblem {
    ReedProblem(finder.place(of: offset, in: bytes), words)
  }

  /// Skips white space and comments.
  mutating func skipSpace() throws(ReedProblem) {
    while let byte {
      if byte <= 0x20 {
        offset += 1
      } else if byte == UInt8(ascii: "#") || isLineComment {
        while let byte = self.byte, byte != 0x0A { offset += 1 }
      } else if byte == UInt8(ascii: "/"), self.byte(after: 1) == UInt8(ascii: "*") {
        let start = offset
        offset += 2
        while offset < bytes.count,
          self.byte != UInt8(ascii: "*") || self.byte(after: 1) != UInt8(ascii: "/")
        {
          offset += 1
        }
        guard offset < bytes.count else {
          offset = start
          throw try problem("This comment is not closed.")
        }
        offset += 2
      } else {
        return
      }
    }
  }

  /// Two dashes and a space.
  private var isLineComment: Bool {
    byte == UInt8(ascii: "-") && byte(after: 1) == UInt8(ascii: "-")
      && (byte(after: 2).map { $0 <= 0x20 } ?? true)
  }

  /// Starts the next statement; returns its first word in lower case, `nil` at the end.
  mutating func nextStatement() throws(ReedProblem) -> String? {
    while true {
      try skipSpace()
      guard let byte else { return nil }
      if byte == UInt8(ascii: ";") {
        offset += 1
      } else {
        return word() ?? ""
      }
    }
  }

  /// Moves past the statement's semicolon.
  mutating func skipStatement() throws(ReedProblem) {
    while true {
      try skipSpace()
      guard let byte else { return }
      switch byte {
      case UInt8(ascii: ";"):
        offset += 1
        return
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): _ = try quoted(byte)
      default: offset += 1
      }
    }
  }

  mutating func takes(_ wanted: Unicode.Scalar) throws(ReedProblem) -> Bool {
    try skipSpace()
    guard byte == UInt8(ascii: wanted) else { return false }
    offset += 1
    return true
  }

  /// The next bare word, in lower case.
  mutating func word() -> String? {
    try? skipSpace()
    let start = offset
    while let byte, Self.isOfWord(byte) { offset += 1 }
    guard offset > start else { return nil }
    return String(decoding: bytes[start..<offset], as: UTF8.self).inLowerCase
  }

  func peekWord() -> String? {
    var copy = self
    return copy.word()
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
    default: false
    }
  }

  /// A name with or without quotes, in lower case.
  mutating func name() throws(ReedProblem) -> String? {
    try skipSpace()
    if let byte, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\"") {
      return String(decoding: try quoted(byte), as: UTF8.self).inLowerCase
    }
    return word()
  }

  /// `database`.`table`, or just `table`.
  mutating func tableName() throws(ReedProblem) -> String? {
    var name = try name()
    while try takes(".") { name = try self.name() }
    return name
  }

  /// Names up to the closing bracket.
  mutating func names() throws(ReedProblem) -> [String] {
    var names: [String] = []
    repeat {
      guard let name = try name() else { throw try problem("The name of a column is missing.") }
      names.append(name)
    } while try takes(",")
    guard try takes(")") else { throw try problem("The list of columns is not closed.") }
    return names
  }

  /// The columns that a table is created with, up to the closing bracket.
  mutating func definitions() throws(ReedProblem) -> [String] {
    let others = [
      "primary", "key", "unique", "constraint", "foreign", "index", "fulltext", "check",
    ]
    var columns: [String] = []
    var (depth, isAtStart) = (1, true)
    while depth > 0 {
      try skipSpace()
      guard let byte else { throw try problem("The table description is incomplete.") }
      if isAtStart, depth == 1 {
        let isQuoted = byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\"")
        if let name = try name(),
          isQuoted || !others.contains(where: { $0.hasSameBytes(as: name) })
        {
          columns.append(name)
        }
        isAtStart = false
        continue
      }
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ","): isAtStart = true
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        _ = try quoted(byte)
        continue
      default: break
      }
      offset += 1
    }
    return columns
  }

  /// The values of a row, up to the closing bracket.
  mutating func values() throws(ReedProblem) -> [SQLDump.Value] {
    var values: [SQLDump.Value] = []
    repeat { values.append(try value()) } while try takes(",")
    guard try takes(")") else { throw try problem("This row is not closed.") }
    return values
  }

  private mutating func value() throws(ReedProblem) -> SQLDump.Value {
    try skipSpace()
    guard let byte else { throw try problem("The file ends in the middle of a row.") }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return .text(String(decoding: try quoted(byte), as: UTF8.self))
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0x30...0x39:
      return try number()
    default: break
    }
    let start = offset
    guard let word = word() else { throw try problem("This is not a value.") }
    switch word {
    case "null": return .null
    case "true": return .number("1")
    case "false": return .number("0")
    // A bit or bytes, such as b'1' and x'01'; or the character set of a text, such as _binary '…'.
    case "b", "x", "n": return try value()
    case _ where word.utf8.first == UInt8(ascii: "_"): return try value()
    default:
      offset = start
      throw try problem("“\(word.shortened(to: 40))” is not a value.")
    }
  }

  private mutating func number() throws(ReedProblem) -> SQLDump.Value {
    let start = offset
    if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
    while let byte, Self.isOfWord(byte) || byte == UInt8(ascii: ".") { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    // Bytes are written as 0x01.
    if Array(text.utf8).starts(with: Array("0x".utf8)) {
      return .number(String(decoding: Array(text.utf8.dropFirst(2)), as: UTF8.self))
    }
    guard (try? Decimal(parsing: text, places: 9)) != nil else {
      offset = start
      throw try problem("“\(text.shortened(to: 40))” is not a number.")
    }
    return .number(text)
  }

  /// The content of a quoted text: doubled quotes and backslash escapes are resolved.
  private mutating func quoted(_ quote: UInt8) throws(ReedProblem) -> [UInt8] {
    let start = offset
    offset += 1
    var text: [UInt8] = []
    while let byte {
      offset += 1
      if byte == quote {
        guard self.byte == quote else { return text }
        offset += 1
        text.append(quote)
      } else if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "`"), let next = self.byte {
        offset += 1
        switch next {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "0"): text.append(0)
        case UInt8(ascii: "Z"): text.append(0x1A)
        default: text.append(next)
        }
      } else {
        text.append(byte)
      }
    }
    offset = start
    throw try problem("These quotes are not closed.")
  }
}
