public import HTTP

/// The second, small server that reports the counts to this machine only.
public struct MetricsApplication: Application {
  private let router: Router<HTTPError>
  private let origin: Origin

  /// Answers `/metrics` at `port`; `openConnections` are the main server's.
  public init(_ metrics: Metrics, port: Int, openConnections: @escaping @Sendable () -> Int) {
    origin = .loopback(port: port)
    var router = Router<HTTPError>()
    router.on(.get, "/metrics") { _, _ in
      Response(
        .ok, headers: ["Content-Type": "text/plain; version=0.0.4", "Cache-Control": "no-store"],
        body: Body(metrics.prometheusText(openConnections: openConnections())))
    }
    self.router = router
  }

  public func admit(_ head: Request) -> Admission {
    do throws(HTTPError) {
      try RequestLimits().check(head, bodyLimit: 0)
      try origin.checkHost(of: head)
      return .admitted
    } catch {
      return .refused(error.response(for: head.id))
    }
  }

  public func respond(to request: Request) -> Response {
    do throws(HTTPError) {
      guard let route = try router.route(for: request) else { throw .notFound }
      return try route.respond(to: request)
    } catch {
      return error.response(for: request.id)
    }
  }

  public func finished(_: Exchange) {}
}
