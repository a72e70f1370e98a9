public import HTTP
import Ledger
public import Storage

/// The sync interface: `/v1/now`, and below `/v1/s/{owner}/{space}` push, offer, pull, watch, digest, history and at.
/// Requests and answers are frames.
public struct SyncRoutes: Sendable {
  private let store: any Store & GrantStore
  private let sessions: Sessions
  private let access: Access
  private let watches: Watches

  /// Serves the spaces in `store` to their owners and guests, within `limits`.
  public init(
    _ store: any Store & GrantStore, sessions: Sessions, limits: RateLimits = RateLimits(),
    watches: Watches = Watches()
  ) {
    self.store = store
    self.sessions = sessions
    self.watches = watches
    access = Access(sessions, limits: limits)
  }

  public func add(to router: inout Router<ServerError>) {
    let base = "/v1/s/{owner}/{space}"
    router.on(.get, "/v1/now", now)
    for (name, isOffer) in [("push", false), ("offer", true)] {
      router.on(.post, "\(base)/\(name)", bodyLimit: Frame.byteLimit) {
        request, parameters throws(ServerError) in
        try push(request, parameters, isOffer: isOffer)
      }
    }
    router.on(.get, "\(base)/pull", pull)
    router.on(.get, "\(base)/\(Access.heldName)", watch)
    router.on(.get, "\(base)/digest", digest)
    router.on(.get, "\(base)/history", history)
    router.on(.get, "\(base)/at", state)
  }

  // MARK: - The routes

  @Sendable private func now(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let account = try sessions.find(request)?.account
    let space = account.map(SpaceID.own) ?? SpaceID(Bits128(high: 0, low: 0))
    return answer(.now(ServerTime(now: sessions.now, account: account)), of: space, to: request)
  }

  @Sendable private func push(
    _ request: Request, _ parameters: Parameters, isOffer: Bool
  ) throws(ServerError) -> Response {
    let visit = try visit(request, parameters, to: isOffer ? .offer : .write)
    let (place, grantee) = (visit.place, visit.signIn.account)
    var push = try Self.push(in: request, for: place)
    push.sender = visit.signIn.id
    guard push.isOffer == isOffer else {
      throw .refused(.badFrame("An offer goes to `offer`, and a push to `push`."))
    }
    // A device that was away for too long starts over. By a clock that may be wrong nobody does.
    if isOffer, !sessions.isSteady() { push.pulledAt = 0 }
    let reply = try asking(
      visit.isOwner
        ? store.push(push, to: place, now: sessions.now)
        : store.push(push, to: place, by: grantee, now: sessions.now))
    if let reply, reply.status == .ok || reply.status == .forbidden { watches.changed(place) }
    return try answer(reply.map { .pushReply($0) }, of: place, to: request)
  }

  @Sendable private func pull(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let visit = try visit(request, parameters, to: .read)
    return try answer(page(request, visit).map { .pull($0) }, of: visit.place, to: request)
  }

  /// The same as a pull, but as long as nothing is new the answer waits.
  @Sendable private func watch(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let visit = try visit(request, parameters, to: .read)
    let device = try request.number("device", fallback: 0)
    let watch = watches.begin(
      at: visit.place, by: Watches.Watcher(signIn: visit.signIn.id, device: device))
    defer { watches.end(watch) }
    let page = try page(request, visit, atMost: Self.newsLimit)
    guard let page, page.cells.isEmpty, page.to == page.from, !page.isReset else {
      return try answer(page.map { .pull(Self.news($0)) }, of: visit.place, to: request)
    }
    watch.wait()
    // Meanwhile the device may have been signed out, or its access may have ended.
    let again = try self.visit(request, parameters, to: .read)
    let news = try self.page(request, again, atMost: Self.newsLimit)
    return try answer(news.map { .pull(Self.news($0)) }, of: again.place, to: request)
  }

  /// About how large the answer to a watch is. Watches are not counted among an account's requests, so that answers as large
  /// as those to pulls would be a way around that limit.
  private static let newsLimit = 4_096

