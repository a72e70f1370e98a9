extension Frame {
  /// Reads a frame; refuses one that is not right in every byte.
  public init(bytes: [UInt8]) throws(FrameError) {
    guard bytes.count >= 8, bytes.starts(with: "WS".utf8) else { throw .notAFrame }
    guard bytes[2] == Self.version else { throw .otherVersion(bytes[2]) }
    guard let type = TypeCode(rawValue: bytes[3]) else { throw .otherType(bytes[3]) }
    let content = bytes[..<(bytes.count - 4)]
    var trailer = ByteReader(bytes[(bytes.count - 4)...])
    guard (try? trailer.readFixed32()) == CRC32C.checksum(of: content) else { throw .damaged }
    var reader = FrameReader(content.dropFirst(4))
    self = try reader.read(type)
    guard reader.isAtEnd else { throw .malformed }
  }
}

/// Reads what follows a frame's type.
private struct FrameReader {
  private var reader: ByteReader
  private var lastMilliseconds: Int64 = 0

  init(_ bytes: ArraySlice<UInt8>) {
    reader = ByteReader(bytes)
  }

  var isAtEnd: Bool { reader.isAtEnd }

  mutating func read(_ type: Frame.TypeCode) throws(FrameError) -> Frame {
    do throws(ByteReader.Failure) {
      let flags = try reader.readVarint()
      let space = SpaceID(try reader.readBits128())
      let epoch = Epoch(try reader.readFixed())
      let now = Int64(clamping: try reader.readVarint())
      return Frame(space: space, try body(type, flags, epoch, now))
    } catch {
      throw problem ?? .malformed
    }
  }

  /// A problem that has an error of its own.
  private var problem: FrameError?

  private mutating func body(
    _ type: Frame.TypeCode, _ flags: UInt64, _ epoch: Epoch, _ now: Int64
  ) throws(ByteReader.Failure) -> Frame.Body {
    switch type {
    case .push:
      let cursor = try reader.readVarint()
      return .push(
        Push(
          epoch: epoch, cursor: cursor, pulledAt: now, isOffer: flags & 1 == 1,
          changes: try changes(limit: Push.changeLimit)))
    case .pushReply:
      return .pushReply(try pushReply(epoch, now))
    case .pull:
      let from = try reader.readVarint()
      let to = try reader.readVarint()
      let digest: UInt64 = try reader.readFixed()
      let view: UInt64 = flags & 4 == 4 ? try reader.readFixed() : 0
      guard (view != 0) == (flags & 4 == 4) else { throw .endsEarly }
      return .pull(
        PullPage(
          epoch: epoch, from: from, to: to, hasMore: flags & 1 == 1, isReset: flags & 2 == 2,
          now: now, digest: digest, view: view, cells: try cells()))
    case .now:
      let account = flags & 1 == 1 ? AccountID(try reader.readBits128()) : nil
      return .now(ServerTime(now: now, account: account))
    case .digest:
      var sums: [UInt64] = []
      for _ in 0..<SpaceDigest.bucketCount { sums.append(try reader.readFixed()) }
      return .digest(SpaceDigest(sums: sums) ?? SpaceDigest())
    case .history:
      return .history(HistoryPage(try history(), hasMore: flags & 1 == 1))
    case .past:
      let sequence = try reader.readVarint()
      return .past(PastPage(sequence: sequence, hasMore: flags & 1 == 1, cells: try cells()))
    case .page: return .page(try rows())
    case .action: return .action(try action())
    case .head: return .head(try reader.readHead())
    }
  }

  private mutating func pushReply(
    _ epoch: Epoch, _ now: Int64
  ) throws(ByteReader.Failure) -> PushReply {
    guard let status = PushReply.Status(rawValue: try reader.readByte()) else { throw .endsEarly }
    var reply = PushReply(
      status: status, epoch: epoch, sequence: try reader.readVarint(), now: now)
    let count = try reader.readVarint()
    guard count <= UInt64(reader.remaining) * 8 else { throw .endsEarly }
    let bits = try reader.readBytes(Int((count + 7) / 8))
    for index in 0..<Int(count) {
      reply.held.append(bits[bits.startIndex + index / 8] >> UInt8(index % 8) & 1 == 1)
    }
    for _ in 0..<(try reader.readCount(of: 16)) {
      reply.gone.append(RowID(try reader.readBits128()))
    }
    return reply
  }

  private mutating func history() throws(ByteReader.Failure) -> [HistoryCell] {
    var notes: [(sequence: UInt64, isConflict: Bool, keptAt: Int64)] = []
    for _ in 0..<(try reader.readCount(of: 3)) {
      let sequence = try reader.readVarint()
      let isConflict = try reader.readByte() == 1
      notes.append((sequence, isConflict, Int64(clamping: try reader.readVarint())))
    }
    let cells = try cells()
    guard cells.count == notes.count else { throw .endsEarly }
    return zip(cells, notes).map {
      HistoryCell($0, sequence: $1.sequence, isConflict: $1.isConflict, keptAt: $1.keptAt)
    }
  }

