public import Ledger

/// How a tool is set up. The current setup (the hand) is one row of the tool's kind; each preset is another, with a name.
///
/// Its field numbers are from 3 to 239.
public protocol ToolSetup: RowRecord, Equatable {
  /// The default setup.
  init()
}

extension ToolSetup {
  /// The row of the current setup, the same on every device.
  public static var hand: RowID { RowID(of: Array(names.name.utf8), in: "woodshed row") }

  /// The current setup always exists.
  public static var saysLife: Bool { false }

  public var id: RowID { Self.hand }

  public init(blank id: RowID) { self.init() }
}

/// A setup with a name.
public struct Preset<Setup: ToolSetup>: RowRecord, Equatable {
  public let id: RowID
  public private(set) var name = ""
  public private(set) var setup = Setup()
  private(set) var place: Int64 = 0
  /// The piece that it belongs to.
  public private(set) var piece: RowID?

  /// The longest name, in bytes.
  public static var nameLimit: Int { 200 }

  /// A new one at the end.
  public init(_ id: RowID, named name: String, of setup: Setup, after presets: [Preset]) {
    (self.id, self.name, self.setup) = (id, name, setup)
    place = Places.after(presets.last?.place)
  }
}

extension Preset {
  public static var kind: KindID { Setup.kind }
  public static var names: KindNames {
    KindNames(Setup.names.name, Setup.names.label, Setup.names.plural, title: nameField)
  }
  public static var nameField: FieldID { field(1) }
  public static var placeField: FieldID { field(2) }

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ preset: inout Preset) {
    fields.text(nameField, "name", "Name", &preset.name, upTo: nameLimit, always: true)
    fields.place(placeField, &preset.place)
    // The meaning of an empty field may change; a preset must not.
    fields.writesAll = true
    Setup.visit(&fields, &preset.setup)
    fields.writesAll = false
    fields.link(kind.presetPieceField, "piece", "Piece", &preset.piece)
  }

  /// All of them, in order.
  public static func all(in data: Replica) -> [Preset] {
    all(in: data, by: [.ascending(placeField)]).filter { $0.id != Setup.hand }
  }

  /// The edits that replace its setup.
  public func replacing(with setup: Setup) -> [Edit] {
    var preset = self
    preset.setup = setup
    return preset.edits(from: self)
  }
}

extension KindID {
  /// The field of a preset that names the piece it belongs to.
  var presetPieceField: FieldID { field(240) }
}
