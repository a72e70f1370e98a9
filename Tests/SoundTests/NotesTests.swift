import Foundation
import Testing

@testable import Sound

@Suite struct NotesTests {
  @Test(arguments: [
    ("A4", 69), ("c4", 60), ("B#3", 60), ("Cb4", 59), ("E♯4", 65), ("F♭4", 64), ("Bb3", 58),
    ("B♭3", 58), ("C-1", 0), ("G10", 139), ("f#-1", 6),
  ])
  func readsNotes(text: String, number: Int) throws {
    #expect(try Note(parsing: text).number == number)
  }

  @Test(arguments: [
    ("", NoteError.missingLetter), ("H4", .missingLetter), ("4", .missingLetter),
    ("A", .missingOctave), ("A#", .missingOctave), ("A##4", .unexpected(at: 2)),
    ("A4x", .unexpected(at: 2)), ("A-", .unexpected(at: 1)), ("A11", .unexpected(at: 1)),
  ])
  func refusesOtherTexts(text: String, error: NoteError) {
    #expect(throws: error) { try Note(parsing: text) }
  }

  @Test func writesWhatItReads() throws {
    for number in 0...127 {
      for spelling in Spelling.allCases {
        #expect(try Note(parsing: Note(number).name(in: spelling)) == Note(number))
      }
    }
    #expect(Note(61).name(in: .sharps) == "C♯4")
    #expect(Note(61).name(in: .flats) == "D♭4")
    #expect(Note(-1).name(in: .sharps) == "B-2")
  }

  /// Cents from equal temperament, from C to B.
  private static let table: [(String, [Double])] = [
    ("pythagorean", [0, 13.69, 3.91, -5.87, 7.82, -1.96, 11.73, 1.96, 15.64, 5.87, -3.91, 9.78]),
    (
      "meantone-1/4",
      [0, -23.95, -6.84, 10.26, -13.69, 3.42, -20.53, -3.42, -27.37, -10.26, 6.84, -17.11]
    ),
    (
      "meantone-1/6",
      [0, -11.41, -3.26, 4.89, -6.52, 1.63, -9.78, -1.63, -13.04, -4.89, 3.26, -8.15]
    ),
    (
      "werckmeister-iii",
      [0, -9.78, -7.82, -5.87, -9.78, -1.96, -11.73, -3.91, -7.82, -11.73, -3.91, -7.82]
    ),
    (
      "kirnberger-ii",
      [0, -9.78, 3.91, -5.87, -13.69, -1.96, -9.78, 1.96, -7.82, -4.89, -3.91, -11.73]
    ),
    (
      "kirnberger-iii",
      [0, -9.78, -6.84, -5.87, -13.69, -1.96, -9.78, -3.42, -7.82, -10.26, -3.91, -11.73]
    ),
    (
      "vallotti", [0, -5.87, -3.91, -1.96, -7.82, 1.96, -7.82, -1.96, -3.91, -5.87, 0, -9.78]
    ),
    (
      "young-ii",
      [0, -9.78, -3.91, -5.87, -7.82, -1.96, -11.73, -1.96, -7.82, -5.87, -3.91, -9.78]
    ),
    (
      "just",
      [0, 11.73, 3.91, 15.64, -13.69, -1.96, -9.78, 1.96, 13.69, -15.64, 17.60, -11.73]
    ),
  ]

  @Test(arguments: table)
  func temperamentsAreAsTheBooksHaveThem(id: String, cents: [Double]) throws {
    let temperament = try #require(Temperament.all.first { $0.id == id })
    for (found, expected) in zip(temperament.offsets, cents) {
      #expect(abs(found - expected) < 0.0051)
    }
  }

  @Test func everyNoteIsHeardAsItIsTuned() throws {
    for temperament in Temperament.all {
      for root in PitchClass.all {
        for a4 in [380.0, 415, 440, 442.5, 480] {
          let tuning = try #require(Tuning(a4: a4, temperament: temperament, root: root))
          #expect(abs(tuning.frequency(of: .a4) - a4) < 1e-9)
          for number in stride(from: 24, through: 108, by: 7) {
            let frequency = tuning.frequency(of: Note(number))
            for offset in [-30.0, 0, 12.345] {
              let heard = tuning.nearest(to: frequency * exp2(offset / 1_200))
              #expect(heard.note == Note(number))
              #expect(abs(heard.offset.value - offset) < 1e-6)
            }
          }
        }
      }
    }
    #expect(Tuning(a4: 379.9) == nil)
  }

  @Test func equalStepsAreCountedFromTheRoot() throws {
    let scale = try #require(Scale(equalDivisions: 19))
    let tuning = try #require(Tuning(scale: scale, root: .c))
    let c4 = 440 * exp2(-9.0 / 12)
    let heard = tuning.nearest(to: c4 * exp2(7.0 / 19) * exp2(5.0 / 1_200))
    #expect(heard.degree == 7)
    #expect(abs(heard.offset.value - 5) < 1e-6)
    #expect(heard.note == Note(64))
    let below = tuning.nearest(to: c4 * exp2(-1.0 / 19))
    #expect(below.degree == -1)
    #expect(Scale(equalDivisions: 0) == nil)
  }

