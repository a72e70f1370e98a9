public import Ledger

extension FieldKey<Int64> {
  /// A civil day; the first of January 1970 where there is none.
  public static func day(_ id: FieldID, _ name: String, _ label: String) -> FieldKey {
    FieldKey(
      Field(id, name, label, .day), standard: 0,
      read: { if case .day(let day) = $0 { day } else { nil } }, write: { .day($0) })
  }
}

extension FieldKey<RowID?> {
  /// Another row, if there is one.
  public static func link(_ id: FieldID, _ name: String, _ label: String) -> FieldKey {
    FieldKey(
      Field(id, name, label, .row), standard: nil,
      read: { if case .row(let row) = $0 { .some(row) } else { nil } },
      write: { $0.map { .row($0) } ?? .null })
  }
}

/// A moment, and where it was.
public struct Moment: Equatable, Sendable {
  /// Since 1970 UTC.
  public var milliseconds: Int64
  /// How far ahead of UTC its place was.
  public var zoneMinutes: Int64

  public init(_ milliseconds: Int64, zoneMinutes: Int) {
    (self.milliseconds, self.zoneMinutes) = (milliseconds, Int64(zoneMinutes))
  }

  static let none = Moment(0, zoneMinutes: 0)

  /// What a calendar has, from the year 0 to 9999.
  static let calendar: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
}

extension FieldKey<Moment> {
  /// A moment; the beginning of 1970 where there is none. A file may bring any number: what no calendar has counts as
  /// its first or last moment, so that moments can be reckoned with.
  public static func moment(_ id: FieldID, _ name: String, _ label: String) -> FieldKey {
    FieldKey(
      Field(id, name, label, .instant), standard: .none,
      read: {
        guard case .instant(let moment, let zone) = $0 else { return nil }
        let range = Moment.calendar
        return Moment(
          min(max(moment, range.lowerBound), range.upperBound), zoneMinutes: Int(clamping: zone))
      },
      write: { .instant(milliseconds: $0.milliseconds, zoneMinutes: $0.zoneMinutes) })
  }
}

extension RowEdit {
  /// Edits of a row; to take back the making of a new one is to put it into the trash.
  init(_ row: RowID, _ kind: KindID, isNew: Bool) {
    self.init(row, kind)
    if isNew { set(Life.alive) }
  }
}

extension Edit {
  /// What moves a row to the trash.
  public static func trashing(_ row: RowID, _ kind: KindID) -> [Edit] {
    var edit = RowEdit(row, kind)
    edit.set(Life.trashed)
    return edit.edits
  }
}
