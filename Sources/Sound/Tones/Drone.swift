/// Tones that sound until they are told to stop; each begins, changes and ends without a click.
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

  /// A tone of a drone: its frequency in hertz, and how loud it is beside the others.
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

  /// The loudest that the voices of one chord may be together; two that cross need 3 dB more.
  private static let ceiling = Decibels(-4)
  /// How loud a single voice is.
  private static let usual = 0.4
  /// As many as sound while one chord gives way to another, and a third comes.
  private static let voiceLimit = 24

  private let sampleRate: Double
  private let times: Times
  private var bank: ToneBank
  /// Those that are ready, so that a change of timbre takes no time.
  private var banks: [ToneBank] = []
  private var voices: [Voice] = []

  public init(sampleRate: Int, timbre: Timbre = .organ, times: Times = Times()) {
    self.sampleRate = Double(sampleRate)
    self.times = times
    bank = ToneBank(timbre, sampleRate: Double(sampleRate))
    voices.reserveCapacity(Self.voiceLimit)
  }

  /// Whether nothing is to be heard any more.
  public var isSilent: Bool { voices.isEmpty }

  /// What the next tones sound like; where it is not ready, that takes memory and some milliseconds.
  public mutating func prepare(_ timbre: Timbre) {
    guard timbre != bank.timbre else { return }
    bank = banks.first { $0.timbre == timbre } ?? ToneBank(timbre, sampleRate: sampleRate)
  }

  /// Makes the timbres that have a name ready.
  public mutating func makeReady() {
    banks = Timbre.named.map { ToneBank($0.timbre, sampleRate: sampleRate) }
  }

  /// Sounds these tones instead of what sounds now; no more than ``Chord/sizes`` allows are taken.
  public mutating func play(_ tones: [Tone]) {
    let isChange = !voices.isEmpty
    let length = Int((isChange ? times.change : times.attack) * sampleRate)
    for index in voices.indices { voices[index].fade.go(to: 0, in: length, .equalPower) }
    let count = min(tones.count, Chord.sizes.upperBound)
    if voices.count + count > Self.voiceLimit {
      voices.removeFirst(voices.count + count - Self.voiceLimit)
    }
    var sum = 0.0
    for tone in tones[..<count] {
      sum += tone.level * Self.trim(tone.frequency).amplitude * bank.table(for: tone.frequency).peak
    }
    // All peaks together stay below the ceiling, so that nothing is ever bent to fit.
    let gain = sum > 0 ? min(Self.usual, Self.ceiling.amplitude / sum) : 0
    for tone in tones[..<count] where Self.range.contains(tone.frequency) {
      let table = bank.table(for: tone.frequency)
      var voice = Voice(table, step: tone.frequency / sampleRate / table.periods)
      voice.fade.go(
        to: gain * tone.level * Self.trim(tone.frequency).amplitude, in: length,
        isChange ? .equalPower : .smooth)
      voices.append(voice)
    }
  }

  /// Changes all frequencies by a factor, as when A is tuned otherwise.
  public mutating func retune(by ratio: Double) {
    let length = max(Int(times.glide * sampleRate), 1)
    let growth = Functions.exp2(Functions.log2(ratio) / Double(length))
    for index in voices.indices { voices[index].glide(by: ratio, growth, length) }
  }

  public mutating func stop() {
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

  /// Low tones are heard less: 6 dB more up to 120 Hz, none from 240 Hz on.
  private static func trim(_ frequency: Double) -> Decibels {
    Decibels(6 * min(max(1 - Functions.log2(frequency / 120), 0), 1))
  }
}

/// One tone that sounds.
private struct Voice: Sendable {
  var fade = Fade()
  private let table: ToneTable
  private var phase = 0.0
  /// Turns of the table for each sample, and how that changes until it is there.
  private var step: Double
  private var growth = 1.0
  private var goal: Double
  private let first: Double
  /// How many octaves a voice is tuned away at most from where it began: its table was made for there.
  private static let reach = 0.5
  private var left = 0

  init(_ table: ToneTable, step: Double) {
    self.table = table
    self.step = step
    goal = step
    first = step
  }

  mutating func glide(by ratio: Double, _ growth: Double, _ length: Int) {
    let wished = goal * ratio
    guard abs(Functions.log2(wished / first)) <= Self.reach else { return }
    goal = wished
    // A glide that is under way goes on to the new place.
    self.growth = left == 0 ? growth : Functions.exp2(Functions.log2(goal / step) / Double(length))
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
