import Domain
import Ledger
import Markup
public import Program
import RoomKit
import Training

// Catalogues that others publish: read without an account, stored on this device, and refreshed from time to time.
extension Sessions {
  struct Library: Sendable {
    /// The space whose subscriptions these are.
    var space = ""
    var publications: [Followed] = []
    /// The publication opened by its address, and its content once read.
    var offer = ""
    var found: PublishedCatalogue?

    /// How long until the server is asked again, and how long after a failure.
    static let age: Int64 = 10 * 60_000
    static let patience: Int64 = 60_000
    /// No copy is larger.
    static let byteLimit: UInt64 = 256 << 20

    static func file(of subscription: RowID) -> String { "\(subscription.bits.hex).catalogue" }
    static func heardKey(_ subscription: RowID) -> String {
      "woodshed.sessions.heard.\(subscription.bits.hex)"
    }

    func publication(_ id: String) -> Followed? {
      publications.first { $0.id.hasSameBytes(as: id) }
    }

    /// The index of a publication in the list; adds it if it is missing.
    mutating func place(of id: String) -> Int {
      if let place = publications.firstIndex(where: { $0.id.hasSameBytes(as: id) }) {
        return place
      }
      publications.append(Followed(id: id))
      return publications.count - 1
    }
  }

  /// A publication that is read and refreshed.
  struct Followed: Sendable {
    let id: String
    /// Whether its copy on this device was requested, and whether that has been answered.
    var isOpened = false
    var isKnown = false
    /// What is being read.
    var reading: CatalogueReading?
    /// When the server last answered, and when it was last asked.
    var heard: Int64 = 0
    var asked: Int64 = 0
    var problem: String?

    var row: RowID { PublishedCatalogue.subscription(to: id) }
  }

  public enum PublishedMessage: Sendable {
    case asked(String)
    case came(String, FetchAnswer)
    case subscribed
    case opened(String, TakeOutcome<[UInt8]>)
    case heardRemembered(String, String?)
    case written(String, TakeOutcome<[Double]>)
  }

