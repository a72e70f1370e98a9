import Foundation
import Markup
import Program
import Testing

@testable import Domain
@testable import Ledger
@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// What a page could not keep before it went away, which the next one takes in.
@Suite struct LateTests {
  private static let key = "woodshed.late.own"

  private func send(_ messages: Days.Message..., to desk: Desk) {
    for message in messages { desk.send(.journal(.days(message))) }
  }

  private func notes(_ desk: Desk) -> [JournalNote] {
    desk.data.rows(Query(.note)).map { JournalNote($0) }.sorted { $0.made < $1.made }
  }

  /// A page that wrote a note and goes away while the store does not answer.
  private func left(_ drawer: Desk.Drawer = Desk.Drawer()) -> Desk.Drawer {
    let desk = Desk("/journal", drawer: drawer)
    send(.note(.added), .note(.typed("Base")), .note(.due), to: desk)
    desk.failure = "AbortError"
    send(.note(.typed("Base, and more")), .hid, to: desk)
    desk.send(.safekeeping(.hid))
    #expect(drawer.texts[Self.key]?.isEmpty == false)
    return drawer
  }

  @Test func whatAPageLeavesIsThereOnTheNext() {
    let drawer = left()
    let next = Desk("/journal", drawer: drawer)
    #expect(notes(next).map { $0.text } == ["Base, and more"])
    #expect(next.html.contains("Saved here"))
    #expect(drawer.texts[Self.key] == nil)
    #expect(notes(Desk("/journal", drawer: drawer)).map { $0.text } == ["Base, and more"])
  }

  @Test func twoPagesLeaveBoth() throws {
    let drawer = left()
    let first = try #require(drawer.texts[Self.key])
    drawer.texts[Self.key] = nil
    let desk = Desk("/journal", drawer: drawer)
    desk.failure = "AbortError"
    // A desk's names are the same each time: this note gets another.
    send(.searchTyped(""), .note(.added), .note(.typed("Another")), .hid, to: desk)
    drawer.texts[Self.key] = first
    // It is told of twice: once hidden, once gone.
    for _ in 0..<2 { desk.send(.safekeeping(.hid)) }
    let next = Desk("/journal", drawer: drawer)
    #expect(Set(notes(next).map { $0.text }) == ["Base, and more", "Another"])
    #expect(drawer.texts[Self.key] == nil)
  }

  @Test func aPageThatStaysTidiesUp() {
    let drawer = Desk.Drawer()
    let desk = Desk("/journal", drawer: drawer)
    desk.failure = "AbortError"
    send(.note(.added), .note(.typed("Base")), .hid, to: desk)
    desk.send(.safekeeping(.hid))
    #expect(drawer.texts[Self.key] != nil)
    desk.failure = nil
    desk.send(.safekeeping(.woke(turn: 0)))
    #expect(drawer.texts[Self.key] == nil)
    desk.send(.safekeeping(.hid))
    #expect(drawer.texts[Self.key] == nil)
  }

  @Test func nothingIsLeftForAnotherSpace() {
    let drawer = left()
    // The space was erased under its name, and somebody else has begun there.
    (drawer.records, drawer.revision) = ([:], 0)
    let text = drawer.texts[Self.key]
    drawer.texts[Self.key] = nil
    let other = Desk("/settings", drawer: drawer)
    other.send(.settings(.themeChosen(.dark)))
    drawer.texts[Self.key] = text
    // A desk's device has one number; this one's is another's.
    drawer.texts[Self.key] = text?.replacingOccurrences(of: "0", with: "1")
    let next = Desk("/journal", drawer: drawer)
    #expect(notes(next).isEmpty)
    #expect(drawer.texts[Self.key] == nil)
  }
}
