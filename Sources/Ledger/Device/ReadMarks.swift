/// Which rows of a replica an index has read, so that it rereads only those that changed.
public struct ReadMarks: Sendable {
  private var marks: [RowID: UInt64] = [:]

  public init() {}

  /// Whether a row was read, even one in the trash.
  public func contains(_ row: RowID) -> Bool { marks[row] != nil }

  /// The rows of some kinds that changed since the last time.
  /// - Returns: `nil` if rows that were read are gone, because another space is shown or an earlier state was
  ///   restored: the index must start over, with new marks.
  public mutating func changes(in data: Replica, of isWanted: (KindID) -> Bool) -> [Row]? {
    let knownCount = marks.count
    var (seenCount, newCount) = (0, 0)
    var changed: [Row] = []
    data.forEachRow { row in
      guard isWanted(row.kind) else { return }
      seenCount += 1
      let mark = row.mark
      if let old = marks[row.id] {
        if old == mark { return }
      } else {
        newCount += 1
      }
      marks[row.id] = mark
      changed.append(row)
    }
    return knownCount + newCount == seenCount ? changed : nil
  }
}
