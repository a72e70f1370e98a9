import Domain
import Ledger
import Markup
import RoomKit
import Training

// The running session on screen, large enough for chalky hands and a music stand.
extension Sessions {
  static func going(_ state: State) -> Node<Message> {
    guard let running = state.running else {
      return article(.className("page")) {
        pageHead(caps: "Training", "No session in progress")
        p {
          a(.className("button primary"), .href(Place.front.path)) { "See what to try next" }
        }
      }
    }
    let words = running.training ?? .climbs
    let tries = state.index.tries(in: running.id)
    return article(.className("page going")) {
      h1(.id("heading"), .tabIndex(-1), .className("unseen")) { words.sessionTitle }
      if state.clock.isAsking { asking(running, state) }
      timer(running, tries, state)
      if let plan = state.index.plan(running.plan) {
        planCard(plan, tries, state)
      }
      filters(state)
      items(running, tries, state)
    }
  }

  private static func timer(
    _ running: PractisedSession, _ tries: [Try], _ state: State
  ) -> Node<Message> {
    let isPaused = running.pausedSince != 0
    return div(.className("going-head")) {
      p(.className("display figure"), .role("timer"), .label("So far")) {
        ClockText.text(running.seconds(at: state.now))
      }
      div(.className("row wrap")) {
        action(
          isPaused ? "Resume" : "Pause", icon: isPaused ? .play : .pause, id: "going-pause",
          .pauseTapped)
        action(
          "Rest \(ClockText.text(state.index.settings.restSeconds))", id: "going-rest",
          .rest(.started(state.index.settings.restSeconds)))
        if tries.isEmpty {
          action("Cancel", id: "going-end", .cancelled)
        } else {
          action("End", icon: .stop, style: .primary, id: "going-end", .endTapped)
        }
        if running.training?.hasTempo == true {
          action("Metronome", icon: .metronome, id: "going-click", .clickTapped(0))
          action(
            state.isRecording ? "Stop recording" : "Record", icon: .record, id: "going-record",
            .recordTapped)
        }
      }
      p(.className("quiet small figure"), .live("polite")) {
        tries.isEmpty ? "Nothing logged yet." : Summary(tries, running, now: state.now).line
      }
    }
  }

  static func asking(_ running: PractisedSession, _ state: State) -> Node<Message> {
    let last = state.index.tries(in: running.id).last?.at ?? running.began
    func wall(_ moment: Int64) -> String { MomentText.text(moment, zoneMinutes: state.zoneMinutes) }
    return card("Still training?", id: "asking") {
      p {
        "It started on \(wall(running.began)). "
          + (last == running.began
            ? "Nothing was logged." : "The last try was on \(wall(last)).")
      }
      div(.className("row wrap")) {
        if last == running.began, state.index.tries(in: running.id).isEmpty {
          action("Cancel it", style: .primary, .cancelled)
        } else {
          action("End at the last try", style: .primary, .endedAt(last))
          action("End now", .endTapped)
        }
        action("Continue", .wentOn)
      }
    }
  }

  // MARK: - Items

  private static func items(
    _ running: PractisedSession, _ tries: [Try], _ state: State
  ) -> Node<Message> {
    guard let standing = state.standing else { return .text("") }
    let found = state.finder.found
    let shown = found.prefix(state.finder.list.limit)
    return div(.className("stack")) {
      if found.isEmpty {
        p(.className("quiet")) {
          standing.items.isEmpty
            ? "This catalogue has no \(standing.catalogue.words.items) yet."
            : "No \(standing.catalogue.words.item) matches. Change the filters above."
        }
      }
      if !found.isEmpty { legend(running.training ?? .climbs) }
      ul(.className("list")) {
        for number in shown {
          itemRow(
            standing.items[number], tries.filter { $0.item == standing.items[number].id }, state)
        }
      }
      RowList.more(state.finder.list, of: found.count).map {
        $0.map { Message.finder(.list($0)) }
      }
      if !tries.isEmpty {
        section(.className("stack"), .labelledBy("logged")) {
          h2(.id("logged")) { "So far" }
          triesList(tries.reversed(), state)
        }
      }
    }
  }

