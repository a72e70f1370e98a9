import Ledger
import Platform
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage

/// What every store promises of grants.
@Suite struct GrantStoreTests {
  private static let guest = AccountID.number(7)

  /// A store with an owner and a guest.
  private func with(_ kind: Kind, _ body: (any ServerStore) throws -> Void) throws {
    try Ground(kind).with { store throws in
      #expect(try store.add(Account(id: .onlyOwner, login: nil, madeAt: start)))
      #expect(try store.add(Account(id: Self.guest, login: nil, madeAt: start)))
      try body(store)
    }
  }

  @discardableResult
  private func give(
    _ grant: Grant, _ store: any ServerStore, to grantee: AccountID = GrantStoreTests.guest
  ) throws -> GivenGrant {
    let giving = try store.give(grant, label: "my pupil", in: .own, to: grantee)
    guard case .given(let given) = giving else { throw StorageError.unavailable }
    return given
  }

  @Test(arguments: Kind.allCases)
  func keepsGrants(kind: Kind) throws {
    let ground = try Ground(kind)
    let wide = Grant(.editor)
    let narrow = Grant(
      .reader, kinds: [KindID(13), KindID(.max)], since: 0, expiry: HybridTime.lastMilliseconds)
    var view: UInt64 = 0
    try ground.with { store throws in
      #expect(try store.add(Account(id: .onlyOwner, login: nil, madeAt: start)))
      #expect(try store.add(Account(id: Self.guest, login: nil, madeAt: start)))
      #expect(try store.grants(in: .own).isEmpty && store.grants(to: Self.guest).isEmpty)
      let given = try give(wide, store)
      #expect(given.grant == wide && given.label == "my pupil" && given.view != 0)
      // The same again is the same.
      #expect(try give(wide, store) == given)
      let other = try give(narrow, store)
      #expect(other.view != given.view)
      view = other.view
    }
    try ground.with { store throws in
      let kept = GivenGrant(Self.guest, narrow, view: view, label: "my pupil")
      #expect(try store.grant(of: Self.guest, in: .own) == kept)
      #expect(try store.grants(in: .own) == [kept])
      #expect(
        try store.grants(to: Self.guest) == [
          ReceivedGrant(.own, .reader, expiry: HybridTime.lastMilliseconds)
        ])
      #expect(try store.grant(of: .onlyOwner, in: .own) == nil)
      #expect(try store.grant(of: Self.guest, in: .other) == nil)
      #expect(try store.revokeGrant(of: Self.guest, in: .own))
      #expect(try !store.revokeGrant(of: Self.guest, in: .own))
      #expect(try store.grants(in: .own).isEmpty && store.grants(to: Self.guest).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func manyAreLetIn(kind: Kind) throws {
    try with(kind) { store in
      for number in 0..<UInt64(GivenGrant.countLimit) {
        try give(Grant(.reader), store, to: .number(1_000 + number))
      }
      let full = try store.give(Grant(.reader), label: "one more", in: .own, to: Self.guest)
      #expect(full == .full)
      try give(Grant(.editor), store, to: .number(1_000))
      #expect(try store.grants(in: .own).count == GivenGrant.countLimit)
      // Those ids nobody has: nothing is kept for them.
      #expect(try store.grants(to: .number(1_000)).isEmpty)
      let nowhere = try store.give(Grant(.reader), label: "x", in: .other, to: Self.guest)
      #expect(nowhere == .noAccount)
      #expect(try store.grants(in: .other).isEmpty && store.grants(to: Self.guest).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func erasingEitherAccountTakesItAlong(kind: Kind) throws {
    try with(kind) { store in
      try give(Grant(.reader), store)
      try store.erase(Self.guest)
      #expect(try store.grants(in: .own).isEmpty)
      #expect(try store.add(Account(id: Self.guest, login: nil, madeAt: start)))
      try give(Grant(.reader), store)
      try store.erase(.onlyOwner)
      #expect(try store.grants(to: Self.guest).isEmpty)
      #expect(try store.grants(in: .own).isEmpty)
      #expect(throws: StorageError.unavailable) { try give(Grant(.reader), store) }
    }
  }

  /// A guest has the rows that he may see, their digest and stamps, and of new rows those; page by page.
  @Test(arguments: Kind.allCases)
  func showsWhatAGrantShows(kind: Kind) throws {
    try with(kind) { store in
      var device = Device(1)
      var shown: [RowCell] = []
      for number in 0..<3_000 {
        let isHidden = number % 3 == 0
        let changes = device.set(
          device.newRow(),
          [(9, .int(Int64(number)))] + (isHidden ? [(1, .bool(true))] : []))
        try store.push(changes)
        if !isHidden { shown += changes.map(\.cell) }
      }
      try give(Grant(.reader), store)
      func pull(_ since: UInt64, _ bytes: Int) throws -> PullPage {
        try #require(
          try store.pull(.own, by: Self.guest, since: since, byteLimit: bytes, now: start))
      }
      var cells: [RowCell] = []
      var page = try pull(0, 4_096)
      cells += page.cells
      while page.hasMore {
        page = try pull(page.to, 4_096)
        cells += page.cells
      }
      #expect(cells == shown)
      var digest = SpaceDigest()
      for cell in shown { digest.add(cell) }
      #expect(page.digest == digest.total)
      #expect(try store.digest(of: .own, by: Self.guest, now: start) == digest)
      #expect(page.to == (try store.latestSequence(of: .own)))
      // Nothing is new; then a hidden row is, and then a shown one.
      #expect(try pull(page.to, 4_096).cells.isEmpty)
      try store.push(device.set(device.newRow(), [(9, .null), (1, .bool(true))]))
      let quiet = try pull(page.to, 4_096)
      #expect(quiet.cells.isEmpty && quiet.to > page.to && quiet.digest == page.digest)
      #expect(quiet.view == page.view)
      let news = device.set(device.newRow(), 9, "new")
      try store.push(news)
      #expect(try pull(quiet.to, 4_096).cells == news.map(\.cell))
    }
  }

