public import Markup
import RoomKit

extension Sessions {
  @export(interface)
  public static func view(_ state: State, at place: Place) -> Node<Message> {
    div(.className("sessions")) {
      switch place {
      case .front: front(state).keyed("front")
      case .now: going(state).keyed("now")
      case .history: history(state).keyed("history")
      case .progress: progress(state).keyed("progress")
      case .catalogues: catalogues(state).keyed("catalogues")
      case .files: filesPage(state).keyed("files")
      case .log(let id): logPage(id, state).keyed(id.key)
      case .catalogue(let id): cataloguePage(id, state).keyed(id.key)
      case .item(let id): itemPage(id, state).keyed(id.key)
      case .published(let id): publishedPage(id, state).keyed("published")
      }
      sheets(state)
      if case .row(let kind) = state.sheet {
        RowForm.sheet(state.form, kind, fields(of: kind), "Edit").map(Message.form)
      }
    }
  }
}
