import Ledger
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage

/// What goes through all of a space or an account does so in parts, and forgets nothing at their borders.
@Suite struct WorkInStepsTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/woodshed.db" }

  /// Rows that are purged, and one whose value is written again and again.
  private func fill(_ rows: Int, _ values: Int) throws {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    #expect(try store.add(Account(id: .onlyOwner, login: nil, madeAt: start)))
    var device = Device(1)
    let kept = device.newRow()
    var (changes, last) = ([Change](), Stamp?.none)
    for number in 0..<max(rows, values) {
      if number < values {
        changes += device.set(kept, 9, "\(number)", base: last)
        last = changes.last?.stamp
      }
      if number < rows {
        let row = device.newRow()
        changes += device.set(row, 9, "goes") + device.purge(row)
      }
    }
    for first in stride(from: 0, to: changes.count, by: 4_000) {
      try store.push(Array(changes[first..<min(first + 4_000, changes.count)]))
    }
  }

  @Test(arguments: [
    (0, 0), (1, 2), (Database.lookedAtOnce, Database.lookedAtOnce + 1),
    (2 * Database.lookedAtOnce + 1, 3 * Database.lookedAtOnce),
  ])
  func forgetsAStretchAtATime(rows: Int, values: Int) throws {
    try fill(rows, values)
    var database = try Database.openStore(at: path, for: .writing)
    let all = try database.openHeader(of: .own)
    func forget(at now: Int64) throws -> Int {
      let work = ForgetInSteps(in: .own, now: now)
      for count in 1... {
        let step = try database.inTransaction("BEGIN") { database throws(SQLiteError) in
          try work.step(&database)
        }
        if case .done = step { return count }
      }
      return 0
    }
    _ = try forget(at: start + Horizon.history)
    #expect(try database.header(of: .own) == all, "not yet")
    let steps = try forget(at: start + Horizon.history + 1)
    #expect(steps >= 3 + rows / Database.lookedAtOnce + (values - 1) / Database.lookedAtOnce)
    let page = try #require(
      try database.page(of: .own, since: 0, byteLimit: 1 << 30, now: start))
    #expect(page.page.cells.count == min(values, 1))
    #expect(rows == 0 ? page.header == all : page.header.minSequence > 0)
    if let row = page.page.cells.first?.row {
      #expect(try database.history(of: [row], in: .own).isEmpty)
    }
  }

  @Test func anAccountIsErasedInParts() throws {
    try fill(700, 700)
    var database = try Database.openStore(at: path, for: .writing)
    var steps = 0
    while try database.eraseSome(of: .onlyOwner) { steps += 1 }
    // 699 superseded values, 701 cells, 700 purged rows.
    #expect(steps == 3 * 3)
    #expect(try database.account(.onlyOwner) != nil, "until the end, it can be erased again")
  }

  /// What was pushed after an account was looked through keeps its files, whether it won or lost at once.
  @Test func sweepingSeesWhatIsWrittenMeanwhile() throws {
    let known = 5
    var (device, other) = (Device(1), Device(2))
    let row = device.newRow()
    let late = other.set(row, [(9, reference(known + 1))])
    // The first 5 are referred to before; then one by a value that wins, one by a value that loses; the last by none.
    try withStore { store throws in
      #expect(try store.add(Account(id: .onlyOwner, login: nil, madeAt: start)))
      for number in 0..<known + 3 {
        let upload = UploadID(Bits128(high: 3, low: UInt64(number)))
        let blob = Blob(
          account: .onlyOwner, name: name(number), byteCount: 1_000, mimeType: "audio/flac",
          state: .arriving(upload), receivedAt: start)
        #expect(try store.admit(blob, within: BlobQuota()) == .added)
        #expect(try store.finish(upload, of: .onlyOwner, now: start))
      }
      for number in 0..<known { try store.push(device.set(row, [(9, reference(number))])) }
    }
    let references = try lookThrough()
    #expect(references.names.count == known)
    try withStore { store throws in
      try store.push(late)
      try store.push(device.set(row, [(9, reference(known))]))
    }

    var database = try Database.openStore(at: path, for: .writing)
    let work = SweepInSteps(of: .onlyOwner, references, now: start + Blob.grace, atOnce: 3)
    guard case .more = try work.step(&database), case .more = try work.step(&database) else {
      Issue.record("5 names are marked in two steps")
      return
    }
    guard case .done(let removed) = try work.step(&database) else {
      Issue.record("the third step removes")
      return
    }
    #expect(removed == [name(known + 2)])
    #expect(try database.blobUse(of: .onlyOwner).count == known + 2)
  }

  private func withStore(_ body: (SQLiteStore) throws -> Void) throws {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    try body(store)
  }

  private func lookThrough() throws -> BlobReferences {
    var database = try Database.openStore(at: path, for: .writing)
    return try database.references(of: .onlyOwner)
  }

  private func name(_ number: Int) -> BlobName {
    let bytes = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 7, count: 30)
    guard let name = BlobName(bytes: bytes) else { preconditionFailure("a name has 32 bytes") }
    return name
  }

  private func reference(_ number: Int) -> Value {
    let blob = BlobReference(
      sha256: name(number).bytes, byteCount: 1_000, mimeType: "audio/flac")
    return blob.map { .blob($0) } ?? .null
  }
}
