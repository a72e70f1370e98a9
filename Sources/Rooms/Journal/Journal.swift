import Domain
import Ledger
public import Program
public import RoomKit

/// The room that a day begins and ends in: its calendar and notes, what was recorded, and what is practised.
public enum Journal {
  public struct State: Sendable {
    public var days = Days.State()
    public var takes = Takes.State()
    public var practice = Practice.State()
    public var lessons = Lessons.State()
    /// A page for a teacher that is being made.
    var handout: Handout?

    public init() {}
  }

  public enum Message: Sendable {
    case days(Days.Message)
    case takes(Takes.Message)
    case practice(Practice.Message)
    case lessons(Lessons.Message)
    case handout(Handout.Message)
  }

  @export(interface)
  public static func start() -> [Effect<Message>] {
    Days.start().map { $0.map(Message.days) } + Practice.start().map { $0.map(Message.practice) }
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .days(.export(.taken(.page))): return beginHandout(&state, room)
    case .days(let message):
      let effects = Days.update(&state.days, message, &room).map { $0.map(Message.days) }
      if case .export = message { measureHandout(&state) }
      return effects
    case .takes(let message):
      return Takes.update(&state.takes, message, &room).map { $0.map(Message.takes) }
    case .practice(let message):
      return Practice.update(&state.practice, message, &room).map { $0.map(Message.practice) }
    case .lessons(let message):
      return Lessons.update(&state.lessons, message, &room).map { $0.map(Message.lessons) }
    case .handout(let message): return update(&state, message, &room)
    }
  }

  /// Takes in what the data says now, also when it came from another device. Days and lessons do so when they are shown.
  @export(interface)
  public static func refresh(
    _ state: inout State, at place: Place?, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    if place == .days { Days.refresh(&state.days, &room) }
    if place == .lessons { Lessons.refresh(&state.lessons, room) }
    // The page may have begun at the address of a take.
    if case .take(let row) = place, state.takes.page?.id != row { state.takes.page = .init(row) }
    return Practice.refresh(&state.practice, room).map { $0.map(Message.practice) }
      + Takes.refresh(&state.takes, room).map { $0.map(Message.takes) }
  }

  /// Does what had to wait until everything that was changed is durable.
  @export(interface)
  public static func settle(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard room.isSafe else { return [] }
    return Shelf.tend(&state.takes, room).map { $0.map(Message.takes) }
  }

  /// Sends and fetches the sounds of takes, where there is something to be sent or fetched.
  @export(interface)
  public static func carry(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    Carriage.tend(&state.takes, room).map { $0.map(Message.takes) }
  }

  /// Shows a place; `nil` leaves the room.
  @export(interface)
  public static func open(
    _ place: Place?, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch place {
    case .days: Days.refresh(&state.days, &room)
    case .lessons: Lessons.refresh(&state.lessons, room)
    case .take(let row):
      return Takes.open(row, &state.takes, room).map { $0.map(Message.takes) }
    case .piece(let row): Practice.open(row, &state.practice, room)
    case .practice: Practice.open(nil, &state.practice, room)
    case .takes:
      return (TakePage.leave(&state.takes) + Shelf.reopen(&state.takes, room))
        .map { $0.map(Message.takes) }
    case nil: break
    }
    return TakePage.leave(&state.takes).map { $0.map(Message.takes) }
  }

  /// Lets the session that goes on know what sounds and listens.
  @export(interface)
  public static func notice(
    _ tools: ToolsAtWork, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    Practice.notice(tools, &state.practice, room).map { $0.map(Message.practice) }
  }
}
