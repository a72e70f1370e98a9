import Foundation
import Testing

@testable import Sound

@Suite struct PulsesTests {
  private func plan(
    _ tempo: Int, beats: Int = 4, sub: Int = 1, swing: Int = 50, voices: [Int] = []
  ) throws -> Metronome {
    let tempo = try #require(Tempo(centiBeatsPerMinute: tempo))
    return try metronome(
      Meter(beats: beats, subdivisions: sub, swing: swing, voices: voices), TempoPlan(steady: tempo)
    )
  }

  private func metronome(
    _ meter: Meter?, _ tempo: TempoPlan?, countIn: Int = 0
  ) throws -> Metronome {
    let meter = try #require(meter)
    let tempo = try #require(tempo)
    return try #require(Metronome(meter: meter, tempo: tempo, countInBars: countIn))
  }

  private func stretch(_ bars: Int, _ tempo: Double, _ course: TempoPlan.Course) -> TempoPlan? {
    TempoPlan([TempoPlan.Stretch(bars: bars, tempo: Tempo(clamping: tempo), course: course)])
  }

  /// All of a plan's clicks up to a count.
  private func pulses(_ metronome: Metronome, _ count: Int, rate: Int = 48_000) -> [Pulse] {
    var pulses = Pulses(metronome, sampleRate: rate)
    return (0..<count).compactMap { _ in pulses.next() }
  }

  /// M1: each onset is the sample nearest to its exact time, in whole numbers.
  @Test(
    arguments: [1_000, 6_000, 12_000, 13_137, 17_650, 25_000, 33_333, 60_000], [1, 2, 3, 5, 7, 12])
  func everyClickIsOnItsSample(tempo: Int, sub: Int) throws {
    for rate in [44_100, 48_000, 96_000] {
      for (index, pulse) in pulses(try plan(tempo, sub: sub), 2_000, rate: rate).enumerated() {
        // index · 6000 · rate / (tempo · sub), twice, so that half a sample is whole.
        let (above, below) = (2 * Int64(index) * 6_000 * Int64(rate), Int64(tempo * sub))
        #expect(abs(2 * pulse.sample * below - above) <= below)
      }
    }
  }

  /// M2: an hour at 131.37 in sevens.
  @Test func anHourLaterNothingHasDrifted() throws {
    let metronome = try plan(13_137, beats: 4, sub: 7)
    var pulses = Pulses(metronome, sampleRate: 48_000)
    var last: Pulse?
    let ticks = 13_137 * 60 * 7 / 100
    for _ in 0...ticks { last = pulses.next() }
    let exact = Double(ticks) * 6_000 * 48_000 / (13_137 * 7)
    #expect(abs(Double(last?.sample ?? 0) - exact) <= 0.5)
  }

  @Test func swingMovesTheSecondOfEachPair() throws {
    let straight = pulses(try plan(6_000, sub: 2), 4)
    let swung = pulses(try plan(6_000, sub: 2, swing: 66), 4)
    #expect(straight.map(\.sample) == [0, 24_000, 48_000, 72_000])
    #expect(swung.map(\.sample) == [0, 31_680, 48_000, 79_680])
    let four = pulses(try plan(6_000, sub: 4, swing: 75), 4)
    #expect(four.map(\.sample) == [0, 18_000, 24_000, 42_000])
    let three = pulses(try plan(6_000, sub: 3, swing: 75), 3)
    #expect(three.map(\.sample) == [0, 16_000, 32_000])
  }

