import Domain
import Ledger
import Markup
import RoomKit

extension Practice {
  /// How many pieces the page shows at once.
  static let pieceLimit = 50

  static func view(_ state: State) -> Node<Message> {
    article(.className("page practice")) {
      pageHead(caps: "Pieces, goals, plans", "Practice")
      Journal.parts(.practice)
      p(.className("practice-news"), .live("polite")) { state.news }
      sessionCard(state)
      lazy(inputs(state)) { parts(state) }
      lazy(inputs(state)) { sheets(state) }
    }
  }

  /// What everything but the clock depends on; the minutes are for the goals.
  static func inputs(_ state: State) -> [LazyInput] {
    [
      .number(state.version), .number(state.today), .number(liveSeconds(state) / 60),
      .number(Int64(state.zoneMinutes)),
    ]
  }

  /// Seconds of the running session that are in no row yet.
  static func liveSeconds(_ state: State) -> Int64 {
    guard let running = state.running else { return 0 }
    return state.runningBlocks.lastSeconds(of: running.seconds(at: state.now))
  }

  private static func parts(_ state: State) -> Node<Message> {
    div(.className("practice-parts")) {
      div(.className("practice-part")) {
        dueCard(state)
        planCard(state)
        goalCard(state)
        pieceCard(state)
        offers(state)
      }
      div(.className("practice-part")) {
        weekCard(state)
        yearCard(state)
        neglectedCard(state)
        sessionList(state, of: nil)
        intonationCard(state)
      }
    }
  }

  // MARK: - Due

  private static func dueCard(_ state: State) -> Node<Message>? {
    let due = state.book.due(at: state.today)
    let plans = state.book.duePlans(on: state.today)
    guard !due.isEmpty || !plans.isEmpty else { return nil }
    return card("Due today", id: "practice-due") {
      ul(.className("list")) {
        for plan in plans { planRow(plan, state).keyed(plan.id.key) }
        for section in due.prefix(12) {
          spotRow(
            Spot(section.piece, section.id), detail: reason(section, state), state
          ).keyed(section.id.key)
        }
      }
      if due.count > 12 { p(.className("quiet small")) { "And \(due.count - 12) more." } }
      if !due.isEmpty {
        more(
          "How reviews work",
          "Sections you play come back after 1, 2, 4, 8 and 16 days; if rated 1–2, in half the time."
        )
      }
    }
  }

  /// What the page does not show while it is empty.
  private static func offers(_ state: State) -> Node<Message>? {
    let hasPlans = !state.book.plans.isEmpty || state.isPlanning
    let hasSessions = state.book.sessions.contains { $0.ended != 0 }
    guard state.book.goals.isEmpty || !hasPlans || !hasSessions else { return nil }
    return div(.className("row wrap")) {
      if state.book.goals.isEmpty {
        action(
          "Set a goal", icon: .flag, style: .quiet, id: "practice-set-goal", .goal(.opened(nil)))
      }
      if !hasPlans { action("Make a plan", icon: .add, style: .quiet, .planOffered) }
      if !hasSessions {
        action(
          "Log a past session", icon: .journal, style: .quiet, id: "practice-log",
          .opened(.byHand))
      }
    }
  }

  /// A piece or a section, with the button that practises it.
  static func spotRow(
    _ spot: Spot, detail: String, _ state: State, message: Message? = nil
  ) -> Node<Message> {
    let name = name(of: spot, state.book)
    return li(.className("list-row")) {
      div {
        if let piece = spot.piece, state.book.piece(piece) != nil {
          a(.className("practice-link"), .href(Journal.Place.piece(piece).path)) { name }
        } else {
          strong { name }
        }
        if !detail.utf8.isEmpty { div(.className("quiet small")) { detail } }
      }
      iconButton(.play, label: "Practise \(name)", message ?? .started(spot))
    }
  }

  // MARK: - Goals

  private static func goalCard(_ state: State) -> Node<Message>? {
    guard !state.book.goals.isEmpty else { return nil }
    let book = liveBook(state)
    return card("Goals", id: "practice-goals") {
      ul(.className("list")) {
        for goal in state.book.goals { goalRow(goal, book, state).keyed(goal.id.key) }
      }
      div { action("Set a goal", icon: .add, id: "practice-set-goal", .goal(.opened(nil))) }
    }
  }

  private static func goalRow(
    _ goal: Goal, _ book: PracticeBook, _ state: State
  ) -> Node<Message> {
    let sums = book.daySums(of: goal.piece)
    let progress = goal.progress(at: state.today, firstWeekday: state.firstWeekday, sums)
    let text = text(of: goal, state.book)
    return li(.className("list-row")) {
      ring(Double(progress.reached) / Double(goal.amount))
      div {
        strong { text }
        div(.className("quiet small figure")) { progressText(goal, progress) }
        if goal.hasScore {
          let score = goal.score(at: state.today, firstWeekday: state.firstWeekday, sums)
          div(.className("quiet small figure")) {
            score.count == 0
              ? "Long-term: no data yet"
              : "Long-term \(Int((score.value * 100).rounded())) % (n = \(score.count))"
          }
        }
      }
      iconButton(.edit, label: "Edit goal: \(text)", .goal(.opened(goal.id)))
    }
  }

