public import Ledger

/// A moment that a space can go back to, under a name.
///
/// It is a row like any other and holds nothing of what was: a server knows what stood when the row came to it. So a
/// point costs nothing, is made without a network, and goes to every device.
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
  /// A change that puts so many rows into the trash at once has a point before it.
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
    fields.choice(reasonField, "reason", "Why", &point.reason, Reason.choices)
    fields.moment(
      field(3), "made", "Made", &point.made.milliseconds, &point.made.zoneMinutes)
  }

  /// The cell of a point that is written once, when it is made: what a server had taken in before it is what the
  /// point goes back to.
  public static func mark(of point: RowID) -> CellKey { CellKey(point, reasonField) }

  /// All there are, the latest first.
  public static func all(in data: Replica) -> [RestorePoint] {
    all(in: data, where: []).sorted { one, other in
      let (a, b) = (one.made.milliseconds, other.made.milliseconds)
      return a != b ? a > b : one.id > other.id
    }
  }

  /// What gives it another name.
  public func naming(_ label: String) -> [Edit] {
    var point = self
    point.label = label.cut(toBytes: Self.labelLimit)
    return point.edits(from: self)
  }
}

extension RestorePoint.Reason {
  public var words: String {
    switch self {
    case .byHand: "made by hand"
    case .restore: "before a restore"
    case .importing: "before an import"
    case .deletion: "before a large deletion"
    }
  }
}

extension ImportedRows {
  /// The rows without restore points: a server knows only of its own moments.
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
  /// How many rows these put into the trash.
  public var trashedCount: Int {
    Set(filter { $0.field == .life && Life($0.value) == .trashed }.map { $0.row }).count
  }
}

extension String {
  /// As much of the text as fits into so many bytes; no character is cut in two.
  fileprivate func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = limit
    let bytes = Array(utf8)
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
