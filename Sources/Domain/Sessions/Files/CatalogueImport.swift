public import Ledger

/// What an import into a catalogue would do.
///
/// An item is found by id, then by number, then by name, place and colour; otherwise it is new. What a file
/// lacks stays unchanged and is never deleted. So importing the same file again changes nothing.
public struct CatalogueImport: Sendable {
  public private(set) var edits: [Edit] = []
  /// What could not be read.
  public private(set) var problems: [ReedProblem]
  /// What is odd but is accepted as is.
  public let remarks: [ReedProblem]
  public private(set) var newCount = 0
  public private(set) var changedCount = 0
  public private(set) var unchangedCount = 0
  /// Items that were in the trash and are restored.
  public private(set) var restoredCount = 0
  /// Items that were erased here, and stay gone.
  public private(set) var erasedCount = 0
  public private(set) var newPlaceCount = 0
  public private(set) var newTagCount = 0

  private let rows: CatalogueRows
  private let today: Int64
  private let isExact: Bool
  private let isTyped: Bool
  /// The place of new items without one.
  private let usualPlace: RowID?
  private var nextNumber: Int64 = 1
  private var places: Finder
  private var colours: Finder
  private var tags: Finder
  private var placeList: [CataloguePlace]

  /// - Parameters:
  ///   - today: the removal day for removed items without one in the file.
  ///   - place: the place of new items without one.
  public init(
    _ contents: CatalogueContents, into rows: CatalogueRows, today: Int64, place: RowID? = nil
  ) {
    (self.rows, self.today, usualPlace) = (rows, today, place)
    (problems, remarks) = (contents.problems, contents.remarks)
    (isExact, isTyped) = (contents.isExact, contents.isTyped)
    if isTyped { nextNumber = rows.nextNumber }
    placeList = rows.placesInOrder
    places = Finder(placeList.map { ($0.id, $0.name) })
    let known = rows.tags.values.filter { !$0.isTrashed }.map { $0.record }.sorted { $0.id < $1.id }
    colours = Finder(known.filter { $0.isColour }.map { ($0.id, $0.name) })
    tags = Finder(known.filter { !$0.isColour }.map { ($0.id, $0.name) })
    // A typed line is a new item, even if a removed item had the same name.
    var search = Search(rows, isTyped ? today : nil, place)
    var seen: Set<RowID> = []
    for entry in contents.entries { take(entry, &search, &seen) }
  }

  public var isEmpty: Bool { edits.isEmpty }

  private mutating func take(
    _ entry: CatalogueContents.Entry, _ search: inout Search, _ seen: inout Set<RowID>
  ) {
    let id = search.item(of: entry)
    if let life = rows.others[id] {
      if life == .purged {
        erasedCount += 1
      } else {
        note("This id is already in use for something else, so the item is left out.", entry)
      }
      return
    }
    guard seen.insert(id).inserted else {
      return note("This item appears twice. The first one counts.", entry)
    }
    let old = rows.items[id]
    guard old != nil || entry.name != nil else {
      return note("This item has no name, so it is left out.", entry)
    }
    var item = old?.record ?? CatalogueItem(id, in: rows.catalogue.id, named: "")
    fill(&item, with: entry)
    if old == nil {
      if entry.place == nil { item.place = usualPlace }
      if isTyped {
        (item.number, item.liveFrom) = (nextNumber, today)
        nextNumber = min(nextNumber + 1, CatalogueItem.numbers.upperBound)
      }
    }
    let changes = item.edits(from: old?.record)
    if old?.isTrashed == true {
      restoredCount += 1
      edits.append(Edit(id, .item, .life, Life.alive.value))
    } else if old == nil {
      newCount += 1
    } else if changes.isEmpty {
      unchangedCount += 1
    } else {
      changedCount += 1
    }
    edits += changes
  }

  private mutating func note(_ words: String, _ entry: CatalogueContents.Entry) {
    if problems.count < ReedContents.problemLimit { problems.append(ReedProblem(entry.at, words)) }
  }

  private mutating func fill(_ item: inout CatalogueItem, with entry: CatalogueContents.Entry) {
    if let number = entry.number { item.number = number }
    if let name = entry.name { item.name = name }
    if let author = entry.author { item.author = author }
    if let grade = entry.grade { item.grade = grade }
    if let day = entry.liveFrom { item.liveFrom = day }
    if let day = entry.outPlanned { item.outPlanned = day }
    if let day = entry.outAt { item.outAt = day }
    if let tempo = entry.tempo { item.tempo = tempo }
    if let note = entry.note { item.note = note }
    if let isActive = entry.isActive, isActive != (item.outAt == 0) {
      item.outAt = isActive ? 0 : today
    }
    if let name = entry.place { item.place = place(name, now: item.place) }
    if let text = entry.colour { item.colour = colour(text, now: item.colour) }
    if let text = entry.tags {
      item.tags = text
      for name in item.tagNames { tag(name) }
    }
  }

  // MARK: - Places, colours and tags

  private mutating func place(_ name: String, now: RowID?) -> RowID {
    // Several places may have this name: it stays where it is then.
    if let now, rows.places[now]?.record.name.hasSameBytes(as: name) == true { return now }
    if let id = places.row(name, isExact) { return id }
    let id = newID(name, in: "woodshed catalogue place")
    let place = CataloguePlace(id, in: rows.catalogue.id, named: name, after: placeList)
    placeList.append(place)
    keep(
      place.edits(from: rows.places[id]?.record), id, .cataloguePlace, rows.places[id]?.isTrashed)
    places.add(id, name)
    newPlaceCount += 1
    return id
  }

