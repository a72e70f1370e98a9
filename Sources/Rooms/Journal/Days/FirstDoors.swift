public import Domain
import Ledger
import Markup
import Program
import RoomKit
import Sound

/// What an empty shed shows: three doors to start with, the question what the person plays, and a sample journal.
public enum FirstDoors {
  struct State: Sendable {
    /// Whether this device has not asked yet what the person plays.
    var isAsking = false
    /// Whether an instrument is chosen in the settings.
    var hasInstrument = false
    var a4 = ReferencePitch.standard

    mutating func follow(_ settings: Settings) {
      a4 = settings.a4
      hasInstrument = !settings.instrument.hasSameBytes(as: Instrument.any.id)
    }
  }

  public enum Message: Sendable {
    case opened(Door)
    case remembered(String?)
    case chosen(String)
    case a4Chosen(ReferencePitch)
    case skipped
  }

  public enum Door: Sendable {
    case tune, click, record
  }

  /// The storage key of whether this device has asked what the person plays.
  static let key = "woodshed.asked"

  /// The instruments that need no list.
  private static let common = [
    "flute", "oboe", "clarinet-b-flat", "bassoon", "alto-saxophone", "horn", "trumpet-b-flat",
    "violin", "cello", "piano",
  ]

  static func update(
    _ state: inout State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Days.Message>] {
    switch message {
    case .opened(.tune): return [.navigate(to: Address.tuner), .ask(.tune)]
    case .opened(.click): return [.navigate(to: Address.metronome), .ask(.beat)]
    case .opened(.record): return room.isRecording ? [] : [.ask(.record)]
    case .remembered(let text):
      state.isAsking = text == nil
      return []
    case .skipped: return answered(&state)
    case .a4Chosen(let pitch):
      return [change("Change A4", room) { $0.a4 = pitch }]
    case .chosen(let id):
      guard let instrument = instrument(id) else { return [] }
      return [
        change("Choose your instrument", saying: "Instrument: \(instrument.name).", room) {
          $0.instrument = id
        }
      ] + answered(&state)
    }
  }

  private static func change(
    _ label: String, saying words: String? = nil, _ room: RoomContext,
    _ body: (inout Settings) -> Void
  ) -> Effect<Days.Message> {
    let before = Settings(room.data[Settings.row])
    var settings = before
    body(&settings)
    return .keep(label, settings.edits(from: before), saying: words)
  }

  private static func answered(_ state: inout State) -> [Effect<Days.Message>] {
    state.isAsking = false
    return [.save("yes", under: key), .focus("heading")]
  }

  private static func instrument(_ id: String) -> Instrument? {
    Instrument.all.first { $0.id.hasSameBytes(as: id) }
  }

  // MARK: - View

  static func view(_ state: Days.State) -> Node<Days.Message> {
    div(.className("first-visit stack")) {
      ul(.className("doors")) {
        door(.tune, .tuner, "Tune", "Start the tuner")
        door(.click, .metronome, "Click", "Start the metronome")
        door(.record, .record, "Record", "Start a take")
      }
      if state.first.isAsking, !state.first.hasInstrument { question(state.first.a4) }
      div(.className("empty")) {
        p(.className("quiet")) { "Your notes, takes and practice, day by day." }
        div(.className("row wrap")) {
          action("Add a note", icon: .add, .note(.added))
          action("Log practice", icon: .journal, id: "practice-log", .practice(.opened(.byHand)))
        }
        p(.className("quiet")) {
          "New here? Explore a sample journal with two months of practice. Your own data stays separate."
        }
        action("Open sample journal", icon: .light, style: .quiet, .sampleAsked)
        if state.isAccountOffered {
          p(.className("quiet small")) {
            "Stored only on this device. "
            a(.href(Address.account)) { "Back it up" }
          }
        }
      }
    }.keyed("first")
  }

  private static func door(
    _ door: Door, _ icon: Icon, _ name: String, _ words: String
  ) -> Node<Days.Message> {
    li {
      button(
        .type("button"), .className(door == .record ? "door to-record" : "door"),
        .onClick(.first(.opened(door)))
      ) {
        span(.className("medallion")) { icon.view() }
        strong { name }
        span(.className("quiet small")) { words }
      }
    }
  }

  private static func question(_ a4: ReferencePitch) -> Node<Days.Message> {
    card("What do you play?", id: "play") {
      p(.className("quiet small")) {
        "So the tuner shows the notes you read. Change it any time in "
        a(.href(Address.settings)) { "Settings" }
        "."
      }
      // First, as the instrument answers the question and closes the card.
      div(.className("chips"), .role("group"), .label("Tuning note: A4 in hertz")) {
        span(.className("quiet small")) { "A4 =" }
        for hertz in [440, 441, 442, 443] {
          if let pitch = ReferencePitch(tenthsOfHertz: hertz * 10) {
            chip("\(hertz)", isOn: a4 == pitch, .first(.a4Chosen(pitch)))
          }
        }
      }
      div(.className("chips")) {
        for id in common {
          if let instrument = instrument(id) {
            action(instrument.name, .first(.chosen(id)))
          }
        }
      }
      div(.className("row find-row")) {
        choiceField(
          FieldFrame("Another instrument", id: "play-other"),
          choices: [("", "Choose …")] + Instrument.all.dropFirst().map { ($0.id, $0.name) },
          value: ""
        ) { .first(.chosen($0)) }
        action("Skip", style: .quiet, .first(.skipped))
      }
    }
  }
}
