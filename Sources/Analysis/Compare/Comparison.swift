import Domain
import Ledger
import Reports
import Statistics

/// Reeds in groups, with what is needed to say which group is ahead.
struct Comparison: Sendable {
  let question: Question
  let log: ReedLog
  /// What the reeds are divided by, and everything they could be.
  let input: Grouping
  let inputs: [Grouping]
  let goodness: Goodness
  let outcomes: [Column]
  /// All groups in their order, also those without a rated reed.
  let sides: [Side]
  /// Reeds of which nobody recorded the group.
  let unrecorded: Int
  /// The pairs that can be set against each other, the usual one first.
  let pairs: [(Side, Side)]
  /// The two that are set against each other: the one ahead last.
  let pair: Pair?
  /// With three or more groups: all means with luck taken out.
  let field: Field?
  /// What the dots are coloured by.
  let colour: Grouping?

  /// The reeds of a group.
  struct Side: Sendable {
    let name: String
    var entries: [ReedLog.Entry] = []
    /// One for each entry.
    var values: [Double] = []
    var unrated = 0

    /// How many values of a share are 1.
    var hits: Int { values.count { $0 > 0 } }
  }

  struct Pair: Sendable {
    let behind: Side
    let ahead: Side
    let contrast: Contrast
    let overlap: Overlap?
    /// The measurements that were looked at for what else differs: the one ahead is the second.
    let imbalances: [Imbalance]
    var isLevel: Bool { contrast.difference == 0 }
    /// How likely a reed of the group ahead is ahead of one of the other.
    let chance: Double?
  }

  /// Three or more groups at once; the one ahead first.
  struct Field: Sendable {
    let sides: [Side]
    let shrunk: [Shrinkage.Group]
    /// Whether the groups differ by more than luck makes them.
    let tellsApart: Bool
    let strength: Strength
    /// Of the others with enough reeds: those that the one ahead is not told apart from, and those that it is ahead of.
    let close: [Side]
    let behind: [Side]
    /// Whether those close to it are ahead of the same ones.
    let areCloseAhead: Bool

    /// Whether every group has enough reeds to be judged.
    var isWhole: Bool { sides.allSatisfy { $0.values.count >= Strength.fewest } }
  }

  /// More groups than this are hard to see and to say; the rest is in the table.
  static let mostShown = 12

  init(_ question: Question, _ log: ReedLog) {
    (self.question, self.log) = (question, log)
    let filter = LogFilter(question)
    let entries = filter.reeds(log)

    let all = Grouping.all(log)
    let divided = all.filter { $0.divides(entries, log) }
    // Single reeds are bought, not shaped.
    let areSingle =
      !entries.isEmpty && entries.allSatisfy { $0.reed.instrument.family == .singles }
    let wanted = areSingle ? "reed_brand" : "shaper"
    let first = all.first { $0.name.hasSameBytes(as: wanted) }
    let usual =
      divided.first { $0.name.hasSameBytes(as: wanted) } ?? divided.first ?? first ?? all[0]
    let asked = question[Self.inputName].flatMap { name in
      all.first { $0.name.hasSameBytes(as: name) }
    }
    let input = asked ?? usual
    self.input = input
    inputs =
      [usual] + (divided + (asked.map { [$0] } ?? [])).firstOfEachName(except: usual.name)

    let shares = log.shares.filter { column in
      entries.contains { log.number(column, of: $0, filter.moment) == 1 }
    }
    let columns = log.outcomes() + shares
    let success = columns[0]
    let chosen = question[Self.outcomeName].flatMap { name in
      columns.first { $0.name.hasSameBytes(as: name) }
    }
    let goodness = Goodness(chosen ?? success)
    self.goodness = goodness
    outcomes = columns.enumerated().filter { place, column in
      place == 0 || column.name.hasSameBytes(as: goodness.column.name)
        || entries.contains { log.number(column, of: $0, filter.moment) != nil }
    }.map { $0.element }

    var sides = input.groups(of: entries, log).map { Side(name: $0) }
    var unrecorded = 0
    for entry in entries {
      guard let group = input.group(of: entry, log),
        let place = sides.firstIndex(where: { $0.name.hasSameBytes(as: group) })
      else {
        unrecorded += 1
        continue
      }
      if let value = goodness.value(of: entry, log, filter.moment) {
        sides[place].entries.append(entry)
        sides[place].values.append(value)
      } else {
        sides[place].unrated += 1
      }
    }
    (self.sides, self.unrecorded) = (sides, unrecorded)
    field = Self.field(Self.largest(sides), goodness)
    pairs = Self.pairs(sides, field)
    pair = Self.pair(pairs, sides, question, log, input, all, goodness)
    colour = Self.colour(question, pair, all, log)
  }

