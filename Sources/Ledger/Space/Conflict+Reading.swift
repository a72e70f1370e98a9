extension Conflict {
  /// The content of a conflict row; `nil` if it is not a readable one.
  public init?(_ row: Row?) {
    guard let row, row.kind == .conflict, case .row(let subject) = row.value(.conflictRow),
      case .int(let field) = row.value(.conflictField), field >= 0,
      case .int(let time) = row.value(.conflictTime), time >= 0,
      case .int(let device) = row.value(.conflictDevice)
    else { return nil }
    id = row.id
    self.row = subject
    self.field = FieldID(UInt64(field))
    lost = row.value(.conflictValue)
    lostStamp = Stamp(HybridTime(UInt64(time)), DeviceID(UInt64(bitPattern: device)))
    isSettled = row.value(.conflictSettled) == .bool(true)
  }
}
