/// The new names of actions that were applied again because another tab was faster: it may have taken their
/// numbers, and moved the clock.
struct Renaming: Sendable {
  private var ordinals: [UInt64: UInt64] = [:]
  private var stamps = StampNames()

  mutating func note(_ old: [Replica.Made], became new: [Replica.Made]) {
    for (old, new) in zip(old, new) where old != new && old.ordinal != 0 {
      ordinals[old.ordinal] = new.ordinal
      stamps.note(old.stamp, at: old.cells, became: new.stamp)
    }
  }

  /// Applies the next renaming on top of this one: one action's new number may be another's old one.
  mutating func follow(_ next: Renaming) {
    for (first, last) in ordinals { ordinals[first] = next.ordinal(last) }
    for (old, new) in next.ordinals where ordinals[old] == nil { ordinals[old] = new }
  }

  /// A number now belongs to another action, as happens in a store that was started anew.
  mutating func forget(_ ordinal: UInt64) { ordinals[ordinal] = nil }

  var isEmpty: Bool { ordinals.isEmpty }

  func ordinal(_ old: UInt64) -> UInt64 { ordinals[old] ?? old }
  func base(_ old: Stamp?, at key: CellKey) -> Stamp? { stamps.base(old, at: key) }
  func seen(_ old: Stamp?, in row: RowID) -> Stamp? { stamps.seen(old, in: row) }
  func made(_ old: Replica.Made) -> Replica.Made {
    var made = old
    made.ordinal = ordinal(old.ordinal)
    if let key = old.cells.first { made.stamp = base(old.stamp, at: key) ?? old.stamp }
    return made
  }
}

/// What stamps became, by cell: after a false future, actions on different cells may share a stamp.
struct StampNames: Sendable {
  private var stamps: [PushPlanner.Identity: Stamp] = [:]
  /// The same by row; an author sees a row's latest stamp.
  private var latest: [RowID: [Stamp: Stamp]] = [:]

  mutating func note(_ old: Stamp, at keys: [CellKey], became new: Stamp) {
    for key in keys {
      stamps[PushPlanner.Identity(key, old)] = new
      latest[key.row, default: [:]][old] = max(latest[key.row]?[old] ?? new, new)
    }
  }

  func base(_ old: Stamp?, at key: CellKey) -> Stamp? {
    old.map { stamps[PushPlanner.Identity(key, $0)] ?? $0 }
  }

  func seen(_ old: Stamp?, in row: RowID) -> Stamp? { old.map { latest[row]?[$0] ?? $0 } }
}

extension Intent {
  /// Uses the new names in what was done before it and is not saved yet.
  mutating func rename(_ renaming: Renaming) {
    guard !renaming.isEmpty else { return }
    switch self {
    case .edit(var edit):
      edit.group = edit.group.map(renaming.ordinal)
      for (key, base) in edit.bases { edit.bases[key] = .some(renaming.base(base, at: key)) }
      for (row, seen) in edit.seen { edit.seen[row] = .some(renaming.seen(seen, in: row)) }
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