  /// The book including the running session.
  static func liveBook(_ state: State) -> PracticeBook {
    guard let last = state.runningBlocks.last else { return state.book }
    return state.book.with(liveSeconds(state), in: last)
  }

  // MARK: - Pieces

  private static func pieceCard(_ state: State) -> Node<Message> {
    let found = found(state.find, state.book)
    return card("Pieces", id: "practice-pieces") {
      Naming.view("New piece", "practice-new-piece", "Add", state.newName, done: .pieceMade) {
        .nameTyped($0)
      }
      if state.book.pieces.isEmpty {
        emptyState(
          .score, "No pieces yet",
          "Add a piece, scale or étude to track its sections, tempo and history."
        )
      } else {
        if state.book.pieces.count > 8 {
          textField(FieldFrame("Search", id: "practice-find"), value: state.find) { .findTyped($0) }
          p(.className("quiet small figure"), .live("polite")) {
            foundWords(found.count, of: state.book.pieces.count)
          }
        }
        ul(.className("list")) {
          for piece in found.prefix(pieceLimit) {
            spotRow(Spot(piece.id), detail: pieceDetail(piece), state).keyed(piece.id.key)
          }
        }
      }
    }
  }

  static func foundWords(_ found: Int, of count: Int) -> String {
    if found == 0 { return "No piece with that name yet." }
    if found > pieceLimit { return "\(pieceLimit) of \(found); type to find others" }
    return found == count ? DayWords.count(count, "piece", "pieces") : "\(found) of \(count)"
  }

  private static func pieceDetail(_ piece: Piece) -> String {
    let resting = piece.isResting ? "archived" : ""
    return piece.composer.utf8.isEmpty || resting.utf8.isEmpty
      ? piece.composer + resting : "\(piece.composer) · \(resting)"
  }

  // MARK: - Plans

  private static func planCard(_ state: State) -> Node<Message>? {
    guard !state.book.plans.isEmpty || state.isPlanning else { return nil }
    return card("Plans", id: "practice-plans") {
      if state.book.plans.isEmpty {
        p(.className("quiet")) { "What you’ll practise, in order." }
      }
      for plan in state.book.plans {
        let isOpen = plan.id == state.openPlan
        let first = state.book.items(of: plan.id).first
        div(.className("stack practice-plan")) {
          div(.className("row wrap")) {
            div {
              strong { plan.name }
              if !isOpen { div(.className("quiet small")) { dueDays(plan) } }
            }
            div(.className("row push")) {
              if isOpen {
                action("Done", label: "Done: \(plan.name)", .planOpened(nil)).keyed("switch")
              } else {
                if let first {
                  action(
                    "Start this plan", label: "Start this plan: \(plan.name)", icon: .play,
                    .itemStarted(first.id)
                  ).keyed("start")
                }
                iconButton(.edit, label: "Edit “\(plan.name)”", .planOpened(plan.id))
                  .keyed("switch")
              }
            }
          }
          planItems(plan, isOpen: isOpen, state)
        }.keyed(plan.id.key)
      }
      Naming.view("New plan", "practice-new-plan", "Create", state.planName, done: .planMade) {
        .planTyped($0)
      }
    }
  }

  private static func planItems(
    _ plan: PracticePlan, isOpen: Bool, _ state: State
  ) -> [Node<Message>] {
    let items = state.book.items(of: plan.id)
    let total = items.reduce(0) { $0 + $1.minutes }
    return [
      items.isEmpty
        ? p(.className("quiet small")) { "This plan is empty." }
        : RowOrder.list(
          state.order,
          items.enumerated().map { place, item in
            planItem(item, place, of: items.count, isOpen: isOpen, state).keyed(item.id.key)
          }
        ) { .itemOrder($0, of: plan.id) },
      p(.className("quiet small figure")) { total > 0 ? "\(total) min in total" : "" },
      isOpen
        ? div(.className("row wrap")) {
          field("Name", plan.id, PracticePlan.nameField, plan.name, state)
          div(.className("stack practice-wide practice-rating")) {
            p(.className("small")) { "Practise on" }
            weekdayChips("Practise on", plan.weekdays, state) { .planDay(plan.id, $0) }
          }
          action(
            "Add a piece", icon: .add, id: "practice-plan-add",
            .opened(.picker(.plan(plan.id), piece: nil)))
          action("Delete plan", icon: .trash, .planRemoved(plan.id))
        } : .text(""),
    ]
  }

