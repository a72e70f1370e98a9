import Foundation
import Testing

@testable import Sound

@Suite struct PitchTests {
  private func tone(
    _ frequency: Double, partials: [Double], seconds: Double, rate: Int = 48_000
  ) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { index in
      let time = Double(index) / Double(rate)
      var sample = 0.0
      for (number, amplitude) in partials.enumerated()
      where frequency * Double(number + 1) < Double(rate) * 0.45 {
        sample += amplitude * sin(2 * .pi * frequency * Double(number + 1) * time + Double(number))
      }
      return Float(sample * 0.2)
    }
  }

  private func frames(_ samples: [Float], rate: Int = 48_000, mode: PitchMode = .raw)
    -> [PitchTracker.Frame]
  {
    var tracker = PitchTracker(sampleRate: rate, mode: mode)
    return samples.compactMap { tracker.hear($0) }
  }

  /// Frames that begin once a quarter of a second was heard.
  private func errors(_ frames: [PitchTracker.Frame], _ frequency: Double, rate: Int = 48_000)
    -> [Double]
  {
    frames.filter { $0.samples > Int64(rate / 4) }.map { frame in
      frame.pitch.map { 1_200 * log2($0.frequency / frequency) } ?? .infinity
    }
  }

  @Test(arguments: [27.5, 41.2, 65.4, 98.3, 146.8, 220.7, 440, 987.7, 1_760, 3_322, 4_186])
  func tellsTonesToAHundredthOfACent(frequency: Double) {
    let found = errors(
      frames(tone(frequency, partials: [1, 0.5, 0.33, 0.25, 0.2, 0.17], seconds: 1)), frequency)
    #expect(found.allSatisfy { abs($0) < (frequency < 60 ? 0.5 : 0.05) })
  }

  @Test(arguments: [8_000, 16_000, 22_050, 44_100, 96_000, 192_000])
  func everyRateGivesTheSame(rate: Int) {
    let found = errors(
      frames(tone(440, partials: [1, 0.5, 0.3], seconds: 1, rate: rate), rate: rate), 440,
      rate: rate)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { abs($0) < 0.05 })
  }

  @Test func aWeakFundamentalIsTheNoteAllTheSame() {
    // A bassoon's B flat: the second partial is 27 dB above the first.
    let partials = [0.045, 1, 0.08, 0.2, 0.056, 0.035].map { $0 }
    let found = errors(frames(tone(233.08, partials: partials, seconds: 1)), 233.08)
    #expect(found.allSatisfy { abs($0) < 1 })
  }

  @Test func aPeriodThatDoesNotFitIsLeftToALongerWindow() {
    // Just too low for the shortest one: its likeness still rises where that ends.
    let found = frames(tone(66.226, partials: [1], seconds: 2)).dropFirst(12).map {
      1_200 * log2(($0.pitch?.frequency ?? 1) / 66.226)
    }
    #expect(found.allSatisfy { abs($0) < 1 })
  }

  @Test(arguments: [1.4983, 1.3348, 1.2599, 1.5])
  func ofTwoNotesTheStrongerIsTold(interval: Double) {
    let partials = (1...8).map { 1 / Double($0) }
    let one = tone(440, partials: partials, seconds: 1)
    let other = tone(440 * interval, partials: partials, seconds: 1)
    let found = errors(frames(zip(one, other).map { $0 + $1 / 2 }), 440)
    #expect(found.count { abs($0) < 2 } >= found.count * 9 / 10)
  }

  @Test func vibratoIsFollowed() {
    // 30 cents to either side, five and a half times a second.
    var phase = 0.0
    let sound = (0..<96_000).map { index in
      phase += 440 * exp2(30 * sin(2 * .pi * 5.5 * Double(index) / 48_000) / 1_200) / 48_000
      return Float(0.2 * (sin(2 * .pi * phase) + 0.5 * sin(4 * .pi * phase)))
    }
    let found = errors(frames(sound), 440)
    #expect((found.max() ?? 0) > 15)
    #expect((found.min() ?? 0) < -15)
    #expect(found.allSatisfy { abs($0) < 40 })
  }

  @Test func silenceAndNoiseHaveNoNote() {
    #expect(frames([Float](repeating: 0, count: 96_000)).allSatisfy { $0.pitch == nil })
    var chance = Chance(seed: 2)
    let noise = (0..<480_000).map { _ in Float(chance.part() - 0.5) }
    #expect(frames(noise).count { $0.pitch != nil } <= 1)
  }

  @Test func calmModesComeToRestOnTheNote() {
    for mode in [PitchMode.fast, .normal, .slow] {
      let sound = tone(440, partials: [1], seconds: 1) + tone(445, partials: [1], seconds: 2)
      let found = frames(sound, mode: mode)
      let last = found.last?.pitch?.frequency ?? 0
      #expect(abs(1_200 * log2(last / 445)) < 0.5)
    }
  }

  @Test func levelsAreThoseOfASine() throws {
    let sine = tone(1_000, partials: [5], seconds: 0.5)
    let level = try #require(frames(sine).last?.level)
    #expect(abs(level.value) < 0.05)
  }

  @Test func nothingThatIsHeardEndsTheTracker() {
    var chance = Chance(seed: 8)
    for value in [
      Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e30, -.leastNonzeroMagnitude,
    ] {
      var tracker = PitchTracker(sampleRate: 48_000)
      for _ in 0..<20_000 {
        _ = tracker.hear(chance.number(through: 50) == 0 ? value : Float(chance.part()))
      }
    }
  }
}
