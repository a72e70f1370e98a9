import Domain
import Reports
import Statistics

// What a measurement and an outcome have to do with each other, in words: the headline first.
extension Scatter {
  var answer: [String] {
    guard let input else {
      return ["Too early to tell: no reed has a measurement yet."] + leftOut
    }
    guard places.count >= Sheet.fewestForWord else { return tooEarly(input) + leftOut }
    guard let spearman else {
      let isFlat = y.allSatisfy { $0 == y[0] }
      let flat = isFlat ? outcome.goodness.label : input.label
      return
        ["Nothing to see yet: all \(places.count) reeds have the same “\(flat)”."] + leftOut
    }
    var answer = [headline(input, spearman), numbers(spearman)]
    if let line {
      answer.append(words(line, input))
    } else if !outcome.column.isShare, places.count > TheilSen.largestCount {
      answer.append(
        "No line is drawn for more than \(TheilSen.largestCount) reeds (here \(places.count)). Filter them to "
          + "see one.")
    }
    if let thirds { answer += words(thirds, input) }
    if wantsBootstrap { answer.append(bootstrapWords) }
    if outcome.column.isShare {
      answer.append(Self.shareNote)
    } else if let note = outcome.goodness.note {
      answer.append(note)
    }
    answer += twins.prefix(3).map { $0.words }
    if strength == .supported {
      answer.append(
        "This holds as the only question asked. Among many, the q of “What goes with what” counts. "
          + "And going together is no proof: something else may be behind both.")
    } else {
      answer += RhoPlan.words(places.count, sheet.pace(places, "with both"))
    }
    return answer + leftOut
  }

  /// What a correlation is of an outcome that has no numbers.
  static let shareNote =
    "Yes counts as 1 and no as 0: rho is the point-biserial correlation of ranks. There is no line, as most pairs of "
    + "reeds have the same answer."

  private func tooEarly(_ input: Sheet.Line) -> [String] {
    let missing = Sheet.fewestForWord - places.count
    let have =
      places.count == 1
      ? "only 1 reed has" : places.isEmpty ? "no reed has" : "only \(places.count) reeds have"
    return [
      "Too early to tell: \(have) both “\(input.label)” and “\(outcome.goodness.label)”.",
      "A first word takes \(Sheet.fewestForWord): \(missing) more.",
      sheet.pace(places, "with both").words(ofMore: missing),
    ]
  }

  private func headline(_ input: Sheet.Line, _ spearman: Spearman) -> String {
    let link = Relations.link(input, outcome, isRising: spearman.rho > 0)
    // What is shown as 0.00, or what luck makes more often than not, is no hint.
    let isNone =
      (spearman.rho * 100).rounded() == 0 || permutation.map { $0.p > 0.5 } ?? false
    if isNone, strength <= .hint {
      return "No sign so far that “\(input.label)” and “\(outcome.goodness.label)” go together."
    }
    switch strength {
    case .supported, .tested: return "\(Words.sentence(link)): supported by your reeds."
    case .leaning: return "Leaning, not settled: \(link) so far."
    case .hint, .tooEarly:
      return "A hint at most: \(link) so far, and luck alone could do that."
    }
  }

  private func numbers(_ spearman: Spearman) -> String {
    let interval = spearman.interval.map { ", 95 % \(Words.interval($0, places: 2))" } ?? ""
    var line =
      "Spearman’s rho \(Words.number(spearman.rho, places: 2))\(interval), n = \(spearman.count)."
    if let permutation {
      line +=
        " If the two had nothing to do with each other, they would \(permutation.p > 0.05 ? "still " : "")"
        + "go together this closely \(Words.timesInHundred(permutation.p))."
    }
    return line
  }

