public import Ledger

extension KindID {
  public static let reedBox = KindID(32)
  public static let reedBatch = KindID(31)
}

/// A box with places for reeds; a reed is in one box at most.
public struct ReedBox: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  /// How many places it has.
  public var size = 10
  /// Its position among the boxes.
  public var place: Int64 = 0

  public static let nameLimit = 200
  public static let sizes = 1...60

  public init(_ id: RowID, named name: String, size: Int = 10, after others: [ReedBox]) {
    (self.id, self.name, self.size) = (id, name, size)
    place = Places.after(others.last?.place)
  }
}

extension ReedBox {
  public static let kind = KindID.reedBox
  public static let names = KindNames("reed-box", "Box", "Boxes", title: nameField)
  public static let nameField = field(1)
  public static let sizeField = field(2)
  public static let placeField = field(3)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ box: inout ReedBox) {
    fields.text(nameField, "name", "Name", &box.name, upTo: nameLimit, always: true)
    fields.whole(sizeField, "size", "Places", &box.size, in: sizes, always: true)
    fields.place(placeField, &box.place)
  }

  /// All of them, in the owner's order.
  public static func all(in data: Replica) -> [ReedBox] {
    all(in: data, by: [.ascending(placeField)])
  }
}

/// Reeds that were started together.
public struct ReedBatch: RowRecord, Equatable {
  public let id: RowID
  /// From 1; the names of its reeds start with it.
  public var number = 1
  public var day: Int64 = 0
  public var note = ""

  public init(_ id: RowID, number: Int, day: Int64) {
    (self.id, self.number, self.day) = (id, number, day)
  }

  public var name: String { "Batch \(number)" }

  /// The name of its reed with this number.
  public func reedName(_ place: Int) -> String {
    "B\(number < 10 ? "0" : "")\(number)-\(place < 10 ? "0" : "")\(place)"
  }
}

extension ReedBatch {
  public static let kind = KindID.reedBatch
  public static let names = KindNames("reed-batch", "Batch", "Batches", title: numberField)
  public static let numberField = field(1)
  public static let noteField = field(3)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ batch: inout ReedBatch) {
    fields.whole(numberField, "number", "Number", &batch.number, in: 1...999_999, always: true)
    fields.day(field(2), "day", "Day", &batch.day, always: true)
    fields.text(noteField, "note", "Note", &batch.note, upTo: 4_000)
  }
}
