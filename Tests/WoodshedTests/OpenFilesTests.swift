import Foundation
import Ledger
import TestSupport
import Testing

@testable import Commands

/// A server that may open few files keeps serving those who are connected, and uses no processor to refuse others.
@Suite(.serialized) struct OpenFilesTests {
  private let folder = TemporaryFolder()
  private var data: String { folder.path + "/data" }
  private var log: String { folder.path + "/log" }

  init() throws {
    try Data("page".utf8).write(to: URL(fileURLWithPath: folder.path + "/index.html"))
  }

  private func serve(_ limits: String) throws -> ServedProgram {
    try ServedProgram(data: data, web: folder.path, limits: limits, log: log)
  }

  @Test(arguments: [(1_024, 832), (4_096, 3_520), (4_755, 4_096), (1_048_576, 4_096), (96, 20)])
  func leavesRoomForTheRest(limit: Int, connections: Int) {
    #expect(OpenFiles(limit: limit).connections(of: 4_096) == connections)
  }

  @Test func saysThatItMayOpenTooFew() throws {
    let run = try Run.limited("ulimit -n 80", ["serve", "--port", "0", "--data", data]).finish()
    #expect(run.code == 1 && run.errors.contains("80 open files, but it needs 96"))
  }

  @Test func restsWhileMoreAreConnectedThanFit() throws {
    let program = try serve("ulimit -n 256")
    defer { program.kill() }
    let caller = try program.connect()
    let epoch = try program.pull().epoch
    #expect(caller.ask("GET", program.space + "/pull?since=0")?.status == 200)
    let idle = try (0..<300).map { _ in try #require(Idle(port: program.port)) }
    let share = try Self.share(of: program, while: caller)
    print("300 idle connections with 256 files: \(share) % of a core")
    #expect(share < 50)
    let lines = try String(contentsOfFile: log, encoding: .utf8)
    #expect(lines.contains("event=fewer-connections connections=160 wanted=4096 open-files=256"))
    // Whoever is connected writes as before.
    let change = Self.change(1)
    let body = Frame(
      space: .own(of: .onlyOwner),
      .push(Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: [change])))
    #expect(
      caller.ask("POST", program.space + "/push", Frame.mediaType, body: body.bytes)?.status == 200)
    // Somebody new has to wait until one goes.
    #expect(Caller(port: program.port, cookie: program.cookie)?.ask("GET", "/healthz") == nil)
    let open = try #require(idle.first { !$0.hasEnded })
    open.end()
    let newcomer = try Self.answered(by: program)
    #expect(newcomer.ask("GET", program.space + "/pull?since=0")?.status == 200)
    withExtendedLifetime(idle) {}
    program.kill()
    let second = try serve("ulimit -n 256")
    defer { second.kill() }
    #expect(try second.pull().cells == [change.cell])
  }

  /// Files that something else has opened are none for connections: nobody is let in, and that is no work.
  @Test func restsWhileNoFileIsLeft() throws {
    let program = try serve("ulimit -n 256")
    defer { program.kill() }
    let caller = try program.connect()
    #expect(caller.ask("GET", "/healthz")?.status == 200)
    try program.setLimit("--nofile=\(program.openFileCount):256")
    let waiting = try program.connect()
    waiting.client.send(waiting.request("GET", "/healthz"))
    let share = try Self.share(of: program, while: caller)
    print("no file left: \(share) % of a core")
    #expect(share < 50)
    try program.setLimit("--nofile=256:256")
    #expect(waiting.client.readAnswer()?.status == 200)
  }

  /// How much of a core it has while a device asks twenty times in two seconds.
  private static func share(of program: ServedProgram, while caller: Caller) throws -> Int {
    let (start, ticks) = (ContinuousClock.now, program.ticks)
    for _ in 0..<20 {
      try #require(caller.ask("GET", "/healthz")?.status == 200)
      usleep(100_000)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return Int(Double(program.ticks - ticks) / seconds)
  }

  private static func answered(by program: ServedProgram) throws -> Caller {
    for _ in 0..<1_000 {
      if let caller = Caller(port: program.port, cookie: program.cookie),
        caller.ask("GET", "/healthz")?.status == 200
      {
        return caller
      }
      usleep(10_000)
    }
    throw TestClient.Unexpected()
  }

  private static func change(_ number: UInt64) -> Change {
    let stamp = Stamp(HybridTime(1_000 + number), DeviceID(1))
    let cell = Cell(field: FieldID(9), stamp: stamp, value: .int(Int64(number)))
    return Change(
      RowCell(row: RowID(Bits128(high: 1, low: number)), kind: .settings, cell: cell), base: nil)
  }
}

/// A connection that says nothing.
private final class Idle {
  private var descriptor: Int32

  init?(port: Int) {
    guard let descriptor = Loopback.connect(port: port) else { return nil }
    self.descriptor = descriptor
  }

  deinit { end() }

  /// Whether the server has let go of it.
  var hasEnded: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  func end() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
