import Foundation
import Ledger
import Platform
import TestSupport
import Testing

/// A running server that gets requests damaged by chance: it refuses them, carries none out, and answers after.
@Suite struct LiveFuzzTests {
  private let folder = TemporaryFolder()
  private var data: String { folder.path + "/data" }

  private struct Count: Sendable {
    var refused = 0
    var asked = 0
    var cut = 0
    var faults: [String] = []
  }

  /// What must not change, whatever comes.
  private struct Standing: Equatable {
    var cells: [RowCell]
    var digest: UInt64
    var name: String?
    var devices: [String]
    var offset: String?
  }

  private static let password = "old oak shed door"

  /// `WOODSHED_DAMAGED` requests, from `WOODSHED_SEED`.
  @Test func carriesNothingOutThatIsDamaged() throws {
    let count = Given.number("WOODSHED_DAMAGED") ?? 100_000
    let seed = UInt64(Given.number("WOODSHED_SEED") ?? .random(in: 0..<1_000_000_000))
    print("Damaged requests: WOODSHED_SEED=\(seed)")
    let web = folder.path + "/web"
    try FileManager.default.createDirectory(atPath: web, withIntermediateDirectories: true)
    try Data("page".utf8).write(to: URL(fileURLWithPath: web + "/index.html"))
    let program = try ServedProgram(data: data, web: web)
    defer { program.kill() }
    let (dealings, file) = try prepare(program)
    let before = try standing(program, dealings)
    // What every connection and route needs once is in use before memory is looked at.
    let first = Self.attack(program.port, dealings, seed: seed &+ 99, count: count / 50)
    let memory = program.residentKilobytes
    let begin = ContinuousClock.now
    let counts = Lock<[Count]>([first])
    let port = program.port
    let threads = (0..<4).map { part in
      Platform.Thread {
        let part = Self.attack(port, dealings, seed: seed &+ UInt64(part), count: count / 4)
        counts.withLock { $0.append(part) }
      }
    }
    for thread in threads { thread?.join() }
    let time = ContinuousClock.now - begin
    let all = counts.withLock { $0 }
    let grown = program.residentKilobytes - memory
    #expect(all.flatMap(\.faults).prefix(10) == [], "WOODSHED_SEED=\(seed)")
    #expect(try standing(program, dealings) == before)
    // It still does what is right: the very push and chunk that were damaged.
    let caller = try program.connect(cookie: dealings.cookie)
    let pushed = try #require(
      caller.ask("POST", dealings.space + "/push", Frame.mediaType, body: dealings.frame))
    guard case .pushReply(let reply) = try Frame(bytes: pushed.body).body else {
      throw TestClient.Unexpected()
    }
    #expect(reply.status == .ok && !reply.held.contains(false))
    let last = caller.ask(
      "PATCH", dealings.upload, "application/offset+octet-stream",
      ["Upload-Offset: \(dealings.offset)", "Upload-Checksum: \(dealings.checksum)"],
      body: dealings.chunk)
    #expect(last?.status == 201)
    #expect(caller.ask("GET", "/v1/b/\(dealings.name)")?.body == file)
    program.kill()
    let check = try Run(["check", "--data", data]).finish()
    #expect(check.code == 0, "\(check.output)")
    let (refused, asked) = (all.reduce(0) { $0 + $1.refused }, all.reduce(0) { $0 + $1.asked })
    let cut = all.reduce(0) { $0 + $1.cut }
    #expect(refused + asked + cut == count / 50 + count / 4 * 4)
    #expect(refused > (count / 4) * 3)
    // What a minute of requests leaves behind is little, and does not grow with how many there were.
    #expect(grown < 24_576, "\(grown) KB")
    print(
      "\(refused + asked + cut) damaged requests in \(time): \(refused) refused, \(cut) cut off, "
        + "\(asked) questions that were none the worse, 0 carried out; resident \(memory) KB before, "
        + "\(memory + grown) KB after.")
  }

  /// A name and a password, some rows, and half a file; gives what comes next.
  private func prepare(_ program: ServedProgram) throws -> (Dealings, file: [UInt8]) {
    let owner = try program.connect()
    let body = #"{"name":"owner","password":"\#(Self.password)"}"#
    let named = try #require(
      owner.ask("POST", "/v1/account/login", "application/json", body: Array(body.utf8)))
    try #require(named.status == 200)
    let cookie = String(try #require(named.header("Set-Cookie")).prefix { $0 != ";" })
    let caller = try program.connect(cookie: cookie)
    var random = RandomBits(seed: 5)
    let file = wave(of: 6_000, &random)
    let name = SHA256.digest(of: file).hex
    let claim = #"{"sha256":"\#(name)","size":\#(file.count),"type":"audio/wav"}"#
    let begun = try #require(
      caller.ask("POST", "/v1/uploads", "application/json", body: Array(claim.utf8)))
    let upload = try #require(begun.header("Location"))
    let half = Array(file[..<4_000])
    let sum = Hex.text(of: UInt64(CRC32C.checksum(of: half[...])), digits: 8)
    let sent = caller.ask(
      "PATCH", upload, "application/offset+octet-stream",
      ["Upload-Offset: 0", "Upload-Checksum: crc32c \(sum)"], body: half)
    try #require(sent?.status == 204)
    let epoch = try program.pull(cookie: cookie).epoch
    let device = PushingDevice(number: 0, seed: 1)
    for action in 0..<20 {
      let reply = try program.push(device.changes(of: action), epoch: epoch, cookie: cookie)
      try #require(reply.status == .ok)
    }
    let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: device.changes(of: 20))
    let dealings = Dealings(
      host: "localhost:\(program.port)", cookie: cookie, space: program.space,
      frame: Frame(space: .own(of: .onlyOwner), .push(push)).bytes, upload: upload, offset: 4_000,
      chunk: Array(file[4_000...]), name: name, size: file.count)
    return (dealings, file)
  }

  private func standing(
    _ program: ServedProgram, _ dealings: Dealings
  ) throws -> Standing {
    let caller = try program.connect(cookie: dealings.cookie)
    let page = try program.pull(cookie: dealings.cookie)
    let answer = try #require(caller.ask("GET", "/v1/account"))
    let account = try JSON(parsing: answer.body[...])
    let devices = try #require(account["devices"]?.array).map {
      "\($0["id"]?.string ?? "") \($0["name"]?.string ?? "")"
    }
    return Standing(
      cells: page.cells, digest: page.digest, name: account["name"]?.string, devices: devices,
      offset: caller.ask("HEAD", dealings.upload)?.header("Upload-Offset"))
  }

  private static func attack(
    _ port: Int, _ dealings: Dealings, seed: UInt64, count: Int
  ) -> Count {
    var requests = DamagedRequests(seed: seed, dealings)
    var result = Count()
    var kept: BareConnection?
    for number in 0..<count {
      let request = requests.next()
      var statuses: [Int]?
      if request.isFramed {
        // A connection that the server has closed since is no answer.
        if let connection = kept { statuses = connection.ask(request.bytes).map { [$0] } }
        if statuses == nil {
          kept = BareConnection(port: port)
          statuses = kept?.ask(request.bytes).map { [$0] }
        }
      } else {
        statuses = BareConnection(port: port)?.askOnce(request.bytes)
      }
      guard let all = statuses else {
        result.faults.append("seed \(seed), \(number): neither answered nor closed")
        continue
      }
      let isRefused = all.allSatisfy { 400..<500 ~= $0 || [501, 503, 505].contains($0) }
      let isAsked = all.allSatisfy { $0 < 500 || [501, 503, 505].contains($0) }
      if all.isEmpty {
        result.cut += 1
      } else if isRefused {
        result.refused += 1
      } else if request.mayAsk, isAsked {
        result.asked += 1
      } else {
        let text = String(decoding: request.bytes.prefix(200), as: UTF8.self)
        result.faults.append("seed \(seed), \(number): \(all) to \(text)")
      }
    }
    return result
  }
}
