public import Ledger

/// The places that a room or the pages have in the app; each has an address.
///
/// A room says what its places are called and where they are; the shell finds the place of an address and shows it.
public protocol PlaceSet: Equatable, Sendable {
  /// The places whose addresses never change.
  static var fixed: [Self] { get }
  /// The places that show one row: what comes before the row's name in the address.
  static var ofRows: [(prefix: String, place: @Sendable (RowID) -> Self)] { get }
  /// The places that show something with another sort of name; `nil` for a name that nothing can have.
  static var ofNames: [(prefix: String, place: @Sendable (String) -> Self?)] { get }
  var path: String { get }
  var title: String { get }
}

extension PlaceSet {
  public static var ofRows: [(prefix: String, place: @Sendable (RowID) -> Self)] { [] }
  public static var ofNames: [(prefix: String, place: @Sendable (String) -> Self?)] { [] }

  /// The place with an address such as `/journal/takes`, if it is one of these.
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
    for (prefix, place) in Self.ofNames where path.utf8.starts(with: prefix.utf8) {
      let name = String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      guard let found = place(name) else { continue }
      self = found
      return
    }
    return nil
  }

  /// The addresses where the server delivers the app; `*` matches any name.
  public static var patterns: [String] {
    fixed.map { $0.path } + (ofRows.map { $0.prefix } + ofNames.map { $0.prefix }).map { $0 + "*" }
  }
}

/// Addresses that rooms link to outside of themselves.
public enum Address {
  /// Where a person comes in.
  public static let home = "/journal"
  public static let account = "/account"
  public static let takes = "/journal/takes"
  /// Before the name of a reed.
  public static let reed = "/reeds/reed/"
  /// Before the name of a session of training.
  public static let training = "/sessions/log/"
  public static let tuner = "/tools/tuner"
  public static let drone = "/tools/drone"
  public static let metronome = "/tools/metronome"
  public static let scores = "/tools/scores"
  public static let sound = "/about/sound"
}
