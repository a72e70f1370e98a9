import Ledger
import Platform
import TestSupport

/// A device that pushes one action after another, and knows which were acknowledged. What it writes follows from its seed.
struct PushingDevice: Sendable {
  /// What an action changes: a row of its own, and one that all of them change.
  static let changeCount = fieldCount + 1
  private static let fieldCount = 5

  let number: Int
  private let seed: UInt64
  private(set) var acknowledged = 0
  private(set) var faults: [String] = []

  init(number: Int, seed: UInt64) {
    self.number = number
    self.seed = seed
  }

  /// Pushes until the connection ends, the action that was not answered first.
  mutating func work(_ caller: Caller, epoch: Epoch, _ heard: Monitor<Int>) {
    let owner = AccountID.onlyOwner
    let path = "/v1/s/\(owner.bits.hex)/\(SpaceID.own(of: owner).bits.hex)/push"
    while faults.isEmpty {
      let push = Push(
        epoch: epoch, cursor: 0, pulledAt: 0, changes: changes(of: acknowledged))
      let frame = Frame(space: .own(of: owner), .push(push)).bytes
      guard let answer = caller.ask("POST", path, Frame.mediaType, body: frame) else { return }
      guard case .pushReply(let reply) = try? Frame(bytes: answer.body).body,
        reply.status == .ok, reply.held.count == Self.changeCount, !reply.held.contains(false)
      else { return faults.append("action \(acknowledged) of \(number): \(answer.text)") }
      acknowledged += 1
      heard.change { $0 += 1 }
    }
  }

  func row(of action: Int) -> RowID {
    RowID(Bits128(high: 0x100 + UInt64(number), low: UInt64(action)))
  }

  var counterRow: RowID { RowID(Bits128(high: 0x200, low: UInt64(number))) }

  /// The cells of an action's own row.
  func cells(of action: Int) -> [RowCell] {
    var random = RandomBits(seed: seed, UInt64(number) << 32 | UInt64(action))
    return (1...Self.fieldCount).map { field in
      let text = String(repeating: "la ", count: 1 + random.below(40)) + "\(random.next())"
      let cell = Cell(field: FieldID(UInt64(field)), stamp: stamp(action), value: .text(text))
      return RowCell(row: row(of: action), kind: .settings, cell: cell)
    }
  }

  /// The cell that an action leaves behind in the row that all of them change.
  func counter(at action: Int) -> RowCell {
    let cell = Cell(field: FieldID(1), stamp: stamp(action), value: .int(Int64(action)))
    return RowCell(row: counterRow, kind: .settings, cell: cell)
  }

  private func stamp(_ action: Int) -> Stamp {
    Stamp(
      HybridTime(milliseconds: 1_700_000_000_000 + Int64(action)), DeviceID(1 + UInt64(number)))
  }

  func changes(of action: Int) -> [Change] {
    let base = action > 0 ? stamp(action - 1) : nil
    return cells(of: action).map { Change($0, base: nil) }
      + [Change(counter(at: action), base: base)]
  }
}

/// A device that sends one file after another in chunks, and knows what of them was acknowledged.
struct SendingDevice: Sendable {
  let number: Int
  private let seed: UInt64
  /// Of the files that were acknowledged as ready.
  private(set) var names: [String] = []
  private(set) var byteCount = 0
  private(set) var faults: [String] = []
  /// The file that is under way: its name, where its chunks go, and how far the server said that it is.
  private var current: (name: String, location: String, offset: Int)?
  /// The end of the chunk that was sent last.
  private var sentTo = 0

  init(number: Int, seed: UInt64) {
    self.number = number
    self.seed = seed
  }

