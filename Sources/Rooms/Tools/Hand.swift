import Domain
import Ledger
import Program
import RoomKit

/// A tool's current setup, and its presets.
///
/// The setup is a row of the ledger. A change applies at once, even if nothing can be saved: a metronome must keep
/// ticking in a private window.
struct Hand<Setup: ToolSetup>: Equatable, Sendable {
  private(set) var setup = Setup()
  private(set) var presets: [Preset<Setup>] = []
  /// The setup in the row when it was last read.
  private var said = Setup()
  /// The last change, and the draft number that merges consecutive changes of it.
  private var draft: Draft?

  private struct Draft: Equatable, Sendable {
    var label: String
    var number: UInt64
  }

  /// Changes the setup and saves it; consecutive changes with the same label are undone together.
  ///
  /// - Parameter words: a toast that says so, if the change was not asked for.
  mutating func change<Message>(
    _ label: String, saying words: String? = nil, _ room: inout RoomContext,
    _ body: (inout Setup) -> Void
  ) -> [Effect<Message>] {
    var changed = setup
    body(&changed)
    return take(changed, label, saying: words, &room)
  }

  // Out of line: the compiler specialises `change` for each of its many closures.
  @inline(never)
  private mutating func take<Message>(
    _ changed: Setup, _ label: String, saying words: String? = nil, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard changed != setup else { return [] }
    let before = setup
    setup = changed
    if draft?.label != label {
      draft = Draft(label: label, number: room.random.next())
    }
    return [
      .keep(
        label, setup.edits(from: before), draft: draft?.number, saying: words, isVital: false)
    ]
  }

  /// Handles a message of a number field, and saves the number.
  mutating func enter<Number: SetupNumber, Message>(
    _ number: Number, _ message: NumberField.Message, _ numbers: inout NumberFields<Number>,
    _ room: inout RoomContext, _ wrap: @escaping (NumberField.Message) -> Message
  ) -> [Effect<Message>] where Number.Setup == Setup {
    var changed = setup
    let effects = numbers.update(number, message, in: &changed)
    return effects.map { $0.map(wrap) } + take(changed, number.entry.change, &room)
  }

  /// Reads the data; returns whether the setup changed.
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
