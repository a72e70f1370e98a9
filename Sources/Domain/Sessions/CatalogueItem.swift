public import Ledger

extension KindID {
  public static let item = KindID(51)
}

/// One climb, or one étude.
public struct CatalogueItem: RowRecord, Equatable {
  public let id: RowID
  public var catalogue: RowID
  public var name = ""
  /// Its number in other programs; 0 if it has none.
  public var number: Int64 = 0
  public var place: RowID?
  public var colour: RowID?
  /// The names of its tags, separated by commas.
  public var tags = ""
  /// Who set or wrote it.
  public var author = ""
  /// As entered; it is never converted.
  public var grade = ""
  /// The civil day from which it can be tried; 0 if unknown.
  public var liveFrom: Int64 = 0
  /// When its removal is planned; 0 if it is not.
  public var outPlanned: Int64 = 0
  /// When it was removed; 0 while it is there.
  public var outAt: Int64 = 0
  /// The target tempo in hundredths of a bpm; 0 if there is none.
  public var tempo: Int64 = 0
  /// Only for its owner.
  public var note = ""

  public static let nameLimit = 300
  public static let textLimit = 400
  public static let gradeLimit = 40
  public static let noteLimit = 4_000
  public static let numbers: ClosedRange<Int64> = 0...2_147_483_647

  public init(_ id: RowID, in catalogue: RowID, named name: String) {
    (self.id, self.catalogue, self.name) = (id, catalogue, name)
  }

  /// Whether it can be tried on a day.
  public func isLive(on day: Int64) -> Bool { liveFrom <= day && (outAt == 0 || outAt > day) }

  /// Its tags, one by one.
  public var tagNames: [String] {
    tags.utf8.split(separator: UInt8(ascii: ",")).map {
      String(decoding: $0, as: UTF8.self).trimmingBlanks
    }.filter { !$0.utf8.isEmpty }
  }
}

extension CatalogueItem {
  public static let kind = KindID.item
  public static let names = KindNames(
    "item", "Study or climb", "Studies and climbs", title: nameField)
  public static let nameField = field(2)
  public static let placeField = field(4)
  public static let colourField = field(5)
  public static let tagsField = field(6)
  public static let authorField = field(7)
  public static let gradeField = field(8)
  public static let liveFromField = field(9)
  public static let outPlannedField = field(10)
  public static let outAtField = field(11)
  public static let tempoField = field(12)
  public static let noteField = field(13)

  public init(blank id: RowID) { (self.id, catalogue) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ item: inout CatalogueItem) {
    fields.link(field(1), "catalogue", "Catalogue", &item.catalogue, always: true)
    fields.text(nameField, "name", "Name", &item.name, upTo: nameLimit, always: true)
    fields.whole(field(3), "number", "Number", &item.number, in: numbers)
    fields.link(placeField, "place", "Place", &item.place)
    fields.link(colourField, "colour", "Colour", &item.colour)
    fields.text(tagsField, "tags", "Tags", &item.tags, upTo: textLimit)
    fields.text(authorField, "author", "Set or written by", &item.author, upTo: textLimit)
    fields.text(gradeField, "grade", "Grade", &item.grade, upTo: gradeLimit)
    fields.day(liveFromField, "live-from", "Live since", &item.liveFrom)
    fields.day(outPlannedField, "out-planned", "Planned removal", &item.outPlanned)
    fields.day(outAtField, "out", "Removed", &item.outAt)
    fields.tempo(tempoField, "tempo", "Tempo", &item.tempo)
    fields.text(noteField, "note", "Private note", &item.note, upTo: noteLimit)
  }
}
