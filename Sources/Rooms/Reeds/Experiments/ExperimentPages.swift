import Domain
import Ledger
import Markup
import Reports
import RoomKit

// The experiments in a list, and each on a page.
extension Reeds {
  static func experimentsPage(_ state: State) -> Node<Message> {
    let all = state.experiments.all
    return article(.className("page workshop")) {
      a(.className("back-link"), .href(Place.figures.path)) {
        Icon.back.view()
        "Stats"
      }
      pageHead(caps: "What differs, and by how much", "Your experiments") {
        action(
          "New experiment", icon: .add, style: .primary, id: "experiment-new",
          .experiment(.wanted(field: "", outcome: "")))
      }
      if all.isEmpty {
        emptyState(
          .tuner, "No experiments yet",
          "Compare two ways of making reeds. Woodshed assigns them at random, you rate the reeds blind, and the result appears when all are rated."
        )
      } else {
        ul(.className("list")) {
          for experiment in all {
            li(.className("list-row")) {
              div {
                a(.href(Place.experiment(experiment.id).path)) { strong { experiment.title } }
                div(.className("quiet small")) { standing(of: experiment) }
              }
            }.keyed(experiment.id.key)
          }
        }
      }
    }
  }

  private static func standing(of experiment: Experiment) -> String {
    if experiment.isDraft { return "Draft" }
    let started = "Started \(MomentText.dayText(experiment.started))"
    return experiment.ended == 0
      ? "\(started), running" : "\(started), ended \(MomentText.dayText(experiment.ended))"
  }

  // MARK: - One of them

  static func experimentPage(_ state: State) -> Node<Message> {
    guard let shown = state.experiments.shown else {
      return article(.className("page")) {
        pageHead(caps: "Experiments", "Experiment not found")
        p { "It may be in the trash, or on a device that hasn’t synced yet." }
        p { a(.className("button"), .href(Place.experiments.path)) { "Your experiments" } }
      }
    }
    let experiment = shown.experiment
    return article(.className("page workshop experiment")) {
      a(.className("back-link"), .href(Place.experiments.path)) {
        Icon.back.view()
        "Your experiments"
      }
      pageHead(caps: standing(of: experiment), experiment.title)
      if experiment.isRunning {
        progressBar(
          progress(shown),
          share: Double(min(shown.count, experiment.planned)) / Double(experiment.planned))
        next(shown, state)
        rating(shown, state)
      }
      plan(shown, state)
      deeds(shown, state)
    }
  }

  private static func progress(_ shown: ExperimentDesk.Shown) -> String {
    let (count, planned) = (shown.count, shown.experiment.planned)
    return shown.experiment.design == .paired
      ? "\(count) of \(planned) pairs rated" : "\(count) of \(planned) of each rated"
  }

  private static func arms(_ experiment: Experiment, _ state: State) -> [String] {
    guard let field = state.index.fields.named(experiment.field) else { return experiment.armsNow }
    return experiment.armsNow.map { field.words(ofArm: $0) { state.index.name(ofTool: $0) } }
  }

  private static func plan(_ shown: ExperimentDesk.Shown, _ state: State) -> Node<Message> {
    let experiment = shown.experiment
    let isPaired = experiment.design == .paired
    let arms = arms(experiment, state)
    return card("Plan", id: "experiment-plan") {
      dl(.className("facts")) {
        fact("What differs", state.index.fields.named(experiment.field)?.label ?? experiment.field)
        fact("Compared", "\(arms[0]) and \(arms[1])")
        fact(
          "Outcome", state.index.testFields.named(experiment.outcome)?.label ?? experiment.outcome)
        fact("Design", "\(experiment.planned) \(isPaired ? "pairs" : "of each, in blocks of four")")
        if experiment.difference > 0 {
          fact("Smallest difference that matters", trimmed(experiment.difference))
        }
        if !shown.looks.isEmpty {
          fact(
            "Looked early", shown.looks.map { MomentText.dayText($0) }.joined(separator: ", "))
        }
        if !experiment.reason.isEmpty { fact("Ended early", experiment.reason) }
      }
      p(.className("quiet small")) {
        "The experiment ends when all planned reeds are rated. A difference counts if its 95 % interval excludes 0 and p ≤ 0.05."
      }
    }
  }

  // MARK: - While it runs

  private static func next(_ shown: ExperimentDesk.Shown, _ state: State) -> Node<Message> {
    card("Next place", id: "experiment-next") {
      if let place = shown.nextPlace, let words = words(ofPlace: place, shown, state) {
        p { words }
        form(.className("row wrap end"), .onSubmit(.experiment(.placed))) {
          choiceField(
            FieldFrame("Reed", id: "experiment-reed"), rows: candidates(shown, state),
            chosen: state.experiments.chosen
          ) { .experiment(.chosen($0)) }
          button(.type("submit")) { "Put it here" }
        }
      } else {
        p { "All places have a reed." }
      }
      if let advice = state.experiments.advice {
        p(.className("notice"), .role("status")) { advice }
      }
    }
  }

