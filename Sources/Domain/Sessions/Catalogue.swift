public import Ledger

extension KindID {
  /// Graded things to train on, and their grades.
  public static let catalogue = KindID(48)
  public static let cataloguePlace = KindID(49)
  public static let catalogueTag = KindID(50)
}

/// A catalogue of climbs or études: how they are graded and named. Everything that distinguishes sorts of catalogues
/// is in its fields.
public struct Catalogue: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  /// The words for its items, places and sessions, and for how a try ended.
  public var words = CatalogueWords.climbs
  /// The scale of its grades, by its name in ``GradeScale``.
  public var scale = "v"
  /// A custom scale, if ``scale`` says so: one grade per line, easiest first.
  public var ownGrades = ""
  /// Its position among the catalogues.
  public var place: Int64 = 0
  /// Where it is read from, if somebody else publishes it; empty for one's own.
  public var source = ""

  public static let nameLimit = 200
  /// The value of ``scale`` for a custom scale.
  public static let ownScale = "own"

  public init(_ id: RowID, named name: String, _ words: CatalogueWords, after others: [Catalogue]) {
    (self.id, self.name, self.words) = (id, name, words)
    scale = words.scale
    place = Places.after(others.last?.place)
  }

  /// Whether somebody else publishes it.
  public var isSubscribed: Bool { !source.utf8.isEmpty }

  /// Adopts what its publisher says.
  mutating func show(_ published: Catalogue) {
    (name, words) = (published.name, published.words)
    (scale, ownGrades) = (published.scale, published.ownGrades)
  }
}

extension Catalogue {
  public static let kind = KindID.catalogue
  public static let names = KindNames("catalogue", "Catalogue", "Catalogues", title: nameField)
  public static let nameField = field(1)
  public static let ownGradesField = field(4)
  public static let placeField = field(5)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ catalogue: inout Catalogue) {
    fields.text(nameField, "name", "Name", &catalogue.name, upTo: nameLimit, always: true)
    fields.choice(
      field(2), "words", "Contents", &catalogue.words, CatalogueWords.choices, always: true)
    fields.text(field(3), "scale", "Grades", &catalogue.scale, upTo: 64, always: true)
    fields.text(ownGradesField, "own-grades", "Custom grades", &catalogue.ownGrades, upTo: 8_000)
    fields.place(placeField, &catalogue.place)
    fields.text(field(6), "source", "Source", &catalogue.source, upTo: 2_000)
  }

  /// All of them, in the owner's order.
  public static func all(in data: Replica) -> [Catalogue] {
    all(in: data, by: [.ascending(placeField)])
  }
}

/// Where an item is: a wall, or a book.
public struct CataloguePlace: RowRecord, Equatable {
  public let id: RowID
  public var catalogue: RowID
  public var name = ""
  /// Its position among the places.
  public var place: Int64 = 0

  public static let nameLimit = 200

  public init(_ id: RowID, in catalogue: RowID, named name: String, after others: [CataloguePlace])
  {
    (self.id, self.catalogue, self.name) = (id, catalogue, name)
    place = Places.after(others.last?.place)
  }
}

extension CataloguePlace {
  public static let kind = KindID.cataloguePlace
  public static let names = KindNames(
    "catalogue-place", "Book or wall", "Books and walls", title: nameField)
  public static let nameField = field(2)
  public static let placeField = field(3)

  public init(blank id: RowID) { (self.id, catalogue) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ place: inout CataloguePlace) {
    fields.link(field(1), "catalogue", "Catalogue", &place.catalogue, always: true)
    fields.text(nameField, "name", "Name", &place.name, upTo: nameLimit, always: true)
    fields.place(placeField, &place.place)
  }
}

/// A tag of items: the colour of holds, or a style, a key, a technique.
public struct CatalogueTag: RowRecord, Equatable {
  public let id: RowID
  public var catalogue: RowID
  public var name = ""
  /// Whether it is a colour: an item has one of them at most.
  public var isColour = false
  /// The display colour, as `0xRRGGBB`.
  public var colour: Int64 = 0

  public static let nameLimit = 100

  public init(_ id: RowID, in catalogue: RowID, named name: String, colour: Int64? = nil) {
    (self.id, self.catalogue, self.name) = (id, catalogue, name)
    (isColour, self.colour) = (colour != nil, colour ?? 0)
  }
}

extension CatalogueTag {
  public static let kind = KindID.catalogueTag
  public static let names = KindNames(
    "catalogue-tag", "Catalogue tag", "Catalogue tags", title: nameField)
  public static let nameField = field(2)
  public static let colourField = field(4)

  public init(blank id: RowID) { (self.id, catalogue) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ tag: inout CatalogueTag) {
    fields.link(field(1), "catalogue", "Catalogue", &tag.catalogue, always: true)
    fields.text(nameField, "name", "Name", &tag.name, upTo: nameLimit, always: true)
    fields.flag(field(3), "is-colour", "Is a colour", &tag.isColour)
    fields.whole(colourField, "colour", "Colour", &tag.colour, in: 0...0xFF_FFFF)
  }
}

extension CatalogueTag {
  /// The usual colours of holds.
  static let holdColours: [(name: String, colour: Int64)] = [
    ("green", 0x1F_7A4B), ("yellow", 0xE3_B25B), ("blue", 0x27_62B8), ("red", 0xB3_261E),
    ("black", 0x23_1D15), ("purple", 0x5B_2A86), ("orange", 0xD2_532C), ("white", 0xF2_EADB),
  ]
  private static let otherColours: [(name: String, colour: Int64)] = [
    ("pink", 0xD9_6C9A), ("grey", 0x8A_8478), ("gray", 0x8A_8478), ("brown", 0x6B_4A2B),
    ("turquoise", 0x2A_9D97),
  ]

  /// The colour with a common name; grey if the name is unknown.
  public static func colour(named name: String) -> Int64 {
    let key = name.trimmingBlanks.inLowerCase
    let known = (holdColours + otherColours).first { $0.name.hasSameBytes(as: key) }
    return known?.colour ?? 0x8A_8478
  }
}
