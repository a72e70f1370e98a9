import Testing

@testable import Light

/// Fingers and keys become events; nothing stays held that nobody holds.
@Suite struct HandsTests {
  private var hue: Parameter { Parameter.all[0] }

  private func touch(
    _ phase: Hands.Phase, _ control: Hands.Control?, _ x: Double = 0.5, y: Double = 0.5,
    pointer: Int = 1, fine: Bool = false, at milliseconds: Int64 = 0
  ) -> Hands.Touch {
    Hands.Touch(
      phase, pointer: pointer, on: control, x: x, y: y, isFine: fine, at: milliseconds * 1_000)
  }

  /// Plays touches; answers the chord in the controllers.
  private func play(_ touches: [Hands.Touch], snaps: Bool = false) -> Chord {
    var (hands, performance) = (Hands(), Performance(sets: [Chordset(title: "")]))
    hands.snaps = snaps
    for touch in touches {
      for event in hands.take(touch, live: performance.live) { performance.take(event) }
    }
    return performance.live
  }

  @Test func aRibbonIsAbsolute() {
    #expect(play([touch(.down, .ribbon(0), 0.25)])[hue] == 3)
    #expect(play([touch(.down, .ribbon(0), 0.25), touch(.move, nil, 0.75)])[hue] == 9)
    let purity = play([touch(.down, .ribbon(1), 1.4)])[1]
    #expect(purity == 1, "beyond its end a ribbon is at its end")
  }

  @Test func altMovesATenthAndDoesNotJump() {
    let chord = play([
      touch(.down, .ribbon(0), 0.25), touch(.move, nil, 0.25, fine: true),
      touch(.move, nil, 0.35, fine: true),
    ])
    #expect(abs(chord[hue] - 3.12) < 0.000_2)
    // From the beginning with Alt, the finger only takes hold.
    #expect(play([touch(.down, .ribbon(0), 0.9, fine: true)])[hue] == Chord()[hue])
  }

  @Test func aSecondFingerMakesBothFine() {
    let chord = play([
      touch(.down, .ribbon(0), 0.25), touch(.down, .ribbon(0), 0.8, pointer: 2),
      touch(.move, nil, 0.35), touch(.move, nil, 0.9, pointer: 2),
      touch(.up, nil, 0.9, pointer: 2), touch(.move, nil, 0.45),
    ])
    #expect(abs(chord[hue] - 3.36) < 0.000_3)
  }

  @Test func twoTapsLeadToTheMiddle() {
    let taps = [
      touch(.down, .ribbon(1), 0.8, at: 0), touch(.up, nil, at: 50),
      touch(.down, .ribbon(1), 0.81, at: 250), touch(.move, nil, 0.82, at: 260),
    ]
    #expect(play(taps)[1] == 0)
    let slow = taps.map { touch in
      var touch = touch
      touch.time *= 3
      return touch
    }
    #expect(play(slow)[1] != 0)
    let hues = play([
      touch(.down, .ribbon(0), 0.26, at: 0), touch(.up, nil, at: 50),
      touch(.down, .ribbon(0), 0.26, at: 250),
    ])
    #expect(hues[hue] == 3.5, "the middle of the zone")
  }

  @Test func huesSnapToTheTwelve() {
    for step in 0..<100 {
      let value = play([touch(.down, .ribbon(0), Double(step) / 100)], snaps: true)[hue]
      #expect(value - value.rounded(.down) == 0.5)
    }
  }

  @Test func aFingerSlidesFromSelectorToSelector() {
    var hands = Hands()
    let events = [
      touch(.down, .selector(2), y: 0.3), touch(.move, .selector(3), y: 0.4),
      touch(.move, nil), touch(.up, nil),
    ].flatMap { hands.take($0, live: Chord()) }
    #expect(events.map { $0.target.selector } == [2, 3, 2])
    #expect(events.map { $0.value } == [0.3, 0.4, -1])
    #expect(hands.count == 0)
  }

  /// One finger after another, or several at once.
  private struct Player {
    var hands = Hands()
    var performance = Performance(sets: [Chordset(title: "")])

    mutating func take(_ touch: Hands.Touch) {
      for event in hands.take(touch, live: performance.live, shift: performance.shift) {
        performance.take(event)
      }
    }

    mutating func take(_ code: String, isDown: Bool, at milliseconds: Int64) {
      for event in hands.press(code, isDown: isDown, at: milliseconds * 1_000, in: performance) {
        performance.take(event)
      }
    }
  }

