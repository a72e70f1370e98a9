import Domain
import Ledger
import Markup
import RoomKit

// What opens above the page. One dialog holds whichever it is.
extension Practice {
  /// A field of a row, kept as it is typed.
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

  /// A number is looked at when its field is left: the line for what is wrong with it is there before, so that
  /// nothing moves under the finger that leaves it.
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
      case .goal(let id): goalEditor(id, state)
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
    case .picker: "Which part of it?"
    case .session: "The session"
    case .goal: "The goal"
    case .byHand: "A session afterwards"
    case .options: "What the session does by itself"
    case .links: "What belongs to the piece?"
    }
  }

  // MARK: - Choosing a piece

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
      textField(FieldFrame("Find or name one", id: "practice-pick"), value: state.pickFind) {
        .pickTyped($0)
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

  /// A piece with sections leads to them, except for a goal, which is about the whole.
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
      textField(FieldFrame("Find", id: "practice-pick"), value: state.pickFind) { .pickTyped($0) },
      p(.className("quiet small figure"), .live("polite")) {
        found.isEmpty
          ? "No preset, setlist or take is called so."
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
      return [p(.className("quiet")) { "This session is not here any more." }]
    }
    return [
      dateField(
        FieldFrame("Day", id: "practice-session-day"), value: DayText.text(of: session.day) ?? ""
      ) { .sessionDay(id, $0) },
      ul(.className("list")) {
        for block in state.book.blocks(of: id) { blockEditor(block, state).keyed(block.id.key) }
      },
      ratingChips("How near did it come?", session.rating) { .rated(id, $0) },
      field(
        "What exactly?", id, PractisedSession.questionField, session.question, state, in: "sheet"),
      field(
        "How will I hear that it is better?", id, PractisedSession.signField, session.sign, state,
        in: "sheet"),
      field(
        "One sentence", id, PractisedSession.sentenceField, session.sentence, state, in: "sheet"),
      field("Next step", id, PractisedSession.nextStepField, session.nextStep, state, in: "sheet"),
      div(.className("row wrap end")) {
        action("Remove the session", icon: .trash, .sessionRemoved(id))
        action("Done", style: .primary, .closed)
      },
    ]
  }

  private static func blockEditor(_ block: PractisedBlock, _ state: State) -> Node<Message> {
    let name = name(of: Spot(block.piece, block.section), state.book)
    let refusal = state.form.refusal(.init(block.id, PractisedBlock.secondsField))
    let frame = FieldFrame(
      "Minutes", id: "practice-minutes-\(block.id.bits.hex)", problem: refusal?.words)
    return li(.className("list-row preset-row")) {
      div(.className("stack practice-wide")) {
        div(.className("row wrap")) {
          strong { name }
          action(
            "Another piece", label: "Another piece than \(name)",
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
        ratingChips("How near did \(name) come?", block.rating) { .blockRated(block.id, $0) }
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
          value: state.byHand.minutes
        ) { .handMinutes($0) }
        div(.className("row wrap")) {
          strong { name(of: state.byHand.spot, state.book) }
          action("Choose a piece", .opened(.picker(.byHand, piece: nil)))
        }
        div(.className("row end")) {
          button(.type("submit"), .className("primary")) { "Add it" }
        }
      }
    ]
  }

  // MARK: - A goal

  private static func goalEditor(_ id: RowID, _ state: State) -> [Node<Message>] {
    guard let goal = state.book.goal(id) else {
      return [p(.className("quiet")) { "This goal is not here any more." }]
    }
    return [
      field("How much", id, Goal.amountField, "\(goal.amount)", state),
      segmented(
        "Of what", name: "goal-unit",
        [
          ("Minutes", goal.unit == .minutes, .goal(id, .unit(.minutes))),
          ("Sessions", goal.unit == .sessions, .goal(id, .unit(.sessions))),
        ]),
      segmented(
        "In a", name: "goal-period",
        [
          ("Day", goal.period == .day, .goal(id, .period(.day))),
          ("Week", goal.period == .week, .goal(id, .period(.week))),
          ("Month", goal.period == .month, .goal(id, .period(.month))),
        ]),
      div(.className("row wrap")) {
        strong { goal.piece.map { name(of: Spot($0), state.book) } ?? "All practice" }
        action("Choose a piece", .opened(.picker(.goal(id), piece: nil)))
        if goal.piece != nil { action("All practice", .goal(id, .everything)) }
      },
      checkField("Show how it goes in the long run", id: "goal-score", isOn: goal.hasScore) {
        .goal(id, .score($0))
      },
      p(.className("quiet small")) {
        "A score from 0 to 100 that forgives: a day weighs half after 13 days, so one that is missed "
          + "changes little."
      },
      goal.period == .day
        ? div(.className("stack"), .role("group"), .label("Rest days")) {
          p(.className("small")) { "Rest days ask for nothing and do not count." }
          div(.className("chips")) {
            for place in 0..<7 {
              let day = (place + state.firstWeekday) % 7
              chip(weekdays[day], isOn: goal.restDays.contains(day), .goal(id, .rest(day)))
            }
          }
        } : .text(""),
      div(.className("row wrap end")) {
        action("Remove the goal", icon: .trash, .goal(id, .removed))
        action("Done", style: .primary, .closed)
      },
    ]
  }

  // MARK: - Options

  private static func options(_ state: State) -> [Node<Message>] {
    let options = state.options
    return [
      checkField("Pieces and sections take turns", id: "option-turns", isOn: options.isTurning) {
        .option(.turning($0))
      },
      p(.className("quiet small")) {
        "Short turns were learned better than long blocks in a small study (10 clarinettists). Choose two or more."
      },
      ul(.className("list")) {
        for (place, spot) in options.spots.enumerated() {
          let name = name(of: spot, state.book)
          li(.className("list-row")) {
            strong { name }
            iconButton(.close, label: "Without \(name)", .option(.spotRemoved(place)))
          }
        }
      },
      div(.className("row wrap")) {
        action("Add one", icon: .add, .opened(.picker(.turns, piece: nil)))
        div(.className("row push"), .role("group"), .label("Minutes of a turn")) {
          iconButton(.minus, label: "Shorter turns", .option(.minutesStepped(by: -1)))
          output(.className("figure"), .live("polite")) { "\(options.turnMinutes) min" }
          iconButton(.add, label: "Longer turns", .option(.minutesStepped(by: 1)))
        }
      },
      checkField(
        "A word after 25 minutes: five of rest", id: "option-rest", isOn: options.reminds
      ) { .option(.reminding($0)) },
      checkField(
        "Pause when nothing is heard for two minutes", id: "option-silence",
        isOn: options.pausesInSilence
      ) { .option(.pausing($0)) },
      p(.className("quiet small")) { "It hears only while the tuner listens." },
      div(.className("row end")) { action("Done", style: .primary, .closed) },
    ]
  }
}
