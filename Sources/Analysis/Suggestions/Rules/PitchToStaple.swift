import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// Reeds that are sharp or flat on average: the length of the staple.
  func pitchToStaple() -> [Finding] {
    instruments(.oboes).map { instrument in
      let all = reeds.filter { $0.reed.instrument == instrument }
      let name = instrument.label.inLowerCase
      // What was measured says more than an impression, as soon as there is enough of it.
      let pitches = [pitch("a4", .a4, all), pitch("q_pitch", .rating, all)].compactMap { $0 }
      let enough = pitches.first { $0.values.count >= Strength.fewestPairs }
      guard let pitch = enough, var effect = Effect(mean: pitch.values) else {
        let most = pitches.map { $0.values.count }.max() ?? 0
        return Finding(
          lack: Lack(
            "Pitch and staple",
            "Do your \(name) reeds run sharp or flat? Measure A4 or rate the pitch of "
              + "\(Strength.fewestPairs - most) more to see."))
      }
      guard Words.excludesZero(effect.wide, places: pitch.measure.places) else {
        return Finding(effects: [effect])
      }
      effect.isBehind = true
      let isSharp = effect.mean > 0
      let step = length(1, places: 0)
      var found = Suggestion(
        "pitch \(instrument.rawValue) \(isSharp ? "sharp" : "flat")",
        "A staple \(step) \(isSharp ? "longer" : "shorter")")
      found.proposal =
        "A staple \(step) \(isSharp ? "longer" : "shorter") for your next \(name) reeds, and "
        + "leave everything else alone. The tuning of the scale shifts with it."
      found.reason =
        "Your \(name) reeds run \(isSharp ? "sharp" : "flat") on average, and the interval leaves "
        + "no room for just right."
      found.evidence = [words(pitch, effect)]
      found.evidence += unrated(pitch.values.count, of: all.count, pitch.noun)
      found.elsewhere =
        "About 5 to 6 cents on A4 for \(step) (a dealer in staples who measured 50 to 100 of each "
        + "of 36 models, hodgeproductsinc.com; sample size not given)."
      (found.items, found.head) = (items(pitch.reeds, pitch.column), pitch.column.label)
      // An experiment may have judged by either.
      let subjects = ([pitch] + pitches).map {
        Suggestion.Subject(
          field: "staple_length", outcome: $0.column.name, wanted: isSharp ? .less : .more)
      }
      found.subject = subjects.first { answer(to: $0) != nil } ?? subjects[0]
      found.actions = experiment("staple_length", pitch.column.name)
      return Finding(suggestion: found, effects: [effect])
    }
  }

  /// How far reeds are from just right.
  private struct Pitches {
    let measure: PitchTendency.Measure
    let column: Column
    let reeds: [Valued]
    /// Cents, or steps of the scale from −3 to +3.
    let values: [Double]

    /// What other reeds lack.
    var noun: String { measure == .a4 ? "A4" : "pitch" }
  }

  /// `nil` if the field is hidden.
  private func pitch(
    _ field: String, _ measure: PitchTendency.Measure, _ all: [ReedLog.Entry]
  ) -> Pitches? {
    guard let column = column(field) else { return nil }
    let near = valued(column, among: all).compactMap { reed in
      PitchTendency.deviation(reed.value, measure, question.a4.inHertz).map { (reed, $0) }
    }
    return Pitches(
      measure: measure, column: column, reeds: near.map { $0.0 }, values: near.map { $0.1 })
  }

  private func words(_ pitch: Pitches, _ effect: Effect) -> String {
    let places = pitch.measure.places
    let mean = Words.signed(effect.mean, places: places)
    let figures = effect.figures { Words.signedInterval($0, places: places) }
    let what =
      pitch.measure == .a4
      ? "A4 \(mean) cents from your \(question.a4.text) Hz"
      : "Pitch \(mean) on a scale from −3, flat, to +3, sharp"
    return "\(what) (\(moment.words)), \(figures)"
  }
}
