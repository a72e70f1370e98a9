import Domain
import JournalRoom
import Ledger
import Pages
import Program
import RoomKit
import ToolsRoom

// What the shell does with a person's data on behalf of all rooms.
extension Shell {
  /// The storage key of the name of the space that was shown last.
  static let spaceKey = "woodshed.space"
  /// The storage key of the settings of version 0.1.
  static let oldSettingsKey = "woodshed.settings"

  /// Passes the keeper's orders on.
  static func saved(_ state: inout State) -> [Effect<Message>] {
    Safekeeping.carryOut(&state.safekeeping).map { $0.map(Message.safekeeping) }
  }

  /// Saves what a room changed.
  static func keep(
    _ keeping: Keeping, _ state: inout State, _ context: Context
  ) -> [Effect<Message>] {
    let keeper = state.safekeeping.keeper
    guard keeper.isWritable else {
      if !keeping.isVital { return [] }
      if keeper.storage == .opening {
        state.early.append(.keep(keeping))
        return []
      }
      return show("Nothing was changed: this device can’t store it.", undo: nil, &state)
    }
    let trashedCount = keeping.edits.trashedCount
    if trashedCount >= RestorePoint.largeDeletion {
      makePoint(named: "Before “\(keeping.label)”", .deletion, &state, context)
    }
    let earlier = state.openForm.flatMap { $0.number == keeping.form ? $0.ordinal : nil }
    let ordinal = state.safekeeping.keeper.edit(
      keeping.label, keeping.edits, wall: context.milliseconds, draft: keeping.draft, with: earlier)
    if ordinal != 0, let form = keeping.form { state.openForm = (form, earlier ?? ordinal) }
    // This edit creates a restore point itself; no second one is needed.
    if keeping.edits.contains(where: { $0.kind == .restorePoint }) {
      state.pointVersion = state.safekeeping.data.version
    }
    var effects = saved(&state)
    if ordinal != 0, let text = keeping.saying {
      effects += show(
        text, undo: .actionUndone(ordinal), leadsToTrash: trashedCount > 0,
        about: keeping.edits.first { $0.field == .life }?.row, &state)
    }
    return effects + firstKeeping(&state)
  }

  /// What was asked for before this device's data was loaded.
  enum Early: Sendable {
    case keep(Keeping)
    /// Shows something new, which has to be saved first.
    case go(to: String)
  }

  /// Does what was asked for before this device's data was loaded.
  static func keepEarly(_ state: inout State, _ context: Context) -> [Effect<Message>] {
    guard !state.early.isEmpty, state.safekeeping.keeper.storage != .opening else { return [] }
    let early = state.early
    state.early = []
    return early.flatMap { early -> [Effect<Message>] in
      switch early {
      case .keep(let keeping): return keep(keeping, &state, context)
      case .go(let path):
        guard state.safekeeping.keeper.isWritable else { return [] }
        return [.navigate(to: path)] + open(Route(path: path), &state, context)
      }
    }
  }

  /// Asks the browser, once there is something to lose, not to clear it on its own.
  private static func firstKeeping(_ state: inout State) -> [Effect<Message>] {
    guard state.safekeeping.room == nil, !state.safekeeping.hasAskedToPersist else { return [] }
    state.safekeeping.hasAskedToPersist = true
    return [.askToPersist { .safekeeping(.roomMeasured($0)) }]
  }

  /// Imports the content of a file, and says how much there was.
  static func takeIn(
    _ label: String, _ rows: ImportedRows, _ state: inout State, _ context: Context
  ) -> [Effect<Message>] {
    guard state.safekeeping.keeper.isWritable else {
      return show("Nothing was imported: this device can’t store it.", undo: nil, &state)
    }
    let rows = rows.withoutPoints
    if state.safekeeping.data.isNews(rows) {
      makePoint(named: "Before “\(label)”", .importing, &state, context)
    }
    let ordinal = state.safekeeping.keeper.takeIn(label, rows, wall: context.milliseconds)
    let text =
      ordinal != 0
      ? "Imported \(DayWords.count(rows.rowCount, "item", "items"))."
      : "Nothing to import: everything in this file is already here or was erased for good."
    let undo: Message? = ordinal != 0 ? .actionUndone(ordinal) : nil
    return saved(&state) + show(text, undo: undo, &state)
  }

  /// Creates a restore point before a large change, unless nothing has changed since the last one.
  ///
  /// Undo skips it: a person undoes the change that follows.
  static func makePoint(
    named label: String, _ reason: RestorePoint.Reason, _ state: inout State, _ context: Context
  ) {
    let keeper = state.safekeeping.keeper
    guard keeper.hasServer, keeper.isWritable, state.pointVersion != keeper.replica.version else {
      return
    }
    var room = state.room(context)
    let point = RestorePoint(
      room.newRow(), label, reason,
      made: Moment(context.milliseconds, zoneMinutes: context.zoneMinutes))
    state.safekeeping.keeper.edit(
      Action.byItself, point.edits(from: nil), wall: context.milliseconds)
    state.pointVersion = state.safekeeping.data.version
  }

