import HTTP
import Ledger
import Platform
import Storage
import Testing

@testable import Server

/// How files are handed out, and which kinds are kept at all.
@Suite struct BlobServingTests {
  @Test(arguments: [
    (nil, ByteRange.all), ("bytes=0-9", .part(0..<10)), ("bytes=90-", .part(90..<100)),
    ("bytes=-10", .part(90..<100)), ("bytes=-1000", .part(0..<100)),
    ("bytes=99-99", .part(99..<100)),
    ("bytes=50-1000", .part(50..<100)), ("Bytes = 0 - 0", .part(0..<1)), ("bytes=100-", .none),
    ("bytes=-0", .none), ("bytes=5-4", .all), ("bytes=0-1,5-6", .all), ("bytes=", .all),
    ("bytes=-", .all), ("bytes=a-b", .all), ("items=0-1", .all), ("bytes=+1-2", .all),
    ("bytes=99999999999999999999999-", .none), ("bytes=0-99999999999999999999999", .part(0..<100)),
  ])
  func readsRanges(header: String?, range: ByteRange) {
    #expect(ByteRange(header, of: 100) == range)
  }

  @Test func givesParts() throws {
    let desk = try BlobDesk()
    let bytes = sound(1_000)
    desk.upload(bytes)
    let path = desk.address(of: bytes)
    let part = desk.ask(.get, path, ["Range": "bytes=100-299"])
    #expect(part.status == .partialContent && part.body.bytes == Array(bytes[100..<300]))
    #expect(part.headers["Content-Range"] == "bytes 100-299/1000")
    let none = desk.ask(.get, path, ["Range": "bytes=1000-"])
    #expect(none.status == .rangeNotSatisfiable)
    #expect(none.headers["Content-Range"] == "bytes */1000")
    let tag = try #require(part.headers["ETag"])
    let same = desk.ask(.get, path, ["Range": "bytes=0-0", "If-Range": tag])
    #expect(same.status == .partialContent)
    let other = desk.ask(.get, path, ["Range": "bytes=0-0", "If-Range": "\"other\""])
    #expect(other.status == .ok && other.body.count == 1_000)
    #expect(desk.ask(.get, path, ["If-None-Match": tag]).status == .notModified)
    // Another person's browser, or this one's after signing out, is told nothing.
    #expect(desk.ask(.get, path, ["If-None-Match": tag], as: 2).status == .notFound)
    let head = desk.ask(.head, path, ["Range": "bytes=0-0"])
    #expect(head.status == .ok && head.body.count == 1_000)
    #expect(head.headers["Accept-Ranges"] == "bytes")
  }

  @Test(arguments: [
    ("audio/wav", "inline", "audio/wav"), ("audio/x-wav; codecs=1", "inline", "audio/wav"),
    ("application/pdf", "attachment", "application/pdf"),
    ("video/webm", "attachment", "video/webm"), ("audio/webm;codecs=opus", "inline", "audio/webm"),
    ("image/png", "inline", "image/png"),
  ])
  func handsOutSoThatNothingRuns(type: String, place: String, shown: String) throws {
    let desk = try BlobDesk()
    let bytes = Sample.of(try #require(BlobKind(mimeType: type)))
    #expect(desk.upload(bytes, type: type).status == .created)
    let answer = desk.ask(.get, desk.address(of: bytes))
    #expect(answer.headers["Content-Type"] == shown)
    #expect(answer.headers["Content-Disposition"]?.hasPrefix(place) == true)
    #expect(answer.headers.all("Content-Security-Policy") == ["sandbox; default-src 'none'"])
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
    #expect(answer.headers["Cache-Control"] == "private, no-cache")
    #expect(answer.headers["Cross-Origin-Resource-Policy"] == "same-origin")
  }

  @Test(arguments: BlobKind.allCases)
  func knowsEveryKindByItsBytes(kind: BlobKind) throws {
    let bytes = Sample.of(kind)
    try BlobInspection.check(bytes, is: kind, isAll: true)
    for other in BlobKind.allCases where other.ending != kind.ending {
      #expect(throws: BlobRefusal.notOfItsKind(other.name)) {
        try BlobInspection.check(bytes, is: other, isAll: true)
      }
    }
  }

  @Test(arguments: [
    "<!DOCTYPE html><script>alert(1)</script>", "\n  <svg xmlns='http://www.w3.org/2000/svg'/>",
    "\u{FEFF}<?xml version='1.0'?>", "<html>", "\u{0}\u{0}<a>",
  ])
  func keepsNoPages(text: String) throws {
    let desk = try BlobDesk()
    let bytes = Array(text.utf8) + [UInt8](repeating: 0x20, count: 64)
    for type in ["audio/wav", "image/png", "application/pdf"] {
      let answer = desk.upload(bytes, type: type)
      #expect(answer.status == .unsupportedMediaType && desk.code(of: answer) == "could_run")
    }
    for type in ["text/html", "image/svg+xml", "application/xhtml+xml"] {
      #expect(desk.code(of: desk.begin(bytes, type: type)) == "could_run")
    }
    #expect(desk.code(of: desk.begin(bytes, type: "application/zip")) == "kind_not_kept")
    #expect(desk.code(of: desk.upload(sound(500), type: "image/png")) == "not_of_its_kind")
    #expect(try desk.store.blobUse(of: .number(1)).count == 0)
    #expect(try Folder(desk.folder.path + "/uploads").files().isEmpty)
  }

