import Domain
import Training

extension Command {
  static let train = Command(
    name: "train", summary: "Export and import a training log, or measure suggestions",
    details: """
      export         Exports all tries with their sessions as a table (CSV), one row for each try, or
                     with --format json as one document with projects, votes, levels and plans as
                     well (Docs/training.schema.json). Writes to standard output, or to a file with
                     -o. The server can keep running.
      import FILE    Imports an export, a table of your own with headings such as date, name, grade
                     and outcome, a BoardLib logbook, or ticks from Mountain Project. Tries are
                     matched by id; if a try differs, the file's values win. Nothing is deleted. Any
                     error stops the import before it changes anything, unless you add --partial. A
                     restore point is created first. Stop a server that uses the data folder.
      simulate       Simulates seasons of training with known skill of each person and difficulty of
                     each item. Each rule suggests what to try next and sees only what the app would
                     see: grades, dates, typed levels and the log. A suggestion is in the zone if its
                     true chance is 50 to 85 %. The oracle knows the truth and takes the item nearest
                     to 70 %. There are two data sets, a gym and a music school; no parameter was
                     tuned with the school. The same seed gives the same figures.
      """,
    options: [
      .data, .database, .account, .force,
      Option(
        name: "format", placeholder: "FORMAT",
        summary: "export: csv or json [csv]; simulate: text or json [text]"),
      Option(
        name: "output", placeholder: "FILE", summary: "Where an export goes [standard output]",
        letter: "o"),
      Option(
        name: "preview", summary: "Show what an import would change, without changing anything"),
      Option(name: "partial", summary: "Import what is valid and skip the rest"),
      Option(name: "seed", placeholder: "N", summary: "simulate: random seed [1]"),
    ],
    words: ("export, import FILE or simulate", 2),
    examples: [
      "woodshed train export -o training.csv",
      "woodshed train export --format json -o training.json",
      "woodshed train import --preview kilter.csv", "woodshed train simulate --seed 7",
    ]
  ) { arguments throws(CommandError) in
    guard let verb = arguments.words.first else {
      throw .wrongUsage(
        "Say what to do: woodshed train export, import FILE or simulate.")
    }
    switch (verb, arguments.words.count) {
    case ("export", 1): try TrainExport(arguments).run()
    case ("import", 2): try TrainImport(arguments, arguments.words[1]).run()
    case ("simulate", 1): try simulate(arguments)
    case ("export", _):
      throw .wrongUsage("Say where the export goes with -o: woodshed train export -o FILE.")
    case ("import", _): throw .wrongUsage("Say which file: woodshed train import FILE.")
    case ("simulate", _): throw .wrongUsage("`woodshed train simulate` takes no file.")
    default:
      let hint = NearestName.hint(for: verb, among: ["export", "import", "simulate"]) {
        "`woodshed train \($0)`"
      }
      throw .wrongUsage("`woodshed train` cannot `\(verb)`.\(hint)")
    }
  }

  private static func simulate(_ arguments: Arguments) throws(CommandError) {
    try arguments.refuse(
      "data", "database", "account", "force", "output", "preview", "partial", in: "train simulate")
    let seed = UInt64(try arguments.number("seed", in: 0...Int.max) ?? 1)
    let isJSON = try arguments.choice("format", from: [("text", false), ("json", true)]) ?? false
    let reports = [TrainingShape.gym(seed: seed), .school(seed: seed)].map(TrainingReport.init)
    Output.show(isJSON ? TrainingReport.json(reports, seed: seed) : TrainingReport.text(reports))
  }
}
