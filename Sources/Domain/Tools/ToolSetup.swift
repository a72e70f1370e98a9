public import Ledger

/// How a tool is set up. What is in the hand is one row of the tool's kind; each preset is another, with a name.
public protocol ToolSetup: Equatable, Sendable {
  static var kind: KindID { get }
  /// What rows of the kind are called: for the machine, for a person, and several of them.
  static var names: (id: String, label: String, plural: String) { get }
  /// What a row holds beside its name and its place. Their numbers begin with 3.
  static var fields: [Field] { get }

  /// As a tool is found at first.
  init()
  /// As a row says; what cannot be understood is as it is found at first.
  init(_ row: Row)
  /// Sets what differs from an old setup, or everything where there is none.
  func write(to edit: inout RowEdit, over old: Self?)
}

extension ToolSetup {
  /// The row of what is in the hand, the same on every device.
  public static var hand: RowID { RowID(of: Array(names.id.utf8), in: "woodshed row") }

  /// The kind of row that holds it.
  static var rows: Kind {
    Kind(
      kind, names.id, names.label, plural: names.plural, title: nameKey.id,
      fields: [nameKey.field, placeKey.field] + fields + [PieceLink.key(of: kind).field])
  }

  public static var nameKey: FieldKey<String> {
    FieldKey(kind.field(1), "name", "Name", byteLimit: Preset<Self>.nameLimit)
  }

  /// Where a preset stands among the others.
  static var placeKey: FieldKey<Int64> {
    FieldKey(kind.field(2), "place", "Place", standard: 0, in: Int64.min...Int64.max)
  }
}

/// A setup with a name.
public struct Preset<Setup: ToolSetup>: Equatable, Sendable {
  public let id: RowID
  public let name: String
  public let setup: Setup
  let place: Int64

  /// The longest name, in bytes.
  public static var nameLimit: Int { 200 }
}

extension Preset {
  /// All there are, in their order.
  public static func all(in data: Replica) -> [Preset] {
    var query = Query(Setup.kind)
    query.order = [.ascending(Setup.placeKey.id)]
    return data.rows(query).filter { $0.id != Setup.hand }.map { row in
      Preset(
        id: row.id, name: row[Setup.nameKey], setup: Setup(row), place: row[Setup.placeKey])
    }
  }

  /// What makes a new one, at the end of the others.
  public static func making(
    _ id: RowID, named name: String, of setup: Setup, after presets: [Preset]
  ) -> [Edit] {
    var edit = RowEdit(id, Setup.kind, isNew: true)
    edit.set(Setup.nameKey, name)
    edit.set(Setup.placeKey, Places.after(presets.last?.place))
    setup.write(to: &edit, over: nil)
    return edit.edits
  }

  /// What gives it another name.
  public func renaming(to name: String) -> [Edit] {
    var edit = RowEdit(id, Setup.kind)
    edit.set(Setup.nameKey, name, unless: self.name)
    return edit.edits
  }

  /// What makes it as another setup is.
  public func replacing(with setup: Setup) -> [Edit] {
    var edit = RowEdit(id, Setup.kind)
    setup.write(to: &edit, over: self.setup)
    return edit.edits
  }

  /// What moves it to the trash.
  public var trashing: [Edit] {
    Edit.trashing(id, Setup.kind)
  }

  /// What moves one of `presets` to another place among them.
  public static func moving(_ id: RowID, by steps: Int, among presets: [Preset]) -> [Edit] {
    Places.moving(
      id, by: steps, among: presets.map { ($0.id, $0.place) }, Setup.kind, Setup.placeKey.id)
  }
}
