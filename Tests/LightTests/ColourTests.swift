import Light
import Testing

@Suite struct ColourTests {
  @Test(arguments: Gamut.allCases)
  func colourComesBackFromLight(gamut: Gamut) {
    var worst = 0.0
    for red in stride(from: 0, through: 1, by: 0.1) {
      for green in stride(from: 0, through: 1, by: 0.1) {
        for blue in stride(from: 0, through: 1, by: 0.1) {
          let light = RGB(red, green, blue)
          let polar = OKLCH(gamut.lab(light))
          let again = gamut.linear(polar.lab)
          worst = max(
            worst, abs(again.red - red), abs(again.green - green), abs(again.blue - blue))
          let coded = RGB(encoded: light.encoded)
          worst = max(worst, abs(coded.red - red), abs(coded.blue - blue))
        }
      }
    }
    print("  \(gamut): the round trip is off by at most \(worst)")
    #expect(worst <= 1e-4)
  }

  @Test func colourIsAsPublished() {
    // The table that comes with OKLab.
    for (light, lab) in [
      (RGB(1, 1, 1), OKLab(1, 0, 0)), (RGB(1, 0, 0), OKLab(0.628, 0.225, 0.126)),
      (RGB(0, 1, 0), OKLab(0.866, -0.234, 0.179)), (RGB(0, 0, 1), OKLab(0.452, -0.032, -0.312)),
    ] {
      let found = OKLab(linear: light)
      #expect(abs(found.lightness - lab.lightness) < 0.001)
      #expect(abs(found.a - lab.a) < 0.001)
      #expect(abs(found.b - lab.b) < 0.001)
    }
  }

  @Test(arguments: Gamut.allCases)
  func lessChromaKeepsTheHue(gamut: Gamut) {
    var worst = 0.0
    for hue in stride(from: 0.0, to: 360, by: 3) {
      for lightness in stride(from: 0.05, through: 0.95, by: 0.05) {
        let wanted = OKLCH(lightness, 0.4, hue)
        let fitted = gamut.fitted(wanted.lab)
        #expect(gamut.contains(fitted))
        #expect(abs(fitted.lightness - lightness) < 1e-9)
        let found = OKLCH(fitted)
        guard found.chroma > 0.001 else { continue }
        let drift = abs(found.hue - hue)
        worst = max(worst, min(drift, 360 - drift))
      }
    }
    print("  \(gamut): the hue drifts by at most \(worst)°")
    #expect(worst <= 0.5)
  }

  @Test func zonesAreEquallyWide() {
    // Each zone's width, found from where the name of a hue in degrees changes.
    let steps = 360_000
    var counts = [Int](repeating: 0, count: 12)
    var edges: [(zone: Int, degrees: Double)] = []
    var last = -1
    for step in 0..<steps where step % 10 == 0 {
      let degrees = Double(step) * 360 / Double(steps)
      let zone = TemperedHue(degrees: degrees).zone
      counts[zone] += 1
      if zone != last { edges.append((zone, degrees)) }
      last = zone
    }
    #expect(counts.allSatisfy { $0 > 0 })
    // On the ribbon, each is a twelfth.
    for zone in 0..<12 {
      let begin = TemperedHue(degrees: TemperedHue(Double(zone) + 0.000_001).degrees)
      let end = TemperedHue(degrees: TemperedHue(Double(zone) + 0.999_999).degrees)
      #expect(abs(end.value - begin.value - 1) <= 0.001)
      #expect(begin.zone == zone && end.zone == zone)
    }
    #expect(edges.count <= 14)
  }

  @Test func theRingOfHuesNeverTurnsBack() {
    var turned = 0.0
    for step in 0..<12_000 {
      let (one, next) = (
        TemperedHue(Double(step) / 1_000).degrees, TemperedHue(Double(step + 1) / 1_000).degrees
      )
      let way = next - one < -180 ? next - one + 360 : next - one
      #expect(way > 0 && way < 1)
      turned += way
    }
    #expect(abs(turned - 360) < 1e-6)
    #expect(TemperedHue(0).way(to: TemperedHue(11)) == -1)
    #expect(TemperedHue(11.5).way(to: TemperedHue(0.5)) == 1)
    #expect(TemperedHue(-0.5).value == 11.5)
    #expect(TemperedHue(.nan).value == 0)
    #expect(TemperedHue(.infinity).value == 0)
  }

