import FlashAnalysis
import Foundation
import Light
import Testing

/// What the limiter lets through, as an analyser sees it that shares no code with it.
@Suite struct LimiterTests {
  @Test(arguments: Corpus.flashes.indices)
  func holdsBackWhatFlashes(index: Int) {
    let (name, draw) = Corpus.flashes[index]
    func found(_ seconds: Int, _ level: FlashLevel, _ gamut: Gamut) -> [FlashAnalyser.Violation] {
      // A picture that is a pattern from the start stays one: chords that make patterns are softened before.
      Corpus.violations(seconds: seconds, level, gamut, draw).filter { $0.kind != .pattern }
    }
    for gamut in Gamut.allCases {
      #expect(!found(4, .off, gamut).isEmpty, "\(name): nothing found even without a limiter")
    }
    for (level, gamut) in [(FlashLevel.calm, Gamut.sRGB), (.safe, .sRGB), (.safe, .displayP3)] {
      let after = found(6, level, gamut)
      #expect(after.isEmpty, "\(name), \(level.name), \(gamut): \(after.prefix(3))")
    }
  }

  @Test func unevenPicturesAreCountedByTheirTimes() {
    let (_, draw) = Corpus.flashes[2]
    // One comes half a second late, one twice, and then many at once.
    func time(_ number: Int) -> Int64 {
      let stall: Int64 = number >= 90 ? 500_000 : 0
      return Int64(number) * 16_667 + stall - (number % 40 == 20 ? 16_667 : 0)
    }
    #expect(Corpus.violations(seconds: 6, .safe, times: time, draw).isEmpty)
  }

  @Test func aPictureThatDoesNotFlashIsLeftAlone() {
    var limiter = FlashLimiter(width: 32, height: 18)
    for number in 0..<600 {
      // Two seconds up, two seconds down.
      let part = Double(abs(number % 240 - 120)) / 120
      var picture = Picture(width: 32, height: 18)
      for y in 0..<18 { for x in 0..<32 { picture[x, y] = RGB(part, part * 0.5, 1 - part) } }
      let before = picture
      limiter.limit(&picture, at: Int64(number) * 16_667, .calm)
      #expect(picture == before, "picture \(number)")
    }
  }

  @Test func aChangeOfLevelIsNoWayRound() {
    let (_, draw) = Corpus.flashes[2]
    var limiter = FlashLimiter(width: Corpus.width, height: Corpus.height)
    var analyser = FlashAnalyser(width: Corpus.width, height: Corpus.height)
    for number in 0..<900 {
      var picture = draw(number)
      let time = Int64(number) * 16_667
      // Five seconds of everything, then calm and safe in turn.
      let level: FlashLevel = number < 300 ? .off : number / 20 % 2 == 0 ? .calm : .safe
      limiter.limit(&picture, at: time, level)
      if number >= 300 { analyser.take(picture.bytes, at: Double(time) / 1_000_000) }
    }
    #expect(analyser.violations.isEmpty)
  }

  @Test func twoFlashesPassWhole() {
    let (_, draw) = Corpus.flashes[8]
    var limiter = FlashLimiter(width: Corpus.width, height: Corpus.height)
    for number in 0..<40 {
      var picture = draw(number)
      let before = picture
      limiter.limit(&picture, at: Int64(number) * 16_667, .safe)
      #expect(picture == before, "picture \(number)")
    }
  }

  /// Columns flash twice, then everything goes dark. If the columns alone were held, they would be stripes.
  @Test func whatIsHeldIsNoPattern() {
    var limiter = FlashLimiter(width: Corpus.width, height: Corpus.height)
    var analyser = FlashAnalyser(width: Corpus.width, height: Corpus.height)
    for number in 0..<120 {
      var picture = Corpus.picture { x, _ in
        let isDark = number > 13 || number > 9 && number % 2 == 0 && x / 2 % 2 == 0
        return isDark ? .black : RGB(1, 1, 1)
      }
      let before = picture
      limiter.limit(&picture, at: Int64(number) * 16_667, .safe)
      analyser.take(picture.bytes, at: Double(number) / 60)
      if number < 14 || number > 80 {
        #expect(picture == before, "picture \(number)")
      } else {
        #expect(picture.light.allSatisfy { $0 == picture.light[0] }, "picture \(number)")
      }
    }
    #expect(analyser.violations.isEmpty)
  }