  @Test func voicesShareTheBar() throws {
    let found = pulses(try plan(6_000, beats: 2, voices: [3]), 10)
    #expect(
      found.map(\.sample) == [
        0, 0, 32_000, 48_000, 64_000, 96_000, 96_000, 128_000, 144_000, 160_000,
      ])
    #expect(found.map(\.voice) == [0, 1, 1, 0, 1, 0, 1, 1, 0, 1])
    #expect(Meter(beats: 4, voices: [1, 2, 3, 4]) == nil)
    #expect(Meter(beats: 0) == nil)
    #expect(Meter(beats: 33) == nil)
  }

  @Test func groupsAreAccented() throws {
    let meter = try #require(Meter(grouping: [2, 3]))
    #expect(meter.beats == [.strong, .soft, .normal, .soft, .soft])
    #expect(Meter(grouping: [5]) == nil)
    #expect(Meter(grouping: []) == nil)
    #expect(Meter.groupings(of: 5).contains([2, 3]))
    #expect(Meter.groupings(of: 5).contains([3, 2]))
    // Compositions in parts of at most four: 1, 2, 4, 8, 15, 29, 56.
    #expect((1...7).map { Meter.groupings(of: $0).count } == [1, 2, 4, 8, 15, 29, 56])
  }

  @Test func linearRampsEndAtTheirTempo() throws {
    let metronome = try metronome(
      Meter(beats: 4), stretch(8, 60, .linear(to: Tempo(clamping: 180))))
    let samples = pulses(metronome, 60).map(\.sample)
    // 32 beats at a mean of 120 take 16 seconds; after that the tempo is 180.
    #expect(samples[32] == 16 * 48_000)
    #expect(samples[33] - samples[32] == 16_000)
    // By the clock: after t seconds there are t + t² / 16 beats.
    for beat in 0...32 {
      let seconds = (-1 + (1 + 4 * Double(beat) / 16).squareRoot()) * 8
      #expect(abs(Double(samples[beat]) - seconds * 48_000) <= 0.5001)
    }
  }

  @Test func exponentialRampsGrowByTheSameFactorEachSecond() throws {
    let metronome = try metronome(
      Meter(beats: 3), stretch(10, 160, .exponential(to: Tempo(clamping: 40))))
    let samples = pulses(metronome, 40).map(\.sample)
    let length = 30 * 60 * log(40.0 / 160) / (40 - 160)
    for beat in 0...30 {
      let part = log(1 + Double(beat) / 30 * (40.0 / 160 - 1)) / log(40.0 / 160)
      #expect(abs(Double(samples[beat]) - part * length * 48_000) <= 0.5001)
    }
    #expect(samples[31] - samples[30] == 72_000)
  }

  @Test func stepsStopAtTheirLimit() throws {
    let metronome = try metronome(
      Meter(beats: 1),
      stretch(20, 60, .steps(by: 4_000, everyBars: 2, limit: Tempo(clamping: 120))))
    let samples = pulses(metronome, 12).map(\.sample)
    let gaps = zip(samples.dropFirst(), samples).map { $0 - $1 }
    #expect(gaps[0...3] == [48_000, 48_000, 28_800, 28_800])
    #expect(gaps[4...].allSatisfy { $0 == 24_000 })
  }

  @Test func silencesAreTheSameForTheSameSeed() throws {
    var metronome = try plan(12_000)
    metronome.gaps = try #require(Gaps(sounding: 2, silent: 1))
    let bars = pulses(metronome, 24).map { $0.accent == .mute }
    #expect(bars == (0..<24).map { ($0 / 4) % 3 == 2 })
    metronome.gaps = try #require(Gaps(dropChance: 40, seed: 5))
    let first = pulses(metronome, 4_000)
    #expect(first == pulses(metronome, 4_000))
    let dropped = first.count { $0.accent == .mute }
    #expect((1_500...1_700).contains(dropped))
    metronome.gaps.seed = 6
    #expect(first != pulses(metronome, 4_000))
    #expect(Gaps(sounding: 0, silent: 1) == nil)
    #expect(Gaps(dropChance: 81, seed: 0) == nil)
  }

  @Test func theCountInComesBefore() throws {
    let metronome = try metronome(
      Meter(beats: 3), TempoPlan(steady: Tempo(clamping: 60)), countIn: 2)
    let found = pulses(metronome, 7)
    #expect(found.map(\.sample) == (-6...0).map { $0 * 48_000 })
    #expect(found.map(\.bar) == [-1, -1, -1, 0, 0, 0, 1])
  }

  @Test func clicksBeginAtOnceAndLeaveRoom() {
    let table = ClickTable(sampleRate: 48_000)
    for sound in ClickSound.allCases {
      for (accent, peak) in [(Accent.strong, -3.0), (.normal, -6), (.soft, -12)] {
        let samples = (0..<2_000).map { table.sample($0, sound, of: accent) }
        let highest = samples.map { abs($0) }.max() ?? 0
        #expect(abs(Decibels(amplitude: Double(highest)).value - peak) < 0.01)
        #expect(abs(samples[0]) > highest * 0.2)
        #expect(samples[1_200...].allSatisfy { $0 == 0 })
        let short = (0..<2_000).map { table.sample($0, sound, of: accent, room: 400) }
        #expect(short[200...].allSatisfy { $0 == 0 })
        #expect(abs(short[199]) < highest * 0.02)
      }
      #expect((0..<2_000).allSatisfy { table.sample($0, sound, of: .mute) == 0 })
    }
  }

  @Test(arguments: [64, 128, 4_096, 5_000])
  func blocksOfAnySizeGiveTheSameSound(size: Int) throws {
    func render(_ size: Int) throws -> [Float] {
      var renderer = ClickRenderer(sampleRate: 48_000)
      let strikes = pulses(try plan(60_000, sub: 12), 100).map {
        Strike(sample: $0.sample, sound: .wood, accent: $0.accent)
      }
      var sound: [Float] = []
      var next = 0
      while sound.count < 40_000 {
        while next < strikes.count, strikes[next].sample < Int64(sound.count + size) {
          let following = next + 1 < strikes.count ? strikes[next + 1].sample : nil
          renderer.add(strikes[next], next: following)
          next += 1
        }
        var block = [Float](repeating: 0, count: size)
        renderer.render(to: &block, from: Int64(sound.count))
        sound += block
      }
      return Array(sound[..<40_000])
    }
    #expect(try render(size) == render(1_000))
  }
}

