import Foundation
import Testing

@testable import Sound

@Suite struct DroneTests {
  private func sound(
    _ frequencies: [Double], _ timbre: Timbre, seconds: Double, rate: Int = 48_000
  ) -> [Double] {
    var drone = Drone(sampleRate: rate, timbre: timbre)
    drone.play(frequencies.map { Drone.Tone(frequency: $0) })
    return (0..<Int(seconds * Double(rate))).map { _ in Double(drone.next()) }
  }

  /// The power of a frequency in a part of a sound, exactly there.
  private func power(_ sound: ArraySlice<Double>, _ frequency: Double, _ rate: Double) -> Double {
    let count = Double(sound.count)
    var (x, y) = (0.0, 0.0)
    for (index, sample) in sound.enumerated() {
      let window = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / count)
      let turns = frequency * Double(index) / rate
      x += sample * window * cos(2 * .pi * turns)
      y += sample * window * sin(2 * .pi * turns)
    }
    return (x * x + y * y) * 16 / (count * count)
  }

  @Test(arguments: [440.0, 493.883, 32.703])
  func aToneHasItsFrequency(frequency: Double) {
    // Two places a second apart: the phase between them tells the frequency.
    let sound = sound([frequency], .pure, seconds: 3)
    func phase(_ start: Int) -> Double {
      var (x, y) = (0.0, 0.0)
      for index in 0..<24_000 {
        let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / 24_000)
        let turns = frequency * Double(start + index) / 48_000
        x += sound[start + index] * window * cos(2 * .pi * turns)
        y -= sound[start + index] * window * sin(2 * .pi * turns)
      }
      return atan2(y, x) / (2 * .pi)
    }
    let change = phase(96_000) - phase(48_000)
    let cents = abs(change - change.rounded()) / frequency * 1_731
    #expect(cents < 0.001)
  }

  @Test func beginsAndEndsWithoutAStep() {
    var drone = Drone(sampleRate: 48_000, timbre: .reed)
    drone.play([Drone.Tone(frequency: 220)])
    var sound: [Float] = []
    for index in 0..<96_000 {
      if index == 30_000 { drone.play([Drone.Tone(frequency: 330)]) }
      if index == 45_000 { drone.retune(by: 442.0 / 440) }
      if index == 60_000 { drone.stop() }
      sound.append(drone.next())
    }
    #expect(sound[0] == 0 || abs(sound[0]) < 1e-6)
    #expect(drone.isSilent)
    #expect(sound[80_000...].allSatisfy { $0 == 0 })
    #expect(sound.allSatisfy { abs($0) < 0.892 })
    // A steady reed's own steepest step, and no more than half as much again anywhere.
    let steps = zip(sound.dropFirst(), sound).map { abs($0 - $1) }
    let own = steps[20_000..<29_000].max() ?? 0
    #expect((steps.max() ?? 0) < own * 2)
  }

  @Test func aChordThatNeverBeganLeavesNoTrace() {
    func sound(_ chords: [Double]) -> [Float] {
      var drone = Drone(sampleRate: 48_000)
      for frequency in chords { drone.play([Drone.Tone(frequency: frequency)]) }
      return (0..<24_000).map { _ in drone.next() }
    }
    #expect(sound([220, 330]) == sound([330]))
  }

  /// The strongest that any 5 ms have above `lowest` hertz, in dBFS.
  private func rest(of sound: [Double], above lowest: Double) -> Double {
    let size = 256
    var transform = RealTransform(size: size)
    // Blackman and Harris's window: what is beside its lines is below −92 dB.
    let window = (0..<size).map { index in
      let turn = 2 * .pi * (Double(index) + 0.5) / Double(size)
      return 0.35875 - 0.48829 * cos(turn) + 0.14128 * cos(2 * turn) - 0.01168 * cos(3 * turn)
    }
    let scale = 4 / pow(window.reduce(0, +), 2)
    var worst = 0.0
    for start in stride(from: 0, through: sound.count - size, by: size / 2) {
      transform.transform(zip(sound[start...], window).map { $0 * $1 })
      let first = Int(lowest / 48_000 * Double(size)) + 4
      worst = max(worst, (first...size / 2).reduce(0) { $0 + transform.power($1) } * scale)
    }
    return 10 * log10(worst)
  }

  @Test(arguments: [(Timbre.pure, 1.0), (.reed, 20)])
  func changesAreHeardAsNoClicks(timbre: Timbre, partials: Double) {
    var drone = Drone(sampleRate: 48_000, timbre: timbre)
    drone.play([Drone.Tone(frequency: 220)])
    let sound = (0..<120_000).map { index in
      switch index {
      case 30_000: drone.play([Drone.Tone(frequency: 330)])
      case 45_000: drone.retune(by: 442.0 / 440)
      case 60_000: drone.retune(by: 1.25)
      case 75_000: drone.play([Drone.Tone(frequency: 220)], chorus: Cents(2))
      case 90_000: drone.stop()
      default: break
      }
      return Double(drone.next())
    }
    let rest = rest(of: sound, above: partials * 330 * 442 / 440 * 1.25)
    print("\(timbre), begun, changed, retuned and stopped: \(rest) dBFS beside its partials")
    #expect(rest <= -80)
    #expect(drone.isSilent)
  }

  /// As when a drawbar is dragged, or a key repeats.
  @Test(arguments: [0, 480, 960, 1_440])
  func chordsThatFollowEachOtherAreHeardAsNoClicks(spacing: Int) {
    var drone = Drone(sampleRate: 48_000, timbre: .pure)
    var sound: [Double] = []
    for change in 0..<12 {
      drone.play(
        (0..<8).map { Drone.Tone(frequency: (200 + 7 * Double(change)) * Double(4 + $0) / 4) },
        chorus: Cents(2))
      sound += (0..<spacing).map { _ in Double(drone.next()) }
    }
    sound += (0..<24_000).map { _ in Double(drone.next()) }
    #expect(rest(of: sound, above: 900) <= -50)
    #expect(sound.suffix(8_000).contains { abs($0) > 0.05 })
  }

  @Test func whatGoesOnKeepsItsPlace() {
    var drone = Drone(sampleRate: 48_000, timbre: .pure)
    drone.play([Drone.Tone(frequency: 440)])
    var sound: [Double] = []
    for index in 0..<96_000 {
      // The same tone again, and a tuning that wanders as far as other tables.
      if index == 20_000 { drone.play([Drone.Tone(frequency: 440)]) }
      if index > 30_000, index % 400 == 0 { drone.retune(by: 1.002) }
      sound.append(Double(drone.next()))
    }
    let loudness = stride(from: 18_000, to: 96_000, by: 240).map { start in
      sound[start..<start + 240].map(abs).max() ?? 0
    }
    #expect((loudness.min() ?? 0) > 0.9 * (loudness.max() ?? 1))
  }

  @Test func aChorusIsAPair() {
    var drone = Drone(sampleRate: 48_000, timbre: .pure)
    drone.play([Drone.Tone(frequency: 440)], chorus: Cents(3))
    let sound = (0..<240_000).map { _ in Double(drone.next()) }
    // Two voices 6 cents apart beat 1.525 times a second.
    let loudness = stride(from: 48_000, to: 240_000, by: 480).map { start in
      sound[start..<start + 480].map(abs).max() ?? 0
    }
    let quiet = loudness.indices.dropFirst().dropLast().filter {
      loudness[$0] < loudness[$0 - 1] && loudness[$0] <= loudness[$0 + 1] && loudness[$0] < 0.05
    }
    #expect((5...7).contains(quiet.count))
  }

  @Test func chordsAreExact() throws {
    let chord = try #require(Chord([.ratio(1, 1), .ratio(5, 4), .ratio(3, 2)]))
    let found = chord.frequencies(on: Note(57), .standard)
    #expect(abs(found[2] / found[0] - 1.5) < 1e-15)
    #expect(abs(found[1] / found[0] - 1.25) < 1e-15)
    let tempered = try #require(Chord([.semitones(0), .semitones(7)]))
    let fifth = tempered.frequencies(on: Note(57), .standard)
    #expect(abs(fifth[1] / fifth[0] - exp2(7.0 / 12)) < 1e-12)
    #expect(Chord([]) == nil)
    #expect(Chord([.ratio(9, 1)]) == nil)
    #expect(Chord([Chord.Interval](repeating: .ratio(1, 1), count: 9)) == nil)
  }

  @Test func aTriangleHasOddPartialsThatFallByTheSquare() {
    let sound = sound([220], .triangle, seconds: 2)
    let steady = sound[48_000..<96_000]
    let root = power(steady, 220, 48_000)
    for number in 2...9 {
      let partial = power(steady, 220 * Double(number), 48_000) / root
      let expected = number % 2 == 0 ? 0 : 1 / pow(Double(number), 4)
      #expect(abs(partial - expected) < 1e-6, "partial \(number): \(partial)")
    }
  }

  /// The highest notes have as many partials as fit below what the rate can hold, and nothing folds back.
  @Test func aTriangleDoesNotFoldBack() {
    let sound = sound([4_186], .triangle, seconds: 1)
    let steady = sound[24_000..<48_000]
    let root = power(steady, 4_186, 48_000)
    // The partials 7 and 9 would come back here.
    for folded in [48_000 - 7 * 4_186.0, 48_000 - 9 * 4_186.0] {
      #expect(10 * log10(power(steady, folded, 48_000) / root) < -100)
    }
  }

  @Test(arguments: [(0.05, 0.05), (0.3, 0.4), (3.0, 2.0)])
  func fadesTakeAsLongAsTheyAreAsked(attack: Double, release: Double) {
    var drone = Drone(sampleRate: 48_000, timbre: .pure)
    drone.fade(Drone.Fades(attack: attack, release: release))
    drone.play([Drone.Tone(frequency: 480)])
    // The loudest of each 5 ms, which is half a turn and more.
    func loudness(_ seconds: Double) -> [Float] {
      (0..<Int(seconds * 200)).map { _ in
        (0..<240).reduce(Float(0)) { loudest, _ in max(loudest, abs(drone.next())) }
      }
    }
    let rising = loudness(attack)
    let steady = loudness(0.1).max() ?? 0
    #expect(abs(steady - 0.4) < 1e-3)
    // Half a cosine is half way up in the middle, and rises all the time.
    #expect(abs(rising[rising.count / 2] / steady - 0.5) < 0.15)
    #expect(zip(rising, rising.dropFirst()).allSatisfy { $0 <= $1 + 1e-3 })
    drone.stop()
    let falling = loudness(release)
    #expect(abs(falling[falling.count / 2] / steady - 0.5) < 0.15)
    #expect((falling.last ?? 1) < 0.01)
    #expect(loudness(0.01).allSatisfy { $0 == 0 })
    #expect(drone.isSilent)
  }

  @Test func fadesStayWithinTheirRange() {
    #expect(Drone.Fades(attack: 0, release: 60) == Drone.Fades(attack: 0.05, release: 3))
    #expect(Drone.Fades() == Drone.Fades(attack: 0.3, release: 0.4))
  }

  @Test(arguments: [
    ("0", [Chord.Interval.semitones(0)], "0"),
    ("0 4 7", [.semitones(0), .semitones(4), .semitones(7)], "0 4 7"),
    (" -12, 0,+7 ", [.semitones(-12), .semitones(0), .semitones(7)], "-12 0 7"),
    ("1:1 5/4 3:2", [.ratio(1, 1), .ratio(5, 4), .ratio(3, 2)], "1:1 5:4 3:2"),
    ("−5", [.semitones(-5)], "-5"),
  ])
  func chordsAreRead(text: String, intervals: [Chord.Interval], again: String) throws {
    let chord = try Chord(parsing: text)
    #expect(chord.intervals == intervals)
    #expect(chord.text == again)
    #expect(try Chord(parsing: chord.text) == chord)
  }

  @Test(arguments: [
    ("", ChordError.empty), (" , ", .empty), ("0 x", .notAnInterval(2)), ("3:", .notAnInterval(1)),
    ("-3:2", .notAnInterval(1)), ("0 7th", .notAnInterval(2)), ("37", .tooFar(1)),
    ("0 9:1", .tooFar(2)), ("3:0", .tooFar(1)), ("999999999999999999", .tooFar(1)),
    ("0 0 0 0 0 0 0 0 0", .tooMany),
  ])
  func whatIsNoChordIsToldWhere(text: String, error: ChordError) {
    #expect(throws: error) { try Chord(parsing: text) }
  }

  @Test func aDroneKnowsItsOwnSound() {
    let a = [Drone.Tone(frequency: 220)]
    // Itself, a little out, and octaves.
    for ratio in [1, 1.02, 0.98, 2, 0.5, 4] { #expect(Timbre.pure.sounds(220 * ratio, in: a)) }
    for ratio in [1.05, 1.5, 1.25, 2.1] { #expect(!Timbre.reed.sounds(220 * ratio, in: a)) }
    // A pure tone has no twelfth, a reed has.
    #expect(!Timbre.pure.sounds(660, in: a))
    #expect(Timbre.reed.sounds(660, in: a))
    #expect(!Timbre.drawbars([0, 0, 8, 0, 0, 0, 0, 0, 0]).sounds(660, in: a))
    // A chord may be heard as a note far below it; a lone tone may not.
    let twelfth = [Drone.Tone(frequency: 440), Drone.Tone(frequency: 733.3)]
    #expect(Timbre.pure.sounds(146.7, in: twelfth))
    #expect(!Timbre.pure.sounds(146.7, in: [twelfth[0]]))
    #expect(!Timbre.pure.sounds(190, in: twelfth))
    #expect(!Timbre.pure.sounds(220, in: []))
  }

  @Test func eightVoicesStayBelowTheTop() {
    let frequencies = (0..<8).map { 110 * Double($0 + 1) }
    for timbre in Timbre.named.map(\.timbre) + [.drawbars([8, 8, 8, 8, 8, 8, 8, 8, 8])] {
      let sound = sound(frequencies, timbre, seconds: 1)
      #expect(sound.allSatisfy { abs($0) < 0.892 })
      var pairs = Drone(sampleRate: 48_000, timbre: timbre)
      pairs.play(frequencies.map { Drone.Tone(frequency: $0) }, chorus: Cents(3))
      #expect((0..<48_000).allSatisfy { _ in abs(pairs.next()) < 0.892 })
      #expect(sound.contains { abs($0) > 0.1 })
    }
  }
}
