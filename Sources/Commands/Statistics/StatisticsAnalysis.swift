import Statistics

/// One method applied to one table.
struct StatisticsAnalysis {
  let method: StatisticsMethod
  let table: StatisticsTable
  let name: String
  let level: Double
  let draws: Int?
  let seed: UInt64
  private let isJSON: Bool

  init(_ method: StatisticsMethod, _ arguments: Arguments) throws(CommandError) {
    self.method = method
    try arguments.refuse("runs", in: "statistics \(method.rawValue)")
    let units = try arguments.decimal("level", places: 3, in: 500...999) ?? 950
    level = Double(units) / 1000
    draws = try arguments.number("draws", in: 100...1_000_000)
    seed = try arguments.seed
    isJSON = try arguments.isJSON
    let path = arguments.words[1]
    name = SoundInput.name(of: path)
    table = try StatisticsTable(path)
  }

  func run() throws(CommandError) {
    let report: StatisticsReport
    switch method {
    case .wilson: report = try wilson()
    case .welch: report = try welch()
    case .hedges: report = try hedges()
    case .cliff: report = try cliff()
    case .permutation: report = try permutation()
    case .shrinkage: report = try shrinkage()
    case .spearman: report = try spearman()
    case .kendall: report = try kendall()
    case .theilSen: report = try theilSen()
    case .bootstrap: report = try bootstrap()
    case .benjaminiHochberg: report = try benjaminiHochberg()
    case .ewma: report = try ewma()
    case .kaplanMeier: report = try kaplanMeier()
    case .logRank: report = try logRank()
    case .mannKendall: report = try mannKendall()
    case .ridge: report = try ridge()
    case .icc: report = try icc()
    case .kappa: report = try kappa()
    }
    Output.show(isJSON ? report.json + "\n" : report.text)
  }

  /// A report that starts with the method and the number of rows.
  func report(
    _ rows: StatisticsTable.Rows, _ members: KeyValuePairs<String, StatisticsReport.Value>
  ) -> StatisticsReport {
    var report = StatisticsReport([
      "method": .text(method.rawValue), "rows": .count(rows.count),
      "rows left out": .count(rows.leftOut),
    ])
    for (name, value) in members { report.add(name, value) }
    return report
  }

  /// The result, or the reason why there is none.
  func require<Result>(_ result: Result?) throws(CommandError) -> Result {
    guard let result else {
      throw .failed(
        "\(name) has too little data for `\(method.rawValue)`. It needs \(method.needs). "
          + "Add rows and try again.")
    }
    return result
  }
}
