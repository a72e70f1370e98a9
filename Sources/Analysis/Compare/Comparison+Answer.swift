import Domain
import Ledger
import Reports
import Statistics

// What a comparison says in words: the headline first.
extension Comparison {
  var title: String {
    if goodness.column.isShare, goodness.kind == .neither {
      return "“\(input.label)” and “\(goodness.label)”"
    }
    let kind = Words.lowered(goodness.label)
    guard let noun = input.noun else { return "“\(input.label)” and \(kind)" }
    return goodness.kind == .neither
      ? "Which \(noun) goes with which \(kind)?" : "Which \(noun) works best for me?"
  }

  var controls: [Report.Control] {
    typealias Option = Report.Control.Option
    var controls = [
      Report.Control(
        Self.inputName, "Compare", .question, inputs.map { Option($0.name, $0.label) },
        chosen: input.name),
      Report.Control(
        Self.outcomeName, "By", .question, outcomes.map { Option($0.name, $0.label) },
        chosen: goodness.column.name),
    ]
    let pairs = pairs
    if pairs.count > 1, let pair {
      let chosen = pairs.first {
        let names = [$0.0.name, $0.1.name]
        return names.contains { $0.hasSameBytes(as: pair.ahead.name) }
          && names.contains { $0.hasSameBytes(as: pair.behind.name) }
      }
      controls.append(
        Report.Control(
          Self.pairName, "Pair", .question,
          pairs.map { Option(Self.name(of: $0), "\($0.0.name) and \($0.1.name)") },
          chosen: chosen.map { Self.name(of: $0) } ?? ""))
    }
    var others = inputs.filter { !$0.name.hasSameBytes(as: input.name) }
      .map { Option($0.name, $0.label) }
    others += (pair?.imbalances ?? []).map { Option($0.column.name, $0.column.label) }
    if !others.isEmpty {
      let options = [Option("", "What else differs most"), Option("none", "None")] + others
      let chosen = question[Self.colourName].flatMap { asked in
        options.first { $0.value.hasSameBytes(as: asked) }
      }
      controls.append(
        Report.Control(
          Self.colourName, "Colour", .question, options, chosen: chosen?.value ?? ""))
    }
    return controls
  }

  var answer: [String] {
    guard let pair else { return nothing }
    var answer = [field.map { headline($0) } ?? headline(pair)]
    if let note = goodness.note { answer.append(note) }
    if let field { answer += means(field) }
    if goodness.column.isShare, pairs.count > 1 {
      answer.append("Shares are compared two groups at a time.")
    }
    answer += against(pair)
    answer += mixedIn(pair)
    if let left = leftOut { answer.append(left) }
    return answer + toSettle(pair)
  }

  // MARK: - Headlines

  private func headline(_ pair: Pair) -> String {
    let (ahead, behind) = (words(pair.ahead), words(pair.behind))
    if pair.isLevel {
      return pair.contrast.strength == .tooEarly
        ? "Too early to tell; \(behind) and \(ahead) are level so far."
        : "\(Words.sentence(behind)) and \(ahead) are level so far."
    }
    switch pair.contrast.strength {
    case .tooEarly: return "Too early to tell; \(ahead) is \(goodness.ahead) so far."
    case .hint where pair.contrast.permutation.map { $0.p > 0.5 } ?? false:
      return "No sign so far that \(ahead) and \(behind) differ."
    case .hint:
      return "A hint at most: \(ahead) is \(goodness.ahead) so far, and luck alone could do that."
    case .leaning:
      return "Leaning, not settled: \(ahead) is \(goodness.aheadOf) \(behind) so far."
    case .supported, .tested:
      return
        "Supported by your reeds: \(ahead) is \(goodness.aheadOf) \(behind), and luck alone would "
        + "rarely do that."
    }
  }

  private func headline(_ field: Field) -> String {
    let ahead = words(field.sides[0])
    if field.tellsApart, field.strength <= .hint, !field.close.isEmpty, !field.behind.isEmpty {
      let close = Words.list(([field.sides[0]] + field.close).map { words($0) })
      let all = field.close.count == 1 ? "both are" : "all are"
      return Words.sentence(
        "\(close) are too close to call; \(field.areCloseAhead ? all : "\(ahead) is") "
          + "\(goodness.aheadOf) \(Words.list(field.behind.map { words($0) })) so far.")
    }
    switch field.strength {
    case .tooEarly where !field.tellsApart || field.shrunk[0].shrunk == field.shrunk[1].shrunk:
      return "Too early to tell; none is \(goodness.ahead) by more than luck so far."
    case .tooEarly: return "Too early to tell; \(ahead) is \(goodness.ahead) so far."
    case .hint where !field.tellsApart:
      return "None of them is \(goodness.ahead) by more than luck so far."
    case .hint:
      return "A hint at most: \(ahead) is \(goodness.ahead) so far, and luck alone could do that."
    case .leaning: return "Leaning, not settled: \(ahead) is \(goodness.ahead) so far."
    case .supported, .tested:
      let others =
        field.isWhole
        ? "each of the others"
        : "each of the others with at least \(Words.small(Strength.fewest)) reeds"
      return
        "Supported by your reeds: \(ahead) is \(goodness.aheadOf) \(others), and luck alone would "
        + "rarely do that."
    }
  }

