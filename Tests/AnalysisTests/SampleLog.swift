import Domain
import Ledger
import Testing

@testable import Analysis

/// The reeds of the sample studio, drawn from a seed.
enum SampleLog {
  static let today = CalendarMonth(year: 2026, number: 11).firstDay

  static func rows(seed: UInt64) -> [Row] {
    let reeds = SampleReeds(day: today, zoneMinutes: 0, seed: seed) { day, minutes in
      (day * 1_440 + minutes) * 60_000
    }
    let stamp = Stamp(HybridTime(1), DeviceID(1))
    var places: [RowID: Int] = [:]
    var cells: [(id: RowID, kind: KindID, cells: [Cell])] = []
    for edit in reeds.edits {
      let cell = Cell(field: edit.field, stamp: stamp, value: edit.value)
      if let place = places[edit.row] {
        cells[place].cells.append(cell)
      } else {
        places[edit.row] = cells.count
        cells.append((edit.row, edit.kind, [cell]))
      }
    }
    return cells.map { Row(id: $0.id, kind: $0.kind, cells: $0.cells) }
  }
}
