import Domain
import Foundation
import HTTP
import Ledger
import Platform
import Sound
import Storage
import TestSupport
import Testing

@testable import Server

/// Takes that are shared by a link, on both stores.
@Suite struct TakeLinkTests {
  /// A desk with a take of the owner's.
  private struct Scene {
    let desk: SyncDesk
    var take: Take
    let bytes: [UInt8]
    let mimeType: String

    init(_ kind: StoreKind = .sqlite, isSent: Bool = true, name: String = "Ferling 7") throws {
      try self.init(kind.desk(), isSent: isSent, name: name)
    }

    init(
      _ desk: SyncDesk, isSent: Bool = true, name: String = "Ferling 7", flac: [UInt8]? = nil
    ) throws {
      self.desk = desk
      bytes = flac ?? sound(2_000)
      mimeType = flac == nil ? "audio/wav" : "audio/flac"
      take = Take(
        RowID(Bits128(high: 21, low: 1)), named: name, day: 20_783, began: SyncDesk.now,
        sampleRate: 48_000)
      take.frames = 48_000 * 125
      take.sound = BlobReference(
        sha256: SHA256.digest(of: bytes).bytes, byteCount: UInt64(bytes.count),
        mimeType: mimeType)
      take.state = .sent
      try desk.keep(take.edits(from: nil), at: 1)
      if isSent { try send() }
    }

    func send() throws {
      let claim = Blobs.Claim(
        name: try #require(BlobName(bytes: SHA256.digest(of: bytes).bytes)),
        byteCount: Int64(bytes.count), mimeType: mimeType)
      guard
        case .arriving(_, let upload, _) = try desk.blobs.begin(
          claim, for: .onlyOwner, now: SyncDesk.now)
      else { return }
      _ = try desk.blobs.append(
        bytes, checksum: CRC32C.checksum(of: bytes[...]), at: 0, to: upload, for: .onlyOwner,
        now: SyncDesk.now)
    }

    var body: [JSON.Member] { [.init("take", .string(take.id.bits.hex))] }

    /// Shares the take, and gives its address.
    func share() throws -> String {
      let list = try links(in: desk.tell(body, to: "links"))
      let link = list.first { $0["take"]?.string == take.id.bits.hex }
      return "/t/\(try #require(link?["id"]?.string))"
    }

    /// Keeps only these parts of it.
    mutating func cut(_ text: String, at step: Int64) throws {
      var cut = take
      cut.edit = text
      try desk.keep(cut.edits(from: take), at: step)
      take = cut
    }

    func links(in answer: Response) throws -> [JSON] {
      try #require(answer.status == .ok)
      return try #require(try desk.json(in: answer)["links"]?.array)
    }

