public import Ledger

/// Where in the app a person is; every place has an address.
public enum Route: Equatable, Sendable {
  case room(Room)
  /// One of the tools; the room alone shows the one that showed last.
  case tool(Tools.Panel)
  /// A part of the journal; the room alone shows its days.
  case journal(Journal.Part)
  case take(RowID)
  case piece(RowID)
  case settings
  /// Who is signed in, and on which devices.
  case account
  /// What somebody followed who was given a link that signs in.
  case link(AccountPage.Link)
  case about
  case components
  case sound
  /// Everything that is kept.
  case data
  /// What was, and going back to it.
  case points
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
    guard let slash = address.utf8.lastIndex(of: UInt8(ascii: "/")),
      let bits = Bits128(hex: String(decoding: address.utf8[slash...].dropFirst(), as: UTF8.self))
    else { return nil }
    let row = RowID(bits)
    switch String(decoding: address.utf8[...slash], as: UTF8.self) {
    case Self.rowPrefix: self = .dataRow(row)
    case Self.takePrefix: self = .take(row)
    case Self.piecePrefix: self = .piece(row)
    default: return nil
    }
  }

  private static let rowPrefix = "/about/data/row/"
  private static let takePrefix = Journal.Part.takes.path + "/"
  private static let piecePrefix = Journal.Part.practice.path + "/"

  /// What the server answers with the app beside ``known``: a row has an address of its own.
  public static let patterns = [rowPrefix + "*", takePrefix + "*", piecePrefix + "*"]

  /// The address of this place.
  public var path: String {
    switch self {
    case .room(let room): room.path
    case .tool(let panel): panel.path
    case .journal(let part): part.path
    case .take(let row): Self.takePrefix + row.bits.hex
    case .piece(let row): Self.piecePrefix + row.bits.hex
    case .settings: "/settings"
    case .account: "/account"
    case .link(let link): link.path
    case .about: "/about"
    case .components: "/about/components"
    case .sound: "/about/sound"
    case .data: "/about/data"
    case .points: "/about/points"
    case .dataRow(let row): Self.rowPrefix + row.bits.hex
    case .unknown(let path): path
    }
  }

  /// Every place that exists; the server answers each of them with the app.
  public static var known: [Route] {
    Room.allCases.map { .room($0) } + Tools.Panel.allCases.map { .tool($0) } + [
      .journal(.takes), .journal(.practice), .settings, .account, .about, .components, .sound,
      .data, .points,
    ] + AccountPage.Link.allCases.map { .link($0) }
  }

  /// The room that a place belongs to, if it belongs to one.
  var home: Room? {
    switch self {
    case .room(let room): room
    case .tool: .tools
    case .journal, .take, .piece: .journal
    default: nil
    }
  }

  var title: String {
    switch self {
    case .room(let room): room.name
    case .tool(let panel): panel.name
    case .journal(let part): part.name
    case .take: "Take"
    case .piece: "Piece"
    case .settings: "Settings"
    case .account: "Account"
    case .link(let link): link.title
    case .about: "About"
    case .components: "Components"
    case .sound: "Sound"
    case .data: "Your data"
    case .points: "Restore points"
    case .dataRow: "A row"
    case .unknown: "Not found"
    }
  }
}
