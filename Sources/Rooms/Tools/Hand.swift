import Domain
import Ledger
import Program
import RoomKit

/// A tool as it is in the hand, and its presets.
///
/// The row of the ledger says how it is set up. What a person changes here holds at once, also where nothing can
/// be kept: a metronome must go on ticking in a private window.
struct Hand<Setup: ToolSetup>: Equatable, Sendable {
  private(set) var setup = Setup()
  private(set) var presets: [Preset<Setup>] = []
  /// What the row said last.
  private var said = Setup()
  /// What was changed last, and the number under which changes of it in a row are one.
  private var draft: Draft?

  private struct Draft: Equatable, Sendable {
    var label: String
    var number: UInt64
  }

  /// Changes the setup and keeps it; changes with one label that follow each other are undone together.
  mutating func change<Message>(
    _ label: String, _ room: inout RoomContext, _ body: (inout Setup) -> Void
  ) -> [Effect<Message>] {
    var changed = setup
    body(&changed)
    return take(changed, label, &room)
  }

  // Kept out of line: the compiler builds `change` anew for each of the many closures it is given.
  @inline(never)
  private mutating func take<Message>(
    _ changed: Setup, _ label: String, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard changed != setup else { return [] }
    let before = setup
    setup = changed
    if draft?.label != label {
      draft = Draft(label: label, number: room.random.next())
    }
    return [.keep(label, setup.edits(from: before), draft: draft?.number, isVital: false)]
  }

  /// Takes in what was done in the field of a number, and keeps the number.
  mutating func enter<Number: SetupNumber, Message>(
    _ number: Number, _ message: NumberField.Message, _ numbers: inout NumberFields<Number>,
    _ room: inout RoomContext, _ wrap: @escaping (NumberField.Message) -> Message
  ) -> [Effect<Message>] where Number.Setup == Setup {
    var changed = setup
    let effects = numbers.update(number, message, in: &changed)
    return effects.map { $0.map(wrap) } + take(changed, number.entry.change, &room)
  }

  /// Takes in what the data says; answers whether the setup is another now.
  mutating func refresh(_ data: Replica) -> Bool {
    presets = Preset.all(in: data)
    let now = data[Setup.hand].map { Setup($0) } ?? Setup()
    guard now != said else { return false }
    said = now
    guard setup != now else { return false }
    setup = now
    draft = nil
    return true
  }
}