    func text(of path: String) -> String {
      String(decoding: desk.read(path).body.bytes, as: UTF8.self)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func isHeardByAnybodyUntilItEnds(kind: StoreKind) throws {
    let scene = try Scene(kind)
    let desk = scene.desk
    #expect(try scene.links(in: desk.ask(.get, desk.path("links"))).isEmpty)
    let path = try scene.share()
    #expect(try scene.share() == path)
    let listed = try scene.links(in: desk.ask(.get, desk.path("links")))
    #expect(listed.count == 1 && listed[0]["since"]?.int == SyncDesk.now)

    let page = desk.read(path)
    #expect(page.status == .ok)
    let text = scene.text(of: path)
    #expect(text.contains("<h1>Ferling 7</h1>"))
    #expect(text.contains("2:05.0 · \(DayWords.whole(20_783))"))
    #expect(text.contains("<audio controls preload=\"metadata\" src=\"\(path)/sound\">"))
    #expect(text.contains("download=\"Ferling 7.wav\""))
    let heard = desk.read("\(path)/sound")
    #expect(heard.status == .ok && heard.body.bytes == scene.bytes)
    #expect(heard.headers["Content-Type"] == "audio/wav")

    #expect(try scene.links(in: desk.tell(scene.body, to: "links/end")).isEmpty)
    #expect(desk.read(path).status == .notFound)
    #expect(scene.text(of: path) == scene.text(of: "/t/0123456789abcdefghjk"))
    #expect(desk.read("\(path)/sound").status == .notFound)
    // Shared again, it gets another address, and the first one stays closed.
    let again = try scene.share()
    #expect(again != path)
    #expect(desk.read(again).status == .ok && desk.read(path).status == .notFound)
  }

  @Test func answersInParts() throws {
    let scene = try Scene()
    let path = try scene.share() + "/sound"
    let part = scene.desk.read(path, ["Range": "bytes=100-299"])
    #expect(part.status == .partialContent && part.body.bytes == Array(scene.bytes[100..<300]))
    #expect(part.headers["Content-Range"] == "bytes 100-299/2000")
    #expect(scene.desk.read(path, ["Range": "bytes=2000-"]).status == .rangeNotSatisfiable)
    let tag = try #require(part.headers["ETag"])
    #expect(scene.desk.read(path, ["If-None-Match": tag]).status == .notModified)
    let head = scene.desk.ask(.head, path, as: .nobody)
    #expect(head.status == .ok && head.body.count == 2_000)
    #expect(head.headers["Accept-Ranges"] == "bytes")
    #expect(scene.desk.ask(.post, path, as: .nobody).status == .methodNotAllowed)
    // What a browser knows is not shown once the link has ended.
    _ = scene.desk.tell(scene.body, to: "links/end")
    #expect(scene.desk.read(path, ["If-None-Match": tag]).status == .notFound)
  }

  /// Five seconds: one of 1,000s, then of 2,000s, and so on.
  private static func fiveSeconds() -> [UInt8] {
    var writer = FlacWriter(sampleRate: 48_000, channels: 1, bits: 16)
    var file = writer.header
    for second in 1...5 {
      // A little different from each other, so that a block has something to say.
      writer.append((0..<48_000).map { Int32(1_000 * second + $0 % 7) }, to: &file)
    }
    writer.finish(to: &file)
    file.replaceSubrange(0..<writer.header.count, with: writer.header)
    return file
  }

  private static func samples(in file: [UInt8]) throws -> [Int32] {
    var reader = try FlacReader(length: Int64(file.count)) { offset, count in
      Array(file.dropFirst(Int(offset)).prefix(count))
    }
    var (all, samples): ([Int32], [Int32]) = ([], [])
    while try reader.next(to: &samples) { all += samples }
    return all
  }

  /// What was cut off is not sent.
  @Test func sendsOnlyWhatACutLeaves() throws {
    let bytes = Self.fiveSeconds()
    var scene = try Scene(StoreKind.sqlite.desk(), flac: bytes)
    let path = try scene.share()
    #expect(scene.desk.read("\(path)/sound").body.bytes == bytes)
    let first = try #require(scene.desk.read("\(path)/sound").headers["ETag"])

    try scene.cut("240000 96000-144000", at: 2)
    #expect(scene.text(of: path).contains("0:01.0 · "))
    #expect(scene.text(of: path).contains("download=\"Ferling 7.flac\""))
    let heard = scene.desk.read("\(path)/sound")
    #expect(heard.status == .ok && heard.headers["Content-Type"] == "audio/flac")
    #expect(heard.headers["X-Robots-Tag"] == "noindex, nofollow")
    let samples = try Self.samples(in: heard.body.bytes)
    #expect(samples.count == 48_000)
    // Nothing before or after it, and it fades at the cuts, with a step of noise.
    #expect(samples.allSatisfy { $0 <= 3_007 } && samples[0] < 100)
    #expect(samples[480..<47_520].allSatisfy { (3_000...3_006).contains($0) })
    #expect(heard.body.count < bytes.count / 2)

    // A player asks for it in parts, and again.
    let tag = try #require(heard.headers["ETag"])
    #expect(tag != first)
    let part = scene.desk.read("\(path)/sound", ["Range": "bytes=10-19", "If-Range": tag])
    #expect(part.status == .partialContent)
    #expect(part.body.bytes == Array(heard.body.bytes[10..<20]))
    #expect(part.headers["Content-Range"] == "bytes 10-19/\(heard.body.count)")
    let old = scene.desk.read("\(path)/sound", ["Range": "bytes=10-19", "If-Range": first])
    #expect(old.status == .ok && old.body.bytes == heard.body.bytes)

    // Cut otherwise, it is another file; uncut, the first again.
    try scene.cut("240000 0-48000 192000-240000", at: 3)
    let other = scene.desk.read("\(path)/sound")
    #expect(other.headers["ETag"] != tag)
    #expect(try Self.samples(in: other.body.bytes).count == 96_000)
    try scene.cut("", at: 4)
    #expect(scene.desk.read("\(path)/sound").body.bytes == bytes)
  }

  /// Nothing left, parts that this version does not understand, and a kind that it cannot cut.
  @Test(arguments: [("240000", true), ("from 1 to 2", true), ("2000 0-1000", false)])
  func sendsNothingIfItCannotCut(edit: String, isFlac: Bool) throws {
    var scene = try Scene(StoreKind.sqlite.desk(), flac: isFlac ? Self.fiveSeconds() : nil)
    let path = try scene.share()
    try scene.cut(edit, at: 2)
    #expect(scene.desk.read(path).status == .notFound)
    #expect(scene.desk.read("\(path)/sound").status == .notFound)
  }

  /// The latest cuts are kept, and no more than that; no file of them remains.
  @Test func forgetsOldCuts() throws {
    let scene = try Scene(StoreKind.sqlite.desk(), flac: Self.fiveSeconds())
    let name = BlobName(SHA256.digest(of: scene.bytes))
    let blob = try #require(try scene.desk.blobs.ready(name, of: .onlyOwner))
    let cuts = TakeCuts(scene.desk.blobs)
    func cut(_ second: Int) throws -> TakeCuts.Cut {
      var take = scene.take
      take.edit = "240000 \(second)-48000"
      return try #require(try cuts.cut(take, from: blob))
    }
    let first = try cut(0)
    #expect(try cut(0).file === first.file)
    for number in 1...TakeCuts.countLimit { _ = try cut(number) }
    let again = try cut(0)
    #expect(again.file !== first.file)
    // One that somebody still listens to is whole.
    #expect(first.file.bytes == again.file.bytes)
    #expect(try scene.desk.blobs.folder.uploadNames().isEmpty)
  }

  @Test func runsNothingAndIsNotListed() throws {
    let scene = try Scene(name: "<script>\"a/b\" & 'c'")
    let path = try scene.share()
    for target in [path, "/t/0123456789abcdefghjk", "/t/x"] {
      let page = scene.desk.read(target)
      let text = scene.text(of: target)
      #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
      #expect(page.headers["Cache-Control"] == "no-store")
      #expect(page.headers["Referrer-Policy"] == "no-referrer")
      #expect(page.headers["X-Robots-Tag"] == "noindex, nofollow")
      #expect(text.contains("<meta name=\"robots\" content=\"noindex,nofollow\">"))
      #expect(page.headers["Set-Cookie"] == nil)
      let policies = page.headers.all("Content-Security-Policy")
      let policy = try #require(policies.first)
      #expect(policies.count == 1 && policy.hasPrefix("default-src 'none'; "))
      #expect(!policy.contains("script-src") && !policy.contains("unsafe"))
      // The only style is the one that the policy names.
      let style = try #require(
        text.components(separatedBy: "<style>").last?.components(separatedBy: "</style>").first)
      let digest = Data(SHA256.digest(of: Array(style.utf8)).bytes).base64EncodedString()
      #expect(policy.contains("style-src 'sha256-\(digest)'"))
      #expect(!text.contains("<script") && !text.contains("style=\""))
    }
    let text = scene.text(of: path)
    #expect(text.contains("<h1>&lt;script&gt;&quot;a/b&quot; &amp; &#39;c&#39;</h1>"))
    #expect(text.contains("download=\"-script--a-b- &amp; &#39;c&#39;.wav\""))
    #expect(scene.desk.read("\(path)/sound").headers["X-Robots-Tag"] == "noindex, nofollow")
  }

