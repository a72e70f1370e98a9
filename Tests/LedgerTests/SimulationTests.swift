import Ledger
@testable import Simulation
import Testing

/// The simulation judges itself here: the same seed, the same end; a server that breaks a rule is caught.
@Suite struct SimulationTests {
  /// What is found wrong with a server in which something was changed.
  private func failures(_ change: (inout SimulatedServer) -> Void) -> [String] {
    (0..<40).compactMap { number in
      let schedule = Schedule(seed: Schedule.seed(of: UInt64(number), in: 5))
      var server = SimulatedServer.memory(epoch: schedule.firstEpoch)
      change(&server)
      return World.run(schedule, server: server).violation
    }
  }

  @Test func theSameSeedEndsTheSame() {
    let schedule = Schedule(seed: 99)
    let one = World.run(schedule, server: .memory(epoch: schedule.firstEpoch), isTelling: true)
    let other = World.run(schedule, server: .memory(epoch: schedule.firstEpoch), isTelling: true)
    #expect(one.digest == other.digest)
    #expect(one.history == other.history)
    #expect(one.tally == other.tally)
  }

  @Test func aServerThatFollowsTheRulesPasses() {
    #expect(failures { _ in } == [])
  }

  /// Each of these once came to a broken promise, or to what was taken for one.
  @Test(
    arguments: [
      8_948_375_530_652_746_643, 5_141_431_432_899_374_312, 6_324_116_263_124_996_879,
      2_668_457_565_407_299_479, 4_645_164_280_546_790_503, 8_373_505_441_141_963_092,
      641_143_297_318_099_613,
    ] as [UInt64]) func whatOnceFailedPasses(seed: UInt64)
  {
    let schedule = Schedule(seed: seed)
    #expect(World.run(schedule, server: .memory(epoch: schedule.firstEpoch)).violation == nil)
  }

  /// Two copies of a profile gave one stamp to two values, and one of them was lost before a server had it. What its author
  /// wrote over it names that stamp: the server cannot tell that this author never knew the other value. Of any other author it
  /// could.
  @Test(arguments: [true, false]) func aLostTwinExcusesItsAuthorAlone(isAuthors: Bool) {
    let kind = KindID(20)
    let key = CellKey(RowID(Bits128(high: 5, low: 1)), kind.field(1))
    var oracle = Oracle()
    oracle.copied(0, to: 1)
    let stamp = Stamp(HybridTime(milliseconds: 1_000), DeviceID(1))
    func change(_ value: Value, _ stamp: Stamp, on base: Stamp? = nil) -> Change {
      let cell = Cell(field: key.field, stamp: stamp, value: value)
      return Change(RowCell(row: key.row, kind: kind, cell: cell), base: base)
    }
    let twins = [0, 1].map { _ in change(oracle.newValue(at: key, seen: nil), stamp) }
    for (store, twin) in twins.enumerated() {
      let step = Action.Step(twin, previous: nil)
      oracle.kept(Action(ordinal: 1, label: "Write", offset: 0, steps: [step]), in: store)
    }
    let lost = Row(id: key.row, kind: kind, cells: [twins[1].cell.cell])
    let next = oracle.newValue(at: key, seen: isAuthors ? lost : nil)
    let later = Stamp(HybridTime(milliseconds: 2_000), DeviceID(2))

    var server = MemorySpace(epoch: Epoch(77))
    for change in [twins[0], change(next, later, on: stamp)] {
      let since = server.header.lastSequence
      let push = Push(epoch: Epoch(77), cursor: 0, pulledAt: 0, changes: [change])
      let reply = server.push(push, now: 3_000)
      let news = server.pull(since: since, byteLimit: 10_000, now: 3_000).cells
      oracle.judge(push, reply, news: news, now: 3_000)
    }
    #expect((oracle.violation == nil) == isAuthors)
  }

  @Test func aServerThatForgetsPushesIsCaught() {
    let found = failures { server in
      let push = server.push
      server.push = { sent, now in
        guard sent.changes.count == 3 else { return push(sent, now) }
        var less = sent
        less.changes.removeLast()
        var reply = push(less, now)
        reply.held.append(true)
        return reply
      }
    }
    #expect(!found.isEmpty)
  }

  @Test func aServerThatSkipsACellOfAPageIsCaught() {
    let found = failures { server in
      let pull = server.pull
      server.pull = { since, limit, now in
        var page = pull(since, limit, now)
        if page.hasMore { page.cells.removeLast() }
        return page
      }
    }
    #expect(!found.isEmpty)
  }

