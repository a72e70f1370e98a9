import Foundation
import Testing

@testable import Sound

@Suite struct PitchTrackTests {
  @Test func readingsAreKeptInFourBytes() throws {
    var track = PitchTrack(sampleRate: 48_000, hop: 512)
    for index in 0..<100 {
      track.append(
        PitchTrack.Reading(
          frequency: index % 7 == 0 ? nil : 30 * exp2(Double(index) / 14),
          level: Decibels(-Double(index)), clarity: Double(index) / 100))
    }
    let bytes = track.bytes
    #expect(bytes.count == 16 + 400)
    let read = try #require(PitchTrack(bytes))
    #expect(read == track && read.count == 100)
    for index in 0..<100 {
      let reading = read[index]
      if index % 7 == 0 {
        #expect(reading.frequency == nil)
      } else {
        let meant = 30 * exp2(Double(index) / 14)
        #expect(abs(1_200 * log2((reading.frequency ?? 1) / meant)) <= 0.126)
      }
      #expect(abs(reading.level.value + Double(index)) <= 0.25)
      #expect(abs(reading.clarity - Double(index) / 100) <= 0.002)
    }
    #expect(read.time(of: 0) == 512.0 / 48_000)
    #expect(PitchTrack(Array(bytes.dropLast())) == nil && PitchTrack([]) == nil)
    var quiet = track
    quiet.append(
      PitchTrack.Reading(frequency: .nan, level: Decibels(-.infinity), clarity: .nan))
    #expect(quiet[100].frequency == nil && quiet[100].clarity == 0)
  }

  @Test func aPictureShowsTheMiddleOfEachColumn() throws {
    var track = PitchTrack(sampleRate: 48_000, hop: 512)
    func add(_ semitones: Double?, _ count: Int) {
      for _ in 0..<count {
        track.append(
          PitchTrack.Reading(
            frequency: semitones.map { 442 * exp2(($0 - 69) / 12) }, level: Decibels(-20),
            clarity: 1))
      }
    }
    add(69, 19)
    add(81, 1)
    add(nil, 12)
    add(70.5, 8)
    add(60, 20)
    let columns = track.columns(3, a4: 442)
    #expect(abs((columns[0] ?? 0) - 69) < 0.01 && columns[1] == nil)
    #expect(abs((columns[2] ?? 0) - 60) < 0.01)
    // More columns than readings show what there is; an empty track shows nothing.
    #expect(track.columns(240).compactMap { $0 }.count == 4 * 48)
    #expect(PitchTrack(sampleRate: 48_000, hop: 512).columns(4) == [nil, nil, nil, nil])
  }
}

@Suite struct IntonationMapTests {
  /// A note held for so many readings, so many cents off.
  private func add(_ note: Int, _ cents: [Double], to track: inout PitchTrack) {
    for value in cents {
      track.append(
        PitchTrack.Reading(
          frequency: 440 * exp2((Double(note - 69) + value / 100) / 12), level: Decibels(-20),
          clarity: 1))
    }
    track.append(PitchTrack.Reading(frequency: nil, level: Decibels(-80), clarity: 0))
  }

  @Test func everyNoteIsToldByItself() throws {
    var track = PitchTrack(sampleRate: 48_000, hop: 512)
    for offset in [4.0, 6, 8] { add(69, [Double](repeating: offset, count: 40), to: &track) }
    add(81, [Double](repeating: -3, count: 40), to: &track)
    // Too short to be a note.
    add(74, [Double](repeating: 30, count: 5), to: &track)
    let map = IntonationMap(track)
    #expect(map.byNote.map { $0.note.number } == [69, 81])
    let a4 = map.byNote[0].line
    #expect(a4.notes == 3 && a4.readings == 108)
    #expect(abs(a4.mean.value - 6) < 0.2)
    #expect(abs(a4.spread.value - 1.633) < 0.1)
    #expect(abs(a4.shareInTune - 1.0 / 3) < 1e-9)
    // Three means 2 cents apart: 2 / √3 times what Student says of two degrees.
    #expect(abs((a4.uncertainty?.value ?? 0) - 4.303 * 2 / 3.0.squareRoot()) < 0.3)
    let a5 = map.byNote[1].line
    #expect(a5.uncertainty == nil && a5.shareInTune == 1)
    #expect(map.byPitchClass.map { $0.pitchClass } == [.a])
    #expect(map.byPitchClass[0].line.notes == 4)
    #expect(abs(map.byPitchClass[0].line.seconds - 144 * 512.0 / 48_000) < 1e-9)
    #expect(IntonationMap(PitchTrack(sampleRate: 48_000, hop: 512)).byNote.isEmpty)
  }
}

