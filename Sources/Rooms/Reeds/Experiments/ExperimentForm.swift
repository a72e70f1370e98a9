import Domain
import Ledger
import Markup
import RoomKit

// The plan of an experiment.
extension Reeds {
  static func experimentForm(_ state: State) -> Node<Message> {
    dialogBox(
      state.experiments.draft?.isNew == false ? "Edit experiment" : "New experiment",
      id: "experiment-form", isOpen: state.experiments.draft != nil, isSheet: true,
      closed: .experiment(.closed)
    ) {
      if let draft = state.experiments.draft {
        form(.className("stack"), .onSubmit(.experiment(.saved))) {
          textField(
            FieldFrame(
              "Question, in your own words", id: "experiment-question",
              help: "One question about one difference."), value: draft.experiment.question
          ) { .experiment(.question($0)) }
          comparison(draft, state)
          choiceField(
            FieldFrame("Outcome", id: "experiment-outcome"),
            choices: outcomes(state).map { ($0.name, $0.label) }, value: draft.experiment.outcome
          ) { .experiment(.outcome($0)) }
          choiceField(
            FieldFrame("Design", id: "experiment-design", help: draft.experiment.design.help),
            Experiment.Design.choices.map { ($0.label, $0.content) },
            chosen: draft.experiment.design
          ) { .experiment(.design($0)) }
          size(draft)
          if let problem = draft.problem {
            p(.className("problem"), .id("experiment-problem"), .tabIndex(-1), .role("alert")) {
              problem
            }
          }
          div(.className("row wrap end")) {
            action("Cancel", .experiment(.closed))
            button(.type("submit"), .className("primary")) { "Save plan" }
          }
        }
      }
    }
  }

  /// The fields in which two reeds of the player's instruments can be made to differ, and the one that was chosen.
  static func armFields(_ state: State, besides chosen: ReedField? = nil) -> [ReedField] {
    var families: [ReedField.Family] = []
    for id in state.index.order {
      guard let family = state.index[id]?.reed.instrument.family, !families.contains(family)
      else { continue }
      families.append(family)
    }
    return state.index.fields.all.filter { field in
      if field.id == chosen?.id { return true }
      return !field.isHidden && field.canBeArm && field.group != .outcome
        && (families.isEmpty || families.contains { field.family.includes($0) })
    }
  }

  private static func comparison(
    _ draft: ExperimentDesk.Draft, _ state: State
  ) -> [Node<Message>] {
    let field = state.index.fields.named(draft.experiment.field)
    let fields = armFields(state, besides: field)
    return [
      choiceField(
        FieldFrame("What differs", id: "experiment-field"),
        choices: fields.map { ($0.name, "\($0.group.label): \($0.label)") },
        value: draft.experiment.field
      ) { .experiment(.field($0)) },
      div(.className("two")) {
        if let field {
          for place in 0..<2 { arm(place, field, draft.experiment.arms[place], state) }
        }
      },
    ]
  }

  private static func arm(
    _ place: Int, _ field: ReedField, _ arm: String, _ state: State
  ) -> Node<Message> {
    let frame = FieldFrame(place == 0 ? "First" : "Second", id: "experiment-arm-\(place)")
    let known: [(value: String, text: String)]
    switch field.content {
    case .tool(let sort):
      known = state.index.tools(sort).prefix(200).map { ($0.id.bits.hex, $0.name) }
    case .choice:
      known = field.offered(besides: field.value(ofArm: arm) ?? .null).map {
        ("\($0.number)", $0.label)
      }
    case .flag: known = [("Yes", "Yes"), ("No", "No")]
    default:
      let unit = field.unit(in: .millimetres)
      var typed = frame
      if !unit.isEmpty { typed.help = "In \(unit)." }
      return textField(typed, value: arm) { .experiment(.arm(place, $0)) }
    }
    return choiceField(frame, choices: [("", "–")] + known, value: arm) {
      .experiment(.arm(place, $0))
    }
  }

  private static func size(_ draft: ExperimentDesk.Draft) -> Node<Message> {
    let isPaired = draft.experiment.design == .paired
    return div(.className("two")) {
      textField(
        FieldFrame(
          "Smallest difference that matters", id: "experiment-difference",
          help: "Less than this would not change what you do."), value: draft.difference,
        placeholder: "1.5", isNumber: true
      ) { .experiment(.difference($0)) }
      textField(
        FieldFrame(
          isPaired ? "Pairs" : "Reeds per group", id: "experiment-planned", help: advice(draft)),
        value: draft.planned, placeholder: "\(draft.needed ?? 10)",
        isNumber: true
      ) { .experiment(.planned($0)) }
    }
  }

  /// How many reeds the difference takes.
  private static func advice(_ draft: ExperimentDesk.Draft) -> String {
    let isPaired = draft.experiment.design == .paired
    let unit = isPaired ? "pairs" : "reeds per group"
    if let planned = Int(draft.planned.trimmingBlanks), planned < ExperimentPlan.fewest {
      return
        "With fewer than \(ExperimentPlan.fewest) \(unit), even the clearest difference could be "
        + "luck: the answer will be that it’s too early to tell."
    }
    guard let thousandths = draft.thousandths, let spread = draft.spread else {
      return "With \(isPaired ? 10 : 17) \(unit) you have an 80 % chance of finding a difference "
        + "as large as your reeds’ usual spread."
    }
    let difference = trimmed(thousandths)
    let tenths = Figures.tenths(spread)
    guard let needed = draft.needed else {
      return "Even 100 wouldn’t show a difference of \(difference): answers vary by about "
        + "\(tenths)."
    }
    return "You need \(needed) \(unit) for an 80 % chance of finding a difference of "
      + "\(difference): answers vary by about \(tenths)."
  }
}

extension Experiment.Design {
  /// What belongs together.
  var help: String {
    self == .paired
      ? "Two pieces of the same tube, one for each."
      : "Four reeds of the same lot and week, two for each."
  }
}
