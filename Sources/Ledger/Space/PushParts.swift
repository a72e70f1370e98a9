/// What the parts of a push must know about the whole.
public struct PushWhole: Sendable {
  /// The latest time arriving for each row.
  let latestByRow: [RowID: HybridTime]
  /// Whether all of it is in time.
  public let isInTime: Bool

  /// What is known about a push whose author may do everything; in anyone else's, changes that are not allowed must
  /// not count, so each part determines this itself.
  public init(_ push: Push, isInTime: Bool, by grant: Grant) {
    latestByRow = grant.role == .owner ? push.latestByRow : [:]
    self.isInTime = isInTime
  }
}

/// Part of a push: whole actions that were made one after another.
public struct PushPart: Sendable {
  public let push: Push
  /// The indices of its changes in the whole.
  public let places: [Int]

  fileprivate init(_ whole: Push, _ places: [Int]) {
    var push = whole
    push.changes = places.map { whole.changes[$0] }
    self.push = push
    self.places = places
  }

  /// The same in two parts; `nil` if it is a single action.
  public var halves: (PushPart, PushPart)? {
    let groups = push.groups(of: Array(push.changes.indices))
    guard groups.count > 1 else { return nil }
    let (first, second) = (groups[..<(groups.count / 2)], groups[(groups.count / 2)...])
    func part(_ groups: ArraySlice<ArraySlice<Int>>) -> PushPart {
      let indices = groups.flatMap { $0 }
      return PushPart(part: push, indices, indices.map { places[$0] })
    }
    return (part(first), part(second))
  }

  private init(part push: Push, _ indices: [Int], _ places: [Int]) {
    var smaller = push
    smaller.changes = indices.map { push.changes[$0] }
    self.push = smaller
    self.places = places
  }
}

extension Push {
  /// The push in parts that a store accepts one after another, each with few changes to few rows, except for larger
  /// actions: earliest actions first, in the planner's order.
  ///
  /// To the device, a push of which only the first parts are saved is the same as none: it sends it again.
  public func parts(changeLimit: Int, rowLimit: Int) -> [PushPart] {
    var parts: [PushPart] = []
    var places: [Int] = []
    var rows: Set<RowID> = []
    for group in groups(of: inOrder(Array(changes.indices))) {
      let news = self.rows(of: group)
      var all = rows
      for row in news { all.insert(row) }
      if !places.isEmpty, places.count + group.count > changeLimit || all.count > rowLimit {
        parts.append(PushPart(self, places))
        places = []
        all = Set(news)
      }
      places += group
      rows = all
    }
    if !places.isEmpty || parts.isEmpty { parts.append(PushPart(self, places)) }
    return parts
  }

  /// The part that may be ahead of the server's clock; `nil` if nothing is.
  ///
  /// Whether it is refused depends on what the store has of it, and on nothing else in the push.
  public func early(now: Int64) -> PushPart? {
    guard !isOffer else { return nil }
    let limit = HybridTime(milliseconds: now + HybridTime.tolerance)
    let places = changes.indices.filter { changes[$0].stamp.time > limit }
    guard !places.isEmpty else { return nil }
    let early = groups(of: inOrder(places)).filter { group in
      let seen = group.map { changes[$0].latestSeen.advanced(by: HybridTime.leeway) }.max()
      return seen.map { changes[group[group.startIndex]].stamp.time > $0 } ?? true
    }
    return early.isEmpty ? nil : PushPart(self, early.flatMap { $0 })
  }

  private func inOrder(_ places: [Int]) -> [Int] {
    places.sorted { one, other in
      let (a, b) = (changes[one].stamp, changes[other].stamp)
      return a != b ? a < b : one < other
    }
  }

  /// Changes in stamp order, grouped into what is accepted together: in an offer, each on its own.
  fileprivate func groups(of order: [Int]) -> [ArraySlice<Int>] {
    var groups: [ArraySlice<Int>] = []
    var start = 0
    for end in order.indices {
      let next = end + 1
      if !isOffer, next < order.count, changes[order[next]].stamp == changes[order[end]].stamp {
        continue
      }
      groups.append(order[start..<next])
      start = next
    }
    return groups
  }

  /// The rows of some changes; changes to one row that follow each other name it once.
  func rows(of places: some Sequence<Int>) -> [RowID] {
    var rows: [RowID] = []
    for place in places {
      let row = changes[place].key.row
      if row != rows.last { rows.append(row) }
    }
    return rows
  }

  /// The rows that its conflicts are about, by the conflict's own row.
  var toldRows: [RowID: RowID] {
    var told: [RowID: RowID] = [:]
    for change in changes where change.cell.kind == .conflict && change.key.field == .conflictRow {
      if case .row(let row) = change.cell.cell.value { told[change.key.row] = row }
    }
    return told
  }

  /// The conflicts that it erases.
  var erasedConflicts: [RowID] {
    changes.filter { $0.cell.kind == .conflict && $0.cell.isPurge }.map { $0.key.row }
  }

  /// The latest stamp arriving for each row.
  var latestByRow: [RowID: HybridTime] {
    var latest: [RowID: HybridTime] = [:]
    var index = 0
    while index < changes.count {
      let row = changes[index].key.row
      var time = latest[row] ?? .zero
      while index < changes.count, changes[index].key.row == row {
        time = max(time, changes[index].stamp.time)
        index += 1
      }
      latest[row] = time
    }
    return latest
  }
}

extension PushReply {
  /// The reply before any part of the push was accepted.
  public init(to push: Push, header: SpaceHeader, now: Int64) {
    self.init(
      status: .ok, epoch: header.epoch, sequence: header.lastSequence, now: now,
      held: [Bool](repeating: false, count: push.changes.count))
  }

  /// Adds the reply for a part; `false` if the remaining parts must be dropped.
  public mutating func take(_ reply: PushReply, of part: PushPart) -> Bool {
    for (place, isHeld) in zip(part.places, reply.held) { held[place] = isHeld }
    let known = Set(gone)
    gone += reply.gone.filter { !known.contains($0) }
    (epoch, sequence) = (reply.epoch, reply.sequence)
    if reply.status != .ok, status != .clock { status = reply.status }
    return reply.status == .ok || reply.status == .forbidden || reply.status == .clock
  }
}
