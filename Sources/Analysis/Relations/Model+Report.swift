import Domain
import Ledger
import Reports
import Statistics

// What several measurements and choices say together, or what is missing until they do.
extension Model {
  var controls: [Report.Control] {
    [
      Report.Control(
        Sheet.outcomeName, "Outcome", .question, sheet.options(sheet.outcomes, chosen: outcome),
        chosen: outcome.name)
    ]
  }

  var answer: [String] {
    guard let ridge else { return tooFew + leftOut }
    guard let earned else { return notEarned(ridge) + taken }
    return found(earned) + taken
  }

  // MARK: - Not yet

  private var tooFew: [String] {
    let name = "“\(outcome.goodness.label)”"
    guard rated.count >= Self.fewest else {
      let missing = Self.fewest - rated.count
      let have =
        rated.isEmpty
        ? "no reed has" : rated.count == 1 ? "only 1 reed has" : "only \(rated.count) reeds have"
      return [
        "Too early for a model: \(have) \(name), and it takes \(Self.fewest).",
        sheet.pace(rated, "with \(name)").words(ofMore: missing),
      ]
    }
    let counted = places.isEmpty ? rated : places
    if counted.allSatisfy({ outcome.values[$0] == outcome.values[counted[0]] }) {
      return ["No model yet: all \(counted.count) reeds have the same \(name)."]
    }
    let most = sheet.inputs.map { line in rated.count { line.values[$0].isFinite } }.max() ?? 0
    return [
      "Too early for a model: it takes a measurement that differs and that at least "
        + "\(Self.fewest) reeds with \(name) have. The most any has is \(most).",
      "Measure the same few things on every reed: that is worth more than many things on some.",
    ]
  }

  private func notEarned(_ ridge: Ridge) -> [String] {
    let name = Words.lowered(outcome.goodness.label)
    var lines: [String]
    if ridge.q2 <= 0 {
      lines = [
        "No model yet: together, \(Words.list(counts)) predict \(name) no better than its mean does."
      ]
    } else if ridge.q2 < Self.leastQ2 {
      lines = [
        "No model yet: together, \(Words.list(counts)) predict only \(Words.percent(ridge.q2)) of "
          + "what differs in \(name). A model is shown from \(Words.percent(Self.leastQ2)) on."
      ]
    } else {
      let p = ridge.permutationP ?? 1
      lines = [
        "No model yet: with shuffled outcomes, a fit this good turns up "
          + "\(Words.timesInHundred(p)). A model is shown only below 5."
      ]
    }
    lines.append(
      "What was recorded may not matter much for \(name), or it matters in a way that a sum "
        + "cannot show. More reeds help; more measurements of the same reeds do not.")
    return lines
  }

  // MARK: - A model

  private func found(_ ridge: Ridge) -> [String] {
    let name = Words.lowered(outcome.goodness.label)
    let p = ridge.permutationP ?? 1
    var lines = [
      "Together, \(Words.list(counts)) predict "
        + "\(Words.percent(ridge.q2)) of what differs in \(name), for reeds the model has not seen.",
      "With the outcomes shuffled, that much would turn up \(Words.timesInHundred(p)). Of 20 outcomes "
        + "tried, luck alone would let about 1 pass that test.",
    ]
    let clear = order(ridge).filter { ridge.intervals[$0]?.excludesZero == true }
    for place in clear.prefix(4) { lines.append(words(place, ridge)) }
    if clear.isEmpty {
      lines.append("Nothing stands out on its own: only together do they say something.")
    }
    let inseparable = inputs.indices.filter { ridge.intervals[$0] == nil }
    if !inseparable.isEmpty {
      let names = inseparable.map { "“\(label($0))”" }
      lines.append("What these do can’t be told from what the others do: \(Words.list(names)).")
    }
    lines += sheet.twins(among: inputs.compactMap { $0.line }).prefix(3).map { $0.words }
    lines.append(
      "Going together is no proof: something that nobody measured may be behind it.")
    if let note = outcome.goodness.note { lines.append(note) }
    return lines
  }

  /// `1 measurement`, `2 choices`: the fields, however many choices they have.
  private var counts: [String] {
    let measured = inputs.count { $0.line != nil }
    let chosen = fields.count - measured
    return (measured > 0 ? [Words.count(measured, "measurement", "measurements")] : [])
      + (chosen > 0 ? [Words.count(chosen, "choice", "choices")] : [])
  }

  /// The fields that take part, each once.
  private var fields: [String] {
    var fields: [String] = []
    for input in inputs {
      let name = input.choice?.grouping.label ?? input.line?.label ?? ""
      if input.line != nil || fields.last?.hasSameBytes(as: name) != true { fields.append(name) }
    }
    return fields
  }

