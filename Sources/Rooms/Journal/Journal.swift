import Domain
import Ledger
import Program

/// The room that a day begins and ends in: its calendar and notes, what was recorded, and what is practised.
public enum Journal {
  public struct State: Sendable {
    var days = Days.State()
    var takes = Takes.State()
    var practice = Practice.State()
    /// A page for a teacher that is being made.
    var handout: Handout?

    public init() {}
  }

  /// A part of the room.
  public enum Part: CaseIterable, Sendable {
    case days, takes, practice

    var name: String {
      switch self {
      case .days: "Days"
      case .takes: "Takes"
      case .practice: "Practice"
      }
    }

    var path: String {
      switch self {
      case .days: "/journal"
      case .takes: "/journal/takes"
      case .practice: "/journal/practice"
      }
    }
  }

  public enum Message: Sendable {
    case days(Days.Message)
    case takes(Takes.Message)
    case practice(Practice.Message)
    case handout(Handout.Message)
  }

  static func start() -> [Effect<Message>] {
    Days.start().map { $0.map(Message.days) } + Practice.start().map { $0.map(Message.practice) }
  }

  static func update(
    _ state: inout State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .days(.export(.taken(.page))): return beginHandout(&state, room)
    case .days(let message):
      let effects = Days.update(&state.days, message, room).map { $0.map(Message.days) }
      if case .export = message { measureHandout(&state) }
      return effects
    case .takes(let message):
      return Takes.update(&state.takes, message, room).map { $0.map(Message.takes) }
    case .practice(let message):
      return Practice.update(&state.practice, message, room).map { $0.map(Message.practice) }
    case .handout(let message): return update(&state, message, room)
    }
  }

  /// Takes in what the data says now, also when it came from another device. The days do so when they are shown.
  static func refresh(
    _ state: inout State, at route: Route, _ room: RoomContext
  ) -> [Effect<Message>] {
    if route == .room(.journal) { Days.refresh(&state.days, room) }
    // The page may have begun at the address of a take.
    if case .take(let row) = route, state.takes.page?.id != row { state.takes.page = .init(row) }
    return Practice.refresh(&state.practice, room).map { $0.map(Message.practice) }
      + Takes.refresh(&state.takes, room).map { $0.map(Message.takes) }
  }

  /// Does what had to wait until everything that was changed is durable.
  static func settle(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard room.isSafe else { return [] }
    return Shelf.tend(&state.takes, room).map { $0.map(Message.takes) }
  }

  /// Sends and fetches the sounds of takes, where there is something to be sent or fetched.
  static func carry(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    Carriage.tend(&state.takes, room).map { $0.map(Message.takes) }
  }

  /// Shows a part, or one thing in it.
  static func open(_ route: Route, _ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    switch route {
    case .room(.journal): Days.refresh(&state.days, room)
    case .take(let row):
      return Takes.open(row, &state.takes, room).map { $0.map(Message.takes) }
    case .piece(let row): Practice.open(row, &state.practice, room)
    case .journal(.practice): Practice.open(nil, &state.practice, room)
    case .journal(.takes):
      return (TakePage.leave(&state.takes) + Shelf.reopen(&state.takes, room))
        .map { $0.map(Message.takes) }
    default: break
    }
    return TakePage.leave(&state.takes).map { $0.map(Message.takes) }
  }

  /// Lets the session that goes on know what sounds and listens.
  static func notice(
    _ tools: Tools.State, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    Practice.notice(tools, &state.practice, room).map { $0.map(Message.practice) }
  }
}
