import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// Right after the highest or lowest reed so far: no advice from one reed.
  func regression() -> [Finding] {
    guard let success = column("success") else { return [] }
    let rated = valued(success, among: reeds.filter { $0.reed.begun != 0 })
    let values = rated.map { $0.value }
    guard values.count >= Strength.fewestForHint, let last = rated.last,
      let isHigh = isExtreme(values.count - 1, values),
      let summary = Summary(Array(values.dropLast())), let interval = summary.meanInterval()
    else { return [] }
    let name = last.entry.name
    var found = Suggestion("extreme \(last.entry.id.bits.hex)", "Nothing to change after \(name)")
    found.proposal =
      "Make the next reed as you made the ones before. One reed is no reason to change anything: "
      + "after an extreme one, the next is mostly nearer to the middle, whatever you do."
    found.reason = "\(name) is rated \(isHigh ? "higher" : "lower") than all before it."
    found.evidence = [
      "\(name): \(Words.value(last.value, in: success, log)), n = 1. Those before: "
        + "\(Words.mean(summary.mean, in: success, log)), 95 % "
        + "\(Words.means(interval, in: success, log)), n = \(values.count - 1)."
    ]
    // How it went after earlier ones.
    var (count, nearer) = (0, 0)
    for place in values.indices.dropFirst(Strength.fewestPairs).dropLast()
    where isExtreme(place, values) != nil {
      let before = Array(values[..<place])
      let mean = before.reduce(0, +) / Double(before.count)
      count += 1
      nearer += abs(values[place + 1] - mean) < abs(values[place] - mean) ? 1 : 0
    }
    if count > 0 {
      found.evidence.append(
        "After \(Words.count(count, "earlier extreme", "earlier extremes")), the next reed was "
          + "nearer to the middle \(Words.count(nearer, "time", "times")).")
    }
    found.evidence += unrated(values.count, of: reeds.count, "success")
    found.elsewhere = "Regression to the mean: arithmetic, not a claim about reeds."
    (found.items, found.head) = (items([last], success), success.label)
    found.actions = [Report.Action("Open \(name)", .open(last.entry.id))]
    return [Finding(suggestion: found)]
  }

  /// Whether a value is above all before it, or below; `nil` if neither.
  private func isExtreme(_ place: Int, _ values: [Double]) -> Bool? {
    let before = values[..<place]
    guard let low = before.min(), let high = before.max() else { return nil }
    return values[place] > high ? true : values[place] < low ? false : nil
  }
}
