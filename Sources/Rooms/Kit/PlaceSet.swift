import Domain
public import Ledger

/// The places of a room or of the pages; each has an address.
///
/// A room names its places and their addresses; the shell finds the place for an address and shows it.
public protocol PlaceSet: Equatable, Sendable {
  /// The places with fixed addresses.
  static var fixed: [Self] { get }
  /// The places that show one row: the prefix before the row's id in the address.
  static var ofRows: [(prefix: String, place: @Sendable (RowID) -> Self)] { get }
  /// The places that show one day: the prefix before a date such as `2026-11-25` in the address.
  static var ofDays: [(prefix: String, place: @Sendable (Int64) -> Self)] { get }
  /// The places that show something with another kind of name; `nil` for an invalid name.
  static var ofNames: [(prefix: String, place: @Sendable (String) -> Self?)] { get }
  var path: String { get }
  var title: String { get }
}

extension PlaceSet {
  public static var ofRows: [(prefix: String, place: @Sendable (RowID) -> Self)] { [] }
  public static var ofDays: [(prefix: String, place: @Sendable (Int64) -> Self)] { [] }
  public static var ofNames: [(prefix: String, place: @Sendable (String) -> Self?)] { [] }

  /// The place with an address such as `/journal/takes`, if it is in this set.
  public init?(path: String) {
    if let place = Self.fixed.first(where: { $0.path.utf8.elementsEqual(path.utf8) }) {
      self = place
      return
    }
    for (prefix, place) in Self.ofRows where path.utf8.starts(with: prefix.utf8) {
      let name = path.utf8.dropFirst(prefix.utf8.count)
      guard let bits = Bits128(hex: String(decoding: name, as: UTF8.self)) else { continue }
      self = place(RowID(bits))
      return
    }
    for (prefix, place) in Self.ofDays where path.utf8.starts(with: prefix.utf8) {
      let name = path.utf8.dropFirst(prefix.utf8.count)
      guard let day = JournalDay.day(named: String(decoding: name, as: UTF8.self)) else { continue }
      self = place(day)
      return
    }
    for (prefix, place) in Self.ofNames where path.utf8.starts(with: prefix.utf8) {
      let name = String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      guard let found = place(name) else { continue }
      self = found
      return
    }
    return nil
  }

  /// The addresses at which the server delivers the app; `*` matches any name, `{day}` a date.
  public static var patterns: [String] {
    fixed.map { $0.path } + (ofRows.map { $0.prefix } + ofNames.map { $0.prefix }).map { $0 + "*" }
      + ofDays.map { $0.prefix + "{day}" }
  }
}

/// Addresses that rooms link to in other rooms.
public enum Address {
  /// The start page.
  public static let home = "/journal"
  public static let account = "/account"
  /// The prefix before a date.
  public static let day = home + "/"
  public static let settings = "/settings"
  public static let takes = "/journal/takes"
  /// The prefix before a reed's id.
  public static let reed = "/reeds/reed/"
  /// The prefix before a training session's id.
  public static let training = "/sessions/log/"
  /// All training sessions.
  public static let trained = "/sessions/history"
  public static let tuner = "/tools/tuner"
  public static let drone = "/tools/drone"
  public static let metronome = "/tools/metronome"
  public static let scores = "/tools/scores"
  public static let sound = "/about/sound"
}
