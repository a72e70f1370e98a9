import Domain
import Ledger
public import Markup
import Program
import RoomKit
import Sound

// Playing a take without opening its page: in the list, from a toast, and then in the dock of every room.
extension Takes {
  /// The take that is playing.
  struct Hearing: Sendable {
    let take: RowID
    /// The playback position, in frames of the audible part.
    var place: Int64 = 0
  }

  /// The id of the button that stops it, in the list or the dock.
  private static let stopID = "take-stop"

  /// Plays a take instead of any other, or stops it.
  static func hearOrStop(
    _ id: RowID, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    if state.hearing?.take == id { return hush(&state) + [.focus("heading")] }
    guard let take = state.take(id) else { return [] }
    // What was just recorded may not be on the list of files yet.
    let recorded = take.state == .recorded ? TakeFiles.recording(id) : nil
    guard let file = state.shelf.file(of: take) ?? recorded else {
      return [.toast("Its audio isn’t on this device.")]
    }
    TakePage.hush(&state)
    state.hearing = Hearing(take: id)
    state.playedFile = file
    return [
      .playTake(
        file, of: room.space, ReplayRequest(take.heard, from: 0).message, as: TakePage.replay
      ) { .told(id, $0) },
      .focus(stopID),
    ]
  }

  /// Stops the take that is playing, with or without its page.
  static func hush(_ state: inout State) -> [Effect<Message>] {
    guard state.isPlaying else { return [] }
    state.hearing = nil
    TakePage.hush(&state)
    return [.stop(TakePage.replay)]
  }

  static func hear(
    _ id: RowID, _ event: ReplayEvent, _ state: inout State
  ) -> [Effect<Message>] {
    guard state.hearing?.take == id else { return [] }
    switch event {
    case .began: break
    case .at(_, _, isOver: true): return hush(&state)
    case .at(let frame, _, _):
      if let place = Int64(exactly: frame.rounded()) { state.hearing?.place = place }
    case .failed(let reason): return hush(&state) + [.toast(TakePage.words(reason))]
    }
    return []
  }

  // MARK: - View

  /// The button that plays a take or stops it; `nil` if its audio is not here.
  static func playButton(_ take: Take, _ state: State) -> Node<Message>? {
    let isOn = state.hearing?.take == take.id
    guard isOn || state.shelf.file(of: take) != nil else { return nil }
    return button(
      .type("button"), .id(isOn ? stopID : nil), .className(isOn ? "round primary" : "round"),
      .label(isOn ? "Stop “\(take.name)”" : "Play “\(take.name)”"), .onClick(.playTapped(take.id))
    ) { (isOn ? Icon.stop : .play).view() }
  }

  /// How far it has played, as a clock and from 0 to 1; `nil` unless it is playing.
  static func progress(of take: Take, _ state: State) -> (clock: String, share: Double)? {
    guard let hearing = state.hearing, hearing.take == take.id else { return nil }
    let share = Double(hearing.place) / Double(max(take.heard.frames, 1))
    return (TakePage.seconds(hearing.place, take), min(share, 1))
  }

  /// The take that is playing, unless the page shows it in the list.
  @export(interface)
  public static func dockRow(_ state: State, at place: Journal.Place?) -> Node<Message>? {
    guard let hearing = state.hearing, let take = state.take(hearing.take),
      let progress = progress(of: take, state),
      place != .takes || !state.shown.prefix(state.list.limit).contains(where: { $0.id == take.id })
    else { return nil }
    return RoomKit.dockRow("hearing", label: "Take playing") {
      a(.href(Journal.Place.take(take.id).path)) {
        strong(.className("figure")) { progress.clock }
        span { take.name }
      }
      playButton(take, state)
    }
  }
}
