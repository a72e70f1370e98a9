import Foundation
import HTTP
import Ledger
import Platform
import Storage
import TestSupport
import Testing

@testable import Server

/// Files over the interface: what is taken, what is given, and to whom.
@Suite struct BlobRoutesTests {
  @Test func takesAFileInChunksAndGivesItBack() throws {
    let desk = try BlobDesk()
    let bytes = sound(1_000)
    let begun = desk.begin(bytes)
    #expect(begun.status == .created)
    #expect(begun.headers["Upload-Offset"] == "0" && begun.headers["Upload-Length"] == "1000")
    let location = try #require(begun.headers["Location"])
    let first = desk.send(Array(bytes[..<600]), at: 0, to: location)
    #expect(first.status == .noContent && first.headers["Upload-Offset"] == "600")
    let head = desk.ask(.head, location)
    #expect(head.status == .ok && head.headers["Upload-Offset"] == "600")
    #expect(desk.ask(.get, desk.address(of: bytes)).status == .notFound)
    // Beginning again goes on with it.
    let again = desk.begin(bytes)
    #expect(again.headers["Location"] == location && again.headers["Upload-Offset"] == "600")
    #expect(desk.send(Array(bytes[600...]), at: 600, to: location).status == .created)
    #expect(desk.ask(.head, location).status == .notFound)
    #expect(desk.begin(bytes).status == .ok)
    let answer = desk.ask(.get, desk.address(of: bytes))
    #expect(answer.status == .ok && answer.body.bytes == bytes && answer.body.file != nil)
  }

  @Test func aClaimThatContradictsWhatIsKnownChangesNothing() throws {
    let desk = try BlobDesk()
    let (bytes, half) = (sound(1_000), sound(2_000, 2))
    desk.upload(bytes)
    #expect(desk.code(of: desk.begin(bytes, size: 1)) == "wrong_content")
    #expect(desk.begin(bytes).status == .ok)
    #expect(desk.ask(.get, desk.address(of: bytes)).body.bytes == bytes)
    // One that is on its way goes on, whatever another device says of it.
    let location = try #require(desk.begin(half).headers["Location"])
    desk.send(Array(half[..<900]), at: 0, to: location)
    #expect(desk.code(of: desk.begin(half, size: 1_999)) == "wrong_content")
    let again = desk.begin(half, type: "audio/flac")
    #expect(again.headers["Location"] == location && again.headers["Upload-Offset"] == "900")
    #expect(desk.send(Array(half[900...]), at: 900, to: location).status == .created)
  }

  @Test func whatIsAskedForIsKeptForAnotherMonth() throws {
    let desk = try BlobDesk()
    let bytes = sound(1_000)
    desk.upload(bytes)
    // Whoever is there now and then stays signed in.
    desk.pass(milliseconds: Blob.grace / 2)
    #expect(desk.ask(.get, desk.address(of: bytes)).status == .ok)
    desk.pass(milliseconds: Blob.grace / 2)
    #expect(desk.begin(bytes).status == .ok)
    #expect(try desk.store.sweepBlobs(of: .number(1), now: desk.now).isEmpty)
    desk.pass(milliseconds: Blob.grace)
    #expect(try desk.store.sweepBlobs(of: .number(1), now: desk.now).count == 1)
  }

