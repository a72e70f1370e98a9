public import Ledger

/// Everything that is kept of training: taken from the data once, then kept up with what changes.
public struct TrainingIndex: Sendable {
  /// In the order that their owner gave them.
  public private(set) var catalogues: [Catalogue] = []
  public private(set) var places: [RowID: CataloguePlace] = [:]
  public private(set) var tags: [RowID: CatalogueTag] = [:]
  public private(set) var items: [RowID: CatalogueItem] = [:]
  public private(set) var tries: [RowID: Try] = [:]
  /// Sessions of training, the latest first.
  public private(set) var sessions: [PractisedSession] = []
  public private(set) var settings = TrainingSettings()
  /// Another number whenever something is another.
  public private(set) var version: UInt64 = 0
  /// Another number whenever a catalogue, an item, a place or a tag is another.
  public private(set) var itemVersion: UInt64 = 0
  /// Another number whenever something else is another that a level follows from.
  public private(set) var tryVersion: UInt64 = 0
  private var projects: [RowID: Project.State] = [:]
  private var votesByItem: [RowID: Vote] = [:]
  private var levels: [Level] = []
  private var ownPlans: [TrainingPlan] = []
  /// What this device read of catalogues that others publish.
  private var copies: [PublishedCatalogue] = []
  private var sessionsByID: [RowID: PractisedSession] = [:]
  private var triesByItem: [RowID: [RowID]] = [:]
  private var triesBySession: [RowID: [RowID]] = [:]
  private var read = ReadMarks()
  private var search: SearchIndex?
  private var stale: Set<RowID> = []
  private var hasNewNames = false
  private var hasNewSessions = false

  public init() {}

  // MARK: - Keeping up

  /// Reads the rows that changed since the last time.
  public mutating func update(_ data: Replica) {
    guard let changed = read.changes(in: data, of: Self.isOurs) else {
      let old = self
      self = TrainingIndex()
      version = old.version &+ 1
      (itemVersion, tryVersion) = (old.itemVersion &+ 1, old.tryVersion &+ 1)
      copies = old.copies
      update(data)
      if old.search != nil { prepareSearch() }
      return
    }
    for row in changed { take(row) }
    version &+= UInt64(changed.count)
    reckon()
  }

  // MARK: - What others publish

  /// What was read of a catalogue that somebody else publishes.
  public func copy(of subscription: RowID) -> PublishedCatalogue? {
    copies.first { $0.catalogue.id == subscription }
  }

  /// Takes in what was read of a catalogue, in the place of what was read before.
  public mutating func put(_ copy: PublishedCatalogue) {
    removeCopy(of: copy.catalogue.id)
    copies.append(copy)
    show(copy)
    reckon()
  }

  /// Forgets all that was read of others: another space shows.
  public mutating func removeCopies() {
    for copy in copies { removeCopy(of: copy.catalogue.id) }
    reckon()
  }

  private mutating func removeCopy(of subscription: RowID) {
    guard let place = copies.firstIndex(where: { $0.catalogue.id == subscription }) else { return }
    let copy = copies.remove(at: place)
    itemVersion &+= 1
    for place in copy.places where !read.contains(place.id) { places[place.id] = nil }
    for tag in copy.tags where !read.contains(tag.id) { tags[tag.id] = nil }
    for id in copy.items.keys where items[id]?.catalogue == subscription {
      items[id] = nil
      stale.insert(id)
    }
  }

  /// Shows what was read beside one's own. Where both have a row, one's own counts.
  private mutating func show(_ copy: PublishedCatalogue) {
    guard let number = catalogues.firstIndex(where: { $0.id == copy.catalogue.id }) else { return }
    version &+= 1
    itemVersion &+= 1
    catalogues[number].show(copy.catalogue)
    for place in copy.places where !read.contains(place.id) { places[place.id] = place }
    for tag in copy.tags where !read.contains(tag.id) { tags[tag.id] = tag }
    for item in copy.items.values where !read.contains(item.id) {
      items[item.id] = item
      stale.insert(item.id)
    }
  }

