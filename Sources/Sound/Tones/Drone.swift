/// Tones that sound until stopped; each starts, changes and ends without a click.
public struct Drone: Sendable {
  /// How long changes take, in seconds.
  public struct Times: Hashable, Sendable {
    public var attack = 0.3
    public var release = 0.4
    /// From one chord to another.
    public var change = 0.08
    /// From one tuning to another.
    public var glide = 0.05

    public init() {}
  }

  /// How slowly a drone starts and ends, in seconds.
  public struct Fades: Hashable, Sendable {
    public let attack: Double
    public let release: Double

    /// From a soft touch to a swell.
    public static let range = 0.05...3.0

    /// Clamps the times to ``range``.
    public init(attack: Double = Times().attack, release: Double = Times().release) {
      self.attack = min(max(attack, Self.range.lowerBound), Self.range.upperBound)
      self.release = min(max(release, Self.range.lowerBound), Self.range.upperBound)
    }
  }

  /// A tone of a drone: its frequency in hertz, and its level relative to the others.
  public struct Tone: Hashable, Sendable {
    public var frequency: Double
    public var level: Double

    public init(frequency: Double, level: Double = 1) {
      self.frequency = frequency
      self.level = level
    }
  }

  /// The frequencies that can sound, in hertz.
  public static let range = 16.0...12_000

  /// The maximum total level of the voices of one chord; two crossfading chords need 3 dB more.
  private static let ceiling = Decibels(-4)
  /// The level of a single voice.
  private static let usual = 0.4
  /// Enough for six chords in a row while the first still fades, with each voice a pair.
  private static let voiceLimit = 96
  /// How far a chorus may spread a pair of voices to either side, in cents.
  public static let chorus = 0.0...3.0
  /// How many octaves voices may be retuned from where they started: their tables were made for that pitch, and
  /// aliasing at this limit is at the very top.
  private static let reach = 0.15

  private let sampleRate: Double
  private var times: Times
  private var bank: ToneBank
  /// Timbres that are ready, so that changing takes no time.
  private var banks: [ToneBank] = []
  private var voices: [Voice] = []
  /// The requested tones in their present tuning, and how far they were retuned since they started.
  private var tones: [Tone] = []
  private var chorus = Cents.zero
  private var retuned = 1.0

  public init(sampleRate: Int, timbre: Timbre = .organ, times: Times = Times()) {
    self.sampleRate = Double(sampleRate)
    self.times = times
    bank = ToneBank(timbre, sampleRate: Double(sampleRate))
    voices.reserveCapacity(Self.voiceLimit)
    tones.reserveCapacity(Chord.sizes.upperBound)
  }

  /// Whether nothing is sounding any more.
  public var isSilent: Bool { voices.isEmpty }

  /// Sets the timbre of the next tones; if it is not ready, its tables are made as needed.
  public mutating func prepare(_ timbre: Timbre) {
    guard timbre != bank.timbre else { return }
    bank = banks.first { $0.timbre == timbre } ?? ToneBank(timbre, like: bank)
  }

  /// Prepares all named timbres.
  public mutating func makeReady() {
    banks = Timbre.named.map { ToneBank($0.timbre, like: bank) }
    for index in banks.indices { banks[index].makeReady() }
    bank.makeReady()
  }

  /// Plays these tones instead of the present ones, as far as they are audible; at most as many as
  /// ``Chord/sizes`` allows.
  ///
  /// - Parameter chorus: how far to either side of each tone two voices sound instead of one. Nobody can tell
  ///   their beats from the player's own, so it must be 0 wherever a drone is for tuning.
  public mutating func play(_ tones: [Tone], chorus: Cents = .zero) {
    self.tones.removeAll(keepingCapacity: true)
    self.tones.append(contentsOf: tones.prefix(Chord.sizes.upperBound))
    let limits = Self.chorus
    self.chorus = Cents(min(max(chorus.value, limits.lowerBound), limits.upperBound))
    begin()
  }

  /// Sets how slowly tones start and end from now on.
  public mutating func fade(_ fades: Fades) {
    (times.attack, times.release) = (fades.attack, fades.release)
  }

