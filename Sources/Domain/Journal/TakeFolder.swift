public import Ledger

/// A folder that takes lie in.
public struct TakeFolder: Equatable, Sendable {
  public let id: RowID
  public var name: String
  public var place: Int64

  public init(_ id: RowID, named name: String, at place: Int64) {
    (self.id, self.name, self.place) = (id, name, place)
  }

  /// The longest name, in bytes.
  public static let nameLimit = 200

  static let nameKey = FieldKey(
    KindID.folder.field(1), "name", "Name", byteLimit: TakeFolder.nameLimit)
  static let placeKey = FieldKey(
    KindID.folder.field(2), "place", "Place", standard: 0, in: Int64.min...Int64.max)
  static let rows = Kind(
    .folder, "folder", "Folder", plural: "Folders", title: nameKey.id,
    fields: [nameKey.field, placeKey.field])
}

extension TakeFolder {
  /// Those that everybody begins with; their rows are made when one of them is changed.
  public static let first: [TakeFolder] = ["Scales", "Repertoire", "Lessons", "Export"].enumerated()
    .map { place, name in
      TakeFolder(
        RowID(of: Array("folder \(name)".utf8), in: "woodshed row"), named: name, at: Int64(place))
    }

  /// All there are, in their order.
  public static func all(in data: Replica) -> [TakeFolder] {
    var query = Query(.folder)
    query.order = [.ascending(placeKey.id)]
    let rows = data.rows(query).map {
      TakeFolder($0.id, named: $0[nameKey], at: $0[placeKey])
    }
    // One that was put in the trash is there as a row, and so is not the one to begin with any more.
    let untouched = first.filter { data[$0.id] == nil }
    return (untouched + rows).sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// What keeps it as it is.
  public var making: [Edit] {
    var edit = RowEdit(id, .folder, isNew: true)
    edit.set(Self.nameKey, name)
    edit.set(Self.placeKey, place)
    return edit.edits
  }

  /// What moves it to the trash; its takes stay.
  public var trashing: [Edit] {
    var edit = RowEdit(id, .folder)
    edit.set(Self.nameKey, name)
    edit.set(Life.trashed)
    return edit.edits
  }
}
