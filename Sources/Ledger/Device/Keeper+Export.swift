extension Keeper {
  /// The cells that a person sees and the device does not keep as they are.
  ///
  /// They have no place in a file with the stamps that they have here: a tab that opens from what is kept may
  /// come to the same stamps with other values.
  public var unkeptCells: Set<CellKey> {
    var cells: Set<CellKey> = []
    guard !isAllKept else { return cells }
    for action in replica.actions where action.isWaiting {
      for step in action.steps {
        let key = step.change.key
        let stamp = replica[key.row]?.cell(key.field)?.stamp
        if stamp != kept[key.row]?.cell(key.field)?.stamp { cells.insert(key) }
      }
    }
    return cells
  }
}