  private mutating func begin() {
    // Tones requested within the same block never started.
    voices.removeAll { $0.fade.level == 0 }
    let isChange = !voices.isEmpty
    let length = Int((isChange ? times.change : times.attack) * sampleRate)
    let old = voices.count
    var sum = 0.0
    for tone in tones where canSound(tone.frequency) {
      sum += tone.level * Self.trim(tone.frequency).amplitude * bank.table(for: tone.frequency).peak
    }
    // All peaks of a chord stay below the ceiling, so that nothing is ever distorted; chords that follow each
    // other faster than they fade are left to the limiter.
    let gain = sum > 0 ? min(Self.usual, Self.ceiling.amplitude / sum) : 0
    let pair = chorus.value > 0 ? 2 : 1
    for tone in tones where canSound(tone.frequency) {
      let table = bank.table(for: tone.frequency)
      let level = gain * tone.level * Self.trim(tone.frequency).amplitude / Double(pair)
      for side in 0..<pair {
        // One above and one below, if there are two.
        let offset = pair == 1 ? Cents.zero : Cents(chorus.value * Double(2 * side - 1))
        var voice = Voice(table, step: tone.frequency * offset.ratio / sampleRate / table.periods)
        var shape = isChange ? Fade.Shape.equalPower : .smooth
        if let same = voices[..<old].firstIndex(where: { isSame($0, voice) }) {
          // The two are in phase: their amplitudes add up.
          voice.follow(voices[same])
          shape = .smooth
          voices[same].fade.go(to: 0, in: length, shape)
        }
        voice.fade.go(to: level, in: length, shape)
        voices.append(voice)
      }
    }
    for index in 0..<old where voices[index].fade.target > 0 {
      voices[index].fade.go(to: 0, in: length, .equalPower)
    }
    while voices.count > Self.voiceLimit { removeQuietest() }
    retuned = 1
  }

  /// Whether a voice continues as another: they stay in phase while they crossfade.
  private func isSame(_ old: Voice, _ new: Voice) -> Bool {
    old.fade.target > 0 && abs(old.frequency - new.frequency) * sampleRate * times.change < 0.1
  }

  private mutating func removeQuietest() {
    var quietest = 0
    for index in voices.indices where voices[index].fade.target == 0 {
      if voices[quietest].fade.target > 0 || voices[index].fade.level < voices[quietest].fade.level
      {
        quietest = index
      }
    }
    voices.remove(at: quietest)
  }

  private func canSound(_ frequency: Double) -> Bool {
    Self.range.contains(frequency) && frequency <= sampleRate * ToneBank.highest
  }

  /// Multiplies all frequencies by a factor, as when A is retuned; a tone that leaves the audible range is
  /// silent until it returns.
  public mutating func retune(by ratio: Double) {
    var isBegun = false
    for index in tones.indices {
      let before = canSound(tones[index].frequency)
      tones[index].frequency *= ratio
      if canSound(tones[index].frequency) != before { isBegun = true }
    }
    retuned *= ratio
    let length = max(Int(times.glide * sampleRate), 1)
    for index in voices.indices { voices[index].glide(by: ratio, in: length) }
    // Further away, other tables are needed.
    if isBegun || abs(Functions.log2(retuned)) > Self.reach { begin() }
  }

  public mutating func stop() {
    tones.removeAll(keepingCapacity: true)
    let length = Int(times.release * sampleRate)
    for index in voices.indices { voices[index].fade.go(to: 0, in: length) }
  }

  /// The next sample.
  public mutating func next() -> Float {
    var sum = 0.0
    var isOver = false
    for index in voices.indices {
      sum += voices[index].next()
      isOver = isOver || voices[index].fade.isSilent
    }
    if isOver { voices.removeAll { $0.fade.isSilent } }
    return Float(sum)
  }

  /// Low tones are harder to hear: 6 dB more up to 120 Hz, none from 240 Hz on.
  private static func trim(_ frequency: Double) -> Decibels {
    Decibels(6 * min(max(1 - Functions.log2(frequency / 120), 0), 1))
  }
}

/// One sounding voice.
private struct Voice: Sendable {
  var fade = Fade()
  private let table: ToneTable
  private var phase = 0.0
  /// Turns of the table per sample, and how that changes until the glide ends.
  private var step: Double
  private var growth = 1.0
  private var goal: Double
  private var left = 0

  init(_ table: ToneTable, step: Double) {
    self.table = table
    self.step = step
    goal = step
  }

  /// Turns of the note per sample, once a glide is over.
  var frequency: Double { goal * table.periods }

  /// Continues from another voice's phase and glide.
  mutating func follow(_ other: Voice) {
    let ratio = other.table.periods / table.periods
    let place = other.phase * ratio
    phase = place < 1 ? place : place - 1
    (step, growth, left) = (other.step * ratio, other.growth, other.left)
  }

  /// Redirects a glide that is under way.
  mutating func glide(by ratio: Double, in length: Int) {
    goal *= ratio
    growth = Functions.exp2(Functions.log2(goal / step) / Double(length))
    left = length
  }

  mutating func next() -> Double {
    let sample = Double(table.sample(at: phase)) * fade.next()
    phase += step
    if phase >= 1 { phase -= 1 }
    if left > 0 {
      left -= 1
      step = left == 0 ? goal : step * growth
    }
    return sample
  }
}
