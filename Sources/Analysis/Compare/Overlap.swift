import Ledger

/// Another thing that differs between two groups of reeds, and so may be what makes the difference.
struct Overlap: Sendable {
  let grouping: Grouping
  /// The part of the reeds that would have to change for both groups to be alike in it, from 0 to 1.
  let share: Double
  /// The value that differs most, and whether it is more frequent in the first group.
  let value: String
  let isInFirst: Bool
  /// How many have it, of how many.
  let first: (count: Int, total: Int)
  let second: (count: Int, total: Int)

  /// From here on it is named: half of the reeds would have to change.
  private static let named = 0.5

  var isNamed: Bool { share >= Self.named }

  /// Values that so few reeds have say nothing: every reed has its own staple.
  private static let fewest = 3

  /// - Returns: `nil` unless most reeds of both groups have a value.
  init?(_ grouping: Grouping, _ first: [ReedLog.Entry], _ second: [ReedLog.Entry], _ log: ReedLog) {
    var values: [(name: String, isInFirst: Bool)] = []
    for (entries, isInFirst) in [(first, true), (second, false)] {
      let names = entries.compactMap { grouping.group(of: $0, log) }
      guard names.count >= Self.fewest, names.count * 2 >= entries.count else { return nil }
      values += names.map { ($0, isInFirst) }
    }
    let inFirst = values.reduce(0) { $0 + ($1.isInFirst ? 1 : 0) }
    let totals = (first: inFirst, second: values.count - inFirst)
    values.sort { Words.precedes($0.name, $1.name) }
    var (sum, rest) = (0.0, 0.0)
    var most: (share: Double, value: String, first: Int, second: Int)?
    var start = 0
    while start < values.count {
      let value = values[start].name
      let run = values[start...].prefix { $0.name.hasSameBytes(as: value) }
      start = run.endIndex
      let inFirst = run.reduce(0) { $0 + ($1.isInFirst ? 1 : 0) }
      let inSecond = run.count - inFirst
      let gap = Double(inFirst) / Double(totals.first) - Double(inSecond) / Double(totals.second)
      guard run.count >= Self.fewest else {
        rest += gap
        continue
      }
      sum += abs(gap)
      if abs(gap) > abs(most?.share ?? 0) { most = (gap, value, inFirst, inSecond) }
    }
    guard let most else { return nil }
    self.grouping = grouping
    share = (sum + abs(rest)) / 2
    value = most.value
    isInFirst = most.share > 0
    self.first = (most.first, totals.first)
    self.second = (most.second, totals.second)
  }

  /// The one that overlaps most among all that could.
  static func most(
    besides input: Grouping, _ all: [Grouping], _ first: [ReedLog.Entry],
    _ second: [ReedLog.Entry], _ log: ReedLog
  ) -> Overlap? {
    var most: Overlap?
    for grouping in all where !grouping.name.hasSameBytes(as: input.name) {
      // A month tells the season, and the other way around.
      guard !(grouping.isTime && input.isTime),
        let overlap = Overlap(grouping, first, second, log)
      else { continue }
      if overlap.share > (most?.share ?? 0) + 1e-9 { most = overlap }
    }
    return most
  }

  /// Why what differs most is not named: `Of all choices it differs most between B and A, but not enough for a warning: …`
  func reason(_ one: String, _ other: String) -> String {
    "Of all choices it differs most between \(one) and \(other), but not enough for a warning: "
      + "\(Words.percent(share)) of the reeds would need another for both groups to be alike, and a "
      + "warning takes \(Words.percent(Self.named))."
  }

  /// `Four of six B reeds were made in July: the season may play a part.`
  func words(_ input: Grouping, _ firstGroup: String, _ secondGroup: String) -> String {
    let (more, less) = isInFirst ? (first, second) : (second, first)
    let (group, other) = isInFirst ? (firstGroup, secondGroup) : (secondGroup, firstGroup)
    let part =
      more.count == more.total
      ? "all \(Words.small(more.total))"
      : "\(Words.small(more.count)) of \(Words.small(more.total))"
    let some = "\(part) \(input.reeds(in: group))"
    let few =
      less.count == 0
      ? ""
      : " but only \(Words.small(less.count)) of \(Words.small(less.total)) "
        + input.reeds(in: other)
    if grouping.isTime {
      let time = grouping.words(for: value)
      return "\(Words.sentence(some))\(few) were made in \(time): the season may play a part."
    }
    if let noun = grouping.noun {
      return "\(Words.sentence(some))\(few) have the \(noun) \(value): the \(noun) may play a part."
    }
    return "“\(grouping.label)” is \(value) for \(some)\(few): this may play a part."
  }
}
