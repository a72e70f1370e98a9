public import Domain
public import Ledger
public import Program
public import RoomKit

/// The room for reed makers: every reed with its history, boxes, and tools.
public enum Reeds {
  public struct State: Sendable {
    /// Whether the room explains itself in a line; set by the shell.
    public var hasLine = false
    var index = ReedIndex()
    /// Whether the data has been read; until then nothing is shown as missing.
    var isKnown = false
    /// The place on screen; `nil` outside the room.
    var place: Place?
    var today: Int64 = 0
    var lengths = LengthUnit.millimetres
    var a4 = ReferencePitch.standard
    /// The instrument that new reeds are for.
    var instrument = Reed.Instrument.oboe
    /// How players of the player's instrument come by reeds.
    var supply = Settings.ReedSupply.made
    /// The schema with custom fields, if there are any.
    var schema: Schema?
    /// The data of the reed on screen.
    var page: Page?
    var front = Front()
    /// How many of its events are listed.
    var eventLimit = 20
    var form = RowForm.State()
    var sheet: Sheet?
    /// Whether the form was saved, and closes once that is durable.
    var isClosing = false
    /// Whether the form is of a new reed.
    var isBegun = false
    /// The unfinished input of a field; it is parsed when the field is left.
    var typing: Typing?
    var length = ReedField.Form.quick
    /// The date and reason of a move to another stage.
    var step = Step()
    /// The group of fields being edited on a reed's page.
    var editing: ReedField.Group?
    /// Earlier values of text fields, newest first.
    var suggestions: [FieldID: [String]] = [:]
    var naming = Naming.State()
    var order = RowOrder.State()
    var newName = ""
    /// The typed name of the tool that another is merged into.
    var seeking = ""
    var toolSort = ReedTool.Sort.gouger
    var batch = BatchTable()
    var many = Many()
    /// The kind whose fields are shown, and the field being edited.
    var fieldKind = KindID.reed
    var field = FieldDraft()
    var files = FileDesk()
    var study = StudyDesk()
    /// The crow being recorded or measured.
    var crow: CrowDesk?
    /// Whether the recorder is on.
    var isRecording = false
    public var pictures = Pictures.State()
    /// The field that is waiting for a pitch.
    var hearing: Hearing?
    /// The statistics of all reeds, while shown.
    var figures: ReedFigures?
    var stats = StatsDesk()
    var experiments = ExperimentDesk()

    public init() {}
  }

  /// What opens above the page.
  enum Sheet: Equatable, Sendable {
    /// The form of a reed, a test of one, a template, or a piece of cane.
    case reed, test, template, cane
    /// Rows with few fields: an adjustment, a stage move, a tool, a tool event.
    case row(KindID)
    /// Chooses a stage for these reeds.
    case stage([RowID])
    /// Chooses a box for these reeds.
    case box([RowID])
    /// Tags these reeds, or sets a field of them.
    case tags([RowID])
    case setting([RowID])
    case boxes
    /// Chooses the tool that this one is merged into.
    case merge(RowID)
    /// Chooses what a new reed starts from.
    case begin
    /// Asks for the number of blanks in a batch.
    case batch
    /// How much each quality counts.
    case score
    /// Chooses what "Make another" copies.
    case copy(RowID)
    case fields
  }

  struct Typing: Sendable {
    let place: RowForm.Place
    let field: ReedField
    let text: String
  }

  /// A move to another stage: when, and why.
  struct Step: Equatable, Sendable {
    var day = ""
    var reason = ""
  }

  public enum Message: Sendable {
    case lineRead
    case sampleAsked
    case front(FrontMessage)
    case opened(SheetMessage)
    /// A form was closed, or another sheet: one may close because the other opened.
    case closed, sheetClosed
    // The form, field by field.
    case form(RowForm.Message)
    case typed(RowForm.Place, ReedField, String)
    case valued(RowForm.Place, Value)
    case drafted(RowForm.Place, ReedField, String)
    case stepped(RowForm.Place, ReedField, by: Int64)
    case entered(next: String)
    case toolAdded(RowForm.Place, ReedField, String)
    case listenTapped(RowForm.Place, ReedField)
    case lengthChosen(ReedField.Form)
    case saved
    // Of one reed.
    case groupOpened(ReedField.Group?)
    case staged([RowID], ReedStage)
    case stepDay(String)
    case stepReason(String)
    case boxed([RowID], RowID?)
    case noted
    case moreTapped
    case noteTyped(String)
    case trashed([RowID])
    case copied(RowID, [ReedField.Group])
    /// A piece of cane becomes a reed.
    case tied(RowID)
    // Boxes and tools.
    case boxMessage(BoxMessage)
    case tool(ToolMessage)
    case batch(BatchMessage)
    case many(ManyMessage)
    case field(FieldMessage)
    case file(FileMessage)
    case study(StudyMessage)
    case crow(CrowMessage)
    case pictures(Pictures.Message)
    case save(SaveMessage)
    case stats(StatsMessage)
    case experiment(ExperimentMessage)
  }

