import Domain
import Ledger

/// The fields of a catalogue's rows that are published. A field that is not listed here is private, so new fields are
/// private until somebody adds them.
enum PublicFields {
  static let kinds = Array(byKind.keys)

  /// The fields of a kind, including whether a row is in the trash.
  static func all(of kind: KindID) -> Set<FieldID> { byKind[kind] ?? [] }

  private static let byKind: [KindID: Set<FieldID>] = [
    // Of a catalogue: its name, words, scale and own grades; and its source, because somebody else's catalogue is not published.
    .catalogue: fields(.catalogue, 1, 2, 3, 4, 6),
    // Of a place: its catalogue, name and order.
    .cataloguePlace: fields(.cataloguePlace, 1, 2, 3),
    // Of a tag: its catalogue and name, whether it is a colour, and which.
    .catalogueTag: fields(.catalogueTag, 1, 2, 3, 4),
    // Of an item: all but its note.
    .item: fields(.item, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
  ]

  private static func fields(_ kind: KindID, _ numbers: UInt64...) -> Set<FieldID> {
    Set(numbers.map(kind.field) + [.life])
  }
}
