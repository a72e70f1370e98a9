public import Domain
import JournalRoom
public import Ledger
import Markup
public import Pages
public import Program
import RoomKit
import ToolsRoom

/// Joins the rooms: where the person is, their settings, and toasts.
public enum Shell: Program {
  public struct State: Sendable {
    public var route: Route
    public var safekeeping: Safekeeping.State
    public var settings = SettingsRoom.State()
    var dataPage = DataPage.State()
    public var points = PointsPage.State()
    var rowPage: RowPage.State?
    public var components = ComponentsPage.State()
    public var rooms = RoomList.State()
    public var account = AccountPage.State()
    public var toasts: [Toast] = []
    public var isHelpOpen = false
    public var isOnline = true
    public var hasUpdate = false
    let build: String
    /// Only a program of its own has these.
    let trials: TrialPages?
    var lastToast = 0
    /// The last toast before the message that is being handled.
    var earlierToast = 0
    /// The device's time at the last message, for ages such as "2 minutes ago".
    var now: Int64 = 0
    var zoneMinutes = 0
    /// The source of new names while a message is handled.
    var random = RandomBits(seed: 0)
    var hasEmptiedTrash = false
    /// The data's version when a restore point was last created automatically.
    var pointVersion: UInt64?
    /// The number of the opened space that the pages show.
    var shownTurn = 0
    /// The page's current theme.
    var theme = Theme.system
    /// Settings that an earlier version kept in the browser.
    var oldSettings: String?
    /// The account that owns the first space on this device, once it has been looked up.
    var owner: AccountID?
    var hasReadOwner = false
    /// The person's own space that was shown last.
    var lastHome = DeviceSpace.own
    /// The space to show once the last change is saved.
    var nextSpace: DeviceSpace?
    /// What to do once this device's data is loaded.
    var early: [Early] = []
    /// The first action of the form of a new row that is being filled in.
    var openForm: (number: UInt64, ordinal: UInt64)?
    /// The rooms whose line was read on this device, once that has been looked up.
    var explained: [Room]?
    /// Whether the line of the room on screen stays until the person leaves, though it was read by now.
    var lineStays = false

    /// The app at launch, with the trial pages if there are any.
    @export(interface)
    public init(_ launch: Launch, trials: TrialPages? = nil) {
      let random = RandomBits(seed: launch.randomBits.0, launch.randomBits.1)
      route = Route(path: launch.path)
      safekeeping = Safekeeping.State(.own, random: random)
      build = launch.build
      self.trials = trials
    }

    /// The person's settings.
    public var chosen: Settings { Settings(safekeeping.data[Settings.row]) }

    /// Whether the person has no data yet; how the app and its tools are set up does not count.
    fileprivate var isNew: Bool {
      safekeeping.space.isSynced && safekeeping.keeper.isWritable
        && safekeeping.data.holdsOnly(Shell.setups)
    }
  }

  public enum Message: Sendable {
    case addressChanged(String)
    case spaceRemembered(String?)
    case oldSettingsFound(String?)
    case ownerRemembered(String?)
    case linesRemembered(String?)
    case removalRemembered(String?)
    case spaceErased(Removal, RecordsErasure)
    case takesErased(isDone: Bool)
    case account(AccountPage.Message)
    case safekeeping(Safekeeping.Message)
    case undoTapped
    case redoTapped
    case actionUndone(UInt64)
    case additionUndone(RowID, KindID, named: String)
    case sampleErased(RecordsErasure)
    case sampleTakesErased
    case keyPressed(Shortcut)
    case helpClosed
    case onlineChanged(Bool)
    case updateFound
    case restartTapped
    case toastExpired(Int)
    case toastClosed(Int)
    case toastUndone(Int)
    case toastPlayed(Int)
    case toastHeld(Int)
    case toastReleased(Int)
    case trashTapped
    case settings(SettingsRoom.Message)
    case components(ComponentsPage.Message)
    case room(RoomList.Message)
    case data(DataPage.Message)
    case points(PointsPage.Message)
    case row(RowPage.Message)
  }

  @export(interface)
  public static func state(at launch: Launch) -> State { State(launch) }

