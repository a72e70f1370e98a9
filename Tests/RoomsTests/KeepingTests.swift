import Domain
import Foundation
import Ledger
import Markup
import Program
import Testing

@testable import JournalRoom
@testable import Rooms

/// What the shell does with what a person has.
@Suite struct KeepingTests {
  @Test func settingsAreKeptAndReadAgain() {
    let desk = Desk("/settings")
    desk.send(.settings(.themeChosen(.dark)))
    desk.send(.settings(.firstDayChosen(.sunday)))
    #expect(desk.orders.contains(.theme("dark")))
    let next = Desk("/settings", drawer: desk.drawer)
    #expect(next.state.chosen.theme == .dark)
    #expect(next.state.chosen.firstDayOfWeek == .sunday)
    #expect(next.orders.contains(.theme("dark")))
    #expect(next.html.contains("Saved here"))
  }

  @Test func settingsOfTheFirstVersionAreTakenOverOnce() {
    let drawer = Desk.Drawer()
    drawer.texts["woodshed.settings"] = "theme light\na4 442.0\nfuture 7\n"
    let desk = Desk("/settings", drawer: drawer)
    #expect(desk.state.chosen.theme == .light)
    #expect(desk.state.chosen.a4.tenthsOfHertz == 4_420)
    #expect(drawer.texts["woodshed.settings"] == nil)
    #expect(Desk("/settings", drawer: drawer).state.chosen.theme == .light)
  }

  @Test func resetCanBeTakenBack() {
    let desk = Desk("/settings")
    desk.send(.settings(.firstDayChosen(.sunday)))
    desk.send(.settings(.resetTapped))
    #expect(desk.state.chosen == Settings())
    #expect(desk.state.toasts.count == 1)
    desk.send(.toastUndone(1))
    #expect(desk.state.chosen.firstDayOfWeek == .sunday)
  }

  @Test func undoByKeyTakesTheToastThatOffersTheSame() {
    let desk = Desk("/settings")
    desk.send(.settings(.firstDayChosen(.sunday)))
    desk.send(.settings(.resetTapped))
    desk.send(.keyPressed(.undo))
    #expect(desk.state.chosen.firstDayOfWeek == .sunday)
    #expect(desk.state.toasts.count == 1 && desk.html.contains("Undone: "))
  }

  @Test func undoAndRedoSayWhatTheyDid() {
    let desk = Desk("/settings")
    desk.send(.settings(.themeChosen(.dark)))
    desk.send(.keyPressed(.undo))
    #expect(desk.state.chosen.theme == .system)
    #expect(desk.html.contains("Undone: Change a setting."))
    desk.send(.keyPressed(.redo))
    #expect(desk.state.chosen.theme == .dark)
    // Only the last is there: two would lie over the button.
    #expect(desk.state.toasts.map { $0.text } == ["Redone: Change a setting."])
    let next = Desk("/settings", drawer: desk.drawer)
    next.send(.undoTapped)
    #expect(next.state.chosen.theme == .system)
  }