  /// `Pair 3, first piece: use RC 10.5.`
  private static func words(
    ofPlace place: Int, _ shown: ExperimentDesk.Shown, _ state: State
  ) -> String? {
    let experiment = shown.experiment
    guard let arm = experiment.arm(ofPlace: place), let block = experiment.block(ofPlace: place)
    else { return nil }
    let size = experiment.design.size
    let name = arms(experiment, state)[arm]
    return experiment.design == .paired
      ? "Pair \(block + 1), \(place % 2 == 1 ? "first" : "second") piece: use \(name)."
      : "Block \(block + 1), reed \((place - 1) % size + 1) of \(size): use \(name)."
  }

  private static func candidates(
    _ shown: ExperimentDesk.Shown, _ state: State
  ) -> [(row: RowID, name: String)] {
    var rows: [(row: RowID, name: String)] = []
    for id in state.index.order where rows.count < 200 {
      guard let line = state.index[id], !line.reed.stage.isOver,
        !shown.reeds.contains(where: { $0.member.reed == id })
      else { continue }
      rows.append((id, line.reed.fullName))
    }
    return rows
  }

  /// The reeds by code alone: neither their names nor their arms.
  private static func rating(_ shown: ExperimentDesk.Shown, _ state: State) -> Node<Message> {
    let reeds = shown.reeds.map {
      (code: shown.experiment.code(ofPlace: $0.member.place), id: $0.member.id, isRated: $0.isRated)
    }.sorted {
      $0.code.hasSameBytes(as: $1.code)
        ? $0.id < $1.id : $0.code.utf8.lexicographicallyPrecedes($1.code.utf8)
    }
    return card("Rate them blind", id: "experiment-rate") {
      if reeds.isEmpty {
        p(.className("quiet")) { "Reeds appear here by a code, once they have a place." }
      } else {
        ul(.className("list")) {
          for reed in reeds {
            li(.className("list-row")) {
              div {
                strong { reed.code }
                div(.className("quiet small")) { reed.isRated ? "Rated" : "Not rated yet" }
              }
              div(.className("row push")) {
                if !reed.isRated {
                  action(
                    "Rate", label: "Rate \(reed.code)", id: "rate-\(reed.id.bits.hex)",
                    .experiment(.rated(reed.id)))
                }
                iconButton(
                  .trash, label: "Take \(reed.code) out", .experiment(.takenOut(reed.id)))
              }
            }.keyed(reed.id.key)
          }
        }
      }
    }
  }

  // MARK: - What can be done

  private static func deeds(_ shown: ExperimentDesk.Shown, _ state: State) -> Node<Message> {
    let experiment = shown.experiment
    if let asking = state.experiments.asking { return question(asking, shown, state) }
    return div(.className("row wrap")) {
      if experiment.isDraft {
        action("Start", style: .primary, .experiment(.startAsked))
        action("Edit plan", icon: .edit, .experiment(.edited(experiment.id)))
      } else if experiment.isRunning {
        action(
          shown.isComplete ? "End" : "End early", style: shown.isComplete ? .primary : .plain,
          .experiment(.endAsked))
        action("Look early", .experiment(.lookAsked))
      } else {
        action(
          "See the result", icon: .tuner, style: .primary,
          .stats(.ask(.experiment, experiment.choices)))
      }
      action("Delete", icon: .trash, style: .quiet, .experiment(.trashed))
    }
  }

  /// Asks before what cannot be taken back without a trace.
  private static func question(
    _ asking: ExperimentDesk.Asking, _ shown: ExperimentDesk.Shown, _ state: State
  ) -> Node<Message> {
    let isEarly = !shown.isComplete
    let (text, label, message): (String, String, ExperimentMessage) =
      switch asking {
      case .start:
        (
          "Once it starts, you can’t change the question, comparison, outcome or plan.",
          "Start now", .started
        )
      case .look:
        (
          "The report will always show that you looked early, and the result can’t rank higher than “supported”.",
          "Look anyway", .looked
        )
      case .end:
        (
          isEarly
            ? "Ending early weakens the result. Why are you ending it?"
            : "All planned reeds are rated. You can’t add ratings after this.",
          isEarly ? "End it early" : "End it", .ended
        )
      }
    let hasReason = asking == .end && isEarly
    return form(.className("card stack"), .onSubmit(.experiment(message))) {
      p { text }
      if hasReason {
        textField(FieldFrame("Reason", id: "experiment-confirm"), value: state.experiments.reason) {
          .experiment(.reasonTyped($0))
        }
      }
      div(.className("row wrap")) {
        button(
          .type("submit"), .id(hasReason ? nil : "experiment-confirm"), .className("primary")
        ) { label }
        action("Cancel", .experiment(.notAsked))
      }
    }
  }
}

extension Experiment {
  fileprivate var title: String { question.isEmpty ? "Without a question" : question }
}
