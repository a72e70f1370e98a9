import Domain
public import Ledger
import Markup
public import Program
public import RoomKit

/// Restore points, and the space at a past moment: previewed first, then restored by new changes.
///
/// The server has the history. What would change is worked out here, one page at a time, against the current data.
public enum PointsPage {
  /// A requested moment.
  struct Wanted: Equatable, Sendable {
    /// The query of the request to the server.
    let query: String
    /// What it is called on the page.
    let words: String
  }

  /// What the server is being asked, or what it said.
  enum Look: Sendable {
    case asking(Wanted, PastComparison)
    case shown(Wanted, PastComparison, lines: [String])
    case failed(String)
  }

  public struct State: Sendable {
    /// The name of the next restore point.
    var label = ""
    var labelProblem: String?
    /// The requested day and time of day, as typed; a day ago until something is typed.
    var day: String?
    var clock: String?
    var momentProblem: String?
    var look: Look?
    /// The version of the data in the last comparison.
    var compared: UInt64?
    /// The changes that a person confirmed, while they are compared again because the data has changed since.
    var meant: [Edit]?
    /// Whether the page shows other changes than the person confirmed.
    var isAnother = false
    /// Counts the requests to the server: an answer to an earlier one is dropped.
    var turn = 0
    /// How often a point was requested that had not reached the server yet.
    var tries = 0
    var renaming: RowID?
    var newLabel = ""
    /// All restore points, newest first; see `refresh`.
    var points: [RestorePoint] = []
    var version: UInt64?

    /// Closes the preview; a pending answer is dropped.
    @export(interface)
    public mutating func close() {
      look = nil
      turn += 1
    }

    /// Another space shows.
    @export(interface)
    public mutating func begin() {
      let turn = turn
      self = State()
      self.turn = turn + 1
    }

    public init() {}
  }