  @Test func twelveEqualStepsAreEqualTemperament() throws {
    let scale = try #require(Scale(equalDivisions: 12))
    let tuning = try #require(Tuning(scale: scale, root: .a))
    for number in 21...108 {
      #expect(
        abs(tuning.frequency(of: Note(number)) / Tuning.standard.frequency(of: Note(number)) - 1)
          < 1e-12)
    }
  }

  @Test func instrumentsWriteWhatTheyDoNotSound() throws {
    #expect(Set(Instrument.all.map(\.id)).count == Instrument.all.count)
    let clarinet = try #require(Instrument.all.first { $0.id == "clarinet-b-flat" })
    #expect(clarinet.written(Note(58)) == Note(60))
    let guitar = try #require(Instrument.all.first { $0.id == "guitar" })
    #expect(guitar.written(Note(40)) == Note(52))
    #expect(Instrument(name: "Own", transposition: 37) == nil)
  }

  /// A written C of an instrument in B flat sounds a B flat, never an A sharp; that of one in A sounds an A.
  @Test(arguments: [
    ("clarinet-b-flat", "B♭3 C4 D4 E♭4 F4 G4 A4", "B3"),
    ("alto-saxophone", "E♭3 F3 G3 A♭3 B♭3 C4 D4", "E3"),
    ("horn", "F3 G3 A3 B♭3 C4 D4 E4", "F♯3"), ("clarinet-a", "A3 B3 C♯4 D4 E4 F♯4 G♯4", "A♯3"),
    ("oboe", "C4 D4 E4 F4 G4 A4 B4", "C♯4"),
  ])
  func soundingNotesAreSpelledAsTheKeyOfTheInstrumentSays(
    id: String, naturals: String, cSharp: String
  ) throws {
    let instrument = try #require(Instrument.all.first { $0.id == id })
    func name(_ written: Int, _ spelling: Spelling) -> String {
      instrument.name(of: Note(written).raised(by: instrument.transposition), in: spelling)
    }
    let names = [60, 62, 64, 65, 67, 69, 71].map { name($0, .sharps) }
    #expect(names.joined(separator: " ") == naturals)
    #expect(name(61, .sharps) == cSharp)
    for written in 48...72 {
      #expect(!name(written, .flats).contains("♯"), "flats stay flats")
    }
  }
}

@Suite struct ScalaFileTests {
  private func read(_ text: String) throws -> Scale {
    try ScalaFile.scale(parsing: Array(text.utf8))
  }

  @Test func readsRatiosAndCents() throws {
    let scale = try read(
      """
      ! example.scl
      !
      Five notes
       5
      !
       9/8      a tone
       386.3137
      3/2
       884.
       2
      """)
    #expect(scale.name == "Five notes")
    #expect(scale.period == 1_200)
    let expected = [0, 203.910, 386.3137, 701.955, 884]
    for (found, cents) in zip(scale.degrees, expected) { #expect(abs(found - cents) < 0.001) }
  }

  @Test func readsOtherPeriodsAndDisorder() throws {
    let scale = try read("Tritave\n3\n1000.0\r\n500.0\n3/1\n")
    #expect(scale.degrees == [0, 500, 1_000])
    #expect(abs(scale.period - 1_901.955) < 0.001)
  }

  @Test(arguments: [
    ("", ScalaFile.ParseError.missingCount), ("name", .missingCount),
    ("name\nmany\n", .notACount(line: 2)), ("name\n0\n", .countOutOfRange(line: 2, 0)),
    ("name\n2\n3/2\n", .tooFewPitches(expected: 2, found: 1)),
    ("name\n1\n2\n3\n", .tooManyPitches(line: 4, expected: 1)),
    ("name\n1\nthree\n", .notAPitch(line: 3)), ("name\n1\n3/0\n", .notAPitch(line: 3)),
    ("name\n1\n-5.0\n", .pitchOutOfRange(line: 3)), ("name\n1\n0.0\n", .pitchOutOfRange(line: 3)),
    ("name\n3\n500.0\n500.0\n2\n", .repeatedPitch), ("name\n1\n2x\n", .notAPitch(line: 3)),
  ])
  func saysWhatIsWrong(text: String, error: ScalaFile.ParseError) {
    #expect(throws: error) { try read(text) }
  }

  @Test func survivesAnyBytes() {
    var chance = Chance(seed: 9)
    for _ in 0..<5_000 {
      let bytes = (0..<chance.number(through: 60)).map { _ in
        Array("!/. 0123456789-\nabc".utf8)[Int(chance.number(through: 18))]
      }
      _ = try? ScalaFile.scale(parsing: bytes)
    }
  }
}
