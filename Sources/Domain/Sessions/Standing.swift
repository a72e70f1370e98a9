public import Ledger
public import Training

/// A person's standing in a catalogue: how hard its items are for them, how good they are, and what to try next.
///
/// It is derived from the rows, so it is the same on every device.
public struct Standing: Sendable {
  /// What it is derived from; while this is the same, so is everything else.
  public struct Key: Equatable, Sendable {
    public let catalogue: Catalogue
    let itemVersion: UInt64
    let tryVersion: UInt64
    /// Today, as the ledger counts days.
    let day: Int64
    /// What the person plays.
    let instrument: InstrumentKind?

    /// - Parameter instrument: the person's instrument, as in ``Settings/instrument``.
    public init(
      _ catalogue: Catalogue, _ index: TrainingIndex, day: Int64, instrument: String = ""
    ) {
      (self.catalogue, itemVersion) = (catalogue, index.itemVersion)
      (tryVersion, self.day) = (index.tryVersion, day)
      self.instrument = InstrumentKind(instrument: instrument)
    }

    /// Whether the items are the same as with another key.
    public func hasItems(of other: Key) -> Bool {
      catalogue == other.catalogue && itemVersion == other.itemVersion && day == other.day
        && instrument == other.instrument
    }
  }

  public let key: Key
  public let scale: GradeScale?
  /// The catalogue's items by place, then by name, including removed ones.
  public private(set) var items: [CatalogueItem]
  /// How good the person is, in steps of the scale; `nil` if unknown.
  public private(set) var ability: Estimate?
  public private(set) var curve: [AbilityDay] = []
  public private(set) var suggestions: Suggestions?
  /// How many tries the level is based on.
  public private(set) var tryCount = 0
  private var rating: Rating?
  /// The number of each rated item; the catalogue's own come first, in order.
  private var numbers: [RowID: Int] = [:]
  /// The grades of the catalogue's own items.
  private let spans: [GradeSpan?]
  /// The names of tags in suggestions, by number.
  public private(set) var tagNames: [String] = []

  /// Who set or wrote the items, each once.
  public private(set) var authors: [String] = []
  /// Whether each item is for other instruments only; empty if the person's instrument has none, nor its relatives.
  private var areForOthers: [Bool] = []
  /// Whether only relatives of the person's instrument have items, such as other woodwinds for a saxophonist.
  public private(set) var isOfRelatives = false

  public var catalogue: Catalogue { key.catalogue }

  /// - Parameters:
  ///   - milliseconds: now.
  ///   - old: the previous standing; its items are reused if they are the same.
  public init(
    _ key: Key, _ index: TrainingIndex, milliseconds: Int64, zoneMinutes: Int, like old: Standing?
  ) {
    self.key = key
    let catalogue = key.catalogue
    scale = catalogue.gradeScale
    var grades = GradeReader(scale)
    if let old, old.catalogue == catalogue, old.key.itemVersion == key.itemVersion {
      (items, spans, authors) = (old.items, old.spans, old.authors)
    } else {
      items = index.items(of: catalogue.id)
      spans = items.map { grades.read($0.grade) }
      authors = Self.authors(of: items)
    }
    if let instrument = key.instrument {
      let kinds = Self.kinds(of: items)
      areForOthers = Self.areForOthers(items, kinds, than: [instrument], on: key.day)
      if areForOthers.isEmpty {
        areForOthers = Self.areForOthers(items, kinds, than: instrument.relatives, on: key.day)
        isOfRelatives = !areForOthers.isEmpty
      }
    }
    var known = spans.map { TrainingLog.Item($0) }
    for (number, item) in items.enumerated() { numbers[item.id] = number }
    guard let scale else { return }
    var log = TrainingLog()
    for attempt in index.tries.values where attempt.scale.hasSameBytes(as: catalogue.scaleID) {
      if attempt.precision == .none { continue }
      let number = numbers[attempt.item] ?? known.count
      if number == known.count {
        numbers[attempt.item] = number
        known.append(TrainingLog.Item(grades.read(attempt.grade)))
      }
      log.tries.append(
        LoggedTry(
          item: number, at: attempt.at / 1_000, outcome: attempt.outcome.rated,
          count: Int(clamping: attempt.count)))
    }
    for vote in index.votes {
      if let number = numbers[vote.item], let span = grades.read(vote.grade) {
        log.votes.append(
          GradeVote(
            item: number, at: vote.at / 1_000, position: span.position, halfWidth: span.halfWidth))
      }
    }
    log.items = known
    log.levels = [scale.read(index.level(on: catalogue.scaleID))?.position]
    tryCount = log.tries.reduce(0) { $0 + max($1.count, 1) }
    let rating = Rating(log, factor: scale.factor)
    self.rating = rating
    ability = rating.ability(at: milliseconds / 1_000)
    curve = rating.curve(secondsEast: Int64(zoneMinutes) * 60)
    suggest(rating, index, zoneMinutes)
  }

