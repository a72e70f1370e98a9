public import Ledger

/// A catalogue that somebody else publishes, as last read by this device.
///
/// It is not a row of any space: every device reads it itself, so a gym that resets its walls fills nobody's
/// history. The space only contains the subscription, a ``Catalogue`` with a ``Catalogue/source``.
public struct PublishedCatalogue: Sendable {
  /// Its name on the server: 20 digits and letters.
  public let id: String
  /// Its name and grades; its row is the subscription's.
  public internal(set) var catalogue: Catalogue
  /// Its row in the owner's space.
  public internal(set) var origin: RowID
  /// The server's version of this state.
  public internal(set) var version = ""
  public internal(set) var places: [CataloguePlace] = []
  public internal(set) var tags: [CatalogueTag] = []
  public internal(set) var items: [RowID: CatalogueItem] = [:]

  /// The row of a subscription: two devices that subscribe share it.
  public static func subscription(to id: String) -> RowID {
    RowID(of: Array(id.utf8), in: "woodshed subscription")
  }

  /// Where a publication is read.
  public static func path(of id: String) -> String { pathPrefix + id }

  /// The publication that a source names.
  public static func id(of source: String) -> String? {
    guard source.utf8.starts(with: pathPrefix.utf8) else { return nil }
    let id = String(decoding: source.utf8.dropFirst(pathPrefix.utf8.count), as: UTF8.self)
    return isID(id) ? id : nil
  }

  /// Whether a text can name a publication.
  public static func isID(_ text: String) -> Bool {
    text.utf8.count == 20 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }
  }

  private static let pathPrefix = "/v1/catalogues/"
  /// The limit for published catalogues.
  static let itemLimit = 500_000

  init(_ id: String) {
    self.id = id
    catalogue = Catalogue(blank: Self.subscription(to: id))
    catalogue.source = Self.path(of: id)
    origin = catalogue.id
  }
}

// MARK: - As a file on this device

extension PublishedCatalogue {
  private static let format: UInt8 = 1

  /// All of it, to be kept on this device.
  public var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 120 * items.count + 1_024)
    writer.write(Self.format)
    for text in [id, version, catalogue.name, catalogue.scale, catalogue.ownGrades] {
      writer.write(text: text)
    }
    writer.write(catalogue.words == .climbs ? 0 : 1)
    writer.write(origin.bits)
    writer.writeVarint(UInt64(places.count))
    for place in places {
      writer.write(place.id.bits)
      writer.write(text: place.name)
    }
    writer.writeVarint(UInt64(tags.count))
    for tag in tags {
      writer.write(tag.id.bits)
      writer.write(text: tag.name)
      writer.writeSigned(tag.isColour ? tag.colour : -1)
    }
    writer.writeVarint(UInt64(items.count))
    for item in items.values { Self.write(item, &writer) }
    return writer.bytes
  }

  private static func write(_ item: CatalogueItem, _ writer: inout ByteWriter) {
    writer.write(item.id.bits)
    for text in [item.name, item.tags, item.author, item.grade] { writer.write(text: text) }
    for link in [item.place, item.colour] {
      writer.write(link == nil ? 0 : 1)
      if let link { writer.write(link.bits) }
    }
    for number in [item.number, item.liveFrom, item.outPlanned, item.outAt, item.tempo] {
      writer.writeSigned(number)
    }
  }

  /// Reads what ``bytes`` wrote; `nil` if it is something else or damaged.
  public init?(_ bytes: [UInt8]) {
    guard let copy = try? Self.read(bytes) else { return nil }
    self = copy
  }

  private static func read(
    _ bytes: [UInt8]
  ) throws(ByteReader.Failure) -> PublishedCatalogue {
    var reader = ByteReader(bytes)
    guard try reader.readByte() == format else { throw .endsEarly }
    var copy = PublishedCatalogue(try reader.readText())
    copy.version = try reader.readText()
    copy.catalogue.name = try reader.readText()
    copy.catalogue.scale = try reader.readText()
    copy.catalogue.ownGrades = try reader.readText()
    copy.catalogue.words = try reader.readByte() == 0 ? .climbs : .etudes
    copy.origin = RowID(try reader.readBits128())
    for _ in 0..<(try reader.readCount(of: 17)) {
      let id = RowID(try reader.readBits128())
      copy.add(placeNamed: try reader.readText(), id)
    }
    for _ in 0..<(try reader.readCount(of: 18)) {
      let id = RowID(try reader.readBits128())
      let name = try reader.readText()
      let colour = try reader.readSigned()
      copy.tags.append(
        CatalogueTag(id, in: copy.catalogue.id, named: name, colour: colour < 0 ? nil : colour))
    }
    for _ in 0..<(try reader.readCount(of: 27)) {
      let item = try readItem(&reader, copy.catalogue.id)
      copy.items[item.id] = item
    }
    guard reader.isAtEnd, isID(copy.id) else { throw .endsEarly }
    return copy
  }

  private static func readItem(
    _ reader: inout ByteReader, _ catalogue: RowID
  ) throws(ByteReader.Failure) -> CatalogueItem {
    var item = CatalogueItem(RowID(try reader.readBits128()), in: catalogue, named: "")
    item.name = try reader.readText()
    item.tags = try reader.readText()
    item.author = try reader.readText()
    item.grade = try reader.readText()
    if try reader.readByte() == 1 { item.place = RowID(try reader.readBits128()) }
    if try reader.readByte() == 1 { item.colour = RowID(try reader.readBits128()) }
    item.number = try reader.readSigned()
    item.liveFrom = try reader.readSigned()
    item.outPlanned = try reader.readSigned()
    item.outAt = try reader.readSigned()
    item.tempo = try reader.readSigned()
    return item
  }

  mutating func add(placeNamed name: String, _ id: RowID) {
    places.append(CataloguePlace(id, in: catalogue.id, named: name, after: places))
  }
}