  private func tap(_ control: Hands.Control, at milliseconds: Int64, _ player: inout Player) {
    player.take(touch(.down, control, at: milliseconds))
    player.take(touch(.up, control, at: milliseconds + 100))
  }

  @Test func shiftIsLatchedByOneTapForOneChord() {
    var player = Player()
    tap(.shift, at: 0, &player)
    #expect(player.performance.shift == .latched)
    player.take(touch(.down, .ribbon(0), 0.25, at: 1_000))
    player.take(touch(.up, .ribbon(0), 0.25, at: 1_100))
    #expect(player.performance.shift == .latched, "a ribbon may still shape the light")
    tap(.selector(4), at: 2_000, &player)
    #expect(player.performance.set[4][hue] == 3)
    #expect(player.performance.shift == .up)
    tap(.selector(5), at: 3_000, &player)
    #expect(player.performance.live == player.performance.set[5], "the next chord is played")
    #expect(player.performance.takeDoings().count == 1)
  }

  @Test func aLatchIsForOneCopy() {
    var player = Player()
    tap(.shift, at: 0, &player)
    tap(.on, at: 1_000, &player)
    #expect(player.performance.takeDoings() == [.copied(isAfter: true)])
    #expect(player.performance.shift == .up)
  }

  @Test func aSecondTapReleasesTheLatch() {
    var player = Player()
    tap(.shift, at: 0, &player)
    tap(.shift, at: 1_000, &player)
    #expect(player.performance.shift == .up)
    tap(.shift, at: 2_000, &player)
    player.take("ShiftLeft", isDown: true, at: 3_000)
    player.take("ShiftLeft", isDown: false, at: 3_100)
    #expect(player.performance.shift == .up, "the key releases it, too")
  }

  @Test func shiftIsLockedByTwoQuickTapsAndReleasedByOne() {
    var player = Player()
    tap(.shift, at: 0, &player)
    tap(.shift, at: 200, &player)
    #expect(player.performance.shift == .locked)
    for (chord, milliseconds) in [(4, 1_000), (5, 2_000)] {
      tap(.selector(chord), at: Int64(milliseconds), &player)
    }
    #expect(player.performance.takeDoings().count == 2 && player.performance.shift == .locked)
    tap(.shift, at: 3_000, &player)
    #expect(player.performance.shift == .up)
  }

  @Test(arguments: [600, 150])
  func aHeldShiftEndsWhenItIsLifted(milliseconds: Int64) {
    var player = Player()
    player.take(touch(.down, .shift, pointer: 9, at: 0))
    #expect(player.performance.shift == .held)
    // However quickly: what was stored meanwhile shows that it was held.
    player.take(touch(.down, .selector(4), at: milliseconds / 3))
    player.take(touch(.up, nil, at: milliseconds / 2))
    #expect(player.performance.takeDoings().count == 1)
    player.take(touch(.up, .shift, pointer: 9, at: milliseconds))
    #expect(player.performance.shift == .up)
    // Held for long, and nothing was stored.
    player.take(touch(.down, .shift, pointer: 9, at: 2_000))
    player.take(touch(.up, .shift, pointer: 9, at: 2_500))
    #expect(player.performance.shift == .up)
  }

  @Test func aTapBesideAHeldShiftLatchesNothing() {
    var player = Player()
    player.take("ShiftLeft", isDown: true, at: 0)
    tap(.shift, at: 1_000, &player)
    #expect(player.performance.shift == .held)
    player.take("ShiftLeft", isDown: false, at: 2_000)
    #expect(player.performance.shift == .up)
  }

  @Test func aStickGoesAlongARibbonAsFarAsItLeans() {
    var stage = LightStage()
    let start = stage.performance.live[hue]
    func lean(_ way: Double, for milliseconds: Double, ribbon: Int = 0) {
      let order = StageOrder.lean(ribbon: ribbon, way, milliseconds: milliseconds)
      guard let read = StageOrder(StageMessage(order.message.text)) else {
        Issue.record("not read")
        return
      }
      stage.take(read, at: 0)
    }
    lean(0.1, for: 50)
    #expect(stage.performance.live[hue] == start, "a stick that nobody touches")
    for _ in 0..<10 { lean(1, for: 20) }
    let far = stage.performance.live[hue] - start
    #expect(abs(far - 1.2) < 0.001, "a tenth of the ribbon in a tenth of its journey")
    for _ in 0..<10 { lean(-1, for: 20) }
    #expect(abs(stage.performance.live[hue] - start) < 0.001)
    let rest = stage.performance.live
    for ribbon in [-1, 2, 300] { lean(1, for: 1_000, ribbon: ribbon) }
    #expect(stage.performance.live == rest)
  }

