public import Ledger

/// Where rows stand that a person puts in order: numbers that rise from one to the next.
///
/// A file may bring any numbers. Those that have come to the largest one, or agree, stand in the order of their rows.
public enum Places {
  /// The place after the last; the first where there is none.
  public static func after(_ last: Int64?) -> Int64 {
    guard let last else { return 1 }
    return last == .max ? last : last + 1
  }

  /// What moves a row by so many steps among its siblings, which are given in their order.
  ///
  /// The places stay, and each row takes the one that it comes to; only what would not rise gets another.
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
