import Domain
import Ledger
import Reports
import Statistics

/// The measurements and outcomes of a map, and what was left out of it.
struct Relations: Sendable {
  let sheet: Sheet
  /// The rows and the columns of the map, most reeds first.
  let inputs: [Sheet.Line]
  let outcomes: [Sheet.Line]
  /// What would fill the map further than it can be read.
  let beyond: [Sheet.Line]
  /// What has values, but too few or always the same.
  let unusable: [Sheet.Line]
  /// Whether the map is a part that was chosen.
  let isInputChosen: Bool
  let isOutcomeChosen: Bool
  /// Reeds without any of the outcomes.
  let unrated: Int

  static let mostInputs = 24
  static let mostOutcomes = 8

  init(_ sheet: Sheet) {
    self.sheet = sheet
    var beyond: [Sheet.Line] = []
    func lines(_ control: String, _ all: [Sheet.Line], most: Int) -> (
      lines: [Sheet.Line], isChosen: Bool
    ) {
      if let chosen = sheet.chosen(control, in: all) { return ([chosen], true) }
      let usable = all.filter { $0.isUsable }
      let order = usable.indices.sorted {
        let (one, other) = (usable[$0].count, usable[$1].count)
        return one != other ? one > other : $0 < $1
      }
      let kept = order.prefix(most)
      beyond += order.dropFirst(most).map { usable[$0] }
      return (kept.map { usable[$0] }, false)
    }
    let (inputs, isInputChosen) = lines(Sheet.inputName, sheet.inputs, most: Self.mostInputs)
    let share = sheet.chosen(Sheet.outcomeName, in: sheet.shares)
    let (outcomes, isOutcomeChosen) =
      share.map { ([$0], true) }
      ?? lines(Sheet.outcomeName, sheet.outcomes, most: Self.mostOutcomes)
    (self.inputs, self.isInputChosen) = (inputs, isInputChosen)
    (self.outcomes, self.isOutcomeChosen) = (outcomes, isOutcomeChosen)
    self.beyond = beyond
    unusable =
      (isInputChosen ? [] : sheet.inputs.filter { !$0.isUsable && $0.count > 0 })
      + (isOutcomeChosen ? [] : sheet.outcomes.filter { !$0.isUsable && $0.count > 0 })
    unrated = sheet.entries.indices.count { place in
      outcomes.allSatisfy { !$0.values[place].isFinite }
    }
  }

  /// The test of all of it; large logs get fewer draws, so that it takes seconds and not minutes.
  var map: RelationsMap? {
    RelationsMap(
      inputs: inputs.map { $0.values }, outcomes: outcomes.map { $0.values }, draws: draws, seed: 1)
  }

  var draws: Int {
    let products = Double(inputs.count * outcomes.count) * Double(max(sheet.entries.count, 1))
    return Int(min(max(4e9 / max(products, 1), 2_000), 10_000))
  }

  // MARK: - Verdicts

  /// Whether a relation is one that luck alone would rarely make, with all questions of the map counted.
  static func isSupported(_ cell: RelationsMap.Cell) -> Bool {
    guard cell.spearman.count >= Sheet.fewestForWord, let q = cell.q, q <= 0.1 else {
      return false
    }
    return cell.spearman.excludesZero
  }

  /// `Thicker middle of half A goes with higher success: rho 0.62, 0.31 to 0.81, n = 24`
  func words(_ cell: RelationsMap.Cell) -> String {
    let (input, outcome) = (inputs[cell.input], outcomes[cell.outcome])
    let link = Self.link(input, outcome, isRising: cell.spearman.rho >= 0)
    return "\(Words.sentence(link)): \(cell.spearman.words)"
  }

  /// `thicker middle of half A goes with higher success`
  static func link(_ input: Sheet.Line, _ outcome: Sheet.Line, isRising: Bool) -> String {
    return
      "\(input.column.words(isMore: true)) goes with \(outcome.goodness.words(isMore: isRising))"
  }
}

extension Spearman {
  /// `rho 0.62, 0.31 to 0.81, n = 24`
  var words: String {
    let range = interval.map { ", \(Words.interval($0, places: 2))" } ?? ""
    return "rho \(Words.number(rho, places: 2))\(range), n = \(count)"
  }

  /// Whether its interval tells the direction; a perfect correlation has none and needs none.
  var excludesZero: Bool { interval?.excludesZero ?? (abs(rho) == 1) }
}
