public import Ledger

/// A server's space in memory: the minimum that follows the rules, as a reference for real stores.
public struct MemorySpace: Sendable {
  public private(set) var header: SpaceHeader
  /// Every current cell, in the order of acceptance.
  public private(set) var cells: [StoredCell] = []
  private var superseded: [HistoryCell] = []
  /// When rows were purged.
  private var stubs: [Stub] = []
  private var grants: [GivenGrant] = []
  private var viewCount: UInt64 = 0

  private struct Stub: Sendable {
    let row: RowID
    let sequence: UInt64
    let at: Int64
  }

  public init(epoch: Epoch) {
    header = SpaceHeader(epoch: epoch)
  }

  /// The previous and the lost values of a row.
  public func history(of row: RowID) -> [HistoryCell] {
    superseded.filter { $0.cell.row == row }
  }

  /// The cells when a number was the last: of all values from then or before, the one with the latest stamp.
  public func past(asOf sequence: UInt64) -> [RowCell] {
    var found: [CellKey: RowCell] = [:]
    let known =
      cells.map { ($0.cell, $0.sequence) } + superseded.map { ($0.cell, $0.sequence) }
    for (cell, number) in known where number <= sequence {
      if let other = found[cell.key], other.cell.stamp > cell.cell.stamp { continue }
      found[cell.key] = cell
    }
    return Array(found.values)
  }

  public func cell(_ key: CellKey) -> StoredCell? {
    cells.first { $0.cell.key == key }
  }

  /// The names of the files that cells refer to, current and superseded.
  public var fileNames: Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    for cell in cells.map({ $0.cell }) + superseded.map({ $0.cell }) {
      if case .blob(let file) = cell.cell.value { names.insert(file.sha256) }
    }
    return names
  }

  /// Accepts a push.
  public mutating func push(_ push: Push, now: Int64) -> PushReply {
    take(push, by: .ownership, now: now)
  }

  private mutating func take(_ push: Push, by grant: Grant, now: Int64) -> PushReply {
    let next = header.epoch.afterSilentRestore
    let settled = push.settledHeader(over: header, by: grant) { next }
    let granted = push.planned(over: settled, grants: grants, by: grant, now: now) {
      findings($0)
    }
    let plan = granted.plan
    for row in plan.purgedRows {
      cells.removeAll { $0.cell.row == row }
      superseded.removeAll { $0.cell.row == row }
    }
    for cell in plan.cells {
      if let place = cells.firstIndex(where: { $0.cell.key == cell.cell.key }) {
        cells.remove(at: place)
      }
      cells.append(cell)
      if cell.cell.isPurge {
        stubs.removeAll { $0.row == cell.cell.row }
        stubs.append(Stub(row: cell.cell.row, sequence: cell.sequence, at: now))
      }
    }
    for entry in plan.history where !hasHistory(PushPlanner.Identity(entry)) {
      superseded.append(entry)
    }
    header = plan.header
    for index in grants.indices where granted.changedViews.contains(grants[index].grantee) {
      grants[index].view = newView()
    }
    return granted.reply
  }

  private func findings(_ needs: PushPlanner.Needs) -> PushPlanner.Findings {
    var findings = PushPlanner.Findings()
    for row in needs.rows { findings.cells += cells.filter { $0.cell.row == row } }
    findings.history = needs.identities.filter(hasHistory)
    for row in needs.historyRows {
      findings.history += history(of: row).map { PushPlanner.Identity($0) }
    }
    return findings
  }

  private func hasHistory(_ identity: PushPlanner.Identity) -> Bool {
    superseded.contains { PushPlanner.Identity($0) == identity }
  }

  /// The cells after `sequence`, up to about `byteLimit` bytes but in whole actions.
  public func pull(since sequence: UInt64, byteLimit: Int, now: Int64) -> PullPage {
    var builder = PageBuilder(byteLimit: byteLimit)
    var place = cells.count
    while place > 0, cells[place - 1].sequence > sequence { place -= 1 }
    while place < cells.count, builder.take(cells[place]) { place += 1 }
    return builder.page(after: sequence, header: header, now: now)
  }

  /// Forgets what is past the horizon: superseded values, and the stubs of purged rows.
  public mutating func forget(now: Int64) {
    let limit = now - Horizon.history
    for stub in stubs where stub.at < limit {
      header.minSequence = max(header.minSequence, stub.sequence)
      cells.removeAll { $0.cell.row == stub.row }
    }
    stubs.removeAll { $0.at < limit }
    superseded.removeAll { $0.keptAt < limit }
  }

  // MARK: - Guests

  /// Gives somebody access, or ends it.
  public mutating func give(_ grant: Grant?, to grantee: AccountID) {
    let known = grants.first { $0.grantee == grantee }
    grants.removeAll { $0.grantee == grantee }
    guard let grant else { return }
    if let known, known.grant == grant {
      grants.append(known)
    } else {
      grants.append(GivenGrant(grantee, grant, view: newView()))
    }
  }

  private mutating func newView() -> UInt64 {
    viewCount += 1
    return viewCount
  }

  public mutating func push(_ push: Push, by grantee: AccountID, now: Int64) -> PushReply? {
    guard let given = grants.first(where: { $0.grantee == grantee }),
      given.grant.allows(push.isOffer ? .offer : .write, now: now)
    else { return nil }
    return take(push, by: given.grant, now: now)
  }

  public func pull(
    by grantee: AccountID, since sequence: UInt64, reach: UInt64 = GrantedView.reach,
    byteLimit: Int, now: Int64
  ) -> PullPage? {
    guard let given = grants.first(where: { $0.grantee == grantee }),
      given.grant.allows(.read, now: now)
    else { return nil }
    var view = GrantedView(of: given.grant, since: sequence, reach: reach)
    for cell in cells.sorted(by: { $0.cell.key < $1.cell.key }) { view.take(cell) }
    view.finish()
    var builder = PageBuilder(byteLimit: byteLimit)
    for cell in cells where cell.sequence > sequence {
      guard builder.take(cell, through: view) else { break }
    }
    return builder.page(
      after: sequence, header: view.header(header), view: given.view, now: now)
  }

  /// Starts another epoch, as a restored backup does.
  public mutating func begin(_ epoch: Epoch) {
    header.epoch = epoch
  }
}

extension Epoch {
  /// The epoch that a simulated store starts when it finds out that it is an old copy: real ones draw it at
  /// random.
  public var afterSilentRestore: Epoch { Epoch(bits &+ 0x1_0000_0000) }
}

extension PushPlanner.Identity {
  init(_ entry: HistoryCell) {
    self.init(entry.cell.key, entry.cell.cell.stamp)
  }
}
