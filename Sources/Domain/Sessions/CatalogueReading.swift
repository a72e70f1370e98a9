import Ledger

/// Reads a published catalogue page by page: all of it, or the changes since the last reading.
///
/// It is a value: its owner requests ``path`` and passes the answer to ``take(_:)``.
public struct CatalogueReading: Sendable {
  public enum Step: Sendable {
    /// ``path`` must be requested next.
    case more
    case done(PublishedCatalogue)
    /// The answer is not a page of a catalogue.
    case unreadable
  }

  /// The path to request.
  public private(set) var path: String
  private var copy: PublishedCatalogue
  /// The version of the first page: later changes come with the next reading.
  private var version: String?
  private var isWhole: Bool
  private var pageCount = 0

  /// No catalogue has more pages.
  private static let pageLimit = PublishedCatalogue.itemLimit / 1_000

  /// - Parameter old: what was last read, if anything.
  public init(of id: String, over old: PublishedCatalogue? = nil) {
    path = PublishedCatalogue.path(of: id)
    copy = old ?? PublishedCatalogue(id)
    isWhole = old == nil
    if let old, !old.version.utf8.isEmpty { path += "?since=\(old.version)" }
  }

  /// Takes an answer to ``path``.
  public mutating func take(_ bytes: [UInt8]) -> Step {
    guard let page = try? JSON(parsing: bytes[...]), let version = page["version"]?.string,
      let isWhole = page["whole"]?.bool, let items = page["items"]?.array,
      pageCount < Self.pageLimit
    else { return .unreadable }
    pageCount += 1
    if self.version == nil {
      guard version.utf8.count <= 100, takeHead(page, isWhole) else { return .unreadable }
      self.version = version
    }
    for item in items { take(item: item) }
    for id in page["gone"]?.array ?? [] {
      if let id = Self.row(id) { copy.items[id] = nil }
    }
    if let next = page["next"]?.string {
      guard next.utf8.starts(with: "\(PublishedCatalogue.path(of: copy.id))?".utf8),
        next.utf8.count < 300, copy.items.count <= PublishedCatalogue.itemLimit
      else { return .unreadable }
      path = next
      return .more
    }
    copy.version = self.version ?? version
    if !self.isWhole, page["count"]?.int != Int64(copy.items.count) {
      // Something was missed: start again.
      self = CatalogueReading(of: copy.id)
      return .more
    }
    return .done(copy)
  }

  /// The catalogue with its places and tags, from the first page.
  private mutating func takeHead(_ page: JSON, _ isWhole: Bool) -> Bool {
    guard let head = page["catalogue"], let origin = Self.row(head["id"]) else { return false }
    if isWhole {
      self.isWhole = true
      copy.items = [:]
    }
    copy.origin = origin
    copy.catalogue.name = Self.text(head["name"], Catalogue.nameLimit)
    copy.catalogue.words =
      head["words"]?.string.map { $0.hasSameBytes(as: "etudes") } == true
      ? .etudes : .climbs
    copy.catalogue.scale = Self.text(head["scale"], 64)
    copy.catalogue.ownGrades = Self.text(head["ownGrades"], 8_000)
    (copy.places, copy.tags) = ([], [])
    for place in (page["places"]?.array ?? []).prefix(10_000) {
      if let id = Self.row(place["id"]) {
        copy.add(placeNamed: Self.text(place["name"], CataloguePlace.nameLimit), id)
      }
    }
    for tag in (page["tags"]?.array ?? []).prefix(10_000) {
      guard let id = Self.row(tag["id"]) else { continue }
      let colour = tag["colour"]?.string.map { ThreadColour.colour($0) ?? 0 }
      copy.tags.append(
        CatalogueTag(
          id, in: copy.catalogue.id, named: Self.text(tag["name"], CatalogueTag.nameLimit),
          colour: colour))
    }
    return true
  }

  private mutating func take(item json: JSON) {
    guard let id = Self.row(json["id"]) else { return }
    var item = CatalogueItem(
      id, in: copy.catalogue.id, named: Self.text(json["name"], CatalogueItem.nameLimit))
    item.place = Self.row(json["place"])
    item.colour = Self.row(json["colour"])
    item.tags = (json["tags"]?.array ?? []).compactMap { $0.string }.joined(separator: ", ")
      .shortened(to: CatalogueItem.textLimit)
    item.author = Self.text(json["author"], CatalogueItem.textLimit)
    item.grade = Self.text(json["grade"], CatalogueItem.gradeLimit)
    if let number = json["number"]?.int, CatalogueItem.numbers.contains(number) {
      item.number = number
    }
    item.liveFrom = Self.day(json["liveFrom"])
    item.outPlanned = Self.day(json["outPlanned"])
    item.outAt = Self.day(json["out"])
    if case .number(let digits) = json["tempo"],
      let units = try? Decimal(parsing: String(decoding: digits, as: UTF8.self), places: 2).units,
      (0...60_000).contains(units)
    {
      item.tempo = units
    }
    copy.items[id] = item
  }

  private static func text(_ json: JSON?, _ limit: Int) -> String {
    (json?.string ?? "").shortened(to: limit)
  }

  private static func row(_ json: JSON?) -> RowID? {
    json?.string.flatMap { Bits128(hex: $0) }.map { RowID($0) }
  }

  private static func day(_ json: JSON?) -> Int64 {
    json?.string.flatMap { DayText.day(of: $0) } ?? 0
  }
}