  /// `Along the line, 0.01 mm more goes with +0.9 in success, 95 % +0.3 to +1.3.`
  private func words(_ line: TheilSen, _ input: Sheet.Line) -> String {
    let (factor, _, unit) = Words.measure(input.column, sheet.log, extra: 0)
    let step = Self.step(in: x.map { $0 * factor })
    let raw = step.value / factor
    let times: (Double) -> Double = { $0 * raw }
    let interval = Interval(low: times(line.interval.low), high: times(line.interval.high))
    let more = unit.isEmpty ? step.text : "\(step.text) \(unit)"
    return
      "Along the line (Theil and Sen), \(more) more goes with "
      + "\(difference(times(line.slope))) in \(Words.lowered(outcome.goodness.label)), 95 % "
      + "\(Words.differences(interval, in: outcome.column, sheet.log))."
  }

  func difference(_ value: Double) -> String {
    Words.difference(value, in: outcome.column, sheet.log)
  }

  /// A round step that fits into the values at least twice.
  private static func step(in values: [Double]) -> (value: Double, text: String) {
    let low = values.reduce(Double.infinity) { min($0, $1) }
    let high = values.reduce(-Double.infinity) { max($0, $1) }
    let most = (high - low) / 2
    var (value, places) = (1.0, 0)
    guard most.isFinite, most > 0 else { return (1, "1") }
    while value > most, places < 9 {
      places += 1
      value = 1 / Self.power(places)
    }
    var power = 0
    while places == 0, power < 15, Self.power(power + 1) <= most {
      power += 1
      value = Self.power(power)
    }
    return (value, Words.number(value, places: places))
  }

  private static func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }

  // MARK: - Thirds

  private func words(_ thirds: Thirds, _ input: Sheet.Line) -> [String] {
    let parts = thirds.parts
    let means = parts.map { Words.mean($0.mean, in: outcome.column, sheet.log) }
    let counts = Words.list(parts.map { "\($0.count)" })
    let range = self.range(parts[1], input)
    let reads = thirds.isMiddleHigher ? "higher" : "lower"
    guard thirds.isMiddleHigher || thirds.isMiddleLower else {
      let what =
        outcome.column.isShare
        ? "“\(outcome.label)” is" : "\(Words.lowered(outcome.goodness.label)) reads"
      return [
        "In thirds, from the lowest \(input.column.noun) to the highest, \(what) "
          + "\(Words.list(means)) (\(counts) reeds)."
      ]
    }
    return [
      "The middle third (\(range)) reads \(reads) than both ends: \(means[1]), against \(means[0]) "
        + "and \(means[2]) (\(counts) reeds). \(outcome.column.isShare ? "Rho" : "A straight line") cannot show "
        + "that, and three parts are a rough look."
    ]
  }

  func range(_ part: Thirds.Part, _ input: Sheet.Line) -> String {
    let low = Words.value(part.low, in: input.column, sheet.log)
    guard part.high > part.low else { return low }
    return "\(low) to \(Words.value(part.high, in: input.column, sheet.log))"
  }

  // MARK: - Bootstrap

  private var bootstrapWords: String {
    guard places.count <= Self.mostToDraw else {
      return "The bootstrap takes up to \(Self.mostToDraw) reeds; filter them first."
    }
    guard let bootstrap else { return "The bootstrap has no answer for these reeds." }
    return
      "Resampled \(Words.count(bootstrap.draws)) times, rho is within "
      + "\(Words.interval(bootstrap.interval, places: 2)) (BCa bootstrap, 95 %)."
  }

  /// What was not counted, and why.
  private var leftOut: [String] {
    let unrated = sheet.entries.count - outcome.count
    var parts: [String] = []
    if unrated > 0 {
      parts.append("\(Words.count(unrated, "reed", "reeds")) \(outcome.goodness.missing)")
    }
    let unmeasured = outcome.count - places.count
    if let input, unmeasured > 0 {
      parts.append("\(Words.count(unmeasured, "reed", "reeds")) without “\(input.label)”")
    }
    return parts.isEmpty ? [] : ["Not counted: \(Words.list(parts))."]
  }
}