  @Test(arguments: [RGB(1, 1, 1), RGB(1, 0, 0)])
  func blackComesAtOnce(light: RGB) {
    var limiter = FlashLimiter(width: 16, height: 9)
    var time: Int64 = 0
    func show(_ light: RGB, isGoingDark: Bool = false) -> RGB {
      var picture = Picture(width: 16, height: 9)
      for y in 0..<9 { for x in 0..<16 { picture[x, y] = light } }
      time += 33_333
      limiter.limit(&picture, at: time, .safe, isGoingDark: isGoingDark)
      return picture[8, 4]
    }
    for number in 0..<5 { _ = show(number % 2 == 0 ? light : .black) }
    // All four changes are spent: no more comes through, but black does where a player wants it.
    #expect(show(.black).red > 0.8)
    #expect(show(.black, isGoingDark: true) == .black)
    #expect(show(light, isGoingDark: true).red < 0.5)
  }

  @Test func anotherSizeIsNoWayRound() {
    let (_, draw) = Corpus.flashes[2]
    var limiter = FlashLimiter(width: Corpus.width, height: Corpus.height)
    var analyser = FlashAnalyser(width: Corpus.width, height: Corpus.height)
    for number in 0..<600 {
      if number % 30 == 0 { limiter = limiter.resized(width: 32, height: 18) }
      if number % 30 == 1 {
        limiter = limiter.resized(width: Corpus.width, height: Corpus.height)
      }
      var picture = draw(number)
      limiter.limit(&picture, at: Int64(number) * 16_667, .safe)
      // One of another size is black.
      if number % 30 == 0 { #expect(picture[3, 3] == .black) }
      guard number % 30 != 0 else { continue }
      analyser.take(picture.bytes, at: Double(number) / 60)
    }
    #expect(analyser.violations.isEmpty)
  }

  @Test func aClockThatGoesBackFreesNothingAndHoldsNothingLonger() {
    var limiter = FlashLimiter(width: 16, height: 9)
    func show(_ light: Double, at time: Int64) -> Double {
      var picture = Picture(width: 16, height: 9)
      for y in 0..<9 { for x in 0..<16 { picture[x, y] = RGB(light, light, light) } }
      limiter.limit(&picture, at: time, .safe)
      return picture[8, 4].red
    }
    for number in 0..<5 { _ = show(Double(number % 2), at: 100_000_000 + Int64(number) * 20_000) }
    #expect(show(1, at: 0) < 0.2)
    #expect(show(1, at: 102_000_000) == 1)
  }

  /// A quarter of the size: the limiter's cells are several pixels wide.
  @Test func largePicturesAreJudgedInCells() {
    let (width, height) = (480, 270)
    var limiter = FlashLimiter(width: width, height: height)
    var analyser = FlashAnalyser(width: width, height: height)
    for number in 0..<180 {
      var picture = Picture(width: width, height: height)
      for y in 0..<height {
        for x in 0..<width {
          let isLit = (x / 16 + y / 16 + number / 3) % 2 == 0
          picture[x, y] = isLit ? RGB(1, 1, 1) : RGB(0.02, 0, 0)
        }
      }
      let time = Int64(number) * 16_667
      limiter.limit(&picture, at: time, .safe)
      analyser.take(picture.bytes, at: Double(time) / 1_000_000)
    }
    #expect(analyser.violations.allSatisfy { $0.kind == .pattern })
  }

  @Test(arguments: [24, 30, 60, 144])
  func hostilePlayDoesNotFlashAtAnyRate(rate: Int) {
    #expect(
      HostileRun(seed: 3, sets: Corpus.harsh, seconds: 60, .safe, rate: rate).violations == [])
  }