  /// In the trash a take is silent; deleted for good, it stays so, and so does one of an erased account.
  @Test(arguments: StoreKind.allCases)
  func endsWithItsTakeAndItsAccount(kind: StoreKind) throws {
    let scene = try Scene(kind)
    let desk = scene.desk
    let path = try scene.share()
    try desk.keep(scene.take.trashing, at: 2)
    #expect(desk.read(path).status == .notFound)
    #expect(desk.read("\(path)/sound").status == .notFound)
    #expect(desk.code(of: desk.tell(scene.body, to: "links")) == "no_such_take")
    try desk.keep([Edit(scene.take.id, .take, .life, Life.alive.value)], at: 3)
    #expect(desk.read(path).status == .ok)
    try desk.store.erase(.onlyOwner)
    #expect(desk.read(path).status == .notFound)
    #expect(try desk.store.publications(of: .take, limit: 1).isEmpty)

    let other = try Scene(kind)
    let second = try other.share()
    try other.desk.keep([Edit(other.take.id, .take, .life, Life.purged.value)], at: 2)
    #expect(other.desk.read(second).status == .notFound)
    #expect(other.desk.read("\(second)/sound").status == .notFound)
  }

  /// Links of takes that were deleted for good make room for others.
  @Test func deletedTakesTakeNoRoom() throws {
    let scene = try Scene()
    for number in 0..<UInt64(Publication.countLimit) {
      _ = try scene.desk.store.publish(
        RowID(Bits128(high: 22, low: number)), of: .take, in: SyncDesk.owned, as: .new(),
        now: SyncDesk.now)
    }
    _ = try scene.share()
    #expect(try scene.links(in: scene.desk.ask(.get, scene.desk.path("links"))).count == 1)
    for number in 1..<UInt64(Publication.countLimit) {
      let row = RowID(Bits128(high: 23, low: number))
      let take = Take(row, named: "Take", day: 1, began: 1, sampleRate: 48_000)
      try scene.desk.keep(take.edits(from: nil), at: Int64(number) + 1)
      _ = try scene.desk.store.publish(
        row, of: .take, in: SyncDesk.owned, as: .new(), now: SyncDesk.now)
    }
    let last = Take(
      RowID(Bits128(high: 24, low: 1)), named: "Take", day: 1, began: 1, sampleRate: 48_000)
    try scene.desk.keep(last.edits(from: nil), at: 500)
    let full = scene.desk.tell([.init("take", .string(last.id.bits.hex))], to: "links")
    #expect(full.status == .conflict && scene.desk.code(of: full) == "links_full")
  }

