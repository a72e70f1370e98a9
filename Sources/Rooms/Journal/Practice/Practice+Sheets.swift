import Domain
import Ledger
import Markup
import RoomKit

// Sheets above the page; one dialog holds whichever is open.
extension Practice {
  /// A field of a row, saved while typing.
  @inline(never)
  static func field(
    _ label: String, _ row: RowID, _ id: FieldID, _ value: String, _ state: State,
    isLong: Bool = false, help: String? = nil, in place: String = "practice"
  ) -> Node<Message> {
    guard let field = Schema.woodshed.field(id) else { return .text("") }
    let input = RowForm.input(
      field, of: row, text: value, state.form, .init(id, label, help: help, isLong: isLong),
      id: "\(place)-\(id.number)-\(row.bits.hex)"
    ).map(Message.form)
    return if case .text = field.format { input } else { number(input) }
  }

  /// A number is checked when its field loses focus. The line for its error is always there, so that nothing moves
  /// under the finger.
  private static func number(_ field: Node<Message>) -> Node<Message> {
    div(.className("practice-number")) { field }
  }

  static func sheets(_ state: State) -> Node<Message> {
    dialogBox(
      heading(state), id: "practice-sheet", isOpen: state.sheet != nil, isSheet: true,
      closed: .closed
    ) {
      switch state.sheet {
      case .picker(let purpose, let piece): picker(purpose, piece, state)
      case .session(let id): sessionEditor(id, state)
      case .goal: goalEditor(state)
      case .byHand: byHand(state)
      case .options: options(state)
      case .links(let piece): linkPicker(piece, state)
      case nil: []
      }
    }
  }

  private static func heading(_ state: State) -> String {
    switch state.sheet {
    case .picker(_, nil), nil: "Which piece?"
    case .picker: "Which part?"
    case .session: "Session"
    case .goal: "Goal"
    case .byHand: "Log a past session"
    case .options: "Session options"
    case .links: "Link to this piece"
    }
  }

  // MARK: - Piece picker

  private static func picker(
    _ purpose: Purpose, _ chosen: RowID?, _ state: State
  ) -> [Node<Message>] {
    if let chosen {
      return [
        ul(.className("list")) {
          pick("The whole piece", .picked(purpose, Spot(chosen)))
          for section in state.book.sections(of: chosen) {
            pick(
              section.bars.utf8.isEmpty
                ? name(of: section) : "\(name(of: section)), bars \(section.bars)",
              .picked(purpose, Spot(chosen, section.id))
            ).keyed(section.id.key)
          }
        }
      ]
    }
    let found = found(state.pickFind, state.book)
    let title = state.pickFind.trimmingBlanks
    return [
      form(.onSubmit(entered(purpose, state))) {
        textField(FieldFrame("Find or add a piece", id: "practice-pick"), value: state.pickFind) {
          .pickTyped($0)
        }
      },
      p(.className("quiet small figure"), .live("polite")) {
        state.book.pieces.isEmpty ? "" : foundWords(found.count, of: state.book.pieces.count)
      },
      ul(.className("list")) {
        if case .running = purpose { pick("No piece", .picked(purpose, Spot())) }
        if case .block = purpose { pick("No piece", .picked(purpose, Spot())) }
        if case .next = purpose { pick("No piece", .picked(purpose, Spot())) }
        for piece in found.prefix(pieceLimit) {
          pick(Practice.title(piece), message(purpose, piece.id, state.book)).keyed(piece.id.key)
        }
        if !title.utf8.isEmpty { pick("New piece “\(title)”", .pieceMadeFor(purpose)) }
      },
    ]
  }

  /// Enter takes the first match, or adds what was typed.
  static func entered(_ purpose: Purpose, _ state: State) -> Message {
    if state.pickFind.trimmingBlanks.utf8.isEmpty { return .pickTyped("") }
    return found(state.pickFind, state.book).first.map { message(purpose, $0.id, state.book) }
      ?? .pieceMadeFor(purpose)
  }

  /// A piece with sections leads to them, except for a goal, which covers the whole piece.
  private static func message(
    _ purpose: Purpose, _ piece: RowID, _ book: PracticeBook
  ) -> Message {
    if case .goal = purpose { return .picked(purpose, Spot(piece)) }
    return book.sections.contains { $0.piece == piece }
      ? .opened(.picker(purpose, piece: piece)) : .picked(purpose, Spot(piece))
  }

