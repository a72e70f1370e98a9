import Domain
import Ledger
import Markup
import Program
import RoomKit

// Which reed a session was played on, and how it was: one tap each.
extension Practice {
  /// The day's last chosen reed, if still playable: it is the default for the rest of the day.
  static func reed(of day: Int64, _ book: PracticeBook, _ data: Replica) -> RowID? {
    guard let reed = book.blocks.last(where: { $0.day == day && $0.reed != nil })?.reed,
      let row = data[reed], row.life == .alive, Reed(row).stage.isPlayable
    else { return nil }
    return reed
  }

  static func choose(
    _ reed: RowID?, for session: RowID, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    var edits: [Edit] = []
    for old in state.book.blocks(of: session) {
      var block = old
      block.reed = reed
      edits += block.edits(from: old, zoneMinutes: room.zoneMinutes)
    }
    (state.reedTest, state.reedRating) = (nil, 0)
    return edits.isEmpty ? [] : [.keep("Choose the reed", edits)]
  }

  /// Saves a rating as a test of the reed: 1 to 5 become a success of 2 to 10.
  static func rate(
    reed: RowID, _ rating: Int, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    state.reedRating = rating
    let id = state.reedTest ?? room.newRow()
    var edits = [Edit(id, .reedTest, ReedTest.successField, .int(Int64(rating) * 2))]
    if state.reedTest == nil {
      let test = ReedTest(id, of: reed, day: room.day, made: room.milliseconds)
      edits = test.edits(from: nil, zoneMinutes: room.zoneMinutes) + edits
      state.reedTest = id
    }
    return [.keep("Rate the reed", edits)]
  }

  private static let reedRatings = ["Poor", "Weak", "Fine", "Good", "Great"]

  /// Offers all reeds that can be played, not only the likely ones.
  static func offerAllReeds(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    let shown = state.reeds.map { $0.id }
    state.reeds = LikelyReeds.all(
      in: room.data, upTo: .max,
      with: state.after.map { state.book.blocks(of: $0) }?.compactMap { $0.reed }.last)
    state.hasMoreReeds = false
    return state.reeds.first { !shown.contains($0.id) }.map { [.focus(reedID($0.id))] } ?? []
  }

  private static func reedID(_ reed: RowID) -> String { "after-\(reed.bits.hex)" }

  static func reedChips(_ session: PractisedSession, _ state: State) -> Node<Message> {
    let chosen = state.book.blocks(of: session.id).compactMap { $0.reed }.last
    return div(.className("stack practice-rating"), .role("group"), .label("Which reed?")) {
      p(.className("small")) { "Which reed?" }
      div(.className("chips")) {
        for reed in state.reeds {
          button(
            .type("button"), .id(reedID(reed.id)),
            .className(reed.id == chosen ? "chip on" : "chip"), .pressed(reed.id == chosen),
            .onClick(.reedChosen(session.id, reed.id))
          ) {
            span(
              .className("thread"),
              reed.colour.map { .style("background", ThreadColour.hex($0)) } ?? .none)
            reed.name
          }.keyed(reed.id.key)
        }
        chip("None", isOn: chosen == nil, .reedChosen(session.id, nil))
        if state.hasMoreReeds { action("More …", style: .quiet, .allReedsAsked) }
      }
      if let chosen {
        p(.className("small")) { "How was the reed?" }
        div(.className("chips"), .role("group"), .label("How was the reed?")) {
          for (place, word) in reedRatings.enumerated() {
            chip(
              "\(place + 1) \(word)", isOn: state.reedRating == place + 1,
              .reedRated(chosen, place + 1))
          }
        }
      }
    }
  }
}