  /// Sends until the connection ends; goes on with what was under way.
  mutating func work(_ caller: Caller) {
    guard resume(caller) else { return }
    while faults.isEmpty {
      let bytes = bytes(of: names.count)
      guard let file = current else {
        guard begin(bytes, caller) else { return }
        continue
      }
      let chunk = Array(bytes[file.offset...].prefix(chunkSize))
      sentTo = file.offset + chunk.count
      let sum = Hex.text(of: UInt64(CRC32C.checksum(of: chunk[...])), digits: 8)
      let answer = caller.ask(
        "PATCH", file.location, "application/offset+octet-stream",
        ["Upload-Offset: \(file.offset)", "Upload-Checksum: crc32c \(sum)"], body: chunk)
      guard let answer else { return }
      switch (answer.status, sentTo == bytes.count) {
      case (204, false) where offset(in: answer) == sentTo: current?.offset = sentTo
      case (201, true): finish(bytes)
      default: faults.append("chunk to \(sentTo) of \(number): \(answer.status) \(answer.text)")
      }
    }
  }

  /// Asks how far the file is that was under way; `false` where the connection ended.
  private mutating func resume(_ caller: Caller) -> Bool {
    guard let file = current else { return true }
    guard let answer = caller.ask("HEAD", file.location) else { return false }
    let bytes = bytes(of: names.count)
    switch answer.status {
    case 200:
      let offset = offset(in: answer) ?? -1
      // What was acknowledged is there, and beyond it at most the chunk that was on its way, or a part of that.
      if offset < file.offset || offset > max(sentTo, file.offset) {
        faults.append("file of \(number) at \(offset), not at \(file.offset)")
      }
      current?.offset = offset
      if offset == bytes.count { return begin(bytes, caller) }
    case 404:
      // The last chunk was taken, and its answer lost.
      guard sentTo == bytes.count else {
        faults.append("upload of \(number) is gone at \(file.offset)")
        return true
      }
      return begin(bytes, caller, mustBeReady: true)
    default: faults.append("upload of \(number): \(answer.status)")
    }
    return true
  }

  /// Begins to send a file, or hears that it is there already; `false` where the connection ended.
  private mutating func begin(_ bytes: [UInt8], _ caller: Caller, mustBeReady: Bool = false) -> Bool
  {
    let name = current?.name ?? SHA256.digest(of: bytes).hex
    let claim = #"{"sha256":"\#(name)","size":\#(bytes.count),"type":"audio/wav"}"#
    let answer = caller.ask("POST", "/v1/uploads", "application/json", body: Array(claim.utf8))
    guard let answer else { return false }
    switch answer.status {
    case 200:
      current = (name, "", bytes.count)
      finish(bytes)
    case 201 where !mustBeReady:
      guard let location = answer.header("Location"), let offset = offset(in: answer) else {
        faults.append("\(number) was not told where to send")
        return true
      }
      if offset == bytes.count {
        // All is there but the last word: an empty chunk asks for it.
        let last = caller.ask(
          "PATCH", location, "application/offset+octet-stream",
          ["Upload-Offset: \(offset)", "Upload-Checksum: crc32c 00000000"])
        guard let last else { return false }
        current = (name, location, offset)
        if last.status == 201 { finish(bytes) } else { faults.append("no end: \(last.status)") }
      } else {
        current = (name, location, offset)
        sentTo = offset
      }
    default: faults.append("\(number) could not begin: \(answer.status) \(answer.text)")
    }
    return true
  }

  private mutating func finish(_ bytes: [UInt8]) {
    guard let file = current else { return }
    names.append(file.name)
    byteCount += bytes.count
    current = nil
    sentTo = 0
  }

  private func offset(in answer: TestClient.Answer) -> Int? {
    answer.header("Upload-Offset").flatMap { Int($0) }
  }

  private var chunkSize: Int {
    var random = RandomBits(seed: seed, 7 << 40 | UInt64(names.count))
    return 4_096 + random.below(24_576)
  }

  /// The content of a file.
  func bytes(of file: Int) -> [UInt8] {
    var random = RandomBits(seed: seed, UInt64(8 + number) << 40 | UInt64(file))
    return wave(of: 2_000 + random.below(60_000), &random)
  }
}

/// A sound file of so many bytes, as far as its first bytes say.
func wave(of count: Int, _ random: inout RandomBits) -> [UInt8] {
  var bytes = Array("RIFF....WAVEfmt ".utf8)
  bytes.reserveCapacity(count + 8)
  while bytes.count < count {
    let number = random.next()
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
  return Array(bytes.prefix(count))
}
