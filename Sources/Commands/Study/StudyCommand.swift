extension Command {
  static let study = Command(
    name: "study", summary: "Collect and analyse what players share with a study",
    details: """
      collect DIR   Reads the files that players downloaded under Reeds, Files, Studies, and checks
                    them (Docs/study.schema.json): format, version, and that each holds only what its
                    player agreed to, and no free text. Players with a withdrawal file are dropped,
                    and their files are named so that you can delete them. Of two files of a player,
                    the later counts. Names of tools and choices (such as instrument, stage, or why a
                    reed was retired) held by fewer than five players become “other”, or are left
                    out where “other” would give them away; the report lists the choices. With --out,
                    all players go into one file; without it, the files are only checked. A bad file
                    stops it before anything is written, unless you add --partial.
      analyse FILE  Relates an input to an outcome within each player, and pools the players:
                    Spearman’s rho for numbers, or the difference of two groups. A player is left out,
                    and named, below 8 reeds, or 5 in each group. The pooled interval allows for
                    players who truly differ (random effects; Knapp and Hartung). Without --input, it
                    lists the fields and how many players have enough of each. An effect is what goes
                    together, not what causes what.
      """,
    options: [
      Option(name: "out", placeholder: "FILE", summary: "collect: where the players go"),
      Option(name: "partial", summary: "collect: skip bad files and use the rest"),
      .force,
      Option(
        name: "input", placeholder: "FIELD", summary: "analyse: a field of reeds, such as g_a_m"),
      Option(
        name: "outcome", placeholder: "FIELD", summary: "analyse: a number of the tests [success]"),
      Option(
        name: "groups", placeholder: "A,B",
        summary: "analyse: two groups of the input, B less A\n[the two that most players have]"),
      Option(
        name: "format", placeholder: "FORMAT", summary: "analyse: text or json [text]"),
      Option(name: "plot", placeholder: "FILE.svg", summary: "analyse: draw a forest plot"),
    ],
    words: ("collect DIR | analyse FILE", 2),
    examples: [
      "woodshed study collect received/ --out study.json",
      "woodshed study analyse study.json --input g_a_m --plot forest.svg",
      "woodshed study analyse study.json --input shaper --groups \"RC 10.5,RC 12\"",
    ]
  ) { arguments throws(CommandError) in
    guard let verb = arguments.words.first else {
      throw .wrongUsage("Say what to do: woodshed study collect DIR or analyse FILE.")
    }
    switch (verb, arguments.words.count) {
    case ("collect", 2): try StudyCollection(arguments, arguments.words[1]).run()
    case ("analyse", 2): try StudyAnalysis(arguments, arguments.words[1]).run()
    case ("collect", _): throw .wrongUsage("Say which folder: woodshed study collect DIR.")
    case ("analyse", _): throw .wrongUsage("Say which file: woodshed study analyse FILE.")
    default:
      let hint = NearestName.hint(for: verb, among: ["collect", "analyse"]) {
        "`woodshed study \($0)`"
      }
      throw .wrongUsage("`woodshed study` cannot `\(verb)`.\(hint)")
    }
  }
}
