/// What a command was called with, checked against what it takes.
struct Arguments: Hashable, Sendable {
  private(set) var words: [String] = []
  private var valuesByOption: [String: String] = [:]

  /// Parses the arguments after the command's name; what follows `--` are words.
  init(_ arguments: some Sequence<String>, for command: Command) throws(CommandError) {
    var rest = Array(arguments)[...]
    var takesOptions = true
    while let argument = rest.popFirst() {
      if takesOptions, argument == "--" {
        takesOptions = false
      } else if takesOptions, argument.hasPrefix("-"), argument != "-" {
        try takeOption(argument, from: &rest, for: command)
      } else {
        words.append(argument)
      }
    }
    guard words.count <= command.words?.limit ?? 0 else {
      throw .wrongUsage(
        "`woodshed \(command.name)` does not take `\(words.last ?? "")`. See `woodshed help \(command.name)`."
      )
    }
  }

  /// The value given for an option, without its dashes.
  subscript(option: String) -> String? { valuesByOption[option] }

  /// The whole number given for an option, when it lies in `range`.
  func number(_ option: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .wrongUsage(
        "--\(option) takes a number from \(range.lowerBound) to \(range.upperBound), not `\(text)`."
      )
    }
    return number
  }

  private mutating func takeOption(
    _ argument: String, from rest: inout ArraySlice<String>, for command: Command
  ) throws(CommandError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let written = String(parts[0])
    guard let option = command.options.first(where: { "--" + $0.name == written }) else {
      let known = command.options.map { "--" + $0.name } + ["--help"]
      let hint = NearestName.hint(for: written, among: known) { "`\($0)`" }
      throw .wrongUsage("`woodshed \(command.name)` has no option `\(written)`.\(hint)")
    }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty,
      parts.count > 1 || !value.hasPrefix("--")
    else {
      throw .wrongUsage("\(written) needs a value: \(written) \(option.placeholder).")
    }
    guard valuesByOption.updateValue(value, forKey: option.name) == nil else {
      throw .wrongUsage("\(written) is given twice. Give it once.")
    }
  }
}
