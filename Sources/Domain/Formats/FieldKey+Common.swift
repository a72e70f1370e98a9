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
}

extension FieldKey<Moment> {
  /// A moment; the beginning of 1970 where there is none.
  public static func moment(_ id: FieldID, _ name: String, _ label: String) -> FieldKey {
    FieldKey(
      Field(id, name, label, .instant), standard: .none,
      read: {
        guard case .instant(let moment, let zone) = $0 else { return nil }
        return Moment(moment, zoneMinutes: Int(clamping: zone))
      },
      write: { .instant(milliseconds: $0.milliseconds, zoneMinutes: $0.zoneMinutes) })
  }
}