  @export(interface)
  public static func start(_ state: inout State, _ launch: Launch) -> [Effect<Message>] {
    let route = state.route
    state.rowPage = rowPage(at: route)
    state.account.deviceName = DeviceName.text(of: launch.browser)
    state.rooms.tools.trialUpdate = state.trials?.updateSound
    if case .tools(.panel(let panel)) = route.room { state.rooms.tools.panel = panel }
    var effects: [Effect<Message>] = [
      .load(ownerKey) { .ownerRemembered($0) },
      .load(spaceKey) { .spaceRemembered($0) },
      .load(oldSettingsKey) { .oldSettingsFound($0) },
      .load(linesKey) { .linesRemembered($0) },
      .load(removalKey) { .removalRemembered($0) },
      .title(documentTitle(route)),
      .watchAddress { .addressChanged($0) },
      .watchKeys { Shortcut($0).map(Message.keyPressed) },
      .watchOnline { .onlineChanged($0) },
      .watchUpdates(.updateFound),
    ]
    effects += RoomList.start(&state.rooms, at: route.room)
    effects += Safekeeping.start(&state.safekeeping).map { $0.map(Message.safekeeping) }
    if launch.path == "/" { effects.append(.navigate(to: route.path, replacing: true)) }
    if route.isAccount {
      effects += AccountPage.open(route.link, token: Route.token(in: launch.path), &state.account)
        .map { $0.map(Message.account) }
    }
    return effects
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ context: Context
  ) -> [Effect<Message>] {
    state.now = context.milliseconds
    state.zoneMinutes = context.zoneMinutes
    state.random = RandomBits(seed: context.randomBits.0, context.randomBits.1)
    let before = Told(state.safekeeping)
    state.earlierToast = state.lastToast
    var effects = respond(&state, message, context)
    if acts(message, effects, state) { effects += readLine(stays: true, &state) }
    effects += RoomList.notice(message, &state.rooms, state.room(context))
    effects = effects.flatMap { carryOut($0, &state, context) }
    effects += keepEarly(&state, context) + openNext(&state, context)
    effects += follow(&state, from: before, context)
    effects += settle(&state, context)
    state.rooms.journal.days.isNew = state.isNew
    RoomList.explain(Room.allCases.filter { state.explains($0) }, &state.rooms)
    state.rooms.journal.days.isAccountOffered = state.isAccountOffered
    state.rooms.journal.takes.isOnline = state.safekeeping.isOnline
    return effects
  }

  /// Lets rooms do what had to wait until a message was fully handled, and updates the pages with the result.
  private static func settle(_ state: inout State, _ context: Context) -> [Effect<Message>] {
    let before = Told(state.safekeeping)
    let isSafe = state.safekeeping.keeper.unkeptCount == 0
    let settled = RoomList.settle(isSafe: isSafe, &state.rooms, state.room(context))
    if settled.isEmpty { return [] }
    return settled.flatMap { carryOut($0, &state, context) }
      + follow(&state, from: before, context)
  }

  /// What the rooms are told of the data: they are told again when any of it changes.
  private struct Told: Equatable {
    let version: UInt64
    let space: DeviceSpace
    let isOpening: Bool

    init(_ state: Safekeeping.State) {
      (version, space, isOpening) = (state.data.version, state.space, state.isOpening)
    }
  }

  /// Updates what the pages show of the data.
  private static func follow(
    _ state: inout State, from before: Told, _ context: Context
  ) -> [Effect<Message>] {
    // Automatic changes come first, so that the pages show them.
    var effects = followAccount(&state, context)
    effects += moveSettingsIn(&state, context) + emptyTrash(&state, context)
    effects += furnish(&state, context)
    if state.safekeeping.space.isSynced { state.lastHome = state.safekeeping.space }
    let data = state.safekeeping.data
    if state.shownTurn != state.safekeeping.turn {
      // Another space is shown, or the same one was reopened: forget what was found in the last one.
      state.shownTurn = state.safekeeping.turn
      state.points.begin()
      state.pointVersion = nil
      state.rooms.journal.takes.shelf = Shelf()
    }
    let isNews = Told(state.safekeeping) != before
    if isNews {
      SettingsRoom.refresh(&state.settings, data)
      var room = state.room(context)
      effects += RoomList.refresh(&state.rooms, at: state.route.room, &room)
    }
    if isNews || state.rowPage?.version == nil {
      if var page = state.rowPage {
        RowPage.refresh(&page, data)
        effects += RowPage.ask(&page, data).map { $0.map(Message.row) }
        state.rowPage = page
      }
    }
    DataPage.refreshConflicts(&state.dataPage, data)
    if state.route == .page(.data) { DataPage.refresh(&state.dataPage, data) }
    if state.route == .page(.points) { PointsPage.refresh(&state.points, data) }
    if state.chosen.theme != state.theme, state.safekeeping.keeper.storage != .opening {
      state.theme = state.chosen.theme
      effects.append(.theme(state.theme.name))
    }
    return effects
  }

