import Domain

/// The arguments of a command, checked against what it accepts.
struct Arguments: Hashable, Sendable {
  private(set) var words: [String] = []
  private var valuesByOption: [String: [String]] = [:]

  /// Parses the arguments after the command's name; everything after `--` is a word.
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
  subscript(option: String) -> String? { valuesByOption[option]?.first }

  /// All values given for an option that may be repeated, in their order.
  func values(of option: String) -> [String] { valuesByOption[option] ?? [] }

  /// Whether an option without a value is given.
  func has(_ option: String) -> Bool { valuesByOption[option] != nil }

  /// Refuses options that have no effect here.
  func refuse(_ options: String..., in command: String) throws(CommandError) {
    for option in options where has(option) {
      throw .wrongUsage("--\(option) does not apply to `woodshed \(command)`.")
    }
  }

  /// The number given for an option, with at most `places` decimal places, in units of the last one.
  func decimal(
    _ option: String, places: Int, in range: ClosedRange<Int64>
  ) throws(CommandError) -> Int64? {
    guard let text = self[option] else { return nil }
    if let number = try? Decimal(parsing: text, places: places), range.contains(number.units) {
      return number.units
    }
    let (least, most) = (
      Decimal(units: range.lowerBound, places: places),
      Decimal(units: range.upperBound, places: places)
    )
    throw .wrongUsage(
      "--\(option) takes a number from \(least.text) to \(most.text) with at most \(places) "
        + "decimal places, not `\(text)`.")
  }

  /// The choice that the option names.
  func choice<Value>(
    _ option: String, from choices: [(name: String, value: Value)]
  ) throws(CommandError) -> Value? {
    guard let text = self[option] else { return nil }
    if let choice = choices.first(where: { $0.name == text }) { return choice.value }
    let names = choices.map { $0.name }
    let hint = NearestName.hint(for: text, among: names) { "`\($0)`" }
    throw .wrongUsage(
      "--\(option) takes one of \(names.joined(separator: ", ")), not `\(text)`.\(hint)")
  }

  /// The whole number given for an option, which must be in `range`.
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
    let found = command.options.first { option in
      "--" + option.name == written || option.letter.map { "-\($0)" } == written
    }
    guard let option = found else {
      let known = command.options.map { "--" + $0.name } + ["--help"]
      let hint = NearestName.hint(for: written, among: known) { "`\($0)`" }
      throw .wrongUsage("`woodshed \(command.name)` has no option `\(written)`.\(hint)")
    }
    let value: String
    if let placeholder = option.placeholder {
      guard let given = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !given.isEmpty,
        parts.count > 1 || !given.hasPrefix("--")
      else {
        throw .wrongUsage("\(written) needs a value: \(written) \(placeholder).")
      }
      value = given
    } else {
      guard parts.count == 1 else {
        throw .wrongUsage("\(written) takes no value. Write just \(written).")
      }
      value = ""
    }
    guard option.repeats || valuesByOption[option.name] == nil else {
      throw .wrongUsage("\(written) is given twice. Give it once.")
    }
    valuesByOption[option.name, default: []].append(value)
  }
}
