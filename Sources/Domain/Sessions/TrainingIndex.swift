public import Ledger

/// All training data: read from the data once, then updated with changes.
public struct TrainingIndex: Sendable {
  /// In the owner's order.
  public private(set) var catalogues: [Catalogue] = []
  public private(set) var places: [RowID: CataloguePlace] = [:]
  public private(set) var tags: [RowID: CatalogueTag] = [:]
  public private(set) var items: [RowID: CatalogueItem] = [:]
  public private(set) var tries: [RowID: Try] = [:]
  /// Sessions of training, newest first.
  public private(set) var sessions: [PractisedSession] = []
  public private(set) var settings = TrainingSettings()
  /// Changes whenever anything does.
  public private(set) var version: UInt64 = 0
  /// Changes whenever a catalogue, an item, a place or a tag does.
  public private(set) var itemVersion: UInt64 = 0
  /// Changes whenever anything else does that a level is based on.
  public private(set) var tryVersion: UInt64 = 0
  private var projects: [RowID: Project.State] = [:]
  private var votesByItem: [RowID: Vote] = [:]
  private var levels: [Level] = []
  private var ownPlans: [TrainingPlan] = []
  /// Catalogues published by others, as read by this device.
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

  // MARK: - Updating

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

  // MARK: - Published catalogues

  /// The copy of a catalogue that somebody else publishes.
  public func copy(of subscription: RowID) -> PublishedCatalogue? {
    copies.first { $0.catalogue.id == subscription }
  }

  /// Adds the copy of a catalogue, replacing an earlier one.
  public mutating func put(_ copy: PublishedCatalogue) {
    removeCopy(of: copy.catalogue.id)
    copies.append(copy)
    show(copy)
    reckon()
  }

  /// Removes all copies, because another space is shown.
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

  /// Shows a copy beside one's own data. If both have a row, one's own wins.
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
        // It stays in memory while the row is in the trash, and reappears with it.
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

  /// Replaces what a row said before.
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

  /// Indexes every item once, so that the first key of a search is as quick as the others.
  public mutating func prepareSearch() {
    guard search == nil else { return }
    search = SearchIndex()
    for id in items.keys { index(id) }
    stale = []
  }

  /// The items that contain all words of a query; `nil` for an empty query.
  public func found(_ question: String) -> Set<RowID>? {
    search.flatMap { $0.rows(matching: question) }
  }
}

// MARK: - Looking things up

extension TrainingIndex {
  public func catalogue(_ id: RowID?) -> Catalogue? { catalogues.first { $0.id == id } }

  /// The running session; the newest if two devices started one each.
  public var running: PractisedSession? { sessions.first { $0.ended == 0 && $0.began > 0 } }

  public func session(_ id: RowID?) -> PractisedSession? { id.flatMap { sessionsByID[$0] } }

  /// Oldest first.
  public func tries(in session: RowID) -> [Try] { sorted(triesBySession[session]) }

  /// Oldest first.
  public func tries(of item: RowID) -> [Try] { sorted(triesByItem[item]) }

  private func sorted(_ ids: [RowID]?) -> [Try] {
    (ids ?? []).compactMap { tries[$0] }.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  /// Whether an item was ever tried.
  public func isTried(_ item: RowID) -> Bool { triesByItem[item]?.isEmpty == false }

  public func isSent(_ item: RowID) -> Bool {
    triesByItem[item]?.contains { tries[$0]?.outcome.isSent == true } == true
  }

  public func project(_ item: RowID) -> Project.State? { projects[item] }
  public func vote(_ item: RowID) -> Vote? { votesByItem[item] }
  public var votes: [Vote] { Array(votesByItem.values) }

  /// A person's stated level on a scale, as typed.
  public func level(on scale: String) -> String {
    let id = Level.id(of: scale)
    return levels.first { $0.id == id }?.grade ?? ""
  }

  /// The built-in ones, then the person's own.
  public var plans: [TrainingPlan] { TrainingPlan.builtIn + ownPlans }

  public func plan(_ id: RowID?) -> TrainingPlan? { plans.first { $0.id == id } }

  public func placeName(of item: CatalogueItem) -> String {
    item.place.flatMap { places[$0] }?.name ?? ""
  }

  public func colourName(of item: CatalogueItem) -> String { colour(of: item)?.name ?? "" }

  /// The colour of its holds.
  public func colour(of item: CatalogueItem) -> CatalogueTag? { item.colour.flatMap { tags[$0] } }

  /// The places of a catalogue, in the owner's order.
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

  /// Whether it was read before, or a session is running, which every room shows.
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

  /// The next free number in a catalogue.
  public func nextNumber(in catalogue: RowID) -> Int64 {
    var most: Int64 = 0
    for item in items.values where item.catalogue == catalogue { most = max(most, item.number) }
    return min(most + 1, CatalogueItem.numbers.upperBound)
  }

  /// A try of an item, with a copy of its current data.
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
