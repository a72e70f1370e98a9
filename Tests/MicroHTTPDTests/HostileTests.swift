import Foundation
import HTTP
import MicroHTTPD
import Platform
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct HostileTests {
  /// What came back from one part of the requests.
  private struct Outcome {
    var answers = 0
    var unexpected: [String] = []
  }

  @Test func outlivesTenThousandHostileRequests() throws {
    let server = try TestServer()
    let given = ProcessInfo.processInfo.environment["WOODSHED_SEED"].flatMap { UInt64($0) }
    let seed = given ?? .random(in: 0..<1_000_000_000)
    print("Hostile requests: WOODSHED_SEED=\(seed)")
    let outcomes = Mutex<[Outcome]>([])
    let threads = (0..<4).map { part in
      Platform.Thread {
        let outcome = Self.attack(server, seed: seed &+ UInt64(part), count: 2_500)
        outcomes.withLock { $0.append(outcome) }
      }
    }
    for thread in threads { thread?.join() }
    let all = outcomes.withLock { $0 }
    #expect(all.count == 4)
    #expect(all.flatMap(\.unexpected) == [], "WOODSHED_SEED=\(seed)")
    #expect(all.reduce(0) { $0 + $1.answers } > 5_000)
    #expect(server.isWell())
    #expect(server.server.stop(patience: .seconds(5)), "a request never ended")
    #expect(server.server.connectionCount == 0)
  }

  private static func attack(_ server: TestServer, seed: UInt64, count: Int) -> Outcome {
    var requests = HostileRequests(seed: seed, host: "localhost:\(server.port)")
    var outcome = Outcome()
    for number in 0..<count {
      let bytes = requests.next()
      guard let client = TestClient(port: server.port) else {
        outcome.unexpected.append("\(number): not connected")
        continue
      }
      client.send(bytes)
      client.finishSending()
      guard let answer = client.readToEnd() else {
        outcome.unexpected.append("\(number): neither answered nor closed")
        continue
      }
      for status in statuses(in: answer) {
        outcome.answers += 1
        // 501 is an unknown method and 505 an unknown version: the client's doing.
        let isFine = (200..<500).contains(status) || status == 501 || status == 505 || status == 100
        if !isFine { outcome.unexpected.append("\(number): status \(status)") }
      }
      if number % 100 == 0, !server.isWell() { outcome.unexpected.append("\(number): not well") }
    }
    return outcome
  }

  private static func statuses(in bytes: [UInt8]) -> [Int] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "HTTP/1.1 ").dropFirst()
      .compactMap { Int($0.prefix(3)) }
  }
}
