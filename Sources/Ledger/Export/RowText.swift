/// Rows as lines of JSON, one per row, in canonical form: exporting what was imported gives the same bytes.
///
/// The first line names the format. Fields appear under their names, or under their numbers if they have
/// none; each row gives its latest stamp once, plus the stamps of the cells that differ. Cells without a
/// stamp have a line of their own; whoever imports them writes them.
public enum RowText {
  /// The first line of every file.
  public static let heading = #"{"format":"woodshed rows","version":1}"#

  /// The bytes of a file with these rows, ordered by id.
  ///
  /// - Parameter unkept: cells whose stamps cannot be relied on; they are exported without.
  public static func export(
    _ rows: [Row], _ schema: Schema, unkept: Set<CellKey> = []
  ) -> [UInt8] {
    var bytes = Array(heading.utf8) + [0x0A]
    for row in rows.sortedByID() {
      var (kept, rest): ([Cell], [Cell]) = ([], [])
      for cell in row.cells {
        let isKept = !unkept.contains(CellKey(row.id, cell.field))
        if isKept { kept.append(cell) }
        // A line without stamps says whether the row is in the trash; otherwise importing it would restore
        // the row.
        if !isKept || cell.field == .life { rest.append(cell) }
      }
      if !kept.isEmpty { bytes += line(row, kept, isStamped: true, schema) }
      if kept.count < row.cells.count { bytes += line(row, rest, isStamped: false, schema) }
    }
    return bytes
  }

  private static func line(
    _ row: Row, _ cells: [Cell], isStamped: Bool, _ schema: Schema
  ) -> [UInt8] {
    let kind = schema.kind(row.kind)
    var latest = Stamp(.zero, DeviceID(0))
    for cell in cells { latest = max(latest, cell.stamp) }
    var writer = JSONWriter()
    writer.raw("{")
    writer.name("row")
    writer.string(row.id.bits.hex)
    writer.name("kind")
    writer.string(kind?.name ?? String(row.kind.number))
    if isStamped {
      writer.name("stamp")
      writer.string(text(of: latest))
    }
    writer.name("fields")
    writer.raw("{")
    for cell in cells {
      writer.name(name(of: cell.field, kind))
      writer.value(cell.value)
    }
    writer.raw("}")
    let others = cells.filter { isStamped && $0.stamp != latest }
    if !others.isEmpty {
      writer.name("stamps")
      writer.raw("{")
      for cell in others {
        writer.name(name(of: cell.field, kind))
        writer.string(text(of: cell.stamp))
      }
      writer.raw("}")
    }
    writer.raw("}")
    return writer.bytes + [0x0A]
  }

  private static func name(of field: FieldID, _ kind: Kind?) -> String {
    if field == .life { return "life" }
    return kind?.field(field)?.name ?? String(field.number)
  }

  private static func text(of stamp: Stamp) -> String {
    Hex.text(of: stamp.time.bits, digits: 16) + "-" + Hex.text(of: stamp.device.bits, digits: 16)
  }
}

/// Why a line cannot be imported.
public struct RowTextError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case notAnExport
    case laterVersion
    case notJSON(atByte: Int)
    case noKind
    case badRow
    case badField(String)
    case badStamp(String)
    case futureStamp(String)
    case valueTooLarge(String)
  }

  /// The number of the line, from 1.
  public let line: Int
  public let reason: Reason

  public init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }

  /// What is wrong, in words.
  public var message: String {
    let words =
      switch reason {
      case .notAnExport: "this is not a Woodshed export"
      case .laterVersion: "a later version of Woodshed wrote this; update and try again"
      case .notJSON: "this is not JSON"
      case .noKind: "the kind is missing"
      case .badRow: "`row` is not 32 hexadecimal digits"
      case .badField(let name): "the value of `\(name)` cannot be read"
      case .badStamp(let name): "the stamp of `\(name)` cannot be read"
      case .futureStamp(let name):
        "the stamp of `\(name)` is in the future; check this device’s clock"
      case .valueTooLarge(let name): "the value of `\(name)` is larger than 64 KiB"
      }
    return "Line \(line): \(words)."
  }
}

/// The content of a file of rows.
public struct ImportedRows: Hashable, Sendable {
  /// Cells with stamps, as they were exported.
  public var cells: [RowCell] = []
  /// The content of rows without stamps, such as hand-written ones.
  public var edits: [Edit] = []

  public var rowCount = 0

  public init() {}

  /// The content of rows without stamps.
  public init(edits: [Edit], rowCount: Int) {
    (self.edits, self.rowCount) = (edits, rowCount)
  }
}

