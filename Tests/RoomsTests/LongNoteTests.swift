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

/// A note that is longer than one can be goes on in another.
@Suite struct LongNoteTests {
  private func send(_ messages: Days.Message..., to desk: Desk) {
    for message in messages { desk.send(.journal(.days(message))) }
  }

  private func notes(_ desk: Desk) -> [JournalNote] {
    desk.data.rows(Query(.note)).map { JournalNote($0) }.sorted { $0.made < $1.made }
  }

  private func editor(_ desk: Desk) -> Days.Editor? { desk.state.journal.days.editor }

  private static let paragraph = String(repeating: "Long tones, softly. ", count: 60) + "\n\n"
  private static let long = String(repeating: paragraph, count: 60) + "The end of it"

  @Test(arguments: [
    "short", Self.long, String(repeating: "Wörter ", count: 20_000),
    String(repeating: "ö", count: 70_000), "a" + String(repeating: "👩🏽‍🎤", count: 9_000),
    String(repeating: "e\u{301}", count: 50_000), String(repeating: "a🇸🇪🇸🇪", count: 5_000),
  ])
  func partsFitAndAreTheText(text: String) {
    let parts = JournalNote.parts(of: text)
    #expect(parts.joined() == text)
    #expect(parts.joined().count == parts.reduce(0) { $0 + $1.count }, "a character was cut")
    #expect(parts.allSatisfy { $0.utf8.count <= JournalNote.textLimit && !$0.isEmpty })
    #expect(parts.count == max(1, (text.utf8.count + 59_999) / 60_000))
  }

  @Test func whatDoesNotFitIsKeptInANoteOfItsDay() throws {
    let drawer = Desk.Drawer()
    let desk = Desk("/journal", drawer: drawer)
    send(.note(.added), .note(.tagsTyped("tone")), .note(.typed(Self.long)), .note(.due), to: desk)
    #expect(notes(desk).map { $0.text }.joined() == Self.long)
    #expect(notes(desk).allSatisfy { $0.tags == "tone" })
    #expect(Set(notes(desk).map { $0.day }).count == 1)
    #expect(notes(desk)[0].text.hasSuffix("\n"))
    // It stays open and says so.
    send(.note(.done), to: desk)
    #expect(editor(desk)?.typed == Self.long)
    #expect(desk.html.contains("This note is full."))
    #expect(desk.orders.contains(.focus(id: "note-more")))
    // A letter more, and no more notes.
    send(.note(.typed(Self.long + "!")), .note(.due), to: desk)
    #expect(notes(desk).count == 2)
    send(.note(.continued), to: desk)
    #expect(editor(desk)?.typed == notes(desk)[1].text)
    #expect(!desk.html.contains("This note is full."))
    send(.note(.done), to: desk)
    #expect(editor(desk) == nil)
    #expect(notes(Desk("/journal", drawer: drawer)).map { $0.text }.joined() == Self.long + "!")
  }

  @Test func aNoteIsContinuedAtOnce() {
    let desk = Desk("/journal")
    // No moment passed in which it was kept.
    send(.note(.added), .note(.typed(Self.long)), .note(.continued), to: desk)
    #expect(notes(desk).map { $0.text }.joined() == Self.long)
    #expect(editor(desk)?.note.id == notes(desk).last?.id)
    #expect(desk.data.actions.count { !$0.isByItself } == 1)
  }

  @Test func whatFitsAgainNeedsNoOtherNote() {
    let desk = Desk("/journal")
    send(.note(.added), .note(.typed(Self.long)), .note(.due), to: desk)
    send(.note(.typed("Short")), .note(.done), to: desk)
    #expect(notes(desk).map { $0.text } == ["Short"])
    #expect(editor(desk) == nil)
    send(.note(.added), .note(.typed(Self.long)), .note(.due), to: desk)
    send(.note(.typed("")), .note(.done), to: desk)
    #expect(notes(desk).map { $0.text } == ["Short"])
  }

  @Test func manyPartsAreKept() {
    let desk = Desk("/journal")
    let text = String(repeating: Self.long, count: 4)
    send(.note(.added), .note(.typed(text)), .note(.due), to: desk)
    #expect(notes(desk).map { $0.text }.joined() == text)
    send(.note(.boxAdded), .note(.due), to: desk)
    #expect(notes(desk).map { $0.text }.joined().hasPrefix(text))
  }
}
