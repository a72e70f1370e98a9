public import Ledger
public import RoomKit

/// A place outside of the rooms.
public enum PagePlace: PlaceSet {
  case settings
  /// Who is signed in, and on which devices.
  case account
  /// Where a link that signs in leads.
  case link(AccountPage.Link)
  case about
  case components
  /// All data.
  case data
  case row(RowID)
  /// Restore points.
  case points

  public static let fixed: [PagePlace] =
    [.settings, .account, .about, .components, .data, .points]
    + AccountPage.Link.allCases.map { .link($0) }
  public static let ofRows: [(prefix: String, place: @Sendable (RowID) -> PagePlace)] = [
    (rowPrefix, { .row($0) })
  ]
  private static let rowPrefix = "/about/data/row/"

  public var path: String {
    switch self {
    case .settings: "/settings"
    case .account: Address.account
    case .link(let link): link.path
    case .about: "/about"
    case .components: "/about/components"
    case .data: "/about/data"
    case .row(let row): Self.rowPrefix + row.bits.hex
    case .points: "/about/points"
    }
  }

  public var title: String {
    switch self {
    case .settings: "Settings"
    case .account: "Account"
    case .link(let link): link.title
    case .about: "About"
    case .components: "Components"
    case .data: "Your data"
    case .row: "Item"
    case .points: "Restore points"
    }
  }
}