  @Test func measuresPictures() throws {
    for (kind, bytes) in [
      (BlobKind.png, Sample.png(8_000, 5_000)), (.jpeg, Sample.jpeg(8_000, 5_000)),
      (.webp, Sample.webp(8_000, 5_000)),
    ] {
      let size = try #require(PictureSize(kind, head: bytes))
      #expect(size.width == 8_000 && size.height == 5_000 && size.isWithinLimit)
    }
    #expect(PictureSize(.png, head: Sample.png(0, 5))?.isWithinLimit == false)
    let desk = try BlobDesk()
    for (type, bytes) in [
      ("image/png", Sample.png(8_001, 5_000)), ("image/jpeg", Sample.jpeg(8_001, 5_000)),
      ("image/webp", Sample.webp(16_000, 16_000)),
      ("image/png", Sample.png(0x8000_0000, 0x8000_0000)),
    ] {
      #expect(desk.code(of: desk.upload(bytes, type: type)) == "picture_too_large")
    }
    // A picture whose size stands nowhere is none.
    let endless = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0xFF, count: 200)
    #expect(desk.code(of: desk.upload(endless, type: "image/jpeg")) == "not_of_its_kind")
  }

  // MARK: - What is tidied

  @Test func sweepsFilesWithTheirRows() throws {
    let desk = try BlobDesk()
    let bytes = sound(1_000)
    desk.upload(bytes)
    let half = try #require(desk.begin(sound(1_000, 2)).headers["Location"])
    desk.send(Array(sound(1_000, 2)[..<100]), at: 0, to: half)
    #expect(desk.blobs.tidy(now: desk.now + Blob.uploadLimit - 1).isEmpty)
    #expect(desk.ask(.head, half).status == .ok)
    #expect(desk.blobs.tidy(now: desk.now + Blob.uploadLimit).isEmpty)
    #expect(desk.ask(.head, half).status == .notFound)
    #expect(desk.blobs.tidy(now: desk.now + Blob.grace - 1).isEmpty)
    #expect(desk.ask(.get, desk.address(of: bytes)).status == .ok)
    #expect(desk.blobs.tidy(now: desk.now + Blob.grace).isEmpty)
    #expect(desk.ask(.get, desk.address(of: bytes)).status == .notFound)
    #expect(try Folder(desk.folder.path + "/blobs").files().isEmpty)
    #expect(try Folder(desk.folder.path + "/uploads").files().isEmpty)
  }

  @Test func keepsWhatACellRefersTo() throws {
    let desk = try BlobDesk()
    let bytes = sound(1_000)
    desk.upload(bytes)
    let place = Place(.number(1), .own(of: .number(1)))
    let reference = try #require(
      BlobReference(
        sha256: SHA256.digest(of: bytes).bytes, byteCount: 1_000, mimeType: "audio/wav"))
    let cell = Cell(
      field: FieldID(9), stamp: Stamp(HybridTime(milliseconds: desk.now), DeviceID(1)),
      value: .blob(reference))
    let row = RowCell(row: RowID(Bits128(high: 1, low: 2)), kind: .settings, cell: cell)
    let epoch = try desk.store.header(of: place).epoch
    let push = Push(
      epoch: epoch, cursor: 0, pulledAt: 0, isOffer: false, changes: [Change(row, base: nil)])
    #expect(try desk.store.push(push, to: place, now: desk.now).status == .ok)
    #expect(desk.blobs.tidy(now: desk.now + 10 * Blob.grace).isEmpty)
    #expect(desk.ask(.get, desk.address(of: bytes)).body.bytes == bytes)
  }

  @Test func takesAFileAgainThatWasLost() throws {
    let desk = try BlobDesk()
    let bytes = sound(1_000)
    desk.upload(bytes)
    try desk.blobs.folder.remove(BlobName(SHA256.digest(of: bytes)), .number(1))
    #expect(desk.ask(.get, desk.address(of: bytes)).status == .unavailable)
    #expect(desk.upload(bytes).status == .created)
    #expect(desk.ask(.get, desk.address(of: bytes)).body.bytes == bytes)
  }
}

/// The least of each kind.
enum Sample {
  static func of(_ kind: BlobKind) -> [UInt8] {
    switch kind {
    case .wav: sound(100)
    case .flac: padded("fLaC")
    case .mp3: padded("ID3")
    case .m4a: padded("....ftypM4A ")
    case .ogg: padded("OggS")
    case .webm: [0x1A, 0x45, 0xDF, 0xA3] + padded("....webm")
    case .film: [0x1A, 0x45, 0xDF, 0xA3] + padded("......webm")
    case .png: png(20, 30)
    case .jpeg: jpeg(20, 30)
    case .webp: webp(20, 30)
    case .pdf: padded("%PDF-1.7")
    case .json: padded("{}")
    }
  }

  private static func padded(_ text: String) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: 100)
  }

  private static func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  static func png(_ width: Int, _ height: Int) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + number(width, 4) + number(height, 4) + [UInt8](repeating: 0, count: 50)
  }

  /// With a segment of 5,000 bytes before the size.
  static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE1] + number(5_000, 2) + [UInt8](repeating: 7, count: 4_998)
      + [0xFF, 0xC2, 0, 17, 8] + number(height, 2) + number(width, 2)
      + [UInt8](repeating: 0, count: 50)
  }

  static func webp(_ width: Int, _ height: Int) -> [UInt8] {
    Array("RIFF....WEBPVP8X".utf8) + [0, 0, 0, 0, 0, 0, 0, 0] + number(width - 1, 3).reversed()
      + number(height - 1, 3).reversed() + [UInt8](repeating: 0, count: 50)
  }
}
