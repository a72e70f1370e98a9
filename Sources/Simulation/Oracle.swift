import Ledger

/// The naive truth beside the real merge: every value that was ever written, what its author saw, and who said that it
/// was safe.
///
/// Whatever a simulated person writes to a cell is a number that nobody wrote before. So a value identifies its author
/// and what they knew, and nothing here has to trust a stamp, a base or an action.
struct Oracle {
  /// A number that was written to a cell.
  struct Writing {
    let key: CellKey
    /// The number that its author saw there; 0 for none or for something else.
    let seen: Int
    /// Whether its author saw the row in the trash.
    let sawTrash: Bool
    /// The number it replaced when more was typed into the same action, and that action's number; 0 for none.
    var replaced = 0
    var action: UInt64 = 0
    /// The stores that confirmed it as saved, one bit each.
    var keptIn: UInt64 = 0
    /// Whether a server accepted it.
    var isAccepted = false
    /// Whether it was written again, by undo, redo or an import: then it no longer shows what is known.
    var isRewritten = false
    /// Whether its author undid it, so that a device alone may have nothing of it left.
    var isTakenBack = false
    /// Whether a disaster destroyed every copy of it.
    var isForgiven = false
    /// Whether the server's history of it may be gone, so that a value whose author saw it is enough.
    var hasLostHistory = false
    /// When it ceased to be current on the server, by the server's clock.
    var supersededAt: Int64?
  }

  /// The first broken promise, if any.
  private(set) var violation: String?
  /// Conflicts reported although the winner's author knew the other value.
  var needlessConflicts: UInt64 = 0
  var writings: [Writing] = [
    Writing(key: CellKey(RowID(Bits128(high: 0, low: 0)), .life), seen: 0, sawTrash: false)
  ]
  /// What the server must have, by applying a rule to one change after another.
  var truth = Truth()
  /// Rows that were purged without a disaster undoing it.
  var purgedRows: Set<RowID> = []
  /// Rows that were purged at any time.
  var everPurged: Set<RowID> = []
  /// Conflicts that a server erased with the row they were about.
  var erasedConflicts: Set<RowID> = []
  /// Rows that any device recreates, even one that never heard of their end.
  var sharedRows: Set<RowID> = []
  /// Purged rows whose stubs the server forgot after the horizon.
  var forgottenRows: Set<RowID> = []
  /// Of those, the ones whose purge each store did not know: it had not pulled to the end, or had lost a part.
  var unheardRows: [Int: Set<RowID>] = [:]
  /// Rows that were purged once, but may or may not come back.
  var unclearRows: Set<RowID> = []
  /// What devices set aside and show, because its row is gone.
  var setAside: Set<Int> = []
  /// Stamps of actions of several cells, and those cells.
  var actionsByStamp: [Stamp: [RowCell]] = [:]
  /// Whether a profile was copied: copies with pending work and the same clock may give one stamp to two actions.
  var hasCopies = false
  /// The cells that were pushed with a stamp, where profiles were copied.
  var keysByStamp: [Stamp: Set<CellKey>] = [:]
  /// Stamps that two copies of a profile gave to actions of different cells.
  var sharedStamps: Set<Stamp> = []
  /// Whether history beyond the horizon was forgotten.
  var hasForgotten = false
  /// Whether a server was restored, and may lack history of what devices then offered it.
  var hasLostHistory = false
  /// Whether messages may come late, or twice.
  var hasLateMessages = false
  /// Whether a tab ever took over the sync from a frozen one, which may nevertheless continue.
  var hasStolenSync = false
  /// Whether anything was refused because of the clock since then.
  var mayStampTwice = false
  /// The numbers that stores kept with a stamp, since profiles were copied.
  var keptWithStamp: [PushPlanner.Identity: Set<Int>] = [:]
  /// What two copies of a profile both issued: a conflict reports either.
  var sharedIdentities: Set<PushPlanner.Identity> = []
  /// Who handed in a value with a stamp.
  var sendersByTwin: [Twin: Set<UInt64>] = [:]
  /// How often a server adopted the value that more copies had.
  var settledTwins: UInt64 = 0
  /// The stamp with which a number was accepted.
  var stampsByNumber: [Int: Stamp] = [:]
  /// The number that was accepted with a stamp.
  var numbersByIdentity: [PushPlanner.Identity: Int] = [:]
  /// Cells of which something was offered, as imports are and everything that a device alone had, even if they were
  /// emptied: offers are merged by their stamps, and never reported as conflicts.
  var offered: Set<CellKey> = []
  /// Stamps of cells that were exported, perhaps without the rest of their action.
  var exported: Set<Stamp> = []
  /// What is known about files.
  var files = FileTruth()
  /// Stores that are gone for good, one bit each.
  var deadStores: UInt64 = 0