  /// `A middle`, `Shaper: Mack, not Gilbert`.
  private func label(_ place: Int) -> String {
    guard let choice = inputs[place].choice else { return inputs[place].line?.label ?? "" }
    let (one, other) = (
      choice.grouping.name(of: choice.name), choice.grouping.name(of: choice.usual)
    )
    return "\(choice.grouping.label): \(one), not \(other)"
  }

  /// `Thicker middle of half A by 0.012 mm goes with +0.8 in success, 95 % +0.3 to +1.3, the others being equal.`
  /// `A Mack reed instead of a Gilbert reed goes with` …
  private func words(_ place: Int, _ ridge: Ridge) -> String {
    let effect = effect(place, ridge)
    let range = effect.interval.map { ", 95 % \(differences($0))" } ?? ""
    let what: String
    if let choice = inputs[place].choice {
      let grouping = choice.grouping
      what =
        Words.sentence(grouping.reed(in: choice.name)) + " instead of "
        + grouping.reed(in: choice.usual)
    } else {
      let more = inputs[place].line?.column.words(isMore: true) ?? ""
      what = "\(Words.sentence(more)) by \(spread(place))"
    }
    return
      "\(what) goes with \(difference(effect.value)) in "
      + "\(Words.lowered(outcome.goodness.label))\(range), the others being equal."
  }

  private var taken: [String] {
    var lines = [
      "\(places.count) reeds with \(Words.list(fields.map { "“\($0)”" }))."
    ]
    let incomplete = rated.count - places.count
    if incomplete > 0 {
      lines.append(
        "Not counted: \(Words.count(incomplete, "reed", "reeds")) without one of these.")
    }
    return lines + leftOut
  }

  private var leftOut: [String] {
    let unrated = sheet.entries.count - rated.count
    guard unrated > 0 else { return [] }
    return [
      "Not counted: \(Words.count(unrated, "reed", "reeds")) \(outcome.goodness.missing)."
    ]
  }

  // MARK: - The numbers

  var sections: [Report.Section] {
    guard let ridge = earned else { return [] }
    let order = order(ridge)
    var section = Report.Section("What goes with it", plot: plot(ridge, order))
    section.text = [
      "For each measurement: how \(Words.lowered(outcome.goodness.label)) differs where it is one SD "
        + "larger and the others are equal. For each choice: how it differs from the field’s most "
        + "frequent one. Marks: ridge regression, drawn toward 0 as far as "
        + "predicts unseen reeds closest; the interval is that of least squares, without this pull, "
        + "so a mark may be off its middle.",
      "Each interval is a question of its own: of 20, about 1 misses.",
    ]
    section.table = Report.Table(
      ["Measurement or choice", "One SD", "Goes with", "95 % interval"],
      order.map { place in
        let effect = effect(place, ridge)
        return Report.Table.Line([
          label(place), spread(place), difference(effect.value),
          effect.interval.map { differences($0) } ?? "–",
        ])
      })
    return [section]
  }

  /// The inputs, those with the most to say first.
  private func order(_ ridge: Ridge) -> [Int] {
    inputs.indices.sorted {
      let (one, other) = (abs(effect($0, ridge).value), abs(effect($1, ridge).value))
      return one != other ? one > other : $0 < $1
    }
  }

  private func plot(_ ridge: Ridge, _ order: [Int]) -> Plot {
    let factor = Words.measure(outcome.column, sheet.log, extra: 1).factor
    let spans = order.enumerated().map { row, place in
      let effect = effect(place, ridge)
      let (value, interval) = (effect.value * factor, effect.interval)
      return Plot.Span(
        at: Double(row), (interval?.low).map { $0 * factor } ?? value,
        (interval?.high).map { $0 * factor } ?? value, value: value, name: label(place))
    }
    return Plot(
      "What one SD more of each measurement, and each choice, goes with",
      x: Plot.Axis("\(outcome.goodness.label), difference", differenceScale),
      y: Plot.Axis("Measurement or choice", .names(order.map { label($0) })),
      layers: [.rule(at: 0, .upright, label: "No difference"), .intervals(spans, .across)])
  }

  private var differenceScale: Plot.Scale {
    if case .hours = outcome.column.source { return .time }
    let (_, places, unit) = Words.measure(outcome.column, sheet.log, extra: 1)
    return .signed(places: places, unit: unit)
  }

  /// The standard deviation of a measurement, with its unit.
  private func spread(_ place: Int) -> String {
    guard let column = inputs[place].line?.column else { return "–" }
    let text = Words.difference(deviations[place], in: column, sheet.log)
    let bytes = text.utf8
    return bytes.first == UInt8(ascii: "+")
      ? String(decoding: bytes.dropFirst(), as: UTF8.self) : text
  }

  private func difference(_ value: Double) -> String {
    Words.difference(value, in: outcome.column, sheet.log)
  }

  private func differences(_ interval: Interval) -> String {
    Words.differences(interval, in: outcome.column, sheet.log)
  }
}
