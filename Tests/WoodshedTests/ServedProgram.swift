import Foundation
import Ledger
import TestSupport
import Testing

/// A `woodshed serve` that runs, asked as a device would.
struct ServedProgram {
  private let process = Process()
  private let client: TestClient
  private let port: Int
  private let cookie: String

  init(data: String, web: String, database: String?) throws {
    let output = Pipe()
    process.executableURL = Run.program
    process.arguments =
      ["serve", "--port", "0", "--data", data, "--web", web]
      + (database.map { ["--database", $0] } ?? [])
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let announcement = try Announcement(readingFrom: output)
    port = announcement.port
    client = try #require(TestClient(port: port))
    cookie = try Self.signIn(announcement, client)
  }

  /// Follows the owner's link, and gives the cookie.
  private static func signIn(_ announcement: Announcement, _ client: TestClient) throws -> String {
    let body = #"{"token":"\#(announcement.token)","device":"Test"}"#
    let answer = try post("/v1/signin/launch", body, to: client, port: announcement.port)
    try #require(answer.status == 200)
    return String(try #require(answer.header("Set-Cookie")).prefix { $0 != ";" })
  }

  /// Posts JSON, as a page of ours that nobody is signed in to.
  func post(_ path: String, _ body: String) throws -> TestClient.Answer {
    try Self.post(path, body, to: client, port: port)
  }

  private static func post(
    _ path: String, _ body: String, to client: TestClient, port: Int
  ) throws -> TestClient.Answer {
    let head = [
      "POST \(path) HTTP/1.1", "Host: localhost:\(port)", "Sec-Fetch-Site: same-origin",
      "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
    ]
    client.send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return try #require(client.readAnswer())
  }

  private var base: String {
    "/v1/s/\(AccountID.onlyOwner.bits.hex)/\(SpaceID.own(of: .onlyOwner).bits.hex)"
  }

  func pull() throws -> PullPage {
    client.send(
      "GET \(base)/pull?since=0 HTTP/1.1\r\nHost: localhost:\(port)\r\nCookie: \(cookie)\r\n\r\n")
    let answer = try #require(client.readAnswer())
    guard case .pull(let page) = try Frame(bytes: answer.body).body else {
      throw TestClient.Unexpected()
    }
    return page
  }

  func push(_ changes: [Change], epoch: Epoch) throws -> PushReply {
    let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: changes)
    let body = Frame(space: .own(of: .onlyOwner), .push(push)).bytes
    let head = [
      "POST \(base)/push HTTP/1.1", "Host: localhost:\(port)", "Sec-Fetch-Site: same-origin",
      "Cookie: \(cookie)", "Content-Type: \(Frame.mediaType)", "Content-Length: \(body.count)",
    ]
    client.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    let answer = try #require(client.readAnswer())
    guard case .pushReply(let reply) = try Frame(bytes: answer.body).body else {
      throw TestClient.Unexpected()
    }
    return reply
  }

  /// Ends it at once, as a power cut would end a program.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