  /// Twenty minutes, or as many seconds as `WOODSHED_LIGHT_SECONDS` says: `make prove` plays ten hours.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func hostilePlayDoesNotFlash(seed: UInt64) {
    let seconds = ProcessInfo.processInfo.environment["WOODSHED_LIGHT_SECONDS"].flatMap { Int($0) }
    let level: FlashLevel = seed % 5 == 4 ? .calm : .safe
    let sets = seed % 2 == 0 ? Corpus.harsh : Corpus.harsh + FactorySets.all
    // Every third is played without what a performance softens by itself: the limiter holds alone.
    let run = HostileRun(
      seed: seed, sets: sets, seconds: (seconds ?? 1_200) / 10, level, isHard: seed % 3 == 0,
      seed < 5 ? .sRGB : .displayP3)
    #expect(run.violations == [])
  }

  @Test func hostilePlayFlashesWithoutALimiter() {
    var kinds: Set<FlashAnalyser.Violation.Kind> = []
    for seed in 0..<4 as Range<UInt64> {
      let run = HostileRun(seed: seed, sets: Corpus.harsh, seconds: 60, .off)
      kinds.formUnion(run.violations.map { $0.kind })
    }
    #expect(kinds.isSuperset(of: [.flash, .redFlash, .wanderingFlash]))
  }

  static let many: [(name: String, chord: Chord)] = {
    func chord(_ count: Int, _ shape: (inout Chord, Int) -> Void) -> Chord {
      var chord = Chord()
      chord.background = LightColour(hue: TemperedHue(1), purity: -1)
      chord.paneCount = count
      for pane in 0..<count {
        (chord[pane, .purity], chord[pane, .purity2], chord[pane, .alpha2]) = (1, 1, 1)
        shape(&chord, pane)
      }
      return chord
    }
    func put(
      _ chord: inout Chord, _ pane: Int, _ box: (Double, Double, Double, Double), _ mask: Pane.Mask
    ) {
      (chord[pane, .left], chord[pane, .top]) = (box.0, box.1)
      (chord[pane, .width], chord[pane, .height]) = (box.2, box.3)
      chord[pane, .mask] = Double(mask.rawValue)
    }
    let rings = chord(4) { put(&$0, $1, (Double($1) / 4 + 0.025, -0.5, 0.2, 2), .ring) }
    var turned = rings
    for pane in 0..<4 { turned[pane, .turn] = 0.05 }
    var dark = rings
    dark.background = LightColour(hue: TemperedHue(1), purity: 1)
    for pane in 0..<4 { (dark[pane, .purity], dark[pane, .purity2]) = (-1, -1) }
    return [
      ("four rings side by side", rings), ("turned", turned), ("dark on light", dark),
      ("lying", chord(4) { put(&$0, $1, (-0.5, Double($1) / 4 + 0.025, 2, 0.2), .ring) }),
      ("three rings", chord(3) { put(&$0, $1, (Double($1) / 3 + 0.025, -0.5, 0.28, 2), .ring) }),
      (
        "four bars that cross",
        chord(4) {
          put(&$0, $1, (-0.5, 0.45, 2, 0.1), .rectangle)
          $0[$1, .turn] = Double($1) / 8
        }
      ),
      (
        "one mirrored ring",
        chord(1) {
          put(&$0, $1, (-0.5, 0.35, 2, 0.3), .ring)
          $0[$1, .mirror] = 5
        }
      ),
      (
        "one mirrored pane of two colours",
        chord(1) {
          put(&$0, $1, (-0.5, 0.35, 2, 0.3), .ellipse)
          ($0[$1, .mirror], $0[$1, .purity]) = (5, -1)
          ($0[$1, .split], $0[$1, .ramp]) = (0.75, 0.05)
        }
      ),
    ]
  }()

  /// What the analyser finds in a second of a chord.
  private func patterns(
    of chord: Chord, _ level: FlashLevel, aspect: Double = 16.0 / 9
  ) -> [FlashAnalyser.Violation] {
    let scene = Scene(Look(chord, mode: .vivid), aspect: aspect, level: level)
    let (width, height) = (Int((90 * aspect).rounded()), 90)
    let picture = Renderer().draw(scene, width: width, height: height)
    var analyser = FlashAnalyser(width: width, height: height)
    for number in 0..<5 { analyser.take(picture.bytes, at: Double(number) / 4) }
    return analyser.violations
  }

  @Test(arguments: many.indices)
  func panesThatMakeStripesTogetherAreFaded(index: Int) {
    let (name, chord) = Self.many[index]
    #expect(patterns(of: chord, .off).contains { $0.kind == .pattern }, "\(name) is no pattern")
    for aspect in [16.0 / 9, 4.0 / 3, 0.75] {
      for level in [FlashLevel.calm, .safe] {
        #expect(patterns(of: chord, level, aspect: aspect).isEmpty, "\(name), \(aspect)")
      }
    }
    // It stays visible.
    let scene = Scene(Look(chord, mode: .vivid), aspect: 16 / 9)
    #expect(scene.layers.allSatisfy { $0.alphas.0 > 0.05 }, "\(name)")
  }

  /// Chords of four rings on their way to each other, and of any width, are patterns nowhere.
  @Test func noWayThroughStripesShowsAny() {
    let (rings, lying) = (Self.many[0].chord, Self.many[3].chord)
    var found = 0
    for step in 0...20 {
      var chord = rings
      for pane in 0..<4 { chord[pane, .width] = 0.1 + Double(step) / 100 }
      found += patterns(of: chord, .off).isEmpty ? 0 : 1
      #expect(patterns(of: chord, .safe).isEmpty, "width \(step)")
      let look = Look.mix(
        Look(rings, mode: .vivid), Look(lying, mode: .vivid), Double(step) / 20)
      let scene = Scene(look, aspect: 16 / 9)
      let picture = Renderer().draw(scene, width: 160, height: 90)
      var analyser = FlashAnalyser(width: 160, height: 90)
      for number in 0..<5 { analyser.take(picture.bytes, at: Double(number) / 4) }
      #expect(analyser.violations.isEmpty, "mix \(step)")
    }
    #expect(found > 5)
  }

  @Test func chordsThatAreNoPatternAreLeftAlone() {
    for set in FactorySets.all {
      for chord in set.chords {
        for aspect in [16.0 / 9, 1, 9.0 / 16] {
          let scene = Scene(Look(chord, mode: set.mode), aspect: aspect)
          for (pane, layer) in scene.layers.enumerated() {
            #expect(
              layer.alphas.0 == chord[pane, .alpha] && layer.alphas.1 == chord[pane, .alpha2],
              "\(set.title): \(chord.name)")
          }
        }
      }
    }
    // Four light bars on black are four pairs.
    var bars = Self.many[0].chord
    for pane in 0..<4 { bars[pane, .mask] = Double(Pane.Mask.rectangle.rawValue) }
    #expect(Scene(Look(bars, mode: .vivid), aspect: 16 / 9).layers.allSatisfy { $0.alphas.0 == 1 })
    #expect(patterns(of: bars, .safe).isEmpty)
  }

  @Test(arguments: [Pane.Mask.rectangle, .ellipse])
  func mirroredPanesOfTwoColoursHaveAllTheirArms(mask: Pane.Mask) {
    var chord = Chord()
    chord.background = LightColour(hue: TemperedHue(1), purity: -1)
    (chord[0, .left], chord[0, .width]) = (0.05, 0.9)
    (chord[0, .top], chord[0, .height]) = (0.45, 0.1)
    chord[0, .mask] = Double(mask.rawValue)
    (chord[0, .purity], chord[0, .hue2], chord[0, .alpha2]) = (1, 4.5, 1)
    for mirrors in 2...Scene.mostArms {
      chord[0, .mirror] = Double(mirrors)
      let scene = Scene(Look(chord, mode: .vivid), aspect: 1)
      #expect(scene.part == 1 && scene.layers[0].mirrors == mirrors)
      let picture = Renderer().draw(scene, width: 201, height: 201)
      // Around the middle there are as many, at equal angles.
      let lights = (0..<720).map { step in
        let angle = (Double(step) - 60.5) / 360 * .pi
        return picture[Int((0.5 + 0.3 * cos(angle)) * 201), Int((0.5 + 0.3 * sin(angle)) * 201)]
          .green > 0.3
      }
      let arms = (1..<720).filter { lights[$0] && !lights[$0 - 1] }
      #expect(arms.count == mirrors)
      for (arm, place) in arms.enumerated() {
        #expect(abs(place - arms[0] - arm * 720 / mirrors) <= 6, "arm \(arm) of \(mirrors)")
      }
    }
  }

  @Test func panesWithManyMirrorsAreNoPattern() {
    var chord = Chord()
    chord.background = LightColour(hue: TemperedHue(1), purity: -1)
    chord[0, .mirror] = 12
    chord[0, .mask] = Double(Pane.Mask.ellipse.rawValue)
    chord[0, .left] = -0.5
    chord[0, .width] = 2
    chord[0, .top] = 0.46
    chord[0, .height] = 0.08
    chord[0, .alpha2] = 1
    func kinds(_ chord: Chord, _ level: FlashLevel) -> [FlashAnalyser.Violation.Kind] {
      let scene = Scene(Look(chord, mode: .vivid), aspect: 16 / 9, level: level)
      let picture = Renderer().draw(scene, width: 160, height: 90)
      var analyser = FlashAnalyser(width: 160, height: 90)
      for number in 0..<60 { analyser.take(picture.bytes, at: Double(number) / 60) }
      return analyser.violations.map { $0.kind }
    }
    #expect(kinds(chord, .safe).isEmpty)
    #expect(kinds(chord, .off).contains(.pattern))
  }
}

