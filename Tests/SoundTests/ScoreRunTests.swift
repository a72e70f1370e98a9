import Testing

@testable import Sound

@Suite struct ScoreRunTests {
  /// A run on a clock of milliseconds.
  private func run(
    _ text: String, countIn: Int = 0, percent: Int = 100, isLooping: Bool = false,
    _ change: (inout ScorePlan) -> Void = { _ in }
  ) throws -> ScoreRun {
    var plan = ScorePlan()
    change(&plan)
    return ScoreRun(
      Score.countIn(countIn, of: Fraction(1_000))
        + (try Score(parsing: text)).pass(ScoreRange(), seed: 0),
      scale: try #require(ScoreScale(percent: percent)), isLooping: isLooping, plan: plan,
      sampleRate: 1_000)
  }

  /// What is told before a time, a millisecond after the other, each as `line.bar@time`.
  private func told(_ transport: inout Transport, from: Int64 = 0, to: Int64) -> [String] {
    var all: [String] = []
    for end in from..<to {
      while let cue = transport.next(before: end + 1) { all.append(words(cue)) }
    }
    return all
  }

  private func words(_ cue: Cue) -> String {
    switch cue.kind {
    case .score(.bar, let line, let bar): "\(line).\(bar)@\(cue.sample)"
    case .score(let kind, _, _): "\(kind.name)@\(cue.sample)"
    case .place(let line, let bar, let milliseconds):
      "\(line).\(bar)+\(milliseconds)@\(cue.sample)"
    case .end: "end@\(cue.sample)"
    case .pulse: "pulse@\(cue.sample)"
    }
  }

  private let half = ScoreScale(percent: 50) ?? .written

