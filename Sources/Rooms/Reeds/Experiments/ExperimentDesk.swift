public import Domain
public import Ledger
import Markup
import Program
import Reports
import RoomKit

// Experiments: planned in a form, fixed by their start, filled place by place, rated blind, and ended by their rule.
extension Reeds {
  struct ExperimentDesk: Sendable {
    /// Newest first.
    private(set) var all: [Experiment] = []
    /// By place, of all experiments.
    private(set) var members: [ExperimentReed] = []
    /// The experiment on screen, with what its places hold.
    private(set) var shown: Shown?
    /// The form, while it is open.
    var draft: Draft?
    /// What is about to be done, and has to be confirmed.
    var asking: Asking?
    var reason = ""
    /// The reed chosen for the next place.
    var chosen: RowID?
    /// What to write on the reed that was put to a place last.
    var advice: String?
    /// The test in whose form a reed goes by its code.
    var rating: (test: RowID, code: String)?

    enum Asking: Sendable { case start, look, end }

    /// What is being planned.
    struct Draft: Sendable {
      var experiment: Experiment
      var isNew = true
      var planned = ""
      var difference = ""
      var problem: String?
      /// How much the outcome varies from test to test so far; `nil` if not known.
      var spread: Double?
    }

    struct Shown: Sendable {
      let experiment: Experiment
      /// In the order of places; a place that two devices filled is here twice.
      var reeds: [(member: ExperimentReed, isRated: Bool)] = []
      /// The days of looks before the end.
      var looks: [Int64] = []
      var wasReopened = false
    }

    func code(ofTest test: RowID) -> String? {
      rating.flatMap { $0.test == test ? $0.code : nil }
    }
  }

  public enum ExperimentMessage: Sendable {
    /// The arms are those that a page of analysis named, if it did.
    case wanted(field: String, outcome: String, arms: [String] = [])
    case edited(RowID)
    case closed
    case question(String)
    case field(String)
    case arm(Int, String)
    case outcome(String)
    case design(Experiment.Design)
    case planned(String)
    case difference(String)
    case saved
    // Of the experiment on screen.
    case startAsked, lookAsked, endAsked
    case notAsked
    case started, looked, ended
    case reasonTyped(String)
    case chosen(RowID?)
    case placed
    case takenOut(RowID)
    case rated(RowID)
    case trashed
  }

