/// What actions are called that were done again because another tab was faster: it may have taken their
/// numbers, and moved the clock.
struct Renaming: Sendable {
  private var ordinals: [UInt64: UInt64] = [:]
  private var stamps: [Stamp: Stamp] = [:]

  mutating func note(_ old: [Replica.Made], became new: [Replica.Made]) {
    for (old, new) in zip(old, new) where old != new && old.ordinal != 0 {
      ordinals[old.ordinal] = new.ordinal
      stamps[old.stamp] = new.stamp
    }
  }

  /// Goes on from what actions were called to what they were called next: one's new number may have been
  /// another's old one.
  mutating func follow(_ next: Renaming) {
    for (first, last) in ordinals { ordinals[first] = next.ordinal(last) }
    for (old, new) in next.ordinals where ordinals[old] == nil { ordinals[old] = new }
  }

  /// A number is given to another action, as happens in a store that was begun anew.
  mutating func forget(_ ordinal: UInt64) { ordinals[ordinal] = nil }

  var isEmpty: Bool { ordinals.isEmpty }

  func ordinal(_ old: UInt64) -> UInt64 { ordinals[old] ?? old }
  func stamp(_ old: Stamp?) -> Stamp? { old.map { stamps[$0] ?? $0 } }
  func made(_ old: Replica.Made) -> Replica.Made {
    Replica.Made(ordinal: ordinal(old.ordinal), stamp: stamps[old.stamp] ?? old.stamp)
  }
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
    case .stampAnew(var refusal):
      refusal.held = Set(refusal.held.map(renaming.ordinal))
      refusal.waiting = refusal.waiting.map(renaming.made)
      self = .stampAnew(refusal)
    case .dismissLost(let ordinal):
      self = .dismissLost(renaming.ordinal(ordinal))
    default: break
    }
  }
}
