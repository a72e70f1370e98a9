import Foundation
import Ledger
import TestSupport
import Testing

/// A `woodshed serve` that runs, asked as a device would.
struct ServedProgram {
  private let process: Process
  private let client: TestClient
  let port: Int
  let cookie: String

  /// Starts one, under the limits that a shell is told, with its log in a file.
  init(
    data: String, web: String, database: String? = nil, limits: String? = nil, log: String? = nil,
    more: [String] = []
  ) throws {
    let output = Pipe()
    process = Self.process(data, web, database, more)
    if let limits { try Self.limit(process, limits) }
    if let log {
      _ = FileManager.default.createFile(atPath: log, contents: nil)
      process.standardError = FileHandle(forWritingAtPath: log)
    }
    process.standardOutput = output
    try process.run()
    let announcement = try Announcement(readingFrom: output)
    port = announcement.port
    client = try #require(TestClient(port: port))
    cookie = try Self.signIn(announcement, client)
  }

  /// Starts one and ends it after so long, wherever it has got to.
  static func startAndKill(data: String, web: String, afterMicroseconds: UInt32) throws {
    let process = process(data, web, nil)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    usleep(afterMicroseconds)
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static func process(
    _ data: String, _ web: String, _ database: String?, _ more: [String] = []
  ) -> Process {
    let process = Process()
    process.executableURL = Run.program
    process.arguments =
      ["serve", "--port", "0", "--push-limit", "1000000", "--data", data, "--web", web]
      + (database.map { ["--database", $0] } ?? []) + more
    process.standardError = FileHandle.nullDevice
    return process
  }

  private static func limit(_ process: Process, _ limits: String) throws {
    let program = try #require(process.executableURL).path
    process.arguments =
      ["-c", #"\#(limits); exec "$0" "$@""#, program] + (process.arguments ?? [])
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
  }

  /// Changes a limit of the system's while it runs, as `prlimit` names it.
  func setLimit(_ limit: String) throws {
    let tool = Process()
    tool.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
    tool.arguments = ["--pid", "\(process.processIdentifier)", limit]
    try tool.run()
    tool.waitUntilExit()
    try #require(tool.terminationStatus == 0)
  }

  /// How many files it has open.
  var openFileCount: Int {
    let path = "/proc/\(process.processIdentifier)/fd"
    return (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
  }

  /// How long it was at work, in hundredths of a second.
  var ticks: Int {
    let path = "/proc/\(process.processIdentifier)/stat"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
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

  func pull(since sequence: UInt64 = 0, cookie: String? = nil) throws -> PullPage {
    let caller = try connect(cookie: cookie)
    let answer = try #require(caller.ask("GET", "\(base)/pull?since=\(sequence)"))
    guard case .pull(let page) = try Frame(bytes: answer.body).body else {
      throw TestClient.Unexpected()
    }
    return page
  }

  /// How a question is answered to whoever has that cookie.
  func get(_ path: String, cookie: String) throws -> Int {
    let name = self.cookie.prefix { $0 != "=" }
    let value = cookie.drop { $0 != "=" }
    client.send(
      "GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nCookie: \(name)\(value)\r\n\r\n")
    return try #require(client.readAnswer()).status
  }

  /// Where its owner's space is asked for.
  var space: String { base }

  func push(_ changes: [Change], epoch: Epoch, cookie: String? = nil) throws -> PushReply {
    let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: changes)
    let body = Frame(space: .own(of: .onlyOwner), .push(push)).bytes
    let caller = try connect(cookie: cookie)
    let answer = try #require(caller.ask("POST", "\(base)/push", Frame.mediaType, body: body))
    guard case .pushReply(let reply) = try Frame(bytes: answer.body).body else {
      throw TestClient.Unexpected()
    }
    return reply
  }

  /// A connection of its own, as whoever has that cookie, or as its owner.
  func connect(cookie: String? = nil) throws -> Caller {
    try #require(Caller(port: port, cookie: cookie ?? self.cookie))
  }

  /// How much memory it has in use, in kilobytes.
  var residentKilobytes: Int {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// Asks it to end, and waits until it has.
  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Ends it at once, as a power cut would end a program.
  func kill() {
    // Once it has ended, its number may be another's.
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// A connection that asks as a page that is signed in, and waits for each answer.
struct Caller {
  let client: TestClient
  private let host: String
  private let cookie: String

  /// Connects; `nil` where nobody listens.
  init?(port: Int, cookie: String) {
    guard let client = TestClient(port: port) else { return nil }
    self.client = client
    self.cookie = cookie
    host = "localhost:\(port)"
  }

  /// The answer, or `nil` where the connection ends before it is whole.
  func ask(
    _ method: String, _ path: String, _ type: String? = nil, _ headers: [String] = [],
    body: [UInt8] = []
  ) -> TestClient.Answer? {
    guard client.send(request(method, path, type, headers, body: body)) else { return nil }
    return client.readAnswer(toHead: method == "HEAD")
  }

  /// The bytes of a request.
  func request(
    _ method: String, _ path: String, _ type: String? = nil, _ headers: [String] = [],
    body: [UInt8] = []
  ) -> [UInt8] {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nSec-Fetch-Site: same-origin\r\n"
    head += "Cookie: \(cookie)\r\n"
    if let type { head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n" }
    for header in headers { head += header + "\r\n" }
    return Array((head + "\r\n").utf8) + body
  }
}
