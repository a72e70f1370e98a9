import HTTP
import Ledger
import Platform
import SQLiteStorage
import Storage
import TestSupport
import Testing

@testable import Server

/// A failing disk loses no file that was acknowledged, and lets no half of one be served.
@Suite struct BlobFaultTests {
  private static let now: Int64 = 1_800_000_000_000
  private let bytes = sound(700, 4)

  /// One disk, one account, one file.
  private struct Scene {
    let disk: MemoryDisk
    let account: AccountID
    let bytes: [UInt8]
    var blobs: Blobs
    var wasAcknowledged = false
    /// What was lost, or served that was not whole.
    var wrongs: [String] = []

    var name: BlobName { BlobName(SHA256.digest(of: bytes)) }

    /// Does as a device does, until it has heard that the file is there, or has tried often enough.
    mutating func deliver() {
      for _ in 0..<12 {
        look()
        do throws(BlobError) {
          let claim = Blobs.Claim(
            name: name, byteCount: Int64(bytes.count), mimeType: "audio/wav")
          var progress = try blobs.begin(claim, for: account, now: BlobFaultTests.now)
          while case .arriving(_, let upload, let offset) = progress {
            let chunk = Array(bytes[Int(offset)...].prefix(256))
            progress = try blobs.append(
              chunk, checksum: CRC32C.checksum(of: chunk[...]), at: offset, to: upload,
              for: account, now: BlobFaultTests.now)
            look()
          }
          wasAcknowledged = true
          look()
          return
        } catch {
          if case .refused(let refusal) = error, refusal != .wrongContent {
            wrongs.append("refused: \(refusal)")
          }
        }
      }
    }

    /// What is served is whole, and what was acknowledged is served.
    mutating func look() {
      guard !disk.isCut else { return }
      do throws(BlobError) {
        guard let (_, file) = try blobs.open(name, of: account) else {
          if wasAcknowledged { wrongs.append("lost") }
          return
        }
        defer { disk.close(file) }
        var found: [UInt8] = []
        while true {
          let piece = try filing(
            disk.read(from: file, at: Int64(found.count), count: 1_000))
          if piece.isEmpty { break }
          found += piece
        }
        if found != bytes { wrongs.append("served \(found.count) other bytes") }
      } catch {
        // Once, at the order that fails; after that it is there, or lost.
        if wasAcknowledged, disk.isWell { wrongs.append("unreadable") }
      }
    }

    mutating func restart(_ store: any AccountStore & BlobStore) throws {
      disk.restart()
      blobs = Blobs(store, in: try BlobFolder(path: "/disk", files: disk))
      if !blobs.putRight(now: BlobFaultTests.now, isForgetting: true).isEmpty {
        wrongs.append("not put right")
      }
      look()
    }
  }

  private func scene(
    _ number: UInt64, _ store: any AccountStore & BlobStore, _ disk: MemoryDisk
  ) throws -> Scene {
    #expect(try store.add(Account(id: .number(number), login: nil, madeAt: Self.now)))
    return Scene(
      disk: disk, account: .number(number), bytes: bytes,
      blobs: Blobs(store, in: try BlobFolder(path: "/disk", files: disk)))
  }

  /// Runs the script once for each order of it, with that one going wrong; gives what was wrong, by run.
  private func wrongs(
    _ fault: MemoryDisk.Fault, _ makeDisk: () -> MemoryDisk
  ) throws -> (runs: Int, wrongs: [String]) {
    let folder = TemporaryFolder()
    let store = try SQLiteStore(path: folder.path + "/woodshed.db", readerCount: 1)
    defer { store.close() }
    var calm = try scene(1, store, makeDisk())
    let before = calm.disk.orderCount
    calm.deliver()
    #expect(calm.wasAcknowledged && calm.wrongs.isEmpty)
    let count = calm.disk.orderCount - before
    var found: [String] = []
    for order in 1...count {
      var scene = try scene(UInt64(order) + 1, store, makeDisk())
      scene.disk.fail(at: order, fault)
      scene.deliver()
      if scene.disk.isCut {
        try scene.restart(store)
        scene.deliver()
      }
      if !scene.wasAcknowledged { scene.wrongs.append("never taken") }
      // A power cut at the very end finds it as well.
      try scene.restart(store)
      found += scene.wrongs.map { "order \(order), \(fault): \($0)" }
    }
    return (count, found)
  }