  /// A view knows what is hidden in a stretch, whichever rows it is in, and the page ends there.
  @Test func aPageEndsWhereItsViewDoes() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/woodshed.db"
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    var device = Device(1)
    var shown: [RowCell] = []
    for number in 0..<60 {
      let isHidden = number < 20 || number % 3 == 0
      let changes = device.set(
        device.newRow(), [(9, .int(Int64(number)))] + (isHidden ? [(1, .bool(true))] : []))
      try store.push(changes)
      if !isHidden { shown += changes.map(\.cell) }
    }
    var database = try Database.open(path, for: .reading)
    let header = try #require(try database.header(of: .own))
    for reach: UInt64 in [1, 3, 7, 1_000] {
      var (cells, since) = ([RowCell](), UInt64(0))
      while since < header.lastSequence {
        let view = try database.view(
          Grant(.reader), of: .own, since: since, reach: reach, header)
        var builder = PageBuilder(byteLimit: 1 << 20)
        try database.read(.own, since: since, through: view, into: &builder)
        let page = builder.page(after: since, header: view.header(header), view: 1, now: start)
        #expect(page.to == min(since + reach, header.lastSequence))
        #expect(page.hasMore == (page.to < header.lastSequence))
        cells += page.cells
        since = page.to
      }
      #expect(cells == shown)
    }
    // A gap in the numbers is passed at once.
    var builder = PageBuilder(byteLimit: 1 << 20)
    let view = GrantedView(of: Grant(.reader), since: 0, reach: 10)
    let hasRoom = builder.take(StoredCell(shown[0], sequence: 1_000_000), through: view)
    #expect(!hasRoom)
    let page = builder.page(after: 0, header: header, view: 1, now: start)
    #expect(page.to == 999_999 && page.hasMore)
  }

  /// Page by page a guest gets what there is at once, and nothing of a row that became private in between.
  @Test(arguments: Kind.allCases)
  func pagesOfAGuestFollowWhatChanges(kind: Kind) throws {
    try with(kind) { store in
      var device = Device(1)
      var rows: [RowID] = []
      for number in 0..<60 {
        let row = device.newRow()
        rows.append(row)
        try store.push(
          device.set(row, [(9, .int(Int64(number)))] + (number % 3 == 0 ? [(1, .bool(true))] : [])))
      }
      try give(Grant(.reader), store)
      func page(since sequence: UInt64, byteLimit: Int = 200) throws -> PullPage {
        try #require(
          try store.pull(.own, by: Self.guest, since: sequence, byteLimit: byteLimit, now: start))
      }
      let whole = try page(since: 0, byteLimit: 1 << 20)
      #expect(!whole.hasMore && Set(whole.cells.map(\.row)).count == 40)
      var (since, cells, pages) = (UInt64(0), [RowCell](), 0)
      while true {
        let next = try page(since: since)
        #expect(next.view == whole.view && next.epoch == whole.epoch)
        cells += next.cells
        (since, pages) = (next.to, pages + 1)
        guard next.hasMore else {
          #expect(next.digest == whole.digest)
          break
        }
      }
      #expect(cells == whole.cells && pages > 5)
      let first = try page(since: 0)
      let second = try page(since: first.to)
      #expect(second.hasMore)
      try store.push(device.set(rows[58], [(1, .bool(true))]))
      (since, cells) = (second.to, [])
      while true {
        let next = try page(since: since)
        cells += next.cells
        since = next.to
        guard next.hasMore else { break }
      }
      #expect(!cells.isEmpty && !cells.contains { $0.row == rows[58] })
    }
  }

  /// The view of a page serves the next ones as long as the space and the grant are the same.
  @Test func aViewIsLookedThroughOnceForAllPages() {
    let known = KnownViews()
    var header = SpaceHeader(epoch: .random())
    header.lastSequence = 1_000
    var found = 0
    func look(_ given: GivenGrant, since sequence: UInt64) -> UInt64 {
      known.view(of: given, since: sequence, header: header) {
        found += 1
        return GrantedView(of: given.grant, since: sequence, reach: 500)
      }.end
    }
    let given = GivenGrant(Self.guest, Grant(.reader), view: 5)
    #expect(look(given, since: 0) == 500 && look(given, since: 100) == 500 && found == 1)
    // From the beginning it is looked through again, and behind its end.
    #expect(look(given, since: 0) == 500 && found == 2)
    #expect(look(given, since: 500) == 1_000 && look(given, since: 700) == 1_000 && found == 3)
    // Another grant, another view, another state.
    var other = given
    other.grant = Grant(.editor)
    #expect(look(other, since: 700) == 1_200 && found == 4)
    other = given
    other.view = 6
    #expect(look(other, since: 700) == 1_200 && found == 5)
    header.lastSequence = 1_001
    #expect(look(other, since: 800) == 1_300 && found == 6)
    // Only some are kept.
    for number in UInt64(10)..<20 {
      _ = look(GivenGrant(Self.guest, Grant(.reader), view: number), since: 700)
    }
    #expect(look(other, since: 900) == 1_400 && found == 17)
  }

  /// Who pushes, pulls and looks without a grant that holds gets nothing.
  @Test(arguments: Kind.allCases)
  func nothingWithoutAGrant(kind: Kind) throws {
    try with(kind) { store in
      var device = Device(1)
      try store.push(device.set(device.newRow(), 9, "mine"))
      let push = Push(
        epoch: try store.header(of: .own).epoch, cursor: 0, pulledAt: 0,
        changes: device.set(device.newRow(), 9, "not mine"))
      func expectNothing(canRead: Bool = false) throws {
        let before = try store.header(of: .own)
        let page = try store.pull(.own, by: Self.guest, since: 0, byteLimit: 1 << 20, now: start)
        #expect((page != nil) == canRead)
        #expect((try store.digest(of: .own, by: Self.guest, now: start) != nil) == canRead)
        #expect(try store.push(push, to: .own, by: Self.guest, now: start) == nil)
        #expect(try store.header(of: .own) == before)
      }
      try expectNothing()
      try give(Grant(.editor, expiry: start), store)
      try expectNothing()
      try give(Grant(.reader), store)
      try expectNothing(canRead: true)
      _ = try store.revokeGrant(of: Self.guest, in: .own)
      try expectNothing()
      try give(Grant(.editor), store)
      var offer = push
      offer.isOffer = true
      #expect(try store.push(offer, to: .own, by: Self.guest, now: start) == nil)
      #expect(try store.push(push, to: .own, by: Self.guest, now: start)?.status == .ok)
    }
  }

  /// While rows become private and open again, and the guest is narrowed, whatever page he gets holds only what
  /// his view shows.
  @Test(arguments: Kind.allCases)
  func pagesBesideChangesOfWhatIsSeen(kind: Kind) throws {
    try with(kind) { store in
      var device = Device(1)
      let rows = (0..<40).map { _ in device.newRow() }
      for row in rows { try store.push(device.set(row, [(9, .text("open")), (1, .bool(false))])) }
      try give(Grant(.reader), store)
      struct State: Sendable {
        var pulls = 0
        var pages = 0
        var leaks = 0
        var isDone = false
      }
      let state = Monitor(State())
      let readers = (0..<2).map { _ in
        Thread {
          while !state.change({ $0.isDone }) {
            let page = try? store.pull(
              .own, by: Self.guest, since: 0, byteLimit: 1 << 20, now: start)
            let isLeak = page?.cells.contains { $0.cell.value == .text("secret") } ?? false
            state.change { state in
              state.pulls += 1
              if page != nil { state.pages += 1 }
              if isLeak { state.leaks += 1 }
            }
          }
        }
      }
      for round in 0..<60 {
        let row = rows[round % rows.count]
        // A row holds the secret only while it is private, which one push says.
        try store.push(device.set(row, [(1, .bool(true)), (9, .text("secret"))]))
        try store.push(device.set(row, [(9, .text("open")), (1, .bool(false))]))
        if round % 6 == 0 {
          let pulls = state.change { $0.pulls }
          _ = state.wait { $0.pulls > pulls ? true : nil }
        }
      }
      state.change { $0.isDone = true }
      for reader in readers { reader?.join() }
      let end = state.change { $0 }
      #expect(end.leaks == 0)
      #expect(end.pages >= 10)
    }
  }
}

extension AccountID {
  fileprivate static func number(_ number: UInt64) -> AccountID {
    AccountID(Bits128(high: 3, low: number))
  }
}