  @Test func aKeyMovesARibbonOfWholeNumbersByOne() throws {
    var hands = Hands()
    hands.ribbons = try [0, 1, 2, Chord.number(0, .mask)].map {
      try #require(Parameter.numbered($0))
    }
    var performance = Performance(sets: [Chordset(title: "")])
    func press(_ code: String, isFine: Bool = false) -> [Double] {
      let events = hands.press(
        code, isDown: true, repeats: false, isFine: isFine, at: 0, in: performance)
      for event in events { performance.take(event) }
      return events.map { $0.value }
    }
    #expect(press("More2") == [2] && press("More2", isFine: true) == [3])
    #expect(press("More2") == [4] && press("More2") == [4])
    #expect(press("Less2") == [3] && performance.live.paneCount == 3)
    #expect(press("More3") == [1] && press("More3") == [2] && press("Less3") == [1])
    #expect(performance.live.mask(of: 0) == .ellipse)
  }

  @Test func keysPlayByTheirPlace() {
    var hands = Hands()
    let performance = Performance(sets: [Chordset(title: "")])
    func press(_ code: String, _ isDown: Bool, repeats: Bool = false) -> [LightEvent] {
      hands.press(code, isDown: isDown, repeats: repeats, at: 0, in: performance)
    }
    #expect(press("Digit3", true).map { $0.target } == [.selector(2)])
    #expect(press("Digit3", true, repeats: true).isEmpty)
    #expect(press("Digit3", false).map { $0.value } == [-1])
    #expect(press("Digit3", false).isEmpty)
    #expect(press("BracketRight", true).map { $0.value } == [1])
    #expect(press("BracketRight", true, repeats: true).isEmpty)
    #expect(!press("ArrowUp", true, repeats: true).isEmpty, "a held arrow key repeats")
    #expect(press("Space", true).map { $0.target } == [.tap])
    #expect(press("Escape", true).map { $0.target } == [.panic])
    #expect(press("More1", true, repeats: true).map { $0.target.number } == [1])
    #expect(press("Less3", true).isEmpty, "there are two ribbons")
    #expect(press("KeyQ", true).isEmpty && press("", true).isEmpty)
  }

  @Test func whatIsLetGoHoldsNothing() {
    var (hands, performance) = (Hands(), Performance(sets: [Chordset(title: "")]))
    var events = hands.take(touch(.down, .selector(1)), live: Chord())
    events += hands.press("ShiftLeft", isDown: true, at: 0, in: performance)
    events += hands.press("Digit5", isDown: true, at: 0, in: performance)
    for event in events { performance.take(event) }
    #expect(performance.heldCount > 0)
    for event in hands.letGo(at: 0) { performance.take(event) }
    #expect(performance.heldCount == 0 && hands.count == 0)
  }

  /// Fingers that come twice, go unseen, are cancelled or outnumber the screen's, keys that stay down, pages that lose sight:
  /// 10,000 sequences, each ended by the page's letting go.
  @Test func nothingStaysHeldInTenThousandSequences() {
    var random = SystemLike(seed: 20)
    let sets = FactorySets.all
    for _ in 0..<10_000 {
      var (hands, performance) = (Hands(), Performance(sets: sets))
      var time: Int64 = 0
      for _ in 0..<random.next(40) + 1 {
        time += Int64(random.next(400_000))
        var events: [LightEvent] = []
        switch random.next(10) {
        case 0:
          let code = Hands.playing[random.next(Hands.playing.count)]
          events = hands.press(
            code, isDown: random.next(2) == 0, repeats: random.next(3) == 0, at: time,
            in: performance)
        case 1 where random.next(4) == 0: events = hands.letGo(at: time)
        default:
          events = hands.take(
            Hands.Touch(
              Hands.Phase(rawValue: random.next(4)) ?? .up, pointer: random.next(24),
              on: Hands.Control(number: random.next(22)), x: Double(random.next(1_200)) / 1_000,
              y: Double(random.next(1_000)) / 1_000, isFine: random.next(4) == 0, at: time),
            live: performance.live, shift: performance.shift)
        }
        for event in events { performance.take(event) }
      }
      for event in hands.letGo(at: time) { performance.take(event) }
      #expect(hands.count == 0 && performance.heldCount == 0)
      #expect(performance.shift != .held)
    }
  }
}

/// Numbers by chance, the same in every run.
private struct SystemLike {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}
