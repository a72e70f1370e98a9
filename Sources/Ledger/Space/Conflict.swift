/// Two values that were written without knowledge of each other: a row that a server adds, so that a
/// person sees both and chooses.
public struct Conflict: Hashable, Sendable {
  /// The row that tells of it.
  public let id: RowID
  /// The row that it is about, and the field.
  public let row: RowID
  public let field: FieldID
  /// The value that does not stand, and where it came from.
  public let lost: Value
  public let lostStamp: Stamp
  public let isSettled: Bool

  /// The row that tells of `device`'s lost value in a cell; there is at most one.
  public static func row(of key: CellKey, lostBy device: DeviceID) -> RowID {
    var writer = ByteWriter()
    writer.write(key.row.bits)
    writer.writeFixed(key.field.number)
    writer.writeFixed(device.bits)
    return RowID(of: writer.bytes, in: "woodshed conflict")
  }

  /// The cells that tell of `lost`, which `winner` took the place of.
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
  /// What keeps a value of a file beside the one that stands, so that a person sees both and chooses.
  ///
  /// - Parameters:
  ///   - lost: the value of the file, with the file as its device and the moment that it is from.
  ///   - winner: the stamp of the value that stands.
  public static func edits(keeping lost: RowCell, besides winner: Stamp) -> [Edit] {
    let id = row(of: lost.key, lostBy: lost.cell.stamp.device)
    return values(lost: lost, winner: winner).map { Edit(id, .conflict, $0.0, $0.1) }
  }
}
