import FlashAnalysis
import Testing

@testable import Light

/// The instrument as the stage runs it: what it is told, draws and tells.
@Suite struct LightStageTests {
  /// An instrument, and what it has told.
  private final class Stage {
    var instrument: LightStage
    var news: [StageNews] = []
    var time: Int64 = 0

    init(gamut: Gamut = .sRGB) {
      instrument = LightStage(seed: 7, gamut: gamut)
      listen()
    }

    func take(_ order: StageOrder) {
      // Through its text, as the page's orders come.
      if let order = StageOrder(StageMessage(order.message.text)) {
        instrument.take(order, at: time)
      }
      listen()
    }

    func pass(_ seconds: Double) {
      let end = time + Int64(seconds * 1_000_000)
      while time < end {
        time = min(end, time + 16_667)
        _ = instrument.draw(at: time)
      }
      listen()
    }

    func touch(_ phase: Hands.Phase, _ control: Hands.Control?, x: Double = 0.5, pointer: Int = 1) {
      instrument.touch(
        Hands.Touch(phase, pointer: pointer, on: control, x: x, y: 0.5, at: time))
      listen()
    }

    func tap(_ control: Hands.Control) {
      touch(.down, control)
      touch(.up, control)
    }

    private func listen() {
      for told in instrument.news() {
        // What is told survives its way as a text.
        let text = told.message.text
        if let read = StageNews(StageMessage(text)) {
          #expect(read.message.text == text)
          news.append(read)
        } else {
          Issue.record("not understood: \(text)")
        }
      }
    }

    var scene: Scene? { instrument.scene }

    var playing: StageNews.Playing {
      news.reversed().lazy.compactMap {
        if case .playing(let playing) = $0 { playing } else { nil }
      }.first ?? StageNews.Playing()
    }

    var titles: [String] {
      news.reversed().lazy.compactMap { news -> [String]? in
        if case .sets(let entries) = news { entries.map { $0.title } } else { nil }
      }.first ?? []
    }
  }

  private func own(_ key: String, _ title: String, hue: Double = 2) -> (key: String, set: SetText) {
    var chord = Chord(name: "One")
    chord.background = LightColour(hue: TemperedHue(hue), purity: 0)
    return (key, SetText(Chordset(title: title, chords: [chord])))
  }

  @Test func itBeginsWithLight() {
    let stage = Stage()
    stage.pass(0.1)
    #expect(stage.titles.count == FactorySets.names.count && stage.titles.count >= 12)
    #expect(stage.playing.recalled == LightStage.firstChord)
    let pixels = stage.instrument.pixels
    #expect(pixels.count == 4 * 240 * 135)
    #expect(pixels.reduce(0) { $0 + Int($1) } / pixels.count > 120)
  }

  @Test func ofTheAppsSetsOneThatIsChangedBecomesTheOwn() {
    let stage = Stage()
    stage.touch(.down, .ribbon(0), x: 0.25)
    stage.touch(.up, .ribbon(0), x: 0.25)
    stage.touch(.down, .shift, pointer: 9)
    stage.tap(.selector(5))
    let made = stage.news.compactMap { news -> SetText? in
      if case .made(let sets, _, .stored) = news { sets.first } else { nil }
    }
    #expect(made.count == 1 && made[0].title == "Low tide" && made[0].chords.count == 8)
    #expect(made[0].chords[5].contains("background hue=3 "))
    // A second one before the first is kept is not lost.
    stage.touch(.up, .shift, pointer: 9)
    stage.touch(.down, .ribbon(0), x: 0.5)
    stage.touch(.up, .ribbon(0), x: 0.5)
    stage.touch(.down, .shift, pointer: 9)
    stage.tap(.selector(6))
    stage.take(.sets([("a", made[0])], hand: "a"))
    let stored = stage.news.compactMap { news -> Int? in
      if case .stored("a", let chord, _, let text) = news {
        text.contains("background hue=6 ") ? chord : nil
      } else {
        nil
      }
    }
    #expect(stored == [6])
    #expect(stage.titles[0] == "Low tide" && stage.titles[1] == "Low tide")
    #expect(stage.playing.set == 0)
  }

