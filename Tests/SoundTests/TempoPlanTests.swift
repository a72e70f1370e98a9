import Testing

@testable import Sound

@Suite struct TempoPlanTests {
  private typealias Reason = TempoPlan.TextError.Reason

  @Test(arguments: [
    "8 120", "8 120>140", "8 120.5~131.37", "32 100+4/4<140", "32 140-0.25/1>100",
    "1 10\n100000 600\n4 60>60.05",
  ])
  func readsWhatItWrites(text: String) throws {
    let plan = try TempoPlan(parsing: text)
    #expect(plan.text == text)
    #expect(try TempoPlan(parsing: plan.text) == plan)
  }

  @Test func readsWhatPeopleWrite() throws {
    let plan = try TempoPlan(parsing: "\n  8  120,50 > 140 \r\n\n 32 140 \u{2212} 4 / 4 > 100\n")
    #expect(plan.text == "8 120.5>140\n32 140-4/4>100")
    #expect(plan.barCount == 40)
    #expect(
      plan.stretches[1].course
        == .steps(by: -400, everyBars: 4, limit: Tempo(clamping: 100)))
  }

  @Test(
    arguments: [
      ("", 1, .empty), ("\n \n", 1, .empty), ("x 120", 1, .expectedBars),
      ("8", 1, .expectedTempo), ("8x120", 1, .expectedBars), ("8 fast", 1, .expectedTempo),
      ("0 120", 1, .barsOutOfRange), ("100001 120", 1, .barsOutOfRange),
      ("8 9.99", 1, .tempoOutOfRange), ("8 600.01", 1, .tempoOutOfRange),
      ("8 99999999999", 1, .tempoOutOfRange), ("8 120\n8 120>", 2, .expectedTempo),
      ("8 120>601", 1, .tempoOutOfRange), ("8 120+/4<140", 1, .expectedStep),
      ("8 120+0/4<140", 1, .expectedStep), ("8 120+4<140", 1, .expectedEveryBars),
      ("8 120+4/0<140", 1, .barsOutOfRange), ("8 120+4/4", 1, .expectedLimit),
      ("8 120+4/4<100", 1, .limitOnOtherSide), ("8 120-4/4>140", 1, .limitOnOtherSide),
      ("8 120-4/4<100", 1, .limitOnOtherSide), ("8 120\n\n4 90 rit.", 3, .unexpected("rit.")),
    ] as [(String, Int, TempoPlan.TextError.Reason)])
  func refusesWithItsLine(text: String, line: Int, reason: TempoPlan.TextError.Reason) {
    #expect(throws: TempoPlan.TextError(line: line, reason: reason)) {
      try TempoPlan(parsing: text)
    }
  }

  @Test func refusesTheStretchThatIsTooMuch() {
    let lines = [String](repeating: "8 120", count: 65).joined(separator: "\n")
    #expect(throws: TempoPlan.TextError(line: 65, reason: .tooManyStretches)) {
      try TempoPlan(parsing: lines)
    }
  }

  private func metronome(_ plan: String, beats: Int = 4, bars: Int? = nil) throws -> Metronome {
    let meter = try #require(Meter(beats: beats))
    var metronome = try #require(Metronome(meter: meter, tempo: try TempoPlan(parsing: plan)))
    metronome.bars = bars
    return metronome
  }

  /// What a clock of the page computes is where the player's bars begin.
  @Test(arguments: ["1 131.37", "8 120>140", "8 60~240", "12 100+7/2<140\n4 90"])
  func knowsWhenBarsBegin(plan: String) throws {
    let metronome = try metronome(plan, beats: 5)
    let (bars, pulses) = (PlannedBars(metronome), Pulses(metronome, sampleRate: 48_000))
    for bar in 1...40 {
      #expect(
        abs(bars.start(ofBar: bar) * 48 - Double(pulses.start(ofBar: Int64(bar) - 1))) <= 0.51)
    }
    #expect(
      abs(bars.beatLength(inBar: 3) * 5 - (bars.start(ofBar: 4) - bars.start(ofBar: 3))) < 1e-9)
  }

  @Test func findsTheBarLineAfterATime() throws {
    let bars = PlannedBars(try metronome("1 120"))
    // A bar takes two seconds.
    for (milliseconds, from, last) in [
      (60_000.0, 1, 30), (60_001, 1, 31), (59_000, 1, 30), (10_000, 6, 10), (0, 7, 7), (-500, 7, 7),
    ] {
      #expect(bars.bars(until: milliseconds, from: from) == last)
    }
  }

  private func told(_ player: inout Player, blocks: Int) -> [Cue] {
    for _ in 0..<blocks { player.render() }
    defer { player.clearTold() }
    return player.told
  }

  @Test func endsAtTheBarLine() throws {
    var player = Player(sampleRate: 48_000)
    player.take(.play(try metronome("1 120", beats: 3, bars: 2), .tick))
    let cues = told(&player, blocks: 2_000)
    #expect(cues.count == 7)
    #expect(cues.last?.kind == .end)
    #expect(try #require(cues.last).sample - cues[0].sample == 6 * 24_000)
  }

  @Test func aBarThatSoundsIsPlayedOut() throws {
    var player = Player(sampleRate: 48_000)
    player.take(.play(try metronome("1 600", beats: 4), .tick))
    let before = told(&player, blocks: 80)
    #expect(before.count == 2)
    // One bar was enough before this one had begun.
    player.take(.change(try metronome("1 600", beats: 4, bars: 1)))
    let after = told(&player, blocks: 400)
    #expect(
      after.map(\.kind).suffix(2) == [.pulse(bar: 1, beat: 4, subdivision: 1, voice: 0), .end])
  }

  @Test func changesItsClickInTheBeat() throws {
    var player = Player(sampleRate: 48_000)
    player.take(.play(try metronome("1 240"), .tick))
    let first = told(&player, blocks: 120)
    player.take(.changeSound(.bell))
    let next = told(&player, blocks: 200)
    #expect(first.allSatisfy { $0.strike?.sound == .tick })
    #expect(!next.isEmpty && next.allSatisfy { $0.strike?.sound == .bell })
    for (one, other) in zip(first + next, (first + next).dropFirst()) {
      #expect(other.sample - one.sample == 12_000)
    }
    let command = PlayerCommand.changeSound(.bell)
    #expect(PlayerCommand(message: command.message) == command)
    #expect(PlayerCommand(message: [15, 6]) == nil)
    let limited = PlayerCommand.play(try metronome("1 120", bars: 9), .tick)
    #expect(PlayerCommand(message: limited.message) == limited)
  }
}
