public import Domain
public import Ledger
public import Program
public import RoomKit
import Training

/// The training room: a graded catalogue, what to try next and why, the running session, and its results.
public enum Sessions {
  public struct State: Sendable {
    /// Whether the room explains itself in a line; set by the shell.
    public var hasLine = false
    var index = TrainingIndex()
    /// Whether the data has been read; until then nothing is reported missing.
    var isKnown = false
    /// The place shown; `nil` outside the room.
    var place: Place?
    var now: Int64 = 0
    var zoneMinutes = 0
    var today: Int64 = 0
    /// The person's instrument, by its id.
    var instrument = ""
    /// The catalogue last viewed on this device.
    var chosen: RowID?
    /// The person's level and suggestions in the catalogue shown.
    var standing: Standing?
    var clock = Clock()
    var rest: Rest?
    /// Rest since the last try, in milliseconds.
    var rested: Int64 = 0
    var isRecording = false
    var finder = Finder()
    /// The last logged try in words, until the next action.
    var logged = ""
    /// The try whose details are open.
    var details: RowID?
    var form = RowForm.State()
    var sheet: Sheet?
    var history = RowList.State(limit: 30)
    var pyramid = PyramidChoice.unique
    var plot = PlotReader.State()
    var desk = CatalogueDesk()
    var first = FirstRun()
    var library = Library()
    var publishing = Publishing()
    var files = FileDesk()
    /// The signed-in account; `nil` while signed out.
    var account: AccountID?

    public init() {}

    /// The catalogue trained on: the running session's, or else the one last viewed.
    var catalogue: Catalogue? {
      index.catalogue(running?.catalogue ?? chosen) ?? index.catalogues.first
    }

    /// The running session, whether or not any of it is saved yet.
    var running: PractisedSession? { index.running ?? clock.begun }
  }

  /// What opens above the page.
  enum Sheet: Equatable, Sendable {
    case item(RowID)
    case settings, plans
    /// A new catalogue.
    case catalogue
    /// Items in a table.
    case table
    /// Removes the items of a wall.
    case reset(RowID?)
    case row(KindID)
    case colour(RowID)
  }

  public enum Message: Sendable {
    case ticked
    case lineRead
    case chosenRemembered(String?)
    case begunRemembered(String?)
    case restRemembered(String?)
    case catalogueChosen(RowID?)
    // The session.
    case started(plan: RowID?)
    case cancelled, pauseTapped, endTapped, wentOn
    case endedAt(Int64)
    case tapped(RowID, Try.Outcome)
    case undoTapped
    case detailsTapped(RowID?)
    case tryRemoved(RowID)
    case felt(RowID, Int)
    case countTyped(RowID, by: Int64)
    case outcome(RowID, Try.Outcome)
    case projectTapped(RowID, Bool)
    case rest(RestMessage)
    case finder(FinderMessage)
    case history(RowList.Message)
    case shareTapped(RowID)
    case pictureTapped(RowID)
    case pictureFailed
    case shared
    case copyWanted(String)
    case copied(Bool)
    case sessionRemoved(RowID)
    case pyramid(PyramidChoice)
    case plot(PlotReader.Message)
    case form(RowForm.Message)
    case opened(SheetMessage)
    case sheetClosed
    case desk(DeskMessage)
    case first(FirstMessage)
    /// Starts the metronome at a tempo, or as last set if that is 0; stops it if it is playing.
    case clickTapped(Int64)
    case recordTapped
    case file(FileMessage)
    case published(PublishedMessage)
    case publishing(PublishingMessage)
  }

  /// What is opened above the page.
  public enum SheetMessage: Sendable {
    case item(RowID)
    case newItem
    case settings, plans, catalogue, table
    case reset(RowID?)
    case row(RowID, KindID)
    case colour(RowID)
  }

  @export(interface)
  public static func start() -> [Effect<Message>] {
    [
      .load(chosenKey) { .chosenRemembered($0) }, .load(Clock.key) { .begunRemembered($0) },
      .load(Rest.key) { .restRemembered($0) },
    ]
  }

