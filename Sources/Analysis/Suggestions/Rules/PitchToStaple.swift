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
      let pitches = [
        pitch("a4", .a4, all, moment), pitch("q_pitch", .rating, all, moment),
      ].compactMap { $0 }
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
      if let drift = drift(pitch, effect, all, instrument) {
        return Finding(suggestion: drift, effects: [effect])
      }
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
      found.evidence = [words(pitch, effect, moment)]
      found.evidence += unrated(pitch.values.count, of: all.count, pitch.noun)
      found.elsewhere =
        "About 5 to 6 cents on A4 for \(step) (a dealer in staples who measured 50 to 100 of each "
        + "of 36 models, hodgeproductsinc.com)."
      (found.items, found.head) = (items(pitch.reeds, pitch.column), pitch.column.label)
      // An experiment may have judged by either.
      let subjects = ([pitch] + pitches).map {
        Suggestion.Subject(
          field: "staple_length", outcome: $0.column.name, wanted: isSharp ? .less : .more)
      }
      found.subject = subjects.first { answer(to: $0) != nil } ?? subjects[0]
      found.actions = experiment(
        "staple_length", pitch.column.name, arms("staple_length", of: all, more: isSharp))
      return Finding(suggestion: found, effects: [effect])
    }
  }

  /// Reeds that are sharp by some of their tests and flat by others: another staple would mend one and spoil the other.
  /// `nil` if no tests say the contrary.
  private func drift(
    _ pitch: Pitches, _ effect: Effect, _ all: [ReedLog.Entry], _ instrument: Reed.Instrument
  ) -> Suggestion? {
    let places = pitch.measure.places
    var clear = [Column.Moment.first, .mean, .latest].filter { $0 != moment }.compactMap {
      moment -> (moment: Column.Moment, pitch: Pitches, effect: Effect)? in
      guard let pitch = self.pitch(pitch.column.name, pitch.measure, all, moment),
        let effect = Effect(mean: pitch.values), Words.excludesZero(effect.wide, places: places)
      else { return nil }
      return (moment, pitch, effect)
    }
    clear.append((moment, pitch, effect))
    // As a reed lives.
    clear.sort { $0.moment.rank < $1.moment.rank }
    guard let from = clear.first,
      let to = clear.last(where: { ($0.effect.mean > 0) != (from.effect.mean > 0) })
    else { return nil }
    func side(_ effect: Effect) -> String { effect.mean > 0 ? "sharp" : "flat" }
    let title =
      "\(side(from.effect)) \(from.moment.clause), \(side(to.effect)) \(to.moment.clause)"
    let name = instrument.label.inLowerCase
    var found = Suggestion(
      "pitch \(instrument.rawValue) drift \(side(from.effect))", Words.sentence(title))
    let (longer, shorter) =
      from.effect.mean > 0 ? ("longer", "shorter") : ("shorter", "longer")
    found.proposal =
      "Keep your staples as they are: a \(longer) one would help your \(name) reeds "
      + "\(from.moment.clause) and a \(shorter) one \(to.moment.clause), and each would make the "
      + "other worse. Test a few reeds again as they age, to see when their pitch turns."
    found.reason =
      "Your \(name) reeds are \(title), and neither interval leaves room for just right."
    found.evidence = [from, to].map { words($0.pitch, $0.effect, $0.moment) }
    found.evidence += unrated(pitch.values.count, of: all.count, pitch.noun)
    found.elsewhere = "This is arithmetic on your own log; it needs no outside claim."
    (found.items, found.head) = (items(to.pitch.reeds, pitch.column), pitch.column.label)
    found.actions = [
      Report.Action(
        "See trends by the latest test",
        .ask(.trends, [Question.Choice(LogFilter.moment, "latest")]))
    ]
    return found
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
    _ field: String, _ measure: PitchTendency.Measure, _ all: [ReedLog.Entry],
    _ moment: Column.Moment
  ) -> Pitches? {
    guard let column = column(field) else { return nil }
    let near = valued(column, among: all, moment).compactMap { reed in
      PitchTendency.deviation(reed.value, measure, question.a4.inHertz).map { (reed, $0) }
    }
    return Pitches(
      measure: measure, column: column, reeds: near.map { $0.0 }, values: near.map { $0.1 })
  }

  private func words(
    _ pitch: Pitches, _ effect: Effect, _ moment: Column.Moment
  ) -> String {
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

extension Column.Moment {
  /// Where it belongs in the life of a reed; the mean is in the middle.
  fileprivate var rank: Int {
    switch self {
    case .first: 0
    case .day: 1
    case .mean: 2
    case .latest: 3
    }
  }

  /// When a reed is sharp or flat.
  fileprivate var clause: String {
    switch self {
    case .first: "when new"
    case .day(let day): "on day \(day)"
    case .mean: "on average"
    case .latest: "when last tested"
    }
  }
}
