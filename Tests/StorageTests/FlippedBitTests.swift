import Foundation
import Ledger
import SQLiteStorage
import Storage
import TestSupport
import Testing

/// Single bits that went over in a store's file, and everything read from it by every call.
@Suite struct FlippedBitTests {
  private static let guest = AccountID(Bits128(high: 3, low: 7))
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/woodshed.db" }
  private var copy: String { folder.path + "/copy.db" }

  /// All that a store answers.
  private struct Answers: Equatable {
    var header: SpaceHeader?
    var pages: [PullPage] = []
    var guestPage: PullPage?
    var history: [HistoryCell] = []
    var states: [PastPage] = []
    var grants: [GivenGrant] = []
    /// How many calls ended with an error.
    var failures = 0

    mutating func attempt(_ body: (inout Answers) throws -> Void) {
      do { try body(&self) } catch { failures += 1 }
    }
  }

  private func answers(of store: SQLiteStore, rows: [RowID], last: UInt64) -> Answers {
    var answers = Answers()
    answers.attempt { $0.header = try store.header(of: .own) }
    answers.attempt { answers in
      var since: UInt64 = 0
      while true {
        let page = try store.pull(.own, since: since, byteLimit: 8_000, now: start)
        answers.pages.append(page)
        guard page.hasMore else { return }
        since = page.to
      }
    }
    answers.attempt {
      $0.guestPage = try store.pull(
        .own, by: Self.guest, since: 0, byteLimit: 1 << 20, now: start)
    }
    for row in rows { answers.attempt { $0.history += try store.wholeHistory(of: row, in: .own) } }
    for sequence in [last, last / 2] {
      answers.attempt {
        $0.states.append(
          try store.state(of: .own, asOf: sequence, after: nil, byteLimit: 1 << 24))
      }
    }
    answers.attempt { $0.grants = try store.grants(in: .own) }
    return answers
  }

  /// Fills a store with 300 rows, some written over, some purged, and one guest; gives its rows.
  private func fill() throws -> [RowID] {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    for id in [.onlyOwner, Self.guest] {
      #expect(try store.add(Account(id: id, login: nil, madeAt: start)))
    }
    var device = Device(1)
    var rows: [RowID] = []
    for number in 0..<300 {
      let row = device.newRow()
      rows.append(row)
      let step = device.set(
        row, [(9, .text("a phrase of number \(number)")), (10, .int(Int64(number)))])
      try store.push(step)
      if number % 3 == 0 {
        try store.push(device.set(row, 9, "another phrase \(number)", base: step[0].stamp))
      }
      if number % 20 == 7 { try store.push(device.purge(row)) }
    }
    _ = try store.give(
      Grant(.reader, kinds: [.settings]), label: "a guest", in: .own, to: Self.guest)
    return rows
  }

  /// The count of each way in which a flipped bit was noticed.
  private struct Counts {
    var bySQLite = 0
    var byChecksum = 0
    var byDigest = 0
    var harmless = 0
  }

  @Test func nothingWrongIsServed() throws {
    let rows = try fill()
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let right: Answers
    do {
      let store = try SQLiteStore(path: path)
      defer { store.close() }
      right = answers(of: store, rows: rows, last: try store.header(of: .own).lastSequence)
    }
    let last = try #require(right.header?.lastSequence)
    #expect(right.failures == 0 && right.history.count > 80)
    var random = RandomBits(seed: 20_261_123)
    var counts = Counts()
    for number in 0..<200 {
      var bytes = whole
      // The first page says how the file is laid out; all others hold tables.
      let place = 4_096 + random.below(bytes.count - 4_096)
      bytes[place] ^= 1 << UInt8(random.below(8))
      for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + end) }
      try Data(bytes).write(to: URL(fileURLWithPath: copy))
      try judge(number, rows: rows, last: last, right, &counts)
    }
    print(
      "flipped bits: 200 in \(whole.count) bytes, 0 served wrong; noticed by SQLite \(counts.bySQLite), "
        + "by checksum \(counts.byChecksum), by what is missing \(counts.byDigest), touched nothing "
        + "\(counts.harmless)")
    #expect(counts.byChecksum > 20)
  }

  private func judge(
    _ number: Int, rows: [RowID], last: UInt64, _ right: Answers, _ counts: inout Counts
  ) throws {
    guard let store = try? SQLiteStore(path: copy) else {
      counts.bySQLite += 1
      return
    }
    defer { store.close() }
    let found = answers(of: store, rows: rows, last: last)
    let met = store.damage.total
    let report = try? store.inspect()
    // What is served is something that was written, in its place.
    let cells = Set(right.pages.flatMap(\.cells))
    #expect(Set(found.pages.flatMap(\.cells)).isSubset(of: cells), "pull, flip \(number)")
    let shown = Set(found.guestPage?.cells ?? [])
    #expect(shown.isSubset(of: Set(right.guestPage?.cells ?? [])), "guest, flip \(number)")
    #expect(Set(found.history).isSubset(of: Set(right.history)), "history, flip \(number)")
    #expect(found.header == nil || found.header == right.header, "header, flip \(number)")
    #expect(Set(found.grants).isSubset(of: Set(right.grants)), "grants, flip \(number)")
    let (states, rightStates) = (
      found.states.map { Set($0.cells) }, right.states.map { Set($0.cells) }
    )
    for state in states {
      #expect(rightStates.contains { state.isSubset(of: $0) }, "state, flip \(number)")
    }
    // And whatever differs is told.
    guard found != right else {
      // Damage that no call meets, such as in a page that is free, or in a sign-in.
      if report?.isSound == true { counts.harmless += 1 } else { counts.byDigest += 1 }
      return
    }
    if met > 0 {
      counts.byChecksum += 1
    } else if found.failures > 0 || report == nil {
      counts.bySQLite += 1
    } else {
      #expect(report?.isSound == false, "flip \(number) was not told")
      counts.byDigest += 1
    }
    // Whoever pulls sees by himself that he does not have everything; stubs count for nothing.
    if let page = found.pages.last, !page.hasMore,
      cells.subtracting(found.pages.flatMap(\.cells)).contains(where: { !$0.isPurge })
    {
      #expect(Self.total(found.pages.flatMap(\.cells)) != page.digest, "pull, flip \(number)")
    }
    if let page = found.guestPage,
      Set(right.guestPage?.cells ?? []).subtracting(shown).contains(where: { !$0.isPurge })
    {
      #expect(Self.total(page.cells) != page.digest, "guest, flip \(number)")
    }
  }

  private static func total(_ cells: [RowCell]) -> UInt64 {
    var digest = SpaceDigest()
    for cell in cells { digest.add(cell) }
    return digest.total
  }
}
