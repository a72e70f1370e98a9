import Foundation
import Ledger
import Platform
import TestSupport
import Testing

/// A server that is killed while devices push and send files: what it acknowledged is there, nothing is there by half.
@Suite struct KillTests {
  private let folder = TemporaryFolder()
  private var data: String { folder.path + "/data" }
  private var web: String { folder.path + "/web" }

  init() throws {
    try FileManager.default.createDirectory(atPath: web, withIntermediateDirectories: true)
    try Data("page".utf8).write(to: URL(fileURLWithPath: web + "/index.html"))
  }

  /// `WOODSHED_KILLS` times, from `WOODSHED_SEED`.
  @Test func losesNothingThatItAcknowledged() throws {
    let kills = Given.number("WOODSHED_KILLS") ?? 50
    let seed = UInt64(Given.number("WOODSHED_SEED") ?? .random(in: 0..<1_000_000_000))
    print("Kills: WOODSHED_SEED=\(seed)")
    var random = RandomBits(seed: seed)
    var evidence = Evidence()
    var pushers = (0..<4).map { PushingDevice(number: $0, seed: seed) }
    var senders = (0..<2).map { SendingDevice(number: $0, seed: seed) }
    var starting = 0
    for life in 1...kills {
      if random.once(in: 6) {
        starting += 1
        try ServedProgram.startAndKill(
          data: data, web: web, afterMicroseconds: UInt32(random.below(60_000)))
      } else {
        let program = try ServedProgram(data: data, web: web)
        defer { program.kill() }
        try evidence.look(at: program, pushers, senders, isAll: life % 25 == 0)
        try Self.live(
          program, &pushers, &senders, microseconds: UInt32(random.below(150_000)))
      }
      try #require(evidence.faults == [], "WOODSHED_SEED=\(seed), life \(life)")
      if life % 25 == 0 { check() }
    }
    let program = try ServedProgram(data: data, web: web)
    try evidence.look(at: program, pushers, senders, isAll: true)
    program.kill()
    check()
    evidence.faults += pushers.flatMap(\.faults) + senders.flatMap(\.faults)
    let actions = pushers.reduce(0) { $0 + $1.acknowledged }
    let files = senders.reduce(0) { $0 + $1.names.count }
    #expect(evidence.faults == [], "WOODSHED_SEED=\(seed)")
    #expect(files > 0)
    print(
      "Killed \(kills) times, \(starting) of them while starting: "
        + "\(actions * PushingDevice.changeCount) acknowledged changes in \(actions) actions and "
        + "\(files) files of \(senders.reduce(0) { $0 + $1.byteCount }) bytes, "
        + "\(evidence.faults.count) lost.")
  }

  /// The test itself finds what is lost: here by a folder of data that is an older one.
  @Test func noticesWhatIsForgotten() throws {
    var pushers = [PushingDevice(number: 0, seed: 1)]
    var senders = [SendingDevice(number: 0, seed: 1)]
    var evidence = Evidence()
    func live() throws {
      let program = try ServedProgram(data: data, web: web)
      defer { program.kill() }
      try evidence.look(at: program, pushers, senders, isAll: false)
      // The first may have been kept in the life before, and only its answer lost.
      try Self.live(program, &pushers, &senders, microseconds: 100_000, atLeast: 2)
    }
    try live()
    try FileManager.default.copyItem(atPath: data, toPath: data + "-older")
    try live()
    let later = try ServedProgram(data: data, web: web)
    try evidence.look(at: later, pushers, senders, isAll: true)
    later.kill()
    #expect(evidence.faults == [])
    let older = try ServedProgram(data: data + "-older", web: web)
    defer { older.kill() }
    for isAll in [true, false] {
      var evidence = evidence
      try evidence.look(at: older, pushers, senders, isAll: isAll)
      #expect(evidence.faults != [])
    }
  }

