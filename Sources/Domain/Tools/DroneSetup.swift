public import Ledger
public import Sound

/// How the drone is set up.
public struct DroneSetup: ToolSetup {
  /// As it sounds.
  public var root = Note(71)

  public init() {}
}

extension DroneSetup {
  public static var kind: KindID { .drone }
  public static var names: (id: String, label: String, plural: String) {
    ("drone", "Drone", "Drones")
  }

  private static let rootKey = FieldKey(
    KindID.drone.field(3), "root", "Root", standard: 71, in: 0...127)

  public static var fields: [Field] { [rootKey.field] }

  public init(_ row: Row) {
    root = Note(Int(row[Self.rootKey]))
  }

  public func write(to edit: inout RowEdit, over old: DroneSetup?) {
    edit.set(Self.rootKey, Int64(root.number), unless: old.map { Int64($0.root.number) })
  }
}