  // MARK: - The means

  /// Three or more groups, with luck taken out.
  private func means(_ field: Field) -> [String] {
    let named = input.nouns.map { "the \($0)" } ?? "the groups"
    guard field.tellsApart else {
      return [
        "The gaps between \(named) are no bigger than luck alone makes: nothing tells "
          + "them apart yet."
      ]
    }
    let parts = field.sides.indices.prefix(4).map { place in
      let side = field.sides[place]
      let group = field.shrunk[place]
      return
        "\(words(side)) at \(mean(group.shrunk * goodness.sign)) (95 % \(interval(of: group)), "
        + "\(reeds(side.values.count)))"
    }
    let chance = Words.percent(field.shrunk[0].chanceBest)
    return [
      "Whichever leads has usually been lucky too. Allowing for that: \(Words.list(parts)).",
      "The chance that \(words(field.sides[0])) really is \(goodness.aheadOf) the others: \(chance).",
    ]
  }

  /// The two that are set against each other.
  private func against(_ pair: Pair) -> [String] {
    let contrast = pair.contrast
    let column = goodness.column
    let (ahead, behind) = (pair.ahead, pair.behind)
    // Of three or more groups, these lines are about two of them.
    let isOneOfMany = pairs.count > 1
    let (one, other) = (Words.sentence(words(ahead)), words(behind))
    let (more, less) = (
      "\(mean(contrast.meanB)) (\(number(ahead)))", "\(mean(contrast.meanA)) (\(number(behind)))"
    )
    // The means above are nearer to each other, as luck was taken out of them.
    let start = field?.tellsApart == true ? "Without allowing for luck, \(words(ahead))" : one
    var line =
      isOneOfMany
      ? "\(start) against \(other): \(more) and \(less), "
      : "\(one) \(more), \(other) \(less): "
    line += difference(contrast.difference)
    if let interval = contrast.interval {
      line += ", 95 % \(Words.differences(interval, in: column, log))"
    }
    var lines = ["\(line)."]
    if let chance = pair.chance {
      let one = Words.sentence(input.reed(in: ahead.name))
      let other = input.reed(in: behind.name)
      lines.append(
        chance >= 1
          ? "Every one of the \(input.reeds(in: ahead.name)) \(goodness.beats) every one of the "
            + "\(input.reeds(in: behind.name)) so far."
          : "\(one) \(goodness.beats) \(other) about \(Words.timesInHundred(chance)).")
    }
    if let test = contrast.permutation, min(contrast.countA, contrast.countB) > 1, !pair.isLevel {
      let them =
        isOneOfMany
        ? "these two"
        : input.nouns.map { "the \($0)" } ?? "\(words(ahead)) and \(words(behind))"
      lines.append(
        "If \(them) did not differ at all, a gap this big or bigger would "
          + "\(test.p > 0.05 ? "still " : "")turn up \(Words.timesInHundred(test.p)).")
    }
    return lines
  }

  /// What else differs between the two, so that it may be what makes the difference.
  private func mixedIn(_ pair: Pair) -> [String] {
    var lines: [String] = []
    if let overlap = pair.overlap, overlap.isNamed {
      lines.append(overlap.words(input, pair.ahead.name, pair.behind.name))
    }
    let measured = pair.mixedIn
    let said = measured.prefix(Self.mostSaid)
    lines += said.map { $0.words(input, pair.behind.name, pair.ahead.name, log) }
    let rest = measured.dropFirst(said.count).map { "“\($0.column.label)”" }
    if !rest.isEmpty { lines.append("The same goes for \(Words.list(rest)).") }
    guard !said.isEmpty, pair.contrast.strength > .hint else { return lines }
    return lines + ["The difference may come from \(lines.count == 1 ? "that" : "any of these")."]
  }

  /// More than these would bury the answer; the table has all of them.
  private static let mostSaid = 2

  // MARK: - What is missing

  /// The reeds that do not count, and why.
  var leftOut: String? {
    let unrated = sides.filter { $0.unrated > 0 }
    var parts: [String] = []
    if unrated.count > 3 {
      let count = unrated.reduce(0) { $0 + $1.unrated }
      parts.append("\(reeds(count)) \(goodness.missing)")
    } else {
      parts = unrated.map { side in
        "\(side.unrated) \(input.reeds(in: side.name, side.unrated)) \(goodness.missing)"
      }
    }
    if unrecorded > 0 {
      parts.append(
        "\(reeds(unrecorded)) without a recorded \(input.noun ?? "“\(input.label)”")")
    }
    return parts.isEmpty ? nil : "Not counted: \(Words.list(parts))."
  }

