import Domain
import Foundation
import Ledger
import Markup
import Program
import Testing

@testable import Domain
@testable import Ledger
@testable import RoomKit

/// The kit by itself, over rows that a test keeps.
@Suite struct RowFormTests {
  /// A page with one form, one list and one order, and the data behind it.
  private final class Page {
    var form = RowForm.State()
    var naming = Naming.State()
    var order = RowOrder.State()
    var data = Replica(device: DeviceID(7))
    var isWritable = true
    private(set) var orders: [Order] = []
    private var seed: UInt64 = 1

    var room: RoomContext {
      seed += 1
      return RoomContext(
        milliseconds: 1_763_000_000_000, zoneMinutes: 60, random: RandomBits(seed: seed, 3),
        data: data, isWritable: isWritable)
    }

    func keep(_ edits: [Edit], draft: UInt64? = nil) {
      var intent = EditIntent(
        label: "Edit", edits: edits, wall: 1_763_000_000_000, group: nil, draft: draft)
      _ = data.perform(&intent)
      RowForm.refresh(&form, data)
    }

    func carryOut<Message>(_ effects: [Effect<Message>]) {
      for effect in effects {
        orders.append(effect.order)
        if case .keep(let keeping) = effect.order, isWritable {
          keep(keeping.edits, draft: keeping.draft)
        }
      }
    }

    func send(_ messages: RowForm.Message...) {
      for message in messages {
        var room = room
        carryOut(RowForm.update(&form, message, &room))
      }
    }

    func name(_ messages: Naming.Message..., field: FieldID) {
      for message in messages {
        let effects: [Effect<Int>] = Naming.update(
          &naming, message, field, upTo: 200, "rename", data)
        carryOut(effects)
      }
    }

    var keepings: [Keeping] {
      orders.compactMap { if case .keep(let keeping) = $0 { keeping } else { nil } }
    }
    var focus: String? {
      for order in orders.reversed() { if case .focus(let id) = order { return id } }
      return nil
    }
    var html: String { HTML.text(of: RowForm.sheet(form, .lesson, RowFormTests.items, "Lesson")) }
  }

  private static let items: [RowForm.Item] = [
    .init(Lesson.teacherField), .init(Lesson.dayField),
    .init(Lesson.bringField, help: "One thing per line.", isLong: true), .init(Lesson.doneField),
  ]
  private let id = RowID(Bits128(high: 5, low: 5))
  private func place(_ field: FieldID) -> RowForm.Place { .init(id, field) }

  private func begun(_ page: Page) {
    let effects: [Effect<Int>] = RowForm.begin(
      Lesson(id, with: "Anna", on: 20_000).edits(from: nil), from: "new", at: Self.items[0],
      &page.form)
    page.carryOut(effects)
  }

  private func opened(_ page: Page, from opener: String = "edit") {
    let effects: [Effect<Int>] = RowForm.open(
      id, from: opener, at: Self.items[0], &page.form, page.data)
    page.carryOut(effects)
  }

  // MARK: - Opening and closing

  @Test func theFirstFieldHasTheFocusAndThenWhatOpenedTheForm() {
    let page = Page()
    begun(page)
    #expect(page.focus == "form-\(Lesson.teacherField.number)")
    #expect(page.html.contains("id=\"form-\(Lesson.teacherField.number)\""))
    page.send(.closed)
    #expect(page.focus == "new")
    page.keep(Lesson(id, with: "Anna", on: 20_000).edits(from: nil))
    opened(page)
    page.send(.done)
    #expect(page.focus == "edit")
    // The dialog says so itself once more; that takes the focus from nobody.
    let count = page.orders.count
    page.send(.closed)
    #expect(page.orders.count == count)
  }

  @Test func aNewRowThatIsClosedUntouchedLeavesNothing() {
    let page = Page()
    begun(page)
    #expect(page.html.contains("value=\"Anna\""))
    page.send(.closed)
    #expect(page.data[id] == nil && page.keepings.isEmpty)
    #expect(page.form.open == nil)
    // The shell tells only of what is there.
    let told = Order.ask(.tellAdded(id, .lesson, named: "Lesson"))
    #expect(page.orders.contains(told))
    let orders = page.orders.count
    begun(page)
    page.send(.done)
    #expect(!page.orders.dropFirst(orders).contains(told), "Done says it already.")
  }

