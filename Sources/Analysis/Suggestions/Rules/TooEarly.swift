import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// A comparison that has begun and needs more reeds.
  func tooEarly() -> [Finding] {
    guard let success = column("success"), let needed = Power.perArm(effect: 1),
      let pairs = Power.pairs(effect: 1, correlation: 0.5)
    else { return [] }
    let rated = valued(success, among: reeds)
    typealias Group = (name: String, reeds: [Valued])
    var furthest: (column: Column, a: Group, b: Group)?
    for column in log.inputs {
      guard case .reed(let field) = column.source, field.isGroup else { continue }
      var groups: [Group] = []
      for reed in rated {
        guard let name = log.group(column, of: reed.entry) else { continue }
        let place = groups.firstIndex { $0.name.hasSameBytes(as: name) } ?? groups.count
        if place == groups.count { groups.append((name, [])) }
        groups[place].reeds.append(reed)
      }
      let order = groups.indices.sorted {
        let (a, b) = (groups[$0].reeds.count, groups[$1].reeds.count)
        return a == b ? $0 < $1 : a > b
      }
      guard order.count > 1 else { continue }
      let (a, b) = (groups[order[0]], groups[order[1]])
      if b.reeds.count > furthest?.b.reeds.count ?? 1,
        !log.settings.hasDismissed(Self.key(column)),
        answer(to: Self.subject(column, a.name, b.name))?.isNone != true
      {
        furthest = (column, a, b)
      }
    }
    guard let (column, a, b) = furthest else {
      return [
        Finding(
          lack: Lack(
            "Comparing",
            "How did your reeds turn out? Rate two or more with each of two shapers, staples or "
              + "kinds of cane."))
      ]
    }
    guard b.reeds.count < needed,
      let contrast = Contrast(a.reeds.map { $0.value }, b.reeds.map { $0.value }),
      contrast.strength < .supported
    else { return [] }
    let more = max(needed - a.reeds.count, 0) + needed - b.reeds.count
    let grouping = Grouping(column)
    let (one, other) = (grouping.words(for: a.name), grouping.words(for: b.name))
    // If one has enough, only reeds of the other bring the answer nearer.
    let isOneEnough = a.reeds.count >= needed
    let (first, second) = isOneEnough ? (b.name, nil) : (a.name, b.name)
    let pace = Pace(
      ((isOneEnough ? [] : a.reeds) + b.reeds).map { $0.entry.reed.begun },
      of: "rated \(grouping.reeds(in: first, or: second, 1))",
      "rated \(grouping.reeds(in: first, or: second))", today: question.today)
    var found = Suggestion(
      Self.key(column), "Too early to tell: \(one) or \(other)")
    found.proposal =
      "Keep rating your \(grouping.reeds(in: a.name)) and \(grouping.reeds(in: b.name)): \(needed) "
      + "of each settle a difference of one standard deviation, or \(pairs) pairs from the same "
      + "tubes. Until then, make your reeds as you like."
    found.reason = "Both were used, and there are too few rated reeds to tell them apart."
    let interval = contrast.welch.map {
      ", 95 % \(Words.differences($0.interval, in: success, log))"
    }
    found.evidence = [
      "\(Words.sentence(one)): n = \(a.reeds.count). \(Words.sentence(other)): n = "
        + "\(b.reeds.count). Difference of their mean success, the second less the first: "
        + "\(Words.difference(contrast.difference, in: success, log))\(interval ?? "").",
      pace.words(ofMore: more),
    ]
    found.evidence += unrated(rated.count, of: reeds.count, "success")
    found.elsewhere = "This is arithmetic on your own log; it needs no outside claim."
    (found.items, found.head) = (items(a.reeds + b.reeds, success), success.label)
    found.footing = .data(.tooEarly)
    found.subject = Self.subject(column, a.name, b.name)
    found.actions = [
      Report.Action(
        "Compare",
        .ask(
          .compare,
          [Question.Choice("input", column.name), Question.Choice("outcome", success.name)]))
    ]
    found.actions += experiment(
      column.name, "success", arms(column, a.reeds.first?.entry, b.reeds.first?.entry))
    return [Finding(suggestion: found)]
  }

  private static func subject(
    _ column: Column, _ one: String, _ other: String
  ) -> Suggestion.Subject {
    Suggestion.Subject(field: column.name, outcome: "success", groups: (one, other))
  }

  private static func key(_ column: Column) -> String { "early \(column.name)" }
}