  @Test(arguments: MemoryDisk.Fault.allCases)
  func nothingIsLostAtAnyFault(fault: MemoryDisk.Fault) throws {
    let (runs, wrongs) = try wrongs(fault) { MemoryDisk() }
    #expect(wrongs.isEmpty)
    print("files: \(runs) orders to the disk, each with the fault \(fault): \(wrongs.count) lost")
  }

  /// The test itself finds what a careless server would lose.
  @Test func findsAServerThatDoesNotSync() throws {
    #expect(try !wrongs(.cutAfter) { MemoryDisk(forgetsFolders: true) }.wrongs.isEmpty)
    #expect(try !wrongs(.cutAfter) { MemoryDisk(forgetsFiles: true) }.wrongs.isEmpty)
  }

  /// The bytes have their name, and the row could not be written: nothing is sent twice.
  @Test func aRowThatCouldNotBeWrittenIsWrittenLater() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/woodshed.db"
    var store = try SQLiteStore(path: path, readerCount: 1)
    let disk = MemoryDisk()
    var scene = try scene(1, store, disk)
    let claim = Blobs.Claim(
      name: scene.name, byteCount: Int64(bytes.count), mimeType: "audio/wav")
    let begun = try scene.blobs.begin(claim, for: scene.account, now: Self.now)
    guard case .arriving(_, let upload, _) = begun else { throw BlobDesk.Unexpected() }
    try scene.blobs.folder.append(bytes, to: upload, at: 0)
    try scene.blobs.folder.publish(upload, as: scene.name, of: scene.account)
    try scene.blobs.folder.settle(scene.name, of: scene.account)
    store.close()
    store = try SQLiteStore(path: path, readerCount: 1)
    defer { store.close() }
    scene.blobs = Blobs(store, in: try BlobFolder(path: "/disk", files: disk))
    let progress = try scene.blobs.progress(of: upload, for: scene.account)
    guard case .arriving(_, _, let offset) = progress else { throw BlobDesk.Unexpected() }
    #expect(offset == Int64(bytes.count))
    try scene.restart(store)
    #expect(try store.blob(scene.name, of: scene.account)?.state == .ready)
    scene.wasAcknowledged = true
    scene.look()
    #expect(scene.wrongs.isEmpty)
  }

  /// Files that no row knows are removed, and rows whose bytes are wrong.
  @Test func putsRightWhatDisagrees() throws {
    let folder = TemporaryFolder()
    let store = try SQLiteStore(path: folder.path + "/woodshed.db", readerCount: 1)
    defer { store.close() }
    let disk = MemoryDisk()
    let scene = try scene(1, store, disk)
    let stray = UploadID(Bits128(high: 1, low: 1))
    try scene.blobs.folder.append(bytes, to: stray, at: 0)
    // A row that waits, and under its name bytes that are others.
    let claim = Blobs.Claim(
      name: scene.name, byteCount: Int64(bytes.count), mimeType: "audio/wav")
    let begun = try scene.blobs.begin(claim, for: scene.account, now: Self.now)
    guard case .arriving(_, let upload, _) = begun else { throw BlobDesk.Unexpected() }
    try scene.blobs.folder.append(sound(700, 99), to: upload, at: 0)
    try scene.blobs.folder.publish(upload, as: scene.name, of: scene.account)
    #expect(scene.blobs.putRight(now: Self.now, isForgetting: true).isEmpty)
    #expect(try scene.blobs.folder.uploadNames().isEmpty)
    #expect(try store.blobs(of: scene.account).isEmpty)
    #expect(try scene.blobs.folder.names(of: scene.account).isEmpty)
  }
}
