import Domain
import Ledger
import Storage

/// The catalogues of a space with their public fields, in memory and updated change by change.
struct PublicSpace: Sendable {
  /// A row that exists or is in the trash.
  struct Kept<Record: Sendable>: Sendable {
    let record: Record
    let isThere: Bool
    /// The number of the last change of its public fields.
    let sequence: UInt64
  }

  private(set) var mark: SpaceMark
  private(set) var catalogues: [RowID: Kept<Catalogue>] = [:]
  private(set) var places: [RowID: Kept<CataloguePlace>] = [:]
  private(set) var tags: [RowID: Kept<CatalogueTag>] = [:]
  private(set) var items: [RowID: Kept<CatalogueItem>] = [:]
  /// The number of the last change that removed a row from an unknown catalogue.
  private(set) var lastErasure: UInt64 = 0
  /// The approximate memory of the rows.
  private(set) var byteCount = 0

  /// The approximate memory of a row without its texts.
  private static let rowByteCount = 400

  init(_ epoch: Epoch) {
    mark = SpaceMark(epoch, 0)
  }

  mutating func reach(_ mark: SpaceMark) { self.mark = mark }

  /// Updates a row.
  mutating func take(_ stored: StoredRow) {
    let kind = stored.cells[0].cell.kind
    let fields = PublicFields.all(of: kind)
    let sequence = stored.sequence(of: fields)
    guard let row = stored.row(only: fields), row.life != .purged else {
      forget(stored.id, at: stored.sequence(of: [.life]))
      return
    }
    switch kind {
    case .catalogue: keep(Catalogue(row), row, sequence, in: \.catalogues, Self.weight)
    case .cataloguePlace: keep(CataloguePlace(row), row, sequence, in: \.places, Self.weight)
    case .catalogueTag: keep(CatalogueTag(row), row, sequence, in: \.tags, Self.weight)
    case .item:
      let item = CatalogueItem(row)
      if let old = items[row.id], old.record.catalogue != item.catalogue {
        lastErasure = max(lastErasure, sequence)
      }
      keep(item, row, sequence, in: \.items, Self.weight)
    default: break
    }
  }

  private mutating func keep<Record>(
    _ record: Record, _ row: Row, _ sequence: UInt64,
    in table: WritableKeyPath<PublicSpace, [RowID: Kept<Record>]>, _ weight: (Record) -> Int
  ) {
    let kept = Kept(record: record, isThere: row.life == .alive, sequence: sequence)
    if let old = self[keyPath: table].updateValue(kept, forKey: row.id) {
      byteCount -= weight(old.record)
    }
    byteCount += weight(record)
  }

  private mutating func forget(_ row: RowID, at sequence: UInt64) {
    lastErasure = max(lastErasure, sequence)
    if let old = catalogues.removeValue(forKey: row) { byteCount -= Self.weight(old.record) }
    if let old = places.removeValue(forKey: row) { byteCount -= Self.weight(old.record) }
    if let old = tags.removeValue(forKey: row) { byteCount -= Self.weight(old.record) }
    if let old = items.removeValue(forKey: row) { byteCount -= Self.weight(old.record) }
  }

  private static func weight(_ catalogue: Catalogue) -> Int {
    rowByteCount + catalogue.name.utf8.count + catalogue.ownGrades.utf8.count
  }

  private static func weight(_ place: CataloguePlace) -> Int {
    rowByteCount + place.name.utf8.count
  }

  private static func weight(_ tag: CatalogueTag) -> Int { rowByteCount + tag.name.utf8.count }

  private static func weight(_ item: CatalogueItem) -> Int {
    rowByteCount + item.name.utf8.count + item.tags.utf8.count + item.author.utf8.count
  }
}

extension PublicSpace {
  /// A catalogue that exists and belongs to its owner.
  func catalogue(_ id: RowID) -> Catalogue? {
    guard let kept = catalogues[id], kept.isThere, !kept.record.isSubscribed else { return nil }
    return kept.record
  }

  /// The number of the last change of a catalogue and of anything in it.
  func sequence(of catalogue: RowID) -> UInt64 {
    var latest = max(catalogues[catalogue]?.sequence ?? 0, lastErasure)
    for kept in places.values where kept.record.catalogue == catalogue {
      latest = max(latest, kept.sequence)
    }
    for kept in tags.values where kept.record.catalogue == catalogue {
      latest = max(latest, kept.sequence)
    }
    for kept in items.values where kept.record.catalogue == catalogue {
      latest = max(latest, kept.sequence)
    }
    return latest
  }

  /// The places of a catalogue, in its owner's order.
  func places(of catalogue: RowID) -> [CataloguePlace] {
    places.values.filter { $0.isThere && $0.record.catalogue == catalogue }.map(\.record)
      .sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// The tags of a catalogue, oldest first.
  func tags(of catalogue: RowID) -> [CatalogueTag] {
    tags.values.filter { $0.isThere && $0.record.catalogue == catalogue }.map(\.record)
      .sorted { $0.id < $1.id }
  }

  /// The items of a catalogue, including those in the trash, oldest first.
  func items(of catalogue: RowID) -> [Kept<CatalogueItem>] {
    items.values.filter { $0.record.catalogue == catalogue }
      .sorted { $0.record.id < $1.record.id }
  }
}