  static func update(
    _ state: inout State, _ message: ExperimentMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .wanted(let field, let outcome, let arms):
      return plan(field: field, outcome: outcome, arms, &state, &room)
    case .edited(let id):
      guard let experiment = state.experiments.all.first(where: { $0.id == id }),
        experiment.isDraft
      else { return [] }
      state.experiments.draft = .init(of: experiment)
      state.experiments.draft?.find(state.index, room.data)
      return [.focus("experiment-question")]
    case .closed: state.experiments.draft = nil
    case .question(let text):
      state.experiments.draft?.experiment.question = text.shortened(to: Experiment.questionLimit)
    case .field(let name):
      state.experiments.draft?.experiment.field = name
      state.experiments.draft?.offerArms(state.index)
    case .arm(let place, let text):
      state.experiments.draft?.experiment.arms[place] = text.shortened(to: Experiment.armLimit)
    case .outcome(let name):
      state.experiments.draft?.experiment.outcome = name
      state.experiments.draft?.find(state.index, room.data)
    case .design(let design): state.experiments.draft?.experiment.design = design
    case .planned(let text): state.experiments.draft?.planned = text.shortened(to: 10)
    case .difference(let text): state.experiments.draft?.difference = text.shortened(to: 20)
    case .saved: return save(&state, room)
    case .startAsked, .lookAsked, .endAsked, .notAsked: return ask(message, &state)
    case .reasonTyped(let text):
      state.experiments.reason = text.shortened(to: Experiment.reasonLimit)
    case .started, .looked, .ended: return go(message, &state, &room)
    case .chosen(let reed): state.experiments.chosen = reed
    case .placed: return place(&state, &room)
    case .takenOut(let id):
      guard let member = state.experiments.members.first(where: { $0.id == id }) else { return [] }
      var out = member
      out.takenOut = room.milliseconds
      return [
        .keep(
          "Take a reed out of the experiment",
          out.edits(from: member, zoneMinutes: room.zoneMinutes), saying: "Taken out.")
      ]
    case .rated(let id): return rate(id, &state, &room)
    case .trashed:
      guard let shown = state.experiments.shown else { return [] }
      return [
        .keep(
          "Delete experiment", shown.experiment.trashing, saying: "The experiment is in the trash."),
        .navigate(to: Place.experiments.path),
      ]
    }
    return []
  }

  // MARK: - Planning

  private static func plan(
    field: String, outcome: String, _ arms: [String], _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let id = room.newRow()
    var experiment = Experiment(id, made: room.milliseconds)
    let fields = armFields(state)
    let asked = state.index.fields.named(field).flatMap { $0.canBeArm ? $0 : nil }
    experiment.field =
      (asked ?? fields.first { $0.id == ReedField.shaper } ?? fields.first)?.name ?? ""
    let outcomes = outcomes(state)
    experiment.outcome =
      (outcomes.first { $0.name.hasSameBytes(as: outcome) } ?? outcomes.first)?.name ?? ""
    var draft = ExperimentDesk.Draft(experiment: experiment)
    draft.offerArms(state.index, asked == nil ? [] : arms)
    draft.find(state.index, room.data)
    state.experiments.draft = draft
    let effects: [Effect<Message>] =
      state.place == .experiments ? [] : [.navigate(to: Place.experiments.path)]
    return effects + [.focus("experiment-question")]
  }

  /// What can be measured: numbers of tests, success first.
  static func outcomes(_ state: State) -> [ReedField] {
    let all = state.index.testFields.all.filter { field in
      guard !field.isHidden, field.group != .conditions else { return false }
      switch field.content {
      case .scale, .number, .pitch: return true
      default: return false
      }
    }
    return all.filter { $0.id == ReedTest.successField }
      + all.filter { $0.id != ReedTest.successField }
  }

  private static func save(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard var draft = state.experiments.draft else { return [] }
    let old = room.data[draft.experiment.id].map { Experiment($0) }
    // It may have been started on another device meanwhile.
    if let old, !old.isDraft {
      state.experiments.draft = nil
      return [.toast("This experiment has started, so its plan is fixed.")]
    }
    draft.problem = draft.read(state.index)
    state.experiments.draft = draft
    guard draft.problem == nil else { return [.focus("experiment-problem")] }
    state.experiments.draft = nil
    let known = state.index.order.compactMap { state.index[$0]?.reed.name }
    draft.experiment.seed = ExperimentDraw.seed(
      from: draft.experiment.id.bits.low, places: draft.experiment.places,
      names: known + [state.index.nextName])
    let edits = draft.experiment.edits(from: old, zoneMinutes: room.zoneMinutes)
    let path = Place.experiment(draft.experiment.id).path
    return (edits.isEmpty ? [] : [.keep("Plan experiment", edits)]) + [.navigate(to: path)]
  }

  // MARK: - Running

  private static func ask(
    _ message: ExperimentMessage, _ state: inout State
  ) -> [Effect<Message>] {
    switch message {
    case .startAsked: state.experiments.asking = .start
    case .lookAsked: state.experiments.asking = .look
    case .endAsked: state.experiments.asking = .end
    default:
      state.experiments.asking = nil
      return [.focus("heading")]
    }
    return [.focus("experiment-confirm")]
  }

  private static func go(
    _ message: ExperimentMessage, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard let shown = state.experiments.shown else { return [] }
    let old = shown.experiment
    var experiment = old
    var effects: [Effect<Message>] = []
    var isSeen = true
    switch message {
    case .started where old.isDraft:
      // A merge may have made one of the two.
      if old.hasOneArm { return [.toast("The two that you compare are the same.")] }
      experiment.started = room.day
      isSeen = false
      effects = [.keep("Start experiment", experiment.edits(from: old))]
    case .looked where old.isRunning:
      effects = look(shown, &room)
    case .ended where old.isRunning:
      if !shown.isComplete {
        experiment.reason = state.experiments.reason.trimmingBlanks
        guard !experiment.reason.isEmpty else { return [.focus("experiment-confirm")] }
      }
      experiment.ended = room.day
      if shown.wasReopened { effects = look(shown, &room) }
      effects.append(.keep("End experiment", experiment.edits(from: old)))
    default: return []
    }
    state.experiments.asking = nil
    state.experiments.reason = ""
    effects.append(.syncNow)
    return effects
      + (isSeen
        ? update(&state, .ask(.experiment, experiment.choices), room) : [.focus("heading")])
  }

  /// Marks a look at the results. Undo skips it, as nothing takes back what was seen.
  private static func look(
    _ shown: ExperimentDesk.Shown, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard !shown.looks.contains(room.day) else { return [] }
    return [.keep(Action.byItself, shown.experiment.looking(room.newRow(), on: room.day))]
  }

  /// Puts the chosen reed to the next place, with its arm if the log has no value yet.
  private static func place(
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard let shown = state.experiments.shown, shown.experiment.isRunning,
      let place = shown.nextPlace, let arm = shown.experiment.arm(ofPlace: place),
      let reed = state.experiments.chosen, let line = state.index[reed],
      !shown.reeds.contains(where: { $0.member.reed == reed })
    else { return [.focus("experiment-reed")] }
    let member = ExperimentReed(
      room.newRow(), reed, in: shown.experiment.id, place: place, made: room.milliseconds)
    var edits = member.edits(from: nil, zoneMinutes: room.zoneMinutes)
    // The index does not show what another experiment hides.
    if let field = state.index.fields.named(shown.experiment.field),
      room.data[reed]?.value(field.id) == .null,
      let value = field.value(ofArm: shown.experiment.armsNow[arm])
    {
      edits.append(Edit(reed, .reed, field.id, value))
    }
    state.experiments.chosen = nil
    state.experiments.advice =
      "Write \(shown.experiment.code(ofPlace: place)) on \(line.reed.fullName)."
    return [.keep("Put a reed into the experiment", edits), .focus("experiment-reed")]
  }

  private static func rate(
    _ id: RowID, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard let shown = state.experiments.shown, shown.experiment.isRunning,
      let member = shown.reeds.first(where: { $0.member.id == id })?.member
    else { return [] }
    // The form asks for the outcome, however short it is.
    if let outcome = state.index.testFields.named(shown.experiment.outcome) {
      state.length = max(state.length, outcome.form)
    }
    let effects = beginTest(
      of: member.reed, knowing: [(ReedTest.blindField, .bool(true))], from: "rate-\(id.bits.hex)",
      &state, &room)
    if let test = state.form.open {
      state.experiments.rating = (test, shown.experiment.code(ofPlace: member.place))
    }
    return effects
  }
}