  /// What to open above the page.
  public enum SheetMessage: Sendable {
    case newReed
    case editReed(RowID)
    case test(of: RowID)
    case adjustment(of: RowID)
    case row(RowID, KindID)
    case stage([RowID])
    case box([RowID])
    case tags([RowID])
    case setting([RowID])
    case boxes
    case merge(RowID)
    case begin
    case batch
    case copy(RowID)
    case template
    case newCane
  }

  /// The fields of kinds that the kit's sheet shows.
  static func items(
    of kind: KindID, _ family: ReedField.Family = .doubles
  ) -> [RowForm.Item] {
    switch kind {
    case .adjustment:
      [
        .init(Adjustment.areaField, without: Adjustment.Area.absent(from: family)),
        .init(Adjustment.amountField),
        .init(Adjustment.symptomField), .init(Adjustment.effectField),
        .init(Adjustment.dayField), .init(Adjustment.noteField, isLong: true),
      ]
    case .stageMove: [.init(StageMove.reasonField, isLong: true), .init(StageMove.dayField)]
    case .reedTool:
      [
        .init(ReedTool.nameField), .init(ReedTool.notesField, isLong: true),
        .init(ReedTool.archivedField),
      ]
    case .toolEvent:
      [
        .init(ToolEvent.whatField), .init(ToolEvent.dayField),
        .init(ToolEvent.noteField, isLong: true),
      ]
    case .reedBox: [.init(ReedBox.nameField), .init(ReedBox.sizeField)]
    case .reedBatch: [.init(ReedBatch.numberField), .init(ReedBatch.noteField, isLong: true)]
    default: []
    }
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .form: break
    case .typed, .valued, .entered, .drafted, .stepped: break
    default: state.form.endDraft()
    }
    switch message {
    case .lineRead: return [.ask(.lineRead), .focus("heading")]
    case .sampleAsked:
      return [.ask(.space(isSample: true)), .scrollToTop, .focus("heading")]
    case .front(let message): return update(&state, message, &room)
    case .opened(let sheet): return open(sheet, &state, &room)
    case .closed, .form(.closed):
      guard state.sheet?.isForm == true else { return [] }
      return read(&state, &room) + close(&state, &room) + stopListening(&state)
    case .sheetClosed:
      guard state.sheet?.isForm == false else { return [] }
      if case .setting = state.sheet { state.typing = nil }
      state.sheet = nil
      return state.hearing?.place.row == Many.row ? stopListening(&state) : []
    case .form(.done), .saved:
      return save(&state, &room) + stopListening(&state)
    case .form(.typed(let place, let text)) where place.field == Reed.instrumentField:
      return setInstrument(text, in: place, &state, &room)
    case .form(let message):
      let effects = RowForm.update(&state.form, message, &room, schema: state.schema)
      if state.form.open == nil { state.sheet = nil }
      return effects.map { $0.map(Message.form) }
    case .typed(let place, let field, let text):
      state.typing = Typing(place: place, field: field, text: text)
      return read(&state, &room)
    case .drafted(let place, let field, let text):
      let effects = state.typing?.place == place ? [] : read(&state, &room)
      state.typing = Typing(place: place, field: field, text: text.shortened(to: 20_000))
      return effects
    case .stepped(let place, let field, let steps):
      return step(field, of: place, by: steps, &state, &room)
    case .valued(let place, let value): return keep(value, in: place, &state, &room)
    case .entered(let next): return read(&state, &room) + [.focus(next)]
    case .toolAdded(let place, let field, let name):
      return addTool(name, for: place, field, &state, &room)
    case .listenTapped(let place, let field): return listen(for: place, field, &state)
    case .lengthChosen(let length):
      state.length = length
      return [.save("\(length.rawValue)", under: lengthKey)]
    case .groupOpened(let group): state.editing = group
    case .staged(let reeds, let stage): return move(reeds, to: stage, &state, &room)
    case .stepDay(let text): state.step.day = text
    case .stepReason(let text): state.step.reason = text.shortened(to: 2_000)
    case .boxed(let reeds, let box): return put(reeds, in: box, &state, room)
    case .noteTyped(let text): state.page?.note = text.shortened(to: 20_000)
    case .noted: return addNote(&state, &room)
    case .moreTapped: state.eventLimit += 50
    case .trashed(let reeds): return trash(reeds, &state, room)
    case .copied(let reed, let groups): return begin(like: reed, groups, &state, &room)
    case .tied(let cane): return begin(of: cane, &state, &room)
    case .boxMessage(let message): return update(&state, message, &room)
    case .tool(let message): return update(&state, message, &room)
    case .batch(let message): return update(&state, message, &room)
    case .many(let message): return update(&state, message, &room)
    case .field(let message): return update(&state, message, &room)
    case .file(let message): return update(&state, message, room)
    case .study(let message): return update(&state, message, &room)
    case .crow(let message): return update(&state, message, &room)
    case .save(let message): return update(&state, message, &room)
    case .stats(let message): return update(&state, message, room)
    case .experiment(let message): return update(&state, message, &room)
    case .pictures(let message):
      return Pictures.update(&state.pictures, message, &room).map { $0.map(Message.pictures) }
    }
    return []
  }

  static let lengthKey = "woodshed.reeds.form"

  // MARK: - What the data says

  /// Updates the state from the data. Nothing is read while the room is not on screen.
  @export(interface)
  public static func refresh(_ state: inout State, at place: Place?, _ room: RoomContext) {
    guard let place else {
      state.place = nil
      return
    }
    let last = (state.index.version, state.place, state.today)
    state.today = room.day
    state.index.update(room.data)
    let settings = Settings(room.data[Settings.row])
    (state.lengths, state.a4, state.instrument) = (settings.lengths, settings.a4, settings.reeds)
    state.supply = settings.reedSupply
    state.stats.settings = StatsSettings(room.data[StatsSettings.row])
    state.schema =
      state.index.hasOwnFields
      ? Schema.woodshed.extended(by: room.data).lending(.reed, to: .reedTemplate) : nil
    let refused = state.many.place.flatMap { state.form.refusal($0) }
    RowForm.refresh(&state.form, room.data)
    if case .setting = state.sheet, let place = state.many.place, let refused {
      state.form.refuse(refused.text, in: place, refused.words)
    }
    state.pictures.refresh(room)
    if place == .files { state.files.saves = ReedSave.all(in: room.data) }
    if place == .study { refreshStudy(&state, room) }
    if state.form.open == nil, state.sheet?.isForm == true { state.sheet = nil }
    state.place = place
    state.experiments.refresh(at: place, state.index, room.data)
    guard last != (state.index.version, place, state.today) else { return }
    find(&state)
    if place == .figures || place == .front {
      state.figures = ReedFigures(Array(state.index.lines.values), state.index, room.data)
    }
    if case .reed(let id) = place {
      // What is being typed stays.
      let note = state.page?.id == id ? state.page?.note : nil
      state.page = Page(id, in: state.index, today: state.today, room, note: note ?? "")
    }
    if case .batch(let id) = place { state.batch.refresh(id, state.index) }
  }

  /// Shows a place; `nil` leaves the room.
  @export(interface)
  public static func open(
    _ place: Place?, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    if place != state.place {
      (state.editing, state.newName, state.eventLimit) = (nil, "", 20)
    }
    refresh(&state, at: place, room)
    if case .batch = place { suggest(&state) }
    return place == nil ? stopListening(&state) : []
  }

  @export(interface)
  public static func start() -> [Effect<Message>] {
    [
      .load(lengthKey) {
        .lengthChosen($0.flatMap { Int($0) }.flatMap { .init(rawValue: $0) } ?? .quick)
      },
      .load(FileDesk.memoryKey) { .file(.remembered($0)) },
    ]
  }
}

extension Reeds.Sheet {
  /// Whether it shows the fields of a row.
  var isForm: Bool {
    switch self {
    case .reed, .test, .template, .cane, .row: true
    default: false
    }
  }
}