  private static func pick(_ text: String, _ message: Message) -> Node<Message> {
    li {
      button(.type("button"), .className("practice-pick"), .onClick(message)) { text }
    }
  }

  private static func linkPicker(_ piece: RowID, _ state: State) -> [Node<Message>] {
    let wanted = Wanted(state.pickFind)
    let found = state.linkable.filter { $0.piece != piece && wanted.isIn($0.name) }
    return [
      textField(FieldFrame("Search", id: "practice-pick"), value: state.pickFind) {
        .pickTyped($0)
      },
      p(.className("quiet small figure"), .live("polite")) {
        found.isEmpty
          ? "No matching preset, setlist or take."
          : found.count > pieceLimit ? "\(pieceLimit) of \(found.count); type to find others" : ""
      },
      ul(.className("list")) {
        for link in found.prefix(pieceLimit) {
          pick("\(linkName(link)) · \(kindName(link.kind))", .linked(link, to: piece))
            .keyed(link.id.key)
        }
      },
    ]
  }

  // MARK: - A session

  private static func sessionEditor(_ id: RowID, _ state: State) -> [Node<Message>] {
    guard let session = state.book.session(id) else {
      return [p(.className("quiet")) { "This session is no longer here." }]
    }
    return [
      dateField(
        FieldFrame("Day", id: "practice-session-day"), value: DayText.text(of: session.day) ?? ""
      ) { .sessionDay(id, $0) },
      ul(.className("list")) {
        let blocks = state.book.blocks(of: id)
        for block in blocks {
          blockEditor(block, isAlone: blocks.count == 1, state).keyed(block.id.key)
        }
      },
      ratingChips("How did it go?", session.rating) { .rated(id, $0) },
      field(
        "Focus", id, PractisedSession.questionField, session.question, state, in: "sheet"),
      field(
        "What should sound better?", id, PractisedSession.signField, session.sign, state,
        in: "sheet"),
      field(
        "Comment", id, PractisedSession.sentenceField, session.sentence, state, in: "sheet"),
      field("Next step", id, PractisedSession.nextStepField, session.nextStep, state, in: "sheet"),
      div(.className("row wrap end")) {
        action("Delete session", icon: .trash, .sessionRemoved(id))
        action("Done", style: .primary, .closed)
      },
    ]
  }

  private static func blockEditor(
    _ block: PractisedBlock, isAlone: Bool, _ state: State
  ) -> Node<Message> {
    let name = name(of: Spot(block.piece, block.section), state.book)
    let refusal = state.form.refusal(.init(block.id, PractisedBlock.secondsField))
    let frame = FieldFrame(
      "Minutes", id: "practice-minutes-\(block.id.bits.hex)", problem: refusal?.words)
    return li(.className("list-row preset-row")) {
      div(.className("stack practice-wide")) {
        div(.className("row wrap")) {
          strong { name }
          action(
            "Change piece", label: "Change piece: \(name)",
            .opened(.picker(.block(block.id, in: block.session), piece: nil)))
        }
        div(.className("two")) {
          number(
            frame.view(
              input(
                .type("text"), .inputMode("numeric"), .id(frame.id), .autocomplete("off"),
                .describedBy(frame.noteID), .invalid(frame.problem != nil),
                .value(refusal?.text ?? "\(max((block.seconds + 30) / 60, 0))"),
                .onChange { .blockMinutes(block.id, $0) })))
          field(
            "Tempo (bpm)", block.id, PractisedBlock.tempoField, tempoField(block.tempo), state)
        }
        // The only one is rated with the session.
        if !isAlone || block.rating > 0 {
          ratingChips("How did \(name) go?", block.rating) { .blockRated(block.id, $0) }
        }
      }
    }
  }

  private static func byHand(_ state: State) -> [Node<Message>] {
    [
      form(.className("stack"), .onSubmit(.handAdded)) {
        dateField(FieldFrame("Day", id: "practice-hand-day"), value: state.byHand.day) {
          .handDay($0)
        }
        textField(
          FieldFrame("Minutes", id: "practice-hand-minutes", problem: state.byHand.problem),
          value: state.byHand.minutes, isNumber: true
        ) { .handMinutes($0) }
        div(.className("row wrap")) {
          strong { name(of: state.byHand.spot, state.book) }
          action("Choose a piece", .opened(.picker(.byHand, piece: nil)))
        }
        div(.className("row end")) {
          button(.type("submit"), .className("primary")) { "Add" }
        }
      }
    ]
  }

  // MARK: - A goal

