import Domain
public import Ledger
import Markup
public import Program
public import Reports
public import RoomKit

// The pages of analysis: what is asked, and what the analyst answers. Another program reasons about reeds; here is only
// what a person chose.
extension Reeds {
  struct StatsDesk: Sendable {
    /// What was chosen on each page, by the number of its subject; filters apart.
    private var choices = [[Question.Choice]](repeating: [], count: Question.Subject.allCases.count)
    /// What narrows every page.
    private var filters: [Question.Choice] = []
    /// The answer on screen.
    var answer: Answer?
    /// What the analyst was asked last.
    var asked: Asked?
    var work = Work.none
    /// What is being gathered for a question, until it is asked.
    fileprivate var gathering: ReedRows.Gathering?
    /// Whether a change of the data is about to be asked about.
    var isWaiting = false
    var settings = StatsSettings()
    /// What is read of a plot.
    var reader = PlotReader.State()
    /// How many answers there were.
    private(set) var turn: Int64 = 0

    /// A report, and what it answers.
    struct Answer: Sendable {
      let asked: Asked
      let report: Report

      var subject: Question.Subject { asked.question.subject }
    }

    /// What an answer follows from.
    struct Asked: Equatable, Sendable {
      let question: Question
      let version: UInt64
      let settings: StatsSettings
      let space: String
    }

    /// What the analyst is doing.
    enum Work: Equatable, Sendable {
      case none
      /// A share of it is done, if known.
      case going(Double?)
      case cancelled
      case missing, failed
    }
  }

  public enum StatsMessage: Sendable {
    case chosen(Report.Control, String)
    case filtersCleared
    case answered(AnalystAnswer)
    case gathered
    /// The data changed a moment ago.
    case dataChanged
    case cancelled
    case askedAgain
    case ask(Question.Subject, [Question.Choice])
    case opened(RowID)
    case dismissed(String)
    case plot(PlotReader.Message)
    case pictureWanted(Plot)
    case pictureShared(Bool)
    case numbersWanted
    // Settings
    case scoreOpened
    case weighed(Int, Int)
    case leastChosen(Int)
    case suggests(Bool)
    case changesListed(String)
  }

  static func update(
    _ state: inout State, _ message: StatsMessage, _ room: RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .chosen(let control, let value): state.stats.choose(value, in: control, at: state.place)
    case .filtersCleared: state.stats.clearFilters(at: state.place)
    case .answered(let answer): state.stats.take(answer)
    case .gathered: return gather(&state, room)
    case .dataChanged:
      state.stats.isWaiting = false
      if state.stats.work != .cancelled { state.stats.asked = nil }
    case .cancelled:
      (state.stats.work, state.stats.gathering) = (.cancelled, nil)
      return [.stop(analyst), .focus("stats-again")]
    case .askedAgain: (state.stats.asked, state.stats.work) = (nil, .none)
    case .ask(let subject, let choices):
      state.stats.set(choices, of: subject)
      let place = Place.stats(subject)
      return state.place == place ? [.focus("heading")] : [.navigate(to: place.path)]
    case .opened(let row): return [.navigate(to: address(of: row, state))]
    case .dismissed(let key):
      return change("Hide a suggestion", state, saying: "This suggestion won’t come back.") {
        $0.dismiss(key)
      }
    case .plot(let message):
      if let row = PlotReader.update(&state.stats.reader, message) {
        return [.navigate(to: address(of: row, state))]
      }
    case .pictureWanted(let plot): return share(plot, state, room)
    case .pictureShared(let isShared):
      return isShared ? [] : [.toast("Couldn’t create the picture. Try again, or print the page.")]
    case .numbersWanted: return download(state, room)
    case .scoreOpened: state.sheet = .score
    case .weighed(let place, let weight):
      guard state.stats.settings.weights.indices.contains(place) else { return [] }
      return change("Change your score", state) { $0.weights[place] = Int64(weight) }
    case .leastChosen(let count):
      return change("Change the least reeds in use", state) { $0.leastInUse = Int64(count) }
    case .suggests(let isOn):
      return change("Turn suggestions \(isOn ? "on" : "off")", state) { $0.suggests = isOn }
    case .changesListed(let text):
      return change("Change your list of changes", state) {
        $0.changes = text.shortened(to: StatsSettings.changesLimit)
      }
    }
    return []
  }

  private static func change(
    _ label: String, _ state: State, saying: String? = nil, _ change: (inout StatsSettings) -> Void
  ) -> [Effect<Message>] {
    var settings = state.stats.settings
    change(&settings)
    let edits = settings.edits(from: state.stats.settings)
    return edits.isEmpty ? [] : [.keep(label, edits, saying: saying)]
  }

  /// Where a row is shown: on its reed's page, on a page of its own, or in the workshop.
  static func address(of row: RowID, _ state: State) -> String {
    if state.index[row] != nil { return Place.reed(row).path }
    if state.index.batches.contains(where: { $0.id == row }) { return Place.batch(row).path }
    if state.experiments.all.contains(where: { $0.id == row }) {
      return Place.experiment(row).path
    }
    if let reed = state.index.event(row)?.reed { return Place.reed(reed).path }
    return Place.tools.path
  }

  // MARK: - Files

  private static func share(
    _ plot: Plot, _ state: State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let layout = PlotLayout(plot)
    return [
      .sharePicture(
        PlotDrawing.file(of: plot), name: fileName(".png", state, room),
        width: Int(layout.width * 2), height: Int(layout.height * 2)
      ) { .stats(.pictureShared($0)) }
    ]
  }

  private static func download(_ state: State, _ room: RoomContext) -> [Effect<Message>] {
    guard let answer = state.stats.answer else { return [] }
    let name = fileName(".csv", state, room)
    return [
      .download(Array(answer.report.csv.utf8), name: name, type: "text/csv"),
      .toast("Exported \(name)."),
    ]
  }

  private static func fileName(_ end: String, _ state: State, _ room: RoomContext) -> String {
    let subject = state.stats.answer?.subject.name ?? "stats"
    return "woodshed-\(DayText.text(of: room.day) ?? "today")-\(subject)\(end)"
  }
}

