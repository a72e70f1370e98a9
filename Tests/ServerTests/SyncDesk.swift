import HTTP
import Ledger
import Platform
import SQLiteStorage
import Storage
import TestSupport

@testable import Server

/// The whole application with a store of its own, asked without a socket; its owner is signed in.
final class SyncDesk: Sendable {
  struct Unexpected: Error {}

  /// Who asks.
  enum Asker {
    case owner, nobody
    case cookie(String)
  }

  static let now: Int64 = 1_800_000_000_000
  /// More than any test asks for.
  static let noLimits = RateLimits.pushing(perMinute: 1_000_000)

  let store: any ServerStore
  let tickets: Tickets
  let space = SpaceID.own(of: .onlyOwner)
  let origin: Origin
  let catalogues: CatalogueRoutes
  /// The files of takes that are shared by a link; other calls for files are not served.
  let blobs: Blobs
  private let application: WebApplication
  let folder = TemporaryFolder()
  private let host: String
  private let log: EventLog
  /// The clock that the server goes by; its operator vouches for it.
  let clock: ServerClock
  private let wall = Lock(SyncDesk.now)
  private let elapsed = Lock<Int64>(0)
  /// The requests that wait for news.
  let watches = Watches()
  private let ownerCookie = Lock("")

  init(
    origin: Origin = .loopback(port: 8080), policy: SignUpPolicy = .open,
    limits: RateLimits = SyncDesk.noLimits, logDescriptor: Int32 = -1,
    store handedIn: (any ServerStore)? = nil, climbs: PublicationID? = nil
  ) throws {
    log = EventLog(descriptor: logDescriptor)
    let store =
      try handedIn ?? SQLiteStore(path: folder.path + "/woodshed.db", readerCount: 1)
    self.store = store
    let (wall, elapsed) = (wall, elapsed)
    clock = try ServerClock(
      store, log: log, isTrusted: true, wall: { wall.withLock { $0 } },
      elapsed: { elapsed.withLock { $0 } })
    self.origin = origin
    tickets = try Tickets(in: DataFolder(path: folder.path))
    host = if case .site(_, let host) = origin { host } else { "localhost:8080" }
    let log = log
    guard let site = StaticSite(files: ["index.html": []], shared: Headers()) else {
      throw Unexpected()
    }
    let clock = clock
    let sessions = Sessions(
      store, origin: origin, clock: { clock.now }, isSteady: { clock.isSteady })
    let accounts = AccountRoutes(
      store, sessions: sessions, passwords: Passwords(cost: .least), tickets: tickets,
      policy: policy, limits: limits, proxy: .none, log: log)
    let sync = SyncRoutes(store, sessions: sessions, limits: limits, watches: watches)
    let grants = GrantRoutes(store, sessions: sessions, limits: limits, log: log)
    catalogues = CatalogueRoutes(
      store, sessions: sessions, limits: limits, proxy: .none,
      shared: SecurityHeaders.all(for: origin), climbs: climbs,
      today: { clock.now / 86_400_000 }, log: log)
    let catalogues = catalogues
    blobs = try Blobs(store, in: DataFolder(path: folder.path))
    let links = TakeLinkRoutes(
      store, blobs: blobs, sessions: sessions, limits: limits, proxy: .none, log: log)
    application = WebApplication(
      site: site, origin: origin, proxy: .none, metrics: Metrics(), log: log, sessions: sessions,
      load: limits
    ) { router in
      accounts.add(to: &router)
      sync.add(to: &router)
      grants.add(to: &router)
      catalogues.add(to: &router)
      links.add(to: &router)
    }
    let token = try tickets.issue(.launch, lifetime: 1, now: now)
    let answer = try post(
      ["token": token, "device": "the owner's"], to: "signin/launch", as: .nobody)
    let cookie = try cookie(in: answer)
    ownerCookie.withLock { $0 = cookie }
  }

  deinit {
    watches.close()
    store.close()
    log.close()
  }

  /// Writes all that is to be logged, and nothing after it.
  func closeLog() { log.close() }

