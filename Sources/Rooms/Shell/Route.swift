public import JournalRoom
public import Pages
import RoomKit
public import ToolsRoom

/// Where in the app a person is; every place has an address.
public enum Route: Equatable, Sendable {
  case journal(Journal.Place)
  case tools(Tools.Place)
  case page(PagePlace)
  /// A room that is not built yet.
  case promised(Room)
  /// An address that leads nowhere, as it was typed.
  case unknown(String)

  /// Reads an address such as `/journal?day=today`.
  public init(path: String) {
    var name = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    while name.count > 1, name.last == UInt8(ascii: "/") { name.removeLast() }
    let address = String(decoding: name, as: UTF8.self)
    self =
      address.utf8.elementsEqual("/".utf8)
      ? .journal(.days)
      : Journal.Place(path: address).map { .journal($0) }
        ?? Tools.Place(path: address).map { .tools($0) }
        ?? PagePlace(path: address).map { .page($0) }
        ?? Room.promised.first { $0.path.utf8.elementsEqual(address.utf8) }.map { .promised($0) }
        ?? .unknown(address)
  }

  /// What the server answers with the app; `*` stands for the name of a row.
  public static let patterns =
    Journal.Place.patterns + Tools.Place.patterns + PagePlace.patterns
    + Room.promised.map { $0.path }

  /// Every place that exists, but for those of single rows.
  public static let known: [Route] =
    Journal.Place.fixed.map { .journal($0) } + Tools.Place.fixed.map { .tools($0) }
    + PagePlace.fixed.map { .page($0) } + Room.promised.map { .promised($0) }

  /// The address of this place.
  public var path: String {
    switch self {
    case .journal(let place): place.path
    case .tools(let place): place.path
    case .page(let place): place.path
    case .promised(let room): room.path
    case .unknown(let path): path
    }
  }

  /// The room that a place belongs to, if it belongs to one.
  var home: Room? {
    switch self {
    case .journal: .journal
    case .tools(.sound), .page, .unknown: nil
    case .tools: .tools
    case .promised(let room): room
    }
  }

  var journal: Journal.Place? { if case .journal(let place) = self { place } else { nil } }
  var tools: Tools.Place? { if case .tools(let place) = self { place } else { nil } }

  var title: String {
    switch self {
    case .journal(let place): place.title
    case .tools(let place): place.title
    case .page(let place): place.title
    case .promised(let room): room.name
    case .unknown: "Not found"
    }
  }
}
