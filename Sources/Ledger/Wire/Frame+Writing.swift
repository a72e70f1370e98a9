extension Frame {
  /// The frame as bytes.
  public var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 4_096)
    writer.write(Array("WS".utf8))
    writer.write(Self.version)
    writer.write(type.rawValue)
    writer.writeVarint(flags)
    writer.write(space.bits)
    writer.writeFixed(epoch.bits)
    writer.writeVarint(UInt64(clamping: now))
    writeBody(to: &writer)
    writer.writeFixed(CRC32C.checksum(of: writer.bytes[...]))
    return writer.bytes
  }

  enum TypeCode: UInt8 {
    case push = 1
    case pushReply = 2
    case pull = 3
    case now = 4
    case digest = 5
    // 6 carried the latest stamps of rows, and is not reused.
    case history = 7
    case past = 8
    case page = 9
    case action = 10
    case head = 11
  }

  private var type: TypeCode {
    switch body {
    case .push: .push
    case .pushReply: .pushReply
    case .pull: .pull
    case .now: .now
    case .digest: .digest
    case .history: .history
    case .past: .past
    case .page: .page
    case .action: .action
    case .head: .head
    }
  }

  private var flags: UInt64 {
    switch body {
    case .push(let push): push.isOffer ? 1 : 0
    case .pull(let page): (page.hasMore ? 1 : 0) | (page.isReset ? 2 : 0) | (page.view == 0 ? 0 : 4)
    case .history(let page): page.hasMore ? 1 : 0
    case .past(let page): page.hasMore ? 1 : 0
    case .now(let time): time.account == nil ? 0 : 1
    default: 0
    }
  }

  private var epoch: Epoch {
    switch body {
    case .push(let push): push.epoch
    case .pushReply(let reply): reply.epoch
    case .pull(let page): page.epoch
    default: .none
    }
  }

  private var now: Int64 {
    switch body {
    case .push(let push): push.pulledAt
    case .pushReply(let reply): reply.now
    case .pull(let page): page.now
    case .now(let time): time.now
    default: 0
    }
  }

  private func writeBody(to writer: inout ByteWriter) {
    switch body {
    case .push(let push):
      writer.writeVarint(push.cursor)
      CellsWriter.write(push.changes, to: &writer)
    case .pushReply(let reply):
      writer.write(reply.status.rawValue)
      writer.writeVarint(reply.sequence)
      writer.writeVarint(UInt64(reply.held.count))
      var bits = [UInt8](repeating: 0, count: (reply.held.count + 7) / 8)
      for (index, isHeld) in reply.held.enumerated() where isHeld {
        bits[index / 8] |= 1 << UInt8(index % 8)
      }
      writer.write(bits)
      writer.writeVarint(UInt64(reply.gone.count))
      for row in reply.gone { writer.write(row.bits) }
    case .pull(let page):
      writer.writeVarint(page.from)
      writer.writeVarint(page.to)
      writer.writeFixed(page.digest)
      if page.view != 0 { writer.writeFixed(page.view) }
      CellsWriter.write(page.cells.map { Change($0, base: nil) }, to: &writer)
    case .now(let time):
      if let account = time.account { writer.write(account.bits) }
    case .digest(let digest):
      for sum in digest.sums { writer.writeFixed(sum) }
    case .history(let page):
      writer.writeVarint(UInt64(page.cells.count))
      for cell in page.cells {
        writer.writeVarint(cell.sequence)
        writer.write(cell.isConflict ? 1 : 0)
        writer.writeVarint(UInt64(clamping: cell.keptAt))
      }
      CellsWriter.write(page.cells.map { Change($0.cell, base: nil) }, to: &writer)
    case .past(let page):
      writer.writeVarint(page.sequence)
      CellsWriter.write(page.cells.map { Change($0, base: nil) }, to: &writer)
    case .page(let rows):
      let cells = rows.flatMap { row in row.cells.map { row.rowCell($0) } }
      CellsWriter.write(cells.map { Change($0, base: nil) }, to: &writer)
    case .action(let action): writer.write(action)
    case .head(let head): writer.write(head)
    }
  }
}

/// Writes changes as runs within one row, with stamps as differences from the previous cell.
struct CellsWriter {
  private var placesByDevice: [DeviceID: UInt64] = [:]
  private var devices: [DeviceID] = []
  private var lastMilliseconds: Int64 = 0

  static func write(_ changes: [Change], to writer: inout ByteWriter) {
    var cells = CellsWriter()
    for change in changes {
      cells.note(change.stamp)
      if let base = change.base { cells.note(base) }
      if let seen = change.seen { cells.note(seen) }
    }
    writer.writeVarint(UInt64(changes.count))
    writer.writeVarint(UInt64(cells.devices.count))
    for device in cells.devices { writer.writeFixed(device.bits) }
    var start = 0
    while start < changes.count {
      let first = changes[start].cell
      var end = start + 1
      while end < changes.count, changes[end].cell.row == first.row,
        changes[end].cell.kind == first.kind
      {
        end += 1
      }
      writer.write(first.row.bits)
      writer.writeVarint(first.kind.number)
      writer.writeVarint(UInt64(end - start))
      for change in changes[start..<end] { cells.write(change, to: &writer) }
      start = end
    }
  }

  private mutating func note(_ stamp: Stamp) {
    guard placesByDevice[stamp.device] == nil else { return }
    placesByDevice[stamp.device] = UInt64(devices.count)
    devices.append(stamp.device)
  }

  private mutating func write(_ change: Change, to writer: inout ByteWriter) {
    writer.writeVarint(change.key.field.number)
    write(change.stamp, after: lastMilliseconds, to: &writer)
    let milliseconds = change.stamp.time.milliseconds
    lastMilliseconds = milliseconds
    writer.write((change.base == nil ? 0 : 1) | (change.seen == nil ? 0 : 2))
    if let base = change.base { write(base, after: milliseconds, to: &writer) }
    if let seen = change.seen { write(seen, after: milliseconds, to: &writer) }
    writer.writeCounted(change.cell.cell.value.encoded)
  }

  private func write(_ stamp: Stamp, after milliseconds: Int64, to writer: inout ByteWriter) {
    writer.writeSigned(stamp.time.milliseconds - milliseconds)
    writer.writeVarint(UInt64(stamp.time.counter))
    writer.writeVarint(placesByDevice[stamp.device] ?? 0)
  }
}