  /// What the buttons and colours of every item mean; to a screen reader they say it themselves.
  private static func legend(_ words: CatalogueWords) -> Node<Message> {
    p(.className("row wrap quiet small going-legend"), .hidden(fromReaders: true)) {
      "Tap how it went:"
      span {
        span(.className("key flashed")) { Icon.bolt.view() }
        words.outcome(.flash)
      }
      span {
        span(.className("key sent")) { Icon.check.view() }
        words.outcome(.send)
      }
      span {
        span(.className("key figure")) { "+1" }
        "\(words.outcome(.attempt)): one more try"
      }
    }
  }

  private static func itemRow(
    _ item: CatalogueItem, _ tries: [Try], _ state: State
  ) -> Node<Message> {
    let words = state.catalogue?.words ?? .climbs
    let count = tries.reduce(0) { $0 + $1.count }
    let last = tries.last
    let counted = count > 0 ? DayWords.count(Int(clamping: count), "try", "tries") : ""
    let canFlash = !state.index.isTried(item.id)
    return li(.className("going-item")) {
      a(.className("row going-name"), .href(Place.item(item.id).path)) {
        hold(item, state)
        span {
          strong { item.name }
          span(.className("quiet small")) { self.words(of: item, state) }
        }
      }
      div(.className("row going-taps")) {
        tap(
          words.outcome(.flash), .bolt, item, .flash, isOn: last?.outcome == .flash,
          isDisabled: !canFlash)
        tap(words.outcome(.send), .check, item, .send, isOn: last?.outcome == .send)
        button(
          .type("button"), .className("round"),
          .label("\(words.outcome(.attempt)): \(item.name)\(count > 0 ? ", \(counted)" : "")"),
          .title(words.outcome(.attempt)), .onClick(.tapped(item.id, .attempt))
        ) {
          "+1"
          // On the button's edge, where it moves nothing.
          if count > 0 { span(.className("tries")) { counted } }
        }
      }
    }.keyed(item.id.key)
  }

  private static func tap(
    _ label: String, _ icon: Icon, _ item: CatalogueItem, _ outcome: Try.Outcome, isOn: Bool,
    isDisabled: Bool = false
  ) -> Node<Message> {
    button(
      .type("button"),
      .className(isOn ? (outcome == .flash ? "round flashed" : "round sent") : "round"),
      .label("\(label): \(item.name)"), .title(label), .disabled(isDisabled),
      .onClick(.tapped(item.id, outcome))
    ) { icon.view() }
  }

  /// Tries, each with its editable details.
  static func triesList(_ tries: [Try], _ state: State) -> Node<Message> {
    ul(.className("list")) {
      for attempt in tries { tryRow(attempt, state) }
    }
  }

  private static func tryRow(_ attempt: Try, _ state: State) -> Node<Message> {
    let isOpen = state.details == attempt.id
    let words = state.index.session(attempt.session)?.training ?? state.catalogue?.words ?? .climbs
    let prefix = GradeScale.named(attempt.scale)?.prefix ?? ""
    return li(.className("try")) {
      button(
        .type("button"), .className("row try-head"),
        .plain("aria-expanded", isOpen ? "true" : "false"),
        .onClick(.detailsTapped(attempt.id))
      ) {
        hold(state.index.items[attempt.item].flatMap { state.index.colour(of: $0)?.colour })
        span {
          strong { attempt.name.isEmpty ? "Unnamed" : attempt.name }
          span(.className("quiet small")) { Summary.words(of: attempt, prefix) }
        }
        span(.className("push small figure")) { Summary.outcome(of: attempt, words) }
      }
      if isOpen { tryDetails(attempt, words, state) }
    }.keyed(attempt.id.key)
  }