  /// Between a chord stored in one of the app's sets and the set that is made of it, the hand may have gone on.
  @Test func aSetThatIsMadeTakesNothingOfAnother() {
    let stage = Stage()
    stage.touch(.down, .shift, pointer: 9)
    stage.tap(.selector(5))
    stage.touch(.up, .shift, pointer: 9)
    stage.tap(.on)
    let count = stage.news.count
    stage.take(.sets([own("a", "Low tide")], hand: "a"))
    let stored = stage.news.dropFirst(count).contains {
      if case .stored = $0 { true } else { false }
    }
    #expect(!stored)
  }

  @Test func separatorsInATextStayInIt() {
    let stage = Stage()
    stage.take(.sets([own("a", "A\u{1F}b\u{1E}c"), own("b", "B")], hand: "b"))
    #expect(stage.titles.prefix(2) == ["A b c", "B"] && stage.playing.title == "B")
  }

  @Test func whatAnotherDeviceChangesDoesNotChangeUnderTheHand() {
    let stage = Stage()
    stage.take(.sets([own("a", "A", hue: 2), own("b", "B")], hand: "a"))
    stage.tap(.selector(0))
    stage.pass(1)
    let before = stage.instrument.pixels
    stage.take(.sets([own("a", "A", hue: 8), own("b", "B")], hand: ""))
    stage.tap(.selector(0))
    stage.pass(1)
    #expect(stage.instrument.pixels == before)
    // Once the set was left it is what it has become.
    stage.tap(.on)
    stage.tap(.back)
    stage.tap(.selector(0))
    stage.pass(2)
    #expect(stage.instrument.pixels != before)
  }

  @Test func aSetThatIsGoneLeavesTheHandWhereItWas() {
    let stage = Stage()
    stage.take(.sets([own("a", "A"), own("b", "B"), own("c", "C")], hand: "b"))
    #expect(stage.playing.title == "B")
    stage.take(.sets([own("a", "A"), own("c", "C")], hand: ""))
    #expect(stage.playing.title == "C")
    stage.take(.sets([], hand: ""))
    #expect(!stage.playing.title.isEmpty)
  }

  @Test func aLaterVersionsChordIsBlackAndTheOthersStay() {
    let stage = Stage()
    var set = SetText(
      title: "New", isEven: true, tempo: 90,
      chords: ["chord A\nbackground hue=3\n", "chord B\nbackground sparkle=1\n"])
    stage.take(.sets([("a", set)], hand: "a"))
    #expect(stage.playing.title == "New" && stage.playing.isEven && stage.playing.tempo == 90)
    let colours = stage.news.reversed().lazy.compactMap { news -> [String]? in
      if case .chords(let chords) = news { chords.map { $0.colour } } else { nil }
    }.first
    #expect(colours?[0] == "tempered 3.0, orange, shade −0.7")
    #expect(colours?[1] == "black")
    // Neither text that means nothing nor a second chord in one text moves the others.
    for nonsense in ["set", "chord", "\u{0}\u{1}", "woodshed light 9\nset X", "chord A\nchord B\n"]
    {
      set.chords = [nonsense, "", "chord C\nbackground hue=7\n"]
      stage.take(.sets([("a", set)], hand: "a"))
      stage.pass(0.1)
      #expect(stage.instrument.performance.set[2].background.hue.value == 7)
    }
  }

  @Test func aLinkAndAFileBringASetBack() throws {
    let stage = Stage()
    let key = LightStage.appKey + FactorySets.names[1]
    stage.take(.link(key))
    stage.take(.export(key))
    var link = "", file = ""
    for news in stage.news {
      if case .link(_, let text) = news { link = text }
      if case .file(_, let text) = news { file = text }
    }
    #expect(!link.isEmpty && file.hasPrefix(ChordText.head))
    stage.take(.open(link))
    stage.take(.takeIn(file))
    stage.take(.copy(key))
    let made = stage.news.compactMap { news -> SetText? in
      if case .made(let sets, _, _) = news { sets.first } else { nil }
    }
    let title = FactorySets.all[1].title
    #expect(made.map { $0.title } == [title, title, "Copy of \(title)"])
    #expect(made.first?.chords == made.last?.chords)
  }

