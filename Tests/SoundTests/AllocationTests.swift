import CAllocations
import Foundation
import Testing

@testable import Sound

/// Once they are set up, what listens and what renders ask for no memory: on an audio thread that may take any time.
@Suite struct AllocationTests {
  /// How often `work` asks for memory.
  private func count(_ work: () -> Void) -> Int {
    let before = allocations_of_this_thread()
    work()
    return allocations_of_this_thread() - before
  }

  @Test func whatIsCountedIsCounted() {
    var numbers: [Int] = []
    #expect(count { numbers.append(1) } == 1)
  }

  @Test(arguments: PitchMode.allCases) func listeningAllocatesNothing(mode: PitchMode) {
    var chance = Chance(seed: 3)
    // Notes with vibrato, noise and silence between them.
    let sound = (0..<192_000).map { index -> Float in
      let time = Double(index) / 48_000
      let noise = 0.01 * (chance.part() - 0.5)
      guard time.truncatingRemainder(dividingBy: 1) < 0.8 else { return Float(noise) }
      let frequency = [55.0, 220, 440, 1_760][Int(time)]
      let turn = 2 * .pi * (frequency * time + 0.3 * sin(2 * .pi * 5.5 * time))
      return Float(0.2 * sin(turn) + 0.1 * sin(2 * turn) + 0.1 * sin(3 * turn) + noise)
    }
    var tracker = PitchTracker(sampleRate: 48_000, mode: mode)
    var onsets = OnsetDetector(sampleRate: 48_000)
    var (pitches, beginnings) = (0, 0)
    let allocations = sound.withUnsafeBufferPointer { sound in
      // Constants are made when they are met first.
      for sample in 0..<48_000 { _ = tracker.hear(sound[sample]) }
      return count {
        for sample in 0..<sound.count {
          if let frame = tracker.hear(sound[sample]), frame.pitch != nil { pitches += 1 }
          if onsets.hear(sound[sample]) != nil { beginnings += 1 }
        }
        _ = tracker.vibrato
      }
    }
    #expect(allocations == 0)
    #expect(pitches > 200)
    #expect(beginnings >= 3)
  }

  @Test func renderingAllocatesNothing() throws {
    var player = Player(sampleRate: 48_000)
    let tempo = try #require(Tempo(centiBeatsPerMinute: 30_000))
    let meter = try #require(Meter(grouping: [2, 3], subdivisions: 3, swing: 50, voices: [7]))
    let gaps = try #require(Gaps(sounding: 1, silent: 1, dropChance: 40, seed: 3))
    let metronome = try #require(
      Metronome(meter: meter, tempo: TempoPlan(steady: tempo), gaps: gaps))
    player.take(.play(metronome, .wood))
    player.take(
      .drone((1...8).map { Drone.Tone(frequency: 110 * Double($0)) }, .reed, inGaps: true))
    var heard: Float = 0
    func render(_ blocks: Int) -> Int {
      count {
        for _ in 0..<blocks {
          player.render()
          heard = max(heard, player.block[64])
          player.clearTold()
        }
      }
    }
    #expect(render(3_000) == 0)
    player.take(.drone((1...8).map { Drone.Tone(frequency: 110 * Double($0)) }, .triangle))
    #expect(render(1_000) == 0)
    // A chord that gives way to another, and all that ends.
    player.take(.drone([Drone.Tone(frequency: 220)], .string, chorus: Cents(2)))
    player.take(.retuneDrone(1.02))
    #expect(render(1_000) == 0)
    player.take(.stopDrone)
    #expect(render(1_000) == 0)
    player.take(.playScore(Score.sequenzaVII.cues(countIn: 3), .written, isLooping: true))
    #expect(render(4_000) == 0)
    // Passes of two speeds, a hold that is waited at, and all that is told of.
    var plan = ScorePlan()
    plan.ladder = ScoreLadder(
      start: try #require(ScoreScale(percent: 50)), step: 50, passesPerStep: 1, limit: .written)
    let held = try Score(parsing: "line 0.3 0.2\nhold 1.2 until-tap")
    player.take(.playScore(held.pass(ScoreRange(), seed: 0), .written, isLooping: true, plan))
    #expect(render(1_000) == 0)
    player.take(.goOn)
    player.take(.pause)
    player.take(.goOn)
    #expect(render(1_000) == 0)
    #expect(heard > 0.05)
  }
}
