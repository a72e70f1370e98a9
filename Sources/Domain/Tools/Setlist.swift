public import Ledger

extension KindID {
  /// A list of metronome presets to be played one after another, and its entries.
  public static let setlist = KindID(10)
  public static let setlistEntry = KindID(11)
}

/// Metronome presets that are played one after another.
public struct Setlist: RowRecord, Equatable {
  public let id: RowID
  public private(set) var name = ""
  /// The piece that it belongs to.
  public private(set) var piece: RowID?
  /// In order; entries whose preset is gone are left out.
  public private(set) var entries: [Entry] = []

  /// The longest name, in bytes.
  public static let nameLimit = 200

  public init(_ id: RowID, named name: String) { (self.id, self.name) = (id, name) }

  /// A preset on the list; it may be there twice.
  public struct Entry: RowRecord, Equatable {
    public let id: RowID
    private(set) var list: RowID
    public private(set) var preset: RowID
    private(set) var place: Int64 = 0

    /// A new one at the end of a list.
    public init(_ id: RowID, _ preset: RowID, in list: Setlist) {
      (self.id, self.list, self.preset) = (id, list.id, preset)
      place = Places.after(list.entries.last?.place)
    }
  }
}

extension Setlist {
  public static let kind = KindID.setlist
  public static let names = KindNames("setlist", "Setlist", "Setlists", title: nameField)
  public static let nameField = field(1)
  static let pieceField = field(2)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ list: inout Setlist) {
    fields.text(nameField, "name", "Name", &list.name, upTo: nameLimit, always: true)
    fields.link(pieceField, "piece", "Piece", &list.piece)
  }

  /// All of them, by name.
  public static func all(
    in data: Replica, among presets: [Preset<MetronomeSetup>]
  ) -> [Setlist] {
    let entries = Entry.all(in: data, by: [.ascending(Entry.placeField)])
    return all(in: data, by: [.ascending(nameField)]).map { list in
      var list = list
      list.entries = entries.filter { entry in
        entry.list == list.id && presets.contains { $0.id == entry.preset }
      }
      return list
    }
  }

  /// The edits that remove an entry from the list.
  public func removing(_ entry: RowID) -> [Edit] {
    entries.first { $0.id == entry }?.trashing ?? []
  }
}

extension Setlist.Entry {
  public static let kind = KindID.setlistEntry
  public static let names = KindNames("setlist-entry", "Setlist entry", "Setlist entries")
  public static let placeField = field(3)

  public init(blank id: RowID) { (self.id, list, preset) = (id, id, id) }

  public static func visit(_ fields: inout RowFields, _ entry: inout Setlist.Entry) {
    fields.link(field(1), "setlist", "Setlist", &entry.list, always: true)
    fields.link(field(2), "metronome", "Metronome", &entry.preset, always: true)
    fields.place(placeField, &entry.place)
  }
}