  private static func tryDetails(
    _ attempt: Try, _ words: CatalogueWords, _ state: State
  ) -> Node<Message> {
    div(.className("stack try-details")) {
      segmented(
        "Outcome", name: "outcome-\(attempt.id.bits.hex)",
        Try.Outcome.allCases.map {
          (words.outcome($0), $0 == attempt.outcome, .outcome(attempt.id, $0))
        })
      div(.className("row wrap")) {
        span(.className("small")) { "Tries" }
        iconButton(
          .minus, label: "One fewer try", isDisabled: attempt.count <= 1,
          .countTyped(attempt.id, by: -1))
        span(.className("figure"), .live("polite")) { "\(attempt.count)" }
        iconButton(.add, label: "One more try", .countTyped(attempt.id, by: 1))
      }
      div(.className("row wrap"), .role("group"), .label("How did it feel?")) {
        for (place, text) in ["Very hard", "Hard", "Fair", "Easy", "Very easy"].enumerated() {
          chip(text, isOn: attempt.feel == place + 1, .felt(attempt.id, place + 1))
        }
      }
      if words.hasTempo, let field = Schema.woodshed.field(Try.tempoField) {
        div(.className("two")) {
          RowForm.input(
            field, of: attempt.id,
            text: attempt.tempo == 0 ? "" : DecimalText.text(units: attempt.tempo, places: 2),
            state.form, id: "tempo-\(attempt.id.bits.hex)"
          ).map(Message.form)
          if attempt.targetTempo > 0 { clickAction(attempt.targetTempo) }
          if attempt.targetTempo > 0, attempt.tempo > 0 {
            p(.className("quiet small figure")) {
              "\(attempt.tempo * 100 / attempt.targetTempo) % of the target tempo"
            }
          }
        }
      }
      if let field = Schema.woodshed.field(Try.noteField) {
        RowForm.input(
          field, of: attempt.id, text: attempt.note, state.form,
          .init(Try.noteField, isLong: true), id: "note-\(attempt.id.bits.hex)"
        ).map(Message.form)
      }
      div { action("Delete", icon: .trash, style: .quiet, .tryRemoved(attempt.id)) }
    }
  }

  /// Starts the metronome at a tempo.
  static func clickAction(_ tempo: Int64) -> Node<Message> {
    action(
      "Metronome at \(DecimalText.text(units: tempo / 100, places: 0))", icon: .metronome,
      .clickTapped(tempo))
  }

  // MARK: - Plans

  private static func planCard(
    _ plan: TrainingPlan, _ tries: [Try], _ state: State
  ) -> Node<Message> {
    let steps = PlanSteps(plan, state.standing)
    let done = min(tries.count, steps.count)
    return section(.className("card plan-card"), .label("Plan")) {
      div(.className("row")) {
        strong { plan.name }
        span(.className("push quiet small figure")) { "\(done) of \(steps.count)" }
      }
      if done < steps.count {
        let item = state.standing.flatMap {
          steps.item(
            of: done, $0, after: tries, on: state.today, isSent: { state.index.isSent($0) })
        }
        p { steps.words(of: done, item, state.standing) }
        if let item {
          ul(.className("list plan-item")) {
            itemRow(item, tries.filter { $0.item == item.id }, state)
          }
        }
        if plan.workSeconds > 0 {
          action(
            "Start \(ClockText.text(plan.workSeconds))", icon: .play,
            .rest(.started(plan.workSeconds)))
        }
      } else {
        p { "Plan complete." }
      }
    }
  }

  static func plansSheet(_ state: State) -> [Node<Message>] {
    [
      ul(.className("list")) {
        for plan in state.index.plans {
          li(.className("row")) {
            button(
              .type("button"), .className("practice-pick"), .onClick(.started(plan: plan.id))
            ) {
              span {
                strong { plan.name }
                span(.className("quiet small")) {
                  " · \(PlanSteps.summary(of: plan, state.catalogue?.words ?? .climbs))"
                }
              }
            }
            if !TrainingPlan.builtIn.contains(where: { $0.id == plan.id }) {
              iconButton(.edit, label: "Edit \(plan.name)", .opened(.row(plan.id, .trainingPlan)))
            }
            iconButton(.copy, label: "Copy \(plan.name)", .desk(.planCopied(plan.id)))
          }.keyed(plan.id.key)
        }
      }
    ]
  }
}