  @Test func whatCannotBeReadIsSaidAndChangesNothing() {
    let stage = Stage()
    let before = stage.playing.setCount
    for order in [
      StageOrder.open("!"), .takeIn("PK\u{3}\u{4}"), .takeIn(""), .export(""),
      .takeIn("woodshed light 2\nset X"),
    ] {
      let count = stage.news.count
      stage.take(order)
      let told = stage.news.dropFirst(count).contains {
        if case .problem = $0 { true } else { false }
      }
      #expect(told)
    }
    #expect(stage.playing.setCount == before)
    #expect(StageOrder(StageMessage("play\u{1F}x")) == nil)
    #expect(StageOrder(StageMessage("")) == nil)
    #expect(StageNews(StageMessage("playing\u{1F}1")) == nil)
  }

  @Test func theHandRestsOnceNothingIsHeld() {
    let stage = Stage()
    stage.touch(.down, .ribbon(0), x: 0.75)
    stage.pass(1)
    #expect(!stage.news.contains { if case .rested = $0 { true } else { false } }, "still held")
    stage.touch(.up, nil)
    stage.pass(0.02)
    let rested = stage.news.compactMap { news -> String? in
      if case .rested(_, let chord) = news { chord } else { nil }
    }
    #expect(rested.count == 1 && rested[0].contains("background hue=9"))
    // The same again brings it back.
    let later = Stage()
    later.take(.live(rested[0]))
    later.pass(0.1)
    #expect(later.playing.ribbons[0].way == 0.75)
  }

  @Test func whatIsRestoredWakesNoHand() {
    let stage = Stage()
    stage.take(.manner(glide: 0.5, brightness: 0.4))
    stage.pass(1)
    #expect(stage.playing.glide == 0.5 && stage.playing.brightness == 0.4)
    #expect(!stage.news.contains { if case .rested = $0 { true } else { false } })
    #expect(StageOrder(StageMessage("manner\u{1F}x")) == nil)
  }

  /// The page may hear of the rest in one of the app's sets after it has saved the set that was made of it.
  @Test func aHandThatRestedTooEarlyRestsAgainInTheSetThatWasMade() {
    let stage = Stage()
    stage.touch(.down, .shift, pointer: 9)
    stage.tap(.selector(5))
    stage.touch(.up, .shift, pointer: 9)
    stage.pass(0.5)
    var keys: [String] {
      stage.news.compactMap { if case .rested(let key, _) = $0 { key } else { nil } }
    }
    #expect(keys.count == 1 && keys[0] != "a")
    stage.take(.sets([own("a", "Low tide")], hand: "a"))
    stage.pass(0.1)
    #expect(keys.count == 2 && keys.last == "a")
    stage.take(.sets([own("a", "Low tide")], hand: ""))
    stage.pass(0.5)
    #expect(keys.count == 2)
  }

  @Test func handsThatThePageLosesSightOfRestAtOnce() {
    let stage = Stage()
    stage.touch(.down, .ribbon(0), x: 0.75)
    stage.instrument.letGo(at: stage.time)
    // No picture has to come in between: a page that is hidden draws none.
    let rested = stage.instrument.news().contains {
      if case .rested(_, let chord) = $0 { chord.contains("background hue=9") } else { false }
    }
    #expect(rested)
  }

  @Test func ribbonsSayWhatTheyMoveInWords() {
    let stage = Stage()
    stage.take(.ribbons([0, 1, 3, 999], snaps: true))
    #expect(stage.playing.ribbons.count == 3, "what means nothing is left out")
    stage.take(.slide(0, 0.43))
    let hue = stage.playing.ribbons[0]
    #expect(hue.label == "Hue" && hue.words == "tempered 5.5, \(TemperedHue.names[5])")
    #expect(hue.colours.split(separator: ",").count == 25)
    stage.take(.slide(1, 0.5))
    #expect(stage.playing.ribbons[1].words == "pure")
    stage.take(.slide(1, 0.25))
    #expect(stage.playing.ribbons[1].words == "shade −0.5")
    stage.take(.slide(7, 0.5))
  }