  @Test func aNewRowThatIsDoneIsKeptAsItWasOffered() {
    let page = Page()
    begun(page)
    page.send(.done)
    #expect(page.data[id].map { Lesson($0) } == Lesson(id, with: "Anna", on: 20_000))
    #expect(page.keepings.map(\.label) == ["Add lesson"])
    // Nothing is added a second time.
    opened(page)
    page.send(.done)
    #expect(page.keepings.count == 1)
  }

  @Test func theFirstLetterKeepsANewRow() throws {
    let page = Page()
    begun(page)
    page.send(.typed(place(Lesson.bringField), "R"), .typed(place(Lesson.bringField), "Re"))
    let lesson = Lesson(try #require(page.data[id]))
    #expect((lesson.teacher, lesson.day, lesson.bring) == ("Anna", 20_000, "Re"))
    #expect(page.data[id]?.life == .alive)
    #expect(page.keepings.count == 2 && page.keepings[1].edits.count == 1)
    // All of that is one step of undo.
    #expect(page.keepings[0].draft != nil && page.keepings[0].draft == page.keepings[1].draft)
    page.send(.closed)
    #expect(page.data[id]?.life == .alive)
  }

  @Test func whatIsOfferedAndTypedOverIsKeptAsTyped() {
    let page = Page()
    begun(page)
    page.send(.typed(place(Lesson.teacherField), "Berta"))
    #expect(page.data[id]?.value(Lesson.teacherField) == .text("Berta"))
  }

  @Test func aNewRowIsOneStepOfUndo() {
    let page = Page()
    begun(page)
    page.send(.typed(place(Lesson.teacherField), "Berta"), .left)
    page.send(.typed(place(Lesson.bringField), "x"), .switched(place(Lesson.doneField), true))
    page.send(.done)
    #expect(page.keepings.count == 3 && Set(page.keepings.map(\.form)).count == 1)
    #expect(page.keepings.allSatisfy { $0.form != nil && $0.label == "Add lesson" })
    // Each later change is a step of its own.
    opened(page)
    page.send(.typed(place(Lesson.teacherField), "Carla"))
    #expect(page.keepings.last?.form == nil && page.keepings.last?.label == "Change Teacher")
  }

  @Test func aRowThatGoesElsewhereClosesTheForm() {
    let page = Page()
    page.keep(Lesson(id, with: "Anna", on: 20_000).edits(from: nil))
    opened(page)
    page.keep(Edit.trashing(id, .lesson))
    #expect(page.form.open == nil)
  }

  @Test func theTrashTakesTheRowAndSaysSo() {
    let page = Page()
    page.keep(Lesson(id, with: "Anna", on: 20_000).edits(from: nil))
    opened(page)
    page.send(.trashed)
    #expect(page.data[id]?.life == .trashed && page.form.open == nil)
    #expect(page.keepings.last?.saying == "Lesson moved to the trash.")
    #expect(page.focus == "edit")
    // A row that was never kept has nothing to be moved.
    let other = Page()
    begun(other)
    other.send(.trashed)
    #expect(other.keepings.isEmpty && other.form.open == nil)
  }

  // MARK: - Typing

  @Test func oneFieldIsOneStepOfUndoUntilItIsLeft() {
    let page = Page()
    page.keep(Lesson(id, with: "Anna", on: 20_000).edits(from: nil))
    let (teacher, bring) = (place(Lesson.teacherField), place(Lesson.bringField))
    page.send(.typed(teacher, "B"), .typed(teacher, "Be"), .typed(bring, "x"), .typed(bring, "xy"))
    page.send(.left, .typed(bring, "xyz"))
    let drafts = page.keepings.map(\.draft)
    #expect(drafts[0] == drafts[1] && drafts[2] == drafts[3])
    #expect(Set(drafts).count == 3 && !drafts.contains(nil))
    #expect(page.keepings[0].label == "Change Teacher")
    #expect(page.orders.contains(.syncNow))
  }

  @Test func whatARuleRefusesStaysInTheFieldWithTheReason() {
    let page = Page()
    page.keep(Lesson(id, with: "Anna", on: 20_000).edits(from: nil))
    opened(page)
    let long = String(repeating: "a", count: 201)
    page.send(.typed(place(Lesson.teacherField), long))
    #expect(page.keepings.isEmpty)
    #expect(page.data[id]?.value(Lesson.teacherField) == .text("Anna"))
    #expect(page.html.contains("This is too long.") && page.html.contains(long))
    #expect(page.html.contains("aria-invalid=\"true\""))
    // Done leads to the field; the form stays.
    page.send(.done)
    #expect(page.form.open == id && page.focus == "form-\(Lesson.teacherField.number)")
    // Closed and opened again, the draft is still there.
    page.send(.closed)
    opened(page)
    #expect(page.html.contains(long))
    // Another field is not concerned.
    page.send(.typed(place(Lesson.bringField), "Reeds"))
    #expect(page.html.contains(long) && page.keepings.count == 1)
    page.send(.typed(place(Lesson.teacherField), "Berta"))
    #expect(!page.html.contains("This is too long.") && page.html.contains("value=\"Berta\""))
    page.send(.done)
    #expect(page.form.open == nil)
  }

  @Test func aRefusalGoesWithItsRow() {
    let page = Page()
    page.keep(Lesson(id, with: "Anna", on: 20_000).edits(from: nil))
    page.send(.typed(place(Lesson.teacherField), String(repeating: "a", count: 999)))
    #expect(page.form.refusal(place(Lesson.teacherField)) != nil)
    page.keep(Edit.trashing(id, .lesson))
    #expect(page.form.refusal(place(Lesson.teacherField)) == nil)
  }

  @Test func whatCannotBeKeptNowIsKeptWithTheNextLetter() {
    let page = Page()
    page.isWritable = false
    begun(page)
    page.send(.typed(place(Lesson.teacherField), "Ber"))
    #expect(page.data[id] == nil && page.form.open == id)
    #expect(page.html.contains("value=\"Ber\""))
    page.isWritable = true
    page.send(.typed(place(Lesson.bringField), "R"))
    #expect(page.data[id]?.value(Lesson.teacherField) == .text("Ber"))
    #expect(page.data[id]?.value(Lesson.dayField) == .day(20_000))
  }

  @Test func anUnknownRowOrFieldIsLeftAlone() {
    let page = Page()
    page.send(.typed(place(Lesson.teacherField), "x"), .switched(place(Lesson.doneField), true))
    page.keep(Lesson(id, with: "Anna", on: 20_000).edits(from: nil))
    page.send(.typed(place(KindID.lesson.field(99)), "x"))
    #expect(page.keepings.isEmpty)
  }

  @Test func eachTickIsAStepOfItsOwn() {
    let page = Page()
    page.keep(Lesson(id, with: "Anna", on: 20_000).edits(from: nil))
    let done = place(Lesson.doneField)
    page.send(.switched(done, true), .switched(done, false), .switched(done, true))
    #expect(Set(page.keepings.map(\.draft)).count == 3)
    #expect(page.data[id]?.value(Lesson.doneField) == .bool(true))
  }

  @Test func aDayThatIsClearedIsNone() {
    let page = Page()
    page.keep(Lesson(id, with: "Anna", on: 20_000).edits(from: nil))
    page.send(.typed(place(Lesson.dayField), ""))
    #expect(page.data[id]?.value(Lesson.dayField) == .null)
    page.send(.typed(place(Lesson.dayField), "2025-11-20"))
    #expect(page.data[id]?.value(Lesson.dayField) == .day(20_412))
  }

  // MARK: - Names

  @Test func aNameIsChangedInItsForm() {
    let page = Page()
    let field = Lesson.teacherField
    page.keep(Lesson(id, with: "Anna", on: 20_000).edits(from: nil))
    page.name(.asked(id, named: "Anna"), field: field)
    #expect(page.naming.row == id && page.naming.name == "Anna" && page.focus == "rename")
    page.name(.typed("  Anna Berg "), .done, field: field)
    #expect(page.data[id]?.value(field) == .text("Anna Berg"))
    #expect(page.keepings.map(\.label) == ["Rename “Anna”"])
    #expect(page.naming.row == nil)
    // Nothing, blanks, and the same name change nothing.
    for name in ["", "   ", "Anna Berg"] {
      page.name(.asked(id, named: "Anna"), .typed(name), .done, field: field)
    }
    page.name(.asked(id, named: "Anna"), .typed("Other"), .left, .done, field: field)
    page.name(
      .asked(RowID(Bits128(high: 9, low: 9)), named: ""), .typed("Other"), .done, field: field)
    #expect(page.keepings.count == 1)
    // It is no longer than its rule allows.
    page.name(
      .asked(id, named: "Anna"), .typed(String(repeating: "é", count: 150)), .done, field: field)
    #expect(page.data[id]?.value(field) == .text(String(repeating: "é", count: 100)))
  }

  // MARK: - Order

  @Test func rowsAreMovedByKeysButtonsAndDrags() {
    let page = Page()
    let piece = RowID(Bits128(high: 1, low: 1))
    let rows = (1...4).map { RowID(Bits128(high: 2, low: $0)) }
    var others: [Section] = []
    for (number, row) in rows.enumerated() {
      let section = Section(row, in: piece, named: "\(number)", after: others)
      page.keep(section.edits(from: nil))
      others.append(section)
    }
    func order() -> [RowID] {
      Section.all(in: page.data).sorted { ($0.place, $0.id) < ($1.place, $1.id) }.map(\.id)
    }
    func send(_ messages: RowOrder.Message...) {
      for message in messages {
        let effects: [Effect<Int>] = RowOrder.update(
          &page.order, message, order(), Section.placeField, "Move a section", page.data)
        page.carryOut(effects)
      }
    }
    send(.moved(rows[0], by: 1))
    #expect(order() == [rows[1], rows[0], rows[2], rows[3]])
    send(.moved(rows[0], by: -1), .moved(rows[0], by: -1))
    #expect(order() == rows)
    send(.moved(rows[1], by: .max))
    #expect(order() == [rows[0], rows[2], rows[3], rows[1]])
    send(.moved(rows[1], by: -.max))
    #expect(order() == [rows[1], rows[0], rows[2], rows[3]])
    // From the first place to the last, seen on the way.
    send(.grabbed(rows[1], at: 0), .pulled(0.6, of: 4))
    #expect(RowOrder.className(page.order, rows[1], at: 0) == " dragged")
    #expect(RowOrder.className(page.order, rows[2], at: 2) == " drop-after")
    #expect(RowOrder.className(page.order, rows[0], at: 1) == "")
    send(.pulled(7, of: 4), .dropped)
    #expect(order() == [rows[0], rows[2], rows[3], rows[1]])
    send(.grabbed(rows[1], at: 3), .pulled(-1, of: 4), .dropped)
    #expect(order() == [rows[1], rows[0], rows[2], rows[3]])
    // Let go of where it was, or let go of by the browser, it stays.
    send(.grabbed(rows[1], at: 0), .dropped)
    send(.grabbed(rows[1], at: 0), .pulled(0.9, of: 4), .left, .dropped)
    // So does one that is elsewhere by now.
    send(.grabbed(rows[1], at: 2), .pulled(0.9, of: 4), .dropped)
    #expect(order() == [rows[1], rows[0], rows[2], rows[3]])
  }

  // MARK: - Choices and words

  @Test func aChoiceComesBackAsItIs() {
    let rows = (1...3).map { RowID(Bits128(high: 2, low: $0)) }
    let node: Node<RowID?> = choiceField(
      FieldFrame("Piece", id: "piece"),
      [("None", nil)] + rows.enumerated().map { ("\($0.offset)", Optional($0.element)) },
      chosen: rows[1]
    ) { $0 }
    let html = HTML.text(of: node)
    #expect(html.contains("value=\"2\""))
    #expect(html.components(separatedBy: "<option").count == 5)
  }

  @Test func wordsAreFoundWhateverTheirCaseAndAccents() {
    #expect(Wanted("").isIn("") && Wanted(" ").isIn("x") && Wanted(" ").isEmpty)
    #expect(Wanted("etu FER").isIn("Ferling, Étude"))
    #expect(!Wanted("etu fer").isIn("Ferling") && !Wanted("ferlings").isIn("Ferling"))
  }
}