  /// Before the sound is on the server, the address is closed; then it opens.
  @Test func opensOnceTheSoundIsHere() throws {
    let scene = try Scene(isSent: false)
    let path = try scene.share()
    #expect(scene.desk.read(path).status == .notFound)
    #expect(scene.desk.read("\(path)/sound").status == .notFound)
    try scene.send()
    #expect(scene.desk.read(path).status == .ok)
    #expect(scene.desk.read("\(path)/sound").status == .ok)
  }

  @Test func onlyTheOwnerSharesAndEnds() throws {
    let scene = try Scene()
    let desk = scene.desk
    let guest = try desk.person("a guest")
    try desk.letIn(guest, Grant(.editor))
    let path = try scene.share()
    for call in ["links", "links/end"] {
      #expect(desk.tell(scene.body, to: call, as: guest.asker).status == .notFound)
      #expect(desk.tell(scene.body, to: call, as: .nobody).status == .unauthorized)
      let foreign = desk.ask(
        .post, desk.path(call),
        ["Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"],
        body: JSON.object(scene.body).bytes)
      #expect(foreign.status == .forbidden && desk.code(of: foreign) == "cross_site")
    }
    #expect(desk.ask(.get, desk.path("links"), as: guest.asker).status == .notFound)
    #expect(desk.ask(.get, desk.path("links"), as: .nobody).status == .unauthorized)
    #expect(desk.read(path).status == .ok)
  }