  private static func respond(
    _ state: inout State, _ message: Message, _ context: Context
  ) -> [Effect<Message>] {
    switch message {
    case .addressChanged(let path):
      let route = Route(path: path)
      if route == state.route, let token = Route.token(in: path) {
        return AccountPage.open(route.link, token: token, &state.account)
          .map { $0.map(Message.account) }
      }
      if route == state.route, route.isDays {
        return respond(&state, .room(.journal(.days(.note(.returned)))), context)
      }
      return open(route, token: Route.token(in: path), &state, context)
    case .spaceRemembered(let name):
      guard let space = name.flatMap({ DeviceSpace(name: $0) }), space != state.safekeeping.space
      else { return [] }
      return open(space, &state, context)
    case .ownerRemembered(let text):
      state.owner = text.flatMap { Bits128(hex: $0) }.map { AccountID($0) }
      state.hasReadOwner = true
      return []
    case .linesRemembered(let text):
      state.explained = linesRead(text)
      return []
    case .removalRemembered(let text): return text.flatMap { Removal($0) }.map(resume) ?? []
    case .spaceErased(let removal, let erasure): return erased(removal, erasure, &state, context)
    case .takesErased(isDone: true):
      return [.erase(removalKey)] + show("Removed from this device.", undo: nil, &state)
    case .takesErased(isDone: false):
      let text =
        "Removed, but for recordings that are in use. Close other tabs and reload Woodshed."
      return show(text, undo: nil, &state)
    case .sampleTakesErased: return []
    case .account(let message):
      var room = state.room(context)
      return AccountPage.update(&state.account, message, &room)
        .map { $0.map(Message.account) } + heed(&state, context)
    case .safekeeping(.visibilityChanged(true)):
      return Safekeeping.update(&state.safekeeping, .visibilityChanged(true), context)
        .map { $0.map(Message.safekeeping) }
        + AccountPage.look(&state.account).map { $0.map(Message.account) }
    case .oldSettingsFound(let text):
      state.oldSettings = text
      return []
    case .safekeeping(let message):
      return Safekeeping.update(&state.safekeeping, message, context)
        .map { $0.map(Message.safekeeping) }
    case .undoTapped:
      // The toast that offers the same has nothing to undo any more.
      let undone = state.safekeeping.data.undoable?.ordinal
      state.toasts.removeAll {
        if case .actionUndone(let ordinal)? = $0.undo { ordinal == undone } else { false }
      }
      return told(state.safekeeping.keeper.undo(wall: context.milliseconds), "Undone", &state)
    case .actionUndone(let ordinal):
      return told(
        state.safekeeping.keeper.undo(ordinal, wall: context.milliseconds), "Undone", &state)
    case .redoTapped:
      return told(state.safekeeping.keeper.redo(wall: context.milliseconds), "Redone", &state)
    case .sampleErased(let erasure):
      var text = "Sample data deleted."
      if case .failed(let error) = erasure {
        text = "Couldn’t delete the sample data (\(error)). Nothing else changed."
      }
      return open(state.home, &state, context) + [.toast(text)]
    case .keyPressed(let shortcut):
      return act(on: shortcut, &state, context)
    case .helpClosed:
      state.isHelpOpen = false
      return []
    case .onlineChanged(let isOnline):
      state.isOnline = isOnline
      return Safekeeping.update(&state.safekeeping, .onlineChanged(isOnline), context)
        .map { $0.map(Message.safekeeping) }
    case .updateFound:
      state.hasUpdate = true
      return []
    case .restartTapped:
      return [.restart]
    case .toastExpired(let number), .toastClosed(let number):
      state.toasts.removeAll { $0.number == number }
      return []
    case .toastUndone(let number):
      guard let toast = state.toasts.first(where: { $0.number == number }), let undo = toast.undo
      else { return [] }
      state.toasts.removeAll { $0.number == number }
      return [.stop(toast.timer)] + respond(&state, undo, context)
    case .toastPlayed(let number):
      guard let toast = state.toasts.first(where: { $0.number == number }), let take = toast.take
      else { return [] }
      state.toasts.removeAll { $0.number == number }
      return [.stop(toast.timer)]
        + respond(&state, .room(.journal(.takes(.playTapped(take)))), context)
    case .toastHeld(let number):
      return state.toasts.filter { $0.number == number }.map { .stop($0.timer) }
    case .toastReleased(let number):
      return state.toasts.filter { $0.number == number }.map(expiry)
    case .trashTapped: return answer(.trash(nil), &state, context)
    case .additionUndone(let row, let kind, let name):
      return [
        .keep(
          "Delete \(name.inLowerCase)", Edit.trashing(row, kind),
          saying: "\(name) moved to the trash.")
      ]
    case .settings(let message):
      var room = state.room(context)
      return SettingsRoom.update(&state.settings, message, &room)
        .map { $0.map(Message.settings) }
    case .components(let message):
      guard let trials = state.trials else { return [] }
      return trials.updateComponents(&state.components, message)
        .map { $0.map(Message.components) }
    case .room(let message):
      var room = state.room(context)
      return RoomList.update(&state.rooms, message, &room)

    case .data(let message):
      var room = state.room(context)
      return DataPage.update(&state.dataPage, message, &room)
        .map { $0.map(Message.data) }
    case .points(let message):
      var room = state.room(context)
      return PointsPage.update(&state.points, message, &room)
        .map { $0.map(Message.points) }
    case .row(let message):
      guard var page = state.rowPage else { return [] }
      var room = state.room(context)
      let effects = RowPage.update(&page, message, &room)
      state.rowPage = page
      return effects.map { $0.map(Message.row) }
    }
  }

