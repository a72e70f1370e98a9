import Ledger
public import Markup
import RoomKit

extension Journal {
  @export(interface)
  public static func view(_ state: State, at place: Place) -> Node<Message> {
    switch place {
    case .takes: Takes.view(state.takes).map(Message.takes).keyed("takes")
    case .take: TakePage.view(state.takes).map(Message.takes).keyed("take")
    case .practice:
      Practice.view(state.practice).map(Message.practice).keyed("practice")
    case .lessons: Lessons.view(state.lessons).map(Message.lessons).keyed("lessons")
    case .piece(let row): Practice.page(row, state.practice).map(Message.practice).keyed("piece")
    case .days, .day:
      days(state).map(Message.days).keyed("days")
    }
  }

  /// Days count the running session, as the line over the title does.
  private static func days(_ state: State) -> Node<Days.Message> {
    var days = state.days
    days.live = Practice.liveToday(state.practice)
    return Days.view(
      days, practised: Practice.practisedToday(state.practice),
      sheets: Practice.sheets(state.practice).map(Days.Message.practice))
  }

  /// Links between the room's parts.
  static func parts<Message>(_ here: Place) -> Node<Message> {
    partLinks(
      "Journal",
      [
        ("Days", .journal, Place.days.path), ("Takes", .record, Place.takes.path),
        ("Practice", .flag, Place.practice.path), ("Lessons", .lesson, Place.lessons.path),
      ], here: here.path)
  }
}