  /// Other rows are not shared as takes, takes are not catalogues, and neither ends the other.
  @Test func takesAndCataloguesStayApart() throws {
    let scene = try Scene()
    let desk = scene.desk
    let gym = Gym()
    try desk.keep(gym.edits, at: 2)
    let catalogue = try desk.publish(gym.catalogue.id)
    let path = try scene.share()
    let other: [JSON.Member] = [.init("take", .string(gym.catalogue.id.bits.hex))]
    #expect(desk.code(of: desk.tell(other, to: "links")) == "no_such_take")
    #expect(desk.code(of: desk.tell([.init("take", .string("x"))], to: "links")) == "no_such_take")
    _ = desk.tell(other, to: "links/end")
    #expect(desk.read("/v1/catalogues/\(catalogue)").status == .ok)
    #expect(desk.read("/t/\(catalogue)").status == .notFound)
    #expect(desk.read("/v1/catalogues/\(path.dropFirst(3))").status == .notFound)
    let list = try desk.json(in: desk.ask(.get, desk.path("catalogues")))
    #expect(list["catalogues"]?.array?.count == 1)
    #expect(desk.read("/climbDetails").status == .ok)
  }

  /// Only sound is handed out, whatever a row says that it is.
  @Test func handsOutSoundOnly() throws {
    let scene = try Scene()
    let path = try scene.share()
    let picture = Sample.of(.png)
    let claim = Blobs.Claim(
      name: try #require(BlobName(bytes: SHA256.digest(of: picture).bytes)),
      byteCount: Int64(picture.count), mimeType: "image/png")
    guard
      case .arriving(_, let upload, _) = try scene.desk.blobs.begin(
        claim, for: .onlyOwner, now: SyncDesk.now)
    else { throw SyncDesk.Unexpected() }
    _ = try scene.desk.blobs.append(
      picture, checksum: CRC32C.checksum(of: picture[...]), at: 0, to: upload, for: .onlyOwner,
      now: SyncDesk.now)
    var changed = scene.take
    changed.sound = BlobReference(
      sha256: claim.name.bytes, byteCount: UInt64(picture.count), mimeType: "audio/wav")
    try scene.desk.keep(changed.edits(from: scene.take), at: 2)
    #expect(scene.desk.read(path).status == .notFound)
    #expect(scene.desk.read("\(path)/sound").status == .notFound)
  }

  @Test func limitsEachAddress() throws {
    let scene = try Scene()
    let path = try scene.share()
    let (one, other) = (try #require(IPAddress("192.0.2.1")), try #require(IPAddress("192.0.2.2")))
    for _ in 0..<TakeLinkRoutes.rate.burst {
      #expect(scene.desk.read(path, peer: one).status == .ok)
    }
    let refused = scene.desk.read("\(path)/sound", peer: one)
    #expect(refused.status == .tooManyRequests && refused.headers["Retry-After"] == "1")
    #expect(scene.desk.read(path, peer: other).status == .ok)
  }

  /// The log says who shared and ended something, and never where it is.
  @Test func logsNoSecret() throws {
    let pipe = Pipe()
    let scene = try Scene(SyncDesk(logDescriptor: pipe.fileHandleForWriting.fileDescriptor))
    let path = try scene.share()
    _ = scene.desk.read(path)
    _ = scene.desk.read("/%74/\(path.dropFirst(3))/sound")
    _ = scene.desk.tell(scene.body, to: "links/end")
    _ = scene.desk.tell(scene.body, to: "links/end")
    scene.desk.closeLog()
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let account = AccountID.onlyOwner.bits.hex
    for event in ["take-shared", "take-link-ended"] {
      let lines = text.components(separatedBy: "event=\(event) account=\(account) id=")
      #expect(lines.count == 2, "\(event)")
    }
    #expect(text.contains("path=/t/- status=200"))
    #expect(!text.contains(path.dropFirst(3)) && !text.contains("Ferling"))
  }
}
