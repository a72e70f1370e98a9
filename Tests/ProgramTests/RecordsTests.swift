import Ledger
import Markup
import Program
import Testing

/// What the script answers to orders about records, and what a program is told.
@Suite struct RecordsTests {
  private enum Part {
    case number(Double)
    case text(String)
    case bytes([UInt8])
  }

  private func payload(_ parts: Part...) -> Payload {
    var payload = Payload()
    for part in parts {
      switch part {
      case .number(let number): payload.append(number)
      case .text(let text): payload.append(text)
      case .bytes(let bytes): payload.append(bytes)
      }
    }
    return payload
  }

  private func loaded(
    _ revision: UInt64, _ records: [Record], _ continuity: StoreContinuity = .continued
  ) -> RecordsLoad {
    .loaded(LoadedRecords(revision: revision, records: records, continuity: continuity))
  }

  @Test func ordersAreWhatWasAsked() {
    let writes: [RecordWrite] = [.put(name: "a", bytes: [1]), .delete(name: "b")]
    let commit = Effect<RecordsCommit>.commitRecords(
      writes, in: "reeds", expecting: 7, isStrict: true
    ) { $0 }
    #expect(
      commit.order == .recordsCommit(space: "reeds", expected: 7, isStrict: true, writes: writes))
    #expect(
      Effect<RecordsLoad>.loadRecords(of: "reeds", since: 3) { $0 }.order
        == .recordsLoad(space: "reeds", since: 3))
    let lock = Effect<Bool>.holdLock("sync", isStealing: true, as: "pushing") { $0 }
    #expect(lock.order == .holdLock(name: "sync", isStealing: true))
    #expect(lock.name == "pushing")
    #expect(Effect<String>.watchLocks("tab ") { $0 }.order == .watchLocks(start: "tab "))
  }

  @Test func readsWhatWasLoaded() {
    let load = Effect<RecordsLoad>.loadRecords(of: "reeds") { $0 }
    let everything = payload(
      .number(0), .text(""), .number(1_763_000_000_000), .number(0), .number(2),
      .text("a"), .bytes([1, 2]), .text("b"), .bytes([]))
    let records = [Record(name: "a", bytes: [1, 2]), Record(name: "b", bytes: [])]
    #expect(load.message(for: everything) == loaded(1_763_000_000_000, records))
    let erased = payload(.number(0), .text(""), .number(0), .number(1), .number(0))
    #expect(load.message(for: erased) == loaded(0, [], .erased))
    let removed = payload(.number(0), .text(""), .number(9), .number(2), .number(0))
    #expect(load.message(for: removed) == loaded(9, [], .removed))
    let failed = payload(.number(1), .text("SecurityError"))
    #expect(load.message(for: failed) == .failed("SecurityError"))
  }

  @Test func readsHowACommitEnded() {
    let commit = Effect<RecordsCommit>.commitRecords(
      [], in: "reeds", expecting: 0, isStrict: false
    ) { $0 }
    let done = payload(.number(0), .text(""), .number(8))
    #expect(commit.message(for: done) == .committed(revision: 8))
    let moved = payload(.number(1), .text(""), .number(9))
    #expect(commit.message(for: moved) == .moved(revision: 9))
    let gone = payload(.number(1), .text(""), .number(0))
    #expect(commit.message(for: gone) == .moved(revision: 0))
    let full = payload(.number(2), .text("QuotaExceededError"), .number(0))
    #expect(commit.message(for: full) == .failed("QuotaExceededError"))
  }

  @Test func readsTheRest() {
    let reeds = payload(.text("reeds"), .number(4))
    let watch = Effect<RecordSpace>.watchRecords { $0 }
    #expect(watch.message(for: reeds) == RecordSpace(name: "reeds", revision: 4))
    let list = Effect<RecordSpaces>.listRecordSpaces { $0 }
    let two = payload(
      .number(0), .text(""), .number(2), .text("reeds"), .number(4), .text("scores"), .number(1))
    #expect(
      list.message(for: two)
        == .listed([
          RecordSpace(name: "reeds", revision: 4), RecordSpace(name: "scores", revision: 1),
        ]))
    #expect(
      list.message(for: payload(.number(1), .text("TimeoutError"))) == .failed("TimeoutError"))
    let erase = Effect<RecordsErasure>.eraseRecords(of: "reeds") { $0 }
    #expect(erase.message(for: payload(.number(0), .text(""))) == .erased)
    #expect(erase.message(for: payload(.number(1), .text(""))) == .moved)
    #expect(
      erase.message(for: payload(.number(2), .text("AbortError"))) == .failed("AbortError"))
    #expect(erase.message() == .failed(""))
    let room = Effect<StorageRoom>.askToPersist { $0 }
    #expect(
      room.message(for: payload(.number(1), .number(5_000), .number(9e12)))
        == StorageRoom(isPersisted: true, usedBytes: 5_000, allowedBytes: 9_000_000_000_000))
    let lock = Effect<Bool>.holdLock("sync", as: "pushing") { $0 }
    #expect(lock.message(for: payload(.number(1))) == true)
    #expect(lock.message(for: payload(.number(0))) == false)
    let locks = Effect<String>.watchLocks("tab ") { $0 }
    #expect(locks.message(for: payload(.text("one\nother"))) == "one\nother")
    #expect(Effect<Int>.watchHide(3).message() == 3)
  }

  @Test func badAnswersHarmNobody() {
    let load = Effect<RecordsLoad>.loadRecords(of: "reeds") { $0 }
    let commit = Effect<RecordsCommit>.commitRecords(
      [], in: "reeds", expecting: 0, isStrict: true
    ) { $0 }
    #expect(load.message() == .failed(""))
    // A commit counts as made only where the answer says so.
    #expect(commit.message() == .failed(""))
    for count in [Double.nan, -1, .infinity, 1e300, 9e15] {
      let long = payload(.number(0), .text(""), .number(count), .number(count), .text("a"))
      guard case .loaded(let loaded) = load.message(for: long) else {
        Issue.record("a count of \(count)")
        continue
      }
      #expect(loaded.records.count <= 1)
    }
    let whole = payload(
      .number(0), .text(""), .number(7), .number(1), .text("a"), .bytes([1, 2]), .number(0),
      .number(0)
    ).bytes
    for length in 0..<whole.count {
      _ = load.message(for: Payload(bytes: Array(whole.prefix(length))))
    }
  }

  @Test func aRequestEndsAfterHalfAMinute() {
    #expect(FetchRequest(path: "/").timeoutMilliseconds == 30_000)
  }

  @Test func aContextDrawsNothingByItself() {
    let context = Context(milliseconds: 0, zoneMinutes: 0)
    #expect(context.randomBits == (0, 0))
    let drawn = Context(milliseconds: 0, zoneMinutes: 0, randomBits: (1, 2))
    #expect(drawn.randomBits == (1, 2))
  }
}
