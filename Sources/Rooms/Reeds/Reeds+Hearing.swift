import Domain
import Ledger
public import Program
public import RoomKit

// Entering a pitch by playing it: the microphone listens until it is steady, then fills the field.
extension Reeds {
  /// A field that is waiting for a pitch, and the readings so far.
  struct Hearing: Equatable, Sendable {
    let place: RowForm.Place
    let isHertz: Bool
    /// The last readings, in tenths of a cent above the lowest C, or in tenths of a hertz.
    var readings: [Double] = []
    var trouble: String?

    /// About half a second of a steady pitch.
    static let count = 24
    /// The largest allowed spread of the readings, in tenths.
    static let spread = 100.0

    /// The median reading, once it is steady.
    var steady: Double? {
      guard readings.count == Self.count, let least = readings.min(), let most = readings.max(),
        most - least <= (isHertz ? 15 : Self.spread)
      else { return nil }
      return readings.sorted()[Self.count / 2]
    }
  }

  /// Whether a field is waiting for a pitch.
  public static func isHearing(_ state: State) -> Bool { state.hearing != nil }

  static func listen(
    for place: RowForm.Place, _ field: ReedField, _ state: inout State
  ) -> [Effect<Message>] {
    if state.hearing?.place == place { return stopListening(&state) }
    let isHertz = field.content != .pitch
    let wasHearing = state.hearing != nil
    state.hearing = Hearing(place: place, isHertz: isHertz)
    return wasHearing ? [] : [.ask(.hear(true))]
  }

  static func stopListening(_ state: inout State) -> [Effect<Message>] {
    guard state.hearing != nil else { return [] }
    state.hearing = nil
    return [.ask(.hear(false))]
  }

  /// Handles what was heard; a steady pitch goes into its field.
  @export(interface)
  public static func hear(
    _ heard: HeardOfReed?, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard var hearing = state.hearing, let heard else { return [] }
    switch heard {
    case .nothing: hearing.readings = []
    case .trouble(let words): hearing.trouble = words
    case .pitch(let hertz, let cents):
      hearing.trouble = nil
      let reading = hearing.isHertz ? hertz * 10 : (cents + 6_900) * 10
      hearing.readings.append(reading)
      if hearing.readings.count > Hearing.count { hearing.readings.removeFirst() }
    }
    state.hearing = hearing
    guard let steady = hearing.steady else { return [] }
    let value = Value.decimal(units: Int64(steady.rounded()), places: 1)
    return keep(value, in: hearing.place, &state, &room) + stopListening(&state)
  }
}