  private mutating func colour(_ text: String, now: RowID?) -> RowID {
    let (name, colour) = CatalogueTag.read(tableText: text)
    if let now, let tag = rows.tags[now]?.record, tag.name.hasSameBytes(as: name) { return now }
    if let id = colours.row(name, isExact) { return id }
    let id = newID(name, in: "woodshed catalogue colour")
    let tag = CatalogueTag(id, in: rows.catalogue.id, named: name, colour: colour)
    keep(tag.edits(from: rows.tags[id]?.record), id, .catalogueTag, rows.tags[id]?.isTrashed)
    colours.add(id, name)
    newTagCount += 1
    return id
  }

  private mutating func tag(_ name: String) {
    guard name.utf8.count <= CatalogueTag.nameLimit, tags.row(name, isExact) == nil,
      colours.row(name, isExact) == nil
    else { return }
    let id = newID(name, in: "woodshed catalogue tag")
    let tag = CatalogueTag(id, in: rows.catalogue.id, named: name)
    keep(tag.edits(from: rows.tags[id]?.record), id, .catalogueTag, rows.tags[id]?.isTrashed)
    tags.add(id, name)
    newTagCount += 1
  }

  private mutating func keep(
    _ changes: [Edit], _ id: RowID, _ kind: KindID, _ wasTrashed: Bool?
  ) {
    if wasTrashed == true { edits.append(Edit(id, kind, .life, Life.alive.value)) }
    edits += changes
  }

  /// A name gets the same id each time it is imported into this catalogue, unless that id was purged.
  private func newID(_ name: String, in namespace: String) -> RowID {
    var key = rows.catalogue.id.bits.bytes + Array(name.utf8)
    var id = RowID(of: key, in: namespace)
    while rows.others[id] != nil {
      key.append(0)
      id = RowID(of: key, in: namespace)
    }
    return id
  }
}

/// Rows by name: exact, or ignoring case and accents.
private struct Finder {
  private var exact: [[UInt8]: RowID] = [:]
  private var folded: [[UInt8]: RowID] = [:]

  init(_ rows: [(id: RowID, name: String)]) {
    for row in rows { add(row.id, row.name) }
  }

  mutating func add(_ id: RowID, _ name: String) {
    let key = Array(name.utf8)
    if exact[key] == nil { exact[key] = id }
    let fold = Fold.bytes(of: name.trimmingBlanks)
    if folded[fold] == nil { folded[fold] = id }
  }

  func row(_ name: String, _ isExact: Bool) -> RowID? {
    exact[Array(name.utf8)] ?? (isExact ? nil : folded[Fold.bytes(of: name.trimmingBlanks)])
  }
}

/// Finds the items that the entries of a file refer to.
private struct Search {
  private let catalogue: RowID
  private var byNumber: [Int64: RowID] = [:]
  private var byWords: [[UInt8]: RowID] = [:]
  private var countsByKey: [[UInt8]: Int] = [:]
  private let usualPlace: String
  private let day: Int64?
  private var gone: Set<RowID> = []

  /// - Parameters:
  ///   - day: if given, items that are not live on it are not found.
  ///   - place: where entries without a place are looked up.
  init(_ rows: CatalogueRows, _ day: Int64?, _ place: RowID?) {
    (catalogue, self.day) = (rows.catalogue.id, day)
    usualPlace = place.flatMap { rows.places[$0] }?.record.name ?? ""
    var items: [CatalogueItem] = []
    for known in rows.items.values where !known.isTrashed {
      if let day, known.record.outAt != 0, known.record.outAt <= day {
        gone.insert(known.record.id)
      } else {
        items.append(known.record)
      }
    }
    if day != nil { for (id, life) in rows.others where life == .purged { gone.insert(id) } }
    for item in items.sorted(by: { $0.id < $1.id }) {
      if item.number != 0, byNumber[item.number] == nil { byNumber[item.number] = item.id }
      let words = Self.words(
        item.name, item.place.flatMap { rows.places[$0] }?.record.name ?? "",
        item.colour.flatMap { rows.tags[$0] }?.record.name ?? "")
      if byWords[words] == nil { byWords[words] = item.id }
    }
  }

  /// The item of an entry, or an id for a new one, derived from the entry.
  mutating func item(of entry: CatalogueContents.Entry) -> RowID {
    if let id = entry.id { return id }
    if let number = entry.number, number != 0 {
      return byNumber[number] ?? newID(Array("number \(number)".utf8))
    }
    let colour = entry.colour.map { CatalogueTag.read(tableText: $0).name } ?? ""
    let words = Self.words(entry.name ?? "", entry.place ?? usualPlace, colour)
    let count = countsByKey[words, default: 0] + 1
    countsByKey[words] = count
    if count == 1, let known = byWords[words] { return known }
    var key = words + Array("\u{1}\(count)".utf8)
    if let day { key += Array("\u{1}\(day)".utf8) }
    while gone.contains(newID(key)) { key.append(0) }
    return newID(key)
  }

  private func newID(_ key: [UInt8]) -> RowID {
    RowID(of: catalogue.bits.bytes + key, in: "woodshed catalogue item")
  }

  private static func words(_ name: String, _ place: String, _ colour: String) -> [UInt8] {
    var words = Fold.bytes(of: name.trimmingBlanks)
    for word in [place, colour] {
      words.append(0)
      words += Fold.bytes(of: word.trimmingBlanks)
    }
    return words
  }
}
