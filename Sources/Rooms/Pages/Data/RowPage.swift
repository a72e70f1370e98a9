import Domain
public import Ledger
import Markup
public import Program
public import RoomKit

/// One row: its values, its history, and actions on it.
public enum RowPage {
  public struct State: Sendable {
    public let row: RowID
    var form = RowForm.State()
    /// Earlier values that the server has; `nil` until it answers.
    var history: [HistoryCell]?
    /// Where the server's next page of earlier values starts, if there is one.
    var next: HistoryPlace?
    /// The row's latest stamp when the server was last asked.
    var asked: Stamp?
    var isErasing = false
    var schema = Schema.woodshed
    public var version: UInt64?

    public init(_ row: RowID) {
      self.row = row
    }
  }

  public enum Message: Sendable {
    case form(RowForm.Message)
    case historyCame(FetchAnswer)
    case moreTapped
    case moreCame(FetchAnswer)
    case usedAgain(FieldID, Value)
    case trashTapped
    case restoreTapped
    case eraseTapped
    case eraseConfirmed
    case eraseDismissed
  }

  /// Requests the row's history from the server, again whenever the row has changed there.
  @export(interface)
  public static func ask(_ state: inout State, _ data: Replica) -> [Effect<Message>] {
    guard let latest = data.shadow[state.row]?.latest, latest != state.asked else { return [] }
    return fetch(&state, data, Message.historyCame, asking: latest)
  }

  private static func fetch(
    _ state: inout State, _ data: Replica, _ came: @escaping (FetchAnswer) -> Message,
    asking latest: Stamp? = nil
  ) -> [Effect<Message>] {
    guard let account = data.head.account else { return [] }
    let space = SpaceID.own(of: account)
    var path = "/v1/s/\(account.bits.hex)/\(space.bits.hex)/history?rid=\(state.row.bits.hex)"
    if let latest {
      state.asked = latest
    } else if let next = state.next {
      path += "&behind=\(next.hex)"
    }
    return [.fetch(FetchRequest(path: path), came)]
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ context: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .form(let message):
      return RowForm.update(&state.form, message, &context, schema: state.schema)
        .map { $0.map(Message.form) }
    case .historyCame(let answer):
      guard answer.isSuccess, let frame = try? Frame(bytes: answer.bytes),
        case .history(let page) = frame.body
      else { break }
      state.history = page.cells
      state.next = page.next
    case .moreTapped:
      return fetch(&state, context.data, Message.moreCame)
    case .moreCame(let answer):
      guard answer.isSuccess, let frame = try? Frame(bytes: answer.bytes),
        case .history(let page) = frame.body
      else { return [.toast("Couldn’t load earlier values. Try again.")] }
      state.history = (state.history ?? []) + page.cells
      state.next = page.next
    case .usedAgain(let field, let value):
      return keep(state, context, field, value, "Restore an earlier value")
    case .trashTapped:
      guard let row = context.data[state.row] else { break }
      let title = state.schema.title(of: row)
      return keep(
        state, context, .life, Life.trashed.value, "Delete \(title)",
        saying: "“\(title)” is in the trash.")
    case .restoreTapped:
      return keep(state, context, .life, Life.alive.value, "Restore from the trash")
    case .eraseTapped:
      state.isErasing = true
    case .eraseDismissed:
      state.isErasing = false
    case .eraseConfirmed:
      state.isErasing = false
      // Its pictures belong to no other row.
      var edits: [Edit] = []
      context.data.forEachRow { row in
        let isIts = row.kind == .picture && Picture(row).subject == state.row
        guard isIts || row.id == state.row, row.life != .purged else { return }
        edits.append(Edit(row.id, row.kind, .life, Life.purged.value))
      }
      return [.keep("Erase for good", edits)]
        + [.navigate(to: PagePlace.data.path)]
    }
    return []
  }

  @export(interface)
  public static func refresh(_ state: inout State, _ data: Replica) {
    guard state.version != data.version else { return }
    state.version = data.version
    state.schema = Schema.woodshed.extended(by: data).lending(.reed, to: .reedTemplate)
  }

  private static func keep(
    _ state: State, _ context: RoomContext, _ field: FieldID, _ value: Value,
    _ label: String, saying: String? = nil
  ) -> [Effect<Message>] {
    guard let row = context.data[state.row] else { return [] }
    return [.keep(label, [Edit(row.id, row.kind, field, value)], saying: saying)]
  }
}