  @Test func aPictureIsDrawnOnlyWhereThereIsNews() {
    let stage = Stage()
    stage.pass(2)
    var drawn = 0
    for _ in 0..<120 {
      stage.time += 16_667
      let (isNew, goesOn) = stage.instrument.draw(at: stage.time)
      drawn += isNew ? 1 : 0
      #expect(!goesOn)
    }
    #expect(drawn == 0)
    stage.instrument.forget()
    #expect(stage.instrument.draw(at: stage.time).isNew)
  }

  @Test func anotherStageShowsTheSameInItsOwnShape() {
    let (stage, other) = (Stage(), Stage())
    stage.tap(.on)
    stage.tap(.selector(4))
    stage.pass(6)
    other.instrument.reshape(width: 160, height: 90)
    other.instrument.follow(stage.instrument.sceneNumbers)
    other.pass(0.1)
    let differences = zip(stage.instrument.pixels, other.instrument.pixels).map {
      abs(Int($0) - Int($1))
    }
    #expect(differences.max() ?? 255 <= 1)
    other.instrument.reshape(width: 90, height: 160)
    other.pass(0.1)
    #expect(other.instrument.size.height > other.instrument.size.width)
    // What is no scene changes nothing.
    let before = other.instrument.pixels
    for numbers in [
      [], [1, .nan], [Float](repeating: .infinity, count: 104), [0, 0, 0, 1, 1, 4, 0, 0],
    ] {
      other.instrument.follow(numbers)
      other.pass(0.1)
    }
    #expect(other.instrument.pixels == before)
  }

  @Test func aScreenOfFewerColoursKeepsTheHue() throws {
    let (stage, other) = (Stage(gamut: .displayP3), Stage())
    var lost = 0
    for hue in stride(from: 0.5, to: 12, by: 1) {
      stage.take(.play(0, hue))
      stage.take(.play(1, 0))
      stage.pass(1)
      let wide = try #require(stage.scene).background
      other.instrument.follow(stage.instrument.sceneNumbers)
      other.pass(0.1)
      let shown = try #require(other.scene).background
      #expect(Gamut.sRGB.contains(shown))
      #expect(abs(OKLCH(shown).hue - OKLCH(wide).hue) < 0.01)
      #expect(abs(shown.lightness - wide.lightness) < 0.001)
      if OKLCH(shown).chroma < OKLCH(wide).chroma - 0.001 { lost += 1 }
    }
    #expect(lost > 6, "most of the wide screen’s purest colours are beyond this one’s")
  }

  @Test func aScreenOfTheSameColoursShowsTheSame() throws {
    // A mixture may leave the gamut: the screen that plays clips it, and so does the other.
    var numbers: [Float] = [0.75, -0.1, -0.2, 1, 1.6, 0, 1, 0]
    let same = try #require(Scene(numbers: numbers))
    #expect(same.background == OKLab(0.75, Double(Float(-0.1)), Double(Float(-0.2))))
    numbers[7] = 2
    let fitted = try #require(Scene(numbers: numbers))
    #expect(!Gamut.sRGB.contains(same.background) && Gamut.sRGB.contains(fitted.background))
  }

