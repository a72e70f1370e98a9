import Light

extension Vector {
  static let light = [
    Vector("Colours are the same to the last bit") { evidence in
      for mode in ColourMode.allCases {
        for gamut in Gamut.allCases {
          for step in 0..<48 {
            for purity in [-0.9, -0.4, 0, 0.3, 0.8] {
              let colour = LightColour(hue: TemperedHue(Double(step) / 4), purity: purity)
              let lab = colour.lab(mode, in: gamut)
              let light = gamut.linear(lab)
              for value in [lab.lightness, lab.a, lab.b, light.red, light.green, light.blue] {
                evidence.note(value)
              }
              let polar = OKLCH(lab)
              evidence.expect(
                polar.chroma < 0.02
                  || abs(TemperedHue(degrees: polar.hue).way(to: colour.hue)) < 0.02,
                "hue \(step) went elsewhere")
              evidence.note(colour.words)
            }
          }
        }
      }
    },
    Vector("Even colours are evenly light, and zones equally wide") { evidence in
      var (least, most) = (1.0, 0.0)
      for step in 0..<240 {
        let colour = LightColour(hue: TemperedHue(Double(step) / 20), purity: 0)
        let lightness = colour.lab(.even).lightness
        (least, most) = (min(least, lightness), max(most, lightness))
        evidence.expect(colour.hue.zone == step / 20, "zone \(step)")
      }
      evidence.expect(most - least <= 0.01, "the spread of lightness is too large")
    },
    Vector("Light comes back from colour") { evidence in
      for gamut in Gamut.allCases {
        for step in 0..<125 {
          let light = RGB(Double(step % 5) / 4, Double(step / 5 % 5) / 4, Double(step / 25) / 4)
          let again = gamut.linear(OKLCH(gamut.lab(light)).lab)
          let off = max(
            abs(again.red - light.red), abs(again.green - light.green), abs(again.blue - light.blue)
          )
          evidence.expect(off <= 1e-4, "light \(step) is off")
          evidence.note(light.encoded.red)
        }
      }
    },
    Vector("The same events give the same pictures, limited the same") { evidence in
      let sets = FactorySets.all
      evidence.expect(sets.count == FactorySets.names.count, "a set cannot be read")
      for seed in 0..<3 as Range<UInt64> {
        var play = HostilePlay(seed: seed, sets: sets.count)
        var performance = Performance(sets: sets)
        var limiter = FlashLimiter(width: 24, height: 14)
        var picture = Picture(width: 24, height: 14)
        let renderer = Renderer()
        var fade = PatternFade()
        for number in 0..<240 as Range<Int64> {
          let time = number * 1_000_000 / 60
          for event in play.events(until: time) { performance.take(event) }
          performance.advance(to: time)
          renderer.draw(fade.scene(of: performance, aspect: 24 / 14), into: &picture)
          limiter.limit(&picture, at: time, .safe, isGoingDark: performance.isBlack)
          if number % 12 == 0 {
            evidence.note(Int64(bitPattern: performance.stateHash))
            evidence.note(picture.bytes.map { UInt32($0) })
          }
        }
      }
    },
    Vector("Chords and events are the same as text") { evidence in
      let text = ChordText.file(FactorySets.all)
      evidence.note(text)
      do throws(ChordProblem) {
        evidence.expect(try ChordText.sets(of: text) == FactorySets.all, "sets are not read again")
        var play = HostilePlay(seed: 5, sets: 3)
        let events = play.events(until: 5_000_000)
        let log = EventText.text(events)
        evidence.note(log)
        evidence.expect(EventText.text(try EventText.events(of: log)), is: log, "events")
      } catch {
        evidence.expect(false, error.message)
      }
    },
  ]
}

/// A log of events that is played again and again.
public enum LightLog {
  /// Plays ten seconds of events this many times, with pictures at other rates, and returns the different states that came of
  /// it, as text: one if all is well.
  public static func states(runs: Int) -> String {
    let sets = FactorySets.all
    var play = HostilePlay(seed: 7, sets: sets.count)
    let end: Int64 = 10_500_000
    var states: [UInt64] = []
    do throws(ChordProblem) {
      let events = try EventText.events(of: EventText.text(play.events(until: 10_000_000)))
      for run in 0..<runs {
        var performance = Performance(sets: sets)
        var (time, next): (Int64, Int) = (0, 0)
        while time < end {
          time = min(time + (run % 2 == 0 ? 16_667 : 8_000 + Int64(run) * 100), end)
          while next < events.count, events[next].time <= time {
            performance.take(events[next])
            next += 1
          }
          performance.advance(to: time)
        }
        if !states.contains(performance.stateHash) { states.append(performance.stateHash) }
      }
    } catch {
      return error.message
    }
    return states.map { "\($0)" }.joined(separator: " ")
  }
}
