import Domain
public import Ledger
import Markup
import Program
import RoomKit
import Training

// The first page: what to try next and why, Start, and recent sessions.
extension Sessions {
  static func front(_ state: State) -> Node<Message> {
    let count = state.index.sessions.count { $0.catalogue == state.catalogue?.id }
    let caps = [
      levelWords(state.standing), count == 0 ? "" : DayWords.count(count, "session", "sessions"),
    ].filter { !$0.isEmpty }.joined(separator: " · ")
    return article(.className("page")) {
      pageHead(caps: caps.isEmpty ? "Training" : caps, "Sessions") {
        iconButton(.sliders, label: "Training settings", .opened(.settings))
      }
      parts(.front)
      if state.hasLine, !state.index.catalogues.isEmpty {
        roomLine(line).map { _ in .lineRead }
      }
      if !state.isKnown {
        p(.className("quiet"), .role("status")) { "Opening your sessions …" }
      } else if state.index.catalogues.isEmpty {
        welcome()
      } else {
        if state.index.catalogues.count > 1 { catalogueChoice(state) }
        if !state.index.settings.isAsked { firstRun(state) }
        if state.clock.isAsking, let running = state.running { asking(running, state) }
        next(state)
        lists(state)
        latest(state)
      }
    }
  }

  /// The person's level. Without a stated one it is little more than a guess after a try or two.
  private static func levelWords(_ standing: Standing?) -> String {
    guard let standing, let level = standing.ability, standing.scale != nil else { return "" }
    let isGuess = level.sigma > 1.3
    return "\(isGuess ? "A guess at your level" : "Your level"): \(standing.levelText)"
  }

  static func parts(_ here: Place) -> Node<Message> {
    partLinks(
      "Sessions",
      [
        ("Next", .sessions, Place.front.path), ("History", .journal, Place.history.path),
        ("Progress", .tuner, Place.progress.path), ("Catalogues", .score, Place.catalogues.path),
      ], here: here.path)
  }

  /// What the room is for.
  private static let line = "Pick a study book. Woodshed suggests which study to try next."

  /// The empty room: what it is for, and ways to start.
  static func welcome() -> Node<Message> {
    emptyState(
      .sessions, "Nothing to train on yet", line
    ) {
      div(.className("row wrap centre")) {
        for sample in SampleCatalogue.allCases {
          action(
            sample.title, icon: .add, style: sample == .studies ? .primary : .plain,
            .desk(.sampleAdded(sample)))
        }
        action("Create your own", icon: .edit, .opened(.catalogue))
      }
    }
  }

  static func catalogueChoice(_ state: State) -> Node<Message> {
    // A musician who opens the sample wonders about a gym.
    let hasGym = state.index.catalogues.contains { $0.id == SampleCatalogue.gym.id }
    return choiceField(
      FieldFrame(
        "Catalogue", id: "sessions-catalogue",
        help: hasGym
          ? "The climbing gym is an example: a catalogue can hold anything with grades." : nil,
        isDisabled: state.running != nil),
      state.index.catalogues.map { ($0.name, RowID?.some($0.id)) }, chosen: state.catalogue?.id
    ) { .catalogueChosen($0) }
  }

  // MARK: - What to try next

  private static func next(_ state: State) -> Node<Message> {
    guard let standing = state.standing else { return .text("") }
    let words = standing.catalogue.words
    let running = state.running
    // Without a level the first suggestion is a guess, and its grade would look like the person's.
    let isGuess = standing.ability == nil && standing.scale != nil
    return card(nil, id: "next") {
      if let suggestion = standing.suggestions?.next, let item = standing.item(suggestion) {
        p(.className("caps")) { "Next" }
        a(.className("row next-item"), .href(Place.item(item.id).path)) {
          hold(item, state)
          div {
            h2 { item.name }
            span(.className("quiet small")) { Self.words(of: item, state, withGrade: isGuess) }
          }
          if !isGuess { strong(.className("push display figure")) { grade(item, state) } }
        }
        if let chance = suggestion.chance {
          div(.className("chance"), .hidden(fromReaders: true)) {
            div(.style("width", "\(Int((chance * 100).rounded()))%")) {}
          }
        }
        p(.className("small quiet")) {
          isGuess
            ? "The easiest here to start with. Enter your level \(state.index.settings.isAsked ? "in Training settings" : "above") for better suggestions."
            : "\(far(suggestion, standing))\(standing.reason(suggestion))".withCapital + "."
        }
      } else {
        p { noSuggestion(standing) }
      }
      div(.className("row wrap")) {
        if running != nil {
          a(.className("button primary wide"), .href(Place.now.path)) {
            "Resume \(words.session)"
          }
        } else {
          button(
            .type("button"), .id("sessions-start"), .className("primary wide"),
            .onClick(.started(plan: nil))
          ) {
            Icon.play.view()
            "Start"
          }
          action("With a plan", icon: .score, .opened(.plans))
        }
      }
    }
  }

