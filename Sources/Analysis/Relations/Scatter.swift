import Domain
import Ledger
import Reports
import Statistics

/// One measurement and one outcome, reed by reed.
struct Scatter: Sendable {
  let sheet: Sheet
  /// `nil` if no measurement has any value.
  let input: Sheet.Line?
  let outcome: Sheet.Line
  /// The reeds with both, and their values.
  let places: [Int]
  let x: [Double]
  let y: [Double]
  let spearman: Spearman?
  let permutation: PermutationTest?
  let line: TheilSen?
  let thirds: Thirds?
  let colours: DotColours?
  let wantsBootstrap: Bool
  /// The BCa interval of rho, if it was asked for.
  let bootstrap: Bootstrap?

  /// More reeds than this take too long to draw again and again.
  static let mostToDraw = 1_000

  init(_ sheet: Sheet) {
    self.sheet = sheet
    outcome =
      sheet.chosen(Sheet.outcomeName, in: sheet.outcomes + sheet.shares)
      ?? sheet.outcomes.first { $0.isUsable }
      ?? sheet.outcomes[0]
    let outcome = outcome
    let input =
      sheet.chosen(Sheet.inputName, in: sheet.inputs) ?? Self.usual(sheet, outcome)
      ?? sheet.inputs.first { $0.isUsable } ?? sheet.inputs.first { $0.count > 0 }
    self.input = input
    let places = input.map { sheet.shared($0, outcome) } ?? []
    let x = places.compactMap { input?.values[$0] }
    let y = places.map { outcome.values[$0] }
    (self.places, self.x, self.y) = (places, x, y)
    let spearman = Spearman(x, y)
    self.spearman = spearman
    permutation = spearman?.p(seed: 1)
    let isEarly = places.count < Sheet.fewestForWord
    // Between most pairs of reeds a yes or no is the same, so the median of their slopes would be 0.
    let isShare = outcome.column.isShare
    line = isEarly || isShare ? nil : TheilSen(x, y)
    let thirds = Thirds(x, y, isShare: isShare)
    let isTarget = input?.column.direction == .target
    self.thirds =
      isShare || isTarget || Self.middleStands(out: thirds, outcome) ? thirds : nil
    let entries = places.map { sheet.entries[$0] }
    let chosen = sheet.question[Self.colourName]
    colours = Self.groupings(entries, sheet.log).first {
      chosen?.hasSameBytes(as: $0.name) == true
    }.map { DotColours($0, entries, sheet.log) }
    wantsBootstrap = sheet.question[Self.bootstrapName]?.hasSameBytes(as: "on") == true
    bootstrap =
      isEarly || !wantsBootstrap || places.count > Self.mostToDraw
      ? nil
      : Bootstrap(count: places.count, seed: 1) { chosen in
        Spearman(chosen.map { x[$0] }, chosen.map { y[$0] })?.rho
      }
  }

  /// What is shown unless something is asked: of gouge, shape and hardness, what most reeds with an outcome have, and of
  /// those what has the most different values.
  private static func usual(_ sheet: Sheet, _ outcome: Sheet.Line) -> Sheet.Line? {
    var usual: (line: Sheet.Line, count: Int, different: Int)?
    for line in sheet.inputs where line.isUsable && isTelling(line.column) {
      let values = sheet.shared(line, outcome).map { line.values[$0] }.sorted()
      let different = zip(values, values.dropFirst()).reduce(1) { $0 + ($1.0 == $1.1 ? 0 : 1) }
      guard values.count >= Sheet.fewest, different > 1,
        (values.count, different) > (usual?.count ?? 0, usual?.different ?? 0)
      else { continue }
      usual = (line, values.count, different)
    }
    return usual?.line
  }

  /// Whether players ask about it first: a tube’s diameter has few values, and few lengths are left to chance.
  private static func isTelling(_ column: Column) -> Bool {
    switch column.source {
    case .gougeMean: true
    case .reed(let field):
      ReedField.gougePoints.contains(field.id) || field.group == .shape
        || [40, 41].contains { field.id == KindID.reed.field($0) }
    default: false
    }
  }

  /// Whether the middle reads better than both ends; where nobody said what is good, higher.
  private static func middleStands(out thirds: Thirds?, _ outcome: Sheet.Line) -> Bool {
    guard let thirds else { return false }
    return outcome.goodness.sign > 0 ? thirds.isMiddleHigher : thirds.isMiddleLower
  }

  /// What the dots can be coloured by: what divides the reeds.
  private static func groupings(_ entries: [ReedLog.Entry], _ log: ReedLog) -> [Grouping] {
    Grouping.all(log).filter { $0.groups(of: entries, log).count > 1 }
  }

  /// How sure the direction is, if nothing else was asked.
  var strength: Strength {
    guard places.count >= Sheet.fewestForWord, let spearman else { return .tooEarly }
    let isRare = permutation.map { $0.p <= 0.05 } ?? false
    // A perfect correlation has no interval and needs none.
    if isRare, spearman.excludesZero { return .supported }
    return Strength(
      of: places.count, wide: spearman.interval, narrow: Spearman(x, y, level: 0.8)?.interval,
      isRare: isRare)
  }

  var twins: [Sheet.Twins] {
    guard let input else { return [] }
    let usable = sheet.inputs.filter { $0.isUsable }
    return sheet.twins(of: input, among: usable)
  }

  // MARK: - Controls

  var controls: [Report.Control] {
    typealias Option = Report.Control.Option
    let entries = places.map { sheet.entries[$0] }
    var controls: [Report.Control] = []
    if let input {
      controls.append(
        Report.Control(
          Sheet.inputName, "Measurement", .question,
          sheet.options(sheet.inputs, chosen: input), chosen: input.name))
    }
    controls.append(
      Report.Control(
        Sheet.outcomeName, "Outcome", .question,
        sheet.options(sheet.outcomes + sheet.shares, chosen: outcome), chosen: outcome.name))
    let groupings = Self.groupings(entries, sheet.log)
    if !groupings.isEmpty {
      controls.append(
        Report.Control(
          Self.colourName, "Colour", .question,
          [Option("", "None")] + groupings.map { Option($0.name, $0.label) },
          chosen: colours?.grouping.name ?? ""))
    }
    controls.append(
      Report.Control(
        Self.bootstrapName, "Bootstrap", .question,
        [Option("", "Off"), Option("on", "2,000 draws")], chosen: wantsBootstrap ? "on" : ""))
    return controls
  }

  static let colourName = "colour"
  static let bootstrapName = "bootstrap"
}
