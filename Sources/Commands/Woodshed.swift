/// Runs the program.
public enum Woodshed {
  /// Carries out what the arguments say, and gives the exit code.
  public static func run(_ arguments: [String]) -> Int32 {
    do throws(CommandError) {
      try carryOut(arguments)
      return ExitCode.done.rawValue
    } catch {
      Output.complain(error.message)
      return error.exitCode.rawValue
    }
  }

  /// `--help` and `--version` work in any position before `--`.
  private static func carryOut(_ arguments: [String]) throws(CommandError) {
    let options = arguments.prefix { $0 != "--" }
    let name = arguments.first { !$0.hasPrefix("-") }
    if options.contains("--help") || options.contains("-h") {
      guard let name else { return Output.show(Help.overview(of: Command.all)) }
      return Output.show(Help.page(for: try Command.named(name)))
    }
    if options.contains("--version") { return Output.show(Help.version) }
    guard let first = arguments.first else {
      throw .wrongUsage(
        "Say what to do, such as `woodshed serve`. `woodshed help` lists the commands.")
    }
    guard !first.hasPrefix("-") else {
      let hint = NearestName.hint(for: first, among: ["--help", "--version"]) { "`\($0)`" }
      throw .wrongUsage("There is no option `\(first)` before a command.\(hint)")
    }
    let command = try Command.named(first)
    try command.run(Arguments(arguments.dropFirst(), for: command))
  }
}