  @Test func aServerThatShowsAGuestEverythingIsCaught() {
    let found = failures { server in
      let (pull, guestPull) = (server.pull, server.guestPull)
      server.guestPull = { since, reach, limit, now in
        guard let page = guestPull(since, reach, limit, now) else { return nil }
        var all = pull(since, limit, now)
        all.view = page.view
        return all
      }
    }
    #expect(found.contains { $0.contains("sent a row that they may not see") })
  }

  @Test func aServerThatServesWhomItPutOutIsCaught() {
    let found = failures { server in
      let give = server.give
      server.give = { if $0 != nil { give($0) } }
    }
    #expect(found.contains { $0.contains("against the grant") })
  }

  @Test func aServerThatKeepsAViewThatNarrowedIsCaught() {
    let found = failures { server in
      let guestPull = server.guestPull
      server.guestPull = { since, reach, limit, now in
        var page = guestPull(since, reach, limit, now)
        page?.view = 1
        return page
      }
    }
    #expect(found.contains { $0.contains("a guest holds") || $0.contains("a guest lacks") })
  }

  @Test func aServerThatTakesWhatAGuestMayNotWriteIsCaught() {
    let found = failures { server in
      let push = server.push
      server.guestPush = { push($0, $1) }
    }
    #expect(found.contains { $0.contains("a guest") })
  }

  @Test func aServerThatSweepsTooSoonIsCaught() {
    let found = failures { server in
      let sweep = server.sweep
      server.sweep = { sweep($0 + 30 * Horizon.day) }
    }
    #expect(found.contains { $0.contains("too early") })
  }

  @Test func aServerThatNeverSweepsIsCaught() {
    let found = failures { server in
      server.sweep = { _ in [] }
    }
    #expect(found.contains { $0.contains("although nothing refers to it") })
  }

  @Test func aServerThatSaysTooSoonThatItHasAFileIsCaught() {
    let found = failures { server in
      let claim = server.claim
      server.claim = { file, hasRoom, now in
        let answer = claim(file, hasRoom, now)
        if case .arriving(let count) = answer, count > 0 { return .ready }
        return answer
      }
    }
    #expect(found.contains { $0.contains("but lacks bytes of it") })
  }

  @Test func aServerThatForgetsWhoseBytesAreWhoseIsCaught() {
    let found = failures { server in
      let files = server.files
      server.files = {
        files().map { ListedFile(name: $0.name, bytes: $0.bytes.map { $0.reversed() }) }
      }
    }
    #expect(found.contains { $0.contains("wrong bytes") })
  }

  @Test func aServerThatLosesFilesIsCaught() {
    let found = failures { server in
      let files = server.files
      server.files = { Array(files().dropFirst()) }
    }
    #expect(found.contains { $0.contains("lacks a file that it had") })
  }

  @Test func aPieceIsTakenOnceAndInItsPlace() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5]
    let file = try #require(
      BlobReference(
        sha256: SHA256.digest(of: bytes).bytes, byteCount: 5, mimeType: "audio/flac"))
    let piece = { (range: Range<Int>) in
      FilePiece(file: file, offset: range.lowerBound, bytes: Array(bytes[range]))
    }
    var folder = FileFolder()
    #expect(folder.take(piece(2..<5)) == .arriving(0))
    #expect(folder.take(piece(0..<2)) == .arriving(2))
    #expect(folder.take(piece(0..<2)) == .arriving(2))
    #expect(folder.take(FilePiece(file: file, offset: 2, bytes: [3, 4, 5, 6])) == .arriving(2))
    #expect(folder.bytes(of: file.sha256) == nil)
    #expect(folder.take(piece(2..<5)) == .ready)
    #expect(folder.bytes(of: file.sha256) == bytes)
    // What has other bytes than its name says is not kept.
    folder.remove(file.sha256)
    #expect(folder.take(FilePiece(file: file, offset: 0, bytes: [5, 4, 3, 2, 1])) == .arriving(0))
    #expect(folder.bytes(of: file.sha256) == nil)
    #expect(folder.count(of: file.sha256) == 0)
  }

  @Test func damagedFramesAreRefused() {
    let found = Fuzz.tryFrames(5_000, seed: 3)
    #expect(found.failure == nil)
    #expect(found.read > 0)
  }
}
