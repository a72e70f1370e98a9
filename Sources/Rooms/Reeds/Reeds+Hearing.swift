import Domain
import Ledger
public import Program
public import RoomKit

// A pitch is played rather than typed: the microphone listens until it is steady, and the field has it.
extension Reeds {
  /// What is being listened to, and for which field.
  struct Hearing: Equatable, Sendable {
    let place: RowForm.Place
    let isHertz: Bool
    /// The last readings, in tenths of a cent above the lowest C, or in tenths of a hertz.
    var readings: [Double] = []
    var trouble: String?

    /// About half a second of a steady pitch.
    static let count = 24
    /// How far readings may lie apart, in their tenths.
    static let spread = 100.0

    /// What is heard, once it is steady.
    var steady: Double? {
      guard readings.count == Self.count, let least = readings.min(), let most = readings.max(),
        most - least <= (isHertz ? 15 : Self.spread)
      else { return nil }
      return readings.sorted()[Self.count / 2]
    }
  }

  /// Whether what the microphone hears is wanted here.
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

  /// Takes in what was heard; a pitch that is steady goes into its field.
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
