import Domain
import Ledger
import Reports

extension Adviser {
  /// Cane that is harder at one end than at the other.
  func caneEnds() -> [Finding] {
    // A reed that was already played tells more than its cane.
    var pieces = reeds.filter { $0.reed.stage <= .blank }.compactMap { entry in
      differing(entry.name, entry.reed.begun, entry.row)
    }
    let tied = Set(log.entries.compactMap { $0.reed.cane })
    for row in rows where row.kind == .cane && row.life == .alive && !tied.contains(row.id) {
      let piece = PieceOfCane(row)
      guard !piece.isDiscarded else { continue }
      let name = piece.name.isEmpty ? "Unnamed piece" : piece.name
      if let piece = differing(name, piece.day, row) { pieces.append(piece) }
    }
    pieces.sort { ($0.day, $0.row) < ($1.day, $1.row) }
    func key(_ piece: Suggestion.Item) -> String { "cane ends \(piece.row.bits.hex)" }
    let new = undismissed(pieces, key: key)
    guard let newest = new.last else { return [] }
    let limit = "4 on your tester"
    var found = Suggestion(key(newest), "Set aside cane whose ends differ")
    found.proposal =
      "Set \(new.count == 1 ? "the piece" : "these pieces") aside, or mark "
      + "\(new.count == 1 ? "it" : "them") and see how the reeds turn out."
    found.reason = "The hardness of the two ends is more than \(limit) apart."
    found.evidence = [
      "\(Words.count(new.count, "piece", "pieces")) not scraped yet: one reading at each end."
    ]
    found.elsewhere =
      "Ends more than 4 apart are suspect (a maker of testers, reedsnstuff.com; sample size "
      + "not given). Figures differ from tester to tester."
    (found.items, found.head) = (new, "Ends")
    found.actions = [Report.Action("Open \(newest.name)", .open(newest.row))]
    return [Finding(suggestion: found)]
  }

  /// How many tenths of the tester's unit the ends may be apart.
  private static let most: Int64 = 40

  private func differing(_ name: String, _ day: Int64, _ row: Row) -> Suggestion.Item? {
    guard let a = ReedField.units(of: row.value(row.kind.field(40))),
      let b = ReedField.units(of: row.value(row.kind.field(41)))
    else { return nil }
    let apart = a.subtractingReportingOverflow(b)
    guard apart.overflow || apart.partialValue.magnitude > Self.most.magnitude else { return nil }
    func text(_ units: Int64) -> String { Words.number(Double(units) / 10, places: 1) }
    return Suggestion.Item(name, day, "\(text(a)) and \(text(b))", row.id)
  }
}

extension ReedStage {
  fileprivate static func <= (one: ReedStage, other: ReedStage) -> Bool {
    one.rawValue <= other.rawValue
  }
}
