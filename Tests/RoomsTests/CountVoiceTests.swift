import Domain
import Markup
import Program
import Sound
import Testing

@testable import RoomKit
@testable import ToolsRoom

@Suite struct CountVoiceTests {
  private func setup(_ tempo: Double, _ beats: Int, _ groups: [Int] = []) -> MetronomeSetup {
    var setup = MetronomeSetup()
    setup.tempo = Tempo(clamping: tempo)
    setup.setBeatCount(beats)
    if !groups.isEmpty { setup.group(groups) }
    (setup.countInBars, setup.countsAloud) = (1, true)
    return setup
  }

  @Test(
    arguments: [
      (40.0, 4, [], [1, 2, 3, 4]), (150, 4, [], [1, 2, 3, 4]), (151, 4, [], [1, 3]),
      (240, 4, [], [1, 3]), (240, 3, [], [1]), (120, 3, [], [1, 2, 3]),
      (240, 7, [2, 2, 3], [1, 3, 5]), (120, 7, [2, 2, 3], [1, 2, 3, 4, 5, 6, 7]),
      (240, 7, [], [1, 3, 5]), (240, 1, [], []),
    ] as [(Double, Int, [Int], [Int])])
  func saysWhatFits(tempo: Double, beats: Int, groups: [Int], said: [Int]) {
    let count = setup(tempo, beats, groups).spokenCount
    #expect(count.said == said)
    #expect(count.isWhole == (said.count == beats))
    #expect(said.isEmpty || count.gap >= SpokenCount.leastGap)
  }

  @Test(arguments: [40.0, 100, 150, 200, 240])
  func eachNumberComesWithItsClick(tempo: Double) throws {
    let count = setup(tempo, 4).spokenCount
    for said in count.said {
      let next = try #require(count.next(after: said, repeats: true))
      let beats = next.count > said ? next.count - said : 4 + next.count - said
      #expect(abs(next.milliseconds - Double(beats) * 60_000 / tempo) < 0.001)
    }
    let last = try #require(count.said.last)
    #expect(count.next(after: last, repeats: false) == nil)
  }

  /// The tools without a browser.
  private struct Room {
    var tools = Tools.State()

    mutating func send(_ message: Tools.Message) -> [Order] {
      Tools.update(&tools, message, .nowhere).map(\.order)
    }

    mutating func run() -> [Order] {
      send(.sounded(.state(.running, sampleRate: 48_000, delaySeconds: 0.03)))
    }

    mutating func hear(bar: Int, beat: Int, at moment: Double) -> [Order] {
      let run = Double(tools.bench.output.run)
      let message = [moment * 48, 0, Double(bar), Double(beat), 1, 0, 2, run]
      return send(.sounded(.sounded(atMilliseconds: moment, message: message)))
    }

    mutating func count(at moment: Double) -> [Order] {
      let message = [0, 1, 0, 0, 0, 1, 0, Double(tools.bench.output.run)]
      return send(.sounded(.sounded(atMilliseconds: moment, message: message)))
    }
  }

  private func spoken(_ orders: [Order]) -> [Order] {
    orders.filter { order in
      switch order {
      case .speak, .hush: true
      default: false
      }
    }
  }

  /// Counts one bar in at 120, with a voice that needs 90 ms.
  private func room() -> Room {
    var room = Room()
    _ = room.send(.metronome(.countInChosen(1)))
    _ = room.send(.metronome(.voiceChosen(true)))
    _ = room.send(.speechTold(Speech(lagMilliseconds: 90)))
    return room
  }

  @Test func theFirstNumberWaitsForSoundAndTheClickForIt() {
    var room = room()
    let begun = room.send(.metronome(.mainTapped))
    #expect(spoken(begun).isEmpty)
    #expect(begun.contains(.playSound(PlayerCommand.nudge(90).message)))
    #expect(spoken(room.run()) == [.speak(1, atMilliseconds: 0, gap: 500)])
    #expect(spoken(room.run()).isEmpty)
    // Sound is open now.
    _ = room.send(.metronome(.mainTapped))
    let again = room.send(.metronome(.mainTapped))
    #expect(spoken(again) == [.speak(1, atMilliseconds: 0, gap: 500)])
  }

  @Test func numbersAreSaidUntilTheFirstBar() {
    var room = room()
    _ = room.send(.metronome(.mainTapped))
    _ = room.run()
    for beat in 1...3 {
      let moment = 1_000 + Double(beat) * 500
      #expect(
        spoken(room.hear(bar: 0, beat: beat, at: moment))
          == [.speak(beat + 1, atMilliseconds: moment + 500 - 30, gap: 500)])
    }
    #expect(spoken(room.hear(bar: 0, beat: 4, at: 3_000)).isEmpty)
    #expect(spoken(room.hear(bar: 1, beat: 1, at: 3_500)).isEmpty)
  }

  @Test func stopAndAnotherTempoSilenceIt() {
    var room = room()
    _ = room.send(.metronome(.mainTapped))
    _ = room.run()
    _ = room.hear(bar: 0, beat: 1, at: 1_000)
    #expect(spoken(room.send(.metronome(.tempoScaled(by: 0.5)))) == [.hush])
    #expect(!spoken(room.hear(bar: 0, beat: 2, at: 1_500)).isEmpty)
    #expect(spoken(room.send(.metronome(.mainTapped))) == [.hush])
    #expect(spoken(room.hear(bar: 0, beat: 3, at: 2_000)).isEmpty)
  }

  @Test func aScoreSaysTheCountsOnScreen() {
    var room = Room()
    _ = room.send(.score(.switched(.countsAloud, true)))
    _ = room.send(.score(.mainTapped))
    #expect(spoken(room.run()) == [.speak(3, atMilliseconds: 0, gap: 1_000)])
    #expect(spoken(room.count(at: 500)) == [.speak(2, atMilliseconds: 1_470, gap: 1_000)])
    #expect(spoken(room.count(at: 1_500)) == [.speak(1, atMilliseconds: 2_470, gap: 1_000)])
    #expect(spoken(room.send(.score(.pauseTapped))) == [.hush])
    #expect(spoken(room.count(at: 2_500)).isEmpty)
  }

  @Test func withoutAVoiceTheChoiceSaysWhy() {
    var room = room()
    func html() -> String {
      HTML.text(of: MetronomePanel.view(room.tools.metronome, room.tools.bench))
    }
    #expect(html().contains("Click and voice"))
    _ = room.send(.speechTold(Speech(obstacle: .noVoice, lagMilliseconds: 150)))
    #expect(html().contains("This device has no English voice installed."))
    _ = room.send(.metronome(.mainTapped))
    #expect(spoken(room.run()).isEmpty)
    #expect(spoken(room.hear(bar: 0, beat: 1, at: 1_000)).isEmpty)
    _ = room.send(.speechTold(Speech(obstacle: .noSpeech, lagMilliseconds: 150)))
    #expect(html().contains("This browser can’t speak."))
  }

  @Test func clicksAloneSpeakOfNothing() {
    var room = Room()
    _ = room.send(.metronome(.countInChosen(1)))
    let begun = room.send(.metronome(.mainTapped))
    #expect(!begun.contains(.watchSpeech))
    #expect(spoken(begun + room.run() + room.hear(bar: 0, beat: 1, at: 0)).isEmpty)
  }
}
