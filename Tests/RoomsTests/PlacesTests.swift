import Testing

@testable import Domain
@testable import Ledger

@Suite struct PlacesTests {
  private typealias Sibling = (id: RowID, place: Int64)

  private func siblings(_ places: [Int64]) -> [Sibling] {
    places.enumerated().map { (RowID(Bits128(high: UInt64($0) + 1, low: 1)), $1) }
  }

  /// The siblings in their order once some edits are made.
  private func order(_ rows: [Sibling], after edits: [Edit]) -> [RowID] {
    var rows = rows
    for edit in edits {
      guard case .int(let place) = edit.value else { continue }
      for index in rows.indices where rows[index].id == edit.row { rows[index].place = place }
    }
    return rows.sorted { ($0.place, $0.id) < ($1.place, $1.id) }.map(\.id)
  }

  @Test(
    arguments: [
      [1, 2, 3, 4, 5], [0, 0, 0, 0, 0], [.min, -7, -7, 3, .max], [.max, .max, .max, .max, .max],
      [.min, .min, .max - 1, .max - 1, .max - 1], [5, 5, 6, 6, .max],
    ] as [[Int64]])
  func movesToEachPlaceFromEachOther(places: [Int64]) {
    let rows = siblings(places)
    for from in rows.indices {
      for steps in [-9, -4, -3, -2, -1, 0, 1, 2, 3, 4, 9, .min, .max] {
        var expected = rows.map(\.id)
        let moved = expected.remove(at: from)
        expected.insert(moved, at: steps < -4 ? 0 : steps > 4 ? 4 : min(max(from + steps, 0), 4))
        let edits = Places.moving(rows[from].id, by: steps, among: rows, .setlistEntry, FieldID(9))
        #expect(order(rows, after: edits) == expected, "\(places), \(from) by \(steps)")
      }
    }
  }

  @Test func writesOnlyWhatMoves() {
    let rows = siblings([3, 10, 20, 30])
    let edits = Places.moving(rows[1].id, by: 1, among: rows, .setlistEntry, FieldID(9))
    #expect(edits.map(\.value) == [.int(10), .int(20)])
    #expect(Places.moving(rows[3].id, by: 1, among: rows, .setlistEntry, FieldID(9)).isEmpty)
    #expect(
      Places.moving(RowID(Bits128(high: 99, low: 9)), by: 1, among: rows, .setlistEntry, FieldID(9))
        .isEmpty)
  }

  @Test func comesAfterTheLast() {
    #expect(Places.after(nil) == 1)
    #expect(Places.after(7) == 8)
    #expect(Places.after(.max) == .max)
  }
}