  /// The groups with rated reeds, as many as can be shown, in their order.
  static func largest(_ sides: [Side]) -> [Side] {
    let rated = sides.filter { !$0.values.isEmpty }
    guard rated.count > mostShown else { return rated }
    let order = rated.indices.sorted {
      let (one, other) = (rated[$0].values.count, rated[$1].values.count)
      return one != other ? one > other : $0 < $1
    }
    return order.prefix(mostShown).sorted().map { rated[$0] }
  }

  /// The pairs that can be chosen: first the two that lead of all with enough reeds, or the two with the most reeds.
  private static func pairs(_ sides: [Side], _ field: Field?) -> [(Side, Side)] {
    let sides = largest(sides)
    var order = sides.indices.sorted {
      let (one, other) = (sides[$0].values.count, sides[$1].values.count)
      return one != other ? one > other : $0 < $1
    }
    guard order.count > 1 else { return [] }
    let leading = (field?.sides ?? []).filter { $0.values.count >= Strength.fewest }
      .compactMap { leader in sides.firstIndex { $0.name.hasSameBytes(as: leader.name) } }
    if leading.count > 1 { order = leading }
    let first = (min(order[0], order[1]), max(order[0], order[1]))
    var pairs = [(sides[first.0], sides[first.1])]
    for one in sides.indices {
      for other in sides.indices where other > one && (one, other) != first {
        pairs.append((sides[one], sides[other]))
      }
    }
    return pairs
  }

  static func name(of pair: (Side, Side)) -> String { "\(pair.0.name) | \(pair.1.name)" }

  private static func pair(
    _ pairs: [(Side, Side)], _ sides: [Side], _ question: Question, _ log: ReedLog,
    _ input: Grouping, _ all: [Grouping], _ goodness: Goodness
  ) -> Pair? {
    guard let usual = pairs.first else { return nil }
    let asked = question[pairName].flatMap { wanted in
      pairs.first { name(of: $0).hasSameBytes(as: wanted) }
    }
    let (one, other) = asked ?? usual
    let gap = mean(other.values) - mean(one.values)
    let (behind, ahead) = gap * goodness.sign < 0 ? (other, one) : (one, other)
    // Shares of three or more groups are compared two by two, so each pair counts as a question.
    let judged = sides.count { $0.values.count >= Strength.fewest }
    let isShare = goodness.column.isShare
    let questions = isShare ? max(Double(judged * (judged - 1) / 2), 1) : 1
    guard
      let contrast = Contrast(
        behind.values, ahead.values, isShare: isShare, isRare: { $0 * questions <= 0.05 })
    else { return nil }
    let chance = contrast.chanceOfMore.map { goodness.sign > 0 ? $0 : 1 - $0 }
    return Pair(
      behind: behind, ahead: ahead, contrast: contrast,
      overlap: Overlap.most(besides: input, all, ahead.entries, behind.entries, log),
      imbalances: Imbalance.all(besides: input, behind, ahead, log),
      chance: chance)
  }

