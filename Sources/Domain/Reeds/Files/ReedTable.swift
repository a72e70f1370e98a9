import Ledger

/// A spreadsheet table: cells separated by comma, semicolon or tab, one row per line, headings first.
public struct ReedTable: Sendable {
  /// A line of the table.
  public struct Record: Sendable {
    /// The number of the line in the text.
    public let line: Int
    public let cells: [String]
  }

  public let headings: [String]
  /// The line of the headings; in some tables it is already data.
  let first: Record
  /// The lines below the headings, without empty ones.
  public let records: [Record]
  /// Whether its bytes are not UTF-8, so that Latin-1 was assumed.
  let isGuessed: Bool

  public var rowCount: Int { records.count }

  /// Reads what was opened or pasted, or throws where it is not a table.
  public init(_ bytes: [UInt8]) throws(ReedProblem) {
    let text = Self.text(of: bytes)
    let records = try Self.records(text, separatedBy: Self.separator(of: text))
      .filter { $0.cells.contains { !$0.trimmingBlanks.utf8.isEmpty } }
    guard let first = records.first else {
      throw ReedProblem(TextPlace(line: 1, column: 1), "This is empty.")
    }
    // Every other byte of UTF-16 is 0.
    guard !first.cells.contains(where: { $0.utf8.contains(0) }) else {
      throw ReedProblem(
        TextPlace(line: first.line, column: 1), "This is not UTF-8 text. Save it as CSV (UTF-8)."
      )
    }
    headings = first.cells.map { $0.trimmingBlanks }
    self.first = first
    isGuessed = !Self.isUTF8(bytes[...])
    self.records = Array(records.dropFirst())
  }

  /// A file's text as UTF-8, without a byte order mark.
  static func text(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return isUTF8(text) ? text : fromLatin(text)[...]
  }

  /// The most frequent separator in the headings, outside quotes.
  private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
    var (tabs, semicolons, commas, isQuoted) = (0, 0, 0, false)
    for byte in text {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { if tabs + semicolons + commas > 0 { break } }
      if byte == 0x09 { tabs += 1 }
      if byte == UInt8(ascii: ";") { semicolons += 1 }
      if byte == UInt8(ascii: ",") { commas += 1 }
    }
    return tabs > 0 ? 0x09 : semicolons > commas ? UInt8(ascii: ";") : UInt8(ascii: ",")
  }

  private static func records(
    _ text: ArraySlice<UInt8>, separatedBy separator: UInt8
  ) throws(ReedProblem) -> [Record] {
    var records: [Record] = []
    var (cells, cell, wasQuoted): ([String], [UInt8], Bool) = ([], [], false)
    var (line, start, quoteLine, isQuoted) = (1, 1, 1, false)
    var place = text.startIndex
    func next() -> UInt8 { place + 1 < text.endIndex ? text[place + 1] : 0 }
    while place < text.endIndex {
      let byte = text[place]
      if isQuoted {
        if byte == UInt8(ascii: "\"") {
          if next() == UInt8(ascii: "\"") {
            cell.append(byte)
            place += 1
          } else {
            isQuoted = false
          }
        } else {
          if byte == 0x0A { line += 1 }
          cell.append(byte)
        }
      } else if byte == UInt8(ascii: "\""), cell.isEmpty, !wasQuoted {
        (isQuoted, wasQuoted, quoteLine) = (true, true, line)
      } else if byte == separator {
        cells.append(String(decoding: cell, as: UTF8.self))
        (cell, wasQuoted) = ([], false)
      } else if byte == 0x0A || byte == 0x0D {
        if byte == 0x0D, next() == 0x0A { place += 1 }
        cells.append(String(decoding: cell, as: UTF8.self))
        records.append(Record(line: start, cells: cells))
        line += 1
        (cells, cell, wasQuoted, start) = ([], [], false, line)
      } else {
        cell.append(byte)
      }
      place += 1
    }
    if isQuoted {
      throw ReedProblem(
        TextPlace(line: quoteLine, column: cells.count + 1),
        "The quotes in this cell are not closed.")
    }
    if !cells.isEmpty || !cell.isEmpty {
      cells.append(String(decoding: cell, as: UTF8.self))
      records.append(Record(line: start, cells: cells))
    }
    return records
  }

  private static func isUTF8(_ text: ArraySlice<UInt8>) -> Bool {
    // Invalid UTF-8 does not survive decoding.
    String(decoding: text, as: UTF8.self).utf8.elementsEqual(text)
  }

  /// Old spreadsheets write one byte per letter.
  private static func fromLatin(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text {
      if byte < 0x80 {
        bytes.append(byte)
      } else {
        bytes += [0xC0 | byte >> 6, 0x80 | byte & 0x3F]
      }
    }
    return bytes
  }
}

// MARK: - Writing

extension ReedTable {
  /// The names of all tables.
  public static let names = [
    "reeds", "tools", "tool-events", "batches", "boxes", "tests", "adjustments", "stages", "cane",
  ]

