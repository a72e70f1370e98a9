public import Domain
public import Ledger
import Program
import RoomKit

// Creates, edits, reorders and deletes pieces, sections, goals and plans.
extension Practice {
  public enum GoalMessage: Sendable {
    /// Opens a goal, or a new one.
    case opened(RowID?)
    case amount(String)
    case unit(Goal.Unit)
    case period(Goal.Period)
    case everything
    case score(Bool)
    case rest(Int)
    case saved, removed
  }

  static func change(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let book = state.book
    switch message {
    case .nameTyped(let text): state.newName = text.shortened(to: textLimit)
    case .planTyped(let text): state.planName = text.shortened(to: textLimit)
    case .pieceMade:
      let name = state.newName.trimmingBlanks
      let id = room.newRow()
      state.newName = ""
      return [
        .keep(
          "Add a piece",
          Piece(id, titled: name.utf8.isEmpty ? "Untitled piece" : name).edits(from: nil)),
        .navigate(to: Journal.Place.piece(id).path),
      ]
    case .pieceResting(let id, let isResting):
      guard let old = book.piece(id) else { return [] }
      var piece = old
      piece.isResting = isResting
      return keep(isResting ? "Archive a piece" : "Unarchive a piece", piece.edits(from: old))
    case .pieceRemoved(let id):
      guard let piece = book.piece(id) else { return [] }
      return [
        .keep(
          "Delete “\(piece.title)”", piece.trashing, saying: "“\(piece.title)” is in the trash."),
        .navigate(to: Journal.Place.practice.path),
      ]
    case .sectionMade(let piece):
      let name = state.newName.trimmingBlanks
      state.newName = ""
      let others = book.sections(of: piece)
      return keep(
        "Add a section",
        Section(
          room.newRow(), in: piece, named: name.utf8.isEmpty ? "Section \(others.count + 1)" : name,
          after: others
        ).edits(from: nil))
    case .sectionReviewed(let id, let isOn):
      guard let section = book.section(id) else { return [] }
      let review = isOn ? Review(after: book.played(id)) : nil
      return keep(isOn ? "Turn reviews on" : "Turn reviews off", section.reviewing(review))
    case .sectionRemoved(let id):
      guard let section = book.section(id) else { return [] }
      return keep(
        "Delete “\(section.name)”", section.trashing, saying: "“\(section.name)” is in the trash.")
    case .linked(let link, let piece):
      state.sheet = nil
      return keep(
        piece == nil ? "Unlink “\(link.name)”" : "Link “\(link.name)”",
        link.giving(to: piece))
    case .goal(let message): return change(message, &state, &room)
    case .planOffered:
      state.isPlanning = true
      return [.focus("practice-new-plan")]
    case .planMade:
      let name = state.planName.trimmingBlanks
      let id = room.newRow()
      (state.planName, state.openPlan) = ("", id)
      return keep(
        "Create a plan",
        PracticePlan(id, named: name.utf8.isEmpty ? "Untitled plan" : name, after: book.plans)
          .edits(from: nil)) + [.focus("practice-plan-add")]
    case .planOpened(let id): state.openPlan = id
    case .planRemoved(let id):
      guard let plan = book.plan(id) else { return [] }
      return keep("Delete “\(plan.name)”", plan.trashing, saying: "“\(plan.name)” is in the trash.")
    case .planDay(let id, let weekday):
      guard let old = book.plan(id) else { return [] }
      var plan = old
      plan.weekdays.formSymmetricDifference([weekday])
      return keep("Change the days of “\(plan.name)”", plan.edits(from: old))
    case .planLeft:
      guard let running = state.running else { return [] }
      return leavePlan(running, &state, room) + [.focus("practice-pause")]
    case .itemStarted(let id): return startItem(id, &state, &room)
    case .itemRemoved(let id):
      guard let item = book.items.first(where: { $0.id == id }) else { return [] }
      return keep("Remove a plan item", item.trashing, saying: "Removed from the plan.")
    default: break
    }
    return []
  }

  private static func change(
    _ message: GoalMessage, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    if case .opened(let id) = message {
      let goal = state.book.goal(id)
      state.goal = GoalDraft(goal ?? Goal(room.newRow(), since: room.day), before: goal)
      state.sheet = .goal
      return []
    }
    guard var draft = state.goal else { return [] }
    draft.problem = nil
    switch message {
    case .opened: break
    case .amount(let text): draft.amount = text.shortened(to: textLimit)
    case .unit(let unit): draft.goal.unit = unit
    case .period(let period): draft.goal.period = period
    case .everything: draft.goal.piece = nil
    case .score(let isOn): draft.goal.hasScore = isOn
    case .rest(let weekday): draft.goal.restDays.formSymmetricDifference([weekday])
    case .saved: return save(draft, &state)
    case .removed:
      state.sheet = nil
      return keep("Delete a goal", draft.goal.trashing, saying: "The goal is in the trash.") + [
        .focus("practice-set-goal")
      ]
    }
    state.goal = draft
    return []
  }

  private static func save(_ draft: GoalDraft, _ state: inout State) -> [Effect<Message>] {
    var goal = draft.goal
    guard let amount = (try? Decimal(parsing: draft.amount, places: 0))?.units,
      goal.amounts.contains(amount)
    else {
      state.goal?.problem = amountProblem(goal)
      return [.focus("practice-goal-amount")]
    }
    goal.amount = amount
    state.sheet = nil
    guard let before = draft.before else {
      // The button that opened it may have moved.
      return keep("Set a goal", goal.edits(from: nil), saying: "Goal saved.") + [
        .focus("practice-set-goal")
      ]
    }
    return keep("Edit a goal", goal.edits(from: before), saying: "Goal saved.")
  }

  private static func keep(
    _ label: String, _ edits: [Edit], saying: String? = nil
  ) -> [Effect<Message>] {
    edits.isEmpty ? [] : [.keep(label, edits, saying: saying)]
  }

  // MARK: - Piece picker

  static func open(
    _ sheet: Sheet, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    state.sheet = sheet
    switch sheet {
    case .links:
      state.linkable = PieceLink.all(in: room.data)
      state.pickFind = ""
      return [.focus("practice-pick")]
    case .picker:
      state.pickFind = ""
      return [.focus("practice-pick")]
    case .byHand:
      state.byHand = ByHand()
      state.byHand.day = DayText.text(of: state.today) ?? ""
    default: break
    }
    return []
  }

  static func makePiece(
    for purpose: Purpose, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let title = state.pickFind.trimmingBlanks
    guard !title.utf8.isEmpty else { return [] }
    let piece = Piece(room.newRow(), titled: title)
    state.book.add(piece)
    let picked = pick(purpose, Spot(piece.id), &state, &room)
    state.news = "Now: \(title)."
    return [.keep("Add a piece", piece.edits(from: nil))] + picked
  }

  static func pick(
    _ purpose: Purpose, _ spot: Spot, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    state.sheet = purpose.sheet
    switch purpose {
    case .next: state.next = spot
    case .running: return turn(to: spot, &state, &room)
    case .byHand: state.byHand.spot = spot
    case .turns: return update(&state, .spotAdded(spot))
    case .block(let id, _):
      return change(block: id, "Change the piece", state, room) {
        ($0.piece, $0.section) = (spot.piece, spot.section)
      }
    case .goal: state.goal?.goal.piece = spot.piece
    case .plan(let id):
      var item = PracticePlan.Item(
        room.newRow(), in: id, piece: spot.piece, section: spot.section,
        after: state.book.items(of: id))
      item.minutes = 10
      return keep("Add to the plan", item.edits(from: nil))
    }
    return []
  }
}