@Suite struct ClickTimingTests {
  @Test func deviationsAreThoseOfTheNotes() throws {
    let ticks = (0..<40).map { Int64($0) * 24_000 }
    // Each a millisecond late or early by turns, and later by 6 ms a minute.
    let onsets = ticks.indices.map { index in
      ticks[index] + Int64(48 * (index % 2 == 0 ? 1 : -1))
        + Int64(Double(index) * 0.5 * 6 * 48 / 60)
    }
    let timing = ClickTiming(onsets: onsets, ticks: ticks, sampleRate: 48_000)
    #expect(timing.hits.count == 40 && timing.missed == 0 && timing.extra == 0)
    #expect(abs((timing.median ?? 9) - 1) < 0.5)
    #expect(abs((timing.deviation ?? 9) - 1.17) < 0.1)
    let trend = try #require(timing.trend)
    #expect(abs(trend.perMinute - 6) < trend.uncertainty)
    #expect(trend.isClear && trend.uncertainty < 4)
  }

  @Test func whatIsMissingAndWhatIsTooMuchIsCounted() {
    let ticks = (0..<10).map { Int64($0) * 48_000 }
    let onsets: [Int64] = [100, 48_000, 49_000, 144_100, 432_100, 500_000]
    let timing = ClickTiming(onsets: onsets, ticks: ticks, sampleRate: 48_000)
    #expect(timing.hits.map { $0.onset } == [100, 48_000, 144_100, 432_100])
    #expect(timing.extra == 2)
    #expect(timing.missed == 6)
    #expect(timing.trend == nil)
    let none = ClickTiming(onsets: [], ticks: ticks, sampleRate: 48_000)
    #expect(none.hits.isEmpty && none.missed == 0 && none.median == nil)
    #expect(ClickTiming(onsets: onsets, ticks: [], sampleRate: 48_000).extra == 6)
    let one = ClickTiming(onsets: [500], ticks: [0], sampleRate: 48_000)
    #expect(one.hits.count == 1 && one.deviation == nil)
  }

  @Test func chanceIsNoTrend() throws {
    var (clear, all) = (0, 0)
    for seed in 0..<400 {
      var chance = Chance(seed: UInt64(seed))
      let ticks = (0..<60).map { Int64($0) * 24_000 }
      let onsets = ticks.map { $0 + Int64(chance.number(through: 1_920)) - 960 }
      let timing = ClickTiming(onsets: onsets, ticks: ticks, sampleRate: 48_000)
      all += 1
      if try #require(timing.trend).isClear { clear += 1 }
    }
    print("Chance was called rushing or dragging \(clear) times of \(all)")
    // One time of twenty is what is promised.
    #expect(clear >= 8 && clear <= 34)
  }

  @Test(arguments: ClickSound.allCases) func renderedClicksAreWhereTheyAre(sound: ClickSound) throws
  {
    // A click that comes back 37.4 ms late, as through a loudspeaker and a microphone.
    var worst = 0.0
    for (rate, tempo) in [(44_100, 131.37), (48_000, 60), (48_000, 240), (96_000, 97.5)] {
      let metronome = Metronome(meter: .common, tempo: Tempo(clamping: tempo))
      let delay = Int64(0.0374 * Double(rate))
      let length = Int64(10 * rate)
      let click = TakeClick(metronome, offset: 4_000, sound: sound)
      let frames = EditedFrames(
        TakeEdit(length: length), sampleRate: rate, channels: 1, original: takeFrames([]))
      var playback = TakePlayback(frames, sampleRate: rate, outputRate: rate)
      playback.click = click
      playback.start(at: 0)
      var detector = OnsetDetector(sampleRate: rate)
      var chance = Chance(seed: 1)
      var onsets: [Int64] = []
      var block: [Float] = []
      var heard: Int64 = 0
      while heard < length {
        playback.render(480, to: &block)
        for sample in block {
          let noise = Float(0.0005 * (chance.part() - 0.5))
          if let onset = detector.hear(sample * 0.5 + noise) { onsets.append(onset + delay) }
        }
        heard += 480
      }
      let ticks = click.ticks(in: 0..<length, sampleRate: rate)
      let timing = ClickTiming(onsets: onsets, ticks: ticks, sampleRate: rate)
      let exact = Double(delay) * 1_000 / Double(rate)
      #expect(timing.hits.count >= ticks.count - 1 && timing.extra == 0)
      for hit in timing.hits { worst = max(worst, abs(hit.deviation - exact)) }
    }
    print("Clicks, \(sound.name): at most \(worst) ms from where they are")
    #expect(worst <= 1)
  }
}
