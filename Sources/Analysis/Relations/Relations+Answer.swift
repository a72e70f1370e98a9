import Domain
import Reports
import Statistics

// What a map of relations says in words: the headline first.
extension Relations {
  /// The cells by how close their relation is: closest first.
  static func ordered(_ cells: [RelationsMap.Cell]) -> [RelationsMap.Cell] {
    let order = cells.indices.sorted {
      let (one, other) = (cells[$0].spearman, cells[$1].spearman)
      if abs(one.rho) != abs(other.rho) { return abs(one.rho) > abs(other.rho) }
      return one.count != other.count ? one.count > other.count : $0 < $1
    }
    return order.map { cells[$0] }
  }

  func answer(_ cells: [RelationsMap.Cell]) -> [String] {
    let most = cells.reduce(0) { max($0, $1.spearman.count) }
    guard most >= Sheet.fewestForWord else { return tooEarly(most) + leftOut }
    let supported = Self.ordered(cells).filter { Self.isSupported($0) }
    var answer = [headline(supported.count, of: cells.count)]
    answer += supported.prefix(Self.mostSaid).map { "\(words($0))." }
    if supported.count > Self.mostSaid {
      answer.append("The other \(supported.count - Self.mostSaid) are framed in the map.")
    }
    answer.append(comparisons(cells.count))
    if let family { answer.append(family) }
    if supported.isEmpty {
      answer += RhoPlan.words(most, sheet.pace(rated, "with an outcome"))
    } else {
      answer.append(
        "Going together is no proof: something else may be behind both. An experiment can tell.")
      answer += twins(of: supported).prefix(3).map { $0.words }
    }
    return answer + leftOut
  }

  private static let mostSaid = 5

  private func headline(_ supported: Int, of count: Int) -> String {
    switch (supported, count) {
    case (0, 1): "Not supported: luck alone could make this relation look as it does."
    case (0, _): "Nothing here is supported: no relation stands out from what luck alone makes."
    case (_, 1): "Supported by your reeds: luck alone would rarely look like this."
    case (1, _): "One relation is supported by your reeds."
    default: "\(Words.sentence(Words.small(supported))) relations are supported by your reeds."
    }
  }

  /// `This map made 120 comparisons; about 6 would look real by luck.`
  private func comparisons(_ count: Int) -> String {
    guard count > 1 else {
      return "This map made 1 comparison; by luck alone, 1 in 20 such maps would look real."
    }
    let expected = Int((Double(count) / 20).rounded())
    let many = expected == 0 ? "less than 1" : expected == 1 ? "about 1" : "about \(expected)"
    return "This map made \(count) comparisons; \(many) would look real by luck."
  }

  /// What a smaller map means for its verdicts.
  private var family: String? {
    let what: String
    switch (isInputChosen, isOutcomeChosen) {
    case (false, false): return nil
    case (true, false): what = "“\(inputs[0].label)”"
    case (false, true): what = "“\(outcomes[0].label)”"
    case (true, true): what = "“\(inputs[0].label)” and “\(outcomes[0].label)”"
    }
    return
      "Only \(what) was asked about, and only these comparisons count for q. If it was chosen because "
      + "it stood out in the whole map, trust the whole map."
  }

  private func tooEarly(_ most: Int) -> [String] {
    var (lines, count): ([String], Int) = ([], most)
    if sheet.entries.isEmpty {
      lines.append("Too early to tell: there are no reeds to count.")
    } else if inputs.isEmpty || outcomes.isEmpty {
      let what = outcomes.isEmpty ? "outcome" : "measurement"
      lines.append(
        "Too early to tell: no \(what) has different values on at least \(Sheet.fewest) reeds.")
      count = measuredAndRated
    } else {
      let some = most == 0 ? "too few" : "at most \(most)"
      lines.append(
        "Too early to tell: \(some) reeds have both a measurement and an outcome.")
    }
    let missing = Sheet.fewestForWord - count
    guard missing > 0, !areAllTheSame else {
      return lines + ["What is the same on every reed cannot go with anything."]
    }
    lines.append("A first word takes \(Sheet.fewestForWord) reeds with both: \(missing) more.")
    return lines + [sheet.pace(rated, "with an outcome").words(ofMore: missing)]
  }

  /// Whether no measurement differs though some have enough values: more of the same reeds say no more.
  private var areAllTheSame: Bool {
    inputs.isEmpty && sheet.inputs.contains { $0.count >= Sheet.fewest }
  }

  /// The reeds with any measurement and any outcome.
  private var measuredAndRated: Int {
    sheet.entries.indices.count { place in
      sheet.inputs.contains { $0.values[place].isFinite }
        && sheet.outcomes.contains { $0.values[place].isFinite }
    }
  }

  /// The reeds that have an outcome.
  private var rated: [Int] {
    sheet.entries.indices.filter { place in
      outcomes.contains { $0.values[place].isFinite }
    }
  }

  private var leftOut: [String] {
    var lines: [String] = []
    if unrated > 0, !outcomes.isEmpty {
      let what =
        isOutcomeChosen ? outcomes[0].goodness.missing : "without any of these outcomes"
      lines.append("Not counted: \(Words.count(unrated, "reed", "reeds")) \(what).")
    }
    if !beyond.isEmpty, !inputs.isEmpty, !outcomes.isEmpty {
      lines.append(
        "The map has room for \(Self.mostInputs) × \(Self.mostOutcomes). Left out: "
          + "\(Words.list(beyond.map { $0.label })). Choose one to see it.")
    }
    return lines
  }

  /// The twins of what is in some cells.
  func twins(of cells: [RelationsMap.Cell]) -> [Sheet.Twins] {
    sheet.twins(among: inputs).filter { pair in
      cells.contains { pair.names(inputs[$0.input]) }
    }
  }
}