  /// Shows another place, with focus and scroll position at its heading, unless the person stays on the same page.
  static func open(
    _ route: Route, token: String? = nil, isSamePage: Bool = false, _ state: inout State,
    _ context: Context
  ) -> [Effect<Message>] {
    guard route != state.route else { return [] }
    if state.route.isAccount { AccountPage.leave(&state.account) }
    if state.route == .page(.points) { state.points.close() }
    let last = state.route
    state.route = route
    state.rowPage = rowPage(at: route)
    var room = state.room(context)
    var shown = RoomList.open(route.room, from: last.room, &state.rooms, &room)
    if route.home != last.home {
      state.lineStays = false
      // A remark belongs to the room that it was made in.
      let earlier = state.earlierToast
      shown += drop(&state) { $0.isRemark && $0.number <= earlier }
    }
    if route.isAccount {
      shown += AccountPage.open(route.link, token: token, &state.account)
        .map { $0.map(Message.account) }
    }
    return shown + [.title(documentTitle(route))]
      + (isSamePage ? [] : [.scrollToTop, .focus("heading")])
  }

  private static func rowPage(at route: Route) -> RowPage.State? {
    if case .page(.row(let row)) = route { RowPage.State(row) } else { nil }
  }

  private static func act(
    on shortcut: Shortcut, _ state: inout State, _ context: Context
  ) -> [Effect<Message>] {
    switch shortcut {
    case .undo where !state.isHelpOpen: return respond(&state, .undoTapped, context)
    case .redo where !state.isHelpOpen: return respond(&state, .redoTapped, context)
    default: break
    }
    if shortcut == .leave {
      let isOpen =
        state.rooms.tools.isOnStage && !state.isHelpOpen && !state.rooms.tools.tuningSheet.isOpen
      return isOpen ? respond(&state, .room(.tools(.stageTapped)), context) : []
    }
    guard state.chosen.hasShortcuts, !state.isHelpOpen else { return [] }
    switch shortcut {
    case .room(let key):
      guard let entry = RoomList.keys.first(where: { $0.key.key == key }),
        entry.key.isEverywhere || state.route.home == entry.home
      else { return [] }
      return respond(&state, entry.key.message, context)
    case .undo, .redo, .leave:
      return []
    case .help:
      state.isHelpOpen = true
      return []
    case .place(let route):
      return [.navigate(to: route.path)] + open(route, &state, context)
    }
  }

  /// Handles effects that address the shell; passes all others on to the page.
  private static func carryOut(
    _ effect: Effect<Message>, _ state: inout State, _ context: Context
  ) -> [Effect<Message>] {
    switch effect.order {
    case .toast(let text, let take):
      return show(text, undo: effect.message(), playing: take, &state)
    case .navigate(let path, _) where !state.early.isEmpty:
      state.early.append(.go(to: path))
      return []
    case .navigate(let path, _):
      let route = Route(path: path)
      // A day chosen in the month leaves the person at the month.
      let isSamePage = route.isDays && state.route.isDays
      return [effect] + open(route, isSamePage: isSamePage, &state, context)
    case .keep(let keeping): return keep(keeping, &state, context)
    case .takeIn(let label, let rows): return takeIn(label, rows, &state, context)
    case .dismissLost(let ordinal): state.safekeeping.keeper.dismissLost(ordinal)
    case .syncNow: state.safekeeping.keeper.syncNow(wall: context.milliseconds)
    case .ask(let ask):
      return answer(ask, &state, context).flatMap { carryOut($0, &state, context) }
    default: return [effect]
    }
    return saved(&state)
  }

