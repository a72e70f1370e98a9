public import Domain
public import Ledger
public import Markup
public import Program
public import RoomKit
import Sound

/// The settings of the whole app; they are one row of the ledger.
public enum SettingsRoom {
  public struct State: Equatable, Sendable {
    var a4 = NumberField.State(ReferencePitch.standard.hertz)

    public init() {}
  }

  public enum Message: Equatable, Sendable {
    case themeChosen(Theme)
    case firstDayChosen(Weekday)
    case dayStartChosen(Int)
    case a4(NumberField.Message)
    case instrumentChosen(String)
    case lengthsChosen(LengthUnit)
    case shortcutsSwitched(Bool)
    case shortcutsAsked
    case trashTapped
    case resetTapped
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ context: inout RoomContext
  ) -> [Effect<Message>] {
    let before = Settings(context.data[Settings.row])
    var settings = before
    switch message {
    case .themeChosen(let theme): settings.theme = theme
    case .firstDayChosen(let day): settings.firstDayOfWeek = day
    case .dayStartChosen(let hour):
      guard JournalDay.starts.contains(hour) else { return [] }
      settings.dayStart = hour
    case .a4(let message):
      let effects = NumberField.update(&state.a4, message, a4Rule).map { $0.map(Message.a4) }
      let tenths = Int(clamping: state.a4.value.units)
      settings.a4 = ReferencePitch(tenthsOfHertz: tenths) ?? settings.a4
      return effects + keep(settings, before, "Change A4")
    case .instrumentChosen(let id): settings.instrument = id
    case .lengthsChosen(let unit): settings.lengths = unit
    case .shortcutsSwitched(let isOn): settings.hasShortcuts = isOn
    case .shortcutsAsked: return [.ask(.shortcuts)]
    case .trashTapped: return [.ask(.trash(nil))]
    case .resetTapped:
      return [
        .keep(
          "Reset all settings", Settings().edits(from: before),
          saying: "All settings were reset.")
      ]
    }
    return keep(settings, before, "Change a setting")
  }

  /// Shows the current settings, even if another device changed them.
  @export(interface)
  public static func refresh(_ state: inout State, _ data: Replica) {
    let pitch = Settings(data[Settings.row]).a4.hertz
    if state.a4.value != pitch { state.a4 = NumberField.State(pitch) }
  }

  private static func keep(
    _ settings: Settings, _ before: Settings, _ label: String
  ) -> [Effect<Message>] {
    let edits = settings.edits(from: before)
    return edits.isEmpty ? [] : [.keep(label, edits)]
  }

  /// A custom transposition is set in the tuner, and listed here once it is chosen there.
  private static func instruments(_ settings: Settings) -> [(value: String, text: String)] {
    let isOwn = settings.instrument.hasSameBytes(as: Settings.own)
    return Instrument.all.map { ($0.id, $0.name) }
      + (isOwn ? [(Settings.own, settings.player.name)] : [])
  }

  private static let a4Rule = NumberField.Rule(ReferencePitch.range, places: 1, "Hz")
}

extension SettingsRoom {
  @export(interface)
  public static func view(
    _ state: State, _ settings: Settings, _ account: AccountPage.State
  ) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: "Your shed", "Settings")
      div(.className("columns")) {
        card("Appearance", id: "appearance") {
          segmented(
            "Theme", name: "theme",
            Theme.allCases.map { ($0.label, settings.theme == $0, .themeChosen($0)) })
          p(.className("note")) { "System: same as your phone or computer." }
        }
        card("Pitch and dates", id: "formats") {
          NumberField.view(
            state.a4,
            FieldFrame(
              "A4 reference", id: "a4",
              help: "Reference for all tools."),
            a4Rule
          ).map(Message.a4)
          choiceField(
            FieldFrame(
              "Instrument", id: "instrument",
              help:
                "For the tuner’s transposition, suggested studies, and new reeds."
            ),
            choices: instruments(settings), value: settings.instrument
          ) { .instrumentChosen($0) }
          choiceField(
            FieldFrame("Week starts on", id: "first-day"),
            Weekday.allCases.map { ($0.label, $0) }, chosen: settings.firstDayOfWeek
          ) { .firstDayChosen($0) }
          choiceField(
            FieldFrame(
              "Day starts at", id: "day-start",
              help: "Anything earlier counts as the day before. Existing entries don’t move."),
            choices: JournalDay.starts.map { ("\($0)", $0 == 0 ? "Midnight" : "\($0):00") },
            value: "\(settings.dayStart)"
          ) { .dayStartChosen(Int($0) ?? 0) }
          segmented(
            "Lengths", name: "lengths",
            LengthUnit.choices.map {
              ($0.label, settings.lengths == $0.content, .lengthsChosen($0.content))
            })
        }
        card("Account", id: "account") {
          p(.className("quiet")) { AccountPage.words(account) }
          p {
            a(.className("button"), .href(Address.account)) {
              account.isOffered
                ? "Create an account or sign in"
                : account.isSignedIn ? "Account and devices" : "Account"
            }
          }
        }
        card("Keyboard", id: "keyboard") {
          checkField(
            "Single-key shortcuts", id: "shortcuts", isOn: settings.hasShortcuts,
            Message.shortcutsSwitched)
          p { action("Show all shortcuts", icon: .keyboard, .shortcutsAsked) }
        }
        card("Woodshed", id: "woodshed") {
          p(.className("quiet")) {
            "Version \(Version.text)."
              + (account.isSignedIn ? " Your settings sync to all your devices." : "")
          }
          div(.className("row wrap")) {
            a(.className("button"), .href("/about")) { "About Woodshed" }
            a(.className("button"), .href("/about/data")) { "Your data" }
            a(.className("button"), .href(PagePlace.points.path)) { "Restore points" }
            action("Trash", icon: .trash, .trashTapped)
            action("Reset all settings", icon: .undo, .resetTapped)
          }
        }
      }
    }
  }
}

extension Theme {
  fileprivate var label: String {
    switch self {
    case .system: "System"
    case .light: "Light"
    case .dark: "Dark"
    }
  }
}

extension Weekday {
  fileprivate var label: String { DayWords.weekdays[number] }
}
