import Domain
import Ledger
import Statistics

/// A piece that was measured twice.
struct GougeRepeat: Sendable {
  let gouger: RowID?
  let state: GougePiece.State
  /// The second reading less the first, of every point that both have, in millimetres.
  let differences: [Double]
}

extension ReedLog {
  /// The pieces that were measured twice: first as cane, and again as the reed made of it, wet both times or dry both
  /// times.
  ///
  /// A reed starts with a copy of what was measured on its cane, and a second reading is typed over the copy. One point that
  /// differs may be a slip that was mended; two or more are another measurement, of the other points too.
  func gougeRepeats(_ filter: GougeFilter) -> [GougeRepeat] {
    var first: [RowID: GougePiece] = [:]
    for cane in canes { first[cane.piece.id] = piece(cane) }
    var repeats: [GougeRepeat] = []
    var seen: Set<RowID> = []
    for entry in entries where filter.keeps(entry) {
      guard let cane = entry.reed.cane, !seen.contains(cane),
        let again = piece(entry, day: entry.reed.begun)
      else { continue }
      // A file may bring two reeds of a piece that is in no list.
      guard let before = first[cane] else {
        first[cane] = again
        continue
      }
      guard before.gouger == again.gouger, before.state == again.state else { continue }
      let differences = zip(before.points, again.points).compactMap { one, other -> Double? in
        guard let one, let other else { return nil }
        return other - one
      }
      guard differences.count(where: { $0 != 0 }) > 1 else { continue }
      seen.insert(cane)
      repeats.append(
        GougeRepeat(gouger: again.gouger, state: again.state, differences: differences))
    }
    return repeats
  }
}

/// How far off a reading of the micrometer is, from pieces that were measured twice.
struct GougeReading: Sendable {
  let pieces: Int
  /// The second readings less the first.
  let shift: Statistics.Summary
  /// The standard deviation of a single reading.
  let deviation: Double
  let interval: Interval

  /// Below this many pieces no word is said.
  static let fewest = Strength.fewestPairs

  /// Two readings of a point differ by the errors of both, so that each has half of their variance (Dahlberg, 1940). All points
  /// count together, as they are read with the same hand. What all second readings have more than the first ones,
  /// because cane swells or somebody else holds the micrometer, is no error of a reading and is taken out. The interval is
  /// that of a variance, by chi-square. `nil` for fewer pieces than ``fewest``.
  init?(_ repeats: [GougeRepeat]) {
    guard repeats.count >= Self.fewest,
      let shift = Statistics.Summary(repeats.flatMap { $0.differences }),
      shift.variance > 0
    else { return nil }
    let (freedom, half) = (Double(shift.count - 1), shift.variance / 2)
    let low = ChiSquare.quantile(0.025, freedom: freedom)
    let high = ChiSquare.quantile(0.975, freedom: freedom)
    guard low > 0, high < .infinity else { return nil }
    (pieces, self.shift, deviation) = (repeats.count, shift, half.squareRoot())
    interval = Interval(
      low: (half * freedom / high).squareRoot(), high: (half * freedom / low).squareRoot())
  }

  /// The part of a variance that is the micrometer’s, from 0 to 1.
  func share(of total: Double, _ point: GougePoint) -> Double? {
    let error = deviation * point.readingFactor
    guard total > 0, total < .infinity else { return nil }
    return min(error / total * (error / total), 1)
  }

  /// How much of what the mean of some readings says is the piece’s own (Spearman and Brown, 1910).
  static func reliability(of readings: Double, share: Double) -> Double {
    (1 - share) / (1 - share + share / readings)
  }
}
