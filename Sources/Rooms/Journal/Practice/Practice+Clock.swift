import Domain
import Ledger
public import Markup
import RoomKit

// The session at the top of the page, and in every other room as a strip.
extension Practice {
  static func sessionCard(_ state: State) -> Node<Message> {
    guard let running = state.running else {
      if let session = state.book.session(state.after) {
        return lazy(inputs(state)) { afterCard(session, state) }
      }
      return lazy(inputs(state)) { startCard(state) }
    }
    return section(
      .className(
        running.pausedSince == 0 ? "card stack practice-now" : "card stack practice-now paused"),
      .label("Current session")
    ) {
      if state.clock.isAsking {
        asking(running, state)
      } else {
        timer(running, state)
        lazy(inputs(state)) { questions(running, state) }
      }
      for other in state.book.unended.dropFirst() { stray(other, running, state) }
    }
  }

  private static func timer(_ running: PractisedSession, _ state: State) -> [Node<Message>] {
    let blocks = state.runningBlocks
    let total = running.seconds(at: state.now)
    let last = blocks.last
    let spot = Spot(last?.piece, last?.section)
    let isPaused = running.pausedSince != 0
    let rest = (state.now - running.pausedSince) / 1_000
    return [
      div(.className("practice-time")) {
        p(.className("display figure"), .role("timer"), .label("Practised so far")) {
          ClockText.text(total)
        }
        p(.className("quiet figure")) {
          isPaused
            ? "Paused since \(wall(running.pausedSince, state)), \(ClockText.text(rest))"
            : "Since \(wall(running.began, state))"
        }
      },
      div(.className("practice-spot")) {
        strong { name(of: spot, state.book) }
        p(.className("quiet small figure")) { spotWords(last, blocks.lastSeconds(of: total)) }
        if let next = nextSpot(state), !isPaused {
          turnBar(blocks.lastSeconds(of: total), next, state)
        }
        if let part = part(state) { planBar(part, state) }
      },
      div(.className("row wrap centre")) {
        action(
          isPaused ? "Resume" : "Pause", icon: isPaused ? .play : .pause, id: "practice-pause",
          .pauseTapped)
        action("End", icon: .stop, style: .primary, .endTapped)
        action("Switch piece", icon: .score, .opened(.picker(.running, piece: nil)))
        iconButton(.sliders, label: "Session options", .opened(.options))
      },
    ]
  }

  private static func spotWords(_ block: PractisedBlock?, _ seconds: Int64) -> String {
    guard let block else { return "" }
    var text = "\(ClockText.text(seconds)) on \(block.piece == nil ? "this part" : "this piece")"
    if block.tool != .none { text += " · \(toolName(block.tool))" }
    if block.tempo > 0 { text += " · \(tempo(block.tempo)) bpm" }
    return text
  }

  static func toolName(_ tool: PractisedBlock.Tool) -> String {
    switch tool {
    case .none: ""
    case .tuner: "tuner"
    case .drone: "drone"
    case .metronome: "metronome"
    case .score: "score"
    case .recorder: "recorder"
    }
  }

  private static func turnBar(_ seconds: Int64, _ next: Spot, _ state: State) -> Node<Message> {
    let whole = Int64(state.options.turnMinutes) * 60
    return progressBar(
      "Next: \(name(of: next, state.book)), in \(ClockText.text(max(whole - seconds, 0)))",
      share: min(Double(seconds) / Double(whole), 1))
  }

  private static func questions(_ running: PractisedSession, _ state: State) -> Node<Message> {
    div(.className("two")) {
      field(
        "Focus", running.id, PractisedSession.questionField, running.question, state)
      field(
        "What should sound better?", running.id, PractisedSession.signField, running.sign,
        state)
    }
  }

  // MARK: - Before

  private static func startCard(_ state: State) -> Node<Message> {
    let recent = state.book.recentPieces(4)
    let hint = state.book.nextStep(for: state.next.piece)
    return card {
      div(.className("row wrap")) {
        action("Start", icon: .play, style: .primary, id: "practice-start", .started(state.next))
        if state.next.piece == nil {
          for piece in recent {
            chip(title(piece), isOn: false, .started(Spot(piece.id))).keyed(piece.id.key)
          }
        } else {
          strong { name(of: state.next, state.book) }
        }
        div(.className("row")) {
          action("Choose a piece", .opened(.picker(.next, piece: nil)))
          iconButton(.sliders, label: "Session options", .opened(.options))
        }
      }
      details(.className("more")) {
        summary { "What are you working on?" }
        div(.className("two")) {
          textField(
            FieldFrame("Focus", id: "practice-question"), value: state.question,
            placeholder: hint
          ) { .questionTyped($0) }
          textField(
            FieldFrame("What should sound better?", id: "practice-sign"),
            value: state.sign
          ) { .signTyped($0) }
        }
      }
    }
  }