  @Test func tempoAndModeAreToldOfOwnSetsOnly() {
    let stage = Stage()
    let (tempo, mode) = (
      Int(LightEvent.Target.tempo.number), Int(LightEvent.Target.mode.number)
    )
    stage.take(.play(mode, 1))
    stage.pass(0.1)
    #expect(stage.playing.isEven, "one of the app’s sets can be played so, too")
    stage.take(.sets([own("a", "A"), own("b", "B")], hand: "a"))
    var count = stage.news.count
    stage.take(.play(tempo, 120.5))
    stage.take(.play(mode, 1))
    stage.pass(0.1)
    let told = stage.news.dropFirst(count).compactMap { news -> String? in
      switch news {
      case .tempo(let key, let tempo): "\(key) \(tempo)"
      case .mode(let key, let isEven): "\(key) \(isEven)"
      default: nil
      }
    }
    // Each for itself: the other may have been changed on another device.
    #expect(told == ["a 120.5", "a true"])
    let areDrawnAgain = stage.news.dropFirst(count).contains {
      if case .chords = $0 { true } else { false }
    }
    #expect(areDrawnAgain)
    #expect(stage.playing.isEven && stage.playing.tempo == 120.5)
    // It is still so after a visit to another set.
    stage.tap(.on)
    stage.pass(0.1)
    #expect(!stage.playing.isEven)
    stage.tap(.back)
    stage.pass(0.1)
    #expect(stage.playing.isEven && stage.playing.tempo == 120.5)
    stage.tap(.back)
    count = stage.news.count
    stage.take(.play(tempo, 90))
    stage.pass(0.1)
    #expect(stage.playing.tempo == 90)
    #expect(!stage.news.dropFirst(count).contains { if case .tempo = $0 { true } else { false } })
  }

  @Test func theNumberOfPanesIsPlayedAndTold() {
    let stage = Stage()
    stage.take(.play(Chord.paneCountNumber, 3))
    stage.pass(0.1)
    #expect(stage.playing.panes == 3 && stage.instrument.scene?.layers.count == 3)
    #expect(!stage.playing.isEven && !stage.playing.isFrozen)
    stage.take(.ribbons([0, 1, Chord.paneCountNumber], snaps: true))
    stage.take(.slide(2, 1))
    stage.pass(0.1)
    #expect(stage.playing.panes == 4 && stage.playing.ribbons[2].words == "4")
    #expect(stage.playing.ribbons[2].label == "Panes")
  }

  @Test func keysAskForTheScreen() {
    let stage = Stage()
    for (code, repeats) in [("KeyF", false), ("KeyF", true), ("KeyH", false)] {
      stage.instrument.press(code, isDown: true, repeats: repeats, isFine: false, at: 0)
    }
    stage.pass(0.02)
    let asked = stage.news.compactMap { news -> Bool? in
      if case .asked(let isBare) = news { isBare } else { nil }
    }
    #expect(asked == [false, true])
  }

  /// Fingers drum on the selectors and sweep the ribbons while the page changes levels, sets and shape.
  @Test(arguments: Gamut.allCases)
  func theJudgeFindsNoFlashOfTheWholeInstrument(gamut: Gamut) {
    let stage = Stage(gamut: gamut)
    stage.instrument.reshape(width: 160, height: 90)
    let size = stage.instrument.size
    var analyser = FlashAnalyser(
      width: size.width, height: size.height, isWide: gamut == .displayP3)
    var random: UInt64 = 3
    func next(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(count))
    }
    for _ in 0..<1_800 {
      stage.time += 16_667
      if next(2) == 0 { stage.tap(.selector(next(8))) }
      if next(3) == 0 {
        stage.touch(.down, .ribbon(next(2)), x: Double(next(1_000)) / 1_000, pointer: 5)
        stage.touch(.up, nil, pointer: 5)
      }
      if next(60) == 0 { stage.tap(.on) }
      if next(90) == 0 {
        stage.instrument.press(
          "Escape", isDown: true, repeats: false, isFine: false, at: stage.time)
      }
      if next(200) == 0 { stage.take(.play(Int(LightEvent.Target.limit.number), Double(next(2)))) }
      _ = stage.instrument.draw(at: stage.time)
      analyser.take(rgb(stage.instrument.pixels), at: Double(stage.time) / 1_000_000)
    }
    #expect(analyser.violations.isEmpty)
  }

  private func rgb(_ pixels: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count / 4 * 3)
    for place in 0..<pixels.count / 4 { bytes += pixels[4 * place..<4 * place + 3] }
    return bytes
  }
}
