public import Ledger

/// The rows of one catalogue that files are made from and compared with.
public struct CatalogueRows: Sendable {
  /// A row and whether it is in the trash.
  struct Known<Record: Sendable>: Sendable {
    let record: Record
    let isTrashed: Bool
  }

  public let catalogue: Catalogue
  private(set) var places: [RowID: Known<CataloguePlace>] = [:]
  private(set) var tags: [RowID: Known<CatalogueTag>] = [:]
  private(set) var items: [RowID: Known<CatalogueItem>] = [:]
  /// Other rows, and purged ones.
  private(set) var others: [RowID: Life] = [:]

  /// Selects what belongs to a catalogue from all rows of a space.
  public init(_ catalogue: Catalogue, _ rows: [Row]) {
    self.catalogue = catalogue
    for row in rows { take(row) }
  }

  public init(_ catalogue: Catalogue, _ data: Replica) {
    self.catalogue = catalogue
    data.forEachRow { take($0) }
  }

  private mutating func take(_ row: Row) {
    let isTrashed = row.life == .trashed
    var isOurs = false
    switch row.kind {
    case _ where row.life == .purged: break
    case .cataloguePlace:
      let place = CataloguePlace(row)
      isOurs = place.catalogue == catalogue.id
      if isOurs { places[row.id] = Known(record: place, isTrashed: isTrashed) }
    case .catalogueTag:
      let tag = CatalogueTag(row)
      isOurs = tag.catalogue == catalogue.id
      if isOurs { tags[row.id] = Known(record: tag, isTrashed: isTrashed) }
    case .item:
      let item = CatalogueItem(row)
      isOurs = item.catalogue == catalogue.id
      if isOurs { items[row.id] = Known(record: item, isTrashed: isTrashed) }
    default: break
    }
    if !isOurs { others[row.id] = row.life }
  }

  /// One's own catalogues among all rows of a space, in order.
  public static func catalogues(in rows: [Row]) -> [Catalogue] {
    rows.filter { $0.kind == .catalogue && $0.life == .alive }.map { Catalogue($0) }
      .filter { !$0.isSubscribed }.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// The places that are not in the trash, in order.
  var placesInOrder: [CataloguePlace] {
    places.values.filter { !$0.isTrashed }.map { $0.record }
      .sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// The next free number, counting items in the trash.
  var nextNumber: Int64 {
    let most = items.values.reduce(0) { max($0, $1.record.number) }
    return min(most + 1, CatalogueItem.numbers.upperBound)
  }

  /// How many items are not in the trash.
  public var itemCount: Int { items.values.reduce(0) { $0 + ($1.isTrashed ? 0 : 1) } }
}
