import HTTP
import Ledger
import Storage
import Testing

/// Frames that were damaged on the way: all are refused, none is applied.
@Suite struct CorruptedFramesTests {
  private let desk: SyncDesk
  private let frame: [UInt8]

  init() throws {
    desk = try SyncDesk()
    frame = try desk.frame(with: desk.changes(8)).bytes
  }

  /// Sends damaged bytes; gives what is wrong with the answer, if anything.
  private func complaint(about bytes: [UInt8], to call: String = "push") -> String? {
    let answer = desk.post(bytes, to: call)
    let text = String(decoding: answer.body.bytes, as: UTF8.self)
    guard answer.status == .badRequest, text.contains(#""code":"bad_frame""#) else {
      return "\(answer.status.code) \(text)"
    }
    return nil
  }

  private func checkNothingWasApplied() throws {
    let header = try desk.store.header(of: Place(.onlyOwner, desk.space))
    #expect(header.lastSequence == 0)
    #expect(try desk.reply(in: desk.post(frame, to: "push")).sequence == 8)
  }

  @Test func anyFlippedBit() throws {
    for index in frame.indices {
      for bit in 0..<8 {
        var bytes = frame
        bytes[index] ^= 1 << UInt8(bit)
        let complaint = complaint(about: bytes)
        #expect(complaint == nil, "bit \(bit) of byte \(index)")
      }
    }
    try checkNothingWasApplied()
  }

  @Test func anyCut() throws {
    for count in 0..<frame.count {
      let complaint = complaint(about: Array(frame[..<count]))
      #expect(complaint == nil, "cut after \(count)")
    }
    try checkNothingWasApplied()
  }

  @Test func bytesByChance() throws {
    var random = RandomBits(seed: 20_261_120)
    for round in 0..<8_000 {
      var bytes = frame
      // Damage the content and set the checksum right: every bound has to hold by itself.
      for _ in 0...random.below(4) {
        bytes[4 + random.below(bytes.count - 8)] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.once(in: 3) { bytes.removeSubrange((8 + random.below(bytes.count - 12))...) }
      if random.once(in: 5) { bytes += (0..<random.below(40)).map { UInt8($0) } }
      var writer = ByteWriter()
      writer.writeFixed(CRC32C.checksum(of: bytes.dropLast(4)))
      bytes.replaceSubrange((bytes.count - 4)..., with: writer.bytes)
      // What is well formed by chance may be a push; anything else is refused in words.
      let answer = desk.post(bytes, to: "push")
      #expect(answer.status == .ok || answer.status == .badRequest, "round \(round)")
    }
    let place = Place(.onlyOwner, desk.space)
    var found = SpaceDigest()
    for cell in try desk.store.pull(place, since: 0, byteLimit: 1 << 30, now: 0).cells {
      found.add(cell)
    }
    #expect(try desk.store.header(of: place).digest == found)
  }

  @Test func tooMuchAtOnce() throws {
    let many = try desk.frame(with: (0..<1_001).flatMap { desk.changes(5, at: $0) }).bytes
    #expect(complaint(about: many) == nil)
    var large = desk.changes(1)
    large[0].cell.cell.value = .bytes([UInt8](repeating: 0, count: Value.byteLimit))
    #expect(complaint(about: try desk.frame(with: large).bytes) == nil)
    let answer = desk.post([UInt8](repeating: 0, count: Frame.byteLimit + 1), to: "push")
    #expect(answer.status == .contentTooLarge)
    try checkNothingWasApplied()
  }
}
