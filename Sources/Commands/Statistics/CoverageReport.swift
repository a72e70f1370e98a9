import Statistics

/// What the statistics do on logs whose truth is known.
struct CoverageReport {
  private let runs: Int
  private let draws: Int
  private let seed: UInt64
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(CommandError) {
    guard arguments.words.count == 1 else {
      throw .wrongUsage("`woodshed statistics coverage` takes no file.")
    }
    try arguments.refuse("level", in: "statistics coverage")
    runs = try arguments.number("runs", in: 1...100_000) ?? 200
    draws = try arguments.number("draws", in: 100...1_000_000) ?? 10_000
    seed = try arguments.seed
    isJSON = try arguments.isJSON
  }

  func run() throws(CommandError) {
    let report = StatisticsReport([
      "runs": .count(runs), "seed": .text("\(seed)"), "coverage": .rows(coverage),
      "relations": .rows(relations), "gouger": .rows(gouger),
    ])
    Output.show(isJSON ? report.json + "\n" : report.text)
  }

  /// A row for each interval and shape, with a column for each size of the log.
  private var coverage: [StatisticsReport] {
    Coverage.Method.allCases.flatMap { method in
      method.shapes.map { shape in
        var row = StatisticsReport([
          "interval": .text(method.label), "values": .text(shape.label),
        ])
        for count in [8, 12, 20, 50] {
          let coverage = Coverage(method, shape, count: count, runs: runs, seed: seed)
          row.add("n \(count)", .share(coverage.share))
        }
        return row
      }
    }
  }

  private var relations: [StatisticsReport] {
    let trials =
      [10, 20, 40].map { count in
        RelationTrial(inputs: 20, outcomes: 6, count: count, runs: runs, draws: draws, seed: seed)
      } + [
        RelationTrial(
          inputs: 1, outcomes: 1, rho: 0.7, count: 20, runs: runs, draws: draws, seed: seed)
      ]
    return trials.compactMap(\.self).map { trial in
      StatisticsReport([
        "inputs": .count(trial.inputs), "outcomes": .count(trial.outcomes),
        "n": .count(trial.count), "true rho": .share(trial.rho), "flagged": .share(trial.share),
      ])
    }
  }

  private var gouger: [StatisticsReport] {
    [0, 8, 12, 16, 25, 40].flatMap { baseline in
      [0, 0.5, 1, 2].map { shift in
        let trial = GougerTrial(shift: shift, baseline: baseline, runs: runs, seed: seed)
        return StatisticsReport([
          "baseline": .count(trial.baseline), "shift": .share(trial.shift),
          "pieces until alarm": .share(trial.meanLength),
          "within \(GougerTrial.soon)": .share(trial.shareSoon),
        ])
      }
    }
  }
}