  @Test func eachPassOfALadderBeginsWhereTheLastOneEnds() throws {
    let ladder = try #require(
      ScoreLadder(
        start: half, step: 25, passesPerStep: 2,
        limit: .written))
    #expect(
      (1...8).map { ladder.scale(ofPass: $0).percent } == [50, 50, 75, 75, 100, 100, 100, 100])
    var transport = Transport()
    let climbing = try run("line 1 0.5") {
      $0.ladder = ladder
      $0.passes = 6
    }
    transport.play(.score(climbing), at: 0)
    // 3,000 for each pass at a half, 2,000 at three quarters, 1,500 as written.
    #expect(
      told(&transport, to: 14_000) == [
        "1.1@0", "1.2@2000", "1.1@3000", "1.2@5000", "1.1@6000", "1.2@7333", "1.1@8000",
        "1.2@9333", "1.1@10000", "1.2@11000", "1.1@11500", "1.2@12500", "end@13000",
      ])
    let down = try #require(
      ScoreLadder(
        start: .written, step: 30, passesPerStep: 1, limit: half))
    #expect((1...4).map { down.scale(ofPass: $0).percent } == [100, 70, 50, 50])
    #expect(ScoreLadder(start: .written, step: 0, passesPerStep: 1, limit: .written) == nil)
  }

  /// At 33 percent no pass has a whole number of samples; none is lost in a thousand.
  @Test func passesDoNotAddUpErrors() throws {
    let run = try run("line 1 0.333", percent: 33, isLooping: true)
    var transport = Transport()
    transport.play(.score(run), at: 0)
    var last: Int64 = 0
    var passes = 0
    while let cue = transport.next(before: 5_000_000), passes < 1_000 {
      guard cue.kind == .score(.bar, line: 1, bar: 1) else { continue }
      let exact = Double(passes) * 1_333 * 100 / 33
      #expect(abs(Double(cue.sample) - exact) <= 0.5 + 1e-6)
      passes += 1
      last = cue.sample
    }
    #expect(passes == 1_000 && last > 4_000_000)
  }

  @Test func theFirstPassMayBeginAnywhere() throws {
    var transport = Transport()
    let middle = try run("columns 2 1\nlines 2", countIn: 2, percent: 50) {
      ($0.line, $0.bar, $0.passes) = (2, 1, 2)
    }
    transport.play(.score(middle), at: 0)
    #expect(
      told(&transport, to: 30_000) == [
        "count@0", "count@1000", "2.1@2000", "2.2@6000", "1.1@8000", "1.2@12000", "2.1@14000",
        "2.2@18000", "end@20000",
      ])
    // Another speed during the count-in leaves the bar that is counted to where it is.
    transport.play(.score(middle), at: 0)
    _ = told(&transport, to: 500)
    transport.change(to: .written, at: 500)
    #expect(
      told(&transport, from: 500, to: 6_000) == ["count@1000", "2.1@2000", "2.2@4000", "1.1@5000"])
  }

  @Test func aHoldWaitsForThePlayer() throws {
    var transport = Transport()
    let held = try run("line 2 1 1\nhold 1.1 until-tap\nhold 1.2 0.5")
    transport.play(.score(held), at: 0)
    #expect(told(&transport, to: 2_001) == ["1.1@0", "hold@2000"])
    #expect(told(&transport, from: 2_001, to: 9_000) == [])
    // Held for 7,123: all that follows is later by exactly that.
    transport.goOn(at: 9_123)
    #expect(
      told(&transport, from: 9_000, to: 20_000) == [
        "1.2@9123", "hold@10123", "1.3@10623", "end@11623",
      ])
    // A pause while it waits is no tap.
    transport.play(.score(held), at: 0)
    _ = told(&transport, to: 3_000)
    transport.pause(at: 3_000)
    transport.goOn(at: 4_000)
    #expect(told(&transport, from: 3_000, to: 6_000) == ["1.1+2000@4000"])
    transport.change(to: half, at: 6_000)
    #expect(told(&transport, from: 6_000, to: 7_000) == ["1.1+2000@6000"])
    transport.goOn(at: 7_000)
    #expect(told(&transport, from: 7_000, to: 10_000) == ["1.2@7000", "hold@9000"])
    // Another place is one, too.
    transport.play(.score(held), at: 0)
    _ = told(&transport, to: 3_000)
    let isThere = transport.seek(line: 1, bar: 3, at: 3_500)
    #expect(isThere)
    #expect(told(&transport, from: 3_000, to: 5_000) == ["1.3@3500", "end@4500"])
  }

  @Test func whatGoesOnSaysWhereItIs() throws {
    var transport = Transport()
    transport.play(.score(try run("line 4 4")), at: 0)
    #expect(told(&transport, to: 1_000) == ["1.1@0"])
    transport.pause(at: 1_000)
    transport.goOn(at: 5_000)
    #expect(told(&transport, from: 5_000, to: 6_000) == ["1.1+1000@5000"])
    transport.change(to: half, at: 6_000)
    #expect(
      told(&transport, from: 6_000, to: 20_000) == ["1.1+2000@6000", "1.2@10000", "end@18000"])
  }

  @Test func anotherScoreGoesOnInTheSameBar() throws {
    var transport = Transport()
    transport.play(.score(try run("columns 2 2\nlines 2", countIn: 1)), at: 0)
    _ = told(&transport, to: 4_000)
    // Half of bar 1.2 is over. Its line alone is looped now, at half the speed.
    let looped = try run("columns 2 2\nlines 1", percent: 50, isLooping: true)
    transport.change(to: looped, at: 4_000)
    #expect(
      told(&transport, from: 4_000, to: 15_000) == [
        "1.2+1000@4000", "1.1@6000", "1.2@10000", "1.1@14000",
      ])
    transport.change(to: try run("line \"x\" 1"), at: 14_500)
    #expect(told(&transport, from: 14_500, to: 16_000) == ["1.1+250@14500", "end@15250"])
    // A bar that is not there any more: from the beginning, at once.
    transport.play(.score(try run("columns 1\nlines 3")), at: 0)
    _ = told(&transport, to: 1_500)
    transport.change(to: try run("line 4"), at: 1_500)
    #expect(told(&transport, from: 1_500, to: 6_000) == ["1.1@1500", "end@5500"])
    transport.play(.score(try run("columns 1\nlines 3", countIn: 2)), at: 0)
    _ = told(&transport, to: 1_500)
    transport.change(to: try run("columns 3\nlines 3", countIn: 2), at: 1_500)
    #expect(told(&transport, from: 1_500, to: 6_000) == ["1.1@2000", "2.1@5000"])
  }

  @Test func silentPassesAreToldButNotHeard() throws {
    var transport = Transport()
    let some = try run("line 1 1", countIn: 1) {
      ($0.passes, $0.silentEvery) = (4, 2)
      ($0.sounds.count, $0.sounds.first, $0.sounds.other) = (.bell, .wood, .rim)
    }
    transport.play(.score(some), at: 0)
    var sounds: [ClickSound?] = []
    var passes: [Int] = []
    while let cue = transport.next(before: 100_000) {
      sounds.append(cue.strike?.sound)
      passes.append(cue.pass)
    }
    #expect(sounds == [.bell, .wood, .rim, nil, nil, .wood, .rim, nil, nil, nil])
    #expect(passes == [1, 1, 1, 2, 2, 3, 3, 4, 4, 0])
    let none = try run("line 1", countIn: 1) { $0.isSilent = true }
    transport.play(.score(none), at: 0)
    sounds = []
    while let cue = transport.next(before: 100_000) { sounds.append(cue.strike?.sound) }
    #expect(sounds == [.tick, nil, nil])
  }

  @Test func bracketsWarnBeforeTheyEndAndScoresOfThemBegin() throws {
    let score = try Score(parsing: "bracket 0:10 0:20\nbracket 0:30 0:33")
    let cues = score.pass(ScoreRange(), seed: 0, warning: 5)
    #expect(cues.map(\.kind.name) == ["start", "bracket", "warning", "bracket"])
    #expect(cues.map(\.start.value) == [0, 10_000, 15_000, 30_000])
    let mixed = try Score(parsing: "line 2 2\nbracket 0:01 0:03")
    #expect(mixed.pass(ScoreRange(), seed: 0).map(\.kind.name) == ["bar", "bracket", "bar"])
    let part = mixed.pass(ScoreRange(bars: 2...2), seed: 0)
    #expect(part.map(\.kind.name) == ["bar"])
    var transport = Transport()
    transport.play(
      .score(ScoreRun(cues, sampleRate: 1_000)), at: 0)
    #expect(told(&transport, to: 12_000) == ["start@0", "bracket@10000"])
    transport.pause(at: 12_000)
    transport.goOn(at: 13_000)
    #expect(told(&transport, from: 12_000, to: 20_000) == ["0.0+12000@13000", "warning@16000"])
    let isBar = transport.seek(line: 1, bar: 2, at: 20_000)
    #expect(!isBar)
    let isThere = transport.seek(bracket: 2, part: 1, at: 20_000)
    #expect(isThere)
    #expect(
      told(&transport, from: 20_000, to: 25_000) == [
        "0.0+30000@20000", "bracket@20000", "end@23000",
      ])
    // Among bars a bracket is not the bar of its number, and the place is told in that bar.
    transport.play(.score(ScoreRun(mixed.pass(ScoreRange(), seed: 0), sampleRate: 1_000)), at: 0)
    let isBracket = transport.seek(bracket: 1, part: 1, at: 0)
    #expect(isBracket)
    #expect(told(&transport, to: 1_500) == ["1.1+1000@0", "bracket@0", "1.2@1000"])
  }

  @Test func aBarThatWasChosenInAPauseDoesNotWaitForTheOneBefore() throws {
    let text = "line 2 2\nhold 1.1 until-tap"
    var transport = Transport()
    transport.play(.score(try run(text)), at: 0)
    _ = told(&transport, to: 1_000)
    transport.pause(at: 1_000)
    let isThere = transport.seek(line: 1, bar: 2, at: 1_500)
    #expect(isThere)
    transport.change(to: try run(text, percent: 50), at: 2_000)
    transport.goOn(at: 3_000)
    #expect(told(&transport, from: 3_000, to: 9_000) == ["1.2@3000", "end@7000"])
  }

  // MARK: - Files

  @Test(arguments: [25, 75, 100, 300], [44_100, 48_000])
  func aTrackHasEachBarOnItsSample(percent: Int, rate: Int) throws {
    let scale = try #require(ScoreScale(percent: percent))
    let cues =
      Score.countIn(3, of: Fraction(1_000)) + Score.sequenzaVII.pass(ScoreRange(), seed: 0)
    let track = ScoreTrack(cues, scale: scale, plan: ScorePlan(), ticks: rate)
    let exact = Score.sequenzaVII.cues(scale: scale, countIn: 3)
    #expect(track.moments.count == 172)
    for (moment, cue) in zip(track.moments, exact) {
      #expect(abs(moment.start - cue.sample(at: rate)) <= 1)
    }
    #expect(track.start == -3 * Int64(rate))
    #expect(abs(Double(track.end) - 293.8 * Double(rate) * 100 / Double(percent)) <= 1)
  }

  @Test func aSoundFileHasItsClicksWhereTheyBelong() throws {
    let score = try Score(parsing: "line 0.5 0.25 0.25\nhold 1.2 until-tap")
    let cues = Score.countIn(1, of: Fraction(1_000)) + score.pass(ScoreRange(), seed: 0)
    let track = ScoreTrack(cues, scale: .written, plan: ScorePlan(), ticks: 44_100)
    var recorder = ScoreRecorder(track, drone: [], timbre: .pure)
    var bytes = recorder.header
    while !recorder.isDone { recorder.write(10_000, to: &bytes) }
    #expect(Int64(bytes.count) == recorder.byteCount)
    var reader = WaveReader()
    var samples: [Float] = []
    try reader.read(bytes[...], to: &samples)
    try reader.finish()
    #expect(reader.format == ScoreRecorder.format && samples.count == 2 * 44_100)
    var onsets: [Int] = []
    var quiet = 1_000
    for (index, sample) in samples.enumerated() {
      if abs(sample) > 0.02 {
        if quiet > 800 { onsets.append(index) }
        quiet = 0
      } else {
        quiet += 1
      }
    }
    #expect(onsets == [0, 44_100, 66_150, 77_175])
    // With a drone there is sound between the clicks, and none at the end.
    var droned = ScoreRecorder(
      track, drone: [Drone.Tone(frequency: 493.883, level: 0.5)], timbre: .pure)
    var more = droned.header
    droned.write(.max / 2, to: &more)
    #expect(more.count == bytes.count)
    #expect(more[44 + 60_000..<44 + 61_000].contains { $0 != 0 })
    #expect(more.suffix(400).allSatisfy { $0 == 0 })
  }

  /// Reads a MIDI file back, as the standard says.
  private func notes(_ bytes: [UInt8]) throws -> [(tick: Int, key: UInt8, velocity: UInt8)] {
    #expect(Array(bytes[..<4]) == Array("MThd".utf8))
    #expect(Array(bytes[4..<14]) == [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xF4])
    #expect(Array(bytes[14..<18]) == Array("MTrk".utf8))
    let length = bytes[18..<22].reduce(0) { $0 << 8 | Int($1) }
    #expect(bytes.count == 22 + length)
    var place = 22
    func number() -> Int {
      var value = 0
      while true {
        value = value << 7 | Int(bytes[place] & 0x7F)
        place += 1
        if bytes[place - 1] < 0x80 { return value }
      }
    }
    var found: [(tick: Int, key: UInt8, velocity: UInt8)] = []
    var tick = 0
    var isEnded = false
    while place < bytes.count {
      tick += number()
      switch bytes[place] {
      case 0xFF:
        let kind = bytes[place + 1]
        place += 2
        let size = number()
        if kind == 0x51 { #expect(Array(bytes[place..<place + size]) == [0x07, 0xA1, 0x20]) }
        if kind == 0x2F {
          isEnded = true
          found.append((tick, 0, 0))
        }
        place += size
      case 0x99:
        found.append((tick, bytes[place + 1], bytes[place + 2]))
        place += 3
      case 0x89: place += 3
      default:
        Issue.record("an unknown event \(bytes[place])")
        return found
      }
    }
    #expect(isEnded)
    return found
  }

  @Test func aMidiFileHasATickForEachMillisecond() throws {
    let starts: [Int64] = [0, 1_000, 2_733, 16_500, 2_500_000]
    let bytes = MidiWriter.bytes(
      starts.map { MidiNote(start: $0, key: 76, velocity: 100) }, title: "Étude", end: 3_000_000)
    let found = try notes(bytes)
    #expect(found.map(\.tick) == [0, 1_000, 2_733, 16_500, 2_500_000, 3_000_000])
    #expect(found.dropLast().allSatisfy { $0.key == 76 && $0.velocity == 100 })
    #expect(bytes.contains(0xC3))
    // What lies close together keeps its order, and what is before the beginning is none.
    let close = MidiWriter.bytes(
      [-5, 0, 10].map { MidiNote(start: $0, key: 300, velocity: 0) }, title: "", end: 0)
    #expect(try notes(close).map(\.tick) == [0, 10, 50])
  }

  // MARK: - Tests of the player

  private let bars = [3_000.0, 2_700, 2_000, 1_000, 3_000, 2_700, 2_000, 1_000].enumerated().map {
    ScoreTest.Bar(line: 1 + $0.offset / 4, bar: 1 + $0.offset % 4, milliseconds: $0.element)
  }

  @Test func plantedErrorsAreFound() throws {
    var test = ScoreTest(bars)
    test.start = 10_000
    // Each first bar is 300 too long, each third 100 too short, the rest is right.
    let errors = [300.0, 0, -100, 0, 300, 0, -100, 0]
    var time = 10_050.0
    test.tap(at: time)
    for (bar, error) in zip(bars, errors) {
      time += bar.milliseconds + error
      test.tap(at: time)
      // A finger that bounces counts once.
      test.tap(at: time + 60)
    }
    #expect(test.isOver && test.tapCount == 9)
    let result = try #require(test.result)
    #expect(result.count == 8)
    #expect(abs(result.bias - 50) < 1e-9)
    // Squares around 50: two of 250, two of 150, four of 50; by seven.
    let squares = 2 * 62_500.0 + 2 * 22_500.0 + 4 * 2_500.0
    #expect(abs(result.spread - (squares / 7).squareRoot()) < 1e-9)
    #expect(result.columns.map(\.bar) == [1, 2, 3, 4])
    let means: [Double] = [300, 0, -100, 0]
    #expect(result.columns.map { $0.error.rounded() } == means)
    let percents: [Double] = [10, 0, -5, 0]
    #expect(result.columns.map { $0.percent.rounded() } == percents)
    #expect(result.worst?.bar == 1 && abs(result.best?.percent ?? 1) < 1e-9)
  }

  @Test func aBarThatWasMissedIsNotMeasured() throws {
    var test = ScoreTest(bars)
    #expect(test.result == nil && test.current == nil)
    test.tap(at: 0)
    #expect(test.current == bars[0])
    test.tap(at: 3_010)
    // The third is missed: the next tap is the fourth's.
    test.tap(at: 7_720)
    #expect(test.current == bars[3])
    test.tap(at: 8_700)
    let result = try #require(test.result)
    #expect(result.count == 2)
    #expect(result.columns.map(\.bar) == [1, 4])
    #expect(result.columns.map { $0.error.rounded() } == [10, -20])
    // A first tap near the second bar is that one's.
    var late = ScoreTest(bars)
    late.start = 1_000
    late.tap(at: 3_900)
    #expect(late.current == bars[1])
  }
}