  static let chosenKey = "woodshed.sessions.catalogue"

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    take(room, &state)
    if case .form = message {} else { state.form.endDraft() }
    switch message {
    case .ticked: return tick(&state, room)
    case .lineRead: return [.ask(.lineRead), .focus("heading")]
    case .chosenRemembered(let text):
      state.chosen = text.flatMap { Bits128(hex: $0) }.map { RowID($0) }
      stand(&state)
    case .begunRemembered(let text):
      state.clock.begun = Clock.begun(text)
      return followClock(&state)
    case .restRemembered(let text):
      state.rest = Rest(text, now: state.now)
      return followRest(state)
    case .catalogueChosen(let id):
      guard state.running == nil else { return [] }
      state.chosen = id
      state.finder = Finder()
      stand(&state)
      return [.save(id?.bits.hex ?? "", under: chosenKey)]
    case .started(let plan): return begin(plan, &state, &room)
    case .cancelled: return cancel(&state, room)
    case .pauseTapped: return pauseOrGoOn(&state, room)
    case .endTapped: return end(at: room.milliseconds, &state, &room)
    case .endedAt(let moment): return end(at: moment, &state, &room)
    case .wentOn:
      state.clock.isAsking = false
      state.clock.answered = room.milliseconds
    case .tapped(let item, let outcome): return log(item, outcome, &state, &room)
    case .undoTapped:
      (state.logged, state.details) = ("", nil)
      return [.ask(.undo), .focus("heading")]
    case .detailsTapped(let id): state.details = state.details == id ? nil : id
    case .tryRemoved(let id): return remove(id, &state)
    case .felt(let id, let feel):
      return change(id, "Rate how it felt", state, room) { $0.feel = $0.feel == feel ? 0 : feel }
    case .countTyped(let id, let step):
      return change(id, "Change the try count", state, room) {
        $0.count = min(max($0.count + step, Try.counts.lowerBound), Try.counts.upperBound)
      }
    case .outcome(let id, let outcome):
      return change(id, "Change a try", state, room) {
        $0.outcome = outcome
        if outcome == .flash { $0.count = 1 }
      }
    case .projectTapped(let item, let isOn): return setProject(item, isOn, state, room)
    case .rest(let message): return update(&state, message)
    case .finder(let message): return update(&state, message, room)
    case .history(let message):
      return RowList.update(&state.history, message, "history-choosing", room.data)
    case .shareTapped(let id): return share(id, state)
    case .pictureTapped(let id): return sharePicture(id, state)
    case .pictureFailed:
      return [.toast("Couldn’t create the picture. “Share” sends the session as text.")]
    case .shared: return []
    case .copyWanted(let text): return [.copy(text) { .copied($0) }]
    case .copied(let isCopied):
      return [
        .toast(
          isCopied ? "Copied to the clipboard." : "This browser can’t share or copy.")
      ]
    case .sessionRemoved(let id): return remove(session: id, state)
    case .pyramid(let choice): state.pyramid = choice
    case .plot(let message): _ = PlotReader.update(&state.plot, message)
    case .form(let message):
      let effects = RowForm.update(&state.form, message, &room)
      if state.form.open == nil, state.sheet?.isForm == true { state.sheet = nil }
      return effects.map { $0.map(Message.form) }
    case .opened(let sheet): return open(sheet, &state, &room)
    case .sheetClosed: state.sheet = nil
    case .desk(let message): return update(&state, message, &room)
    case .first(let message): return update(&state, message, room)
    case .clickTapped(let tempo): return [.ask(.click(tempo: tempo))]
    case .recordTapped: return [.ask(.record)]
    case .file(let message): return update(&state, message, room)
    case .published(let message): return update(&state, message, room)
    case .publishing(let message): return update(&state, message)
    }
    return []
  }

  static func take(_ room: RoomContext, _ state: inout State) {
    (state.now, state.zoneMinutes, state.today) = (room.milliseconds, room.zoneMinutes, room.day)
    state.account = room.data.head.account
    state.instrument = Settings(room.data[Settings.row]).instrument
  }

  private static func open(
    _ sheet: SheetMessage, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch sheet {
    case .item(let id):
      state.sheet = .item(id)
      return RowForm.open(id, from: "heading", at: itemFields[0], &state.form, room.data)
    case .newItem:
      guard let catalogue = state.catalogue else { return [] }
      var item = CatalogueItem(room.newRow(), in: catalogue.id, named: "")
      (item.liveFrom, item.number) = (room.day, state.index.nextNumber(in: catalogue.id))
      if case .some(let place) = state.finder.place { item.place = place }
      state.sheet = .item(item.id)
      return RowForm.begin(
        item.edits(from: nil, zoneMinutes: room.zoneMinutes), from: "item-add", at: itemFields[0],
        &state.form)
    case .row(let id, let kind):
      guard let first = fields(of: kind).first else { return [] }
      state.sheet = .row(kind)
      return RowForm.open(id, from: "heading", at: first, &state.form, room.data)
    case .colour(let id):
      state.sheet = .colour(id)
      return RowForm.open(
        id, from: "heading", at: .init(CatalogueTag.nameField), &state.form, room.data)
    case .settings: state.sheet = .settings
    case .plans: state.sheet = .plans
    case .catalogue:
      state.desk.begin()
      state.sheet = .catalogue
      return [.focus("catalogue-name")]
    case .table:
      state.files = FileDesk()
      state.sheet = .table
      return [.focus("files-paste")]
    case .reset(let place): state.sheet = .reset(place)
    }
    return []
  }

  // MARK: - What the data says

  /// Reads the data again: what a session needs in every room, the rest only in this one.
  @export(interface)
  public static func refresh(
    _ state: inout State, at place: Place?, _ room: RoomContext
  ) -> [Effect<Message>] {
    take(room, &state)
    state.place = place
    changeLibrary(&state, room)
    if place != nil || state.index.isWorthKeepingUp(with: room.data) {
      state.index.update(room.data)
      if let begun = state.clock.begun, let kept = state.index.session(begun.id) {
        // Kept while the session runs, so undoing its first try doesn't lose it.
        state.clock.begun = kept.ended == 0 ? kept : nil
      }
    }
    RowForm.refresh(&state.form, room.data)
    if state.form.open == nil, state.sheet?.isForm == true { state.sheet = nil }
    stand(&state)
    return followClock(&state) + followPublished(&state) + arrive(&state)
  }

  /// Computes the standing again if it may have changed.
  static func stand(_ state: inout State) {
    guard state.place != nil, let catalogue = state.catalogue else {
      state.standing = nil
      return
    }
    let key = Standing.Key(
      catalogue, state.index, day: state.today, instrument: state.instrument)
    guard state.standing?.key != key else { return }
    // During a session the list must not move under a finger; a try changes the level too little to matter.
    let stays = state.place == .now && state.standing?.key.hasItems(of: key) == true
    state.standing = Standing(
      key, state.index, milliseconds: state.now, zoneMinutes: state.zoneMinutes,
      like: state.standing)
    if !stays { find(&state) }
  }

  /// Shows a place; `nil` leaves the room.
  @export(interface)
  public static func open(
    _ place: Place?, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let isOther = place != state.place
    if isOther {
      (state.details, state.sheet, state.logged) = (nil, nil, "")
      (state.files, state.publishing, state.library.offer) = (FileDesk(), Publishing(), "")
    }
    var effects: [Effect<Message>] = []
    if case .catalogue(let id) = place, state.running == nil, state.chosen != id {
      state.chosen = id
      effects.append(.save(id.bits.hex, under: chosenKey))
    }
    effects += refresh(&state, at: place, room)
    if isOther { find(&state) }
    return effects
  }

  /// Notes whether the device has read its data.
  @export(interface)
  public static func settle(_ state: inout State, _ room: RoomContext) {
    state.isRecording = room.isRecording
    state.isKnown = state.isKnown || room.isWritable
  }

  // MARK: - Forms

  static let itemFields: [RowForm.Item] = [
    .init(CatalogueItem.nameField), .init(CatalogueItem.gradeField),
    .init(CatalogueItem.authorField),
    .init(CatalogueItem.tagsField, help: "Separate tags with commas."),
    .init(CatalogueItem.liveFromField), .init(CatalogueItem.outPlannedField),
    .init(CatalogueItem.outAtField), .init(CatalogueItem.tempoField),
    .init(CatalogueItem.noteField, isLong: true),
  ]

  /// Fields that the kit's own sheet shows.
  static func fields(of kind: KindID) -> [RowForm.Item] {
    switch kind {
    case .attempt:
      [.init(Try.tempoField), .init(Try.noteField, isLong: true)]
    case .cataloguePlace: [.init(CataloguePlace.nameField)]
    case .catalogueTag: [.init(CatalogueTag.nameField)]
    case .trainingPlan:
      [
        .init(TrainingPlan.nameField), .init(TrainingPlan.shapeField),
        .init(TrainingPlan.roundsField), .init(TrainingPlan.itemsField),
        .init(TrainingPlan.workField), .init(TrainingPlan.restField),
        .init(TrainingPlan.roundRestField),
      ]
    case .catalogue: [.init(Catalogue.nameField), .init(Catalogue.ownGradesField, isLong: true)]
    default: []
    }
  }
}

extension Sessions.Sheet {
  /// Whether it shows the fields of a row.
  var isForm: Bool {
    switch self {
    case .item, .row, .colour: true
    default: false
    }
  }
}