  /// Why something far too hard is suggested: the catalogue has nothing closer that is new or due.
  private static func far(_ suggestion: Suggestion, _ standing: Standing) -> String {
    guard let suggestions = standing.suggestions, suggestions.atLevel.isEmpty,
      suggestions.warmUp.isEmpty, let chance = suggestion.chance, chance < 0.25
    else { return "" }
    return "well above your level, but nothing closer is new or due: "
  }

  private static func noSuggestion(_ standing: Standing) -> String {
    let words = standing.catalogue.words
    if standing.items.isEmpty { return "This catalogue has no \(words.items) yet." }
    return "Nothing to suggest: no \(words.item) here is new, due or unfinished."
  }

  private static func lists(_ state: State) -> Node<Message> {
    guard let standing = state.standing, let suggestions = standing.suggestions else {
      return .text("")
    }
    return ul(.className("list next-lists")) {
      nextList("Warm-up", suggestions.warmUp, standing, state)
      nextList("Ready now", suggestions.atLevel, standing, state)
      nextList("A stretch", suggestions.project, standing, state)
      nextList("Something new", suggestions.somethingNew, standing, state)
    }
  }

  private static func nextList(
    _ title: String, _ all: [Suggestion], _ standing: Standing, _ state: State
  ) -> [Node<Message>] {
    // The suggestion shown above is left out here.
    let next = standing.suggestions?.next?.item
    let list = all.filter { $0.item != next }
    guard let first = list.first, let item = standing.item(first) else { return [] }
    return [
      li {
        details(.className("next-list")) {
          summary(.className("row")) {
            hold(item, state)
            span {
              strong { title }
              span(.className("small quiet")) {
                "\(item.name) · \(grade(item, state))"
                  + (list.count == 1 ? "" : ", and \(list.count - 1) more")
              }
            }
            span(.className("push quiet")) { Icon.down.view() }
          }
          ul(.className("plain")) {
            for suggestion in list {
              if let item = standing.item(suggestion) {
                li {
                  a(.className("row-link row"), .href(Place.item(item.id).path)) {
                    hold(item, state)
                    span {
                      strong { "\(item.name) · \(grade(item, state))" }
                      span(.className("quiet small")) { standing.reason(suggestion) }
                    }
                  }
                }.keyed(item.id.key)
              }
            }
          }
        }
      }.keyed(Key(stringLiteral: title))
    ]
  }

  private static func latest(_ state: State) -> Node<Message> {
    let last = state.index.sessions.filter { $0.ended != 0 }.prefix(3)
    if last.isEmpty { return .text("") }
    return section(.className("stack"), .labelledBy("last-sessions")) {
      h2(.id("last-sessions")) { "Recent sessions" }
      ul(.className("list")) {
        for session in last { sessionRow(session, state) }
      }
    }
  }

  // MARK: - The first run

  struct FirstRun: Sendable {
    var name = ""
    var level = ""
    var problem: String?
  }

  public enum FirstMessage: Sendable {
    case nameTyped(String)
    case levelTyped(String)
    case done, skipped
    // Changes from the settings sheet.
    case number(FieldID, String)
    case level(String)
    case restsItself(Bool)
  }

  private static func firstRun(_ state: State) -> Node<Message> {
    let scale = state.standing?.scale
    return card("About you", id: "first-run") {
      p(.className("quiet small")) {
        "Your name appears on sessions you share. Your level sets the first suggestions. You can skip both."
      }
      form(.className("stack"), .onSubmit(.first(.done))) {
        div(.className("two")) {
          textField(FieldFrame("Name (optional)", id: "first-name"), value: state.first.name) {
            .first(.nameTyped($0))
          }
          textField(
            FieldFrame(
              "Level (optional)", id: "first-level",
              help: levelHelp(state.catalogue),
              problem: state.first.problem),
            value: state.first.level, placeholder: scale.map { $0.name(at: 3) }
          ) { .first(.levelTyped($0)) }
        }
        div(.className("row wrap")) {
          button(.type("submit"), .className("primary")) { "Done" }
          action("Skip", style: .quiet, .first(.skipped))
        }
      }
    }
  }

