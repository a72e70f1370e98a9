import Foundation
import Testing

@testable import Sound

/// What moves in a sound: vibrato, and where notes begin.
@Suite struct MovementTests {
  /// A tone of six partials whose pitch is so many cents from `frequency` at a time.
  private func tone(
    _ frequency: Double, seconds: Double, cents: (Double) -> Double
  ) -> [Float] {
    var phase = 0.0
    return (0..<Int(seconds * 48_000)).map { index in
      phase += frequency * exp2(cents(Double(index) / 48_000) / 1_200) / 48_000
      let sample = (1...6).reduce(0.0) { $0 + sin(2 * .pi * phase * Double($1)) / Double($1) }
      return Float(sample * 0.2)
    }
  }

  private func vibrato(_ samples: [Float], _ mode: PitchMode = .raw) -> Vibrato? {
    var tracker = PitchTracker(sampleRate: 48_000, mode: mode)
    for sample in samples { _ = tracker.hear(sample) }
    return tracker.vibrato
  }

  @Test(
    arguments: [
      (196.0, 5.5, 30.0), (440, 4.2, 15), (880, 6.8, 50), (311, 7.6, 12), (1_480, 5, 8),
      (98, 5, 40),
    ])
  func tellsRateAndExtent(frequency: Double, rate: Double, extent: Double) throws {
    let found = try #require(
      vibrato(tone(frequency, seconds: 1.3) { extent * sin(2 * .pi * rate * $0) }))
    #expect(abs(found.rate - rate) <= 0.15)
    #expect(abs(found.extent.value / extent - 1) <= 0.12)
    #expect(abs(1_200 * log2(found.centre / frequency)) <= 0.1 * extent)
  }

  @Test func whatIsSteadyOrGlidesHasNone() {
    #expect(vibrato(tone(440, seconds: 1.2) { _ in 0 }) == nil)
    #expect(vibrato(tone(440, seconds: 1.2) { 40 * $0 }) == nil)
    #expect(vibrato(tone(440, seconds: 1.2) { $0 > 0.7 ? 100 : 0 }) == nil)
    var chance = Chance(seed: 4)
    #expect(vibrato((0..<57_600).map { _ in Float(chance.part() - 0.5) }) == nil)
    #expect(vibrato(tone(440, seconds: 0.4) { 30 * sin(35 * $0) }) == nil)
  }

  private func onsets(_ samples: [Float], rate: Int = 48_000) -> [Int64] {
    var detector = OnsetDetector(sampleRate: rate)
    return samples.compactMap { detector.hear($0) }
  }

  @Test(arguments: [44_100, 48_000, 96_000]) func clicksBeginWhereTheyBegin(rate: Int) throws {
    let meter = try #require(Meter(beats: 4, subdivisions: 2))
    let metronome = Metronome(meter: meter, tempo: Tempo(clamping: 97.3))
    var player = Player(sampleRate: rate)
    var chance = Chance(seed: 9)
    var samples: [Float] = []
    var truth: [Int64] = []
    while samples.count < 8 * rate {
      if samples.count == 128 * 60 { player.take(.play(metronome, .wood)) }
      player.render()
      truth += player.told.map(\.sample)
      player.clearTold()
      // Noise at −50 dB.
      samples += player.block.map { $0 + Float((chance.part() - 0.5) * 0.005) }
    }
    let found = onsets(samples, rate: rate)
    #expect(found.count == truth.count)
    for (one, other) in zip(found, truth) {
      #expect(abs(one - other) <= Int64(rate) / 1_000)
    }
  }

  @Test func notesOfAnInstrumentBeginOnce() {
    var samples = [Float](repeating: 0, count: 24_000)
    var truth: [Int64] = []
    for note in 0..<6 {
      truth.append(Int64(samples.count))
      let sound = tone(220 * pow(1.5, Double(note) / 2), seconds: 0.5) { _ in 0 }
      for (index, sample) in sound.enumerated() {
        // Ten milliseconds to full strength, then it dies away.
        let time = Double(index) / 48_000
        samples.append(sample * Float(min(time / 0.01, 1) * exp(-time * 6)))
      }
    }
    let found = onsets(samples)
    #expect(found.count == truth.count)
    for (one, other) in zip(found, truth) { #expect((0...480).contains(one - other)) }
  }

  @Test func whatSwellsOrStaysBeginsNothing() {
    var drone = Drone(sampleRate: 48_000, timbre: .reed)
    drone.play([Drone.Tone(frequency: 220)])
    #expect(onsets((0..<96_000).map { _ in drone.next() }).count <= 1)
    #expect(onsets([Float](repeating: 0, count: 48_000)).isEmpty)
    #expect(onsets([Float](repeating: .nan, count: 4_800)).isEmpty)
  }
}