/// So many seconds of hostile play, drawn, limited and analysed.
struct HostileRun {
  var violations: [FlashAnalyser.Violation] = []

  init(
    seed: UInt64, sets: [Chordset], seconds: Int, _ level: FlashLevel, rate: Int = Corpus.rate,
    isHard: Bool = false, _ gamut: Gamut = .sRGB
  ) {
    var play = HostilePlay(seed: seed, sets: sets.count)
    var performance = Performance(sets: sets, gamut: gamut)
    performance.take(
      LightEvent(
        at: 0, .init(.program), .limit, Double((isHard ? FlashLevel.off : level).rawValue)))
    let (width, height) = (Corpus.width, Corpus.height)
    var limiter = FlashLimiter(width: width, height: height, gamut: gamut)
    var analyser = FlashAnalyser(width: width, height: height, isWide: gamut == .displayP3)
    let renderer = Renderer()
    var picture = Picture(width: width, height: height)
    var fade = PatternFade()
    for number in 0..<seconds * rate {
      let time = Int64(number) * 1_000_000 / Int64(rate)
      for event in play.events(until: time) { performance.take(event) }
      performance.advance(to: time)
      let scene = fade.scene(
        of: performance, aspect: Double(width) / Double(height), level: level)
      renderer.draw(scene, into: &picture)
      limiter.limit(&picture, at: time, level, isGoingDark: performance.isBlack)
      analyser.take(picture.bytes, at: Double(time) / 1_000_000)
    }
    violations = analyser.violations
  }
}