  private static func authors(of items: [CatalogueItem]) -> [String] {
    var names = NumberedNames()
    for item in items where !item.author.isEmpty { _ = names.number(of: item.author) }
    return names.names
  }

  /// What each item is written for; empty for every instrument.
  private static func kinds(of items: [CatalogueItem]) -> [[InstrumentKind]] {
    // Many items share their tags, so each text is read once.
    var texts = NumberedNames()
    var kinds: [[InstrumentKind]] = []
    return items.map { item in
      let text = texts.number(of: item.tags)
      if text == kinds.count {
        kinds.append(item.tagNames.compactMap { InstrumentKind(tag: $0) })
      }
      return kinds[text]
    }
  }

  /// Whether each item is for none of some instruments; empty if they have no item.
  private static func areForOthers(
    _ items: [CatalogueItem], _ kinds: [[InstrumentKind]], than wanted: [InstrumentKind],
    on day: Int64
  ) -> [Bool] {
    var hasOwn = false
    let areForOthers = items.indices.map { place in
      let isOwn = kinds[place].contains { wanted.contains($0) }
      if isOwn, items[place].isLive(on: day) { hasOwn = true }
      return !isOwn && !kinds[place].isEmpty
    }
    return hasOwn ? areForOthers : []
  }

  private mutating func suggest(
    _ rating: Rating, _ index: TrainingIndex, _ zoneMinutes: Int
  ) {
    var tags = NumberedNames()
    var places: [RowID: Int] = [:]
    var candidates: [Candidate] = []
    candidates.reserveCapacity(items.count)
    for (number, item) in items.enumerated() {
      var candidate = Candidate(item: number)
      if item.liveFrom != 0 { candidate.liveFrom = item.liveFrom }
      if item.outAt != 0 { candidate.outAt = item.outAt }
      candidate.isProject = index.project(item.id) == .active
      candidate.tags = TagSet(item.tagNames.map { tags.number(of: $0) })
      if let place = item.place {
        candidate.place = places[place] ?? places.count
        places[place] = candidate.place
      }
      let results = index.results(of: item.id, zoneMinutes: zoneMinutes)
      (candidate.last, candidate.previous) = (results.last, results.previous)
      candidate.isSent = results.isSent
      candidates.append(candidate)
    }
    var recommender = Recommender()
    recommender.aims.atLevel = Double(index.settings.aim) / 100
    recommender.aims.warmUp = Double(index.settings.warmUp) / 100
    recommender.comesDueAgain = catalogue.words.comeBack
    recommender.seed = UInt64(bitPattern: key.day)
    var recent = TagSet()
    if let session = index.sessions.first {
      for attempt in index.tries(in: session.id) {
        if let number = numbers[attempt.item], number < candidates.count {
          recent.formUnion(candidates[number].tags)
        }
      }
    }
    recommender.recentTags = recent
    suggestions = recommender.suggest(
      candidates.filter { !isForOthers($0.item) }, rating: rating, day: key.day)
    tagNames = tags.names
  }

  // MARK: - Looking things up

  public func item(_ suggestion: Suggestion) -> CatalogueItem? {
    items.indices.contains(suggestion.item) ? items[suggestion.item] : nil
  }

  /// Whether some items are for other instruments than the person's, and others are not.
  public var hasItemsForOthers: Bool { areForOthers.contains(true) }

  /// Whether an item, by number, is for other instruments only.
  public func isForOthers(_ number: Int) -> Bool {
    number < areForOthers.count && areForOthers[number]
  }

  /// What the tags say.
  public var tagWords: String {
    let areInstruments = tagNames.allSatisfy { InstrumentKind(tag: $0) != nil }
    return areInstruments && !tagNames.isEmpty ? "Instrument" : catalogue.words.tags
  }

  /// Why an item is suggested, in one line.
  public func reason(_ suggestion: Suggestion) -> String {
    // The person knows what they play.
    let tag = suggestion.tag.flatMap { $0 < tagNames.count ? tagNames[$0] : nil }
    let isOwn = tag.flatMap { InstrumentKind(tag: $0) }.map { $0 == key.instrument } ?? false
    return suggestion.reason(tagName: isOwn ? nil : tag, in: catalogue.words.chance)
  }

