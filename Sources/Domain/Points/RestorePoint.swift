public import Ledger

/// A named moment that a space can be restored to.
///
/// It is a row like any other and contains no data: a server knows the state when the row arrived. So a
/// point costs nothing, works offline, and syncs to every device.
public struct RestorePoint: RowRecord, Equatable {
  /// Why it was made.
  public enum Reason: CaseIterable, Sendable {
    case byHand, restore, importing, deletion

    static let choices: Choices<Reason> = [
      (0, "Made by hand", .byHand), (1, "Before a restore", .restore),
      (2, "Before an import", .importing), (3, "Before a large deletion", .deletion),
    ]
  }

  public let id: RowID
  public var label = ""
  public private(set) var reason = Reason.byHand
  public private(set) var made = Moment(0, zoneMinutes: 0)

  /// The longest name, in bytes.
  public static let labelLimit = 200
  /// A change that moves this many rows to the trash at once gets a point before it.
  public static let largeDeletion = 20

  public init(_ id: RowID, _ label: String, _ reason: Reason, made: Moment) {
    (self.id, self.reason, self.made) = (id, reason, made)
    self.label = label.cut(toBytes: Self.labelLimit)
  }
}

extension RestorePoint {
  public static let kind = KindID.restorePoint
  public static let names = KindNames(
    "restore-point", "Restore point", "Restore points", title: field(1))
  private static let reasonField = field(2)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ point: inout RestorePoint) {
    fields.writesAll = true
    fields.text(field(1), "label", "Name", &point.label, upTo: labelLimit)
    fields.choice(reasonField, "reason", "Reason", &point.reason, Reason.choices)
    fields.moment(
      field(3), "made", "Created", &point.made.milliseconds, &point.made.zoneMinutes)
  }

  /// The cell of a point that is written once, when it is created: what a server had received before it is what the
  /// point restores.
  public static func mark(of point: RowID) -> CellKey { CellKey(point, reasonField) }

  /// All of them, newest first.
  public static func all(in data: Replica) -> [RestorePoint] {
    all(in: data, where: []).sorted { one, other in
      let (a, b) = (one.made.milliseconds, other.made.milliseconds)
      return a != b ? a > b : one.id > other.id
    }
  }

  /// The edits that rename it.
  public func naming(_ label: String) -> [Edit] {
    var point = self
    point.label = label.cut(toBytes: Self.labelLimit)
    return point.edits(from: self)
  }
}

extension RestorePoint.Reason {
  public var words: String {
    switch self {
    case .byHand: "manual"
    case .restore: "before a restore"
    case .importing: "before an import"
    case .deletion: "before a large deletion"
    }
  }
}

extension ImportedRows {
  /// The rows without restore points: a server knows only its own moments.
  public var withoutPoints: ImportedRows {
    var rows = self
    rows.cells.removeAll { $0.kind == .restorePoint }
    rows.edits.removeAll { $0.kind == .restorePoint }
    rows.rowCount -=
      Set(
        (cells.map { ($0.row, $0.kind) } + edits.map { ($0.row, $0.kind) })
          .filter { $0.1 == .restorePoint }.map { $0.0 }
      ).count
    return rows
  }
}

extension [Edit] {
  /// How many rows these move to the trash.
  public var trashedCount: Int {
    Set(filter { $0.field == .life && Life($0.value) == .trashed }.map { $0.row }).count
  }
}

extension String {
  /// As much of the text as fits in `limit` bytes; no character is split.
  fileprivate func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = limit
    let bytes = Array(utf8)
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
