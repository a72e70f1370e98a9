public import Ledger

/// Bytes that nobody wrote: whatever arrives must be read correctly or refused, and never crash the
/// program.
public enum Fuzz {
  /// What was tried, and the results.
  public struct Findings: Sendable {
    public var tried = 0
    /// How many inputs were read as frames.
    public var read = 0
    /// The first input that was read but not written back identically, in hexadecimal.
    public var failure: String?

    public init() {}

    public mutating func add(_ other: Findings) {
      tried += other.tried
      read += other.read
      failure = failure ?? other.failure
    }
  }

  /// Tries `count` inputs: random ones, damaged frames with a corrected checksum, and truncated
  /// frames.
  public static func tryFrames(_ count: Int, seed: UInt64) -> Findings {
    var findings = Findings()
    var random = RandomBits(seed: seed, 0xF022)
    var frames = samples(&random)
    while findings.tried < count, findings.failure == nil {
      if findings.tried % 4_096 == 0 { frames = samples(&random) }
      let bytes = input(from: frames, &random)
      findings.tried += 1
      guard let frame = try? Frame(bytes: bytes) else { continue }
      findings.read += 1
      if !holds(frame) { findings.failure = Hex.text(of: bytes) }
    }
    return findings
  }

  /// Whether a frame, written and read again, stays the same.
  public static func holds(_ frame: Frame) -> Bool {
    guard let again = try? Frame(bytes: frame.bytes) else { return false }
    return again == frame
  }

  // MARK: - Inputs

  private static func input(from frames: [[UInt8]], _ random: inout RandomBits) -> [UInt8] {
    if random.once(in: 16) { return noise(random.below(200), &random) }
    var bytes = frames[random.below(frames.count)]
    switch random.below(8) {
    case 0: bytes.removeLast(random.below(bytes.count))
    case 1: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
    default:
      for _ in 0...random.below(4) { damage(&bytes, &random) }
      repair(&bytes)
    }
    return bytes
  }

  private static func noise(_ count: Int, _ random: inout RandomBits) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  /// Changes, removes, inserts or repeats some bytes after the frame's first four.
  private static func damage(_ bytes: inout [UInt8], _ random: inout RandomBits) {
    guard bytes.count > 9 else { return }
    let place = 4 + random.below(bytes.count - 8)
    switch random.below(6) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][random.below(5)]
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
    case 4:
      // A number as large as possible instead of a small one.
      bytes.insert(contentsOf: [UInt8](repeating: 0xFF, count: 1 + random.below(9)), at: place)
    default:
      let end = min(place + 1 + random.below(24), bytes.count - 4)
      bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
    }
  }

  /// Corrects the checksum of the bytes.
  private static func repair(_ bytes: inout [UInt8]) {
    guard bytes.count >= 8 else { return }
    let content = bytes.count - 4
    let checksum = CRC32C.checksum(of: bytes[..<content])
    for index in 0..<4 {
      bytes[content + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(index * 8))
    }
  }

  // MARK: - Valid frames

  private static func samples(_ random: inout RandomBits) -> [[UInt8]] {
    let space = SpaceID(Bits128(high: random.next(), low: random.next()))
    let cells = (0..<random.below(12)).map { _ in cell(&random) }
    let changes = cells.map { cell in
      Change(
        cell, base: random.once(in: 2) ? stamp(&random) : nil,
        seen: random.once(in: 4) ? stamp(&random) : nil)
    }
    let epoch = Epoch(random.next())
    var action = Action(
      ordinal: random.next() >> 20, label: "Rename", offset: Int64(random.below(9_000)) - 4_500,
      steps: changes.map { Action.Step($0, previous: random.once(in: 2) ? value(&random) : nil) })
    action.role = random.once(in: 3) ? .undo(of: random.next() >> 30) : .edit
    action.isWaiting = random.once(in: 2)
    var head = Head(device: DeviceID(random.next()))
    head.account = random.once(in: 2) ? .onlyOwner : nil
    let rows = Set(cells.map { $0.row }).sorted().map { row in
      Row(
        id: row, kind: KindID(20),
        cells: cells.filter { $0.row == row }.map { $0.cell })
    }
    let bodies: [Frame.Body] = [
      .push(
        Push(epoch: epoch, cursor: random.next() >> 40, pulledAt: 9_000, changes: changes)),
      .pushReply(
        PushReply(
          status: .ok, epoch: epoch, sequence: 77, now: 1_800_000_000_000,
          held: cells.map { _ in random.once(in: 2) }, gone: rows.map { $0.id })),
      .pull(
        PullPage(
          epoch: epoch, from: 1, to: 9, hasMore: random.once(in: 2), now: 5, digest: random.next(),
          view: random.once(in: 2) ? 0 : random.next() | 1, cells: cells)),
      .now(ServerTime(now: 1_800_000_000_000, account: random.once(in: 2) ? .onlyOwner : nil)),
      .history(
        HistoryPage(
          cells.map { HistoryCell($0, sequence: 4, isConflict: random.once(in: 2), keptAt: 6) },
          hasMore: random.once(in: 2))),
      .past(PastPage(sequence: random.next() >> 40, hasMore: random.once(in: 2), cells: cells)),
      .page(rows), .action(action), .head(head),
    ]
    return bodies.map { Frame(space: space, $0).bytes }
  }

  private static func stamp(_ random: inout RandomBits) -> Stamp {
    let time = HybridTime(
      milliseconds: 1_800_000_000_000 + Int64(random.below(9_000_000)),
      counter: UInt16(truncatingIfNeeded: random.next()))
    return Stamp(time, DeviceID(UInt64(random.below(4))))
  }

  static func cell(_ random: inout RandomBits) -> RowCell {
    RowCell(
      row: RowID(Bits128(high: 7, low: UInt64(random.below(4)))), kind: KindID(20),
      cell: Cell(
        field: FieldID(UInt64(random.below(6))), stamp: stamp(&random), value: value(&random)))
  }

  private static func value(_ random: inout RandomBits) -> Value {
    switch random.below(14) {
    case 0: .null
    case 1: .bool(random.once(in: 2))
    case 2: .int(Int64(bitPattern: random.next()))
    case 3: .number(Double(bitPattern: random.next()))
    case 4: .text("Étude № \(random.below(1_000))")
    case 5: .bytes(noise(random.below(40), &random))
    case 6: .row(RowID(Bits128(high: random.next(), low: random.next())))
    case 7:
      BlobReference(sha256: noise(32, &random), byteCount: random.next(), mimeType: "audio/flac")
        .map { .blob($0) } ?? .null
    case 8: .day(Int64(random.below(40_000)))
    case 9: .instant(milliseconds: Int64(random.next() >> 20), zoneMinutes: -210)
    case 10: .decimal(units: Int64(bitPattern: random.next()), places: 3)
    case 11: .sealed(noise(random.below(40), &random))
    case 12: .unknown(tag: 200, noise(random.below(9), &random))
    default: .text("")
    }
  }
}
