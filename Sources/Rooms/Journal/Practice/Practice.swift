public import Domain
public import Ledger
import Markup
import Program
public import RoomKit

/// Practice: pieces and their sections, the running session, goals and plans.
public enum Practice {
  public struct State: Sendable {
    var book = PracticeBook()
    var now: Int64 = 0
    var zoneMinutes = 0
    /// The current day, which may start some hours after midnight.
    var today: Int64 = 0
    /// Whether the page can be seen.
    var isShown = true
    /// From 0 for Monday.
    var firstWeekday = 0
    /// Changes whenever anything but the time may look different.
    var version: Int64 = 0
    /// Announced to screen readers.
    var news = ""

    // The running session.
    var clock = Clock()
    var options = Options()
    var tools = Noticed()
    /// What the next session is about, and its focus.
    var next = Spot()
    var question = ""
    var sign = ""
    /// The session that just ended, the reeds it may have been played on, and the test that rates one.
    var after: RowID?
    var reeds: [LikelyReeds.Offer] = []
    /// What the reeds of the sessions are called.
    var reedNames: [RowID: String] = [:]
    /// Whether other reeds can be played, too.
    var hasMoreReeds = false
    var reedTest: RowID?
    var reedRating = 0

    // The page's input.
    var find = ""
    var sheet: Sheet?
    var pickFind = ""
    /// What can be linked to a piece, while choosing.
    var linkable: [PieceLink] = []
    /// The name of a new piece or section, and of a new plan.
    var newName = ""
    var planName = ""
    var openPlan: RowID?
    /// Whether the first plan is being named.
    var isPlanning = false
    var goal: GoalDraft?
    var byHand = ByHand()
    var form = RowForm.State()
    var order = RowOrder.State()
    var plot = PlotReader.State()
    /// Whether to start a session once the device can save it.
    var isStartWanted = false

    /// The running session and its blocks.
    var running: PractisedSession? { book.unended.first }
    var runningBlocks: [PractisedBlock] { running.map { book.blocks(of: $0.id) } ?? [] }

    /// What is being practised, unless the session is paused.
    public var spot: Spot {
      guard let running, running.pausedSince == 0, let last = runningBlocks.last else {
        return Spot()
      }
      return Spot(last.piece, last.section)
    }
  }

  /// What practice is about.
  public struct Spot: Equatable, Sendable {
    public let piece: RowID?
    public let section: RowID?

    init(_ piece: RowID? = nil, _ section: RowID? = nil) {
      (self.piece, self.section) = (piece, section)
    }
  }

  /// A sheet above the page.
  public enum Sheet: Equatable, Sendable {
    /// Chooses a piece, then one of its sections if it has any.
    case picker(Purpose, piece: RowID?)
    case session(RowID)
    case goal
    case byHand
    case options
    /// Chooses what to link to a piece.
    case links(RowID)
  }

  /// What a piece is chosen for.
  public enum Purpose: Equatable, Sendable {
    case next, running, byHand, turns, goal
    case block(RowID, in: RowID)
    case plan(RowID)

    /// The sheet that it is chosen from.
    var sheet: Sheet? {
      switch self {
      case .byHand: .byHand
      case .turns: .options
      case .goal: .goal
      case .block(_, let session): .session(session)
      case .next, .running, .plan: nil
      }
    }
  }

  /// Input for logging a past session.
  struct ByHand: Equatable, Sendable {
    var day = ""
    var minutes = "30"
    var spot = Spot()
    var problem: String?
  }

  /// A goal as typed, saved as a whole.
  struct GoalDraft: Equatable, Sendable {
    var goal: Goal
    /// As it was when it was opened; `nil` for a new one.
    var before: Goal?
    var amount: String
    var problem: String?

    init(_ goal: Goal, before: Goal?) {
      (self.goal, self.before, amount) = (goal, before, "\(goal.amount)")
    }
  }

  public enum Message: Sendable {
    case optionsRemembered(String?)
    case seenRemembered(String?)
    case visibilityChanged(Bool)
    case ticked
    // The session.
    case started(Spot)
    case pauseTapped
    case turned(Spot)
    case endTapped
    case wentOn
    case endedAt(RowID, Int64)
    case rated(RowID, Int)
    case blockRated(RowID, Int)
    case reedChosen(RowID, RowID?)
    case reedRated(RowID, Int)
    case allReedsAsked
    case afterClosed
    case questionTyped(String)
    case signTyped(String)
    case option(OptionMessage)
    case plot(PlotReader.Message)
    // Rows, field by field.
    case form(RowForm.Message)
    case sessionDay(RowID, String)
    case blockMinutes(RowID, String)
    case sessionRemoved(RowID)
    // Sheets.
    case opened(Sheet)
    case closed
    case findTyped(String)
    case pickTyped(String)
    case picked(Purpose, Spot)
    case pieceMadeFor(Purpose)
    case handDay(String)
    case handMinutes(String)
    case handAdded
    case linked(PieceLink, to: RowID?)
    // Pieces, goals and plans.
    case nameTyped(String)
    case planTyped(String)
    case pieceMade
    case pieceResting(RowID, Bool)
    case pieceRemoved(RowID)
    case sectionMade(RowID)
    case sectionOrder(RowOrder.Message, of: RowID)
    case sectionReviewed(RowID, Bool)
    case sectionRemoved(RowID)
    case goal(GoalMessage)
    case planOffered
    case planMade
    case planOpened(RowID?)
    case planRemoved(RowID)
    case planDay(RowID, Int)
    case planLeft
    case itemStarted(RowID)
    case itemOrder(RowOrder.Message, of: RowID)
    case itemRemoved(RowID)
  }

