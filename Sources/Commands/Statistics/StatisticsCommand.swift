extension Command {
  static let statistics = Command(
    name: "statistics", summary: "Analyse a table, or check the statistics on simulated logs",
    details: """
      METHOD FILE  Reads a table with headings (comma, semicolon or tab) and prints the results, most of
                   them with an interval. Use - for standard input. Rows with an empty cell in a column
                   that is needed are left out and counted; nothing is filled in. Results that need
                   chance come from the seed: the same seed gives the same figures.
      coverage     Simulates logs whose truth is known: normal values, skewed values, and ratings from
                   1 to 10 with ties. Prints how often each interval contains the truth, how often a
                   map of pure noise shows a relation, how often a true one is found, and after how
                   many pieces a shift of the gouger is noticed.

      Methods and their columns:
      \(methods)
      """,
    options: [
      Option(name: "format", placeholder: "FORMAT", summary: "text or json [text]"),
      Option(
        name: "level", placeholder: "LEVEL", summary: "Level of intervals, 0.5 to 0.999 [0.95]"),
      Option(
        name: "draws", placeholder: "N",
        summary: "Draws, 100 to 1,000,000 [10,000; bootstrap\n2,000, ridge 1,000]"),
      Option(
        name: "runs", placeholder: "N", summary: "coverage: simulated logs of each kind [200]"),
      Option(name: "seed", placeholder: "N", summary: "Random seed [1]"),
    ],
    words: ("METHOD FILE.csv | coverage", 2),
    examples: [
      "woodshed statistics welch reeds.csv",
      "woodshed statistics spearman --format json - < map.csv",
      "woodshed statistics coverage --runs 1000 --seed 7",
    ]
  ) { arguments throws(CommandError) in
    guard let verb = arguments.words.first else {
      throw .wrongUsage(
        "Say what to compute, such as `woodshed statistics welch FILE.csv`, or coverage.")
    }
    if verb == "coverage" { return try CoverageReport(arguments).run() }
    guard let method = StatisticsMethod(rawValue: verb) else {
      let names = StatisticsMethod.allCases.map(\.rawValue) + ["coverage"]
      let hint = NearestName.hint(for: verb, among: names) { "`woodshed statistics \($0)`" }
      throw .wrongUsage(
        "There is no method `\(verb)`.\(hint) `woodshed help statistics` lists them.")
    }
    guard arguments.words.count == 2 else {
      throw .wrongUsage("Say which file: woodshed statistics \(verb) FILE.csv.")
    }
    try StatisticsAnalysis(method, arguments).run()
  }

  private static var methods: String {
    StatisticsMethod.allCases.map { method in
      let (columns, words) = method.summary
      func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
      }
      return "  " + pad(method.rawValue, 19) + pad(columns, 18) + words
    }.joined(separator: "\n")
  }
}

extension Arguments {
  var seed: UInt64 {
    get throws(CommandError) { UInt64(try number("seed", in: 0...Int.max) ?? 1) }
  }

  /// Whether --format asks for JSON.
  var isJSON: Bool {
    get throws(CommandError) {
      try choice("format", from: [("text", false), ("json", true)]) ?? false
    }
  }
}
