internal import Sound

/// The instrument while it is played: the sets, the chord in the controllers, and the transition to it.
///
/// Time advances in fixed steps, and nothing here reads a clock, so the same events give the same picture everywhere:
///
///     performance.take(event)
///     performance.advance(to: microseconds)
///     let scene = fade.scene(of: performance, aspect: 16 / 9)
public struct Performance: Sendable {
  /// Steps per second.
  public static let rate: Int64 = 240

  public internal(set) var sets: [Chordset]
  /// The place of the set in the hand.
  public internal(set) var setIndex: Int
  /// The chord in the controllers.
  public internal(set) var live: Chord
  /// The selector recalled last; `nil` once a controller has been moved.
  public internal(set) var recalled: Int?
  public internal(set) var shift = Shift.up
  public internal(set) var isBlack = false
  public internal(set) var isFrozen = false
  public internal(set) var brightness = 1.0
  /// In seconds.
  public internal(set) var glide = 0.0
  public internal(set) var limit = FlashLevel.safe
  public let gamut: Gamut

  /// How many steps have passed.
  public internal(set) var step: Int64 = 0
  /// The live chord after the controllers' glide.
  var glided: Chord
  /// What the picture is changing from, and how.
  var transition: Transition?
  /// The fingers on selectors, in order of arrival.
  var hands: [Hand] = []
  /// When the latest chords came, in steps: many in a row become fades.
  var comings: [Int64] = []
  /// How much light is let through, for blackouts.
  var curtain = 1.0
  /// The frozen look.
  var frozen: Look?
  var taps: [Int64] = []
  /// The random generator.
  var chance: Chance
  var shiftSources: [LightEvent.Source] = []
  /// Fingers that have stored and are not lifted yet.
  var storing: [LightEvent.Source] = []
  /// The player's actions to save, since they were last taken.
  var doings: [Doing] = []

  public enum Shift: UInt8, Hashable, Sendable {
    case up, held, locked
    /// On until one chord is stored or the set is copied.
    case latched
  }

  /// An action that changes what is saved.
  public enum Doing: Hashable, Sendable {
    /// A chord of the set in the hand was replaced by the live one; `before` is the old one.
    case stored(chord: Int, before: Chord)
    /// The set in the hand is to be copied, before or after itself.
    case copied(isAfter: Bool)
    /// The set in the hand has another tempo, or another mode.
    case tempo, mode
    case chose(set: Int)
  }

  struct Transition: Hashable, Sendable {
    let from: Look
    let began: Int64
    let length: Int64
    let ease: Ease
  }

  /// A finger or key on a selector.
  struct Hand: Hashable, Sendable {
    let source: LightEvent.Source
    var chord: Int
    var height: Double
    let came: Int64
    /// Whether it slid over from another selector.
    var hasSlid = false
    /// What was in the controllers before.
    let before: Chord
    let wasRecalled: Int?
  }

  /// A performance of these sets, or of a new one if there are none.
  public init(
    sets: [Chordset], gamut: Gamut = .sRGB, live: Chord? = nil, seed: UInt64 = 1
  ) {
    let sets = sets.isEmpty ? [Chordset(title: "New")] : sets
    let live = live ?? sets[0][0]
    (self.sets, setIndex) = (sets, 0)
    (self.live, glided) = (live, live)
    self.gamut = gamut
    chance = Chance(seed: seed)
  }

  /// The set in the hand.
  public var set: Chordset { sets[setIndex] }

  /// How many fingers and keys hold something.
  public var heldCount: Int { hands.count + shiftSources.count + storing.count }

  /// The player's actions to save; each is returned once.
  public mutating func takeDoings() -> [Doing] {
    defer { doings = [] }
    return doings
  }

  // MARK: - Time

  /// Advances to a time in millionths of a second, never back. After a long sleep it skips most of it.
  public mutating func advance(to time: Int64) {
    let target = Self.step(at: time)
    if target - step > 10 * Self.rate { step = target - 10 * Self.rate }
    while step < target { tick() }
  }

  static func step(at time: Int64) -> Int64 {
    let time = min(max(time, 0), 1 << 52)
    return time / 1_000_000 * rate + time % 1_000_000 * rate / 1_000_000
  }

  private mutating func tick() {
    step += 1
    if glided != live { glideOn() }
    let wanted = isBlack ? 0.0 : 1.0
    // From light to dark, and back, in 0.4 seconds.
    let most = 1 / (0.4 * Double(Self.rate))
    curtain += min(max(wanted - curtain, -most), most)
    if let transition, step >= transition.began + transition.length { self.transition = nil }
  }

  private mutating func glideOn() {
    guard glide > 0 else {
      glided = live
      return
    }
    // In a seventh of the glide the difference shrinks to 1/e: after all of it, a thousandth is left.
    let part = 1 - Functions.exp2(-7 / (glide * Double(Self.rate) * 0.693_147_180_56))
    var next = live
    for parameter in Parameter.all where parameter.curve != .steps {
      let (from, to) = (glided[parameter], live[parameter])
      let way = parameter.way(from: from, to: to)
      let isThere = abs(way) < 0.000_1 * (parameter.range.upperBound - parameter.range.lowerBound)
      guard !isThere else { continue }
      next[parameter] = from + way * part
      // A step too small for the value's precision ends the glide.
      if next[parameter] == from { next[parameter] = to }
    }
    glided = next
  }

  // MARK: - The look

  /// What is visible now.
  public var look: Look {
    if let frozen { return frozen }
    let wanted = self.wanted
    guard let transition else { return wanted }
    let part = Double(step - transition.began) / Double(transition.length)
    return .mix(transition.from, wanted, transition.ease.done(part))
  }

  /// The overall brightness, with blackouts.
  public var light: Double { brightness * curtain }

  /// Where the picture is going: two selectors under two fingers are mixed by how high the fingers are.
  private var wanted: Look {
    if hands.count >= 2 {
      let (one, other) = (hands[hands.count - 2], hands[hands.count - 1])
      let sum = one.height + other.height
      let part = sum > 0.000_001 ? other.height / sum : 0.5
      return .mix(look(of: set[one.chord]), look(of: set[other.chord]), part)
    }
    return look(of: glided)
  }

  func look(of chord: Chord) -> Look { Look(chord, mode: set.mode, gamut: gamut) }
}
