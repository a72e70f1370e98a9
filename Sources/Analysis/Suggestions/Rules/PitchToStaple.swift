import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// Reeds that are sharp or flat on average: the length of the staple.
  func pitchToStaple() -> [Finding] {
    guard let pitch = column("q_pitch") else { return [] }
    return instruments(.oboes).map { instrument in
      let all = reeds.filter { $0.reed.instrument == instrument }
      let rated = valued(pitch, among: all)
      let name = instrument.label.inLowerCase
      guard var effect = Effect(mean: rated.map { $0.value }) else {
        let more = max(Effect.fewest - rated.count, 1)
        return Finding(
          lack: Lack(
            "Pitch and staple",
            "Do your \(name) reeds run sharp or flat? Rate the pitch of \(more) more to see."))
      }
      guard effect.wide.excludesZero else { return Finding(effects: [effect]) }
      effect.isBehind = true
      let isSharp = effect.mean > 0
      let step = length(1, places: 0)
      var found = Suggestion(
        "pitch \(instrument.rawValue) \(isSharp ? "sharp" : "flat")",
        "A staple \(step) \(isSharp ? "longer" : "shorter")")
      found.proposal =
        "Try a staple \(step) \(isSharp ? "longer" : "shorter") for your next \(name) reeds, and "
        + "leave everything else alone. The tuning of the scale shifts with it."
      found.reason =
        "Your \(name) reeds run \(isSharp ? "sharp" : "flat") on average, and the interval leaves "
        + "no room for just right."
      found.evidence = [
        "Pitch \(Words.signed(effect.mean, places: 1)) on a scale from −3, flat, to +3, sharp, "
          + "95 % \(Words.signedInterval(effect.wide, places: 1)), n = \(effect.count)."
      ]
      if let a4 = column("a4") {
        let measured = valued(a4, among: all)
        let values = measured.map { $0.value }
        if let summary = Summary(values), let interval = summary.meanInterval() {
          found.evidence.append(
            "A4 \(Words.mean(summary.mean, in: a4, log)), 95 % "
              + "\(Words.means(interval, in: a4, log)), n = \(values.count).")
        }
      }
      found.evidence += unrated(rated.count, of: all.count, "pitch")
      found.elsewhere =
        "About 5 to 6 cents on A4 for \(step) (a dealer in staples who measured 50 to 100 of each "
        + "of 36 models, hodgeproductsinc.com; how many reeds is not said)."
      (found.items, found.head) = (items(rated, pitch), pitch.label)
      found.subject = Suggestion.Subject(
        field: "staple_length", outcome: "q_pitch", wanted: isSharp ? .less : .more)
      found.actions = [
        Report.Action(
          "Try as an experiment", .experiment(field: "staple_length", outcome: "q_pitch"))
      ]
      return Finding(suggestion: found, effects: [effect])
    }
  }
}
