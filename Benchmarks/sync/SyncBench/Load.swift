import Ledger

/// The pushes of one device, made before the clock runs.
struct Load {
  /// Whose words the pushes are in.
  enum Form: String {
    case frames, json
  }

  let bodies: [[UInt8]]

  /// `count` pushes of `size` changes each: actions of ten cells in a row of their own, or one of one.
  init(form: Form, device: Int, count: Int, size: Int, epoch: Epoch, seed: UInt64) {
    var random = RandomBits(seed: seed, UInt64(device))
    let id = DeviceID(random.next())
    var time = HybridTime(milliseconds: 1_700_000_000_000 + Int64(device))
    let width = min(size, 10)
    bodies = (0..<count).map { _ in
      var changes: [Change] = []
      for _ in 0..<(size / width) {
        let row = RowID(milliseconds: time.milliseconds, random: &random)
        time = time.next
        for field in 1...width {
          let value: Value = field % 2 == 0 ? .int(Int64(random.below(1_000))) : .text("a phrase")
          let cell = Cell(
            field: FieldID(UInt64(1_280 + field)), stamp: Stamp(time, id), value: value)
          changes.append(Change(RowCell(row: row, kind: .settings, cell: cell), base: nil))
        }
      }
      switch form {
      case .frames:
        let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: changes)
        return Frame(space: .own(of: .onlyOwner), .push(push)).bytes
      case .json: return Array(("[" + changes.map(Self.json).joined(separator: ",") + "]").utf8)
      }
    }
  }

  private static func json(_ change: Change) -> String {
    let cell = change.cell.cell
    let value: String
    switch cell.value {
    case .int(let number): value = "\(number)"
    case .text(let text): value = "\"\(text)\""
    default: value = "null"
    }
    return """
      {"rid":"\(change.key.row.bits.hex)","fld":\(cell.field.number),"tbl":5,\
      "hlc":"\(cell.stamp.time.bits)","dev":"\(Int64(bitPattern: cell.stamp.device.bits))","val":\(value)}
      """
  }
}
