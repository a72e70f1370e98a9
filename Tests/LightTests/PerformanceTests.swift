import Light
import Testing

@Suite struct PerformanceTests {
  private static let finger = LightEvent.Source(.touch, 0)
  private static let other = LightEvent.Source(.touch, 1)
  private static let tide = FactorySets.all[0]

  private func play(
    _ events: [(Double, LightEvent.Source, LightEvent.Target, Double)], until seconds: Double,
    sets: [Chordset] = [tide]
  ) -> Performance {
    var performance = Performance(sets: sets)
    for (time, source, target, value) in events where time <= seconds {
      performance.take(LightEvent(at: Int64(time * 1_000_000), source, target, value))
    }
    performance.advance(to: Int64(seconds * 1_000_000))
    return performance
  }

  private func look(_ chord: Int, of set: Chordset = tide) -> Look {
    Look(set[chord], mode: set.mode)
  }

  @Test func aTapRecallsWithItsTransition() {
    let events = [
      (1.0, Self.finger, LightEvent.Target.selector(3), 0.5),
      (1.1, Self.finger, .selector(3), -1.0),
    ]
    #expect(play(events, until: 0.9).look == look(0))
    let half = play(events, until: 1 + Self.tide[3].time / 2).look
    #expect(half != look(0) && half != look(3))
    let after = play(events, until: 1.1 + Self.tide[3].time)
    #expect(after.look == look(3))
    #expect(after.live == Self.tide[3])
    #expect(after.recalled == 3)
  }

  @Test func aChordIsNamedByItsBackgroundAndWhatThePanesAdd() {
    var chord = Chord()
    chord.background = LightColour(hue: TemperedHue(9.5), purity: -0.7)
    (chord.paneCount, chord[0, .hue], chord[1, .purity]) = (2, 3, 1)
    let blue = LightColour(hue: TemperedHue(9.5), purity: -0.7).words
    #expect(chord.words == "\(blue) with orange and white")
    chord[0, .alpha] = 0
    chord.paneCount = 1
    #expect(chord.words == blue)
  }

  @Test func aSelectorIsOnOnlyForAChordOfItsSet() {
    var performance = Performance(sets: [Self.tide])
    performance.take(LightEvent(at: 0, Self.finger, .selector(3), 1))
    performance.take(LightEvent(at: 100_000, Self.finger, .selector(3), -1))
    var moved = Self.tide
    (moved[3], moved[5]) = (moved[5], moved[3])
    performance.exchange([moved], hand: 0)
    #expect(performance.recalled == 5)
    performance.exchange([Chordset(title: "New")], hand: 0)
    #expect(performance.recalled == nil && performance.live == Self.tide[3])
  }

  /// A worker that was busy meanwhile hears of both at once.
  @Test func howLongASelectorWasHeldIsToldByTheEventsAlone() {
    var performance = Performance(sets: [Self.tide])
    performance.take(LightEvent(at: 0, Self.finger, .selector(6), 1))
    performance.take(LightEvent(at: 50_000, Self.finger, .selector(6), -1))
    performance.advance(to: 3_000_000)
    performance.take(LightEvent(at: 1_000_000, Self.finger, .selector(2), 1))
    performance.take(LightEvent(at: 1_500_000, Self.finger, .selector(2), -1))
    #expect(performance.recalled == 6, "it was borrowed for half a second")
    performance.take(LightEvent(at: 2_000_000, Self.finger, .selector(3), 1))
    performance.take(LightEvent(at: 2_100_000, Self.finger, .selector(3), -1))
    #expect(performance.recalled == 3)
  }

  @Test func aHeldSelectorGivesItsChordBack() {
    let events = [
      (1.0, Self.finger, LightEvent.Target.selector(3), 0.5),
      (6.0, Self.finger, .selector(3), -1.0),
    ]
    #expect(play(events, until: 5.9).look == look(3))
    let after = play(events, until: 20)
    #expect(after.look == look(0))
    #expect(after.live == Self.tide[0])
  }