  /// How hard an item is; `nil` if unknown.
  public func difficulty(of item: RowID) -> Estimate? {
    numbers[item].flatMap { rating?.difficulty(of: $0) }
  }

  /// How likely the person is to send it in one try.
  public func chance(of item: RowID, at milliseconds: Int64) -> Double? {
    numbers[item].flatMap { rating?.chance(item: $0, at: milliseconds / 1_000) }
  }

  /// The position of its grade on the scale, as entered.
  public func span(of item: RowID) -> GradeSpan? {
    guard let number = numbers[item], number < spans.count else { return nil }
    return spans[number]
  }

  /// Whether an item of the catalogue, by number, is within a grade and a half of the person's level.
  public func isNear(_ number: Int) -> Bool {
    guard let level = ability?.value, let difficulty = rating?.difficulty(of: number) else {
      return false
    }
    return abs(difficulty.value - level) <= 1.5
  }

  /// The places of items, nearest to the person's level first; those of unknown difficulty come last.
  public func byNearness(_ places: [Int]) -> [Int] {
    guard let rating, let level = ability?.value else { return places }
    let keys = places.map { place in
      (rating.difficulty(of: place).map { abs($0.value - level) } ?? .infinity, place)
    }
    return keys.sorted { $0 < $1 }.map { $0.1 }
  }

  /// `V4 ± 0.3`, or empty if unknown.
  public var levelText: String {
    guard let ability, let scale else { return "" }
    let tenths = Int((ability.sigma * 10).rounded())
    return "\(scale.prefix)\(scale.name(at: ability.value)) ± \(tenths / 10).\(tenths % 10)"
  }
}

/// Reads grades, each text once.
struct GradeReader {
  private let scale: GradeScale?
  private var known: [String: GradeSpan?] = [:]

  init(_ scale: GradeScale?) { self.scale = scale }

  mutating func read(_ text: String) -> GradeSpan? {
    if let span = known[text] { return span }
    let span = scale?.read(text)
    known[text] = .some(span)
    return span
  }
}

/// Names numbered from 0.
private struct NumberedNames {
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]

  mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }
}

extension Try.Outcome {
  public var rated: Outcome {
    switch self {
    case .attempt: .attempt
    case .send: .send
    case .flash: .flash
    }
  }
}

extension Catalogue {
  /// The id of its scale in levels and tries: each custom scale has its own.
  public var scaleID: String { scale.hasSameBytes(as: Self.ownScale) ? id.bits.hex : scale }

  /// The scale of its grades; `nil` if a custom scale has no grades yet.
  public var gradeScale: GradeScale? {
    guard scale.hasSameBytes(as: Self.ownScale) else { return GradeScale.named(scale) }
    let names = ownGrades.utf8.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self).trimmingBlanks }.filter { !$0.utf8.isEmpty }
    return GradeScale(
      id: scaleID, label: "Custom grades", discipline: words.discipline, factor: words.ownFactor,
      names: names)
  }
}

extension TrainingIndex {
  /// The last two days on which an item was tried, each with the best result.
  func results(
    of item: RowID, zoneMinutes: Int
  ) -> (last: Candidate.Result?, previous: Candidate.Result?, isSent: Bool) {
    guard isTried(item) else { return (nil, nil, false) }
    var days: [Candidate.Result] = []
    var isSent = false
    for attempt in tries(of: item) {
      let day = JournalDay.day(of: attempt.at, zoneMinutes: zoneMinutes, start: 0)
      if attempt.outcome.isSent { isSent = true }
      if let last = days.last, last.day == day {
        if attempt.outcome.rawValue > last.outcome.rawValue {
          days[days.count - 1].outcome = attempt.outcome.rated
        }
      } else {
        days.append(Candidate.Result(day: day, outcome: attempt.outcome.rated))
      }
    }
    return (days.last, days.count > 1 ? days[days.count - 2] : nil, isSent)
  }

  /// The items of a catalogue by place, then by name.
  public func items(of catalogue: RowID) -> [CatalogueItem] {
    var ranks: [RowID: Int] = [:]
    for (rank, place) in places(of: catalogue).enumerated() { ranks[place.id] = rank }
    return items.values.filter { $0.catalogue == catalogue }
      .map {
        (key: Fold.sortKey(of: $0.name), rank: $0.place.flatMap { ranks[$0] } ?? .max, item: $0)
      }
      .sorted {
        if $0.rank != $1.rank { return $0.rank < $1.rank }
        if $0.key != $1.key { return $0.key.lexicographicallyPrecedes($1.key) }
        return $0.item.id < $1.item.id
      }.map { $0.item }
  }
}