  var now: Int64 { wall.withLock { $0 } }

  func pass(milliseconds: Int64) {
    wall.withLock { $0 += milliseconds }
    elapsed.withLock { $0 += milliseconds }
  }

  /// Sets the clock on the wall, while no time passes.
  func setClock(ahead milliseconds: Int64) { wall.withLock { $0 += milliseconds } }

  /// The housekeeping's rounds, as a server has them.
  func housekeeping() -> HousekeepingRounds {
    let elapsed = elapsed
    return HousekeepingRounds(
      store, tickets: tickets, blobs: blobs, clock: clock, log: log,
      elapsed: { elapsed.withLock { $0 } })
  }

  /// Asks as the app's own page would.
  func ask(
    _ method: HTTP.Method, _ target: String, _ headers: Headers = Headers(), body: [UInt8] = [],
    peer: IPAddress = .loopback, as asker: Asker = .owner
  ) -> Response {
    var headers = headers
    if headers["Host"] == nil { headers["Host"] = host }
    if headers["Sec-Fetch-Site"] == nil { headers["Sec-Fetch-Site"] = "same-origin" }
    if headers["Content-Length"] == nil { headers["Content-Length"] = "\(body.count)" }
    let token: String? =
      switch asker {
      case .owner: ownerCookie.withLock { $0 }
      case .nobody: nil
      case .cookie(let text): text
      }
    if let token { headers.add("Cookie", "\(origin.sessionCookieName)=\(token)") }
    let request = Request(method, target, headers: headers, body: body, peer: peer)
    let response: Response
    let wasAdmitted: Bool
    switch application.admit(request) {
    case .refused(let refusal): (response, wasAdmitted) = (refusal, false)
    case .admitted: (response, wasAdmitted) = (application.respond(to: request), true)
    }
    application.finished(
      Exchange(
        request: request, status: response.status, byteCount: response.body.count, nanoseconds: 0,
        wasAdmitted: wasAdmitted, wasAnswered: true))
    return response
  }

  func path(_ call: String) -> String {
    "/v1/s/\(AccountID.onlyOwner.bits.hex)/\(space.bits.hex)/\(call)"
  }

  /// So many changes of one action in one row.
  func changes(_ count: Int, at moment: Int = 0) -> [Change] {
    let row = RowID(Bits128(high: 5, low: UInt64(moment)))
    let stamp = Stamp(HybridTime(milliseconds: Self.now + Int64(moment)), DeviceID(1))
    return (0..<count).map { index in
      let cell = Cell(
        field: FieldID(UInt64(index) + 1), stamp: stamp, value: .text("take \(index)"))
      return Change(RowCell(row: row, kind: .settings, cell: cell), base: nil)
    }
  }

  func frame(
    with changes: [Change], isOffer: Bool = false, epoch: Epoch? = nil
  ) throws -> Frame {
    let epoch = try epoch ?? store.header(of: Place(.onlyOwner, space)).epoch
    let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, isOffer: isOffer, changes: changes)
    return Frame(space: space, .push(push))
  }

  func post(_ bytes: [UInt8], to call: String) -> Response {
    ask(.post, path(call), ["Content-Type": Frame.mediaType], body: bytes)
  }

  func push(
    _ changes: [Change], to call: String = "push", isOffer: Bool = false, epoch: Epoch? = nil
  ) throws -> Response {
    post(try frame(with: changes, isOffer: isOffer, epoch: epoch).bytes, to: call)
  }

  func frame(of response: Response) throws -> Frame {
    try Frame(bytes: response.body.bytes)
  }

  /// What was, as asked for.
  func past(_ query: String) throws -> PastPage {
    guard case .past(let page) = try frame(of: ask(.get, path("at?" + query))).body else {
      throw Unexpected()
    }
    return page
  }

  func reply(in response: Response) throws -> PushReply {
    guard case .pushReply(let reply) = try frame(of: response).body else { throw Unexpected() }
    return reply
  }
}