  @Test func slidingSweepsAndStays() {
    var events = [(1.0, Self.finger, LightEvent.Target.selector(0), 0.5)]
    for chord in 1..<6 {
      events.append((1 + Double(chord), Self.finger, .selector(chord), 0.5))
    }
    events.append((8, Self.finger, .selector(5), -1))
    #expect(play(events, until: 3.01).live == Self.tide[2])
    #expect(play(events, until: 30).look == look(5))
  }

  @Test func twoSelectorsAreMixedByHeight() {
    func mixed(_ one: Double, _ other: Double) -> Look {
      play(
        [
          (1, Self.finger, .selector(2), one), (1.1, Self.other, .selector(4), other),
        ], until: 30
      ).look
    }
    #expect(mixed(1, 0) == look(2))
    #expect(mixed(0, 1) == look(4))
    #expect(mixed(0.5, 0.5) == .mix(look(2), look(4), 0.5))
    #expect(mixed(0.9, 0.3).colours != mixed(0.3, 0.9).colours)
    // Both were only borrowed.
    let after = play(
      [
        (1, Self.finger, .selector(2), 1), (1.1, Self.other, .selector(4), 1),
        (9, Self.finger, .selector(2), -1), (9.1, Self.other, .selector(4), -1),
      ], until: 30)
    #expect(after.look == look(0))
  }

  @Test func shiftStoresAndSaysSo() {
    var performance = play(
      [
        (1, Self.finger, .parameter(Parameter.all[0]), 2.25),
        (2, Self.other, .shift, 1), (2.1, Self.finger, .selector(6), 0.5),
        (2.2, Self.finger, .selector(6), -1), (2.3, Self.other, .shift, 0),
      ], until: 3)
    #expect(performance.set[6][0] == 2.25)
    #expect(performance.set[6].name == Self.tide[6].name)
    #expect(performance.shift == .up)
    #expect(performance.takeDoings() == [.stored(chord: 6, before: Self.tide[6])])
    #expect(performance.takeDoings().isEmpty)
    // Nothing of the picture changed by it.
    #expect(performance.recalled == 6)
  }

  @Test func aFingerStoresOnceUntilItIsLifted() {
    var performance = play(
      [
        (1, Self.finger, .parameter(Parameter.all[0]), 2.25), (2, Self.other, .shift, 1),
        (2.1, Self.finger, .selector(6), 0.5), (2.15, Self.finger, .selector(6), 0.51),
        (2.2, Self.finger, .selector(7), 0.5), (2.3, Self.other, .shift, 0),
        (2.4, Self.finger, .selector(5), 0.5),
      ], until: 3)
    #expect(performance.takeDoings() == [.stored(chord: 6, before: Self.tide[6])])
    #expect(performance.live[0] == 2.25)
    performance.take(LightEvent(at: 4_000_000, Self.finger, .selector(5), -1))
    performance.take(LightEvent(at: 5_000_000, Self.finger, .selector(5), 0.5))
    #expect(performance.live == Self.tide[5])
  }

  @Test(arguments: [LightEvent.Target.release, .panic])
  func aHandThatIsCutOffDecidesNothing(target: LightEvent.Target) {
    let performance = play(
      [(1, Self.finger, .selector(3), 0.5), (1.1, Self.finger, target, 1)], until: 9)
    #expect(performance.live == Self.tide[0])
    #expect(performance.heldCount == 0)
  }

  @Test(arguments: [0.5, 1, 2])
  func glideArrives(seconds: Double) {
    let purity = Parameter.all[1]
    let performance = play(
      [
        (0, Self.finger, .parameter(purity), -0.7), (1, Self.finger, .glide, seconds),
        (2, Self.finger, .parameter(purity), 0),
      ], until: 2 + 3 * seconds)
    var plain = Performance(sets: [Self.tide], live: performance.live)
    plain.advance(to: 1_000_000)
    #expect(performance.look == plain.look)
  }