  private static func isOurs(_ kind: KindID) -> Bool {
    switch kind {
    case .session, .catalogue, .cataloguePlace, .catalogueTag, .item, .attempt, .project, .vote,
      .trainingPlan, .trainingSettings, .level:
      true
    default: false
    }
  }

  private mutating func take(_ row: Row) {
    let isAlive = row.life == .alive
    switch row.kind {
    case .catalogue, .cataloguePlace, .catalogueTag, .item: itemVersion &+= 1
    case .session, .trainingPlan: break
    default: tryVersion &+= 1
    }
    switch row.kind {
    case .session:
      let session = isAlive ? PractisedSession(row) : nil
      let isTraining = session?.training != nil
      guard isTraining || sessionsByID[row.id] != nil else { return }
      sessionsByID[row.id] = isTraining ? session : nil
      hasNewSessions = true
    case .catalogue:
      Self.take(row, into: &catalogues)
      catalogues.sort { ($0.place, $0.id) < ($1.place, $1.id) }
      if let copy = copy(of: row.id) {
        removeCopy(of: row.id)
        // It stays in memory while the row is in the trash, and shows again with it.
        copies.append(copy)
        show(copy)
      }
    case .cataloguePlace:
      places[row.id] = isAlive ? CataloguePlace(row) : nil
      hasNewNames = true
    case .catalogueTag:
      tags[row.id] = isAlive ? CatalogueTag(row) : nil
      hasNewNames = true
    case .item:
      items[row.id] = isAlive ? CatalogueItem(row) : nil
      stale.insert(row.id)
    case .attempt:
      let attempt = isAlive ? Try(row) : nil
      let old = tries[row.id]
      tries[row.id] = attempt
      Self.move(row.id, from: old?.item, to: attempt?.item, in: &triesByItem)
      Self.move(row.id, from: old?.session, to: attempt?.session, in: &triesBySession)
    case .project:
      let project = Project(row)
      projects[project.item] = isAlive ? project.state : nil
    case .vote:
      let vote = Vote(row)
      votesByItem[vote.item] = isAlive ? vote : nil
    case .level: Self.take(row, into: &levels)
    case .trainingPlan:
      Self.take(row, into: &ownPlans)
      ownPlans.sort { $0.id < $1.id }
    default: settings = TrainingSettings(row)
    }
  }

  /// Puts what a row says in the place of what it said before.
  private static func take<Record: RowRecord>(_ row: Row, into list: inout [Record]) {
    list.removeAll { $0.id == row.id }
    if row.life == .alive { list.append(Record(row)) }
  }

  private static func move(
    _ row: RowID, from old: RowID?, to new: RowID?, in lists: inout [RowID: [RowID]]
  ) {
    guard old != new else { return }
    if let old { lists[old]?.removeAll { $0 == row } }
    if let new { lists[new, default: []].append(row) }
  }

  private mutating func reckon() {
    if hasNewSessions {
      hasNewSessions = false
      sessions = sessionsByID.values.sorted { ($1.began, $1.id) < ($0.began, $0.id) }
    }
    guard search != nil else { return }
    if hasNewNames {
      stale.formUnion(items.keys)
      hasNewNames = false
    }
    for id in stale { index(id) }
    stale = []
  }

  private mutating func index(_ id: RowID) {
    guard let item = items[id] else {
      search?.remove(id)
      return
    }
    let (place, colour) = (placeName(of: item), colourName(of: item))
    search?.set(id, [item.name, item.author, item.tags, item.grade, place, colour])
  }

  /// Reads every item's words once, so that the first key of a search is answered as quickly as the others.
  public mutating func prepareSearch() {
    guard search == nil else { return }
    search = SearchIndex()
    for id in items.keys { index(id) }
    stale = []
  }

  /// The items that have all words of a question; `nil` where it has none.
  public func found(_ question: String) -> Set<RowID>? {
    search.flatMap { $0.rows(matching: question) }
  }
}

