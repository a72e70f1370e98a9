public import Domain
public import Markup
public import Program

/// The page of choices for the whole app.
public enum SettingsRoom {
  /// Where the settings are kept in this browser.
  static let storageKey = "woodshed.settings"

  public struct State: Equatable, Sendable {
    public var settings: Settings
    var a4: NumberField.State

    public init(_ settings: Settings) {
      self.settings = settings
      a4 = NumberField.State(settings.a4.hertz)
    }
  }

  public enum Message: Equatable, Sendable {
    case themeChosen(Theme)
    case firstDayChosen(Weekday)
    case a4(NumberField.Message)
    case shortcutsSwitched(Bool)
    case shortcutsAsked
    case resetTapped
    case restored(Settings)
  }

  public static func update(_ state: inout State, _ message: Message) -> [Effect<Message>] {
    switch message {
    case .themeChosen(let theme):
      state.settings.theme = theme
      return keep(state)
    case .firstDayChosen(let day):
      state.settings.firstDayOfWeek = day
      return keep(state)
    case .a4(let message):
      let effects = NumberField.update(&state.a4, message, a4Rule).map { $0.map(Message.a4) }
      let tenths = Int(clamping: state.a4.value.units)
      guard let pitch = ReferencePitch(tenthsOfHertz: tenths), pitch != state.settings.a4
      else { return effects }
      state.settings.a4 = pitch
      return effects + keep(state)
    case .shortcutsSwitched(let isOn):
      state.settings.hasShortcuts = isOn
      return keep(state)
    case .shortcutsAsked:
      return []
    case .resetTapped:
      let before = state.settings
      state = State(Settings())
      let toast = "All settings are back to their defaults."
      return keep(state) + [.toast(toast, undo: .restored(before))]
    case .restored(let settings):
      state = State(settings)
      return keep(state)
    }
  }

  /// Every change of a setting leaves here.
  private static func keep(_ state: State) -> [Effect<Message>] {
    [.save(state.settings.text, under: storageKey), .theme(state.settings.theme.name)]
  }

  private static let a4Rule = NumberField.Rule(
    Decimal(
      units: Int64(ReferencePitch.range.lowerBound), places: 1)...Decimal(
        units: Int64(ReferencePitch.range.upperBound), places: 1), step: 1, unit: "Hz")
}

extension SettingsRoom {
  public static func view(_ state: State) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: "Your shed", "Settings")
      div(.className("columns")) {
        card("Appearance", id: "appearance") {
          segmented(
            "Theme", name: "theme",
            Theme.allCases.map { ($0.label, state.settings.theme == $0, .themeChosen($0)) })
          p(.className("note")) { "System follows the device, from bright stage to dark pit." }
        }
        card("Pitch and dates", id: "formats") {
          NumberField.view(
            state.a4,
            FieldFrame(
              "A4 reference", id: "a4",
              help: "What everything is tuned to. 442,5 and 442.5 are both understood."),
            a4Rule
          ).map(Message.a4)
          segmented(
            "Week begins on", name: "first-day",
            Weekday.allCases.map {
              ($0.label, state.settings.firstDayOfWeek == $0, .firstDayChosen($0))
            })
        }
        card("Keyboard", id: "keyboard") {
          checkField(
            "Single keys act as shortcuts", id: "shortcuts", isOn: state.settings.hasShortcuts,
            Message.shortcutsSwitched)
          p { action("Show all shortcuts", icon: .keyboard, .shortcutsAsked) }
        }
        card("Woodshed", id: "woodshed") {
          p(.className("quiet")) {
            "Version \(Version.text). Your choices are kept on this device."
          }
          div(.className("row wrap")) {
            a(.className("button"), .href("/about")) { "About Woodshed" }
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
  fileprivate var label: String {
    switch self {
    case .monday: "Monday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}