  @Test func shiftCanBeLocked() {
    #expect(play([(1, Self.finger, .shift, 2)], until: 2).shift == .locked)
    #expect(
      play([(1, Self.finger, .shift, 2), (2, Self.finger, .shift, 2)], until: 3).shift == .up)
    #expect(
      play(
        [(1, Self.finger, .shift, 2), (2, Self.other, .shift, 1), (3, Self.other, .shift, 0)],
        until: 4
      )
      .shift == .locked)
  }

  @Test func stepsGoRoundTheSets() {
    let sets = Array(FactorySets.all.prefix(3))
    #expect(play([(1, Self.finger, .step, 1)], until: 2, sets: sets).setIndex == 1)
    #expect(play([(1, Self.finger, .step, -1)], until: 2, sets: sets).setIndex == 2)
    var copied = play(
      [(1, Self.other, .shift, 1), (2, Self.finger, .step, 1)], until: 3, sets: sets)
    #expect(copied.setIndex == 0)
    #expect(copied.takeDoings() == [.copied(isAfter: true)])
  }

  @Test func panicIsBlackWithinHalfASecond() {
    let performance = play(
      [(1, Self.finger, .selector(4), 0.5), (2, Self.other, .panic, 1)], until: 2.5)
    #expect(performance.light == 0)
    #expect(performance.light == 0)
    let back = play(
      [(2, Self.other, .panic, 1), (4, Self.other, .blackout, 0)], until: 5)
    #expect(back.light == 1)
  }

  @Test func glideFollowsTheHandTheShorterWayRound() {
    let hue = Parameter.all[0]
    let start = [
      (0.0, Self.finger, LightEvent.Target.parameter(hue), 11.5),
      (1, Self.finger, .glide, 2.0), (2, Self.finger, .parameter(hue), 0.5),
    ]
    var seen: [Double] = []
    for time in stride(from: 2.0, to: 4.2, by: 0.1) {
      seen.append(OKLCH(play(start, until: time).look.colours[0]).hue)
    }
    #expect(Set(seen).count > 10)
    let end = TemperedHue(0.5).degrees
    #expect(abs((seen.last ?? 0) - end) < 1)
    // Violet to red-violet never passes green.
    #expect(seen.allSatisfy { $0 > 290 && $0 < 360 })
  }

  @Test func manyChordsInARowBecomeFades() {
    var plain = Self.tide
    for chord in 0..<8 { plain[chord].time = 0 }
    var events: [(Double, LightEvent.Source, LightEvent.Target, Double)] = []
    for number in 0..<3 {
      let time = 1 + Double(number) * 0.1
      events.append((time, Self.finger, .selector(number + 1), 0.5))
      events.append((time + 0.01, Self.finger, .selector(number + 1), -1))
    }
    #expect(play(events, until: 1.12, sets: [plain]).look == look(2, of: plain))
    #expect(play(events, until: 1.3, sets: [plain]).look != look(3, of: plain))
    #expect(play(events, until: 1.6, sets: [plain]).look == look(3, of: plain))
  }

  @Test func freezeHoldsThePictureStill() {
    let events = [
      (1.0, Self.finger, LightEvent.Target.selector(3), 0.5), (2.0, Self.other, .freeze, 1.0),
    ]
    #expect(play(events, until: 2.1).look == play(events, until: 9).look)
    let on = events + [(9, Self.other, .freeze, 0.0)]
    #expect(play(on, until: 12).look == look(3))
  }

  @Test func chanceFollowsFromItsSeedAndNeverStaysWhereItIs() {
    func chords(seed: UInt64) -> [Int] {
      var performance = Performance(sets: [Self.tide], seed: seed)
      return (1...40 as ClosedRange<Int64>).compactMap { number in
        performance.take(LightEvent(at: number * 1_000_000, Self.finger, .surprise, 1))
        return performance.recalled
      }
    }
    let one = chords(seed: 5)
    #expect(one == chords(seed: 5) && one != chords(seed: 6))
    #expect(zip(one, one.dropFirst()).allSatisfy { $0 != $1 })
    #expect(Set(one).count == Chordset.size)
  }

  @Test func tapsMakeATempo() {
    let events = (0..<5).map { (1 + Double($0) * 0.5, Self.finger, LightEvent.Target.tap, 1.0) }
    #expect(abs(play(events, until: 4).set.tempo - 120) < 0.5)
    #expect(play([(1, Self.finger, .tap, 1)], until: 4).set.tempo == Self.tide.tempo)
  }

  @Test func tempoAndModeOfASetArePlayed() {
    let events = [
      (1.0, Self.finger, LightEvent.Target.tempo, 96.25), (2.0, Self.finger, .mode, 1),
      (2.1, Self.finger, .mode, 7), (2.2, Self.finger, .mode, -1),
    ]
    let before = play(events, until: 1.9)
    #expect(before.set.tempo == 96.25 && before.set.mode == .vivid)
    // The colours change in a fade: a mode that is switched quickly does not flash.
    let within = play(events, until: 2.15)
    #expect(within.set.mode == .even && within.isMoving)
    #expect(within.look != look(0))
    #expect(within.look != Look(Self.tide[0], mode: .even))
    let after = play(events, until: 4)
    #expect(after.set.mode == .vivid && after.look == look(0))
    for (value, tempo) in [(2.0, 10.0), (900, 400), (.nan, 60)] {
      var set = Self.tide
      set.tempo = 60
      #expect(
        play([(1, Self.finger, .tempo, value)], until: 2, sets: [set]).set.tempo == tempo)
    }
  }

  @Test func theSameEventsGiveTheSameState() {
    let sets = Array(FactorySets.all.prefix(4))
    var hashes: Set<UInt64> = []
    for run in 0..<100 {
      var play = HostilePlay(seed: 7, sets: sets.count)
      var performance = Performance(sets: sets)
      // Pictures at another rate change nothing.
      let interval = Int64(run % 2 == 0 ? 16_667 : 8_000 + run * 100)
      for event in play.events(until: 10_000_000) { performance.take(event) }
      var time: Int64 = 10_000_000
      while time < 10_500_000 {
        time += interval
        performance.advance(to: min(time, 10_500_000))
      }
      hashes.insert(performance.stateHash)
    }
    #expect(hashes.count == 1)
  }

  @Test func nothingStaysStuck() {
    let sets = Array(FactorySets.all.prefix(3))
    for seed in 0..<10_000 as Range<UInt64> {
      var play = HostilePlay(seed: seed, sets: sets.count)
      var performance = Performance(sets: sets)
      for event in play.events(until: 400_000) { performance.take(event) }
      for device in LightEvent.Device.allCases {
        for contact in 0..<8 as Range<UInt8> {
          performance.take(LightEvent(at: 500_000, .init(device, contact), .release, 0))
        }
      }
      #expect(performance.heldCount == 0, "seed \(seed)")
      #expect(performance.shift != .held, "seed \(seed)")
    }
  }

  @Test func nonsenseChangesNothing() {
    var performance = Performance(sets: [Self.tide])
    let before = performance.stateHash
    for number in stride(from: UInt16(0), to: .max, by: 7) {
      for value in [Double.nan, .infinity, -.infinity] {
        performance.take(
          LightEvent(at: 0, Self.finger, LightEvent.Target(number: number), value))
      }
    }
    #expect(performance.stateHash == before)
    performance.take(LightEvent(at: -5, Self.finger, .set, 1e18))
    performance.take(LightEvent(at: .max, Self.finger, .set, -1e18))
    #expect(performance.setIndex == 0)
    #expect(Performance(sets: []).sets.count == 1)
  }
}
