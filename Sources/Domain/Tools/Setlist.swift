public import Ledger

/// Metronome presets that are played one after another.
public struct Setlist: Equatable, Sendable {
  public let id: RowID
  public let name: String
  public let entries: [Entry]

  /// A preset on the list; one may stand there twice.
  public struct Entry: Equatable, Sendable {
    public let id: RowID
    public let preset: RowID
    let place: Int64
  }
}

extension Setlist {
  static let nameKey = FieldKey(KindID.setlist.field(1), "name", "Name", byteLimit: 200)
  static let rows = Kind(
    .setlist, "setlist", "Setlist", plural: "Setlists", title: nameKey.id,
    fields: [nameKey.field])

  static let listKey = Field(KindID.setlistEntry.field(1), "setlist", "Setlist", .row)
  static let presetKey = Field(KindID.setlistEntry.field(2), "metronome", "Metronome", .row)
  static let placeKey = FieldKey(
    KindID.setlistEntry.field(3), "place", "Place", standard: 0, in: Int64.min...Int64.max)
  static let entryRows = Kind(
    .setlistEntry, "setlist-entry", "Setlist entry", plural: "Setlist entries",
    fields: [listKey, presetKey, placeKey.field])
}