  private static func field(_ sides: [Side], _ goodness: Goodness) -> Field? {
    // Shrinkage expects about the same spread in each group, which shares do not have.
    guard sides.count > 2, !goodness.column.isShare,
      let shrinkage = Shrinkage(sides.map { $0.values.map { $0 * goodness.sign } }, seed: 1)
    else { return nil }
    let order = sides.indices.sorted {
      let (one, other) = (shrinkage.groups[$0].shrunk, shrinkage.groups[$1].shrunk)
      if one != other { return one > other }
      return shrinkage.groups[$0].mean > shrinkage.groups[$1].mean
    }
    let ordered = order.map { sides[$0] }
    let shrunk = order.map { shrinkage.groups[$0] }
    let tellsApart = shrinkage.between > 0
    let first = ordered[0]
    // The first of several is picked because it leads. So it must be ahead of each of the others that have enough reeds,
    // with as many questions counted as there are pairs, and be likely to lead for good.
    let judged = ordered.dropFirst().filter { $0.values.count >= Strength.fewest }
    let pairs = Double(judged.count * (judged.count + 1) / 2)
    func lead(_ one: Side, _ other: Side) -> Strength {
      guard let contrast = Contrast(other.values, one.values, isRare: { $0 * pairs <= 0.05 }),
        contrast.difference * goodness.sign > 0
      else { return .hint }
      return contrast.strength
    }
    let isJudged = first.values.count >= Strength.fewest && !judged.isEmpty
    let leads = isJudged ? judged.map { (side: $0, strength: lead(first, $0)) } : []
    let close = leads.filter { $0.strength < .supported }.map { $0.side }
    let behind = leads.filter { $0.strength >= .supported }.map { $0.side }
    return Field(
      sides: ordered, shrunk: shrunk, tellsApart: tellsApart,
      strength: isJudged
        ? strength(
          leads.map { $0.strength }, isLikely: tellsApart && shrunk[0].chanceBest >= 0.9,
          fewest: ([first] + judged).reduce(Int.max) { min($0, $1.values.count) })
        : .tooEarly,
      close: close, behind: behind,
      areCloseAhead: close.allSatisfy { one in behind.allSatisfy { lead(one, $0) >= .supported } })
  }

  /// How sure the lead is over all others: as sure as the least sure of them.
  private static func strength(_ leads: [Strength], isLikely: Bool, fewest: Int) -> Strength {
    let weakest = leads.reduce(isLikely ? .supported : .hint) { min($0, $1) }
    guard weakest <= .hint else { return weakest }
    return fewest < Strength.fewestForHint ? .tooEarly : .hint
  }

  private static func colour(
    _ question: Question, _ pair: Pair?, _ all: [Grouping], _ log: ReedLog
  ) -> Grouping? {
    if let asked = question[colourName] {
      if asked.hasSameBytes(as: "none") { return nil }
      // Another pair may not have it.
      let chosen =
        all.first { $0.name.hasSameBytes(as: asked) }
        ?? pair?.imbalances.first { $0.column.name.hasSameBytes(as: asked) }?.halves(log)
      if let chosen { return chosen }
    }
    if let overlap = pair?.overlap, overlap.isNamed { return overlap.grouping }
    return pair?.mixedIn.first?.halves(log) ?? pair?.overlap?.grouping
  }

  static func mean(_ values: [Double]) -> Double {
    guard let first = values.first else { return .nan }
    return first + values.reduce(0) { $0 + ($1 - first) } / Double(values.count)
  }

  static let inputName = "input"
  static let outcomeName = "outcome"
  static let colourName = "colour"
  static let pairName = "pair"
}

extension [Grouping] {
  /// Each name once, and one of them not at all.
  fileprivate func firstOfEachName(except name: String) -> [Grouping] {
    var kept: [Grouping] = []
    for grouping in self
    where !grouping.name.hasSameBytes(as: name)
      && !kept.contains(where: { $0.name.hasSameBytes(as: grouping.name) })
    {
      kept.append(grouping)
    }
    return kept
  }
}