  mutating func fail(_ message: @autoclosure () -> String) {
    if violation == nil { violation = message() }
  }

  mutating func check(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fail(message()) }
  }

  // MARK: - Writing

  /// A value that nobody wrote before.
  mutating func newValue(at key: CellKey, seen: Row?) -> Value {
    newValue(
      at: key, seen: number(seen?.cell(key.field)?.value, at: key), sawTrash: seen?.life == .trashed
    )
  }

  /// The same, if the number that its author saw there is known.
  mutating func newValue(at key: CellKey, seen: Int, sawTrash: Bool) -> Value {
    writings.append(Writing(key: key, seen: seen, sawTrash: sawTrash))
    return Value.numbered(writings.count - 1)
  }

  /// A value that somebody wrote to that cell before: it no longer identifies its author.
  mutating func oldValue(at key: CellKey) -> Value? {
    guard let number = writings.indices.last(where: { writings[$0].key == key }), number > 0 else {
      return nil
    }
    let earlier = writings[..<number].indices.last { writings[$0].key == key } ?? number
    noteRewritten(earlier)
    return Value.numbered(earlier)
  }

  /// The number that a cell's value represents; 0 if none.
  func number(_ value: Value?, at key: CellKey) -> Int {
    guard let number = value?.number, writings.indices.contains(number),
      writings[number].key == key
    else { return 0 }
    return number
  }

  /// More was typed: within one action, a number replaced another.
  mutating func noteTyped(_ number: Int, over earlier: Int, in action: UInt64) {
    guard number != earlier else { return }
    writings[number].replaced = earlier
    writings[number].action = action
  }

  func number(_ cell: RowCell) -> Int { number(cell.cell.value, at: cell.key) }

  mutating func noteRewritten(_ number: Int) {
    if number > 0 { writings[number].isRewritten = true }
  }

  /// Its author undid a value, and with it those that it was based on and hid before it was saved.
  mutating func noteTakenBack(_ number: Int) {
    var number = number
    // What tabs of another device did at once may have excused a value that nobody had saved yet: it still hid others.
    while number > 0 {
      writings[number].isTakenBack = true
      guard !isKept(number), !writings[number].isAccepted else { return }
      number = writings[number].seen
    }
  }

  /// Whether whoever wrote `late` knew of `early`; `nil` if unknown.
  func knows(_ late: Int, of early: Int) -> Bool? {
    guard !writings[early].isRewritten else { return nil }
    // Copies of a profile with the same pending value may each restamp it, and then it has two stamps. So may a device
    // whose value a restored server has from another, in part.
    let isCopied = writings[early].keptIn.nonzeroBitCount > 1 || writings[early].hasLostHistory
    var number = late
    while number != 0 {
      if number == early { return isCopied ? nil : true }
      if writings[number].isRewritten { return nil }
      number = writings[number].seen
    }
    return false
  }

  // MARK: - Saving

  /// A store confirmed these records.
  mutating func kept(_ action: Action, in store: Int) {
    if case .undo = action.role {
      // An undo that was applied again may revert what another tab added to the action meanwhile.
      for step in action.steps { noteTakenBack(number(step.previous, at: step.change.key)) }
    }
    setAside.formUnion(action.lost.map { number($0.change.cell) }.filter { $0 > 0 })
    guard action.isWaiting else { return }
    for step in action.steps {
      let number = number(step.change.cell)
      if number > 0 { writings[number].keptIn |= 1 << UInt64(store) }
      if number > 0, hasCopies {
        let identity = PushPlanner.Identity(step.change.key, step.change.stamp)
        keptWithStamp[identity, default: []].insert(number)
      }
      // What was undone before it was saved, over what another tab saved meanwhile, writes that again.
      if action.role != .edit { noteRewritten(number) }
    }
  }

  /// A store confirmed these rows, which it had lost.
  mutating func kept(_ rows: [Row], in store: Int) {
    for row in rows {
      for cell in row.cells {
        let number = number(cell.value, at: CellKey(row.id, cell.field))
        if number > 0 { writings[number].keptIn |= 1 << UInt64(store) }
      }
    }
  }

  /// A profile was copied, with everything in it.
  mutating func copied(_ store: Int, to copy: Int) {
    hasCopies = true
    unheardRows[copy] = unheardRows[store]
    for index in writings.indices where writings[index].keptIn >> UInt64(store) & 1 == 1 {
      writings[index].keptIn |= 1 << UInt64(copy)
    }
  }

  mutating func accepted(_ number: Int) {
    if number > 0 { writings[number].isAccepted = true }
  }

  /// Notes that a number is no longer current.
  mutating func superseded(_ number: Int, at now: Int64) {
    if number > 0, writings[number].supersededAt == nil { writings[number].supersededAt = now }
  }

  mutating func stands(_ number: Int) {
    if number > 0 { writings[number].supersededAt = nil }
  }

  // MARK: - Disasters

  /// After a disaster, values that are nowhere are no longer required; all others still are.
  mutating func forgive(except found: Set<Int>) {
    hasLostHistory = true
    for index in writings.indices where writings[index].isAccepted {
      writings[index].hasLostHistory = true
      if !found.contains(index) { writings[index].isForgiven = true }
    }
  }

  /// After a disaster, a purge is required only if its stub is still known, or was forgotten in due time.
  mutating func forgivePurges(except found: Set<RowID>, isRestored: Bool) {
    // A backup may be older than the purge itself.
    if isRestored { forgottenRows = [] }
    let lost = purgedRows.subtracting(found).subtracting(forgottenRows)
    unclearRows.formUnion(lost)
    purgedRows.subtract(lost)
  }

  /// Two tabs of a device alone wrote at once, each without what the other wrote: the later value wins, and without a
  /// server there is neither history nor anyone to notify.
  mutating func racedAlone(in store: Int, at keys: Set<CellKey>) {
    for index in writings.indices
    where !writings[index].isAccepted && keys.contains(writings[index].key) {
      // What an erased store had may come back, and race once more.
      let keptIn = writings[index].keptIn & ~deadStores
      if keptIn == 0 || keptIn >> UInt64(store) & 1 == 1 { writings[index].isTakenBack = true }
    }
  }

  /// History beyond the horizon is forgotten as promised.
  mutating func forgot(before limit: Int64) {
    hasForgotten = true
    for index in writings.indices {
      if let at = writings[index].supersededAt, at < limit { writings[index].isForgiven = true }
    }
  }

  /// Whether this value must still be somewhere: on the server, in its history, or under a later value of someone who
  /// saw it.
  func isOwed(_ number: Int) -> Bool {
    let writing = writings[number]
    return writing.isAccepted && !writing.isForgiven
  }

  /// Whether a store that still exists confirmed this value as saved.
  func isKept(_ number: Int) -> Bool {
    writings[number].keptIn & ~deadStores != 0
  }
}

/// A value with its stamp, which another value may share.
struct Twin: Hashable {
  let identity: PushPlanner.Identity
  let value: Value

  init(_ cell: RowCell) {
    identity = PushPlanner.Identity(cell.key, cell.cell.stamp)
    value = cell.cell.value
  }
}

extension Value {
  /// A value that represents a number, of one type or another.
  static func numbered(_ number: Int) -> Value {
    let whole = Int64(number)
    return switch number % 8 {
    case 0: .text(String(number))
    case 1: .number(Double(number) + 0.5)
    case 2: .decimal(units: whole, places: 2)
    case 3: .instant(milliseconds: whole, zoneMinutes: -90)
    default: .int(whole)
    }
  }

  /// The number that a value represents.
  var number: Int? {
    switch self {
    // In WebAssembly a number has 32 bits: a larger one is none of those that were written.
    case .int(let number): Int32(exactly: number).map { Int($0) }
    case .text(let text): Int32(text).map { Int($0) }
    case .number(let number): (0..<2e9).contains(number) ? Int(Int32(number)) : nil
    case .decimal(let units, _): Int32(exactly: units).map { Int($0) }
    case .instant(let milliseconds, _): Int32(exactly: milliseconds).map { Int($0) }
    default: nil
    }
  }
}