  @Test func evenModeIsEvenlyLight() {
    for purity in stride(from: -0.9, through: 0.9, by: 0.1) {
      let lights = (0..<240).map {
        LightColour(hue: TemperedHue(Double($0) / 20), purity: purity).lab(.even).lightness
      }
      let spread = (lights.max() ?? 1) - (lights.min() ?? 0)
      #expect(spread <= 0.01)
    }
    // At its purest, even mode keeps all of its chroma.
    for step in 0..<240 {
      let colour = LightColour(hue: TemperedHue(Double(step) / 20), purity: 0)
      #expect(abs(OKLCH(colour.lab(.even)).chroma - 0.1275) < 0.001)
    }
  }

  @Test(arguments: Gamut.allCases)
  func vividModeIsAsColourfulAsTheScreen(gamut: Gamut) {
    for step in 0..<120 {
      let hue = TemperedHue(Double(step) / 10)
      let found = OKLCH(LightColour(hue: hue, purity: 0).lab(.vivid, in: gamut))
      // Nothing of the same hue has more chroma.
      var most = 0.0
      for lightness in stride(from: 0.2, through: 0.99, by: 0.01) {
        let other = OKLCH(gamut.fitted(OKLCH(lightness, 0.5, hue.degrees).lab))
        most = max(most, other.chroma)
      }
      #expect(found.chroma >= most - 0.003, "\(hue.value)")
      #expect(gamut.contains(found.lab))
    }
  }

  @Test func purityGoesFromBlackToWhite() {
    for mode in ColourMode.allCases {
      for step in 0..<24 {
        let hue = TemperedHue(Double(step) / 2)
        let black = LightColour(hue: hue, purity: -1).lab(mode)
        let white = LightColour(hue: hue, purity: 1).lab(mode)
        #expect(black.linear.luminance < 1e-6)
        #expect(abs(white.linear.luminance - 1) < 1e-3)
        var last = -1.0
        for part in stride(from: -1.0, through: 1, by: 0.05) {
          let light = LightColour(hue: hue, purity: part).lab(mode).lightness
          #expect(light >= last)
          last = light
        }
      }
    }
  }

  @Test(arguments: [
    (4.5, 0.3, "tempered 4.5, yellow-orange, tint +0.3"), (9.2, 0, "tempered 9.2, blue, pure"),
    (1, -0.45, "tempered 1.0, red, shade −0.5"), (7, -1, "black"), (7, 1, "white"),
  ])
  func coloursHaveWords(hue: Double, purity: Double, words: String) {
    #expect(LightColour(hue: TemperedHue(hue), purity: purity).words == words)
  }

  @Test func scalesGiveEveryNoteAColour() {
    #expect(NoteColours.all.count >= 9)
    for scale in NoteColours.all {
      #expect(scale.colours.count == 12, "\(scale.name)")
      for note in -24..<24 { #expect(scale.colour(of: note) == scale.colour(of: note + 12)) }
    }
  }

  @Test func twelveTonesAreTheRingOfHuesInFifths() throws {
    let tones = try #require(FactorySets.named("tones"))
    #expect(tones.title == "Twelve tones" && tones.tempo == 96 && tones.mode == .vivid)
    // From red on C, a zone for each note: a fifth is seven zones up.
    for (chord, note) in zip(tones.chords, [0.0, 7, 2, 9, 4, 11, 1, 3]) {
      let (low, high) = (chord.background, chord.colour(of: 0))
      #expect(low.hue.value == (note + 1).truncatingRemainder(dividingBy: 12) + 0.5)
      #expect(high.hue.value == (note + 8).truncatingRemainder(dividingBy: 12) + 0.5)
      #expect(low.purity == 0 && high.purity == 0 && chord.mask(of: 0) == .half)
    }
    #expect(tones[0].name == "C and G" && tones[7].name == "E flat and B flat")
    // Scriabin's C is red, and his F sharp blue.
    let scriabin = try #require(NoteColours.all.first { $0.name == "Scriabin" })
    let set = scriabin.fifths(titled: "Scriabin")
    #expect(set[0].background.words == "tempered 1.5, red, pure")
    #expect(set[5].colour(of: 0).words == "tempered 9.5, blue, pure")
    #expect(try ChordText.set(of: ChordText.text(set)) == set)
  }

  @Test func mixingGoesStraight() {
    let (one, other) = (OKLab(linear: RGB(1, 0, 0)), OKLab(linear: RGB(0, 0, 1)))
    #expect(OKLab.mix(one, other, 0) == one)
    let half = OKLab.mix(one, other, 0.5)
    #expect(abs(half.lightness - (one.lightness + other.lightness) / 2) < 1e-12)
    #expect(abs(half.a - (one.a + other.a) / 2) < 1e-12)
  }
}
