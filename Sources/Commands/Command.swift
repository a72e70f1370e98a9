/// One thing that the program can do, described so that parsing and help follow from it.
///
/// To add a command, add a value of this type to ``Command/all``.
struct Command: Sendable {
  /// An option that takes a value, `--port 8080` or `--port=8080`, or a flag, `--cues`.
  struct Option: Sendable {
    let name: String
    /// Stands for the value in the help, such as `PORT`; `nil` for a flag.
    var placeholder: String?
    let summary: String
    /// The short form, written with one dash.
    var letter: Character?
    /// Whether it may be given several times.
    var repeats = false

    /// The option as shown in the help.
    var usage: String {
      let long = "--\(name)" + (placeholder.map { " \($0)" } ?? "")
      return (letter.map { "\(long), -\($0)" } ?? long) + (repeats ? " …" : "")
    }
  }

  let name: String
  let summary: String
  /// What it does, as a paragraph of the help.
  let details: String
  var options: [Option] = []
  /// Stands for the words after the command, such as `[COMMAND]`, and their maximum number.
  var words: (placeholder: String, limit: Int)?
  var examples: [String] = []
  let run: @Sendable (Arguments) throws(CommandError) -> Void
}

extension Command {
  static let all: [Command] = [
    .serve, .account, .backup, .restore, .check, .export, .importRows, .reeds, .catalogue, .pitch,
    .click, .drone, .score, .spectrum, .light, .crow, .tap, .take, .train, .statistics, .study,
    .simulate,
    .help, .version,
  ]

  static let help = Command(
    name: "help", summary: "Show help for the program or a command",
    details: "Without a command, it lists all commands.", words: ("[COMMAND]", 1),
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

  /// The command called `name`; for a mistyped name, the error suggests the nearest.
  static func named(_ name: String) throws(CommandError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let hint = NearestName.hint(for: name, among: all.map(\.name)) { "`woodshed \($0)`" }
    throw .wrongUsage("There is no command `\(name)`.\(hint)")
  }
}
