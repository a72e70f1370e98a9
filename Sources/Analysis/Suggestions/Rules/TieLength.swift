import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// A pair of staple and shaper whose sides close elsewhere than those of other pairs: its tie length.
  func tieLength() -> [Finding] {
    guard let close = column("wrap_close"), let tie = column("tie_length") else { return [] }
    struct Pair {
      let staple: RowID
      let shaper: RowID
      var reeds: [Valued] = []
    }
    let closing = valued(close, among: reeds)
    var pairs: [Pair] = []
    for reed in closing {
      guard let staple = tool(68, of: reed.entry), let shaper = tool(62, of: reed.entry) else {
        continue
      }
      if let place = pairs.firstIndex(where: { $0.staple == staple && $0.shaper == shaper }) {
        pairs[place].reeds.append(reed)
      } else {
        pairs.append(Pair(staple: staple, shaper: shaper, reeds: [reed]))
      }
    }
    guard pairs.count > 1 else {
      guard closing.isEmpty, reeds.contains(where: { tool(62, of: $0) != nil }) else { return [] }
      return [
        Finding(
          lack: Lack(
            "Tie length and shape",
            "How many turns from the staple’s end do the sides close? Note it for the next reeds."))
      ]
    }
    // What one of two pairs does is what the other doesn’t: it is said once.
    let judged =
      pairs.count > 2
      ? pairs : pairs[0].reeds.count < pairs[1].reeds.count ? [pairs[1]] : [pairs[0]]
    return judged.map { pair in
      let names = "\(log.name(ofTool: pair.staple)) and \(log.name(ofTool: pair.shaper))"
      let others = closing.filter {
        tool(68, of: $0.entry) != pair.staple || tool(62, of: $0.entry) != pair.shaper
      }
      guard var effect = Effect(others.map { $0.value }, pair.reeds.map { $0.value }) else {
        return Finding()
      }
      guard effect.wide.excludesZero else { return Finding(effects: [effect]) }
      guard let range = range(of: tie, pair.reeds.map { $0.entry }) else {
        return Finding(
          effects: [effect],
          lack: Lack(
            "Tie length and shape",
            "Which tie length suits \(names)? Its sides close elsewhere than those of other pairs; "
              + "rate the success of \(Self.fewestRated) of its reeds."))
      }
      effect.isBehind = true
      var found = Suggestion(
        "tie \(pair.staple.bits.hex) \(pair.shaper.bits.hex)", "A tie length for \(names)")
      found.proposal =
        "With \(names), tie within \(range.words), and change nothing else for some reeds."
      found.reason =
        "The sides of this pair close \(effect.mean > 0 ? "farther from" : "nearer to or beyond") "
        + "the staple’s end than those of your other pairs; its tie length is its own."
      found.evidence = [
        "Sides close \(Words.difference(effect.mean, in: close, log)) from your other pairs, 95 % "
          + "\(Words.differences(effect.wide, in: close, log)), n = \(pair.reeds.count) and "
          + "\(others.count).",
        "The range holds the \(range.count) of \(range.all) rated reeds of this pair that reached "
          + "their median success or more.",
      ]
      found.evidence += unrated(range.all, of: pair.reeds.count, "success or tie length")
      found.elsewhere =
        "Tie length goes with staple and shape (thesis, 2023; sample size not given)."
      (found.items, found.head) = (items(pair.reeds, close), close.label)
      found.subject = Suggestion.Subject(field: "tie_length", outcome: "success")
      found.actions = experiment("tie_length", "success", arms(tie, range.low, range.high))
      return Finding(suggestion: found, effects: [effect])
    }
  }

  private static let fewestRated = Strength.fewestPairs

  /// The tie lengths of those that turned out at least as well as the middle one.
  private func range(
    of tie: Column, _ reeds: [ReedLog.Entry]
  ) -> (words: String, low: ReedLog.Entry?, high: ReedLog.Entry?, count: Int, all: Int)? {
    guard let success = column("success") else { return nil }
    let rated = valued(success, among: reeds).filter { log.number(tie, of: $0.entry) != nil }
    guard rated.count >= Self.fewestRated,
      let median = Quantiles.median(of: rated.map { $0.value })
    else { return nil }
    let lengths = rated.filter { $0.value >= median }.compactMap { reed in
      log.number(tie, of: reed.entry).map { (length: $0, entry: reed.entry) }
    }.sorted { $0.length < $1.length }
    guard let low = lengths.first, let high = lengths.last else { return nil }
    // Two equal ones are nothing to compare.
    guard low.length < high.length else {
      return (Words.value(low.length, in: tie, log), nil, nil, lengths.count, rated.count)
    }
    let words =
      "\(Words.value(low.length, in: tie, log)) to \(Words.value(high.length, in: tie, log))"
    return (words, low.entry, high.entry, lengths.count, rated.count)
  }
}
