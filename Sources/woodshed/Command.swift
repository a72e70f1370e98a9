/// One thing that the program can do, described so that parsing and help follow from it.
///
/// A later command is one more value of this type in ``Command/all``.
struct Command: Sendable {
  /// An option that takes a value, `--port 8080` or `--port=8080`, or one that is said or not, `--cues`.
  struct Option: Sendable {
    let name: String
    /// What stands for the value in the help: `PORT`; `nil` where there is none.
    var placeholder: String?
    let summary: String
    /// What may be written instead, with one dash.
    var letter: Character?

    /// How it is written in the help.
    var usage: String {
      let long = "--\(name)" + (placeholder.map { " \($0)" } ?? "")
      return letter.map { "\(long), -\($0)" } ?? long
    }
  }

  let name: String
  let summary: String
  /// What it does, in the help's own paragraph.
  let details: String
  var options: [Option] = []
  /// What stands for the words after the command, such as `[COMMAND]`, and how many there may be.
  var words: (placeholder: String, limit: Int)?
  var examples: [String] = []
  let run: @Sendable (Arguments) throws(CommandError) -> Void
}

extension Command {
  static let all: [Command] = [
    .serve, .account, .backup, .restore, .check, .export, .importRows, .reeds, .catalogue, .pitch,
    .click, .drone, .score, .spectrum, .light, .crow, .tap, .take, .train, .simulate, .help,
    .version,
  ]

  static let help = Command(
    name: "help", summary: "Explain the program or one of its commands",
    details: "Without a command it lists them all.", words: ("[COMMAND]", 1),
    examples: ["woodshed help serve"]
  ) { arguments throws(CommandError) in
    guard let name = arguments.words.first else { return Output.show(Help.overview(of: all)) }
    Output.show(Help.page(for: try named(name)))
  }

  static let version = Command(
    name: "version", summary: "Print the version", details: "The same as --version."
  ) { _ in
    Output.show(Help.version)
  }

  /// The command called `name`; a mistyped one is answered with the nearest.
  static func named(_ name: String) throws(CommandError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let hint = NearestName.hint(for: name, among: all.map(\.name)) { "`woodshed \($0)`" }
    throw .wrongUsage("There is no command `\(name)`.\(hint)")
  }
}