  private static func planItem(
    _ item: PracticePlan.Item, _ place: Int, of count: Int, isOpen: Bool, _ state: State
  ) -> Node<Message> {
    let spot = Spot(item.piece, item.section)
    let minutes = item.minutes > 0 ? "\(item.minutes) min" : ""
    guard isOpen else {
      let text = item.text
      let detail =
        text.utf8.isEmpty || minutes.utf8.isEmpty ? text + minutes : "\(minutes) · \(text)"
      return spotRow(spot, detail: detail, state, message: .itemStarted(item.id))
    }
    let name = name(of: spot, state.book)
    let look = RowOrder.className(state.order, item.id, at: place)
    return li(.className("list-row preset-row" + look)) {
      div(.className("stack practice-wide")) {
        strong { name }
        field("Focus", item.id, PracticePlan.Item.textField, item.text, state)
        field(
          "Minutes", item.id, PracticePlan.Item.minutesField,
          item.minutes == 0 ? "" : "\(item.minutes)", state)
      }
      div(.className("row wrap end")) {
        RowOrder.controls(item.id, "“\(name)”", at: place, of: count)
          .map { $0.map { .itemOrder($0, of: item.plan) } }
        iconButton(.close, label: "Remove “\(name)” from the plan", .itemRemoved(item.id))
      }
    }
  }

  // MARK: - Looking back

  private static func weekCard(_ state: State) -> Node<Message>? {
    let weeks = state.book.weeks(8, to: state.today, firstWeekday: state.firstWeekday)
    let days = weeks.reduce(0) { $0 + $1.days }
    guard days > 0 else { return nil }
    return card("Minutes per week", id: "practice-weeks") {
      p(.className("small quiet figure")) {
        "Practised on \(Practice.days(Int64(days))) in the last 8 weeks"
      }
      weekChart(weeks, state)
    }
  }

  private static func yearCard(_ state: State) -> Node<Message>? {
    let year = PracticeYear(state.book, to: state.today, firstWeekday: state.firstWeekday)
    guard year.days > 0 else { return nil }
    return card("Your year", id: "practice-year") {
      if state.options.hasStreak {
        p(.className("figure")) {
          "Streak: \(days(Int64(liveBook(state).streak(at: state.today))))"
        }
      }
      yearChart(year)
    }
  }

  private static func neglectedCard(_ state: State) -> Node<Message>? {
    let pieces = state.book.neglected(at: state.today)
    guard !pieces.isEmpty else { return nil }
    return card("Not played for a while", id: "practice-neglected") {
      ul(.className("list")) {
        for entry in pieces.prefix(5) {
          spotRow(
            Spot(entry.piece),
            detail: "\(days(entry.days)) ago; played on \(days(Int64(entry.count))) in all", state
          ).keyed(entry.piece.key)
        }
      }
    }
  }

  /// The newest sessions, for one piece or all.
  static func sessionList(_ state: State, of piece: RowID?) -> Node<Message>? {
    let rows = state.book.sessions(of: piece, atMost: 12)
    guard !rows.isEmpty else { return nil }
    return card("Sessions", id: "practice-sessions") {
      ul(.className("list")) {
        for session in rows { sessionRow(session, state).keyed(session.id.key) }
      }
      if piece == nil {
        if state.book.trainingCount > 0 {
          p(.className("quiet small")) {
            DayWords.count(state.book.trainingCount, "étude session counts", "étude sessions count")
              + " as practice, too: see "
            a(.href(Address.trained)) { "History" }
            "."
          }
        }
        div { action("Log a past session", icon: .add, id: "practice-log", .opened(.byHand)) }
      }
    }
  }

  private static func sessionRow(_ session: PractisedSession, _ state: State) -> Node<Message> {
    let blocks = state.book.blocks(of: session.id)
    let seconds = blocks.reduce(0) { $0 + $1.seconds }
    var (names, reeds): ([String], [String]) = ([], [])
    func add(_ name: String, to names: inout [String]) {
      if !names.contains(where: { $0.hasSameBytes(as: name) }) { names.append(name) }
    }
    for block in blocks {
      if block.piece != nil {
        add(name(of: Spot(block.piece, block.section), state.book), to: &names)
      }
      if let reed = block.reed.flatMap({ state.reedNames[$0] }) { add(reed, to: &reeds) }
    }
    let what = names.isEmpty ? "Free practice" : names.joined(separator: "; ")
    let reed = reeds.isEmpty ? "" : " · reed \(reeds.joined(separator: ", "))"
    let day = dayText(session.day, state)
    let rating = session.rating > 0 ? " · rated \(session.rating)" : ""
    return li(.className("list-row")) {
      div {
        strong { "\(day) · \(DayWords.length(seconds))\(rating)" }
        div(.className("quiet small")) { what + reed }
        if !session.sentence.utf8.isEmpty { div(.className("small")) { session.sentence } }
      }
      iconButton(.edit, label: "Edit session: \(day), \(what)", .opened(.session(session.id)))
    }
  }

  private static func intonationCard(_ state: State) -> Node<Message>? {
    guard let latest = state.book.intonation.first else { return nil }
    return card("Intonation", id: "practice-intonation") {
      p(.className("quiet small")) {
        "\(dayText(latest.day, state)), \(latest.instrument), as the tuner heard it."
      }
      intonationTable(latest)
    }
  }
}