  /// Answers what a room asks of the shell.
  private static func answer(
    _ ask: Ask, _ state: inout State, _ context: Context
  ) -> [Effect<Message>] {
    switch ask {
    case .space(let isSample): return open(isSample ? .sample : state.home, &state, context)
    case .removeSample where state.rooms.tools.recorder.isRecording:
      return show("Stop recording first.", undo: nil, &state)
    case .removeSample:
      return [
        .eraseRecords(of: DeviceSpace.sample.name) { .sampleErased($0) },
        .eraseTakes(of: DeviceSpace.sample.name) { _ in .sampleTakesErased },
        .erase(Safekeeping.lateKey(.sample)),
      ]
    case .export:
      return DataPage.export(
        state.room(context), unkept: state.safekeeping.keeper.unkeptCells
      ).map { $0.map(Message.data) }
    case .shortcuts:
      state.isHelpOpen = true
      return []
    case .undo: return respond(&state, .undoTapped, context)
    case .tellAdded(let row, let kind, let name):
      // Nothing was typed, or it could not be stored.
      guard state.safekeeping.data[row]?.life == .alive else { return [] }
      return show(
        "\(name) saved.", undo: .additionUndone(row, kind, named: name), about: row, &state)
    case .trash(let kind):
      return respond(&state, .data(.shelfChosen(.trash)), context)
        + respond(&state, .data(.searched("")), context)
        + respond(&state, .data(.kindChosen(kind)), context)
        + [.navigate(to: PagePlace.data.path)]
    case .record: return respond(&state, .room(.tools(.recorder(.mainTapped))), context)
    case .hushTake: return respond(&state, .room(.journal(.takes(.hushed))), context)
    case .recordCrow(let reed, let name):
      return respond(&state, .room(.tools(.recorder(.crowWanted(reed, named: name)))), context)
    case .hear(let isOn): return respond(&state, .room(.tools(.earLent(isOn))), context)
    case .keepFile(let file, let row, let isKept):
      let kept = Carriage.Message.keptHere(Carrier.File(row, file), isKept)
      return respond(&state, .room(.journal(.takes(.carrier(kept)))), context)
    case .lengthenWay(let milliseconds):
      return respond(&state, .room(.tools(.recorder(.wayMeasured(milliseconds)))), context)
    case .tune where state.rooms.tools.atWork.isListening: return []
    case .tune: return respond(&state, .room(.tools(.tuner(.mainTapped))), context)
    case .beat where state.rooms.tools.atWork.tempo > 0: return []
    case .beat: return respond(&state, .room(.tools(.metronome(.wanted(0)))), context)
    case .lineRead: return readLine(stays: false, &state)
    case .acted: return readLine(stays: true, &state)
    case .click(let tempo):
      return respond(&state, .room(.tools(.metronome(.wanted(tempo)))), context)
    case .readySound: return respond(&state, .room(.tools(.soundWanted)), context)
    case .ring: return respond(&state, .room(.tools(.bellWanted)), context)
    }
  }

  static func show(
    _ text: String, undo: Message?, playing take: RowID? = nil, leadsToTrash: Bool = false,
    about row: RowID? = nil, tellsOutcome: Bool = false, _ state: inout State
  ) -> [Effect<Message>] {
    let replaced = row == nil ? [] : drop(&state) { $0.row == row }
    state.lastToast += 1
    let toast = Toast(
      number: state.lastToast, text: text.withShortTitles, undo: undo, take: take,
      leadsToTrash: leadsToTrash, row: row, tellsOutcome: tellsOutcome)
    state.toasts.append(toast)
    // More than three would cover the page: the oldest goes.
    let crowded = state.toasts.dropLast(3).map { $0.timer }
    state.toasts = Array(state.toasts.suffix(3))
    return replaced + crowded.map { .stop($0) } + [expiry(toast)]
  }

  /// Takes toasts away.
  static func drop(
    _ state: inout State, _ isGone: (Toast) -> Bool
  ) -> [Effect<Message>] {
    let gone = state.toasts.filter(isGone)
    state.toasts.removeAll(where: isGone)
    return gone.map { .stop($0.timer) }
  }

  private static func expiry(_ toast: Toast) -> Effect<Message> {
    .wait(milliseconds: toast.milliseconds, as: toast.timer, .toastExpired(toast.number))
  }

  static func documentTitle(_ route: Route) -> String {
    "\(route.title) · Woodshed"
  }
}