  /// What the restore points page shows about the space.
  static func pointsShown(_ state: State) -> PointsPage.Shown {
    PointsPage.Shown(
      hasServer: state.safekeeping.space.isSynced && state.safekeeping.keeper.hasServer,
      isPaused: state.isPaused, isSample: !state.safekeeping.space.isSynced, now: state.now,
      zoneMinutes: state.zoneMinutes)
  }

  /// Erases for good what has been in the trash for 90 days; once per launch.
  static func emptyTrash(_ state: inout State, _ context: Context) -> [Effect<Message>] {
    guard !state.hasEmptiedTrash, state.safekeeping.keeper.isWritable else { return [] }
    state.hasEmptiedTrash = true
    let edits = state.safekeeping.data.expiredTrash(wall: context.milliseconds)
    guard !edits.isEmpty else { return [] }
    state.safekeeping.keeper.edit("Empty the trash", edits, wall: context.milliseconds)
    return saved(&state)
  }

  /// Fills the sample space if it is empty.
  static func furnish(_ state: inout State, _ context: Context) -> [Effect<Message>] {
    guard state.safekeeping.space == .sample, state.safekeeping.keeper.isWritable,
      state.safekeeping.data.isEmpty
    else { return [] }
    let room = state.room(context)
    let edits = SampleStudio.edits(
      at: room.milliseconds, zoneMinutes: room.zoneMinutes, day: room.day)
    state.safekeeping.keeper.edit("Add sample data", edits, wall: context.milliseconds)
    return saved(&state)
  }

  /// Says what was undone or redone, and what was skipped because it had changed since.
  static func told(
    _ outcome: (label: String, leftCount: Int)?, _ word: String, _ state: inout State
  ) -> [Effect<Message>] {
    guard let outcome else { return [] }
    var text = "\(word): \(outcome.label)."
    if outcome.leftCount > 0 {
      text +=
        outcome.leftCount == 1
        ? " A later change was kept."
        : " \(outcome.leftCount) later changes were kept."
    }
    // Two of them would cover the button that somebody taps again.
    let last = drop(&state) { $0.tellsOutcome }
    return saved(&state) + last + show(text, undo: nil, tellsOutcome: true, &state)
  }

  /// Shows another space and remembers it.
  static func open(
    _ space: DeviceSpace, _ state: inout State, _ context: Context
  ) -> [Effect<Message>] {
    state.nextSpace = nil
    guard space != state.safekeeping.space else { return [] }
    guard state.safekeeping.keeper.unkeptCount == 0 else {
      state.nextSpace = space
      if state.safekeeping.failure == nil { return [] }
      return show("Your last change isn’t saved yet. This opens once it is.", undo: nil, &state)
    }
    guard !state.rooms.tools.recorder.isRecording else {
      return show("Stop recording first: the take belongs to this space.", undo: nil, &state)
    }
    // What was done in one space cannot be undone in the other.
    state.toasts.removeAll { $0.undo != nil }
    state.dataPage = DataPage.State()
    return [.save(space.name, under: spaceKey)]
      + Safekeeping.open(space, &state.safekeeping, context).map { $0.map(Message.safekeeping) }
  }

  /// Shows the space that was asked for while a change was being saved.
  static func openNext(_ state: inout State, _ context: Context) -> [Effect<Message>] {
    guard let space = state.nextSpace, state.safekeeping.keeper.unkeptCount == 0 else { return [] }
    return open(space, &state, context)
  }

  /// Imports the settings that version 0.1 kept in the browser, once; they are erased there when they are saved here.
  static func moveSettingsIn(_ state: inout State, _ context: Context) -> [Effect<Message>] {
    guard let text = state.oldSettings, state.safekeeping.keeper.isWritable,
      state.safekeeping.space == .own
    else { return [] }
    let edits = Settings(parsing: text).edits(from: Settings())
    if state.safekeeping.data[Settings.row] == nil, !edits.isEmpty {
      state.safekeeping.keeper.edit("Import the settings", edits, wall: context.milliseconds)
      return saved(&state)
    }
    guard state.safekeeping.keeper.unkeptCount == 0 else { return [] }
    state.oldSettings = nil
    return [.erase(oldSettingsKey)]
  }
}

extension Shell.State {
  /// What a room may know while it handles this message. Each gets its own source of new names.
  mutating func room(_ context: Context) -> RoomContext {
    RoomContext(
      milliseconds: context.milliseconds, zoneMinutes: context.zoneMinutes,
      random: RandomBits(seed: random.next(), random.next()),
      data: safekeeping.data, space: safekeeping.space.name,
      isWritable: safekeeping.keeper.isWritable,
      isOpening: safekeeping.isOpening,
      isSafe: safekeeping.keeper.unkeptCount == 0,
      isRecording: rooms.tools.recorder.isRecording, link: link,
      isOutOfReach: safekeeping.keeper.isOutOfReach)
  }

  /// The way to the server, if whoever is signed in owns this space there.
  private var link: ServerLink? {
    let head = safekeeping.data.head
    guard safekeeping.space.isSynced, safekeeping.isOnline, !isPaused, let account = head.account,
      head.epoch != .none
    else { return nil }
    return ServerLink(account: account, epoch: head.epoch, isHolder: safekeeping.isHolder)
  }
}
