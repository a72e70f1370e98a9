import JournalRoom
public import Pages
import RoomKit

/// Where in the app a person is; every place has an address.
public enum Route: Equatable, Sendable {
  case room(RoomList.Place)
  case page(PagePlace)
  /// An address that leads nowhere, as it was typed.
  case unknown(String)

  /// Reads an address such as `/journal?day=today`.
  public init(path: String) {
    var name = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    while name.count > 1, name.last == UInt8(ascii: "/") { name.removeLast() }
    let address = String(decoding: name, as: UTF8.self)
    self =
      address.utf8.elementsEqual("/".utf8)
      ? .room(.first)
      : RoomList.Place(path: address).map { .room($0) }
        ?? PagePlace(path: address).map { .page($0) }
        ?? .unknown(address)
  }

  /// What the server answers with the app; `*` stands for the name of a row.
  public static let patterns = RoomList.Place.patterns + PagePlace.patterns

  /// Every place except those of single rows.
  public static let known: [Route] =
    RoomList.Place.fixed.map { .room($0) } + PagePlace.fixed.map { .page($0) }

  /// The address of this place.
  public var path: String {
    switch self {
    case .room(let place): place.path
    case .page(let place): place.path
    case .unknown(let path): path
    }
  }

  /// The room that a place belongs to, if any.
  var home: Room? {
    switch self {
    case .room(let place): place.home
    case .page, .unknown: nil
    }
  }

  /// Whether it is the page of the days.
  var isDays: Bool { room?.journal?.isDays == true }

  var room: RoomList.Place? { if case .room(let place) = self { place } else { nil } }

  var title: String {
    switch self {
    case .room(let place): place.title
    case .page(let place): place.title
    case .unknown: "Not found"
    }
  }
}