  static func start() -> [Effect<Message>] {
    [
      .load(Options.key) { .optionsRemembered($0) }, .load(Clock.key) { .seenRemembered($0) },
      .watchVisibility { .visibilityChanged($0) },
    ]
  }

  /// The longest text of a field, in bytes.
  static let textLimit = 400

  static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard !room.isWritable else {
      state.isStartWanted = false
      return respond(&state, message, &room)
    }
    // What cannot be saved yet is not shown either, and input stays.
    var before = state
    let effects = respond(&state, message, &room)
    let refused = effects.first { if case .keep = $0.order { true } else { false } }
    guard let refused else { return effects }
    if case .started = message {
      // A second tap still starts only one session.
      guard !before.isStartWanted else {
        state = before
        return []
      }
      before.isStartWanted = true
    }
    state = before
    state.version += 1
    // Go to the new piece once it is saved.
    let way = effects.filter { if case .navigate = $0.order { room.isOpening } else { false } }
    return [refused] + way
  }

  private static func respond(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    take(room, &state)
    if case .ticked = message { return tick(&state, &room) }
    state.version += 1
    switch message {
    // Reading a plot leaves what is being typed.
    case .form, .plot: break
    default: state.form.endDraft()
    }
    switch message {
    case .ticked: return []
    case .optionsRemembered(let text): state.options = Options(text ?? "")
    case .seenRemembered(let text):
      state.clock.remember(text)
      return followClock(&state)
    case .visibilityChanged(let isShown): state.isShown = isShown
    case .started(let spot): return begin(spot, &state, &room)
    case .pauseTapped: return pauseOrGoOn(&state, room)
    case .turned(let spot): return turn(to: spot, &state, &room)
    case .endTapped: return end(state.running, at: room.milliseconds, &state, room)
    case .wentOn:
      (state.clock.isAsking, state.clock.seen) = (false, room.milliseconds)
      state.tools.listen(from: room.milliseconds)
    case .endedAt(let id, let moment): return end(state.book.session(id), at: moment, &state, room)
    case .rated(let id, let rating): return rate(id, rating, state, room)
    case .blockRated(let id, let rating): return rate(block: id, rating, state, room)
    case .reedChosen(let id, let reed): return choose(reed, for: id, &state, room)
    case .reedRated(let reed, let rating): return rate(reed: reed, rating, &state, &room)
    case .allReedsAsked: return offerAllReeds(&state, room)
    case .afterClosed: (state.after, state.reeds, state.reedTest) = (nil, [], nil)
    case .questionTyped(let text): state.question = text.shortened(to: textLimit)
    case .signTyped(let text): state.sign = text.shortened(to: textLimit)
    case .option(let message): return update(&state, message)
    case .plot(let message): _ = PlotReader.update(&state.plot, message)
    case .form(let message):
      return RowForm.update(&state.form, message, &room).map { $0.map(Message.form) }
    case .sessionDay(let id, let text): return move(id, to: text, state, room)
    case .blockMinutes(let id, let text): return lengthen(id, text, &state, room)
    case .sessionRemoved(let id): return remove(session: id, &state)
    case .opened(let sheet): return open(sheet, &state, room)
    case .closed:
      // A piece need not be chosen: what it was wanted for is still there.
      state.sheet = if case .picker(let purpose, _) = state.sheet { purpose.sheet } else { nil }
    case .findTyped(let text): state.find = text.shortened(to: textLimit)
    case .pickTyped(let text): state.pickFind = text.shortened(to: textLimit)
    case .picked(let purpose, let spot): return pick(purpose, spot, &state, &room)
    case .pieceMadeFor(let purpose): return makePiece(for: purpose, &state, &room)
    case .handDay(let text): state.byHand.day = text
    case .handMinutes(let text): state.byHand.minutes = text.shortened(to: textLimit)
    case .handAdded: return addByHand(&state, &room)
    case .sectionOrder(let message, let piece):
      return RowOrder.update(
        &state.order, message, state.book.sections(of: piece).map { $0.id }, Section.placeField,
        "Move a section", room.data)
    case .itemOrder(let message, let plan):
      return RowOrder.update(
        &state.order, message, state.book.items(of: plan).map { $0.id },
        PracticePlan.Item.placeField, "Move a plan item", room.data)
    default: return change(&state, message, &room)
    }
    return []
  }

  static func take(_ room: RoomContext, _ state: inout State) {
    (state.now, state.zoneMinutes, state.today) = (room.milliseconds, room.zoneMinutes, room.day)
  }

  /// Updates from the data, also after changes on another device.
  static func refresh(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    take(room, &state)
    let weekday = Settings(room.data[Settings.row]).firstDayOfWeek.number
    if weekday != state.firstWeekday {
      (state.firstWeekday, state.version) = (weekday, state.version + 1)
    }
    if let book = PracticeBook(room.data, unlike: state.book) {
      state.book = book
      RowForm.refresh(&state.form, room.data)
      state.version += 1
    }
    nameReeds(&state, room)
    return followClock(&state)
  }

  /// Reads the names of the reeds that were played.
  private static func nameReeds(_ state: inout State, _ room: RoomContext) {
    var names: [RowID: String] = [:]
    var isNews = false
    for block in state.book.blocks {
      guard let id = block.reed, names[id] == nil, let row = room.data[id], row.life == .alive
      else { continue }
      let name = Reed(row).fullName
      names[id] = name
      if state.reedNames[id]?.hasSameBytes(as: name) != true { isNews = true }
    }
    guard isNews || names.count != state.reedNames.count else { return }
    state.reedNames = names
    state.version += 1
  }

  /// Shows a piece, or all of them, with no sheet open.
  static func open(_ row: RowID?, _ state: inout State, _ room: RoomContext) {
    take(room, &state)
    (state.sheet, state.newName) = (nil, "")
    state.plot = PlotReader.State()
    state.version += 1
  }
}
