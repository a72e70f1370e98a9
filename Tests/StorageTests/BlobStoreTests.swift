import Foundation
import Ledger
import Platform
import Storage
import Testing

/// What every store promises of blobs.
@Suite struct BlobStoreTests {
  private let quota = BlobQuota()

  @Test(arguments: Kind.allCases)
  func keepsABlobFromItsUploadToItsEnd(kind: Kind) throws {
    try Ground(kind).with { store throws in
      #expect(try store.add(.number(1)))
      var blob = Blob.number(1)
      #expect(try store.admit(blob, within: quota) == .added)
      #expect(try store.admit(.number(1, upload: 9), within: quota) == .known(blob))
      #expect(try store.blob(blob.name, of: .number(1)) == blob)
      #expect(try store.blob(arrivingBy: .number(1), of: .number(1)) == blob)
      #expect(try store.arrivingBlobs() == [blob])
      #expect(try store.finish(.number(1), of: .number(1), now: start + 5))
      blob.state = .ready
      blob.receivedAt = start + 5
      #expect(try store.blob(blob.name, of: .number(1)) == blob)
      #expect(try store.blob(arrivingBy: .number(1), of: .number(1)) == nil)
      #expect(try store.arrivingBlobs().isEmpty)
      #expect(try !store.finish(.number(1), of: .number(1), now: start + 6))
      #expect(try store.admit(.number(1, upload: 9), within: quota) == .known(blob))
      try store.remove(blob.name, of: .number(1))
      try store.remove(blob.name, of: .number(1))
      #expect(try store.blobs(of: .number(1)).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func findsABlobThroughItsAccountAlone(kind: Kind) throws {
    try Ground(kind).with { store throws in
      #expect(try store.add(.number(1)) && store.add(.number(2)))
      let blob = Blob.number(1)
      #expect(try store.admit(blob, within: quota) == .added)
      #expect(try store.blob(blob.name, of: .number(2)) == nil)
      #expect(try store.blob(arrivingBy: .number(1), of: .number(2)) == nil)
      #expect(try !store.finish(.number(1), of: .number(2), now: start))
      try store.remove(blob.name, of: .number(2))
      let same = Blob.number(1, of: .number(2), upload: 2)
      #expect(try store.admit(same, within: quota) == .added)
      #expect(try store.arrivingBlobs() == [blob, same])
      #expect(try store.blobs(of: .number(1)) == [blob])
      #expect(try store.admit(.number(3, of: .number(3)), within: quota) == .noAccount)
    }
  }

  @Test(arguments: Kind.allCases)
  func countsWhatArrivesAndWhatIsThere(kind: Kind) throws {
    try Ground(kind).with { store throws in
      #expect(try store.add(.number(1)) && store.add(.number(2)))
      #expect(try store.blobUse(of: .number(1)) == BlobUse(byteCount: 0, count: 0))
      let quota = BlobQuota(byteCount: 2_500, count: 3)
      #expect(try store.admit(.number(1), within: quota) == .added)
      #expect(try store.finish(.number(1), of: .number(1), now: start))
      #expect(try store.admit(.number(2), within: quota) == .added)
      let use = BlobUse(byteCount: 2_000, count: 2)
      #expect(try store.blobUse(of: .number(1)) == use)
      #expect(try store.admit(.number(3), within: quota) == .full(use))
      #expect(try store.admit(.number(3, size: 500), within: quota) == .added)
      let full = BlobUse(byteCount: 2_500, count: 3)
      let wide = BlobQuota(byteCount: .max, count: 3)
      #expect(try store.admit(.number(4, size: 1), within: wide) == .full(full))
      #expect(try store.admit(.number(4, of: .number(2)), within: quota) == .added)
    }
  }

  @Test(arguments: Kind.allCases)
  func ofManyAtOnceNoMoreComeInThanThereIsRoomFor(kind: Kind) throws {
    try Ground(kind).with { store throws in
      #expect(try store.add(.number(1)))
      let quota = BlobQuota(byteCount: 3_999, count: 100)
      let added = Lock(0)
      DispatchQueue.concurrentPerform(iterations: 12) { index in
        let blob = Blob.number(UInt8(index) + 1)
        if (try? store.admit(blob, within: quota)) == .added { added.withLock { $0 += 1 } }
      }
      #expect(added.withLock { $0 } == 3)
      #expect(try store.blobUse(of: .number(1)).byteCount == 3_000)
    }
  }

  @Test(arguments: Kind.allCases)
  func sweepsWhatNothingRefersToAfterAGrace(kind: Kind) throws {
    try Ground(kind).with { store throws in
      let place = Place(.number(1), .own(of: .number(1)))
      #expect(try store.add(.number(1)) && store.add(.number(2)))
      // 1 in a cell, 2 in a value that was replaced, 3 nowhere, 4 nowhere and still arriving.
      for number: UInt8 in 1...4 {
        #expect(try store.admit(.number(number), within: quota) == .added)
        if number < 4 {
          #expect(try store.finish(.number(UInt64(number)), of: .number(1), now: start))
        }
      }
      #expect(try store.admit(.number(3, of: .number(2), upload: 8), within: quota) == .added)
      #expect(try store.finish(.number(8), of: .number(2), now: start))
      var device = Device(1)
      let row = device.newRow()
      try store.push(device.set(row, [(9, .blob(.number(2)))]), to: place)
      try store.push(device.set(row, [(9, .blob(.number(1)))]), to: place)
      // What another account writes keeps nothing of this one alive.
      let other = Place(.number(2), .own(of: .number(2)))
      try store.push(device.set(row, [(9, .blob(.number(3)))]), to: other)

      #expect(try store.sweepBlobs(of: .number(1), now: start + Blob.grace - 1).isEmpty)
      let end = start + Blob.grace
      #expect(try store.sweepBlobs(of: .number(1), now: end) == [.number(3)])
      #expect(try store.sweepBlobs(of: .number(2), now: end).isEmpty)
      #expect(try store.blobs(of: .number(1)).map(\.name) == [.number(1), .number(2), .number(4)])
      // Purged, a row refers to nothing any more; from when it last did there is the grace again.
      try store.push(device.purge(row), to: place)
      #expect(try store.sweepBlobs(of: .number(1), now: end + Blob.grace - 1).isEmpty)
      let names = try store.sweepBlobs(of: .number(1), now: end + Blob.grace)
      #expect(names.sorted() == [.number(1), .number(2)])
    }
  }

  @Test(arguments: Kind.allCases)
  func erasesBlobsWithTheirAccount(kind: Kind) throws {
    try Ground(kind).with { store throws in
      #expect(try store.add(.number(1)) && store.add(.number(2)))
      #expect(try store.admit(.number(1), within: quota) == .added)
      #expect(try store.admit(.number(1, of: .number(2)), within: quota) == .added)
      try store.erase(.number(1))
      #expect(try store.blobs(of: .number(1)).isEmpty)
      #expect(try store.blobs(of: .number(2)).count == 1)
      #expect(try !store.finish(.number(1), of: .number(1), now: start))
    }
  }

  @Test func readsNamesOneWay() {
    let hex = String(repeating: "0a", count: 32)
    #expect(BlobName(hex: hex)?.hex == hex)
    #expect(BlobName(hex: hex.uppercased()) == nil)
    #expect(BlobName(hex: String(hex.dropLast())) == nil)
    #expect(BlobName(hex: "../" + hex.dropLast(3)) == nil)
    #expect(BlobName(bytes: [1]) == nil)
    #expect(UploadID(hex: String(hex.prefix(32)))?.hex == String(hex.prefix(32)))
    #expect(UploadID(hex: hex) == nil)
  }
}

extension AccountID {
  fileprivate static func number(_ number: UInt64) -> AccountID {
    AccountID(Bits128(high: 7, low: number))
  }
}

extension Account {
  fileprivate static func number(_ number: UInt64) -> Account {
    Account(id: .number(number), login: nil, madeAt: start)
  }
}

extension UploadID {
  fileprivate static func number(_ number: UInt64) -> UploadID {
    UploadID(Bits128(high: 3, low: number))
  }
}

extension BlobName {
  fileprivate static func number(_ number: UInt8) -> BlobName {
    guard let name = BlobName(bytes: [UInt8](repeating: number, count: 32)) else {
      preconditionFailure("a name has 32 bytes")
    }
    return name
  }
}

extension BlobReference {
  fileprivate static func number(_ number: UInt8) -> BlobReference {
    guard
      let blob = BlobReference(
        sha256: BlobName.number(number).bytes, byteCount: 1_000, mimeType: "audio/flac")
    else { preconditionFailure("a name has 32 bytes") }
    return blob
  }
}

extension Blob {
  fileprivate static func number(
    _ number: UInt8, of account: AccountID = .number(1), upload: UInt64? = nil, size: Int64 = 1_000
  ) -> Blob {
    Blob(
      account: account, name: .number(number), byteCount: size, mimeType: "audio/flac",
      state: .arriving(.number(upload ?? UInt64(number))), receivedAt: start)
  }
}