  @Test func aFileWaitsUntilTheDeviceHasRead() throws {
    let drawer = Desk.Drawer()
    drawer.isShut = true
    let desk = Desk(drawer: drawer)
    func isWaiting() throws -> Bool {
      let words = try #require(desk.html.range(of: "Choose a file"))
      let start = try #require(
        desk.html[..<words.lowerBound].range(of: "<button", options: .backwards))
      return desk.html[start.lowerBound..<words.lowerBound].contains("disabled")
    }
    #expect(try isWaiting())
    desk.openDrawer()
    #expect(try !isWaiting())
  }

  @Test func whatIsAskedForTooEarlyIsDoneOnceAllIsOpen() {
    let drawer = Desk.Drawer()
    drawer.isShut = true
    let desk = Desk("/journal/practice", drawer: drawer)
    desk.send(.settings(.themeChosen(.dark)))
    for _ in 0..<2 { desk.send(.room(.journal(.practice(.started(.init()))))) }
    #expect(!desk.html.contains("role=\"timer\""))
    #expect(desk.state.toasts.isEmpty && desk.state.chosen.theme == .system)
    desk.openDrawer()
    #expect(desk.html.contains("role=\"timer\""))
    #expect(desk.state.chosen.theme == .dark)
    #expect(desk.state.rooms.journal.practice.book.unended.count == 1)
    #expect(Desk("/settings", drawer: drawer).state.chosen.theme == .dark)
  }

  @Test func whatIsAskedForTooEarlyOfADeviceThatCannotKeepItIsSaid() {
    let drawer = Desk.Drawer()
    drawer.isShut = true
    let desk = Desk("/settings", drawer: drawer)
    desk.failure = "UnknownError"
    desk.send(.settings(.themeChosen(.dark)))
    desk.openDrawer()
    #expect(desk.html.contains("Nothing was changed: this device can’t store it."))
    #expect(desk.state.chosen.theme == .system)
  }

  @Test func whatCannotBeKeptIsSaid() {
    let desk = Desk("/settings")
    desk.failure = "QuotaExceededError"
    desk.send(.settings(.themeChosen(.dark)))
    #expect(desk.html.contains("This device is full."))
    #expect(desk.html.contains("Not saved"))
    #expect(desk.drawer.revision == 0)
    // What was meant is still there, and nothing more is taken in.
    #expect(desk.state.chosen.theme == .dark)
    desk.send(.settings(.themeChosen(.light)))
    #expect(desk.state.chosen.theme == .dark)
    desk.failure = nil
    desk.send(.safekeeping(.woke(turn: 0)))
    #expect(desk.html.contains("Saved here"))
    #expect(Desk("/settings", drawer: desk.drawer).state.chosen.theme == .dark)
  }

  private func deskWithRow() throws -> (Desk, RowID) {
    let desk = Desk()
    desk.send(.data(.ownKindTyped(" Piece ")))
    desk.send(.data(.ownKindMade))
    let type = try #require(desk.data.rows(Query(.type)).first)
    desk.send(.data(.rowAdded(KindID(ownedBy: type.id))))
    guard case .page(.row(let row)) = desk.state.route else {
      Issue.record("the row's page is not open")
      return (desk, type.id)
    }
    return (desk, row)
  }

  @Test func aKindOfOnesOwnHasRowsThatCanBeWritten() throws {
    let (desk, row) = try deskWithRow()
    let field = try #require(desk.data.rows(Query(.field)).first)
    let id = FieldID(definedBy: field.id)
    let before = desk.data.actions.count
    func type(_ text: String) { desk.send(.row(.form(.typed(.init(row, id), text)))) }
    for text in ["B", "Br", "Britten"] { type(text) }
    #expect(desk.data[row]?.value(id) == .text("Britten"))
    // One field while it has the focus is one step of undo.
    #expect(desk.data.actions.count == before + 1)
    desk.send(.row(.form(.left)))
    type("Britten, Op. 49")
    #expect(desk.data.actions.count == before + 2)
    #expect(desk.html.contains("History</h2>"))
    desk.send(.row(.usedAgain(id, .text("Britten"))))
    #expect(desk.data[row]?.value(id) == .text("Britten"))
  }

  @Test func whatIsRemovedLiesInTheTrash() throws {
    let (desk, row) = try deskWithRow()
    desk.send(.row(.trashTapped))
    #expect(desk.data[row]?.life == .trashed)
    #expect(desk.html.contains("This item is in the trash."))
    desk.send(.toastUndone(try #require(desk.state.toasts.last).number))
    #expect(desk.data[row]?.life == .alive)
    desk.send(.row(.trashTapped))
    desk.send(.row(.eraseTapped))
    desk.send(.row(.eraseConfirmed))
    #expect(desk.data[row]?.life == .purged)
    #expect(desk.data[row]?.cells.count == 1)
    #expect(desk.state.route == .page(.data))
  }

  @Test func whatSaysThatSomethingWasDeletedLeadsToTheTrash() throws {
    let (desk, _) = try deskWithRow()
    #expect(!desk.html.contains("Show the trash"))
    desk.send(.row(.trashTapped))
    #expect(desk.html.contains(" is in the <button"))
    #expect(desk.html.contains("aria-label=\"Show the trash\""))
    desk.send(.trashTapped)
    #expect(desk.state.route == .page(.data) && desk.html.contains("aria-label=\"Restore “"))
    // The toast stays, for those who change their minds there.
    let toast = try #require(desk.state.toasts.last)
    desk.send(.toastUndone(toast.number))
    #expect(!desk.html.contains("Show the trash"))
  }

  @Test func aToastAboutTheSameItemTakesThePlaceOfTheLast() throws {
    let (desk, row) = try deskWithRow()
    desk.send(.row(.trashTapped))
    desk.send(.data(.restored(row)))
    #expect(desk.state.toasts.count == 1 && desk.html.contains("Restored “"))
    desk.send(.row(.trashTapped))
    #expect(desk.state.toasts.count == 1 && desk.html.contains(" is in the <button"))
    desk.send(.toastUndone(try #require(desk.state.toasts.last).number))
    #expect(desk.data[row]?.life == .alive)
  }

  @Test func aToastThatOffersNothingIsShortAndStaysInItsRoom() throws {
    let (desk, _) = try deskWithRow()
    desk.send(.row(.trashTapped))
    desk.send(.settings(.themeChosen(.dark)))
    desk.send(.keyPressed(.undo))
    let (offer, remark) = (
      try #require(desk.state.toasts.first), try #require(desk.state.toasts.last)
    )
    #expect(offer.undo != nil && offer.milliseconds == 8_000)
    #expect(remark.text.hasPrefix("Undone") && remark.milliseconds == 4_000)
    desk.send(.addressChanged("/reeds"))
    #expect(desk.state.toasts.map { $0.number } == [offer.number])
  }

  @Test func theSettingsLeadToTheTrash() throws {
    let (desk, _) = try deskWithRow()
    desk.send(.row(.trashTapped))
    desk.send(.addressChanged("/settings"))
    desk.send(.settings(.trashTapped))
    #expect(desk.state.route == .page(.data) && desk.html.contains("Restore “"))
  }

  @Test func aDeviceAloneNeverEmptiesTheTrashByItsOwnClock() throws {
    let (desk, row) = try deskWithRow()
    desk.send(.row(.trashTapped))
    let later = Desk(drawer: desk.drawer, milliseconds: desk.milliseconds + 400 * 86_400_000)
    #expect(later.data[row]?.life == .trashed)
  }

  @Test func whatNoServerWouldTakeIsNotKept() throws {
    let (desk, row) = try deskWithRow()
    let field = try #require(desk.data.rows(Query(.field)).first)
    let id = FieldID(definedBy: field.id)
    let long = String(repeating: "a", count: 70_000)
    desk.send(.row(.form(.typed(.init(row, id), long))))
    #expect(desk.html.contains("This is too long."))
    #expect(desk.data[row]?.value(id) == .null)
    desk.send(.data(.ownKindTyped(long)))
    desk.send(.data(.ownKindMade))
    #expect(desk.data.rows(Query(.type)).count == 1)
    #expect(Desk(drawer: desk.drawer).html.contains("Saved here"))
  }

  @Test func aDamagedRecordHidesNothingElse() throws {
    let (desk, row) = try deskWithRow()
    desk.drawer.records["action/ffffffffffffffff"] = [1, 2, 3]
    let next = Desk("/about/data", drawer: desk.drawer)
    #expect(next.html.contains("Some of your data on this device can’t be read."))
    #expect(next.data[row] != nil)
    let revision = desk.drawer.revision
    next.send(.settings(.themeChosen(.dark)))
    next.send(.safekeeping(.woke(turn: 0)))
    #expect(desk.drawer.revision == revision)
  }

  @Test func aStampOfTheFutureIsRefused() {
    let desk = Desk()
    let line =
      #"{"row":"00000000000000010000000000000002","kind":"20","#
      + #""stamp":"7ffffffffffffff0-0000000000000001","fields":{"5121":"x"}}"#
    desk.send(.data(.fileRead(Array(line.utf8), name: "rows.jsonl")))
    #expect(desk.html.contains("is in the future"))
    let moment = #"{"kind":"20","fields":{"5121":{"instant":9223372036854775807,"zone":60}}}"#
    desk.send(.data(.fileRead(Array(moment.utf8), name: "rows.jsonl")))
    let row = desk.data.rows(Query(KindID(20))).first
    desk.send(.addressChanged("/about/data/row/\(row?.id.bits.hex ?? "")"))
    #expect(desk.html.contains("moment 9223372036854775807"))
  }

  @Test func aFileIsTakenInWholeOrNotAtAll() {
    let desk = Desk()
    let good = #"{"kind":"20","fields":{"5121":"one"}}"# + "\n"
    desk.send(.data(.fileRead(Array((good + "{").utf8), name: "rows.jsonl")))
    #expect(desk.html.contains("Line 2: this is not JSON"))
    #expect(desk.data.actions.isEmpty)
    desk.send(.data(.fileRead(Array(good.utf8), name: "rows.jsonl")))
    #expect(desk.html.contains("Imported 1 item."))
    #expect(desk.data.rows(Query(KindID(20))).count == 1)
    desk.send(.undoTapped)
    #expect(desk.data.rows(Query(KindID(20))).isEmpty)
    desk.send(.data(.fileRead(nil, name: "rows.jsonl")))
    #expect(desk.html.contains("Couldn’t read rows.jsonl."))
  }

  @Test func theSampleIsAnotherSpace() {
    let desk = Desk()
    desk.send(.settings(.themeChosen(.dark)))
    desk.send(.data(.spaceChosen(.sample)))
    #expect(desk.state.safekeeping.space == .sample)
    #expect(desk.html.contains("You’re looking at sample data."))
    #expect(desk.drawer.texts["woodshed.space"] == "sample")
  }

  @Test func aSpaceChosenWhileSavingIsOpenedOnceThatIsDone() {
    let desk = Desk()
    desk.isWritingSlow = true
    desk.send(.data(.spaceChosen(.sample)))
    #expect(desk.html.contains("Saving …"))
    desk.send(.data(.spaceChosen(.own)))
    #expect(desk.state.safekeeping.space == .sample)
    desk.openDrawer()
    #expect(desk.state.safekeeping.space == .own && desk.state.toasts.isEmpty)
    #expect(desk.drawer.texts["woodshed.space"] == "own")
  }
}
