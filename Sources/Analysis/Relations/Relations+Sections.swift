import Domain
import Reports
import Statistics

// The map itself, the numbers behind it, and what it leaves out.
extension Relations {
  var controls: [Report.Control] {
    typealias Option = Report.Control.Option
    func control(_ name: String, _ label: String, _ lines: [Sheet.Line]) -> Report.Control {
      let chosen = sheet.chosen(name, in: lines)
      return Report.Control(
        name, label, .question, [Option("", "All")] + sheet.options(lines, chosen: chosen),
        chosen: chosen?.name ?? "")
    }
    return [
      control(Sheet.inputName, "Measurement", sheet.inputs),
      control(Sheet.outcomeName, "Outcome", sheet.outcomes + sheet.shares),
    ]
  }

  func sections(_ cells: [RelationsMap.Cell]) -> [Report.Section] {
    var sections: [Report.Section] = []
    if !cells.isEmpty {
      sections.append(
        Report.Section(
          "The map", text, plot: plot(cells), table: table(cells), actions: actions(cells)))
      let twins = sheet.twins(among: inputs)
      if !twins.isEmpty { sections.append(apart(twins)) }
    }
    if !unusable.isEmpty { sections.append(rest) }
    return sections
  }

  private var text: [String] {
    var text = [
      "Each square is Spearman’s rho of a measurement and an outcome: how well the two agree in "
        + "order. The stronger its colour, the closer they go together: + more with more, − more with "
        + "less. Hatched: fewer than \(Sheet.fewestForWord) reeds. Framed: supported. Empty: too few "
        + "reeds with both, or one of them is always the same."
    ]
    let near = outcomes.filter { if case .near = $0.goodness.kind { true } else { false } }
    if !near.isEmpty {
      text.append(
        "\(Words.list(near.map { $0.label })): ranked by the distance from just right, so less is "
          + "better.")
    }
    let neither = outcomes.filter {
      $0.goodness.kind == .neither && $0.column.direction == .target
    }
    if !neither.isEmpty {
      text.append(
        "\(Words.list(neither.map { $0.label })): ranked as they are, as just right differs from "
          + "player to player.")
    }
    let shares = sheet.shares.filter { $0.isUsable }
    if isOutcomeChosen, outcomes[0].column.isShare {
      text.append(
        "Yes counts as 1 and no as 0: rho is the point-biserial correlation of ranks.")
    } else if !isOutcomeChosen, let first = shares.first {
      text.append(
        "Choices, such as “\(first.label)”, are asked about one at a time: choose one as the outcome."
      )
    }
    text.append(
      "p comes from \(Words.count(draws)) random orders of the outcomes; q is p with all "
        + "comparisons of the map counted (Benjamini and Hochberg). Supported: q at most 0.10 and "
        + "an interval without 0.")
    return text
  }

  // MARK: - Plot and table

  private func plot(_ cells: [RelationsMap.Cell]) -> Plot {
    var squares: [Plot.Cell] = []
    for (row, input) in inputs.enumerated() {
      for (column, outcome) in outcomes.enumerated() {
        let names = "\(input.label) and \(outcome.label)"
        guard let cell = cells.first(where: { $0.input == row && $0.outcome == column }) else {
          squares.append(Plot.Cell(column, row, nil, name: "\(names): too few reeds"))
          continue
        }
        let verdict = Self.isSupported(cell) ? ", supported" : ""
        var square = Plot.Cell(
          column, row, cell.spearman.rho, name: "\(names): \(cell.spearman.words)\(verdict)")
        square.isHatched = cell.spearman.count < Sheet.fewestForWord
        square.isMarked = Self.isSupported(cell)
        squares.append(square)
      }
    }
    return Plot(
      "Rank correlations of measurements with outcomes",
      x: Plot.Axis("Outcome", .names(outcomes.map { $0.label })),
      y: Plot.Axis("Measurement", .names(inputs.map { $0.label })), layers: [.cells(squares)])
  }

  private func table(_ cells: [RelationsMap.Cell]) -> Report.Table {
    Report.Table(
      ["Measurement", "Outcome", "Reeds", "Rho", "95 % interval", "p", "q", "Supported"],
      Self.ordered(cells).map { cell in
        let isEarly = cell.spearman.count < Sheet.fewestForWord
        return Report.Table.Line([
          inputs[cell.input].label, outcomes[cell.outcome].goodness.label,
          "\(cell.spearman.count)", Words.number(cell.spearman.rho, places: 2),
          cell.spearman.interval.map { Words.interval($0, places: 2) } ?? "–",
          cell.p.map { Words.p($0) } ?? "–", cell.q.map { Words.p($0) } ?? "–",
          Self.isSupported(cell) ? "Yes" : isEarly ? "Too early" : "No",
        ])
      })
  }

  /// To the reeds behind the supported relations, or else the closest ones.
  private func actions(_ cells: [RelationsMap.Cell]) -> [Report.Action] {
    let ordered = Self.ordered(cells)
    let supported = ordered.filter { Self.isSupported($0) }
    let enough = ordered.filter { $0.spearman.count >= Sheet.fewestForWord }
    let chosen = supported.isEmpty ? (enough.isEmpty ? ordered : enough).prefix(3) : supported[...]
    return chosen.prefix(Self.mostActions).map { cell in
      let (input, outcome) = (inputs[cell.input], outcomes[cell.outcome])
      return Report.Action(
        "See the reeds: \(input.label) and \(outcome.label)",
        .ask(
          .scatter,
          [
            Question.Choice(Sheet.inputName, input.name),
            Question.Choice(Sheet.outcomeName, outcome.name),
          ]))
    }
  }

  private static let mostActions = 12

  // MARK: - What else there is to know

  private func apart(_ twins: [Sheet.Twins]) -> Report.Section {
    Report.Section(
      "What cannot be told apart",
      [
        "These go together with a rho beyond 0.7: what goes with one goes with the other, and these "
          + "reeds cannot say which of them matters."
      ],
      table: Report.Table(
        ["One", "Other", "Reeds", "Rho", "95 % interval"],
        twins.map { pair in
          Report.Table.Line([
            pair.one.label, pair.other.label, "\(pair.spearman.count)",
            Words.number(pair.spearman.rho, places: 2),
            pair.spearman.interval.map { Words.interval($0, places: 2) } ?? "–",
          ])
        }))
  }

  private var rest: Report.Section {
    Report.Section(
      "Not in the map",
      ["These have values, but on too few reeds, or always the same one."],
      table: Report.Table(
        ["Measurement or outcome", "Reeds", "Why"],
        unusable.map { line in
          Report.Table.Line([
            line.label, "\(line.count)",
            line.count < Sheet.fewest ? "Fewer than \(Sheet.fewest) reeds" : "Always the same",
          ])
        }))
  }
}
