import Light
import Testing

@Suite struct ChordTextTests {
  @Test func everySetThatComesWithTheAppCanBeReadAndIsDifferent() throws {
    #expect(FactorySets.names.count >= 12)
    let sets = FactorySets.all
    #expect(sets.count == FactorySets.names.count)
    #expect(Set(sets.map { $0.title }).count == sets.count)
    for set in sets {
      #expect(Set(set.chords).count == Chordset.size, "\(set.title): two chords are the same")
      #expect(set.chords.allSatisfy { !$0.name.isEmpty }, "\(set.title)")
      #expect(ChordText.text(set).utf8.count <= 8_192, "\(set.title)")
    }
    #expect(Set(sets.map { $0.mode }).count == ColourMode.allCases.count)
    for name in FactorySets.names { #expect(FactorySets.named(name) != nil) }
    #expect(FactorySets.named("nothing") == nil)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let sets = FactorySets.all
    #expect(try ChordText.sets(of: ChordText.file(sets)) == sets)
    for set in sets {
      #expect(try ChordText.set(of: ChordText.text(set)) == set)
      for chord in set.chords { #expect(try ChordText.chord(of: ChordText.text(chord)) == chord) }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func anyChordIsReadAgain(seed: UInt64) throws {
    let chord = Chord.random(seed: seed)
    #expect(try ChordText.chord(of: ChordText.text(chord)) == chord)
  }

  @Test(arguments: [
    ("", 0, "A chord file starts with the line “woodshed light 1”."),
    ("set A", 1, "A chord file starts with the line “woodshed light 1”."),
    (
      "woodshed light 2\nset A", 1,
      "A later version of Woodshed wrote this file. Update and try again."
    ),
    ("woodshed light 1\n", 0, "The file contains no sets."),
    ("woodshed light 1\nplay mode=vivid", 2, "A set starts with a line such as “set Low tide”."),
    ("woodshed light 1\nset A\nplay mode=loud", 3, "Unknown mode “loud”. Use vivid or even."),
    (
      "woodshed light 1\nset A\nplay tempo=4000", 3,
      "The tempo must be between 10 and 400, not “4000”."
    ),
    (
      "woodshed light 1\nset A\nchord B\nbackground hue=13", 4,
      "hue must be between 0 and 12, not “13”."
    ),
    ("woodshed light 1\nset A\nchord B\nbackground colour=1", 4, "A background has no “colour”."),
    (
      "woodshed light 1\nset A\nchord B\npane mask=star", 4,
      "Unknown mask “star”. Use one of rectangle, ellipse, half, ring."
    ),
    ("woodshed light 1\nset A\nchord B\npane width", 4, "“width” isn’t written as name=value."),
    (
      "woodshed light 1\nset A\nchord B\npane width=0x1", 4,
      "width must be between 0.005 and 2, not “0x1”."
    ),
    ("woodshed light 1\nset A\nlumi size=1", 3, "“lumi” doesn’t belong here."),
    (
      "woodshed light 1\nset A\nchord B\npane\npane\npane\npane\npane", 8,
      "A chord has at most 4 panes."
    ),
  ])
  func saysWhatIsWrong(text: String, line: Int, message: String) {
    do {
      let sets = try ChordText.sets(of: text)
      Issue.record("it was read: \(sets.count)")
    } catch {
      #expect(error.line == line)
      #expect(error.message == message)
    }
  }

  @Test func damagedTextsAreRefusedOrReadAndNeverTrap() {
    let whole = Array(ChordText.file([FactorySets.all[0]]).utf8)
    var random = SystemLess(seed: 5)
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0...random.below(4) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8(random.below(128)), at: place)
        }
      }
      guard let sets = try? ChordText.sets(of: String(decoding: bytes, as: UTF8.self)) else {
        continue
      }
      #expect((try? ChordText.sets(of: ChordText.file(sets))) == sets)
    }
  }

  @Test func parametersHaveNumbersOfTheirOwnAndDefaultsInRange() {
    #expect(Set(Parameter.all.map { $0.number }).count == Parameter.all.count)
    for parameter in Parameter.all {
      #expect(Parameter.numbered(parameter.number) == parameter)
      #expect(parameter.range.contains(parameter.fallback))
      #expect(parameter.allowed(parameter.fallback) == parameter.fallback)
      #expect(parameter.allowed(.nan) == parameter.fallback)
      #expect(parameter.range.contains(parameter.allowed(1e300)))
      #expect(parameter.range.contains(parameter.allowed(-1e300)))
      for way in [0, 0.1, 0.5, 0.9] where parameter.curve != .steps {
        #expect(abs(parameter.way(of: parameter.value(at: way)) - way) < 0.01)
      }
    }
  }
}

/// Numbers that follow from a seed.
struct SystemLess {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % max(bound, 1)
  }

  mutating func part() -> Double { Double(below(1 << 30)) / Double(1 << 30) }
}

extension Chord {
  /// A chord in which chance has set everything.
  static func random(seed: UInt64) -> Chord {
    var random = SystemLess(seed: seed + 1)
    var chord = Chord(name: "Chord \(seed)")
    chord.paneCount = 1 + random.below(Pane.limit)
    for parameter in Parameter.all where parameter.key != "panes" {
      if case .pane(let pane) = parameter.part, pane >= chord.paneCount { continue }
      chord[parameter] = parameter.value(at: random.part())
    }
    return chord
  }
}
