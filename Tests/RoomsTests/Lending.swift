import Program

@testable import Domain
@testable import Ledger
@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

// Rooms are lent a context and draw new names from it; a test answers each message with one of its own.

extension RoomContext {
  /// What an answer with a copy of this context gives.
  fileprivate func lent<Answer>(_ answer: (inout RoomContext) -> Answer) -> Answer {
    var room = self
    return answer(&room)
  }

  /// A name for one new row.
  var row: RowID { lent { $0.newRow() } }
}

extension Tools {
  static func update(
    _ state: inout State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Message>] {
    room.lent { update(&state, message, &$0) }
  }
}

extension Days {
  static func update(
    _ state: inout State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Message>] {
    room.lent { update(&state, message, &$0) }
  }

  static func refresh(_ state: inout State, _ room: RoomContext) {
    room.lent { refresh(&state, &$0) }
  }
}

extension Takes {
  static func update(
    _ state: inout State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Message>] {
    room.lent { update(&state, message, &$0) }
  }
}

extension Practice {
  static func update(
    _ state: inout State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Message>] {
    room.lent { update(&state, message, &$0) }
  }
}
