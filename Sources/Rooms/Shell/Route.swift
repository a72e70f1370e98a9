public import Ledger

/// Where in the app a person is; every place has an address.
public enum Route: Equatable, Sendable {
  case room(Room)
  /// One of the tools; the room alone shows the one that showed last.
  case tool(Tools.Panel)
  case settings
  case about
  case components
  case sound
  /// Everything that is kept.
  case data
  case dataRow(RowID)
  /// An address that leads nowhere, as it was typed.
  case unknown(String)

  /// Reads an address such as `/journal?day=today`.
  public init(path: String) {
    var name = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    while name.count > 1, name.last == UInt8(ascii: "/") { name.removeLast() }
    let address = String(decoding: name, as: UTF8.self)
    if address == "/" {
      self = .room(.journal)
    } else {
      self = Self.known.first { $0.path == address } ?? Route(row: address) ?? .unknown(address)
    }
  }

  /// Reads the address of one row.
  private init?(row address: String) {
    let prefix = Array(Self.rowPrefix.utf8)
    guard address.utf8.starts(with: prefix) else { return nil }
    let hex = String(decoding: Array(address.utf8.dropFirst(prefix.count)), as: UTF8.self)
    guard let bits = Bits128(hex: hex) else { return nil }
    self = .dataRow(RowID(bits))
  }

  private static let rowPrefix = "/about/data/row/"

  /// What the server answers with the app beside ``known``: a row has an address of its own.
  public static let patterns = [rowPrefix + "*"]

  /// The address of this place.
  public var path: String {
    switch self {
    case .room(let room): room.path
    case .tool(let panel): panel.path
    case .settings: "/settings"
    case .about: "/about"
    case .components: "/about/components"
    case .sound: "/about/sound"
    case .data: "/about/data"
    case .dataRow(let row): Self.rowPrefix + row.bits.hex
    case .unknown(let path): path
    }
  }

  /// Every place that exists; the server answers each of them with the app.
  public static var known: [Route] {
    Room.allCases.map { .room($0) } + Tools.Panel.allCases.map { .tool($0) } + [
      .settings, .about, .components, .sound, .data,
    ]
  }

  /// The room that a place belongs to, if it belongs to one.
  var home: Room? {
    switch self {
    case .room(let room): room
    case .tool: .tools
    default: nil
    }
  }

  var title: String {
    switch self {
    case .room(let room): room.name
    case .tool(let panel): panel.name
    case .settings: "Settings"
    case .about: "About"
    case .components: "Components"
    case .sound: "Sound"
    case .data: "Your data"
    case .dataRow: "A row"
    case .unknown: "Not found"
    }
  }
}
