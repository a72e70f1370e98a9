extension Row {
  /// How many cells a row may have; in a row with more, cells can be changed and erased, but none added.
  ///
  /// The cost of working with a row grows with its cells, so no row may become hard to handle.
  public static let cellLimit = 1_000
  /// Roughly how many bytes a row's values may have; in a row with more, none may grow. Rows are read whole, so each
  /// fits into a page.
  public static let byteLimit = 1_048_576

  /// What changes add to a row.
  struct Growth {
    private var added: Set<FieldID> = []
    private var bytesByField: [FieldID: Int] = [:]

    /// Counts a cell that is added to the row, replacing an `old` one if there is one.
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
