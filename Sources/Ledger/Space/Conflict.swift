/// Two values written without knowledge of each other: a row that a server adds, so that a person
/// sees both and chooses.
public struct Conflict: Hashable, Sendable {
  /// The row that reports it.
  public let id: RowID
  /// The row that it is about, and the field.
  public let row: RowID
  public let field: FieldID
  /// The value that lost, and where it came from.
  public let lost: Value
  public let lostStamp: Stamp
  public let isSettled: Bool

  /// The row that reports `device`'s lost value in a cell; there is at most one.
  public static func row(of key: CellKey, lostBy device: DeviceID) -> RowID {
    var writer = ByteWriter()
    writer.write(key.row.bits)
    writer.writeFixed(key.field.number)
    writer.writeFixed(device.bits)
    return RowID(of: writer.bytes, in: "woodshed conflict")
  }

  /// The cells that report `lost`, which `winner` replaced.
  static func values(lost: RowCell, winner: Stamp) -> [(FieldID, Value)] {
    [
      (.conflictRow, .row(lost.row)),
      (.conflictField, .int(Int64(lost.cell.field.number))),
      (.conflictKind, .int(Int64(bitPattern: lost.kind.number))),
      (.conflictValue, lost.cell.value),
      (.conflictTime, .int(Int64(lost.cell.stamp.time.bits))),
      (.conflictDevice, .int(Int64(bitPattern: lost.cell.stamp.device.bits))),
      (.conflictWinner, .int(Int64(bitPattern: winner.device.bits))),
      (.conflictSettled, .bool(false)),
    ]
  }
}

extension Conflict {
  /// The edits that keep a file's value beside the current one, so that a person sees both and
  /// chooses.
  ///
  /// - Parameters:
  ///   - lost: the file's value, with the file as its device and the moment it dates from.
  ///   - winner: the stamp of the current value.
  public static func edits(keeping lost: RowCell, besides winner: Stamp) -> [Edit] {
    let id = row(of: lost.key, lostBy: lost.cell.stamp.device)
    return values(lost: lost, winner: winner).map { Edit(id, .conflict, $0.0, $0.1) }
  }
}
