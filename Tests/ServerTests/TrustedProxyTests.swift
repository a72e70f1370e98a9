import Foundation
import HTTP
import Testing

@testable import Server

/// What a proxy says of whoever is behind it, and what holds where it says nothing that can be read.
@Suite struct TrustedProxyTests {
  private static func client(_ headers: Headers) throws -> Client {
    let request = Request(.get, "/", headers: headers, peer: .loopback)
    return TrustedProxy.loopback.client(of: request)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"), ("2001:db8::1", "2001:db8::1"),
    ("[2001:db8::1]", "2001:db8::1"), ("[2001:db8::1]:4711", "2001:db8::1"),
    ("\"[2001:db8::1]:4711\"", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ("10.0.0.1, 192.0.2.1:80", "192.0.2.1"), ("junk,\t192.0.2.1 ", "192.0.2.1"),
    ("127.0.0.1", "127.0.0.1"),
  ])
  func readsThePlainHeader(text: String, address: String) throws {
    let client = try Self.client(["X-Forwarded-For": text])
    #expect(client.source == .forwarded && client.address.description == address)
  }

  @Test(arguments: [
    ("for=192.0.2.1", "192.0.2.1"), ("For=\"192.0.2.1:4711\";proto=https", "192.0.2.1"),
    ("for=\"[2001:db8::1]:4711\"", "2001:db8::1"), ("by=10.0.0.1; FOR=192.0.2.1", "192.0.2.1"),
    ("for=10.0.0.1, for=192.0.2.1", "192.0.2.1"), ("for=unknown, for=192.0.2.1", "192.0.2.1"),
    ("by=\"a,b;for=10.0.0.1\";for=192.0.2.1", "192.0.2.1"),
    ("by=\"a\\\",for=10.0.0.1\";for=192.0.2.1", "192.0.2.1"),
  ])
  func readsTheStandardHeader(text: String, address: String) throws {
    let client = try Self.client(["Forwarded": text])
    #expect(client.source == .forwarded && client.address.description == address)
  }

  @Test(arguments: [
    ("", Client.Reason.unreadable), ("junk", .unreadable), ("192.0.2.1, ", .unreadable),
    ("192.0.2.1, junk", .unreadable), ("192.0.2.1:", .unreadable), ("192.0.2.1:0", .unreadable),
    ("192.0.2.1:65536", .unreadable), ("192.0.2.1:+1", .unreadable), ("[192.0.2.1]", .unreadable),
    ("[2001:db8::1", .unreadable), ("[2001:db8::1]4711", .unreadable), ("\"192.0.2.1", .unreadable),
    ("[2001:db8::1]:", .unreadable), ("unknown", .unreadable), ("192.0.2.1;", .unreadable),
  ])
  func knowsWhenThePlainHeaderSaysNothing(text: String, reason: Client.Reason) throws {
    #expect(
      try Self.client(["X-Forwarded-For": text]) == Client(.loopback, .untold(reason)))
  }

  @Test(arguments: [
    "", "for=unknown", "for=_hidden", "for=\"_hidden:_port\"", "proto=https", "192.0.2.1",
    "for=192.0.2.1;for=192.0.2.2", "for=", "for=192.0.2.1, proto=https", "for=\"192.0.2.1",
    "for=192.0.2.1, for=_hidden",
  ])
  func knowsWhenTheStandardHeaderSaysNothing(text: String) throws {
    #expect(try Self.client(["Forwarded": text]) == Client(.loopback, .untold(.unreadable)))
  }

  /// A proxy passes on the header that it does not write: whoever forges one escapes nothing.
  @Test func believesNeitherOfTwoThatDisagree() throws {
    #expect(try Self.client([:]) == Client(.loopback, .untold(.missing)))
    let forged: Headers = ["X-Forwarded-For": "192.0.2.1", "Forwarded": "for=192.0.2.2"]
    #expect(try Self.client(forged) == Client(.loopback, .untold(.contradictory)))
    let half: Headers = ["X-Forwarded-For": "192.0.2.1", "Forwarded": "for=unknown"]
    #expect(try Self.client(half) == Client(.loopback, .untold(.unreadable)))
    let both: Headers = ["X-Forwarded-For": "192.0.2.1", "Forwarded": "for=\"192.0.2.1:80\""]
    #expect(try Self.client(both).source == .forwarded)
  }

  @Test func exemptsOnlyThoseWhoComeStraightFromThisMachine() {
    #expect(Client(.loopback, .direct).isThisMachine)
    #expect(!Client(.loopback, .forwarded).isThisMachine)
    #expect(!Client(.loopback, .untold(.missing)).isThisMachine)
    var rate = LoginRate()
    for _ in 0..<100 {
      #expect(rate.attempt(nil, from: Client(.loopback, .direct), now: 0) == nil)
    }
    for source in [Client.Source.untold(.missing), .forwarded] {
      var rate = LoginRate()
      for _ in 0..<20 { #expect(rate.attempt(nil, from: Client(.loopback, source), now: 0) == nil) }
      #expect(rate.attempt(nil, from: Client(.loopback, source), now: 0) == 60_000)
    }
  }

  private func application(
    _ proxy: TrustedProxy, _ metrics: Metrics, log: EventLog = EventLog()
  ) throws -> WebApplication {
    let origin = try #require(Origin("https://shed.example"))
    let shared = SecurityHeaders.all(for: origin)
    return WebApplication(
      site: try #require(StaticSite(files: ["index.html": []], shared: shared)), origin: origin,
      proxy: proxy, metrics: metrics, log: log)
  }

  /// 32 at once, as for everybody else behind a proxy; the operator is warned, once a minute, and all are counted.
  @Test func limitsThoseWhomTheProxyHides() throws {
    let metrics = Metrics()
    let pipe = Pipe()
    let log = EventLog(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let application = try application(.loopback, metrics, log: log)
    let requests = (0..<33).map { _ in
      Request(.get, "/", headers: ["Host": "shed.example"], peer: .loopback)
    }
    for (index, request) in requests.enumerated() {
      guard case .refused(let response) = application.admit(request) else {
        #expect(index < 32)
        continue
      }
      #expect(index == 32 && response.status == .tooManyRequests)
    }
    #expect(metrics.prometheusText(openConnections: 0).contains("woodshed_untold_clients_total 33"))
    log.close()
    try pipe.fileHandleForWriting.close()
    let text = try String(
      decoding: #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("event=proxy-hides-clients") }
    let line = try #require(lines.first)
    #expect(line.hasSuffix("level=warning event=proxy-hides-clients address=missing requests=1"))
    #expect(lines.count == 1)
    let direct = try self.application(.none, Metrics())
    for request in requests {
      guard case .admitted = direct.admit(request) else {
        Issue.record("somebody without a proxy was refused")
        return
      }
    }
  }
}