@Suite struct TapTempoTests {
  /// Taps at a tempo that scatter with a standard deviation in milliseconds.
  private func taps(_ tempo: Double, _ count: Int, _ deviation: Double, _ seed: UInt64) -> [Double]
  {
    var chance = Chance(seed: seed)
    return (0..<count).map { index in
      // Twelve parts of chance make a good bell.
      let bell = (0..<12).reduce(-6.0) { sum, _ in sum + chance.part() }
      return 1_000 + Double(index) * 60_000 / tempo + bell * deviation
    }
  }

  private func estimate(_ times: [Double]) -> TapTempo.Estimate? {
    var taps = TapTempo()
    for time in times { taps.tap(at: time) }
    return taps.estimate
  }

  /// M6: eight taps that scatter by 15 ms at 120.
  @Test func eightTapsTellTheTempoWithinSixTenths() throws {
    let found = try (0..<2_000).map { seed in
      try #require(estimate(taps(120, 8, 15, seed))).beatsPerMinute
    }
    let mean = found.reduce(0, +) / Double(found.count)
    let deviation = (found.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 2_000).squareRoot()
    #expect(abs(mean - 120) < 0.1)
    #expect(deviation <= 0.6)
    print("8 taps, 15 ms: ± \(deviation) beats a minute")
  }

  @Test(arguments: [20.0, 30, 60, 120, 300, 500])
  func everyTempoCanBeTapped(tempo: Double) throws {
    let found = try #require(estimate(taps(tempo, 8, 3, 1)))
    #expect(abs(found.beatsPerMinute / tempo - 1) < 0.02)
  }

  @Test func aMissedOrDoubledTapDoesNoHarm() throws {
    for seed in 0..<200 {
      var missed = taps(120, 9, 10, UInt64(seed))
      missed.remove(at: 4)
      let withMissed = try #require(estimate(missed))
      #expect(abs(withMissed.beatsPerMinute - 120) < 2.5)
      var doubled = taps(120, 8, 10, UInt64(seed))
      doubled.insert(doubled[4] + 30, at: 5)
      let without = try #require(estimate(taps(120, 8, 10, UInt64(seed))))
      let withDoubled = try #require(estimate(doubled))
      #expect(abs(withDoubled.beatsPerMinute - without.beatsPerMinute) <= 1)
    }
    var exact = (0..<9).map { Double($0) * 500 }
    exact.remove(at: 4)
    let found = try #require(estimate(exact))
    #expect(abs(found.beatsPerMinute - 120) < 1e-6)
  }

  @Test func aNewTempoIsTakenUp() throws {
    let times = (0..<6).map { Double($0) * 500 } + (1...4).map { 2_500 + Double($0) * 300 }
    let faster = try #require(estimate(times))
    #expect(abs(faster.beatsPerMinute - 200) < 1)
    var pause = (0..<4).map { Double($0) * 500 }
    pause += (0..<3).map { 10_000 + Double($0) * 400 }
    let later = try #require(estimate(pause))
    #expect(abs(later.beatsPerMinute - 150) < 0.01)
  }

  @Test func oneTapTellsNothing() {
    #expect(estimate([]) == nil)
    #expect(estimate([5]) == nil)
    #expect(estimate([0, 7_000]) == nil)
    #expect(estimate([.nan, 0, 500])?.taps == 2)
  }
}
