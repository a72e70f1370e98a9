import HTTP

@testable import Server

/// The gauges of a server's housekeeping, as `/metrics` serves them.
struct Gauges {
  private let application: MetricsApplication

  init(of rounds: HousekeepingRounds) {
    let metrics = Metrics()
    rounds.report(to: metrics)
    application = MetricsApplication(metrics, port: 9_090) { 0 }
  }

  /// The current value of a gauge; `nil` if it is not served.
  subscript(name: String) -> Int? {
    let request = Request(
      .get, "/metrics", headers: ["Host": "localhost:9090"], body: [], peer: .loopback)
    guard case .admitted = application.admit(request) else { return nil }
    let answer = application.respond(to: request)
    guard answer.status == .ok else { return nil }
    return String(decoding: answer.body.bytes, as: UTF8.self)
      .split(separator: "\n").first { $0.hasPrefix(name + " ") }
      .flatMap { Int($0.dropFirst(name.utf8.count + 1)) }
  }
}
