extension Keeper {
  /// What a person did that the store may not have yet, as text to be stored elsewhere; `nil` if it has everything.
  ///
  /// A page that is closing cannot wait for a commit. ``takeInLate(_:wall:)`` applies again what it left behind.
  public var late: String? {
    let unkept = unkeptCells
    guard !unkept.isEmpty else { return nil }
    var steps: [Action.Step] = []
    var label = Action.byItself
    var size = 0
    for action in replica.actions where action.isWaiting {
      for step in action.steps where unkept.contains(step.change.key) {
        let (row, field) = (step.change.key.row, step.change.key.field)
        // Only the action that wrote the visible value.
        guard let cell = replica[row]?.cell(field), cell.stamp == step.change.stamp else {
          continue
        }
        size += 80 + cell.value.encoded.count
        // What the store may hold when the page opens again: its present value, or the one being written.
        let change = Change(
          RowCell(row: row, kind: step.change.cell.kind, cell: cell),
          base: kept[row]?.cell(field)?.stamp, seen: onItsWay?[row]?.cell(field)?.stamp)
        steps.append(Action.Step(change, previous: nil))
        label = action.label
      }
    }
    // More than this is an import or similar; whoever started it can repeat it.
    guard !steps.isEmpty, steps.count <= Action.cellLimit, size <= Action.sizeLimit else {
      return nil
    }
    let action = Action(ordinal: 0, label: label, offset: 0, steps: steps)
    return Hex.text(of: Frame(space: space, .action(action)).bytes)
  }

  /// Applies again what a page left behind as ``late``, if it was of this space and is not here yet.
  ///
  /// If somebody who had not seen a text changed it since, both versions are kept.
  public mutating func takeInLate(_ text: String, wall: Int64) {
    guard isWritable, let bytes = Hex.bytes(Array(text.utf8)),
      let frame = try? Frame(bytes: bytes), frame.space == space,
      case .action(let late) = frame.body
    else { return }
    var edits: [Edit] = []
    var bases: [CellKey: Stamp?] = [:]
    for step in late.steps {
      let change = step.change
      let value = change.cell.cell.value
      // A space that was restarted under this name may be somebody else's.
      guard change.stamp.device == replica.head.device || replica.isEmpty else { return }
      let now = replica[change.key.row]?.cell(change.key.field)
      let isBase = now == nil || now?.stamp == change.base || now?.stamp == change.seen
      guard now?.value != value, isBase || now?.value.isText == true && value.isText else {
        continue
      }
      edits.append(Edit(change.key.row, change.cell.kind, change.key.field, value))
      bases[change.key] = .some(isBase ? now?.stamp : change.base)
    }
    edit(late.label, edits, bases, wall: wall)
  }
}

extension Value {
  var isText: Bool { if case .text = self { true } else { false } }
}
