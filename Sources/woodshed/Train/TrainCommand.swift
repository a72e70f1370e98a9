import Training

extension Command {
  static let train = Command(
    name: "train", summary: "Measure how well what to try next is chosen",
    details: """
      simulate   Lives through seasons of training in which the truth is known: how good everybody is,
                 and how hard every item. Each rule suggests what to try next, and sees only what the app
                 would see: grades, dates, typed levels and the log. A suggestion is in the zone if its
                 true chance is 50 to 85 %. The oracle knows the truth and takes the item nearest to 70 %.
                 There are two data sets, a gym and a music school; no parameter was set with the school.
                 The same seed gives the same figures.
      """,
    options: [
      Option(name: "seed", placeholder: "N", summary: "Where chance begins [1]"),
      Option(name: "format", placeholder: "FORMAT", summary: "text or json [text]"),
    ],
    words: ("simulate", 1),
    examples: ["woodshed train simulate", "woodshed train simulate --seed 7 --format json"]
  ) { arguments throws(CommandError) in
    guard let verb = arguments.words.first else {
      throw .wrongUsage("Say what to do: woodshed train simulate.")
    }
    guard verb == "simulate" else {
      let hint = NearestName.hint(for: verb, among: ["simulate"]) { "`woodshed train \($0)`" }
      throw .wrongUsage("`woodshed train` cannot `\(verb)`.\(hint)")
    }
    let seed = UInt64(try arguments.number("seed", in: 0...Int.max) ?? 1)
    let isJSON = try arguments.choice("format", from: [("text", false), ("json", true)]) ?? false
    let reports = [TrainingShape.gym(seed: seed), .school(seed: seed)].map(TrainingReport.init)
    Output.show(isJSON ? TrainingReport.json(reports, seed: seed) : TrainingReport.text(reports))
  }
}
