import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// Reeds that had to be opened, or closed, again and again.
  func opening() -> [Finding] {
    var (votes, items): ([Double], [Suggestion.Item]) = ([], [])
    var voted: [ReedLog.Entry] = []
    for entry in reeds {
      guard let vote = wasTooOpen(entry) else { continue }
      votes.append(vote ? 1 : -1)
      voted.append(entry)
      items.append(item(entry, vote ? "too open" : "too closed"))
    }
    let open = votes.reduce(0) { $0 + ($1 > 0 ? 1 : 0) }
    let isOpen = open * 2 > votes.count
    let count = max(open, votes.count - open)
    let word = isOpen ? "open" : "closed"
    guard count >= Self.fewestOpenings else {
      guard !votes.isEmpty else { return [] }
      return [
        Finding(
          lack: Lack(
            "Opening",
            "Are your reeds too open or too closed? \(Words.sentence(Words.small(votes.count))) "
              + "so far; \(Self.fewestOpenings - count) more to see a pattern. Log “Opened” and "
              + "“Closed” as adjustments."))
      ]
    }
    guard var effect = Effect(mean: votes) else { return [] }
    guard effect.wide.excludesZero else { return [Finding(effects: [effect])] }
    effect.isBehind = true
    var found = Suggestion(
      "opening \(word)", isOpen ? "A larger tube diameter" : "A smaller tube diameter")
    found.proposal =
      "Look at the diameter of the tube first: \(isOpen ? "a larger one closes" : "a smaller one opens") "
      + "the reed. Then at the shape, then at the tie length; one change at a time."
    found.reason = "Most of your reeds with a word on their opening were too \(word)."
    let wilson = Wilson.interval(hits: count, of: votes.count)
    found.evidence = [
      "\(count) of \(votes.count) were too \(word)"
        + (wilson.map { ", 95 % \(Words.percent($0.low)) to \(Words.percent($0.high))" } ?? "")
        + ". A reed counts if you opened or closed it."
    ]
    if let opening = column("opening") {
      let values = valued(opening, among: reeds).map { $0.value }
      if let summary = Summary(values), let interval = summary.meanInterval() {
        found.evidence.append(
          "Measured openings: \(Words.mean(summary.mean, in: opening, log)), 95 % "
            + "\(Words.means(interval, in: opening, log)), n = \(values.count).")
      }
    }
    let rest = reeds.count - votes.count
    if rest > 0 {
      found.evidence.append(
        "Not counted: \(Words.count(rest, "reed", "reeds")) that you neither opened nor closed, or both."
      )
    }
    found.elsewhere =
      "A smaller tube is more open (thesis, 2023, and Cooper, IDRS 2022; neither says how many "
      + "reeds)."
    (found.items, found.head) = (items, "Opening")
    found.subject = Suggestion.Subject(field: "tube_diameter", outcome: "success")
    found.actions = experiment(
      "tube_diameter", "success", arms("tube_diameter", of: voted, more: isOpen))
    return [Finding(suggestion: found, effects: [effect])]
  }

  static let fewestOpenings = Strength.fewestPairs

  /// What its maker did about the opening of a reed; `nil` if nothing, or both.
  ///
  /// Why it was retired says nothing here: a reed may be retired as closed, and no reed as open.
  private func wasTooOpen(_ entry: ReedLog.Entry) -> Bool? {
    let wasClosed = entry.adjustments.contains { $0.area == .close }
    let wasOpened = entry.adjustments.contains { $0.area == .open }
    return wasClosed == wasOpened ? nil : wasClosed
  }
}
