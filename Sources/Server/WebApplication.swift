import Domain
public import HTTP
import Storage

/// Woodshed as a web server: its site, its interface, and the rules for every request.
public final class WebApplication: Application {
  private let site: StaticSite
  private let router: Router<ServerError>
  private let origin: Origin
  private let proxy: TrustedProxy
  private let sessions: Sessions?
  private let shared: Headers
  private let limits = RequestLimits()
  private let inFlight = InFlightLimit(32)
  private let untold = UntoldClients()
  private let load: SessionLoad
  private let metrics: Metrics
  private let log: EventLog

  /// Assembles the server; `routes` adds the routes beside the site and `/healthz`.
  ///
  /// With `sessions`, everything below `/v1` but the open paths requires a sign-in, whatever the routes say. A server
  /// without user data has no sessions. `load` limits the requests in progress of each account.
  public init(
    site: StaticSite, origin: Origin, proxy: TrustedProxy, metrics: Metrics, log: EventLog,
    sessions: Sessions? = nil, load: RateLimits = RateLimits(),
    routes: (inout Router<ServerError>) -> Void = { _ in }
  ) {
    self.site = site
    self.origin = origin
    self.proxy = proxy
    self.sessions = sessions
    self.load = SessionLoad(load)
    self.metrics = metrics
    self.log = log
    shared = SecurityHeaders.all(for: origin)
    var router = Router<ServerError>()
    var health = Response(json: #"{"status":"ok","version":"\#(Version.text)"}"# + "\n")
    health.headers.addMissing(from: shared)
    let sealedHealth = health.sealed()
    router.on(.get, Self.healthPath) { _, _ in sealedHealth }
    routes(&router)
    self.router = router
  }

  public func admit(_ head: Request) -> Admission {
    metrics.requestBegan()
    do throws(ServerError) {
      try passing(check(head), as: ServerError.refused)
      if let sessions, !Access.isOpen(head) {
        let account = try sessions.require(head).account
        if !Access.isHeld(head) { try load.enter(head, by: account, now: sessions.now) }
      }
      let client = proxy.client(of: head)
      if case .untold(let reason) = client.source, head.path != Self.healthPath {
        untold.note(reason, metrics, log)
      }
      if client.source != .direct, !Access.isHeld(head) { try inFlight.enter(client.address) }
      return .admitted
    } catch {
      return .refused(answer(error, to: head))
    }
  }

  public func respond(to request: Request) -> Response {
    do throws(ServerError) {
      if let route = try passing(router.route(for: request), as: ServerError.refused) {
        return complete(try route.respond(to: request))
      }
      guard request.segments?.first != "v1", let response = site.respond(to: request) else {
        throw .notFound
      }
      return response
    } catch {
      return answer(error, to: request)
    }
  }

  public func finished(_ exchange: Exchange) {
    let client = proxy.client(of: exchange.request)
    if exchange.wasAdmitted, client.source != .direct, !Access.isHeld(exchange.request) {
      inFlight.leave(client.address)
    }
    load.leave(exchange.request.id)
    metrics.requestEnded(exchange)
    log.write(.request(exchange, from: client.address))
  }

  /// Refuses what no server should accept, whoever asks.
  private func check(_ head: Request) throws(HTTPError) {
    try limits.check(head, bodyLimit: bodyLimit(for: head))
    if head.path != Self.healthPath { try origin.checkHost(of: head) }
    try origin.checkSource(of: head)
    // Do not wait for a body that no route wants.
    if head.promisedByteCount != 0, !head.method.isSafe, try router.route(for: head) == nil {
      throw .notFound
    }
  }

  private func bodyLimit(for head: Request) -> Int? {
    head.promisedByteCount == 0 ? nil : (try? router.route(for: head))?.bodyLimit
  }

  /// The one place where a failure is logged and answered.
  private func answer(_ error: ServerError, to request: Request) -> Response {
    for event in error.events {
      var line = LogLine(.error, event.name)
      line.add("failure", event.failure)
      line.add("id", request.id.description)
      log.write(line)
    }
    return complete(error.answer.response(for: request.id))
  }

  /// A sealed response already has its headers.
  private func complete(_ response: Response) -> Response {
    guard response.seal == nil else { return response }
    var response = response
    response.headers.addMissing(from: shared)
    return response
  }

  private static let healthPath = "/healthz"
}
