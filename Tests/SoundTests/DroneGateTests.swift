import Foundation
import Testing

@testable import Sound

/// A drone that is for the gaps of a metronome alone.
@Suite struct DroneGateTests {
  private static let rate = 48_000
  private static let fade = 3_840

  /// What is heard of a drone alone; the clicks are there, and turned down.
  private func sound(
    _ metronome: Metronome, seconds: Double, inGaps: Bool = true, block: Int = 128,
    at turns: [Int: PlayerCommand] = [:]
  ) -> (sound: [Float], told: [Cue]) {
    var player = Player(sampleRate: Self.rate, blockLength: block)
    player.take(.levels(Player.Levels(clicks: 0, drone: 1)))
    for _ in 0..<(48_000 / block) { player.render() }
    let start = Int64(48_000 / block * block)
    player.take(.play(metronome, .tick))
    player.take(.drone([Drone.Tone(frequency: 440)], .pure, inGaps: inGaps))
    var sound: [Float] = []
    var told: [Cue] = []
    for number in 0..<Int(seconds * Double(Self.rate)) / block {
      if let command = turns[number] { player.take(command) }
      player.render()
      sound += player.block
      told += player.told.map { cue in
        var cue = cue
        cue.sample -= start
        return cue
      }
      player.clearTold()
    }
    return (sound, told)
  }

  private func metronome(
    _ tempo: Double = 120, gaps: Gaps?, subdivisions: Int = 1, countIn: Int = 0
  ) throws -> Metronome {
    let meter = try #require(Meter(beats: 2, subdivisions: subdivisions))
    let gaps = try #require(gaps)
    return try #require(
      Metronome(
        meter: meter, tempo: TempoPlan(steady: Tempo(clamping: tempo)), gaps: gaps,
        countInBars: countIn))
  }

  private func loudest(_ sound: ArraySlice<Float>) -> Float { sound.reduce(0) { max($0, abs($1)) } }

  @Test(arguments: [(128, 1), (128, 6), (100, 3), (4_096, 1)])
  func aDroneSoundsInGapsAlone(block: Int, subdivisions: Int) throws {
    // Bars of one second: one that clicks, one that does not.
    let (sound, told) = sound(
      try metronome(gaps: Gaps(sounding: 1, silent: 1), subdivisions: subdivisions), seconds: 6.2,
      block: block)
    let bars = told.filter {
      if case .pulse(_, beat: 1, subdivision: 1, voice: 0) = $0.kind { true } else { false }
    }.map { Int($0.sample) }
    #expect(bars.count >= 6)
    for bar in 0..<5 {
      let (start, end) = (bars[bar], bars[bar + 1])
      if bar % 2 == 0 {
        #expect(sound[start..<end].allSatisfy { $0 == 0 }, "bar \(bar + 1) sounds")
      } else {
        // It begins with the gap, is there after a fade, and gone when the click comes.
        #expect(sound[start + 100..<start + 2_000].contains { $0 != 0 })
        #expect(abs(loudest(sound[start + Self.fade..<end - Self.fade]) - 0.4) < 0.001)
        #expect(abs(loudest(sound[start + 1_900..<start + 2_020]) - 0.2) < 0.03)
        #expect(loudest(sound[end - 200..<end]) < 0.01)
        #expect(sound[end - 400..<end - 200].contains { $0 != 0 })
      }
    }
    // Never a step beyond those of the tone itself.
    let steps = zip(sound, sound.dropFirst()).map { abs($0 - $1) }
    #expect((steps.max() ?? 1) < 0.4 * 2 * .pi * 440 / 48_000 * 1.05)
  }

  @Test func aCountInIsNoGap() throws {
    let (sound, _) = sound(
      try metronome(gaps: Gaps(sounding: 1, silent: 1), countIn: 1), seconds: 3.1)
    // A bar of count-in, a bar that sounds, and then the gap.
    #expect(sound[..<96_900].allSatisfy { $0 == 0 })
    #expect(loudest(sound[102_000..<140_000]) > 0.39)
  }

  @Test func beatsThatAreLeftOutAreGaps() throws {
    let (sound, told) = sound(
      try metronome(60, gaps: Gaps(dropChance: 50, seed: 7)), seconds: 20)
    var (silent, sounding) = (0, 0)
    for (cue, next) in zip(told, told.dropFirst()) {
      let beat = sound[Int(cue.sample)..<Int(next.sample)]
      if cue.strike?.accent == .mute {
        silent += 1
        #expect(loudest(beat.dropFirst(Self.fade).dropLast(Self.fade)) > 0.39)
      } else {
        sounding += 1
        #expect(beat.allSatisfy { $0 == 0 })
      }
    }
    #expect(silent > 3 && sounding > 3)
  }

  /// A beat that its player muted is none of the metronome's gaps.
  @Test func aMutedBeatIsNoGap() throws {
    let meter = try #require(Meter(beats: [.strong, .mute]))
    let gaps = try #require(Gaps(sounding: 100, silent: 1))
    let metronome = try #require(
      Metronome(meter: meter, tempo: TempoPlan(steady: Tempo(clamping: 120)), gaps: gaps))
    let (sound, _) = sound(metronome, seconds: 3)
    #expect(sound.allSatisfy { $0 == 0 })
  }

  @Test func withoutGapsItSoundsOn() throws {
    let (sound, _) = sound(try metronome(gaps: Gaps()), seconds: 2)
    #expect(loudest(sound[20_000..<96_000]) > 0.39)
    let loudness = stride(from: 20_000, to: 90_000, by: 240).map {
      loudest(sound[$0..<$0 + 240])
    }
    #expect((loudness.min() ?? 0) > 0.39)
    let (other, _) = self.sound(
      try metronome(gaps: Gaps(sounding: 1, silent: 1)), seconds: 2, inGaps: false)
    #expect(loudest(other[20_000..<48_000]) > 0.39)
  }

  /// When the metronome stops, pauses or leaves its gaps, the drone is there again within a fade.
  @Test(arguments: [PlayerCommand.stop, .pause])
  func whenTheMetronomeRestsItSoundsOn(command: PlayerCommand) throws {
    let (sound, _) = sound(
      try metronome(gaps: Gaps(sounding: 4, silent: 4)), seconds: 2, at: [375: command])
    #expect(sound[..<48_000].allSatisfy { $0 == 0 })
    #expect(loudest(sound[48_000 + Self.fade..<96_000]) > 0.39)
  }

  @Test func itCanBeAskedForWhileItSounds() throws {
    let tone = [Drone.Tone(frequency: 440)]
    let (sound, _) = sound(
      try metronome(gaps: Gaps(sounding: 4, silent: 4)), seconds: 3, inGaps: false,
      at: [375: .drone(tone, .pure, inGaps: true), 750: .drone(tone, .pure)])
    #expect(loudest(sound[30_000..<48_000]) > 0.39)
    #expect(sound[48_000 + Self.fade..<96_000].allSatisfy { $0 == 0 })
    #expect(loudest(sound[96_000 + Self.fade..<144_000]) > 0.39)
  }

  /// A seek into a silent bar opens it, as the bar would have.
  @Test func aSeekFindsTheGap() throws {
    let (sound, _) = sound(
      try metronome(gaps: Gaps(sounding: 4, silent: 4)), seconds: 3,
      at: [375: .seek(line: 1, bar: 5)])
    #expect(sound[..<48_900].allSatisfy { $0 == 0 })
    #expect(loudest(sound[53_000..<144_000]) > 0.39)
  }
}