  @Test func oneProcessHasTheFolder() throws {
    let desk = try BlobDesk()
    #expect(throws: SystemError(code: EBUSY)) {
      try Blobs(desk.store, in: DataFolder(path: desk.folder.path))
    }
  }

  @Test func refusesAChunkThatIsWrong() throws {
    let desk = try BlobDesk()
    let bytes = sound(1_000)
    let location = try #require(desk.begin(bytes).headers["Location"])
    #expect(desk.code(of: desk.send(bytes, at: 0, to: location, checksum: 7)) == "damaged_chunk")
    #expect(desk.ask(.head, location).headers["Upload-Offset"] == "0")
    let tooFar = desk.send(Array(bytes[600...]), at: 600, to: location)
    #expect(tooFar.status == .conflict && tooFar.headers["Upload-Offset"] == "0")
    #expect(desk.code(of: desk.send(bytes + [0], at: 0, to: location)) == "past_its_end")
    let short = desk.send(Array(bytes[..<10]), at: 0, to: location)
    #expect(desk.code(of: short) == "first_chunk_too_short")
    #expect(desk.ask(.patch, location, body: bytes).status == .unsupportedMediaType)
    let large = desk.send([UInt8](repeating: 0, count: 1_048_577), at: 0, to: location)
    #expect(large.status == .contentTooLarge)
    #expect(desk.send(bytes, at: 0, to: location).status == .created)
  }

  @Test func dropsAnUploadThatIsNotWhatWasPromised() throws {
    let desk = try BlobDesk()
    let bytes = sound(1_000)
    let name = SHA256.digest(of: sound(1_000, 2)).hex
    let begun = desk.begin(named: name, size: 1_000, type: "audio/wav")
    let location = try #require(begun.headers["Location"])
    let end = desk.send(bytes, at: 0, to: location)
    #expect(end.status == .unprocessable && desk.code(of: end) == "wrong_content")
    #expect(desk.ask(.head, location).status == .notFound)
    #expect(desk.ask(.get, "/v1/b/\(name)").status == .notFound)
    #expect(try Folder(desk.folder.path + "/uploads").files().isEmpty)
    #expect(try desk.store.blobs(of: .number(1)).isEmpty)
  }

  @Test func givesAnUploadUp() throws {
    let desk = try BlobDesk()
    let bytes = sound(1_000)
    let location = try #require(desk.begin(bytes).headers["Location"])
    desk.send(Array(bytes[..<600]), at: 0, to: location)
    #expect(desk.ask(.delete, location).status == .noContent)
    #expect(desk.ask(.delete, location).status == .notFound)
    #expect(try Folder(desk.folder.path + "/uploads").files().isEmpty)
    #expect(try desk.store.blobUse(of: .number(1)) == BlobUse(byteCount: 0, count: 0))
  }

  // MARK: - Lines that are cut

  /// At each byte the line is cut, before the server has the chunk or before the device has the answer.
  @Test(arguments: [false, true])
  func sendsAtMostAChunkAgainWhereverTheLineIsCut(answerIsLost: Bool) throws {
    let desk = try BlobDesk()
    let (size, chunk) = (200, 64)
    for cut in 0..<size {
      let bytes = sound(size, UInt64(cut) * 2 + (answerIsLost ? 1 : 0) + 10)
      var location = try #require(desk.begin(bytes).headers["Location"])
      var (offset, sent, isCut, isReady) = (0, 0, false, false)
      while !isReady {
        let end = min(offset + chunk, size)
        if !isCut, end > cut {
          isCut = true
          sent += answerIsLost ? end - offset : cut - offset
          if answerIsLost { desk.send(Array(bytes[offset..<end]), at: offset, to: location) }
          let head = desk.ask(.head, location)
          if let text = head.headers["Upload-Offset"] {
            offset = try #require(Int(text))
            continue
          }
          #expect(head.status == .notFound)
          let again = desk.begin(bytes)
          if again.status == .ok { break }
          location = try #require(again.headers["Location"])
          continue
        }
        let answer = desk.send(Array(bytes[offset..<end]), at: offset, to: location)
        sent += end - offset
        isReady = answer.status == .created
        #expect(isReady == (end == size))
        offset = end
      }
      #expect(sent - size < chunk)
      #expect(desk.ask(.get, desk.address(of: bytes)).body.bytes == bytes)
    }
  }

  /// So many megabytes, which `WOODSHED_MEGABYTES` says, over a line that is cut after every few chunks.
  @Test func resumesALargeFile() throws {
    let text = ProcessInfo.processInfo.environment["WOODSHED_MEGABYTES"] ?? "8"
    let size = try #require(Int(text)) * 1_000_000
    let chunk = Blobs.chunkLimit
    let desk = try BlobDesk()
    let bytes = sound(size, 5)
    var random = RandomBits(seed: 9)
    let location = try #require(desk.begin(bytes).headers["Location"])
    var (offset, sent, cuts) = (0, 0, 0)
    let start = Instant.now
    while offset < size {
      let end = min(offset + chunk, size)
      if random.next() % 4 == 0 {
        cuts += 1
        sent += Int(random.next() % UInt64(end - offset))
        let head = desk.ask(.head, location)
        #expect(head.headers["Upload-Offset"] == "\(offset)")
        continue
      }
      let answer = desk.send(Array(bytes[offset..<end]), at: offset, to: location)
      #expect(answer.status == (end == size ? .created : .noContent))
      sent += end - offset
      offset = end
    }
    let milliseconds = Instant.now.nanoseconds(since: start) / 1_000_000
    #expect(sent - size < cuts * chunk)
    print(
      "upload of \(size) bytes: \(cuts) cuts, \(sent - size) bytes sent again, at most "
        + "\(cuts * chunk) by the rule, \(milliseconds) ms")
    let tail = desk.ask(.get, desk.address(of: bytes), ["Range": "bytes=-1000"])
    #expect(tail.body.bytes == Array(bytes.suffix(1_000)))
  }

  @Test func twoDevicesBringOneFileTogether() throws {
    let desk = try BlobDesk()
    let bytes = sound(64_000, 3)
    let answers = Lock<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      var tries = 0
      while tries < 1_000 {
        tries += 1
        let begun = desk.begin(bytes)
        if begun.status == .ok { break }
        guard let location = begun.headers["Location"],
          let offset = begun.headers["Upload-Offset"].flatMap({ Int($0) })
        else { continue }
        let end = min(offset + 4_000, bytes.count)
        let answer = desk.send(Array(bytes[offset..<end]), at: offset, to: location)
        answers.withLock { $0.append(answer.status.code) }
      }
    }
    let codes = answers.withLock { $0 }
    #expect(codes.filter { $0 == 204 }.count == 15 && codes.filter { $0 == 201 }.count == 1)
    #expect(codes.allSatisfy { [201, 204, 404, 409].contains($0) })
    #expect(desk.ask(.get, desk.address(of: bytes)).body.bytes == bytes)
    #expect(try Folder(desk.folder.path + "/uploads").files().isEmpty)
  }

  // MARK: - Who may

  @Test func nobodyHasWhatIsAnothers() throws {
    let desk = try BlobDesk()
    let (bytes, half) = (sound(1_000), sound(1_000, 2))
    desk.upload(bytes)
    let location = try #require(desk.begin(half).headers["Location"])
    for person: UInt64 in [2, 0] {
      let status: Status = person == 0 ? .unauthorized : .notFound
      #expect(desk.ask(.get, desk.address(of: bytes), as: person).status == status)
      #expect(desk.ask(.head, desk.address(of: bytes), as: person).status == status)
      #expect(desk.ask(.head, location, as: person).status == status)
      #expect(desk.send(half, at: 0, to: location, as: person).status == status)
      #expect(desk.ask(.delete, location, as: person).status == status)
    }
    #expect(desk.begin(bytes, as: 0).status == .unauthorized)
    // Somebody else who has the same file sends all of it: nothing tells that it is here.
    #expect(desk.begin(bytes, as: 2).status == .created)
    #expect(desk.upload(bytes, as: 2).status == .created)
    try desk.store.erase(.number(1))
    #expect(desk.blobs.remove(ofErased: .number(1)).isEmpty)
    #expect(desk.ask(.get, desk.address(of: bytes), as: 2).body.bytes == bytes)
    let files = try Folder(desk.folder.path + "/blobs").files()
    #expect(files.count == 1 && files[0].hasPrefix(AccountID.number(2).bits.hex))
  }

  @Test(arguments: [
    "/v1/b/..%2f..%2fwoodshed.db", "/v1/b/../woodshed.db", "/v1/b/%2e%2e/woodshed.db",
    "/v1/b/woodshed.db", "/v1/b/", "/v1/uploads/../woodshed.db", "/v1/uploads/..",
    "/v1/b/0A0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", "/v1/b/%00",
  ])
  func noPathLeadsElsewhere(path: String) throws {
    let desk = try BlobDesk()
    for method: HTTP.Method in [.get, .head, .patch, .delete] {
      let status = desk.send([], at: 0, to: path).status
      #expect([400, 404, 405].contains(desk.ask(method, path).status.code))
      #expect([400, 404, 405].contains(status.code))
    }
  }

  @Test func foldersAndFilesAreTheServersAlone() throws {
    let desk = try BlobDesk()
    desk.upload(sound(1_000))
    desk.send(sound(100, 2), at: 0, to: try #require(desk.begin(sound(500, 2)).headers["Location"]))
    for name in try FileManager.default.subpathsOfDirectory(atPath: desk.folder.path)
    where name.hasPrefix("blobs") || name.hasPrefix("uploads") {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: desk.folder.path + "/" + name)
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600))
    }
    // A link in the place of a file is followed by nobody.
    let victim = desk.folder.path + "/victim"
    try Data("untouched".utf8).write(to: URL(fileURLWithPath: victim))
    let location = try #require(desk.begin(sound(500, 3)).headers["Location"])
    let id = String(location.split(separator: "/").last ?? "")
    symlink(victim, desk.folder.path + "/uploads/" + id)
    #expect(desk.send(sound(500, 3), at: 0, to: location).status == .unavailable)
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "untouched")
  }

  @Test func aDeviceSendsSoManyChunksAMinute() throws {
    let desk = try BlobDesk(limits: RateLimits(chunk: .init(perMinute: 60, burst: 3)))
    for _ in 0..<3 { #expect(desk.begin(sound(100)).status.code < 400) }
    let refusal = desk.begin(sound(100))
    #expect(refusal.status == .tooManyRequests && refusal.headers["Retry-After"] != nil)
    #expect(desk.begin(sound(100), as: 2).status.code < 400)
    desk.pass(milliseconds: 1_000)
    #expect(desk.begin(sound(100)).status.code < 400)
    #expect(RateLimits().chunk.perMinute == 600)
  }

  // MARK: - How much

  @Test func saysWhatDoesNotFit() throws {
    let desk = try BlobDesk(quota: BlobQuota(byteCount: 2_500, count: 3))
    let name = SHA256.digest(of: []).hex
    let large = desk.begin(named: name, size: 512 << 20 + 1, type: "audio/wav")
    #expect(large.status == .contentTooLarge && desk.code(of: large) == "file_too_large")
    #expect(desk.upload(sound(1_000, 1)).status == .created)
    // What is to arrive counts as well.
    #expect(desk.begin(sound(1_000, 2)).status == .created)
    #expect(desk.code(of: desk.begin(sound(1_000, 3))) == "no_room")
    #expect(desk.upload(sound(100, 4)).status == .created)
    #expect(desk.code(of: desk.begin(sound(100, 5))) == "too_many_files")
    #expect(desk.upload(sound(1_000, 3), as: 2).status == .created)
    for size in [0, -1] {
      let answer = desk.begin(named: name, size: size, type: "audio/wav")
      #expect(answer.status == .badRequest)
    }
  }
}
