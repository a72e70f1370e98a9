import Testing

@testable import Sound

@Suite struct TransportTests {
  private func metronome(
    _ tempo: Double, beats: Int = 4, sub: Int = 1, countIn: Int = 0
  ) throws -> Metronome {
    let meter = try #require(Meter(beats: beats, subdivisions: sub))
    return try #require(
      Metronome(
        meter: meter, tempo: TempoPlan(steady: Tempo(clamping: tempo)), countInBars: countIn))
  }

  private func pulses(_ tempo: Double, beats: Int = 4, sub: Int = 1) throws -> Pulses {
    Pulses(try metronome(tempo, beats: beats, sub: sub), sampleRate: 48_000)
  }

  /// All cues before a sample, asked for block by block.
  private func cues(_ transport: inout Transport, from: Int64, to: Int64) -> [Cue] {
    var cues: [Cue] = []
    for end in stride(from: from + 128, through: to, by: 128) {
      while let cue = transport.next(before: end) { cues.append(cue) }
    }
    return cues
  }

  private func samples(_ cues: [Cue]) -> [Int64] { cues.map(\.sample) }

  private func intervals(_ cues: [Cue]) -> [Int64] {
    zip(cues.dropFirst(), cues).map { $0.sample - $1.sample }
  }

  private func beats(_ cues: [Cue]) -> [[Int]] {
    cues.map { cue in
      if case .pulse(let bar, let beat, let subdivision, _) = cue.kind {
        [bar, beat, subdivision]
      } else {
        []
      }
    }
  }

  // MARK: - Metronomes

  @Test func clicksAreThoseOfThePlan() throws {
    var transport = Transport()
    let countedIn = try metronome(131.37, beats: 5, sub: 3, countIn: 1)
    transport.play(.metronome(Pulses(countedIn, sampleRate: 44_100), .tick), at: 1_000)
    let heard = cues(&transport, from: 0, to: 1_000_000)
    var plan = Pulses(countedIn, sampleRate: 44_100)
    let first = try #require(plan.upcoming?.sample)
    for cue in heard {
      let planned = plan.next()
      let pulse = try #require(planned)
      // Both are rounded once.
      #expect(abs(cue.sample - 1_000 - (pulse.sample - first)) <= 1)
      #expect(
        cue.kind
          == .pulse(
            bar: pulse.bar, beat: pulse.beat, subdivision: pulse.subdivision, voice: 0))
    }
    #expect(heard.count > 140)
  }

  /// M4, for changes at any moment, up and down.
  @Test func aChangeOfTempoKeepsTheBeat() throws {
    var chance = Chance(seed: 4)
    for _ in 0..<200 {
      let tempos = (0..<2).map { _ in 10 + chance.part() * 590 }
      let sub = 1 + Int(chance.number(through: 11))
      let moment = Int64(chance.number(through: 40_000))
      var transport = Transport()
      transport.play(.metronome(try pulses(tempos[0], sub: sub), .tick), at: 0)
      let before = cues(&transport, from: 0, to: moment)
      let upcoming = try #require(transport.upcomingSample)
      transport.change(to: try pulses(tempos[1], sub: sub))
      let all = before + cues(&transport, from: moment, to: 400_000)
      let lengths = tempos.map { 2_880_000 / Tempo(clamping: $0).beatsPerMinute / Double(sub) }
      #expect(samples(all).contains(upcoming) || upcoming > 400_000 - 128)
      for interval in intervals(all) {
        #expect(lengths.contains { abs(Double(interval) - $0) <= 1 })
      }
      for (one, next) in zip(beats(all), beats(all).dropFirst()) {
        let isNext =
          next == [one[0], one[1], one[2] + 1] && next[2] <= sub
          || next == [one[0], one[1] + 1, 1] || next == [one[0] + 1, 1, 1]
        #expect(isNext)
      }
    }
  }

  @Test func changesDoNotAddUp() throws {
    // A thousand changes between two tempos whose beats are no whole number of samples.
    var transport = Transport()
    transport.play(.metronome(try pulses(131.37), .tick), at: 0)
    var exact = 0.0
    var last: Int64 = 0
    for turn in 0..<1_000 {
      var count = 0
      while count < 1 {
        last += 64
        while transport.next(before: last) != nil { count += 1 }
      }
      exact += 2_880_000 / (turn % 2 == 0 ? 97.31 : 131.37)
      transport.change(to: try pulses(turn % 2 == 0 ? 97.31 : 131.37))
    }
    // The change came before the click after; so it holds from that one on.
    let first = 2_880_000 / 131.37
    let upcoming = try #require(transport.upcomingSample)
    #expect(abs(Double(upcoming) - (exact - 2_880_000 / 131.37 + first)) <= 0.51)
  }

  @Test func anotherMeterWaitsForTheBarLine() throws {
    var transport = Transport()
    transport.play(.metronome(try pulses(120), .tick), at: 0)
    let before = cues(&transport, from: 0, to: 50_048)
    transport.change(to: try pulses(240, beats: 3))
    let all = before + cues(&transport, from: 50_048, to: 200_064)
    #expect(
      beats(all).prefix(8) == [
        [1, 1, 1], [1, 2, 1], [1, 3, 1], [1, 4, 1], [2, 1, 1], [2, 2, 1], [2, 3, 1], [3, 1, 1],
      ])
    #expect(Array(intervals(all).prefix(6)) == [24_000, 24_000, 24_000, 24_000, 12_000, 12_000])
  }

  @Test func pausesSeeksAndNudgesMoveEverything() throws {
    var transport = Transport()
    transport.play(.metronome(try pulses(120), .tick), at: 0)
    let before = cues(&transport, from: 0, to: 30_080)
    #expect(samples(before) == [0, 24_000])
    transport.pause(at: 30_080)
    let meanwhile = cues(&transport, from: 30_080, to: 100_096)
    #expect(meanwhile.isEmpty)
    transport.goOn(at: 100_096)
    #expect(transport.upcomingSample == 118_016)
    transport.delay(by: -240)
    #expect(transport.upcomingSample == 117_776)
    let isThere = transport.seek(bar: 7, at: 101_000)
    #expect(isThere)
    let after = cues(&transport, from: 100_096, to: 200_064)
    #expect(after.first?.sample == 101_000)
    #expect(beats(after).first == [7, 1, 1])
    let isNowhere = transport.seek(bar: 0, at: 200_064)
    #expect(!isNowhere)
    transport.stop()
    let afterwards = cues(&transport, from: 200_064, to: 300_032)
    #expect(afterwards.isEmpty)
    #expect(transport.state == .stopped)
  }

  @Test func barsAreRepeatedInTime() throws {
    var transport = Transport()
    transport.play(.metronome(try pulses(97, beats: 2), .tick), at: 0)
    transport.repeatBars(2...3)
    let heard = cues(&transport, from: 0, to: 960_000)
    #expect(beats(heard).map { $0[0] }.prefix(12) == [1, 1, 2, 2, 3, 3, 2, 2, 3, 3, 2, 2])
    for (index, sample) in samples(heard).enumerated() {
      #expect(abs(Double(sample) - Double(index) * 2_880_000 / 97) <= 0.5)
    }
  }

  @Test func aPlanWithAnEndSaysSo() throws {
    var transport = Transport()
    let two = Pulses(try metronome(120, beats: 2), sampleRate: 48_000, bars: 2)
    transport.play(.metronome(two, .tick), at: 0)
    let heard = cues(&transport, from: 0, to: 200_064)
    #expect(samples(heard) == [0, 24_000, 48_000, 72_000, 96_000])
    #expect(heard.last?.kind == .end)
    #expect(transport.state == .stopped)
  }

  // MARK: - Scores

  private func scale(_ percent: Int) throws -> ScoreScale {
    try #require(ScoreScale(percent: percent))
  }

  @Test(arguments: [100, 75, 33, 300]) func aScoreIsPlayedOnItsSamples(percent: Int) throws {
    let score = Score.sequenzaVII
    let written = score.cues(countIn: 3)
    let scaled = score.cues(scale: try scale(percent), countIn: 3)
    for rate in [44_100, 48_000] {
      var transport = Transport()
      let run = ScoreRun(written, scale: try scale(percent), sampleRate: rate)
      transport.play(.score(run), at: 0)
      let heard = cues(&transport, from: 0, to: Int64(rate) * 1_000)
      #expect(heard.count == scaled.count + 1)
      #expect(heard.last?.kind == .end)
      for (cue, planned) in zip(heard, scaled) {
        #expect(abs(cue.sample - planned.sample(at: rate) - 3 * Int64(rate)) <= 1)
      }
    }
  }

  @Test func anotherSpeedGoesOnFromHere() throws {
    let score = try Score(parsing: "line 2 2 2 2")
    var transport = Transport()
    transport.play(.score(ScoreRun(score.cues(), sampleRate: 48_000)), at: 0)
    let before = cues(&transport, from: 0, to: 48_000)
    #expect(samples(before) == [0])
    // One of two seconds is over; the other takes two.
    transport.change(to: try scale(50), at: 48_000)
    #expect(transport.upcomingSample == 144_000)
    transport.pause(at: 96_000)
    transport.change(to: try scale(100), at: 500_000)
    transport.goOn(at: 480_000)
    #expect(transport.upcomingSample == 504_000)
    let isThere = transport.seek(line: 1, bar: 4, at: 480_000)
    #expect(isThere)
    let last = cues(&transport, from: 480_000, to: 700_032)
    #expect(samples(last) == [480_000, 576_000])
    let isNowhere = transport.seek(line: 2, bar: 1, at: 700_032)
    #expect(!isNowhere)
  }

  @Test func aLoopLeavesOutTheCountIn() throws {
    let score = try Score(parsing: "line 1 0.333")
    var transport = Transport()
    let run = ScoreRun(score.cues(countIn: 2), isLooping: true, sampleRate: 48_000)
    transport.play(.score(run), at: 0)
    let heard = cues(&transport, from: 0, to: 960_000)
    #expect(heard.filter { $0.kind == .score(.count, line: 0, bar: 0) }.count == 2)
    let bars = samples(heard).dropFirst(2).map { $0 - 96_000 }
    #expect(bars.count > 20)
    for (index, sample) in bars.enumerated() {
      let milliseconds = index / 2 * 1_333 + (index % 2) * 1_000
      #expect(sample == Int64(milliseconds) * 48)
    }
  }
}

