public import HTTP
import Ledger
public import Storage

/// Sharing: the grants of an owner below `/v1/s/{owner}/{space}/grants`, and received grants at `/v1/grants`. Requests
/// and answers are JSON.
///
/// People are named by the id of their account, which they give each other. Sign-in names are not accepted, because
/// the answer would show who has an account; and an unknown id gets the same answer as any other.
public struct GrantRoutes: Sendable {
  private let store: any GrantStore
  private let sessions: Sessions
  private let access: Access
  private let log: EventLog

  public init(
    _ store: any GrantStore, sessions: Sessions, limits: RateLimits = RateLimits(), log: EventLog
  ) {
    self.store = store
    self.sessions = sessions
    access = Access(sessions, limits: limits)
    self.log = log
  }

  public func add(to router: inout Router<ServerError>) {
    let base = "/v1/s/{owner}/{space}/grants"
    router.on(.get, "/v1/grants", received)
    router.on(.get, base, list)
    router.on(.post, base, bodyLimit: AccountBody.byteLimit, give)
    router.on(.post, "\(base)/revoke", bodyLimit: AccountBody.byteLimit, revoke)
  }

  @Sendable private func received(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let signIn = try access.enter(request, .pull)
    let list = try asking(grants(to: signIn.account, now: sessions.now)).map { place, grant in
      JSON.object(
        [
          .init("owner", .string(place.account.bits.hex)),
          .init("space", .string(place.space.bits.hex)),
        ] + grant.members)
    }
    return Response(json: .object([.init("grants", .array(list))]))
  }

  @Sendable private func list(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    try show(try visit(request, parameters, .pull).place)
  }

  @Sendable private func give(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let visit = try visit(request, parameters, .push)
    guard visit.signIn.isProved(at: sessions.now) else { throw .notProved }
    let place = visit.place
    let wish = try GrantWish(AccountBody(request), now: sessions.now)
    guard wish.grantee != place.account else { throw .grantToOneself }
    switch try asking(store.give(wish.grant, label: wish.label, in: place, to: wish.grantee)) {
    case .full: throw .grantsFull
    case .noAccount: throw .noSession
    case .given: log.audit("granted", place.account, request)
    }
    return try show(place)
  }

  @Sendable private func revoke(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let place = try visit(request, parameters, .push).place
    let grantee = try GrantWish.grantee(in: AccountBody(request))
    if try asking(store.revokeGrant(of: grantee, in: place)) {
      log.audit("revoked", place.account, request)
    }
    return try show(place)
  }

  private func visit(
    _ request: Request, _ parameters: Parameters, _ use: SessionRates.Use
  ) throws(ServerError) -> Access.Visit {
    try access.visit(request, parameters, to: .share, use, in: store)
  }

  /// The places that somebody can read, with the grants.
  private func grants(
    to grantee: AccountID, now: Int64
  ) throws(StorageError) -> [(Place, Grant)] {
    var grants: [(Place, Grant)] = []
    for received in try store.grants(to: grantee) {
      // The mirror may be outdated: the owner's copy decides.
      guard let given = try store.grant(of: grantee, in: received.place),
        given.grant.allows(.read, now: now)
      else { continue }
      grants.append((received.place, given.grant))
    }
    return grants
  }

  /// The grants in a place.
  private func show(_ place: Place) throws(ServerError) -> Response {
    let list = try asking(store.grants(in: place)).map { given in
      JSON.object(
        [
          .init("account", .string(given.grantee.bits.hex)), .init("name", .string(given.label)),
        ] + given.grant.members)
    }
    return Response(json: .object([.init("grants", .array(list))]))
  }
}

/// The grant that an owner asks for.
private struct GrantWish {
  private static let kindLimit = 256

  let grantee: AccountID
  let label: String
  let grant: Grant

  init(_ body: AccountBody, now: Int64) throws(ServerError) {
    grantee = try Self.grantee(in: body)
    guard let label = DisplayName.exact(try body.text("name")) else { throw .nameWrong }
    self.label = label
    guard let role = Role(word: try body.text("role")), role != .owner else { throw .grantWrong }
    let since = try Self.moment("since", in: body)
    let expiry = try Self.moment("expires", in: body)
    if let expiry, expiry <= now { throw .grantWrong }
    grant = Grant(role, kinds: try Self.kinds(in: body), since: since, expiry: expiry)
  }

  static func grantee(in body: AccountBody) throws(ServerError) -> AccountID {
    guard let bits = Bits128(hex: try body.text("account")) else { throw .grantWrong }
    return AccountID(bits)
  }

  private static func moment(
    _ name: String, in body: AccountBody
  ) throws(ServerError) -> Int64? {
    switch body.json[name] {
    case nil, .null: return nil
    case let value?:
      guard let moment = value.int, 0...HybridTime.lastMilliseconds ~= moment else {
        throw .grantWrong
      }
      return moment
    }
  }

  /// The kinds that it covers, or `nil` for all; an empty list is invalid.
  private static func kinds(in body: AccountBody) throws(ServerError) -> Set<KindID>? {
    switch body.json["kinds"] {
    case nil, .null: return nil
    case let value?:
      let numbers = value.array?.compactMap { $0.int.flatMap(UInt64.init(exactly:)) } ?? []
      guard let list = value.array, numbers.count == list.count,
        1...kindLimit ~= numbers.count
      else { throw .grantWrong }
      return Set(numbers.map { KindID($0) })
    }
  }
}

extension Grant {
  /// Its terms as JSON.
  fileprivate var members: [JSON.Member] {
    [
      .init("role", .string(role.word)),
      .init(
        "kinds",
        kinds.map { .array($0.sorted().map { .int(Int64(bitPattern: $0.number)) }) } ?? .null),
      .init("since", since.map { .int($0) } ?? .null),
      .init("expires", expiry.map { .int($0) } ?? .null),
    ]
  }
}

extension Role {
  fileprivate var word: String {
    switch self {
    case .owner: "owner"
    case .editor: "editor"
    case .commenter: "commenter"
    case .reader: "reader"
    }
  }

  fileprivate init?(word: String) {
    guard let role = Role.allCases.first(where: { $0.word == word }) else { return nil }
    self = role
  }
}

extension ServerError {
  fileprivate static let grantWrong = refusal(
    .unprocessable, code: "grant_wrong",
    message: "This grant is invalid. Nothing was changed. Send the account as 32 "
      + "hexadecimal digits, the role as editor, commenter or reader, kinds as a list of numbers, "
      + "and times in milliseconds, with the end in the future.")

  fileprivate static let grantToOneself = refusal(
    .unprocessable, code: "grant_to_oneself",
    message: "This is your own space: you can already do everything there. Nothing was changed.")

  fileprivate static let grantsFull = refusal(
    .conflict, code: "grants_full",
    message: "You can share with at most \(GivenGrant.countLimit) people. Nothing was changed. "
      + "Remove somebody first.")
}