  private static func goalEditor(_ state: State) -> [Node<Message>] {
    guard let draft = state.goal,
      draft.before == nil || state.book.goal(draft.goal.id) != nil
    else { return [p(.className("quiet")) { "This goal is no longer here." }] }
    let goal = draft.goal
    return [
      form(.className("stack"), .onSubmit(.goal(.saved))) {
        textField(
          FieldFrame("Target", id: "practice-goal-amount", problem: draft.problem),
          value: draft.amount, isNumber: true
        ) { .goal(.amount($0)) }
        segmented(
          "Unit", name: "goal-unit",
          [
            ("Minutes", goal.unit == .minutes, .goal(.unit(.minutes))),
            ("Sessions", goal.unit == .sessions, .goal(.unit(.sessions))),
          ])
        segmented(
          "Per", name: "goal-period",
          [
            ("Day", goal.period == .day, .goal(.period(.day))),
            ("Week", goal.period == .week, .goal(.period(.week))),
            ("Month", goal.period == .month, .goal(.period(.month))),
          ])
        div(.className("row wrap")) {
          strong { goal.piece.map { name(of: Spot($0), state.book) } ?? "All practice" }
          action("Choose a piece", .opened(.picker(.goal, piece: nil)))
          if goal.piece != nil { action("All practice", .goal(.everything)) }
        }
        if goal.period == .day {
          p(.className("small")) { "Pick rest days; they don’t count against your goal." }
          weekdayChips("Rest days", goal.restDays, state) { .goal(.rest($0)) }
        }
        checkField("Show long-term trend", id: "goal-score", isOn: goal.hasScore) {
          .goal(.score($0))
        }
        more(
          "How the trend works",
          "A score from 0 to 100. Recent days count most, and one missed day changes little.")
        div(.className("row wrap end")) {
          if draft.before == nil {
            action("Cancel", .closed)
          } else {
            action("Delete goal", icon: .trash, .goal(.removed))
          }
          button(.type("submit"), .className("primary")) { "Save" }
        }
      }
    ]
  }

  /// The days of the week, to switch each on or off.
  static func weekdayChips(
    _ label: String, _ days: Set<Int>, _ state: State, _ switched: (Int) -> Message
  ) -> Node<Message> {
    div(.className("chips"), .role("group"), .label(label)) {
      for place in 0..<7 {
        let day = (place + state.firstWeekday) % 7
        chip(weekdays[day], isOn: days.contains(day), switched(day))
      }
    }
  }

  /// An explanation behind a tap.
  static func more(_ heading: String, _ text: String) -> Node<Message> {
    details(.className("more")) {
      summary { heading }
      p(.className("quiet small")) { text }
    }
  }

  // MARK: - Options

  private static func options(_ state: State) -> [Node<Message>] {
    let options = state.options
    return [
      checkField("Rotate pieces and sections", id: "option-turns", isOn: options.isTurning) {
        .option(.turning($0))
      },
      options.isTurning && options.spots.count < 2
        ? p(.className("quiet small")) { "Choose two or more." } : .text(""),
      more(
        "Why short turns?",
        "In a small study (10 clarinettists), they worked better than long blocks."),
      ul(.className("list")) {
        for (place, spot) in options.spots.enumerated() {
          let name = name(of: spot, state.book)
          li(.className("list-row")) {
            strong { name }
            iconButton(.close, label: "Remove \(name)", .option(.spotRemoved(place)))
          }
        }
      },
      div(.className("row wrap")) {
        action("Add a piece", icon: .add, .opened(.picker(.turns, piece: nil)))
        div(.className("row push"), .role("group"), .label("Minutes per turn")) {
          iconButton(.minus, label: "Shorter turns", .option(.minutesStepped(by: -1)))
          output(.className("figure"), .live("polite")) { "\(options.turnMinutes) min" }
          iconButton(.add, label: "Longer turns", .option(.minutesStepped(by: 1)))
        }
      },
      checkField(
        "After 25 minutes, remind me to rest for 5", id: "option-rest", isOn: options.reminds
      ) { .option(.reminding($0)) },
      checkField(
        "Pause after two silent minutes (needs the tuner on)", id: "option-silence",
        isOn: options.pausesInSilence
      ) { .option(.pausing($0)) },
      checkField(
        "Show my streak of days in a row", id: "option-streak", isOn: options.hasStreak
      ) { .option(.streak($0)) },
      div(.className("row end")) { action("Done", style: .primary, .closed) },
    ]
  }
}
