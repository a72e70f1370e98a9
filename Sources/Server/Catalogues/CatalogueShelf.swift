import HTTP
import Ledger
import Platform
import Storage

/// A cache of published catalogues: their rows, and answers made from them.
///
/// It follows the store: readers pass the current mark of the space, and if that is newer than the cache, only the changes
/// are read, once for all who wait. The cache takes at most ``byteLimit``, not counting what is being built; the spaces
/// that were not read for longest are removed first.
final class CatalogueShelf: Sendable {
  /// The limit for the whole cache.
  static let byteLimit = 128 << 20
  /// The limit for the rows of one space; about 150,000 items of usual length.
  static let spaceLimit = 64 << 20
  /// The limit for the answers of one space; beyond it, they are dropped.
  static let answerLimit = 32 << 20

  /// A request for a catalogue.
  enum Question: Hashable, Sendable {
    case page(since: CatalogueVersion?, after: RowID?)
    case climbs(day: Int64)
    case climbPage(day: Int64, after: Int64)
  }

  private struct Key: Hashable, Sendable {
    let catalogue: RowID
    let question: Question
  }

  /// One space.
  private final class Slot: Sendable {
    struct State: Sendable {
      var space: PublicSpace?
      var answers: [Key: Asset] = [:]
      var answerBytes = 0

      var byteCount: Int { (space?.byteCount ?? 0) + answerBytes }

      mutating func forgetAnswers() {
        answers = [:]
        answerBytes = 0
      }
    }

    let state = Lock(State())
  }

  private struct Entry: Sendable {
    let slot: Slot
    var byteCount = 0
    /// Increases with each use of any entry.
    var latestUse = 0
  }

  private struct Entries: Sendable {
    var byPlace: [Place: Entry] = [:]
    var useCount = 0
  }

  private let store: any PublicationStore
  private let headers: Headers
  private let byteLimit: Int
  private let spaceLimit: Int
  private let entries = Lock(Entries())

  /// Reads from `store` and adds these headers to every answer.
  init(
    _ store: any PublicationStore, headers: Headers, byteLimit: Int = CatalogueShelf.byteLimit,
    spaceLimit: Int = CatalogueShelf.spaceLimit
  ) {
    (self.store, self.headers) = (store, headers)
    (self.byteLimit, self.spaceLimit) = (byteLimit, spaceLimit)
  }

  /// The approximate memory in use.
  var byteCount: Int {
    entries.withLock { $0.byPlace.values.reduce(0) { $0 + $1.byteCount } }
  }

  /// The answer to a question about a catalogue: from the cache, or made by `make` from the space's rows; `nil` if that
  /// returns `nil`.
  func answer(
    _ question: Question, of publication: Publication, at mark: SpaceMark,
    _ make: (PublicSpace) -> [UInt8]?
  ) throws(ServerError) -> Asset? {
    let key = Key(catalogue: publication.row, question: question)
    return try use(publication.place, at: mark) { state, space in
      if let known = state.answers[key] { return known }
      guard let bytes = make(space) else { return nil }
      var content = Asset.Content(plain: bytes)
      if bytes.count > Gzip.worthwhile, let packed = Gzip.compress(bytes),
        packed.count < bytes.count
      {
        content.encoded["gzip"] = packed
      }
      let answer = Asset(content, "application/json", headers)
      if state.answerBytes + answer.byteCount > Self.answerLimit { state.forgetAnswers() }
      state.answers[key] = answer
      state.answerBytes += answer.byteCount
      return answer
    }
  }

  /// Passes the rows of a space to `body`, as of a mark or later, or now.
  func look<Value: Sendable>(
    at place: Place, _ mark: SpaceMark? = nil, _ body: (PublicSpace) -> Value
  ) throws(ServerError) -> Value? {
    try use(place, at: mark) { _, space in body(space) }
  }

  private func use<Value: Sendable>(
    _ place: Place, at mark: SpaceMark?, _ body: (inout Slot.State, PublicSpace) -> Value?
  ) throws(ServerError) -> Value? {
    let slot = slot(of: place)
    let (value, byteCount) = try slot.state.withLock {
      state throws(ServerError) -> (Value?, Int) in
      if state.space == nil || state.space?.mark != mark { try bringUpToDate(&state, place) }
      guard let space = state.space else { return (nil, 0) }
      let value = body(&state, space)
      return (value, state.byteCount)
    }
    note(byteCount, of: place)
    return value
  }

  /// Reads the changes; reads everything if the epoch differs or the store is behind the cache.
  private func bringUpToDate(_ state: inout Slot.State, _ place: Place) throws(ServerError) {
    var known = state.space
    // After a failure, everything is read again.
    state.space = nil
    while true {
      let isFresh = known == nil
      var space = known.take() ?? PublicSpace(.none)
      let start = space.mark
      var changeCount = 0
      var isTooLarge = false
      let now = try asking(
        store.read(PublicFields.kinds, in: place, changedAfter: start.sequence) { row in
          space.take(row)
          changeCount += 1
          isTooLarge = space.byteCount > spaceLimit
          return !isTooLarge
        })
      if isTooLarge || now == nil || changeCount > 0 { state.forgetAnswers() }
      guard !isTooLarge else { throw .catalogueTooLarge }
      guard let now else { return }
      guard isFresh || now.epoch == start.epoch && now.sequence >= start.sequence else { continue }
      space.reach(now)
      state.space = space
      return
    }
  }

  private func slot(of place: Place) -> Slot {
    entries.withLock { entries in
      entries.useCount += 1
      var entry = entries.byPlace[place] ?? Entry(slot: Slot())
      entry.latestUse = entries.useCount
      entries.byPlace[place] = entry
      return entry.slot
    }
  }

  /// Records how much a space takes, and removes others if the total is too large.
  private func note(_ byteCount: Int, of place: Place) {
    entries.withLock { entries in
      entries.byPlace[place]?.byteCount = byteCount
      if byteCount == 0 { entries.byPlace[place] = nil }
      var total = entries.byPlace.values.reduce(0) { $0 + $1.byteCount }
      while total > byteLimit {
        let others = entries.byPlace.filter { $0.key != place }
        guard let oldest = others.min(by: { $0.value.latestUse < $1.value.latestUse }) else {
          return
        }
        total -= oldest.value.byteCount
        entries.byPlace[oldest.key] = nil
      }
    }
  }
}

extension ServerError {
  static let catalogueTooLarge = refusal(
    .unprocessable, code: "catalogue_too_large",
    message: "This catalogue is too large. The limit is about 150,000 items.")
}
