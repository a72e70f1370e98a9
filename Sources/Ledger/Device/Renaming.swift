/// What actions are called that were done again because another tab was faster: it may have taken their
/// numbers, and moved the clock.
struct Renaming: Sendable {
  private var ordinals: [UInt64: UInt64] = [:]
  private var stamps: [Stamp: Stamp] = [:]

  mutating func note(_ old: [Replica.Made], became new: [Replica.Made]) {
    for (old, new) in zip(old, new) where old != new {
      for (first, last) in ordinals where last == old.ordinal { ordinals[first] = new.ordinal }
      ordinals[old.ordinal] = new.ordinal
      stamps[old.stamp] = new.stamp
    }
  }

  var isEmpty: Bool { ordinals.isEmpty }

  func ordinal(_ old: UInt64) -> UInt64 { ordinals[old] ?? old }
  func stamp(_ old: Stamp?) -> Stamp? { old.map { stamps[$0] ?? $0 } }
}

extension Intent {
  /// Calls what was done before it, and is not kept yet, by its new names.
  mutating func rename(_ renaming: Renaming) {
    guard !renaming.isEmpty else { return }
    switch self {
    case .edit(var edit):
      edit.group = edit.group.map(renaming.ordinal)
      for (key, base) in edit.bases { edit.bases[key] = .some(renaming.stamp(base)) }
      for (row, seen) in edit.seen { edit.seen[row] = .some(renaming.stamp(seen)) }
      self = .edit(edit)
    case .revert(let ordinal, let role, let wall):
      let renamed: Action.Role =
        if case .undo(let ordinal) = role { .undo(of: renaming.ordinal(ordinal)) } else { role }
      self = .revert(ordinal: renaming.ordinal(ordinal), role: renamed, wall: wall)
    case .adopt(let label, let cells, let group):
      self = .adopt(label: label, cells: cells, group: group.map(renaming.ordinal))
    default: break
    }
  }
}