  // MARK: - Still running?

  private static func asking(_ running: PractisedSession, _ state: State) -> [Node<Message>] {
    let seen = state.clock.seen
    let began = MomentText.text(running.began, zoneMinutes: state.zoneMinutes)
    return [
      div(.className("stack"), .role("status")) {
        h2(.id("practice-asking"), .tabIndex(-1)) {
          "A session has been running since \(wall(running.began, state))"
        }
        p {
          "It started on \(began), \(DayWords.length(max(state.now - running.began, 0) / 1_000)) ago. Nothing is lost. "
            + "When did it end?"
        }
      },
      div(.className("row wrap")) {
        action("Still practising", icon: .play, style: .primary, .wentOn)
        if seen > running.began, seen < state.now {
          action(
            "It ended at \(wall(seen, state))",
            label: "It ended at \(wall(seen, state)), when last seen",
            .endedAt(running.id, seen))
        }
        for minutes in [Int64(15), 30, 60] where minutes * 60_000 < state.now - running.began {
          action("After \(minutes) min", .endedAt(running.id, running.began + minutes * 60_000))
        }
        action("End now", icon: .stop, .endedAt(running.id, state.now))
      },
    ]
  }

  /// A session started on another device at the same time.
  private static func stray(
    _ other: PractisedSession, _ running: PractisedSession, _ state: State
  ) -> Node<Message> {
    let end = max(running.began, other.began)
    return div(.className("notice")) {
      Icon.warning.view()
      span {
        "Another session has been running since \(MomentText.text(other.began, zoneMinutes: state.zoneMinutes))."
      }
      action("End it when this one started", .endedAt(other.id, end))
    }
  }

  // MARK: - After

  private static func afterCard(_ session: PractisedSession, _ state: State) -> Node<Message> {
    let seconds = state.book.blocks(of: session.id).reduce(0) { $0 + $1.seconds }
    return card("\(DayWords.length(seconds)) practised", id: "practice-after") {
      if !session.question.utf8.isEmpty {
        p(.className("quiet")) {
          "Focus: \(session.question)"
            + (session.sign.utf8.isEmpty ? "" : " · Should sound better: \(session.sign)")
        }
      }
      ratingChips("How did it go?", session.rating) { .rated(session.id, $0) }
      div(.className("two")) {
        field(
          "Comment", session.id, PractisedSession.sentenceField, session.sentence, state)
        field(
          "Next step", session.id, PractisedSession.nextStepField, session.nextStep, state,
          help: "The focus of your next session with this piece.")
      }
      if !state.reeds.isEmpty { reedChips(session, state) }
      div(.className("row wrap")) {
        action("Done", icon: .check, style: .primary, .afterClosed)
        action("Details", .opened(.session(session.id)))
      }
    }
  }

  static func ratingChips(
    _ label: String, _ rating: Int, _ rated: (Int) -> Message
  ) -> Node<Message> {
    div(.className("stack practice-rating"), .role("group"), .label(label)) {
      p(.className("small")) { label }
      div(.className("chips")) {
        for number in 1...5 {
          chip("\(number) \(ratings[number - 1])", isOn: rating == number, rated(number))
        }
      }
    }
  }

  // MARK: - In every room

  /// The session in other rooms: time, piece, pause and end; after it ended, the question about the reed.
  @export(interface)
  public static func dockRow(_ state: State) -> Node<Message>? {
    guard let running = state.running else {
      guard let session = state.book.session(state.after), !state.reeds.isEmpty else { return nil }
      return RoomKit.dockRow("asking", label: "After the session") {
        reedChips(session, state)
        iconButton(.close, label: "Done", .afterClosed)
      }
    }
    let last = state.runningBlocks.last
    let name = name(of: Spot(last?.piece, last?.section), state.book)
    let isPaused = running.pausedSince != 0
    return RoomKit.dockRow("running", label: "Current session") {
      a(.href(Journal.Place.practice.path)) {
        strong(.className("figure")) {
          state.clock.isAsking
            ? "Still practising?" : ClockText.text(running.seconds(at: state.now))
        }
        span { name }
      }
      if !state.clock.isAsking {
        iconButton(
          isPaused ? .play : .pause, label: isPaused ? "Resume the session" : "Pause the session",
          .pauseTapped)
        iconButton(.stop, label: "End the session", .endTapped)
      }
    }
  }
}
