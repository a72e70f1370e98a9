public import Ledger

/// Metronome presets that are played one after another.
public struct Setlist: Equatable, Sendable {
  public let id: RowID
  public let name: String
  /// In their order; what stands for a preset that is gone is left out.
  public let entries: [Entry]

  /// A preset on the list; one may stand there twice.
  public struct Entry: Equatable, Sendable {
    public let id: RowID
    public let preset: RowID
    let place: Int64
  }

  /// The longest name, in bytes.
  public static let nameLimit = 200
}

extension Setlist {
  /// All there are, in the order of their names.
  public static func all(
    in data: Replica, among presets: [Preset<MetronomeSetup>]
  ) -> [Setlist] {
    var lists = Query(.setlist)
    lists.order = [.ascending(nameKey.id)]
    var entries = Query(.setlistEntry)
    entries.order = [.ascending(placeKey.id)]
    let rows = data.rows(entries)
    return data.rows(lists).map { list in
      var found: [Entry] = []
      for row in rows where row.value(listKey.id) == .row(list.id) {
        guard case .row(let preset) = row.value(presetKey.id),
          presets.contains(where: { $0.id == preset })
        else { continue }
        found.append(Entry(id: row.id, preset: preset, place: row[placeKey]))
      }
      return Setlist(id: list.id, name: list[nameKey], entries: found)
    }
  }

  /// What makes a new one.
  public static func making(_ id: RowID, named name: String) -> [Edit] {
    var edit = RowEdit(id, .setlist, isNew: true)
    edit.set(nameKey, name)
    return edit.edits
  }

  /// What gives it another name.
  public func renaming(to name: String) -> [Edit] {
    var edit = RowEdit(id, .setlist)
    edit.set(Self.nameKey, name, unless: self.name)
    return edit.edits
  }

  /// What moves it to the trash; its entries come back with it.
  public var trashing: [Edit] {
    Edit.trashing(id, .setlist)
  }

  /// What puts a preset at the end.
  public func adding(_ entry: RowID, _ preset: RowID) -> [Edit] {
    var edit = RowEdit(entry, .setlistEntry, isNew: true)
    edit.set(Self.placeKey, Places.after(entries.last?.place))
    return edit.edits + [
      Edit(entry, .setlistEntry, Self.listKey.id, .row(id)),
      Edit(entry, .setlistEntry, Self.presetKey.id, .row(preset)),
    ]
  }

  /// What takes an entry off the list.
  public func removing(_ entry: RowID) -> [Edit] {
    guard entries.contains(where: { $0.id == entry }) else { return [] }
    return Edit.trashing(entry, .setlistEntry)
  }

  /// What moves an entry to another place.
  public func moving(_ entry: RowID, by steps: Int) -> [Edit] {
    Places.moving(
      entry, by: steps, among: entries.map { ($0.id, $0.place) }, .setlistEntry, Self.placeKey.id)
  }
}

extension Setlist {
  static let nameKey = FieldKey(
    KindID.setlist.field(1), "name", "Name", byteLimit: Setlist.nameLimit)
  static let rows = Kind(
    .setlist, "setlist", "Setlist", plural: "Setlists", title: nameKey.id,
    fields: [nameKey.field, PieceLink.key(of: .setlist).field])

  static let listKey = Field(KindID.setlistEntry.field(1), "setlist", "Setlist", .row)
  static let presetKey = Field(KindID.setlistEntry.field(2), "metronome", "Metronome", .row)
  static let placeKey = FieldKey(
    KindID.setlistEntry.field(3), "place", "Place", standard: 0, in: Int64.min...Int64.max)
  static let entryRows = Kind(
    .setlistEntry, "setlist-entry", "Setlist entry", plural: "Setlist entries",
    fields: [listKey, presetKey, placeKey.field])
}
