import Foundation
import HTTP
import MicroHTTPD
import TestSupport
import Testing

/// Answers that are sent from a file.
@Suite struct FileAnswerTests {
  /// Answers `/{offset}/{count}` with that part of a file.
  private struct PartServer: Application {
    let path: String

    func admit(_ head: Request) -> Admission { .admitted }

    func respond(to request: Request) -> Response {
      let numbers = (request.segments ?? []).compactMap { Int($0) }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard numbers.count == 2, descriptor >= 0 else { return Response(.notFound) }
      let part = FilePart(closing: descriptor, from: Int64(numbers[0]), count: numbers[1])
      return Response(.ok, body: Body(part))
    }

    func finished(_ exchange: Exchange) {}
  }

  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/file" }

  @Test func sendsPartsOfAFileAndClosesIt() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let socket = try ListeningSocket(.loopbackV4, port: 0)
    let server = SocketServer(PartServer(path: path), SocketSettings())
    try server.open(socket)
    defer { server.stop(patience: .seconds(1)) }
    let client = try #require(TestClient(port: socket.port))
    for range in [0..<3_000_000, 0..<1, 2_999_999..<3_000_000, 1_000_001..<2_500_000, 5..<5] {
      client.send(
        "GET /\(range.lowerBound)/\(range.count) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let answer = try #require(client.readAnswer())
      #expect(answer.status == 200 && answer.body == Array(bytes[range]))
    }
    client.send("HEAD /10/1000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let head = try #require(client.readAnswer(toHead: true))
    #expect(head.header("Content-Length") == "1000")
    // Somebody who leaves in the middle.
    for _ in 0..<5 {
      let leaving = try #require(TestClient(port: socket.port))
      leaving.send("GET /0/3000000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(leaving.hasNews(within: 5_000))
    }
    for _ in 0..<100 where openCount > 0 { usleep(50_000) }
    #expect(openCount == 0)
  }

  /// How many descriptors of this process are the file's.
  private var openCount: Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }.count
  }
}