  static func update(
    _ state: inout State, _ message: PublishedMessage, _ room: RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .asked(let id): return read(id, &state)
    case .came(let id, let answer): return take(answer, of: id, &state, room)
    case .subscribed: return subscribe(&state, room)
    case .opened(_, .goesOn), .written(_, .goesOn): return []
    case .opened(let id, let outcome):
      guard let followed = state.library.publication(id) else { return [] }
      if case .done(let bytes) = outcome, let copy = PublishedCatalogue(bytes),
        copy.id.hasSameBytes(as: id)
      {
        state.index.put(copy)
        stand(&state)
        find(&state)
      }
      return [.load(Library.heardKey(followed.row)) { .published(.heardRemembered(id, $0)) }]
    case .heardRemembered(let id, let text):
      let place = state.library.place(of: id)
      state.library.publications[place].isKnown = true
      if state.index.copy(of: state.library.publications[place].row) != nil {
        state.library.publications[place].heard = text.flatMap { Int64($0) } ?? 0
      }
      return followPublished(&state)
    case .written(let id, .done):
      let followed = state.library.publications[state.library.place(of: id)]
      return [.save("\(followed.heard)", under: Library.heardKey(followed.row))]
    case .written(let id, .failed):
      let place = state.library.place(of: id)
      state.library.publications[place].problem =
        "This device has no space for the catalogue. It’s downloaded each time you open the app."
      return []
    }
  }

  // MARK: - Following

  /// Opens the copies of this space's subscriptions and refreshes them: once after the app opens, and when they are old.
  ///
  /// If the page closes before a new copy is written, the older one remains, so a recent time proves nothing.
  static func followPublished(_ state: inout State) -> [Effect<Message>] {
    var effects: [Effect<Message>] = []
    for catalogue in state.index.catalogues where catalogue.isSubscribed {
      guard let id = PublishedCatalogue.id(of: catalogue.source) else { continue }
      let place = state.library.place(of: id)
      if !state.library.publications[place].isOpened {
        state.library.publications[place].isOpened = true
        effects.append(
          .readTake(
            Library.file(of: catalogue.id), of: state.library.space, from: 0,
            count: Library.byteLimit
          ) { .published(.opened(id, $0)) })
        continue
      }
      let followed = state.library.publications[place]
      guard state.place != nil, followed.isKnown else { continue }
      let last = followed.asked == 0 ? 0 : max(followed.heard, followed.asked)
      if abs(state.now - last) > Library.age { effects += read(id, &state) }
    }
    return effects
  }

  /// Asks the server for what a newly opened page needs, also once the account is known.
  static func arrive(_ state: inout State) -> [Effect<Message>] {
    switch state.place {
    case .published(let id) where !state.library.offer.hasSameBytes(as: id):
      (state.library.offer, state.library.found) = (id, nil)
      return read(id, &state)
    case .catalogue(let id) where state.publishing.asked != id: return askPublished(id, &state)
    default: return []
    }
  }

  /// Forgets the copies of another space.
  static func changeLibrary(_ state: inout State, _ room: RoomContext) {
    guard !state.library.space.hasSameBytes(as: room.space) else { return }
    state.library = Library()
    state.library.space = room.space
    state.index.removeCopies()
  }

  private static func read(_ id: String, _ state: inout State) -> [Effect<Message>] {
    let place = state.library.place(of: id)
    let followed = state.library.publications[place]
    if followed.reading != nil { return [] }
    let reading = CatalogueReading(of: id, over: state.index.copy(of: followed.row))
    state.library.publications[place].reading = reading
    state.library.publications[place].asked = state.now
    state.library.publications[place].problem = nil
    return [fetch(reading, id)]
  }

  private static func fetch(_ reading: CatalogueReading, _ id: String) -> Effect<Message> {
    .fetch(FetchRequest(path: reading.path)) { .published(.came(id, $0)) }
  }

  private static func take(
    _ answer: FetchAnswer, of id: String, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let place = state.library.place(of: id)
    guard var reading = state.library.publications[place].reading else { return [] }
    state.library.publications[place].reading = nil
    guard answer.status == 200 else {
      state.library.publications[place].asked = state.now - Library.age + Library.patience
      state.library.publications[place].problem =
        answer.status == 0
        ? "The server can’t be reached."
        : answer.status == 404
          ? "There is no catalogue at this address. Its owner may have stopped publishing it."
          : "The server couldn’t answer (error \(answer.status))."
      return []
    }
    switch reading.take(answer.bytes) {
    case .unreadable:
      state.library.publications[place].problem =
        "The server sent something that isn’t a catalogue."
      return []
    case .more:
      state.library.publications[place].reading = reading
      return [fetch(reading, id)]
    case .done(let copy):
      if state.library.offer.hasSameBytes(as: id) { state.library.found = copy }
      return accept(copy, place, &state, room)
    }
  }

  private static func accept(
    _ copy: PublishedCatalogue, _ place: Int, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let id = copy.catalogue.id
    guard state.index.catalogue(id) != nil else { return [] }
    let old = state.index.copy(of: id)
    state.library.publications[place].heard = room.milliseconds
    if let old, old.version.hasSameBytes(as: copy.version) {
      return [.save("\(room.milliseconds)", under: Library.heardKey(id))]
    }
    state.index.put(copy)
    stand(&state)
    return keep(copy, room)
  }

  /// Saves a copy on this device. Its time is stored only once it is written: if the page closes before, an older copy or
  /// none remains, and the app asks again.
  private static func keep(_ copy: PublishedCatalogue, _ room: RoomContext) -> [Effect<Message>] {
    let file = Library.file(of: copy.catalogue.id)
    let id = copy.id
    return [
      .erase(Library.heardKey(copy.catalogue.id)),
      .eraseTakeFiles([file], of: room.space),
      .writeTake(copy.bytes, to: file, at: 0, of: room.space) { .published(.written(id, $0)) },
    ]
  }

  private static func subscribe(
    _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard let copy = state.library.found, state.running == nil else { return [] }
    var catalogue = copy.catalogue
    catalogue.place = Places.after(state.index.catalogues.last?.place)
    var edits = catalogue.edits(from: nil)
    if room.data[catalogue.id]?.life == .trashed {
      edits.insert(Edit(catalogue.id, .catalogue, .life, Life.alive.value), at: 0)
    }
    state.index.put(copy)
    let place = state.library.place(of: copy.id)
    state.library.publications[place].isOpened = true
    state.library.publications[place].isKnown = true
    state.library.publications[place].heard = room.milliseconds
    state.chosen = catalogue.id
    return [
      .keep(
        "Subscribe to “\(catalogue.name)”", edits, saying: "Subscribed to “\(catalogue.name)”."),
      .save(catalogue.id.bits.hex, under: chosenKey),
    ] + keep(copy, room) + [.navigate(to: Place.front.path, replacing: true)]
  }

  // MARK: - View

  /// The page at the address of a published catalogue.
  static func publishedPage(_ id: String, _ state: State) -> Node<Message> {
    let row = PublishedCatalogue.subscription(to: id)
    if let catalogue = state.index.catalogue(row) {
      return article(.className("page")) {
        pageHead(caps: "Published catalogue", catalogue.name)
        p { "You’ve subscribed to this catalogue." }
        div(.className("row wrap")) {
          a(.className("button primary"), .href(Place.front.path)) { "See what to try next" }
          a(.className("button"), .href(Place.catalogue(row).path)) { "Open the catalogue" }
        }
      }
    }
    guard let copy = state.library.found else {
      let problem = state.library.publication(id)?.problem
      return article(.className("page")) {
        pageHead(caps: "Published catalogue", problem == nil ? "Opening …" : "Unavailable")
        if let problem {
          p(.className("note"), .role("alert")) {
            Icon.warning.view()
            problem
          }
          p { action("Try again", icon: .reload, .published(.asked(id))) }
        } else {
          p(.className("quiet"), .role("status")) { "Loading the catalogue …" }
        }
      }
    }
    let words = copy.catalogue.words
    let live = copy.items.values.count { $0.isLive(on: state.today) }
    return article(.className("page")) {
      pageHead(
        caps: DayWords.count(live, words.item, words.items), copy.catalogue.name)
      dl(.className("facts")) {
        if let scale = copy.catalogue.gradeScale { fact("Grades", scale.label) }
        if !copy.places.isEmpty {
          fact(
            words.places, copy.places.prefix(20).map { $0.name }.joined(separator: ", "))
        }
      }
      if state.index.catalogue(copy.origin) != nil {
        p { "This is your own catalogue." }
        p { a(.className("button"), .href(Place.catalogue(copy.origin).path)) { "Open it" } }
      } else if state.running != nil {
        p { "End your session first, then subscribe." }
      } else {
        p {
          "Subscribe to train on it. It works offline and follows its owner’s changes. The owner sees how often it’s loaded, but nothing about you."
        }
        p { action("Subscribe", icon: .add, style: .primary, .published(.subscribed)) }
      }
    }
  }

  /// The age of a subscription's copy, and any problem with it.
  static func publishedNote(_ catalogue: Catalogue, _ state: State) -> Node<Message> {
    let isHere = state.index.copy(of: catalogue.id) != nil
    let followed = PublishedCatalogue.id(of: catalogue.source)
      .flatMap { state.library.publication($0) }
    return div(.className("stack")) {
      p(.className("quiet small"), .role("status")) {
        followed?.reading != nil
          ? "Loading …"
          : isHere
            ? "Updated \(age(of: followed?.heard ?? 0, at: state.now))." : "Not on this device yet."
      }
      if followed?.reading == nil, let problem = followed?.problem {
        p(.className("note small"), .role("status")) {
          Icon.warning.view()
          isHere ? "\(problem) Showing the saved copy." : problem
        }
      }
    }
  }

  /// `5 min ago`.
  static func age(of moment: Int64, at now: Int64) -> String {
    let minutes = max(now - moment, 0) / 60_000
    if minutes < 1 { return "just now" }
    if minutes < 60 { return "\(minutes) min ago" }
    if minutes < 48 * 60 { return "\(minutes / 60) h ago" }
    return "\(minutes / (24 * 60)) days ago"
  }
}
