import Domain
import Markup
import Program
import Testing

@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

@Suite struct NumberFieldTests {
  private let rule = NumberField.Rule(3_800...4_800, places: 1, step: 5, "Hz")

  private func field(_ messages: NumberField.Message...) -> NumberField.State {
    var state = NumberField.State(Decimal(units: 4_400, places: 1))
    for message in messages { _ = NumberField.update(&state, message, rule) }
    return state
  }

  @Test(arguments: [("442,5", 4_425), ("442.5", 4_425), (" 390 ", 3_900), ("480", 4_800)])
  func takesWhatIsTyped(text: String, tenths: Int64) {
    let state = field(.typed(text), .left)
    #expect(state.value.units == tenths)
    #expect(state.draft == nil)
    #expect(state.problem == nil)
  }

  @Test(arguments: [
    ("abc", "Enter a number."),
    ("", "Enter a number."),
    ("500", "Enter 380.0–480.0 Hz."), ("442.25", "At most 1 decimal place."),
  ])
  func explainsWhatItCannotTake(text: String, words: String) {
    let state = field(.typed(text), .left)
    #expect(state.problem == words)
    // What was typed stays to be mended; the value stays as it was.
    #expect(state.draft == text)
    #expect(state.value.units == 4_400)
  }

  @Test func anEmptyFieldIsItsWordForZero() {
    let rule = NumberField.Rule(0...9, isZeroLast: true, "")
    var state = rule.state(4)
    for message in [NumberField.Message.typed(""), .left] {
      _ = NumberField.update(&state, message, rule)
    }
    #expect(state.value.units == 0 && state.problem == nil && state.draft == nil)
    func html() -> String {
      HTML.text(of: NumberField.view(state, FieldFrame("To line", id: "x"), rule))
    }
    #expect(html().contains("placeholder=\"last\"") && html().contains("value=\"\""))
    _ = NumberField.update(&state, .stepped(by: 1), rule)
    #expect(html().contains("value=\"1\""))
  }

  @Test func changesOnlyWhenThePersonIsDone() {
    #expect(field(.typed("445")).value.units == 4_400)
    #expect(field(.typed("445"), .abandoned).value.units == 4_400)
    #expect(field(.typed("445"), .stepped(by: 1)).value.units == 4_455)
  }

  @Test func complainsOnlyWhenThePersonIsDone() {
    #expect(field(.typed("4")).problem == nil)
    #expect(field(.typed("x"), .left, .abandoned).problem == nil)
    #expect(field(.typed("x"), .left, .abandoned).draft == nil)
  }

  @Test(
    arguments: [
      (4_400, 1, 4_405), (4_403, 1, 4_405), (4_403, -1, 4_400), (4_799, 1, 4_800),
      (3_800, -1, 3_800), (4_400, 10, 4_450),
    ] as [(Int64, Int64, Int64)])
  func stepsOnItsGrid(from start: Int64, by steps: Int64, to end: Int64) {
    var state = NumberField.State(Decimal(units: start, places: 1))
    _ = NumberField.update(&state, .stepped(by: steps), rule)
    #expect(state.value.units == end)
  }

  @Test func repeatsWhileItIsHeld() {
    var state = field()
    let effects = NumberField.update(&state, .pressed(step: 1), rule)
    #expect(
      effects.map(\.order) == [.repeatWhileHeld(afterMilliseconds: 400, everyMilliseconds: 75)])
    #expect(effects.first?.message() == .stepped(by: 1))
    #expect(state.value.units == 4_400)
  }
}