  /// A page as the answer to a watch: without its cells if they are many, so that the device pulls them.
  private static func news(_ page: PullPage) -> PullPage {
    let size = page.cells.reduce(0) { $0 + $1.cell.value.encodedByteCount }
    guard size > 4 * newsLimit || page.cells.count > newsLimit / 16 else { return page }
    var news = page
    (news.to, news.hasMore, news.digest, news.cells) = (page.from, true, 0, [])
    return news
  }

  /// What came after the place that a request names.
  private func page(
    _ request: Request, _ visit: Access.Visit, atMost limit: Int = .max
  ) throws(ServerError) -> PullPage? {
    let (place, grantee) = (visit.place, visit.signIn.account)
    let since = try request.number("since")
    let byteLimit = min(try request.queryByteLimit(), limit)
    return try asking(
      visit.isOwner
        ? store.pull(place, since: since, byteLimit: byteLimit, now: sessions.now)
        : store.pull(place, by: grantee, since: since, byteLimit: byteLimit, now: sessions.now))
  }

  @Sendable private func digest(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let visit = try visit(request, parameters, to: .read)
    let (place, grantee) = (visit.place, visit.signIn.account)
    let digest = try asking(
      visit.isOwner
        ? store.header(of: place).digest
        : store.digest(of: place, by: grantee, now: sessions.now))
    return try answer(digest.map { .digest($0) }, of: place, to: request)
  }

  @Sendable private func history(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let place = try visit(request, parameters, to: .recall).place
    guard let row = try request.queryRow("rid") else { throw .noRow("rid") }
    let last = try request.queryHistoryPlace("behind")
    let byteLimit = try request.queryByteLimit()
    let page = try asking(store.history(of: row, in: place, behind: last, byteLimit: byteLimit))
    return try answer(.history(page), of: place, to: request)
  }

  @Sendable private func state(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let place = try visit(request, parameters, to: .recall).place
    let moment = try PastMoment(asked: request)
    let row = try request.queryRow("after")
    let byteLimit = try request.queryByteLimit()
    let recollection = try asking(store.recollection(of: moment, in: place, now: sessions.now))
    let sequence = try recollection.sequence()
    let page = try asking(
      store.state(of: place, asOf: sequence, after: row, byteLimit: byteLimit))
    return try answer(.past(page), of: place, to: request)
  }

  // MARK: - Access

  /// The visit of somebody who may do this in the place that a path names, within the rate limits.
  private func visit(
    _ request: Request, _ parameters: Parameters, to action: Access.Action
  ) throws(ServerError) -> Access.Visit {
    let isWriting = action == .write || action == .offer
    return try access.visit(
      request, parameters, to: action, isWriting ? .push : .pull, in: store)
  }

  // MARK: - Frames in and out

  private static func push(in request: Request, for place: Place) throws(ServerError) -> Push {
    let type = request.headers["Content-Type"]?.split(separator: ";").first ?? ""
    guard type.filter({ $0 != " " }).lowercased() == Frame.mediaType,
      request.headers["Content-Encoding"] == nil
    else {
      throw .refusal(
        .unsupportedMediaType, code: "not_a_frame",
        message: "Send a plain `\(Frame.mediaType)`. Nothing was changed.")
    }
    let frame = try passing(Frame(bytes: request.body), as: ServerError.frame)
    guard case .push(let push) = frame.body else {
      throw .refused(.badFrame("The frame is not a push."))
    }
    guard frame.space == place.space else {
      throw .refused(.badFrame("The frame is for a different space than its address."))
    }
    return push
  }

  /// Answers with the store's result, which is `nil` if a grant has ended meanwhile.
  private func answer(
    _ body: Frame.Body?, of place: Place, to request: Request
  ) throws(ServerError) -> Response {
    guard let body else { throw .notFound }
    return answer(body, of: place.space, to: request)
  }

  private func answer(_ body: Frame.Body, of space: SpaceID, to request: Request) -> Response {
    // The policy of a page would be most of what an idle device costs.
    var headers: Headers = [
      "Content-Type": Frame.mediaType, "Cache-Control": "no-store", "Vary": "Accept-Encoding",
      "Content-Security-Policy": "default-src 'none'",
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