  static func update(
    _ state: inout State, _ message: FirstMessage, _ room: RoomContext
  ) -> [Effect<Message>] {
    var settings = state.index.settings
    switch message {
    case .nameTyped(let text): state.first.name = text.shortened(to: 200)
    case .levelTyped(let text):
      state.first.level = text.shortened(to: CatalogueItem.gradeLimit)
      state.first.problem = nil
    case .skipped:
      settings.isAsked = true
      return [.keep("Skip name and level", settings.edits(from: state.index.settings))]
    case .done:
      settings.isAsked = true
      settings.name = state.first.name.trimmingBlanks
      var edits = settings.edits(from: state.index.settings)
      if !state.first.level.trimmingBlanks.isEmpty {
        switch level(state.first.level, state) {
        case .success(let level): edits += level
        case .failure(let problem):
          state.first.problem = problem.words
          return [.focus("first-level")]
        }
      }
      state.first = FirstRun()
      return [.keep("Set name and level", edits)]
    case .level(let text):
      switch level(text, state) {
      case .success(let edits):
        state.first.problem = nil
        return edits.isEmpty ? [] : [.keep("Change your level", edits)]
      case .failure(let problem): state.first.problem = problem.words
      }
    case .restsItself(let isOn):
      settings.restsItself = isOn
      return [.keep("Change the rest timer", settings.edits(from: state.index.settings))]
    case .number(let id, let text):
      guard let field = Schema.woodshed.field(id) else { return [] }
      guard case .success(let value) = field.value(of: text) else {
        return [.toast("\(field.label) wasn’t changed: that value isn’t allowed.")]
      }
      return [
        .keep("Change \(field.label)", [Edit(TrainingSettings.row, .trainingSettings, id, value)])
      ]
    }
    return []
  }

  struct Problem: Error {
    let words: String
  }

  /// The edits that save a typed level; an empty text clears it.
  private static func level(_ text: String, _ state: State) -> Result<[Edit], Problem> {
    guard let catalogue = state.catalogue, let scale = catalogue.gradeScale else {
      return .failure(Problem(words: "This catalogue has no grades yet."))
    }
    var level = Level(on: catalogue.scaleID)
    level.grade = text.trimmingBlanks
    guard level.grade.isEmpty || scale.read(level.grade) != nil else {
      return .failure(
        Problem(
          words:
            "\(scale.label) has no such grade. Enter one such as \(scale.name(at: 3)), or leave it empty."
        ))
    }
    return .success(
      level.edits(only: [Level.scaleField, Level.gradeField]))
  }

  // MARK: - Settings

  static func settingsSheet(_ state: State) -> [Node<Message>] {
    let settings = state.index.settings
    return [
      number("Name", TrainingSettings.nameField, settings.name, "Appears on sessions you share."),
      textField(
        FieldFrame(
          "Level", id: "training-level",
          help: levelHelp(state.catalogue), problem: state.first.problem),
        value: state.catalogue.map { state.index.level(on: $0.scaleID) } ?? ""
      ) { .first(.level($0)) },
      div(.className("two")) {
        number(
          "Success rate for “Ready now”, %", TrainingSettings.aimField, "\(settings.aim)",
          "How often your tries should succeed.")
        number(
          "Success rate for warm-ups, %", TrainingSettings.warmUpField, "\(settings.warmUp)",
          "Items you succeed at this often are warm-ups.")
      },
      number(
        "Rest timer, s", TrainingSettings.restField, "\(settings.restSeconds)",
        "How long each rest lasts."),
      checkField(
        "Start the rest timer after each try", id: "rests-itself", isOn: settings.restsItself
      ) { .first(.restsItself($0)) },
    ]
  }

  /// What a level is, in a catalogue with grades.
  private static func levelHelp(_ catalogue: Catalogue?) -> String? {
    guard let catalogue, let scale = catalogue.gradeScale else { return nil }
    let words = catalogue.words
    return
      "Grade of \(words.items) you \(words.succeed) about half the time, for example \(scale.name(at: 3)) (\(scale.label))."
  }

  private static func number(
    _ label: String, _ field: FieldID, _ value: String, _ help: String
  ) -> Node<Message> {
    let frame = FieldFrame(label, id: RowForm.id(of: field), help: help)
    return frame.view(
      input(
        .type("text"), .id(frame.id), .autocomplete("off"), .describedBy(frame.noteID),
        .value(value), .onChange { .first(.number(field, $0)) }))
  }
}
