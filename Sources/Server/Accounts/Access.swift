import HTTP
import Ledger
import Storage

/// Decides who may do what, for every place. Refuses everything that ``Grant/allows(_:on:now:)`` does not allow, and
/// requests beyond the rate limits.
struct Access {
  typealias Action = Grant.Action

  private let sessions: Sessions
  private let rates: SessionRates

  init(_ sessions: Sessions, limits: RateLimits) {
    self.sessions = sessions
    rates = SessionRates(limits)
  }

  /// An allowed request to a place.
  struct Visit {
    let place: Place
    let signIn: SignIn
    let isOwner: Bool
  }

  /// The sign-in of a request.
  func enter(_ request: Request, _ use: SessionRates.Use) throws(ServerError) -> SignIn {
    let signIn = try sessions.require(request)
    try rates.take(use, by: signIn.account, now: sessions.now)
    return signIn
  }

  /// The visit of somebody who may do this in the place that a path names, by the grants in `store`; others get "not
  /// found", whether it exists or not.
  func visit(
    _ request: Request, _ parameters: Parameters, to action: Action, _ use: SessionRates.Use,
    in store: any GrantStore
  ) throws(ServerError) -> Visit {
    let signIn = try sessions.require(request)
    guard let owner = Bits128(hex: parameters["owner"]),
      let space = Bits128(hex: parameters["space"])
    else { throw .notFound }
    let place = Place(AccountID(owner), SpaceID(space))
    let isOwner = Self.owns(signIn.account, place)
    let grant =
      isOwner ? .ownership : try asking(store.grant(of: signIn.account, in: place))?.grant
    guard Self.allows(action, with: grant, now: sessions.now) else { throw .notFound }
    try rates.take(use, by: signIn.account, now: sessions.now)
    return Visit(place: place, signIn: signIn, isOwner: isOwner)
  }

  /// An account owns its own space.
  static func owns(_ account: AccountID, _ place: Place) -> Bool {
    place == Place(account, .own(of: account))
  }

  /// Whether a grant allows an action, on `row` if it is about one; without a grant, nothing is allowed.
  static func allows(
    _ action: Action, on row: RowFacts? = nil, with grant: Grant?, now: Int64
  ) -> Bool {
    grant?.allows(action, on: row, now: now) ?? false
  }
}

extension Access {
  /// Whether a request needs no sign-in: the time, signing in, published catalogues, and everything outside the
  /// interface.
  static func isOpen(_ request: Request) -> Bool {
    guard let segments = request.segments, segments.first == "v1" else { return true }
    let path = Array(segments.dropFirst())
    if path.count == 2, path[0] == "catalogues" { return request.method.isSafe }
    return openPaths.contains(path)
  }

  /// Whether a request waits for news rather than being worked on; what is limited to some requests at once does not
  /// count it.
  static func isHeld(_ request: Request) -> Bool {
    guard let segments = request.segments, segments.count == 5 else { return false }
    return segments.first == "v1" && segments.last == heldName
  }

  /// The last part of such a request's path.
  static let heldName = "watch"

  private static let openPaths: Set<[String]> = [
    ["now"], ["signin"], ["signin", "new"], ["signin", "launch"], ["signin", "reset"], ["climbs"],
  ]
}
