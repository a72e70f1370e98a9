import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// Wet and dry measurements in one chart.
  func mixedStates() -> [Finding] {
    let mean = Column(.gougeMean, "gouge_mean", "Gouge, mean", .target)
    let pieces = valued(mean, among: reeds)
    func state(_ number: Int64) -> [Valued] {
      pieces.filter { $0.entry.row.value(KindID.reed.field(50)) == .int(number) }
    }
    let (wet, dry) = (state(1), state(2))
    let unknown = pieces.count - wet.count - dry.count
    guard wet.count + dry.count >= Strength.fewestPairs else {
      guard pieces.count >= Strength.fewestPairs else { return [] }
      return [
        Finding(
          lack: Lack(
            "Wet and dry",
            "Did you measure the gouge wet or dry? \(Words.count(unknown, "piece", "pieces")) "
              + "\(unknown == 1 ? "does" : "do") not say."))
      ]
    }
    guard !wet.isEmpty, !dry.isEmpty else { return [] }
    var found = Suggestion("wet dry", "Split the gouge chart into wet and dry")
    found.proposal =
      "Compare wet pieces with wet ones and dry with dry, and measure your next pieces in one state."
    found.reason = "Wet and dry measurements are mixed: what looks like a gouger may be water."
    found.evidence = [
      "Measured wet: \(wet.count). Measured dry: \(dry.count). Not said: \(unknown)."
    ]
    if let effect = Effect(dry.map { $0.value }, wet.map { $0.value }) {
      found.evidence.append(
        "Wet minus dry: \(Words.difference(effect.mean, in: mean, log)), 95 % "
          + "\(Words.differences(effect.wide, in: mean, log)), n = \(wet.count) and \(dry.count).")
    }
    found.elsewhere =
      "The same cane read \(length(0.01, places: 2)) to \(length(0.04, places: 2)) thicker the next "
      + "day (one maker, woodwind.org; sample size not given)."
    found.items = pieces.compactMap { piece in
      guard case .int(let state) = piece.entry.row.value(KindID.reed.field(50)), 1...2 ~= state
      else { return nil }
      return item(
        piece.entry,
        "\(Words.value(piece.value, in: mean, log)), \(state == 1 ? "wet" : "dry")")
    }
    found.head = mean.label
    found.actions = [Report.Action("See the gouger’s chart", .ask(.gouger, []))]
    return [Finding(suggestion: found)]
  }
}