// MARK: - Looking things up

extension TrainingIndex {
  public func catalogue(_ id: RowID?) -> Catalogue? { catalogues.first { $0.id == id } }

  /// The session that goes on, the latest first where two devices began one each.
  public var running: PractisedSession? { sessions.first { $0.ended == 0 && $0.began > 0 } }

  public func session(_ id: RowID?) -> PractisedSession? { id.flatMap { sessionsByID[$0] } }

  /// The earliest first.
  public func tries(in session: RowID) -> [Try] { sorted(triesBySession[session]) }

  /// The earliest first.
  public func tries(of item: RowID) -> [Try] { sorted(triesByItem[item]) }

  private func sorted(_ ids: [RowID]?) -> [Try] {
    (ids ?? []).compactMap { tries[$0] }.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  /// Whether an item was ever tried, and whether it was sent.
  public func isTried(_ item: RowID) -> Bool { triesByItem[item]?.isEmpty == false }

  public func isSent(_ item: RowID) -> Bool {
    triesByItem[item]?.contains { tries[$0]?.outcome.isSent == true } == true
  }

  public func project(_ item: RowID) -> Project.State? { projects[item] }
  public func vote(_ item: RowID) -> Vote? { votesByItem[item] }
  public var votes: [Vote] { Array(votesByItem.values) }

  /// What a person says that they can do on a scale, as they typed it.
  public func level(on scale: String) -> String {
    let id = Level.id(of: scale)
    return levels.first { $0.id == id }?.grade ?? ""
  }

  /// Those that everybody has, then one's own.
  public var plans: [TrainingPlan] { TrainingPlan.builtIn + ownPlans }

  public func plan(_ id: RowID?) -> TrainingPlan? { plans.first { $0.id == id } }

  public func placeName(of item: CatalogueItem) -> String {
    item.place.flatMap { places[$0] }?.name ?? ""
  }

  public func colourName(of item: CatalogueItem) -> String { colour(of: item)?.name ?? "" }

  /// What its holds look like.
  public func colour(of item: CatalogueItem) -> CatalogueTag? { item.colour.flatMap { tags[$0] } }

  /// The places of a catalogue, in the order that their owner gave them.
  public func places(of catalogue: RowID) -> [CataloguePlace] {
    places.values.filter { $0.catalogue == catalogue }.sorted {
      ($0.place, $0.id) < ($1.place, $1.id)
    }
  }

  /// The tags of a catalogue by name: its colours, or the others.
  public func tags(of catalogue: RowID, areColours: Bool) -> [CatalogueTag] {
    tags.values.filter { $0.catalogue == catalogue && $0.isColour == areColours }
      .sorted { Fold.bytes(of: $0.name).lexicographicallyPrecedes(Fold.bytes(of: $1.name)) }
  }

  /// Whether it was read before, or a session goes on that every room tells of.
  public func isWorthKeepingUp(with data: Replica) -> Bool {
    if version != 0 { return true }
    var isWorth = false
    data.forEachRow { row in
      if row.kind == .session, row.life == .alive, row.value(PractisedSession.endedField) == .null,
        row.value(PractisedSession.trainingField) != .null
      {
        isWorth = true
      }
    }
    return isWorth
  }

  /// The number after the highest of a catalogue.
  public func nextNumber(in catalogue: RowID) -> Int64 {
    var most: Int64 = 0
    for item in items.values where item.catalogue == catalogue { most = max(most, item.number) }
    return min(most + 1, CatalogueItem.numbers.upperBound)
  }

  /// A try of an item as it is now, with what is copied of it.
  public func attempt(
    _ id: RowID, of item: CatalogueItem, in session: RowID, at moment: Int64,
    _ outcome: Try.Outcome
  ) -> Try {
    var attempt = Try(id, of: item, in: session, at: moment, outcome)
    attempt.scale = catalogue(item.catalogue)?.scaleID ?? ""
    (attempt.colour, attempt.place) = (colourName(of: item), placeName(of: item))
    return attempt
  }
}
