import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// Two inputs that went together, or a tool that saw one season only: nobody can tell them apart.
  func confounded() -> [Finding] { [togetherInputs(), oneSeason()].compactMap { $0 } }

  // MARK: - Inputs

  private func togetherInputs() -> Finding? {
    var columns: [(column: Column, group: ReedField.Group, values: [Double?])] = []
    for column in log.inputs where column.isNumber {
      let group: ReedField.Group
      switch column.source {
      // The points of one gouge always go together.
      case .reed(let field) where field.group != .gouge: group = field.group
      case .gougeMean: group = .gouge
      default: continue
      }
      let values = reeds.map { log.number(column, of: $0) }
      if values.reduce(0, { $0 + ($1 == nil ? 0 : 1) }) >= Strength.fewestForHint {
        columns.append((column, group, values))
      }
    }
    var strongest: (a: Int, b: Int, spearman: Spearman)?
    for a in columns.indices {
      for b in columns.indices.dropFirst(a + 1) where columns[a].group != columns[b].group {
        var (x, y): ([Double], [Double]) = ([], [])
        for (one, other) in zip(columns[a].values, columns[b].values) {
          guard let one, let other else { continue }
          x.append(one)
          y.append(other)
        }
        guard x.count >= Strength.fewestForHint, let spearman = Spearman(x, y),
          abs(spearman.rho) > Self.most,
          abs(spearman.rho) > strongest.map({ abs($0.spearman.rho) }) ?? 0,
          !log.settings.hasDismissed(Self.key(columns[a].column, columns[b].column))
        else { continue }
        strongest = (a, b, spearman)
      }
    }
    guard let strongest else { return nil }
    let (one, other) = (columns[strongest.a], columns[strongest.b])
    let names = "“\(one.column.label)” and “\(other.column.label)”"
    var found = Suggestion(
      Self.key(one.column, other.column), "Take \(names) apart")
    found.proposal =
      "Make a few reeds that change one of them and not the other: whatever your reeds seem to say "
      + "about one may be the other’s doing."
    found.reason =
      "They went together in your reeds, beyond 0.7, so the data cannot tell them apart."
    let rho = strongest.spearman
    found.evidence = [
      "Rank correlation \(Words.signed(rho.rho, places: 2))"
        + (rho.interval.map { ", 95 % \(Words.signedInterval($0, places: 2))" } ?? "")
        + ", n = \(rho.count)."
    ]
    found.evidence += unrated(rho.count, of: reeds.count, "both")
    found.elsewhere = "This is arithmetic on your own log; it needs no outside claim."
    found.items = zip(reeds, zip(one.values, other.values)).compactMap { entry, values in
      guard let a = values.0, let b = values.1 else { return nil }
      return item(
        entry,
        "\(Words.value(a, in: one.column, log)) · \(Words.value(b, in: other.column, log))")
    }
    found.head = "\(one.column.label) · \(other.column.label)"
    found.footing = .data(.hint)
    let field = one.group == .gouge ? other.column.name : one.column.name
    found.subject = Suggestion.Subject(field: field, outcome: "success")
    found.actions = experiment(field, "success")
    return Finding(suggestion: found)
  }

  private static let most = 0.7

  private static func key(_ one: Column, _ other: Column) -> String {
    "together \(one.name) \(other.name)"
  }

  // MARK: - Seasons

  /// A tool with enough reeds that all come from one season, while others of its sort were used in another.
  private func oneSeason() -> Finding? {
    let season = Column(.season, "season", "Season")
    for column in log.inputs {
      guard case .reed(let field) = column.source, case .tool = field.content else { continue }
      var tools: [(id: RowID, entries: [ReedLog.Entry], seasons: [String])] = []
      for entry in reeds {
        guard case .row(let id) = entry.row.value(field.id), log.tools[id] != nil,
          let name = log.group(season, of: entry)
        else { continue }
        let place = tools.firstIndex { $0.id == id } ?? tools.count
        if place == tools.count { tools.append((id, [], [])) }
        tools[place].entries.append(entry)
        if !tools[place].seasons.contains(where: { $0.hasSameBytes(as: name) }) {
          tools[place].seasons.append(name)
        }
      }
      let often = tools.filter { $0.entries.count >= Strength.fewestForHint }
      for tool in often where tool.seasons.count == 1 {
        let others = often.filter { other in
          other.id != tool.id
            && other.seasons.contains { !$0.hasSameBytes(as: tool.seasons[0]) }
            && !log.settings.hasDismissed(Self.key(tool.id, other.id))
        }
        guard let other = others.first else { continue }
        let key = Self.key(tool.id, other.id)
        let (name, rival) = (log.name(ofTool: tool.id), log.name(ofTool: other.id))
        let when = tool.seasons[0].inLowerCase
        var found = Suggestion(key, "Use \(name) in another season, too")
        found.proposal =
          "Plan reeds in blocks, \(name) and \(rival) in the same weeks and from the same cane."
        found.reason =
          "All reeds with \(name) were begun in \(when): the data cannot tell it from the season."
        found.evidence = [
          "\(name): n = \(tool.entries.count), all in \(when). \(rival): n = "
            + "\(other.entries.count), in \(Words.list(other.seasons.map { $0.inLowerCase }))."
        ]
        found.elsewhere = "This is arithmetic on your own log; it needs no outside claim."
        found.items = tool.entries.map { item($0, when) }
        found.head = "Season"
        found.footing = .data(.hint)
        found.subject = Suggestion.Subject(
          field: field.name, outcome: "success", groups: (name, rival))
        found.actions = experiment(
          field.name, "success", arms(column, tool.entries.first, other.entries.first))
        return Finding(suggestion: found)
      }
    }
    return nil
  }

  /// The same whichever of them is named first.
  private static func key(_ one: RowID, _ other: RowID) -> String {
    "season \(min(one, other).bits.hex) \(max(one, other).bits.hex)"
  }
}