  public enum Message: Sendable {
    case labelTyped(String)
    case named
    case dayChosen(String)
    case clockChosen(String)
    case momentAsked
    case pointChosen(RowID)
    case answered(turn: Int, FetchAnswer)
    case askedAgain(turn: Int)
    case restoreTapped
    case lookClosed
    case renameTapped(RowID)
    case newLabelTyped(String)
    case renamed
    case renameClosed
    case removed(RowID)
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ context: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .labelTyped(let text):
      state.label = text
      state.labelProblem = nil
    case .named: return name(&state, &context)
    case .dayChosen(let text): state.day = text
    case .clockChosen(let text): state.clock = text
    case .momentAsked: return askForMoment(&state, context)
    case .pointChosen(let id):
      guard let point = state.points.first(where: { $0.id == id }) else { break }
      let wanted = Wanted(query: "point=\(id.bits.hex)", words: "“\(point.label)”")
      // Only what has reached the server can be requested.
      return [.syncNow] + ask(for: wanted, &state, context)
    case .answered(let turn, let answer):
      guard turn == state.turn, case .asking(let wanted, let past) = state.look else { break }
      return take(answer, wanted, past, &state, &context)
    case .askedAgain(let turn):
      guard turn == state.turn, case .asking(let wanted, _) = state.look else { break }
      return fetch(wanted.query, state, context)
    case .restoreTapped where context.isRecording: return [.toast("Stop recording first.")]
    case .restoreTapped:
      guard case .shown(let wanted, let past, _) = state.look, !past.isEmpty else { break }
      if state.compared == context.data.version {
        return goBack(to: wanted, past, &state, &context)
      }
      let effects = ask(for: wanted, &state, context)
      state.meant = past.edits
      return effects
    case .lookClosed:
      state.close()
      return [.focus("heading")]
    case .renameTapped(let id):
      state.renaming = id
      state.newLabel = state.points.first { $0.id == id }?.label ?? ""
      return [.focus("point-name")]
    case .newLabelTyped(let text): state.newLabel = text
    case .renamed:
      let label = state.newLabel.trimmingBlanks
      let point = state.points.first { $0.id == state.renaming }
      state.renaming = nil
      guard let point, !label.isEmpty else { return [.focus("points")] }
      return [.keep("Rename a restore point", point.naming(label)), .focus("points")]
    case .renameClosed:
      state.renaming = nil
      return [.focus("points")]
    case .removed(let id):
      guard let point = state.points.first(where: { $0.id == id }) else { break }
      return [
        .keep(
          "Delete “\(point.label)”", point.trashing, saying: "Deleted “\(point.label)”."),
        .focus("points"),
      ]
    }
    return []
  }

  /// Finds the restore points again if the data has changed.
  @export(interface)
  public static func refresh(_ state: inout State, _ data: Replica) {
    guard state.version != data.version else { return }
    state.version = data.version
    state.points = RestorePoint.all(in: data)
  }

  private static func name(
    _ state: inout State, _ context: inout RoomContext
  ) -> [Effect<Message>] {
    let label = state.label.trimmingBlanks
    guard !label.isEmpty else {
      state.labelProblem = "Enter a name first."
      return [.focus("moment-name")]
    }
    state.label = ""
    let point = RestorePoint(
      context.newRow(), label, .byHand,
      made: Moment(context.milliseconds, zoneMinutes: context.zoneMinutes))
    return [
      .keep(
        "Create the restore point “\(point.label)”", point.edits(from: nil),
        saying: "Restore point “\(point.label)” saved.")
    ]
  }

  // MARK: - Asking

  /// A day ago, which the fields show until something is chosen.
  static func standard(_ now: Int64, _ zoneMinutes: Int) -> (day: String, clock: String) {
    let moment = now - Horizon.day
    let day = JournalDay.day(of: moment, zoneMinutes: zoneMinutes)
    return (DayText.text(of: day) ?? "", MomentText.clock(moment, zoneMinutes: zoneMinutes))
  }

  private static func askForMoment(
    _ state: inout State, _ context: RoomContext
  ) -> [Effect<Message>] {
    let standard = standard(context.milliseconds, context.zoneMinutes)
    let clock = state.clock ?? standard.clock
    guard let day = DayText.day(of: state.day ?? standard.day), let minute = minute(of: clock)
    else {
      state.momentProblem = "Choose a day and a time."
      return [.focus("moment-day")]
    }
    let moment = day * Horizon.day + (minute - Int64(context.zoneMinutes)) * 60_000
    guard (1...context.milliseconds).contains(moment) else {
      state.momentProblem = "That’s in the future. Choose a time in the past."
      return [.focus("moment-day")]
    }
    let words = MomentText.text(moment, zoneMinutes: context.zoneMinutes)
    return [.syncNow] + ask(for: Wanted(query: "time=\(moment)", words: words), &state, context)
  }

  /// The minute of the day of a time such as `14:31`.
  private static func minute(of text: String) -> Int64? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"))
    guard parts.count >= 2, let hour = Int64(String(decoding: parts[0], as: UTF8.self)),
      let minute = Int64(String(decoding: parts[1], as: UTF8.self)), (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }

  private static func ask(
    for wanted: Wanted, _ state: inout State, _ context: RoomContext
  ) -> [Effect<Message>] {
    state.momentProblem = nil
    state.turn += 1
    state.tries = 0
    state.look = .asking(wanted, PastComparison(context.data))
    (state.meant, state.isAnother) = (nil, false)
    return fetch(wanted.query, state, context)
  }

  private static func fetch(
    _ query: String, _ state: State, _ context: RoomContext
  ) -> [Effect<Message>] {
    guard let account = context.data.head.account else { return [] }
    let turn = state.turn
    return [
      .fetch(FetchRequest(past: query, of: account)) { .answered(turn: turn, $0) }
    ]
  }

  private static func take(
    _ answer: FetchAnswer, _ wanted: Wanted, _ past: PastComparison, _ state: inout State,
    _ context: inout RoomContext
  ) -> [Effect<Message>] {
    guard answer.isSuccess, let frame = try? Frame(bytes: answer.bytes),
      case .past(let page) = frame.body
    else {
      if answer.status == 404, context.data.waitingCount > 0, state.tries < 5 {
        state.tries += 1
        return [.wait(milliseconds: 1_000, as: "past", .askedAgain(turn: state.turn))]
      }
      state.look = .failed(words(for: answer))
      return [.focus("past")]
    }
    if past.last != nil, state.compared != context.data.version {
      // The data has changed since the comparison began: start again.
      let meant = state.meant
      let effects = ask(for: wanted, &state, context)
      state.meant = meant
      return effects
    }
    state.compared = context.data.version
    var comparison = past
    comparison.take(page, context.data)
    if page.hasMore {
      guard let last = comparison.last, last != past.last else {
        state.look = .failed(silence)
        return [.focus("past")]
      }
      state.look = .asking(wanted, comparison)
      return fetch("seq=\(page.sequence)&after=\(last.bits.hex)", state, context)
    }
    let meant = state.meant
    state.meant = nil
    if let meant, meant == comparison.edits {
      return goBack(to: wanted, comparison, &state, &context)
    }
    let schema = Schema.woodshed.extended(by: context.data).lending(.reed, to: .reedTemplate)
    state.look = .shown(wanted, comparison, lines: comparison.lines(schema))
    state.isAnother = meant != nil
    return [.focus("past")]
  }

  /// Restores the space in one step, after creating a restore point.
  private static func goBack(
    to wanted: Wanted, _ past: PastComparison, _ state: inout State, _ context: inout RoomContext
  ) -> [Effect<Message>] {
    state.look = nil
    let point = RestorePoint(
      context.newRow(), "Before restoring \(wanted.words)", .restore,
      made: Moment(context.milliseconds, zoneMinutes: context.zoneMinutes))
    return [
      .keep(Action.byItself, point.edits(from: nil), isVital: false),
      .keep("Restore \(wanted.words)", past.edits, saying: "Restored \(wanted.words)."),
      .focus("heading"),
    ]
  }

  private static func words(for answer: FetchAnswer) -> String {
    switch answer.status {
    case 0:
      "The server can’t be reached, and your history is stored there. Nothing was changed. Try again when you’re online."
    case 401:
      "You’re not signed in, so the server can’t show your history. Nothing was changed. Sign in and try again."
    default: answer.json?["error"]?["message"]?.string ?? silence
    }
  }

  private static let silence =
    "The server sent an unexpected answer. Nothing was changed. Try again in a moment."
}

extension FetchRequest {
  /// Requests an account's own space at a past moment.
  init(past query: String, of account: AccountID) {
    let space = SpaceID.own(of: account)
    self.init(path: "/v1/s/\(account.bits.hex)/\(space.bits.hex)/at?\(query)&bytes=1048576")
  }
}
