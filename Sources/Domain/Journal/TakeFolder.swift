public import Ledger

extension KindID {
  public static let folder = KindID(15)
}

/// A folder of takes.
public struct TakeFolder: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  public var place: Int64 = 0

  public init(_ id: RowID, named name: String, at place: Int64) {
    (self.id, self.name, self.place) = (id, name, place)
  }

  /// The longest name, in bytes.
  public static let nameLimit = 200
}

extension TakeFolder {
  public static let kind = KindID.folder
  public static let names = KindNames("folder", "Folder", "Folders", title: nameField)
  private static let nameField = field(1)
  private static let placeField = field(2)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ folder: inout TakeFolder) {
    fields.text(nameField, "name", "Name", &folder.name, upTo: nameLimit, always: true)
    fields.place(placeField, &folder.place)
  }

  /// The initial folders; a row is created when one of them is changed.
  public static let first: [TakeFolder] = ["Scales", "Repertoire", "Lessons", "Export"].enumerated()
    .map { place, name in
      TakeFolder(
        RowID(of: Array("folder \(name)".utf8), in: "woodshed row"), named: name, at: Int64(place))
    }

  /// The name as it is shown: among filters, the kept name of the last initial folder would read as a command.
  public var shownName: String {
    id == Self.first.last?.id && name.hasSameBytes(as: "Export") ? "To send" : name
  }

  /// All of them, in order.
  public static func all(in data: Replica) -> [TakeFolder] {
    let rows = all(in: data, by: [.ascending(placeField)])
    // One in the trash exists as a row, and so is no longer an initial one.
    let untouched = first.filter { data[$0.id] == nil }
    return (untouched + rows).sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// The edits that move it to the trash, by the name that was shown; its takes stay.
  public var trashing: [Edit] {
    var folder = self
    folder.name = shownName
    return folder.edits(only: [Self.nameField]) + Edit.trashing(id, Self.kind)
  }
}