  /// The fewest reeds of each group with which the permutation test has an 80 % chance of telling a share of 50 % from
  /// 90 %: the sum of all tables of 23 and 23 reeds where p ≤ 0.05 is 0.811, and with 22 it is 0.786.
  static let fewestForShares = 23

  /// How many reeds an answer takes, and until when.
  private func toSettle(_ pair: Pair) -> [String] {
    let isShare = goodness.column.isShare
    guard (field?.strength ?? pair.contrast.strength) < .supported,
      let needed = isShare ? Self.fewestForShares : Power.perArm(effect: 1)
    else { return [] }
    let missing = [pair.ahead, pair.behind].reduce(0) { $0 + max(needed - $1.values.count, 0) }
    guard missing > 0 else {
      if isShare {
        return [
          "With \(needed) reeds each you have an 80 % chance of telling 50 % from 90 %. A smaller "
            + "difference takes more."
        ]
      }
      let half = Power.perArm(effect: 0.5).map { ": \($0) reeds each for half of it" } ?? ""
      return [
        "With \(needed) reeds each you have an 80 % chance of finding a difference of one SD. A "
          + "smaller one takes more\(half)."
      ]
    }
    var line =
      "To \(isShare ? "tell 50 % from 90 %" : "settle a difference of one SD"): "
      + "\(needed) reeds each"
    if !isShare, input.isFreeWithinTube, let pairs = Power.pairs(effect: 1, correlation: 0.5) {
      line += ", or \(pairs) pairs from the same tubes"
    }
    var lines = ["\(line)."]
    if let effect = pair.contrast.hedges?.value, abs(effect) < 0.75 {
      lines.append("A smaller one, such as this, takes more.")
    }
    // Nobody can make more reeds of last summer.
    guard !input.isTime else { return lines }
    // If one group has enough, only reeds of the other bring the answer nearer.
    let lacking = [pair.behind, pair.ahead].filter { $0.values.count < needed }
    let days = lacking.flatMap { $0.entries }.map { $0.reed.begun }
    let (one, other) = (lacking[0].name, lacking.count > 1 ? lacking[1].name : nil)
    let pace = Pace(
      days, of: "\(goodness.counted) \(input.reeds(in: one, or: other, 1))",
      "\(goodness.counted) \(input.reeds(in: one, or: other))", today: question.today)
    return lines + [pace.words(ofMore: missing)]
  }

  /// What is said if there are no two groups to compare.
  private var nothing: [String] {
    let what = input.noun ?? "“\(input.label)”"
    let rated = sides.filter { !$0.values.isEmpty }
    var line: String
    if sides.isEmpty {
      line = "Nothing to compare yet: none of the counted reeds has a recorded \(what)."
    } else if sides.count == 1 {
      line = "Nothing to compare yet: every reed with a recorded \(what) has \(sides[0].name)."
    } else if rated.isEmpty {
      line = "Too early to tell: no reed has a value for \(Words.lowered(goodness.column.label))."
    } else {
      line =
        "Too early to tell: only \(input.reeds(in: rated[0].name)) have a value for "
        + "\(Words.lowered(goodness.column.label))."
    }
    return [line] + (leftOut.map { [$0] } ?? [])
  }

  // MARK: - Words

  func words(_ side: Side) -> String { input.words(for: side.name) }

  /// `6 reeds`, or `4 of 6 reeds` of a share.
  private func number(_ side: Side) -> String {
    let all = reeds(side.values.count)
    return goodness.column.isShare ? "\(side.hits) of \(all)" : all
  }

  func reeds(_ count: Int) -> String { Words.count(count, "reed", "reeds") }

  func mean(_ value: Double) -> String {
    Words.mean(value, in: goodness.column, log)
  }

  /// The interval of a mean with luck taken out.
  func interval(of group: Shrinkage.Group) -> String {
    let (low, high) = (group.interval.low, group.interval.high)
    return Words.means(
      possible(goodness.sign > 0 ? group.interval : Interval(low: -high, high: -low)),
      in: goodness.column, log)
  }

  /// The part of a mean’s interval that can be: no reed is played for less than no time.
  func possible(_ interval: Interval) -> Interval {
    guard case .hours = goodness.column.source else { return interval }
    return Interval(low: max(interval.low, 0), high: max(interval.high, 0))
  }

  func difference(_ value: Double) -> String {
    Words.difference(value, in: goodness.column, log)
  }
}