  /// Has the devices at work until the server is killed.
  private static func live(
    _ program: ServedProgram, _ pushers: inout [PushingDevice], _ senders: inout [SendingDevice],
    microseconds: UInt32, atLeast least: Int = 1
  ) throws {
    let epoch = try program.pull(since: .max >> 1).epoch
    let heard = Monitor(0)
    let (pushed, sent) = (Lock(pushers), Lock(senders))
    let (port, cookie) = (program.port, program.cookie)
    let threads =
      pushers.indices.map { index in
        Platform.Thread {
          var device = pushed.withLock { $0[index] }
          if let caller = Caller(port: port, cookie: cookie) {
            device.work(caller, epoch: epoch, heard)
          }
          let end = device
          pushed.withLock { $0[index] = end }
        }
      }
      + senders.indices.map { index in
        Platform.Thread {
          var device = sent.withLock { $0[index] }
          if let caller = Caller(port: port, cookie: cookie) { device.work(caller) }
          let end = device
          sent.withLock { $0[index] = end }
        }
      }
    let isHeard = heard.wait(milliseconds: 60_000) { $0 >= least ? true : nil } ?? false
    usleep(microseconds)
    program.kill()
    for thread in threads { thread?.join() }
    pushers = pushed.withLock { $0 }
    senders = sent.withLock { $0 }
    try #require(isHeard, "nothing was acknowledged")
  }

  private func check() {
    let end = Result { try Run(["check", "--data", data]).finish() }
    #expect(throws: Never.self) { try end.get() }
    if case .success(let end) = end {
      #expect(end.code == 0, "\(end.output) \(end.errors)")
    }
  }
}

/// What a run was asked for by its environment.
enum Given {
  static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}

/// What the server is seen to keep, held against what the devices know.
private struct Evidence {
  var faults: [String] = []
  private var sequence: UInt64 = 0
  private var digest = SpaceDigest()
  /// How many actions of each device have been seen, and its cell that every action changes.
  private var seen: [Int: Int] = [:]
  private var counters: [Int: RowCell] = [:]
  private var seenFiles: [Int: Int] = [:]

  /// Looks at what came since, or at everything there is; what was seen before is vouched for by the digest of it all.
  mutating func look(
    at program: ServedProgram, _ pushers: [PushingDevice], _ senders: [SendingDevice], isAll: Bool
  ) throws {
    if isAll { self = Evidence(faults: faults) }
    var cellsByRow: [RowID: [RowCell]] = [:]
    var total: UInt64 = 0
    var hasMore = true
    while hasMore {
      let page = try program.pull(since: sequence)
      for cell in page.cells { cellsByRow[cell.row, default: []].append(cell) }
      (sequence, total, hasMore) = (page.to, page.digest, page.hasMore)
    }
    for device in pushers { compare(device, &cellsByRow) }
    for row in cellsByRow.keys { faults.append("nobody pushed row \(row.bits.hex)") }
    if digest.total != total { faults.append("the digest is another") }
    let caller = try program.connect()
    for device in senders {
      for file in (seenFiles[device.number] ?? 0)..<device.names.count {
        let answer = caller.ask("GET", "/v1/b/\(device.names[file])")
        let isThere = answer?.status == 200 && answer?.body == device.bytes(of: file)
        if !isThere { faults.append("file \(file) of \(device.number): \(answer?.status ?? 0)") }
      }
      seenFiles[device.number] = device.names.count
    }
  }

  private mutating func compare(_ device: PushingDevice, _ cellsByRow: inout [RowID: [RowCell]]) {
    var action = seen[device.number] ?? 0
    // Beyond what was acknowledged, the one action that was under way may be there as well.
    while action <= device.acknowledged {
      let wanted = device.cells(of: action)
      let found = cellsByRow.removeValue(forKey: device.row(of: action))
      if found == nil, action == device.acknowledged { break }
      if found.map(Set.init) != Set(wanted) {
        faults.append("action \(action) of \(device.number): \(found?.count ?? 0) changes")
      }
      for cell in wanted { digest.add(cell) }
      action += 1
    }
    seen[device.number] = action
    let changed = cellsByRow.removeValue(forKey: device.counterRow) ?? []
    if let old = counters[device.number], !changed.isEmpty { digest.remove(old) }
    for cell in changed {
      digest.add(cell)
      counters[device.number] = cell
    }
    let latest = action > 0 ? device.counter(at: action - 1) : nil
    if changed.count > 1 || counters[device.number] != latest {
      faults.append("the counter of \(device.number) is not that of action \(action - 1)")
    }
  }
}
