import Program
import Testing

@testable import Domain
@testable import Ledger
@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

@Suite struct RoomContextTests {
  @Test func aNameIsDrawnOnce() {
    var room = RoomContext.nowhere
    let names = (0..<100).map { _ in room.newRow() }
    #expect(Set(names).count == 100)
  }

  @Test func theRoomsOfOneMessageDrawDifferentNames() {
    var state = Shell.start(Launch(path: "/journal")).0
    let context = Context(milliseconds: 5, zoneMinutes: 0, randomBits: (7, 8))
    _ = Shell.update(&state, .helpClosed, context)
    var (one, other) = (state.room(context), state.room(context))
    #expect(one.newRow() != other.newRow())
    // The same message draws the same names again.
    let next = state.room(context).row
    _ = Shell.update(&state, .helpClosed, context)
    _ = (state.room(context), state.room(context))
    #expect(state.room(context).row == next)
  }
}