  /// A table of all rows of one kind (RFC 4180), with export names as headings.
  ///
  /// Tools, boxes and batches appear by name if that is unique, otherwise by id.
  public static func export(_ name: String, _ rows: ReedRows) -> [UInt8]? {
    guard let entity = entity(name, rows.fields) else { return nil }
    let all = rows.alive(entity.kind)
    var used: Set<FieldID> = []
    for row in all { for cell in row.cells where cell.value != .null { used.insert(cell.field) } }
    let columns =
      entity.members.filter { $0.content != .blob }
      + entity.values.filter { used.contains($0.field) }
    var heads = ["id"]
    if let parent = entity.parent { heads.append(parent.name) }
    var table = CSV(heads + columns.map { $0.name })
    let names = Names(rows)
    for row in all {
      var cells = [(text: row.id.bits.hex, isNumber: false)]
      if let parent = entity.parent {
        cells.append((row.link(parent.field)?.bits.hex ?? "", false))
      }
      for column in columns {
        let value = row.value(column.field)
        let isNumber = ReedField.units(of: value) != nil && !column.isNamed
        cells.append((text(value, column, names), isNumber))
      }
      table.line(cells)
    }
    return table.bytes
  }

  static func entity(_ name: String, _ fields: ReedFieldLists) -> ReedEntity? {
    for entity in ReedEntity.all(fields) {
      for one in [entity] + entity.nested {
        if let table = one.table, table.hasSameBytes(as: name) { return one }
      }
    }
    return nil
  }

  private static func text(_ value: Value, _ member: ReedEntity.Member, _ names: Names) -> String {
    guard value != .null, member.holds(value) else { return "" }
    if case .row(let id) = value { return names.name(of: id, as: member) ?? id.bits.hex }
    if case .text(let text) = value { return text }
    var writer = ReedWriter()
    writer.value(value, member.content)
    let quote = UInt8(ascii: "\"")
    if case .named = member.content, writer.bytes.first == quote,
      case .int(let number) = value, case .named(let choices) = member.content
    {
      return choices.onlyName(of: number) ?? "\(number)"
    }
    return String(decoding: writer.bytes.filter { $0 != quote }, as: UTF8.self)
  }
}

/// The names of rows in tables.
struct Names {
  private var namesByID: [RowID: String] = [:]
  private var idsByKey: [[UInt8]: RowID] = [:]
  private var taken: Set<[UInt8]> = []

  init(_ rows: ReedRows) {
    for kind in [KindID.reedTool, .reedBox, .reedBatch, .cane, .reed] {
      for row in rows.alive(kind) { add(row.id, kind, Self.name(of: row), Self.sort(of: row)) }
    }
  }

  private static func sort(of row: Row) -> Int64 {
    guard row.kind == .reedTool, case .int(let sort) = row.value(ReedTool.sortField) else {
      return 0
    }
    return sort
  }

  private static func name(of row: Row) -> String {
    switch row.kind {
    case .reedTool: row.text(ReedTool.nameField)
    case .reedBatch:
      if case .int(let number) = row.value(ReedBatch.numberField) { "\(number)" } else { "" }
    default: row.text(row.kind.field(1))
    }
  }

  mutating func add(_ id: RowID, _ kind: KindID, _ name: String, _ sort: Int64) {
    guard !name.utf8.isEmpty, Bits128(hex: name) == nil else { return }
    let key = Self.key(kind, sort, name)
    if taken.contains(key) {
      // Ambiguous.
      if let other = idsByKey.removeValue(forKey: key) { namesByID[other] = nil }
      return
    }
    taken.insert(key)
    idsByKey[key] = id
    namesByID[id] = name
  }

  private static func key(_ kind: KindID, _ sort: Int64, _ name: String) -> [UInt8] {
    Array("\(kind.number) \(sort) ".utf8) + Fold.bytes(of: name.trimmingBlanks)
  }

  /// The name of a row, if a column of this member reads it back as the same row.
  func name(of id: RowID, as member: ReedEntity.Member) -> String? {
    guard let name = namesByID[id] else { return nil }
    let read =
      if case .tool(let sort) = member.content {
        row(.reedTool, name, sort: Int64(sort.rawValue))
      } else {
        row(of: member.name, name)
      }
    return read == id ? name : nil
  }

  /// The row that a name refers to in a member.
  func row(of member: String, _ name: String) -> RowID? {
    switch member {
    case "box": return row(.reedBox, name)
    case "batch": return row(.reedBatch, name)
    case "cane": return row(.cane, name)
    case "previous", "reed": return row(.reed, name)
    case "model": return row(.reedTool, name, sort: Int64(ReedTool.Sort.stapleModel.rawValue))
    case "tool":
      for sort in ReedTool.Sort.allCases {
        if let id = row(.reedTool, name, sort: Int64(sort.rawValue)) { return id }
      }
      return nil
    default: return nil
    }
  }

  func row(_ kind: KindID, _ name: String, sort: Int64 = 0) -> RowID? {
    idsByKey[Self.key(kind, sort, name)]
  }

  /// Whether several rows have this name.
  func isUnclear(_ kind: KindID, _ name: String, sort: Int64 = 0) -> Bool {
    let key = Self.key(kind, sort, name)
    return taken.contains(key) && idsByKey[key] == nil
  }
}
