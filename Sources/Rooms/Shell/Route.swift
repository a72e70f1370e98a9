/// Where in the app a person is; every place has an address.
public enum Route: Equatable, Sendable {
  case room(Room)
  case settings
  case about
  case components
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
      self = Self.known.first { $0.path == address } ?? .unknown(address)
    }
  }

  /// The address of this place.
  public var path: String {
    switch self {
    case .room(let room): room.path
    case .settings: "/settings"
    case .about: "/about"
    case .components: "/about/components"
    case .unknown(let path): path
    }
  }

  /// Every place that exists; the server answers each of them with the app.
  public static var known: [Route] {
    Room.allCases.map { .room($0) } + [.settings, .about, .components]
  }

  var title: String {
    switch self {
    case .room(let room): room.name
    case .settings: "Settings"
    case .about: "About"
    case .components: "Components"
    case .unknown: "Not found"
    }
  }
}
