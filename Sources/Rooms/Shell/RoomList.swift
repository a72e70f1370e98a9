import Domain
public import JournalRoom
import Ledger
public import LightRoom
import Markup
import Pages
import Program
public import ReedsRoom
import RoomKit
public import SessionsRoom
public import ToolsRoom

/// The rooms in this build: their places, states, messages and views.
///
/// A new room gets a line in each of these lists. The rest of the shell names a room only where rooms interact:
/// recording, and what the journal notices about the tools.
public enum RoomList {
  public struct State: Sendable {
    public var journal = Journal.State()
    public var tools = Tools.State()
    public var reeds = Reeds.State()
    public var sessions = Sessions.State()
    public var light = Lights.State()
  }

  public enum Message: Sendable {
    case journal(Journal.Message)
    case tools(Tools.Message)
    case reeds(Reeds.Message)
    case sessions(Sessions.Message)
    case light(Lights.Message)
  }

  /// A place in a room.
  public enum Place: Equatable, Sendable {
    case journal(Journal.Place)
    case tools(Tools.Place)
    case reeds(Reeds.Place)
    case sessions(Sessions.Place)
    case light(Lights.Place)
  }

  private static func journal(_ message: Journal.Message) -> Shell.Message {
    .room(.journal(message))
  }

  private static func tools(_ message: Tools.Message) -> Shell.Message { .room(.tools(message)) }
  private static func reeds(_ message: Reeds.Message) -> Shell.Message { .room(.reeds(message)) }

  private static func sessions(_ message: Sessions.Message) -> Shell.Message {
    .room(.sessions(message))
  }

  private static func light(_ message: Lights.Message) -> Shell.Message { .room(.light(message)) }

  static func start(_ state: inout State, at place: Place?) -> [Effect<Shell.Message>] {
    Tools.start(at: place?.tools).map { $0.map(tools) }
      + Journal.start(&state.journal, at: place?.journal).map { $0.map(journal) }
      + Reeds.start().map { $0.map(reeds) }
      + Sessions.start().map { $0.map(sessions) }
      + Lights.start(&state.light, at: place?.light).map { $0.map(light) }
  }

  static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Shell.Message>] {
    switch message {
    case .journal(let message):
      return Journal.update(&state.journal, message, &room).map { $0.map(journal) }
    case .tools(let message):
      switch message {
      case .recorder(.mainTapped), .recorder(.takenOver):
        let spot = state.journal.practice.spot
        state.tools.recorder.practise(spot.piece, spot.section)
      default: break
      }
      let effects = Tools.update(&state.tools, message, &room).map { $0.map(tools) }
      guard case .heard = message, Reeds.isHearing(state.reeds) else { return effects }
      return effects
        + Reeds.hear(state.tools.heardOfReed, &state.reeds, &room).map { $0.map(reeds) }
    case .reeds(let message):
      return Reeds.update(&state.reeds, message, &room).map { $0.map(reeds) }
    case .sessions(let message):
      return Sessions.update(&state.sessions, message, &room).map { $0.map(sessions) }
    case .light(let message):
      return Lights.update(&state.light, message, &room).map { $0.map(light) }
    }
  }

  /// Shows what the data says now.
  static func refresh(
    _ state: inout State, at place: Place?, _ room: inout RoomContext
  ) -> [Effect<Shell.Message>] {
    Reeds.refresh(&state.reeds, at: place?.reeds, room)
    return Tools.refresh(&state.tools, room.data).map { $0.map(tools) }
      + Journal.refresh(&state.journal, at: place?.journal, &room).map { $0.map(journal) }
      + Sessions.refresh(&state.sessions, at: place?.sessions, room).map { $0.map(sessions) }
      + Lights.refresh(&state.light, room).map { $0.map(light) }
  }

  /// The person moves from one place to another, in a room or elsewhere.
  static func open(
    _ place: Place?, from last: Place?, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Shell.Message>] {
    var effects: [Effect<Tools.Message>] = []
    let isLeft = last?.home == .tools && place?.home != .tools || last == .tools(.sound)
    if isLeft { effects = Tools.leave(&state.tools) }
    if case .panel(let panel) = place?.tools { effects += Tools.open(panel, &state.tools) }
    return effects.map { $0.map(tools) }
      + Journal.open(place?.journal, &state.journal, &room).map { $0.map(journal) }
      + Reeds.open(place?.reeds, &state.reeds, &room).map { $0.map(reeds) }
      + Sessions.open(place?.sessions, &state.sessions, &room).map { $0.map(sessions) }
      + Lights.open(place?.light, &state.light, &room).map { $0.map(light) }
  }

  /// What one room notices of another after a message of the shell.
  static func notice(
    _ message: Shell.Message, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Shell.Message>] {
    // The ear reports many times a second.
    if case .room(.tools(.heard)) = message { return [] }
    return Journal.notice(state.tools.atWork, &state.journal, room).map { $0.map(journal) }
  }

  /// The room that a message belongs to.
  static func room(of message: Message) -> Room {
    switch message {
    case .journal: .journal
    case .tools: .tools
    case .reeds: .reeds
    case .sessions: .sessions
    case .light: .light
    }
  }

  /// Whether a message starts or stops a tool.
  static func starts(_ message: Message) -> Bool {
    switch message {
    case .tools(.mainPressed), .tools(.tuner(.mainTapped)), .tools(.drone(.mainTapped)),
      .tools(.metronome(.mainTapped)), .tools(.score(.mainTapped)), .tools(.elsewhereTaken):
      true
    default: false
    }
  }

  /// Tells the rooms which of them explain themselves in a line.
  static func explain(_ rooms: [Room], _ state: inout State) {
    state.journal.days.hasLine = rooms.contains(.journal)
    state.tools.hasLine = rooms.contains(.tools)
    state.reeds.hasLine = rooms.contains(.reeds)
    state.sessions.hasLine = rooms.contains(.sessions)
    state.light.hasLine = rooms.contains(.light)
  }

  /// What rooms do once a message has been fully handled.
  ///
  /// - Parameter isSafe: whether everything is saved.
  static func settle(
    isSafe: Bool, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Shell.Message>] {
    var effects: [Effect<Journal.Message>] = []
    if state.journal.days.isSafe != isSafe {
      state.journal.days.isSafe = isSafe
      effects = Journal.settle(&state.journal, room)
    }
    effects += Journal.carry(&state.journal, room)
    let files = state.journal.takes.shelf.files
    state.journal.days.pictures.look(at: files, room)
    state.reeds.pictures.look(at: files, room)
    Sessions.settle(&state.sessions, room)
    return effects.map { $0.map(journal) }
      + Tools.follow(state.journal.takes.playing?.name, &state.tools).map { $0.map(tools) }
      + Reeds.settle(&state.reeds, isRecording: state.tools.recorder.isRecording, room)
      .map { $0.map(reeds) }
      + Lights.settle(&state.light, room).map { $0.map(light) }
  }

  static func view(_ state: State, at place: Place) -> Node<Shell.Message> {
    switch place {
    case .journal(let place):
      Journal.view(state.journal, at: place).map(journal).keyed("journal")
    case .tools: Tools.view(state.tools).map(tools).keyed("tools")
    case .reeds(let place): Reeds.view(state.reeds, at: place).map(reeds).keyed("reeds")
    case .sessions(let place):
      Sessions.view(state.sessions, at: place).map(sessions).keyed("sessions")
    case .light(.screen): Lights.screen(state.light).map(light).keyed("light screen")
    case .light: Lights.view(state.light).map(light).keyed("light")
    }
  }

  /// What records, runs or sounds, unless the visible page has its own controls for it.
  static func dockRows(_ state: State, at place: Place?) -> [Node<Shell.Message>] {
    let panel = place?.home == .tools ? state.tools.panel : nil
    let session = place == .journal(.practice) ? nil : Practice.dockRow(state.journal.practice)
    return [
      Recorder.dockRow(state.tools.recorder, state.tools.bench)?.map(tools).keyed("recorder"),
      session?.map { journal(.practice($0)) }.keyed("session"),
      Tools.dockRow(state.tools, besides: panel)?.map(tools).keyed("sounding"),
      Takes.dockRow(state.journal.takes, at: place?.journal)?.map { journal(.takes($0)) }
        .keyed("hearing"),
    ].compactMap { $0 }
      + Sessions.dockRows(state.sessions, at: place?.sessions).map { $0.map(sessions) }
      + Tools.elsewhereRows(state.tools, besides: panel).map { $0.map(tools) }
  }

  /// The keys that act in a room, besides those that lead to one.
  static var keys: [(home: Room, key: RoomKey<Shell.Message>)] {
    Tools.keys.map { (.tools, $0.map(tools)) }
  }
}

