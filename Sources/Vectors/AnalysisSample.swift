import Analysis
import Domain
import Ledger
import Reports
import Sound

/// Logs of reeds for vectors and benchmarks, the same everywhere.
public enum AnalysisSample {
  static let today: Int64 = 20_404

  /// The rows of the sample studio.
  static let studio: [Row] = {
    let edits = SampleStudio.edits(at: 1_763_000_000_000, zoneMinutes: 60, day: today)
    var rows: [Row] = []
    Samples.replica(with: edits).forEachRow { rows.append($0) }
    return rows.sorted { $0.id < $1.id }
  }()

  /// Reeds with twenty measurements and six outcomes, the player's score included, that have nothing to do with each
  /// other.
  static func noise(reeds: Int) -> [Row] {
    var chance = Chance(seed: 1)
    let inputs = ReedField.reed.filter {
      if case .number = $0.content { $0.group != .gouge } else { false }
    }.prefix(20)
    // Success and four of the eight qualities.
    let outcomes = [70, 48, 49, 50, 51].map { KindID.reedTest.field($0) }
    var rows: [Row] = []
    for place in 0..<UInt64(reeds) {
      let id = RowID(Bits128(high: 1, low: place))
      let stamp = Stamp(HybridTime(place), DeviceID(1))
      func row(_ id: RowID, _ record: [(field: FieldID, value: Value)], _ kind: KindID) -> Row {
        Row(
          id: id, kind: kind,
          cells: record.map { Cell(field: $0.field, stamp: stamp, value: $0.value) })
      }
      let reed = Reed(id, named: "\(place)", begun: today - Int64(chance.number(through: 170)))
      let measured = inputs.map { field in
        (
          field: field.id,
          value: Value.decimal(
            units: Int64(chance.number(through: 5_000)), places: field.content.places)
        )
      }
      rows.append(row(id, reed.edits(from: nil).map { ($0.field, $0.value) } + measured, .reed))
      let test = ReedTest(
        RowID(Bits128(high: 2, low: place)), of: id, day: today, made: 86_400_000)
      let rated = outcomes.map {
        (field: $0, value: Value.int(Int64(chance.number(through: 9)) + 1))
      }
      rows.append(
        row(test.id, test.edits(from: nil).map { ($0.field, $0.value) } + rated, .reedTest))
    }
    return rows
  }

  /// The bytes of the answer to a question.
  static func report(_ question: Question, _ rows: [Row]) -> [UInt8] {
    var analyst = Analyst(question, rows)
    while analyst.step() < 1 {}
    return analyst.report?.bytes ?? []
  }

  /// Answers what goes with what for this many reeds, as the worker does; to be timed. Returns the size of the answer.
  @export(interface)
  public static func relations(reeds: Int, runs: Int) -> Int {
    let rows = noise(reeds: reeds)
    var size = 0
    for _ in 0..<runs { size &+= report(Question(.relations, today: today), rows).count }
    return size
  }
}