// MARK: - What the data says

extension Reeds.ExperimentDesk {
  mutating func refresh(at place: Reeds.Place, _ index: ReedIndex, _ data: Replica) {
    switch place {
    case .experiments, .experiment, .stats(.experiment): break
    default:
      (shown, asking, draft) = (nil, nil, nil)
      return
    }
    all = Experiment.all(in: data)
    members = ExperimentReed.all(in: data)
    guard case .experiment(let id) = place, let experiment = all.first(where: { $0.id == id })
    else {
      (shown, asking) = (nil, nil)
      return
    }
    if shown?.experiment.id != id { (asking, reason, chosen, advice) = (nil, "", nil, nil) }
    let outcome = index.testFields.named(experiment.outcome)
    var looks = Query(.experimentLook)
    let kept = data.rows(looks)
    looks.life = .trashed
    shown = Shown(
      experiment: experiment,
      reeds: members.filter { $0.experiment == id && index[$0.reed] != nil }.map { member in
        let isRated = index.events(of: member.reed).contains { event in
          guard let outcome, event.kind == .reedTest, event.made >= member.made,
            event.day >= experiment.started,
            experiment.ended == 0 || event.day <= experiment.ended
          else { return false }
          return data[event.id].map { $0.value(outcome.id) != .null } ?? false
        }
        return (member, isRated)
      },
      looks: experiment.lookDays(kept + data.rows(looks)),
      wasReopened: data[id].map { Experiment.wasReopened($0) } ?? false)
  }
}

extension Reeds.ExperimentDesk.Shown {
  /// The first place without a reed; `nil` if the plan is full.
  var nextPlace: Int? {
    let last = min(experiment.places, ExperimentDraw.places.upperBound)
    guard last > 0 else { return nil }
    return (1...last).first { place in !reeds.contains { $0.member.place == place } }
  }

