import Training

/// The results of all rules in one data set, as a table or as JSON.
struct TrainingReport {
  let shape: TrainingShape
  let figures: [TrainingFigures]

  init(_ shape: TrainingShape) {
    self.shape = shape
    figures = TrainingRule.allCases.map { TrainingFigures.of($0, in: shape) }
  }

  private var oracleShare: Double {
    figures.first { $0.rule == .oracle }?.inZoneShare ?? 0
  }

  private func shareOfOracle(_ figures: TrainingFigures) -> Double {
    oracleShare > 0 ? figures.inZoneShare / oracleShare : 0
  }

  // MARK: - Words

  static func text(_ reports: [TrainingReport]) -> String {
    reports.map(\.text).joined(separator: "\n\n")
  }

  private var text: String {
    let first = shape.seeds.first ?? 0
    let last = shape.seeds.last ?? 0
    var text = "\(shape.name), \(shape.weeks) weeks, \(shape.sessionsPerWeek) sessions a week, "
    text += "\(shape.perSession) suggestions each, seeds \(first) to \(last)\n\n"
    text += Self.row(
      "", ["in zone", "of oracle", "sent", "again", "not live", "ability", "items"])
    for figure in figures {
      text += Self.row(
        figure.rule.label,
        [
          Fixed.text(figure.inZoneShare, places: 3), Fixed.text(shareOfOracle(figure), places: 3),
          Fixed.text(figure.sentShare, places: 3), Fixed.text(figure.againShare, places: 3),
          Fixed.text(figure.notLiveShare, places: 3),
          figure.abilityError.map { Fixed.text($0, places: 3) } ?? "-",
          figure.itemError.map { Fixed.text($0, places: 3) } ?? "-",
        ])
    }
    text += """

      sent: already sent, and not marked "again" · ability, items: mean error in grades, of items with
      10 tries or more\n
      """
    for figure in figures where figure.rule == .ours { text += Self.predictions(figure.heldOut) }
    return text
  }

  private static func predictions(_ heldOut: HeldOut) -> String {
    var text = "\nOur predictions for \(heldOut.count) tries that are not in the log\n\n"
    text += row("", ["right", "squared error"], width: 15)
    for (name, right, error) in [
      ("ours", heldOut.ourRight, heldOut.ourBrier),
      ("typed level and grade", heldOut.levelRight, heldOut.levelBrier),
      ("base rate", heldOut.baseRight, heldOut.baseBrier),
    ] {
      text += row(name, [Fixed.text(right, places: 3), Fixed.text(error, places: 3)], width: 15)
    }
    text += "\n" + row("predicted, by tenths", ["mean", "succeeded", "tries"])
    for (place, tenth) in heldOut.tenths.enumerated() {
      text += row(
        "\(place * 10)–\(place * 10 + 10) %",
        [
          Fixed.text(tenth.meanPrediction, places: 3), Fixed.text(tenth.successShare, places: 3),
          "\(tenth.count)",
        ])
    }
    return text + row("largest gap", [Fixed.text(heldOut.worstGap, places: 3)])
  }

  private static func row(_ name: String, _ columns: [String], width: Int = 11) -> String {
    let label = name + String(repeating: " ", count: max(0, 35 - name.count))
    let cells = columns.map { String(repeating: " ", count: max(1, width - $0.count)) + $0 }
    return (label + cells.joined()) + "\n"
  }

  // MARK: - JSON

  static func json(_ reports: [TrainingReport], seed: UInt64) -> String {
    "{\"seed\": \(seed), \"sets\": [\n"
      + reports.map(\.json).joined(separator: ",\n") + "\n]}\n"
  }

  private var json: String {
    let seeds = shape.seeds.map { "\($0)" }.joined(separator: ", ")
    let rules = figures.map(rule).joined(separator: ",\n")
    return "  {\"name\": \"\(shape.name)\", \"seeds\": [\(seeds)], \"rules\": [\n\(rules)\n  ]}"
  }

  private func rule(_ figure: TrainingFigures) -> String {
    var members = [
      ("rule", "\"\(figure.rule.rawValue)\""), ("suggestions", "\(figure.suggestions)"),
      ("missing", "\(figure.missing)"), ("inZone", Self.number(figure.inZoneShare)),
      ("ofOracle", Self.number(shareOfOracle(figure))), ("sent", Self.number(figure.sentShare)),
      ("again", Self.number(figure.againShare)), ("notLive", Self.number(figure.notLiveShare)),
      ("abilityError", Self.number(figure.abilityError)),
      ("itemError", Self.number(figure.itemError)), ("items", "\(figure.items)"),
    ]
    if figure.rule == .ours { members.append(("heldOut", Self.json(figure.heldOut))) }
    return "    {" + Self.list(members) + "}"
  }

  private static func json(_ heldOut: HeldOut) -> String {
    let tenths = heldOut.tenths.map { tenth in
      "{"
        + list([
          ("predicted", number(tenth.meanPrediction)), ("succeeded", number(tenth.successShare)),
          ("tries", "\(tenth.count)"),
        ]) + "}"
    }
    func score(_ right: Double, _ error: Double) -> String {
      "{" + list([("right", number(right)), ("squaredError", number(error))]) + "}"
    }
    return "{"
      + list([
        ("tries", "\(heldOut.count)"), ("ours", score(heldOut.ourRight, heldOut.ourBrier)),
        ("level", score(heldOut.levelRight, heldOut.levelBrier)),
        ("base", score(heldOut.baseRight, heldOut.baseBrier)),
        ("largestGap", number(heldOut.worstGap)),
        ("tenths", "[" + tenths.joined(separator: ", ") + "]"),
      ]) + "}"
  }

  private static func list(_ members: [(String, String)]) -> String {
    members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ")
  }

  private static func number(_ value: Double?) -> String {
    value.map { Fixed.text($0, places: 4) } ?? "null"
  }
}
