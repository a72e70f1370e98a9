import Ledger

extension RowFields {
  /// A tempo in hundredths of a bpm; 0 if none is set.
  mutating func tempo(_ field: FieldID, _ name: String, _ label: String, _ tempo: inout Int64) {
    decimal(field, name, label, &tempo, places: 2, in: 0...60_000, unit: "bpm")
  }

  /// The position of a row among its siblings.
  mutating func place(_ field: FieldID, _ place: inout Int64) {
    whole(field, "place", "Place", &place, in: Int64.min...Int64.max, always: true)
  }

  /// Some days of the week, from 0 for Monday; one bit for each, the lowest for Monday.
  mutating func weekdays(
    _ field: FieldID, _ name: String, _ label: String, _ days: inout Set<Int>
  ) {
    let bits = days.reduce(0) { $0 | 1 << $1 }
    whole(field, name, label, bits, in: 0...127) { bits in
      days = Set((0..<7).filter { bits >> $0 & 1 == 1 })
    }
  }
}