  /// The pairs of which both reeds are rated, or the rated reeds of the arm that has fewer.
  var count: Int {
    var arms = [0, 0]
    var pairs = 0
    var (block, seen) = (-1, [false, false])
    var last = 0
    for (member, isRated) in reeds where member.place != last {
      last = member.place
      guard isRated, let arm = experiment.arm(ofPlace: member.place),
        let own = experiment.block(ofPlace: member.place)
      else { continue }
      arms[arm] += 1
      if own != block { (block, seen) = (own, [false, false]) }
      seen[arm] = true
      if experiment.design == .paired, seen[0], seen[1] { pairs += 1 }
    }
    return experiment.design == .paired ? pairs : min(arms[0], arms[1])
  }

  /// Whether all planned reeds are rated, so that it ends by its rule.
  var isComplete: Bool { count >= experiment.planned }
}

extension Experiment {
  /// What asks the analyst for it.
  var choices: [Question.Choice] { [Question.Choice(experiment: id)] }
}

// MARK: - The plan

extension Reeds.ExperimentDesk.Draft {
  init(of experiment: Experiment) {
    self.init(experiment: experiment, isNew: false)
    planned = "\(experiment.planned)"
    if experiment.difference > 0 {
      difference = Reeds.trimmed(experiment.difference)
    }
  }

  /// Begins with these two, or with two that the reeds suggest.
  mutating func offerArms(_ index: ReedIndex, _ arms: [String] = []) {
    var arms = arms
    if arms.count != 2 {
      arms = index.fields.named(experiment.field).map { index.arms(of: $0) } ?? []
    }
    experiment.arms = arms.count == 2 ? arms : ["", ""]
  }

  /// Finds how much the outcome varies, from at least eight tests.
  mutating func find(_ index: ReedIndex, _ data: Replica) {
    spread = nil
    guard let outcome = index.testFields.named(experiment.outcome) else { return }
    var scale = 1.0
    for _ in 0..<outcome.content.places { scale *= 10 }
    var (count, mean, squares) = (0.0, 0.0, 0.0)
    for row in data.rows(Query(.reedTest)) {
      guard let units = ReedField.units(of: row.value(outcome.id)) else { continue }
      let (value, before) = (Double(units) / scale, mean)
      count += 1
      mean += (value - mean) / count
      squares += (value - before) * (value - mean)
    }
    if count >= 8, squares > 0 {
      spread = (squares / (count - 1)).squareRoot()
    } else if case .scale(let range, _, _, _) = outcome.content {
      spread = Double(range.upperBound - range.lowerBound) / 5
    }
  }

  /// The difference that would matter, in thousandths; `nil` for none or an invalid one.
  var thousandths: Int64? {
    guard let number = try? Decimal(parsing: difference, places: 3), number.units > 0,
      number.units <= 1_000_000_000
    else { return nil }
    return number.units
  }

  /// The reeds per arm that find this difference; `nil` if none is known to do.
  var needed: Int? {
    guard let thousandths, let spread, spread > 0 else { return nil }
    let tenths = (Double(thousandths) / 1_000 / spread * 10).rounded(.down)
    return ExperimentPlan.reeds(tenths: Int(min(tenths, 1_000)), experiment.design)
  }

  /// Reads what was typed; says what is wrong with it.
  mutating func read(_ index: ReedIndex) -> String? {
    experiment.question = experiment.question.trimmingBlanks
    if experiment.question.isEmpty { return "Write down your question." }
    guard let field = index.fields.named(experiment.field) else { return "Choose what differs." }
    let arms = experiment.arms.map { field.value(ofArm: $0) }
    guard let first = arms[0], let second = arms[1] else {
      return "Choose the two that you compare."
    }
    if first == second { return "The two that you compare are the same." }
    if index.testFields.named(experiment.outcome) == nil { return "Choose an outcome." }
    if difference.trimmingBlanks.isEmpty {
      experiment.difference = 0
    } else if let thousandths {
      experiment.difference = thousandths
    } else {
      return "Enter the smallest difference as a number above 0."
    }
    if planned.trimmingBlanks.isEmpty {
      experiment.planned = needed ?? 10
    } else if let number = Int(planned.trimmingBlanks), Experiment.plannedRange.contains(number) {
      experiment.planned = number
    } else {
      let range = Experiment.plannedRange
      return "Plan from \(range.lowerBound) to \(range.upperBound)."
    }
    return nil
  }
}

extension Reeds {
  /// Thousandths without needless zeros: `1.5`.
  static func trimmed(_ thousandths: Int64) -> String {
    var (units, places) = (thousandths, 3)
    while places > 0, units % 10 == 0 { (units, places) = (units / 10, places - 1) }
    return Decimal(units: units, places: places).text
  }
}