extension RowText {
  /// Reads a whole file, or says which line is wrong: then nothing of it is imported.
  ///
  /// A stamp later than `latest` is wrong: its cell could never be changed again.
  public static func read(
    _ bytes: [UInt8], _ schema: Schema, latest: HybridTime = HybridTime(.max - 1 << 20)
  ) throws(RowTextError) -> ImportedRows {
    var imported = ImportedRows()
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }
      if isBlank { continue }
      if let reason = problem(line, schema, latest, &imported) {
        throw RowTextError(line: number, reason: reason)
      }
    }
    return imported
  }

  /// Reads a line, or says what is wrong with it.
  private static func problem(
    _ line: ArraySlice<UInt8>, _ schema: Schema, _ latest: HybridTime,
    _ imported: inout ImportedRows
  ) -> RowTextError.Reason? {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: line)
    } catch {
      return .notJSON(atByte: error.offset)
    }
    if let format = json["format"] {
      guard format.string.map({ $0.hasSameBytes(as: "woodshed rows") }) == true else {
        return .notAnExport
      }
      return json["version"]?.int == 1 ? nil : .laterVersion
    }
    guard let name = json["kind"]?.string, let kind = kindID(name, schema) else {
      return json["kind"] == nil && json["row"] == nil ? .notAnExport : .noKind
    }
    let row: RowID
    if let hex = json["row"] {
      guard let bits = hex.string.flatMap({ Bits128(hex: $0) }) else { return .badRow }
      row = RowID(bits)
    } else {
      // A row without an id gets one from its content: imported twice it is one row.
      row = RowID(of: Array(line), in: "woodshed import")
    }
    let stamps: Stamps
    switch Stamps.read(json) {
    case .success(let read): stamps = read
    case .failure(let reason): return reason.reason
    }
    guard case .object(let fields) = json["fields"] ?? .object([]) else {
      return .badField("fields")
    }
    imported.rowCount += 1
    let saysLife = fields.contains { $0.name.hasSameBytes(as: "life") }
    if stamps.latest == nil, !saysLife {
      imported.edits.append(Edit(row, kind, .life, Life.alive.value))
    }
    for member in fields {
      let (name, content) = (member.name, member.value)
      guard let field = fieldID(name, schema.kind(kind)), let value = Value(content) else {
        return .badField(name)
      }
      guard value.encoded.count <= Value.byteLimit else { return .valueTooLarge(name) }
      if let stamp = stamps.stamp(of: name) {
        guard stamp.time <= latest else { return .futureStamp(name) }
        imported.cells.append(
          RowCell(row: row, kind: kind, cell: Cell(field: field, stamp: stamp, value: value)))
      } else {
        imported.edits.append(Edit(row, kind, field, value))
      }
    }
    return nil
  }

  private static func kindID(_ name: String, _ schema: Schema) -> KindID? {
    schema.kind(named: name)?.id ?? UInt64(decimal: name).map { KindID($0) }
  }

  private static func fieldID(_ name: String, _ kind: Kind?) -> FieldID? {
    if name.hasSameBytes(as: "life") { return .life }
    if let field = kind?.fields.first(where: { $0.name.hasSameBytes(as: name) }) { return field.id }
    guard let number = UInt64(decimal: name), number >> 63 == 0 else { return nil }
    return FieldID(number)
  }
}

/// The stamps of a line.
private struct Stamps {
  struct Failure: Error {
    let reason: RowTextError.Reason
  }

  var latest: Stamp?
  var others: [(name: String, stamp: Stamp)] = []

  func stamp(of name: String) -> Stamp? {
    others.first { $0.name.hasSameBytes(as: name) }?.stamp ?? latest
  }

  static func read(_ json: JSON) -> Result<Stamps, Failure> {
    var stamps = Stamps()
    if let latest = json["stamp"] {
      guard let stamp = stamp(latest) else { return .failure(Failure(reason: .badStamp("stamp"))) }
      stamps.latest = stamp
    }
    guard case .object(let members) = json["stamps"] ?? .object([]) else {
      return .failure(Failure(reason: .badStamp("stamps")))
    }
    for member in members {
      let (name, content) = (member.name, member.value)
      guard let stamp = stamp(content) else { return .failure(Failure(reason: .badStamp(name))) }
      stamps.others.append((name, stamp))
    }
    return .success(stamps)
  }

  private static func stamp(_ json: JSON) -> Stamp? {
    guard let text = json.string else { return nil }
    let bytes = Array(text.utf8)
    guard bytes.count == 33, bytes[16] == 0x2D, let time = Hex.number(bytes[..<16]),
      time >> 63 == 0, let device = Hex.number(bytes[17...])
    else { return nil }
    return Stamp(HybridTime(time), DeviceID(device))
  }
}

extension UInt64 {
  /// Reads decimal digits without a leading zero.
  fileprivate init?(decimal text: String) {
    let digits = Array(text.utf8)
    guard let first = digits.first, first != 0x30 || digits.count == 1, digits.count <= 20 else {
      return nil
    }
    var number: UInt64 = 0
    for byte in digits {
      guard 0x30...0x39 ~= byte else { return nil }
      let (product, isOver) = number.multipliedReportingOverflow(by: 10)
      let (sum, isOverToo) = product.addingReportingOverflow(UInt64(byte - 0x30))
      if isOver || isOverToo { return nil }
      number = sum
    }
    self = number
  }
}