  private mutating func cells() throws(ByteReader.Failure) -> [RowCell] {
    var cells: [RowCell] = []
    for change in try changes(limit: .max) { cells.append(change.cell) }
    return cells
  }

  private mutating func rows() throws(ByteReader.Failure) -> [Row] {
    var rows: [Row] = []
    var cells: [Cell] = []
    var head: RowCell?
    for change in try changes(limit: .max) {
      if let open = head, open.row != change.cell.row {
        rows.append(Row(id: open.row, kind: open.kind, cells: cells))
        cells.removeAll(keepingCapacity: true)
      }
      head = change.cell
      cells.append(change.cell.cell)
    }
    if let head { rows.append(Row(id: head.row, kind: head.kind, cells: cells)) }
    return rows
  }

  private mutating func action() throws(ByteReader.Failure) -> Action {
    let ordinal = try reader.readVarint()
    let group = try reader.readVarint()
    let label = String(decoding: try reader.readCounted(), as: UTF8.self)
    let flags = try reader.readByte()
    let role: Action.Role
    switch try reader.readVarint() {
    case 0: role = .edit
    case 1: role = .redo
    case let number: role = .undo(of: number - 2)
    }
    let offset = try reader.readSigned()
    var action = Action(
      ordinal: ordinal, label: label, group: group, role: role, isOffer: flags & 1 == 1,
      offset: offset, steps: try steps())
    action.isWaiting = flags & 2 == 2
    action.isReverted = flags & 4 == 4
    action.lost = try steps()
    return action
  }

  private mutating func steps() throws(ByteReader.Failure) -> [Action.Step] {
    lastMilliseconds = 0
    var steps: [Action.Step] = []
    for change in try changes(limit: .max) {
      let previous = try reader.readCounted()
      steps.append(Action.Step(change, previous: previous.isEmpty ? nil : Value(encoded: previous)))
    }
    return steps
  }

  // MARK: - Changes

  private mutating func changes(limit: Int) throws(ByteReader.Failure) -> [Change] {
    let count = try reader.readCount(of: 6)
    guard count <= limit else {
      problem = .tooManyChanges
      throw .endsEarly
    }
    var devices: [DeviceID] = []
    for _ in 0..<(try reader.readCount(of: 8)) {
      devices.append(DeviceID(try reader.readFixed()))
    }
    var changes: [Change] = []
    changes.reserveCapacity(count)
    while changes.count < count {
      let row = RowID(try reader.readBits128())
      let kind = KindID(try reader.readVarint())
      let length = try reader.readCount(of: 6)
      guard length > 0, changes.count + length <= count else { throw .endsEarly }
      for _ in 0..<length { changes.append(try change(row, kind, devices)) }
    }
    return changes
  }

  private mutating func change(
    _ row: RowID, _ kind: KindID, _ devices: [DeviceID]
  ) throws(ByteReader.Failure) -> Change {
    let number = try reader.readVarint()
    guard number <= 0x7FFF_FFFF_FFFF_FFFF else { throw .numberTooLarge }
    let stamp = try stamp(after: lastMilliseconds, devices)
    let milliseconds = stamp.time.milliseconds
    lastMilliseconds = milliseconds
    let code = try reader.readByte()
    guard code < 4 else { throw .numberTooLarge }
    let base = code & 1 == 1 ? try self.stamp(after: milliseconds, devices) : nil
    let seen = code & 2 == 2 ? try self.stamp(after: milliseconds, devices) : nil
    let encoded = try reader.readCounted()
    guard encoded.count <= Value.byteLimit else {
      problem = .valueTooLarge
      throw .numberTooLarge
    }
    guard !encoded.isEmpty else { throw .endsEarly }
    let cell = Cell(field: FieldID(number), stamp: stamp, value: Value(encoded: encoded))
    return Change(RowCell(row: row, kind: kind, cell: cell), base: base, seen: seen)
  }

  private mutating func stamp(
    after milliseconds: Int64, _ devices: [DeviceID]
  ) throws(ByteReader.Failure) -> Stamp {
    let (sum, isOver) = milliseconds.addingReportingOverflow(try reader.readSigned())
    let counter = try reader.readVarint()
    let device = try reader.readVarint()
    guard !isOver, (0...HybridTime.lastMilliseconds).contains(sum), counter <= 0xFFFF,
      device < UInt64(devices.count)
    else { throw .numberTooLarge }
    return Stamp(
      HybridTime(milliseconds: sum, counter: UInt16(counter)), devices[Int(device)])
  }
}
