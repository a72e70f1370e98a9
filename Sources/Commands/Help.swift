import Domain

/// The help text of the program and of each command.
enum Help {
  static let version = "woodshed \(Version.text)\n"

  static func overview(of commands: [Command]) -> String {
    """
    Woodshed, a practice room for musicians.

    Usage: woodshed COMMAND [OPTIONS]

    Commands:
    \(table(commands.map { ($0.name, $0.summary) }))

    Options:
    \(table([("--help, -h", "Show help for the program or the command"), ("--version", "Print the version")]))

    Examples:
      woodshed serve
      woodshed help serve

    \(exitCodes)

    """
  }

  static func page(for command: Command) -> String {
    var usage = "woodshed \(command.name)"
    if !command.options.isEmpty { usage += " [OPTIONS]" }
    if let words = command.words { usage += " \(words.placeholder)" }
    var sections = ["\(command.summary).\n\nUsage: \(usage)", command.details]
    let options =
      command.options.map { ($0.usage, $0.summary) }
      + [("--help, -h", "Show this help")]
    sections.append("Options:\n\(table(options))")
    if !command.examples.isEmpty {
      sections.append("Examples:\n" + command.examples.map { "  " + $0 }.joined(separator: "\n"))
    }
    return (sections + [exitCodes]).joined(separator: "\n\n") + "\n"
  }

  private static var exitCodes: String {
    "Exit codes:\n" + table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
  }

  private static func table(_ rows: [(name: String, meaning: String)]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      let indent = String(repeating: " ", count: width + 4)
      let meaning = row.meaning.split(separator: "\n").joined(separator: "\n" + indent)
      return "  " + row.name + String(repeating: " ", count: width - row.name.count + 2) + meaning
    }.joined(separator: "\n")
  }
}
