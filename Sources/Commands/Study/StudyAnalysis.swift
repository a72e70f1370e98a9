import Domain
import Glibc
import Ledger
import Reports
import Statistics

/// Effects within each player, pooled over the players.
struct StudyAnalysis {
  /// The fewest reeds of a player whose correlation counts: fewer leave it too uncertain.
  static let leastReeds = 8
  /// The same for each of two groups.
  static let leastInGroup = 5

  private let arguments: Arguments
  private let name: String
  private let path: String
  private let outcome: String
  private var players: [StudyPlayer] = []
  private var code = ""

  init(_ arguments: Arguments, _ path: String) throws(CommandError) {
    try arguments.refuse("out", "partial", in: "study analyse")
    (self.arguments, self.path) = (arguments, path)
    name = SoundInput.name(of: path)
    outcome = arguments["outcome"] ?? "success"
    if !arguments.has("input") {
      for option in ["groups", "plot"] where arguments.has(option) {
        throw .wrongUsage("--\(option) needs --input.")
      }
    }
    if let plot = arguments["plot"] { try arguments.refuseExisting(plot) }
    let bytes = try SoundInput.text(path, limit: 1 << 30)
    do throws(ReedProblem) {
      let parts = try StudyFile.readCollection(bytes)
      players = parts.map { StudyPlayer($0) }
      code = parts.first?.code ?? ""
    } catch {
      throw .failed(
        "\(name) was not analysed. \(error.message) `woodshed study collect` makes such a file.")
    }
    guard !players.isEmpty else { throw .failed("\(name) has no players.") }
  }

  func run() throws(CommandError) {
    let isJSON = try arguments.isJSON
    guard let input = arguments["input"] else {
      let list = fields
      return Output.show(isJSON ? list.json + "\n" : list.text)
    }
    try expect(input, "input")
    try expect(outcome, "outcome")
    guard players.contains(where: { $0.isNumber(outcome) == true }) else {
      throw .failed("\(outcome) has no numbers, so it cannot be the outcome.")
    }
    let isNumber = players.contains { $0.isNumber(input) == true }
    if isNumber, arguments.has("groups") {
      throw .wrongUsage("--groups does not apply to \(input), which has numbers.")
    }
    let effects =
      isNumber ? StudyEffects(players, input, outcome) : try grouped(input)
    guard !effects.players.isEmpty else {
      throw .failed(
        "Too early to tell: no player has enough reeds. " + effects.leftOutWords)
    }
    if let plot = arguments["plot"] {
      let drawing = PlotDrawing.file(of: effects.plot(input, outcome))
      try Output.write(Array(drawing.utf8), to: plot)
    }
    let report = effects.report(code, input, outcome)
    Output.show(
      isJSON ? report.json + "\n" : effects.sentence(input, outcome) + "\n\n" + report.text)
  }

  /// Refuses a field that nobody has.
  private func expect(_ field: String, _ option: String) throws(CommandError) {
    guard players.allSatisfy({ $0.isNumber(field) == nil }) else { return }
    let names = Set(players.flatMap { $0.fields.reeds.union($0.fields.tests) }).sorted()
    if names.contains(field) {
      throw .failed(
        "No value of --\(option) `\(field)` is shared by \(StudyPooling.leastPlayers) players, so it "
          + "has no groups.")
    }
    let hint = NearestName.hint(for: field, among: names) { "`\($0)`" }
    throw .failed("No reed has a value of --\(option) `\(field)`.\(hint)")
  }

  private func grouped(_ input: String) throws(CommandError) -> StudyEffects {
    if let text = arguments["groups"] {
      let names = text.split(separator: ",").map {
        String($0).trimmingBlanks
      }
      guard names.count == 2, names[0] != names[1] else {
        throw .wrongUsage("--groups takes two names such as A,B, not `\(text)`.")
      }
      return StudyEffects(players, input, outcome, names[0], names[1])
    }
    // The two that most players have enough of; names decide between equals.
    var counts: [String: Int] = [:]
    for player in players {
      for (group, values) in player.groups(input, outcome) {
        counts[group, default: 0] += values.count >= Self.leastInGroup ? 1 : 0
      }
    }
    let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    guard names.count > 1 else {
      throw .failed("\(input) has fewer than two groups that can be compared.")
    }
    let two = names[..<2].sorted()
    return StudyEffects(players, input, outcome, two[0], two[1])
  }

  /// What can be asked.
  private var fields: StatisticsReport {
    let names = Set(players.flatMap { $0.fields.reeds }).sorted()
    var rows: [StatisticsReport] = []
    for name in names where name != outcome {
      let isNumber = players.contains { $0.isNumber(name) == true }
      let enough = players.count { player in
        if isNumber { return player.pairs(name, outcome).x.count >= Self.leastReeds }
        return player.groups(name, outcome).values
          .count { $0.count >= Self.leastInGroup } > 1
      }
      rows.append(
        StatisticsReport([
          "field": .text(name), "kind": .text(isNumber ? "number" : "groups"),
          "players with enough reeds": .count(enough),
        ]))
    }
    return StatisticsReport([
      "study": .text(code), "players": .count(players.count),
      "reeds": .count(players.reduce(0) { $0 + $1.reedCount }), "outcome": .text(outcome),
      "fields": .rows(rows),
    ])
  }
}
