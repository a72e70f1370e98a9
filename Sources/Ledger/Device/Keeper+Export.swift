extension Keeper {
  /// The cells that a person sees but the device has not saved in this form.
  ///
  /// They must not be exported with the stamps they have here: a tab opened from what is saved may reuse the
  /// same stamps for other values.
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
