public import HTTP
import Ledger
public import Storage

/// What devices ask of the ledger: `/v1/now`, and below `/v1/s/{owner}/{space}` push, offer, pull, digest,
/// history and at. Bodies are frames, both ways.
public struct SyncRoutes: Sendable {
  private let store: any Store & GrantStore
  private let sessions: Sessions
  private let rates: SessionRates
  private let log: EventLog

  /// Serves what `store` keeps to whom it belongs and whom they let in, each device as much as `limits`
  /// let it have.
  public init(
    _ store: any Store & GrantStore, sessions: Sessions, limits: RateLimits = RateLimits(),
    log: EventLog
  ) {
    self.store = store
    self.sessions = sessions
    rates = SessionRates(limits)
    self.log = log
  }

  public func add(to router: inout Router) {
    let base = "/v1/s/{owner}/{space}"
    router.on(.get, "/v1/now", now)
    for (name, isOffer) in [("push", false), ("offer", true)] {
      router.on(.post, "\(base)/\(name)", bodyLimit: Frame.byteLimit) {
        request, parameters throws(HTTPError) in
        try push(request, parameters, isOffer: isOffer)
      }
    }
    router.on(.get, "\(base)/pull", pull)
    router.on(.get, "\(base)/digest", digest)
    router.on(.get, "\(base)/history", history)
    router.on(.get, "\(base)/at", state)
  }

  // MARK: - The routes

  @Sendable private func now(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let account = try sessions.find(request)?.account
    let space = account.map(SpaceID.own) ?? SpaceID(Bits128(high: 0, low: 0))
    return answer(.now(ServerTime(now: sessions.now, account: account)), of: space, to: request)
  }

  @Sendable private func push(
    _ request: Request, _ parameters: Parameters, isOffer: Bool
  ) throws(HTTPError) -> Response {
    let visit = try visit(parameters, to: isOffer ? .offer : .write, by: request)
    let (place, grantee) = (visit.place, visit.signIn.account)
    var push = try Self.push(in: request, for: place)
    push.sender = visit.signIn.id
    guard push.isOffer == isOffer else {
      throw .badFrame("An offer goes to `offer`, and a push to `push`.")
    }
    return try answer(request, place) { store throws(StorageError) in
      visit.isOwner
        ? .pushReply(try store.push(push, to: place, now: sessions.now))
        : try store.push(push, to: place, by: grantee, now: sessions.now).map { .pushReply($0) }
    }
  }

  @Sendable private func pull(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let visit = try visit(parameters, to: .read, by: request)
    let (place, grantee) = (visit.place, visit.signIn.account)
    let since = try request.queryNumber("since")
    let byteLimit = try request.queryByteLimit()
    return try answer(request, place) { store throws(StorageError) in
      visit.isOwner
        ? .pull(try store.pull(place, since: since, byteLimit: byteLimit, now: sessions.now))
        : try store.pull(
          place, by: grantee, since: since, byteLimit: byteLimit, now: sessions.now
        ).map { .pull($0) }
    }
  }

  @Sendable private func digest(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let visit = try visit(parameters, to: .read, by: request)
    let (place, grantee) = (visit.place, visit.signIn.account)
    return try answer(request, place) { store throws(StorageError) in
      visit.isOwner
        ? .digest(try store.header(of: place).digest)
        : try store.digest(of: place, by: grantee, now: sessions.now).map { .digest($0) }
    }
  }

  @Sendable private func history(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let place = try visit(parameters, to: .recall, by: request).place
    guard let row = try request.queryRow("rid") else { throw .noRow("rid") }
    let last = try request.queryHistoryPlace("behind")
    let byteLimit = try request.queryByteLimit()
    return try answer(request, place) { store throws(StorageError) in
      .history(try store.history(of: row, in: place, behind: last, byteLimit: byteLimit))
    }
  }

  @Sendable private func state(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let place = try visit(parameters, to: .recall, by: request).place
    let moment = try PastMoment(asked: request)
    let row = try request.queryRow("after")
    let byteLimit = try request.queryByteLimit()
    let now = sessions.now
    let recollection = try log.asking(for: request) { () throws(StorageError) in
      try store.recollection(of: moment, in: place, now: now)
    }
    let sequence = try recollection.sequence()
    return try answer(request, place) { store throws(StorageError) in
      .past(try store.state(of: place, asOf: sequence, after: row, byteLimit: byteLimit))
    }
  }

  // MARK: - Who may

  /// Whoever is signed in, where he may do this in the place that a path names, and not too often.
  private func visit(
    _ parameters: Parameters, to action: Access.Action, by request: Request
  ) throws(HTTPError) -> Access.Visit {
    let signIn = try sessions.require(request)
    let now = sessions.now
    let visit = try Access.visit(parameters, to: action, by: signIn, now: now) {
      place throws(HTTPError) in
      try log.asking(for: request) { () throws(StorageError) in
        try store.grant(of: signIn.account, in: place)?.grant
      }
    }
    let isWriting = action == .write || action == .offer
    try rates.take(isWriting ? .push : .pull, by: signIn.account, now: now)
    return visit
  }

  // MARK: - Frames in and out

  private static func push(in request: Request, for place: Place) throws(HTTPError) -> Push {
    let type = request.headers["Content-Type"]?.split(separator: ";").first ?? ""
    guard type.filter({ $0 != " " }).lowercased() == Frame.mediaType,
      request.headers["Content-Encoding"] == nil
    else {
      throw HTTPError(
        .unsupportedMediaType, code: "not_a_frame",
        message: "Send a plain `\(Frame.mediaType)`. Nothing was changed.")
    }
    let frame: Frame
    do throws(FrameError) {
      frame = try Frame(bytes: request.body)
    } catch {
      throw error.answer
    }
    guard case .push(let push) = frame.body else {
      throw .badFrame("The frame is not a push.")
    }
    guard frame.space == place.space else {
      throw .badFrame("The frame is for another space than its address names.")
    }
    return push
  }

  /// Asks the store, and answers with what it gives; nothing where a grant ended meanwhile.
  private func answer(
    _ request: Request, _ place: Place,
    _ ask: (any Store & GrantStore) throws(StorageError) -> Frame.Body?
  ) throws(HTTPError) -> Response {
    let body = try log.asking(for: request) { () throws(StorageError) in try ask(store) }
    guard let body else { throw .notFound }
    return answer(body, of: place.space, to: request)
  }

  private func answer(_ body: Frame.Body, of space: SpaceID, to request: Request) -> Response {
    var headers: Headers = [
      "Content-Type": Frame.mediaType, "Cache-Control": "no-store", "Vary": "Accept-Encoding",
    ]
    let bytes = Frame(space: space, body).bytes
    let accepted = AcceptEncoding(request.headers["Accept-Encoding"])
    guard bytes.count > Gzip.worthwhile, accepted.weight(of: "gzip") > 0,
      let packed = Gzip.compress(bytes), packed.count < bytes.count
    else { return Response(.ok, headers: headers, body: Body(bytes)) }
    headers.add("Content-Encoding", "gzip")
    return Response(.ok, headers: headers, body: Body(packed))
  }
}