// MARK: - Asking

extension Reeds {
  /// The name of the question's effect.
  static let analyst = "analyst"

  /// Asks what the page on screen is about, as soon as that or the data is another.
  static func settleStats(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard case .stats(let subject) = state.place, !state.index.lines.isEmpty,
      subject != .suggestions || state.stats.settings.suggests
    else { return leaveStats(&state) }
    var question = state.stats.question(subject, today: state.today, zoneMinutes: room.zoneMinutes)
    question.isInInches = state.lengths == .inches
    question.a4 = state.a4
    let now = StatsDesk.Asked(
      question: question, version: state.index.version, settings: state.stats.settings,
      space: room.space)
    guard state.stats.asked != now else { return [] }
    if let asked = state.stats.asked, asked.question == question,
      asked.space.hasSameBytes(as: now.space)
    {
      // While something is being typed, one answer follows the last letter.
      guard !state.stats.isWaiting, state.stats.work != .cancelled else { return [] }
      state.stats.isWaiting = true
      return [.wait(milliseconds: 400, as: "stats", .stats(.dataChanged))]
    }
    if let answer = state.stats.answer,
      answer.subject != subject || !answer.asked.space.hasSameBytes(as: now.space)
    {
      state.stats.answer = nil
    }
    (state.stats.asked, state.stats.work) = (now, .going(nil))
    let isGathering = state.stats.gathering != nil
    state.stats.gathering = ReedRows.Gathering(question.bytes, from: room.data)
    // The next step is on its way already.
    return isGathering ? [] : gather(&state, room)
  }

  /// Gathers what is asked about, and asks; between the steps the page stays awake.
  private static func gather(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard state.stats.gathering != nil else { return [] }
    guard let bytes = state.stats.gathering?.step(room.data) else {
      return [.stop(analyst), .wait(milliseconds: 0, as: "gather", .stats(.gathered))]
    }
    state.stats.gathering = nil
    return [.analyst(bytes, as: analyst) { .stats(.answered($0)) }]
  }

  /// Nothing is asked, or no longer.
  private static func leaveStats(_ state: inout State) -> [Effect<Message>] {
    guard state.stats.asked != nil, state.stats.work != .none else { return [] }
    (state.stats.asked, state.stats.work, state.stats.gathering) = (nil, .none, nil)
    return [.stop(analyst)]
  }
}

extension Reeds.StatsDesk {
  func question(_ subject: Question.Subject, today: Int64, zoneMinutes: Int) -> Question {
    var question = Question(subject, today: today, zoneMinutes: zoneMinutes)
    for choice in filters + choices[subject.rawValue] { question[choice.control] = choice.value }
    return question
  }

  /// What is chosen in a control: by the person, or else by the answer on screen. An answer on something else may no
  /// longer offer what the person chose, and then answers without it.
  func value(of control: Report.Control, on subject: Question.Subject) -> String {
    if let choice = choice(in: control, on: subject),
      control.role == .filter
        || control.options.contains(where: { $0.value.hasSameBytes(as: choice.value) })
    {
      return choice.value
    }
    return control.role == .filter ? control.options.first?.value ?? "" : control.chosen
  }

  /// What the person chose in a control.
  func choice(in control: Report.Control, on subject: Question.Subject) -> Question.Choice? {
    (choices[subject.rawValue] + filters).first { $0.control.hasSameBytes(as: control.name) }
  }

  fileprivate mutating func choose(
    _ value: String, in control: Report.Control, at place: Reeds.Place?
  ) {
    guard case .stats(let subject) = place else { return }
    choices[subject.rawValue].removeAll { $0.control.hasSameBytes(as: control.name) }
    filters.removeAll { $0.control.hasSameBytes(as: control.name) }
    let choice = Question.Choice(control.name, value)
    switch control.role {
    case .question: choices[subject.rawValue].append(choice)
    case .filter:
      // The first option filters nothing.
      if control.options.first?.value.hasSameBytes(as: value) != true { filters.append(choice) }
    }
  }

  fileprivate mutating func clearFilters(at place: Reeds.Place?) {
    filters = []
    guard case .stats(let subject) = place else { return }
    for control in answer?.report.controls ?? [] where control.role == .filter {
      choices[subject.rawValue].removeAll { $0.control.hasSameBytes(as: control.name) }
    }
  }

  fileprivate mutating func set(_ chosen: [Question.Choice], of subject: Question.Subject) {
    choices[subject.rawValue] = chosen
  }

  fileprivate mutating func take(_ told: AnalystAnswer) {
    guard let asked, case .going = work else { return }
    switch told {
    case .working(let share): work = .going(min(max(share.isNaN ? 0 : share, 0), 1))
    case .report(let bytes):
      guard let report = try? Report(bytes) else {
        work = .failed
        return
      }
      answer = Answer(asked: asked, report: report)
      reader = PlotReader.State()
      turn &+= 1
      work = .none
    case .missing: work = .missing
    case .failed: work = .failed
    }
  }
}
