import Domain
import Foundation
import HTTP
import Ledger
import Platform
import Storage
import Testing

@testable import Server

/// What published catalogues take of memory and of the store.
@Suite struct CatalogueShelfTests {
  /// A store that notes from where rows are read.
  private final class Watched: PublicationStore {
    let store: any PublicationStore
    let starts = Lock<[UInt64]>([])
    /// How many read at this moment, and the most that ever did.
    let readers = Lock((now: 0, most: 0))

    init(_ store: any PublicationStore) { self.store = store }

    func publish(
      _ row: RowID, of kind: KindID, in place: Place, as id: PublicationID, now: Int64
    ) throws(StorageError) -> Publishing {
      try store.publish(row, of: kind, in: place, as: id, now: now)
    }

    func publication(
      _ id: PublicationID
    ) throws(StorageError) -> (publication: Publication, mark: SpaceMark)? {
      try store.publication(id)
    }

    func publications(in place: Place) throws(StorageError) -> [Publication] {
      try store.publications(in: place)
    }

    func publications(of kind: KindID, limit: Int) throws(StorageError) -> [Publication] {
      try store.publications(of: kind, limit: limit)
    }

    func endPublication(of row: RowID, in place: Place) throws(StorageError) -> Bool {
      try store.endPublication(of: row, in: place)
    }

    func add(reads: [PublicationID: Int64]) throws(StorageError) { try store.add(reads: reads) }

    func read(
      _ kinds: [KindID], in place: Place, changedAfter sequence: UInt64, take: (StoredRow) -> Bool
    ) throws(StorageError) -> SpaceMark? {
      starts.withLock { $0.append(sequence) }
      readers.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      defer { readers.withLock { $0.now -= 1 } }
      return try store.read(kinds, in: place, changedAfter: sequence, take: take)
    }

    func row(_ id: RowID, in place: Place) throws(StorageError) -> StoredRow? {
      try store.row(id, in: place)
    }
  }

  private let desk: SyncDesk
  private let watched: Watched
  private var gym = Gym(climbs: 30)
  private let id: PublicationID

  init() throws {
    desk = try SyncDesk()
    watched = Watched(desk.store)
    try desk.keep(gym.edits, at: 1)
    id = try desk.publish(gym.catalogue.id)
  }

  private func answer(
    _ shelf: CatalogueShelf, _ question: CatalogueShelf.Question = .page(since: nil, after: nil)
  ) throws -> Asset? {
    let (publication, mark) = try #require(try desk.store.publication(id))
    return try shelf.answer(question, of: publication, at: mark) {
      CatalogueAnswer(publication, in: $0)?.page(since: nil, after: nil)
    }
  }

  @Test mutating func readsOnlyWhatChanged() throws {
    let shelf = CatalogueShelf(watched, headers: Headers())
    for _ in 0..<5 { #expect(try answer(shelf) != nil) }
    #expect(watched.starts.withLock { $0 } == [0])
    let before = try desk.store.header(of: SyncDesk.owned).lastSequence
    try desk.keep(gym.change(3) { $0.name = "another" }, at: 2)
    for _ in 0..<5 { #expect(try answer(shelf) != nil) }
    #expect(watched.starts.withLock { $0 } == [0, before])
    // What is none of it is looked at once, and the answer stays.
    let tag = try answer(shelf)?.respond(to: Request(.get, "/")).headers["ETag"]
    try desk.keep([Edit(RowID(Bits128(high: 5, low: 5)), .settings, FieldID(99), .int(1))], at: 3)
    let same = try answer(shelf)?.respond(to: Request(.get, "/"))
    #expect(same?.headers["ETag"] == tag && watched.starts.withLock { $0.count } == 3)
  }

  /// However many ask at once, the rows are read once.
  @Test func oneBringsItUpToDateForAll() throws {
    let shelf = CatalogueShelf(watched, headers: Headers())
    let failures = Lock(0)
    let threads = (0..<8).map { _ in
      Thread {
        for _ in 0..<20 where (try? self.answer(shelf)) == nil { failures.withLock { $0 += 1 } }
      }
    }
    for thread in threads { thread?.join() }
    #expect(failures.withLock { $0 } == 0)
    #expect(watched.starts.withLock { $0 } == [0] && watched.readers.withLock { $0.most } == 1)
  }

  @Test func takesNoMoreMemoryThanItMay() throws {
    let small = CatalogueShelf(watched, headers: Headers(), spaceLimit: 5_000)
    #expect(throws: ServerError.catalogueTooLarge) { try answer(small) }
    #expect(small.byteCount == 0)

    // Three spaces of which two fit: the one that was not read for longest gives way.
    let one = CatalogueShelf(watched, headers: Headers())
    _ = try one.look(at: SyncDesk.owned) { $0.byteCount }
    let size = one.byteCount
    #expect(size > 30 * 400)
    let shelf = CatalogueShelf(watched, headers: Headers(), byteLimit: 2 * size + 1_000)
    var places = [SyncDesk.owned]
    for name in ["anna", "bert"] {
      let account = try desk.person(name).account
      let place = Place(account, .own(of: account))
      let changes = try desk.store.pull(
        SyncDesk.owned, since: 0, byteLimit: 1 << 20, now: desk.now
      ).cells.map { Change($0, base: nil) }
      let epoch = try desk.store.header(of: place).epoch
      let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, isOffer: true, changes: changes)
      #expect(try desk.store.push(push, to: place, now: desk.now).status == .ok)
      places.append(place)
    }
    for place in places { #expect(try shelf.look(at: place) { $0.items.count } == 30) }
    #expect(shelf.byteCount <= 2 * size + 1_000 && shelf.byteCount >= 2 * size)
    let count = watched.starts.withLock { $0.count }
    let mark = SpaceMark(try desk.store.header(of: places[2]))
    _ = try shelf.look(at: places[2], mark) { $0.items.count }
    #expect(watched.starts.withLock { $0.count } == count)
    _ = try shelf.look(at: places[0]) { $0.items.count }
    #expect(watched.starts.withLock { $0.last } == 0)
  }
}