extension RoomList.Place {
  var journal: Journal.Place? { if case .journal(let place) = self { place } else { nil } }
  var tools: Tools.Place? { if case .tools(let place) = self { place } else { nil } }
  var reeds: Reeds.Place? { if case .reeds(let place) = self { place } else { nil } }
  var sessions: Sessions.Place? { if case .sessions(let place) = self { place } else { nil } }
  var light: Lights.Place? { if case .light(let place) = self { place } else { nil } }

  /// Where the app starts.
  static let first = Self.journal(.days)

  /// The place at an address, if a room has it.
  init?(path: String) {
    let place =
      Journal.Place(path: path).map { Self.journal($0) }
      ?? Tools.Place(path: path).map { Self.tools($0) }
      ?? Reeds.Place(path: path).map { Self.reeds($0) }
      ?? Sessions.Place(path: path).map { Self.sessions($0) }
      ?? Lights.Place(path: path).map { Self.light($0) }
    guard let place else { return nil }
    self = place
  }

  static let patterns =
    Journal.Place.patterns + Tools.Place.patterns + Reeds.Place.patterns + Sessions.Place.patterns
    + Lights.Place.patterns

  /// Every place except those of single rows.
  static let fixed =
    Journal.Place.fixed.map { Self.journal($0) } + Tools.Place.fixed.map { Self.tools($0) }
    + Reeds.Place.fixed.map { Self.reeds($0) } + Sessions.Place.fixed.map { Self.sessions($0) }

  var path: String {
    switch self {
    case .journal(let place): place.path
    case .tools(let place): place.path
    case .reeds(let place): place.path
    case .sessions(let place): place.path
    case .light(let place): place.path
    }
  }

  var title: String {
    switch self {
    case .journal(let place): place.title
    case .tools(let place): place.title
    case .reeds(let place): place.title
    case .sessions(let place): place.title
    case .light(let place): place.title
    }
  }

  /// The room that it belongs to, if any.
  var home: Room? {
    switch self {
    case .journal: .journal
    case .tools(.sound): nil
    case .tools: .tools
    case .reeds: .reeds
    case .sessions: .sessions
    case .light: .light
    }
  }
}
