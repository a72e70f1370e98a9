public import Ledger

/// The positions of rows that a person puts in order: ascending numbers.
///
/// A file may contain any numbers. Equal ones, and those at the maximum, are ordered by row.
public enum Places {
  /// The place after the last; the first if there is none.
  public static func after(_ last: Int64?) -> Int64 {
    guard let last else { return 1 }
    return last == .max ? last : last + 1
  }

  /// The edits that move a row by some steps among its siblings, which are given in order.
  ///
  /// The places stay, and each row takes the one at its new position; only places that would not ascend change.
  public static func moving(
    _ id: RowID, by steps: Int, among rows: [(id: RowID, place: Int64)], _ kind: KindID,
    _ field: FieldID
  ) -> [Edit] {
    guard let from = rows.firstIndex(where: { $0.id == id }) else { return [] }
    let to = from + min(max(steps, -from), rows.count - 1 - from)
    guard to != from else { return [] }
    var order = rows
    order.insert(order.remove(at: from), at: to)
    var places: [Int64] = []
    for row in rows { places.append(places.last.map { max(row.place, after($0)) } ?? row.place) }
    if places.dropLast().last == .max { places = (1...Int64(rows.count)).map { $0 } }
    var edits: [Edit] = []
    for (row, place) in zip(order, places) where row.place != place {
      edits.append(Edit(row.id, kind, field, .int(place)))
    }
    return edits
  }
}