@Suite struct PlayerTests {
  private func metronome(_ tempo: Double) throws -> Metronome {
    let gaps = try #require(Gaps(sounding: 3, silent: 1, dropChance: 20, seed: .max - 5))
    let meter = try #require(Meter(grouping: [2, 3], subdivisions: 2, swing: 60, voices: [3]))
    let stretches = [
      TempoPlan.Stretch(bars: 4, tempo: Tempo(clamping: tempo)),
      TempoPlan.Stretch(
        bars: 4, tempo: Tempo(clamping: tempo), course: .linear(to: Tempo(clamping: 200))),
      TempoPlan.Stretch(
        bars: 4, tempo: Tempo(clamping: 200), course: .exponential(to: Tempo(clamping: 90))),
      TempoPlan.Stretch(
        bars: 8, tempo: Tempo(clamping: 90),
        course: .steps(by: -250, everyBars: 2, limit: Tempo(clamping: 60))),
    ]
    let tempo = try #require(TempoPlan(stretches))
    return try #require(Metronome(meter: meter, tempo: tempo, gaps: gaps, countInBars: 2))
  }

  private var commands: [PlayerCommand] {
    get throws {
      [
        .play(try metronome(88.8), .wood), .change(try metronome(10)), .pause, .goOn, .stop,
        .playScore(Score.sequenzaVII.cues(countIn: 3), .written, isLooping: true),
        .changeScale(try #require(ScoreScale(percent: 75))), .seek(line: 3, bar: 12),
        .seekBracket(2, part: 3),
        .repeatBars(3...9), .repeatBars(nil), .nudge(-5),
        .drone([Drone.Tone(frequency: 220, level: 0.5), Drone.Tone(frequency: 330)], .reed),
        .drone([Drone.Tone(frequency: 440)], .drawbars([8, 0, 3]), chorus: Cents(2)),
        .drone(
          [Drone.Tone(frequency: 110)], .triangle, fades: Drone.Fades(attack: 3, release: 0.05),
          inGaps: true),
        .retuneDrone(1.01),
        .stopDrone, .levels(Player.Levels(clicks: 0.5, drone: 0.25)),
        .playScore(try held, .written, isLooping: false, try climbing),
        .changeScore(try held, .written, isLooping: true, try climbing),
        .changeScore([], .written, isLooping: false, ScorePlan()),
      ]
    }
  }

  private var held: [ScoreCue] {
    get throws {
      try Score(parsing: "line 2 3\nhold 1.1 until-tap\nbracket 0:01 0:03")
        .pass(ScoreRange(), seed: 0, warning: 1)
    }
  }

  private var climbing: ScorePlan {
    get throws {
      var plan = ScorePlan()
      (plan.line, plan.bar, plan.passes, plan.silentEvery, plan.isSilent) = (3, 4, 5, 2, true)
      (plan.sounds.count, plan.sounds.first, plan.sounds.other) = (.wood, .bell, .rim)
      plan.ladder = ScoreLadder(
        start: try #require(ScoreScale(percent: 60)), step: 5, passesPerStep: 2, limit: .written)
      return plan
    }
  }

  @Test func commandsComeThroughAsMessages() throws {
    for command in try commands {
      #expect(PlayerCommand(message: command.message) == command)
    }
  }

  @Test func whatIsNoCommandIsNone() throws {
    #expect(PlayerCommand(message: []) == nil)
    var chance = Chance(seed: 11)
    let odd = [Double.nan, .infinity, -.infinity, -1, 0.5, 1e300, 0x1p53, 4_000_000_000, 1e9]
    var player = Player(sampleRate: 8_000)
    for command in try commands {
      let message = command.message
      #expect(PlayerCommand(message: message + [0]) == nil)
      #expect(PlayerCommand(message: Array(message.dropLast())) == nil)
      for _ in 0..<300 {
        var damaged = message
        for _ in 0...chance.number(through: 2) {
          let place = Int(chance.number(through: UInt64(damaged.count - 1)))
          damaged[place] = odd[Int(chance.number(through: UInt64(odd.count - 1)))]
        }
        // Whatever is read can be played.
        guard let read = PlayerCommand(message: damaged) else { continue }
        player.take(read)
        player.render()
        #expect(player.block.allSatisfy { abs($0) <= 1 })
      }
    }
  }

  @Test func aDamagedMessageLeavesNoRoomForMore() {
    // A count that no message can hold is not believed.
    #expect(PlayerCommand(message: [3, 100, 0, 1e9]) == nil)
    #expect(Sounded(message: [0, 7, 0, 0, 0, 0, 0, 1]) == nil)
  }

  @Test func clicksBeginOnTheirSamplesAmongDrones() throws {
    var player = Player(sampleRate: 48_000)
    let tempo = TempoPlan(steady: Tempo(clamping: 131.37))
    let meter = try #require(Meter(beats: 4, subdivisions: 7))
    player.take(.play(try #require(Metronome(meter: meter, tempo: tempo)), .tick))
    var sound: [Float] = []
    var told: [Cue] = []
    for _ in 0..<4_000 {
      player.render()
      sound += player.block
      told += player.told
      player.clearTold()
    }
    #expect(told.count > 150)
    for cue in told {
      let at = Int(cue.sample)
      #expect(sound[at] != 0 && sound[at - 1] == 0)
      let message = cue.message
      let read = Sounded(message: message.indices.map { message[$0] })
      #expect(read?.sample == cue.sample && read?.kind == cue.kind)
      #expect(read?.accent == cue.strike?.accent)
    }
    player.take(
      .drone((1...8).map { Drone.Tone(frequency: 110 * Double($0)) }, .shruti))
    var highest: Float = 0
    for _ in 0..<2_000 {
      player.render()
      highest = max(highest, player.block.reduce(0) { max($0, abs($1)) })
    }
    #expect(highest > 0.5 && Double(highest) <= Limiter.ceiling + 1e-6)
    player.take(.stop)
    player.take(.stopDrone)
    for _ in 0..<200 { player.render() }
    #expect(player.block.allSatisfy { $0 == 0 })
  }

  /// Voices that fall together are both heard, and a click is cut short only by what is heard.
  @Test func strikesOfOneMomentSoundTogether() throws {
    let tempo = Tempo(clamping: 60)
    func first(_ beats: [Accent], _ voices: [Int]) throws -> [Float] {
      let meter = try #require(Meter(beats: beats, voices: voices))
      var player = Player(sampleRate: 48_000, blockLength: 4_096)
      player.take(.play(Metronome(meter: meter, tempo: tempo), .tick))
      player.render()
      return Array(player.block[960..<2_160])
    }
    let beat = try first([.strong], [])
    let both = try first([.strong], [1])
    let voice = try first([.mute], [1])
    for index in beat.indices {
      #expect(abs(both[index] - (beat[index] / 2 + voice[index])) < 1e-5)
    }
    #expect(voice.contains { abs($0) > 0.1 })
    // Muted clicks 20 ms later cut nothing.
    let mutes = [Accent](repeating: .mute, count: 11)
    let fast = try #require(Meter(beats: [.strong], subdivisions: [.normal] + mutes))
    var player = Player(sampleRate: 48_000, blockLength: 4_096)
    player.take(.play(Metronome(meter: fast, tempo: Tempo(clamping: 240)), .bell))
    player.render()
    let table = ClickTable(sampleRate: 48_000)
    for index in 0..<1_200 {
      #expect(player.block[960 + index] == table.sample(index, .bell, of: .strong))
    }
  }

  /// Another swing moves clicks within the bar; so it waits for the next.
  @Test func anotherSwingWaitsForTheBarLine() throws {
    func pulses(_ swing: Int) throws -> Pulses {
      let meter = try #require(Meter(beats: 2, subdivisions: 2, swing: swing))
      return Pulses(Metronome(meter: meter, tempo: Tempo(clamping: 120)), sampleRate: 48_000)
    }
    var transport = Transport()
    transport.play(.metronome(try pulses(50), .tick), at: 0)
    var samples: [Int64] = []
    while let cue = transport.next(before: 10_000) { samples.append(cue.sample) }
    transport.change(to: try pulses(75))
    while let cue = transport.next(before: 90_000) { samples.append(cue.sample) }
    #expect(samples == [0, 12_000, 24_000, 36_000, 48_000, 66_000, 72_000])
  }

  @Test func aDroneThatIsTunedTooHighComesBack() {
    var drone = Drone(sampleRate: 48_000, timbre: .pure)
    drone.play([Drone.Tone(frequency: 440)])
    func hear(_ count: Int) -> [Float] { (0..<count).map { _ in drone.next() } }
    for _ in 0..<40 {
      drone.retune(by: 1.4)
      _ = hear(6_000)
    }
    #expect(drone.isSilent)
    for _ in 0..<40 {
      drone.retune(by: 1 / 1.4)
      _ = hear(6_000)
    }
    let sound = hear(48_000)
    let changes = zip(sound, sound.dropFirst()).count { ($0 < 0) != ($1 < 0) }
    #expect(abs(changes / 2 - 440) <= 1)
  }

  @Test func stepsThatGoNowhereTakeNoRoom() throws {
    let wrong = TempoPlan.Stretch(
      bars: 100_000, tempo: Tempo(clamping: 120),
      course: .steps(by: 1, everyBars: 1, limit: Tempo(clamping: 60)))
    #expect(TempoPlan([TempoPlan.Stretch](repeating: wrong, count: 65)) == nil)
    let plan = try #require(TempoPlan([TempoPlan.Stretch](repeating: wrong, count: 64)))
    var pulses = Pulses(
      try #require(Metronome(meter: .common, tempo: plan)), sampleRate: 48_000)
    let first = [pulses.next()?.sample, pulses.next()?.sample]
    #expect(first == [0, 24_000])
  }

  @Test func whatNobodyAsksForIsNotKept() throws {
    var player = Player(sampleRate: 8_000)
    let meter = try #require(Meter(beats: 4, subdivisions: 12))
    let tempo = TempoPlan(steady: Tempo(clamping: 600))
    player.take(.play(try #require(Metronome(meter: meter, tempo: tempo)), .tick))
    for _ in 0..<2_000 { player.render() }
    #expect(player.told.count == 256)
  }
}
