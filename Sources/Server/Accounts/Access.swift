import HTTP
import Ledger
import Storage

/// Who may do what: the one door to every place. What ``Grant/allows(_:on:now:)`` does not allow is refused, and so
/// is what an account asks for too often.
struct Access {
  typealias Action = Grant.Action

  private let sessions: Sessions
  private let rates: SessionRates

  init(_ sessions: Sessions, limits: RateLimits) {
    self.sessions = sessions
    rates = SessionRates(limits)
  }

  /// Somebody who may do what he asked for in a place.
  struct Visit {
    let place: Place
    let signIn: SignIn
    let isOwner: Bool
  }

  /// Whoever is signed in.
  func enter(_ request: Request, _ use: SessionRates.Use) throws(ServerError) -> SignIn {
    let signIn = try sessions.require(request)
    try rates.take(use, by: signIn.account, now: sessions.now)
    return signIn
  }

  /// Whoever is signed in, where he may do this in the place that a path names, by the grants in `store`; others are
  /// told that it is not there, whether it is or not.
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

  /// Whether a grant allows an action, on one row where it is about one; without a grant nothing is allowed.
  static func allows(
    _ action: Action, on row: RowFacts? = nil, with grant: Grant?, now: Int64
  ) -> Bool {
    grant?.allows(action, on: row, now: now) ?? false
  }
}

extension Access {
  /// Whether a request needs nobody to be signed in: the time, signing in, published catalogues, and all that is no
  /// interface.
  static func isOpen(_ request: Request) -> Bool {
    guard let segments = request.segments, segments.first == "v1" else { return true }
    let path = Array(segments.dropFirst())
    if path.count == 2, path[0] == "catalogues" { return request.method.isSafe }
    return openPaths.contains(path)
  }

  private static let openPaths: Set<[String]> = [
    ["now"], ["signin"], ["signin", "new"], ["signin", "launch"], ["signin", "reset"], ["climbs"],
  ]
}
