extension Row {
  /// How many cells a row may have; in one that has more, those can be changed and erased, but none comes to them.
  ///
  /// What is done with a row takes as long as it has cells, so nobody may have one that is hard to handle.
  public static let cellLimit = 1_000
  /// About how many bytes the values of a row may have; in one that has more, none becomes longer. Rows are read whole, so
  /// each fits into a page.
  public static let byteLimit = 1_048_576

  /// What changes add to a row.
  struct Growth {
    private var added: Set<FieldID> = []
    private var bytesByField: [FieldID: Int] = [:]

    /// Takes in that a cell comes to the row, in the place of an `old` one where there is one.
    mutating func take(_ cell: Cell, over old: Cell?) {
      if old == nil { added.insert(cell.field) }
      bytesByField[cell.field] =
        cell.value.encodedByteCount - (old?.value.encodedByteCount ?? 0)
    }

    /// Whether a row of that size has room for it.
    func fits(cells: Int, bytes: Int) -> Bool {
      let byteCount = bytesByField.values.reduce(0, +)
      return (added.isEmpty || cells + added.count <= Row.cellLimit)
        && (byteCount <= 0 || bytes + byteCount <= Row.byteLimit)
    }
  }
}
