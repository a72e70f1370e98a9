import Domain
import Ledger
import Markup
import Program
import RoomKit

// A plan in practice: its items in turn, with a bell at the end of each. Where it is follows from the blocks of the
// session, so it survives a reload, and other devices show it too.
extension Practice {
  /// The item of its plan that the running session is at.
  struct Part: Equatable {
    let plan: PracticePlan
    let items: [PracticePlan.Item]
    let place: Int
    /// How long it was practised in this session.
    let seconds: Int64
    /// Whether something else is being practised.
    let isHeld: Bool

    var item: PracticePlan.Item { items[place] }
    var next: PracticePlan.Item? { place + 1 < items.count ? items[place + 1] : nil }
    /// How long it takes in seconds; 0 for as long as one likes.
    var whole: Int64 { item.minutes * 60 }
    var number: String { "item \(place + 1) of \(items.count)" }
  }

  static func part(_ state: State) -> Part? {
    guard let running = state.running, let plan = state.book.plan(running.plan) else { return nil }
    let items = state.book.items(of: plan.id)
    let blocks = state.runningBlocks
    for block in blocks.reversed() {
      guard let place = items.firstIndex(where: { $0.id == block.item }) else { continue }
      let isHeld = blocks.last?.item != block.item
      var seconds = isHeld ? 0 : blocks.lastSeconds(of: running.seconds(at: state.now))
      for earlier in blocks.dropLast() where earlier.item == block.item {
        seconds += earlier.seconds
      }
      return Part(plan: plan, items: items, place: place, seconds: seconds, isHeld: isHeld)
    }
    return nil
  }

  /// Starts a plan at one of its items, or continues there.
  static func startItem(
    _ id: RowID, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard let item = state.book.items.first(where: { $0.id == id }) else { return [] }
    let isRunning = state.running != nil && !state.clock.isAsking
    let isLast = state.book.items(of: item.plan).last?.id == id
    // Browsers let the bell ring later only after a tap.
    let effects =
      begin(Spot(item.piece, item.section), item: item, &state, &room) + [.ask(.readySound)]
    return isRunning ? effects + [.focus(isLast ? "practice-pause" : "practice-skip")] : effects
  }

  /// Rings at the end of an item, and begins the next.
  static func follow(
    _ part: Part, _ running: PractisedSession, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    // Several pages may show the session: a hidden one does this only if no visible one has.
    guard !part.isHeld, part.whole > 0, isOurs(running, room),
      part.seconds - part.whole >= (state.isShown ? 0 : 5)
    else { return [] }
    let bell: [Effect<Message>] = [.ask(.ring), .vibrate(milliseconds: [200, 100, 200])]
    guard let next = part.next else {
      return bell + leavePlan(running, byItself: true, &state, room)
    }
    let spot = Spot(next.piece, next.section)
    return bell + turn(to: spot, item: next, byItself: true, &state, &room)
      + say("Now: \(name(of: spot, state.book)).", &state)
  }

  /// Leaves the plan, finished or not; the session continues.
  static func leavePlan(
    _ running: PractisedSession, byItself: Bool = false, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    var session = running
    session.plan = nil
    let words =
      byItself
      ? "Plan finished. Your session is still running."
      : "You left the plan. Your session is still running."
    state.news = words
    let edits = session.edits(from: running, zoneMinutes: room.zoneMinutes)
    guard byItself else { return [.keep("Leave the plan", edits, saying: words)] }
    return [.keep(Action.byItself, edits, isVital: false)] + say(words, &state)
  }

  // MARK: - On the page

  /// The running session's plan: the item, its time, what is next.
  static func planBar(_ part: Part, _ state: State) -> Node<Message> {
    div(.className("stack practice-run")) {
      if part.isHeld {
        p(.className("small")) { "“\(part.plan.name)” is on hold at \(part.number)." }
      } else {
        if !part.item.text.utf8.isEmpty { p { part.item.text } }
        if part.whole > 0 {
          progressBar(
            "“\(part.plan.name)”, \(part.number): "
              + "\(ClockText.text(max(part.whole - part.seconds, 0))) left",
            share: min(Double(part.seconds) / Double(part.whole), 1))
        } else {
          p(.className("small")) { "“\(part.plan.name)”, \(part.number)" }
        }
      }
      div(.className("row wrap centre")) {
        if part.isHeld {
          action("Back to the plan", icon: .play, .itemStarted(part.item.id))
        } else if let next = part.next {
          let name = name(of: Spot(next.piece, next.section), state.book)
          span(.className("quiet small")) { "Next: \(name)" }
          action(
            "Skip", label: "Skip to \(name)", icon: .forward, id: "practice-skip",
            .itemStarted(next.id))
        }
        action("Leave the plan", icon: .close, .planLeft)
      }
    }
  }

  /// A plan that is due.
  static func planRow(_ plan: PracticePlan, _ state: State) -> Node<Message> {
    let items = state.book.items(of: plan.id)
    return li(.className("list-row")) {
      div {
        strong { plan.name }
        div(.className("quiet small")) { length(items) }
      }
      items.first.map { iconButton(.play, label: "Start “\(plan.name)”", .itemStarted($0.id)) }
    }
  }
}
