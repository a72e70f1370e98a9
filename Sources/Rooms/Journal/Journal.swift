import Domain
import Ledger
public import Program
public import RoomKit

/// The first room: calendar and notes, takes, practice and lessons.
public enum Journal {
  public struct State: Sendable {
    public var days = Days.State()
    public var takes = Takes.State()
    public var practice = Practice.State()
    public var lessons = Lessons.State()
    /// The page for a teacher being created.
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
  public static func start(_ state: inout State, at place: Place?) -> [Effect<Message>] {
    if case .day(let day) = place { Days.arrive(at: day, &state.days) }
    return Days.start().map { $0.map(Message.days) }
      + Practice.start().map { $0.map(Message.practice) }
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .days(.export(.taken(.page))): return beginHandout(&state, room)
    case .days(.export(.soundsWanted)): return fetchSounds(&state, &room)
    case .days(.practice(let message)): return update(&state, .practice(message), &room)
    case .days(let message):
      let effects = Days.update(&state.days, message, &room).map { $0.map(Message.days) }
      if case .export = message { measureHandout(&state, room) }
      return effects
    case .takes(let message):
      let effects = Takes.update(&state.takes, message, &room).map { $0.map(Message.takes) }
      measureHandout(&state, room)
      return effects
    case .practice(let message):
      return Practice.update(&state.practice, message, &room).map { $0.map(Message.practice) }
    case .lessons(let message):
      return Lessons.update(&state.lessons, message, &room).map { $0.map(Message.lessons) }
    case .handout(let message): return update(&state, message, &room)
    }
  }

  /// Updates from the data, also after changes on another device. Days and lessons update only while shown.
  @export(interface)
  public static func refresh(
    _ state: inout State, at place: Place?, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    if place?.isDays == true { Days.refresh(&state.days, &room) }
    if place == .lessons { Lessons.refresh(&state.lessons, room) }
    // The app may have been opened at a take's address.
    if case .take(let row) = place, state.takes.page?.id != row { state.takes.page = .init(row) }
    return Practice.refresh(&state.practice, room).map { $0.map(Message.practice) }
      + Takes.refresh(&state.takes, room).map { $0.map(Message.takes) }
  }

  /// Does what had to wait until all changes are durable.
  @export(interface)
  public static func settle(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard room.isSafe else { return [] }
    return Shelf.tend(&state.takes, room).map { $0.map(Message.takes) }
  }

  /// Uploads and downloads the audio of takes as needed.
  @export(interface)
  public static func carry(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    let sight = state.takes.sight
    let effects = Carriage.tend(&state.takes, room).map { $0.map(Message.takes) }
    // What an open sheet can have for a page depends on the server.
    if state.takes.sight != sight { measureHandout(&state, room) }
    return effects
  }

  /// Shows a place; `nil` leaves the room.
  @export(interface)
  public static func open(
    _ place: Place?, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    state.days.noteStep = .none
    state.practice.sheet = nil
    switch place {
    case .days:
      Days.arrive(at: nil, &state.days)
      Days.refresh(&state.days, &room)
    case .day(let day):
      Days.arrive(at: day, &state.days)
      Days.refresh(&state.days, &room)
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

  /// Tells the running session which tools are playing or listening.
  @export(interface)
  public static func notice(
    _ tools: ToolsAtWork, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    Practice.notice(tools, &state.practice, room).map { $0.map(Message.practice) }
  }
}
