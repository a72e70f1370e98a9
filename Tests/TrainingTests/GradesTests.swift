import Foundation
import Testing

@testable import Training

/// What is read as a grade, and what it converts to.
@Suite struct GradesTests {
  private func read(_ text: String, _ scale: GradeScale) -> String? {
    scale.read(text).map { scale.text($0) }
  }

  @Test(arguments: [
    ("v", "VB", "VB"), ("v", "vb", "VB"), ("v", "V0-", "V0"), ("v", "V0+", "V0"), ("v", "V5", "V5"),
    ("v", "5", "V5"), ("v", " v 12 ", "V12"), ("v", "V3/V4", "V3/V4"), ("v", "V3-4", "V3/V4"),
    ("v", "V4/V3", "V3/V4"), ("v", "V2–V5", "V2–V5"), ("v", "V0\u{2212}", "V0"),
    ("v", "V5/6", "V5/V6"), ("font", "6A+", "6A+"), ("font", "6a+", "6A+"), ("font", "f7A", "7A"),
    ("font", "7B/7B+", "7B/7B+"), ("font", "7B/+", "7B/7B+"), ("font", "5", "5A–5C+"),
    ("font", "6C/7A", "6C–7A"), ("font", "6C+/7A", "6C+/7A"), ("french", "7b/7b+", "7b/7b+"),
    ("french", "6A+", "6a+"), ("french", "F6b", "6b"), ("french", "5c+", "5c/6a"),
    ("french", "9c", "9c"), ("yds", "5.10a", "5.10a"), ("yds", "5.10a/b", "5.10a/5.10b"),
    ("yds", "5.12-", "5.12a/5.12b"), ("yds", "5.12", "5.12a–5.12d"), ("yds", "10a", "5.10a"),
    ("yds", "5.9", "5.9"), ("yds", "5.9+", "5.9"), ("yds", "5.11d/5.12a", "5.11d/5.12a"),
    ("uiaa", "VII+", "VII+"), ("uiaa", "vii+", "VII+"), ("uiaa", "7+", "VII+"),
    ("uiaa", "VI-/VI", "VI-/VI"), ("uiaa", "VI-", "VI-"), ("abrsm", "Grade 5", "5"),
    ("abrsm", "ABRSM 8", "8"), ("abrsm", "ABRSM Grade 8", "8"), ("abrsm", "initial", "Initial"),
    ("rcm", "Prep", "Prep"), ("rcm", "Preparatory", "Prep"), ("rcm", "RCM Level 10", "10"),
    ("henle", "Henle 6", "6"), ("henle", "6/7", "6/7"), ("nyssma", "NYSSMA Level 6", "6"),
  ])
  func reads(id: String, text: String, grade: String) throws {
    let scale = try #require(GradeScale.named(id))
    #expect(read(text, scale) == grade)
  }

  @Test(arguments: [
    ("v", ""), ("v", "V"), ("v", "V18"), ("v", "VV5"), ("v", "V-1"), ("v", "V5++"), ("v", "V5/"),
    ("v", "/V5"), ("v", "V5/V99"), ("v", "6A"), ("v", "hard"), ("v", "V5.5"), ("font", "6D"),
    ("font", "10A"), ("font", "6A++"), ("font", "V5"), ("french", "10a"), ("french", "VII"),
    ("yds", "5.16a"), ("yds", "5.10e"), ("yds", "5.5.9"), ("yds", "7a"), ("uiaa", "IIII"),
    ("uiaa", "13"), ("abrsm", "9"), ("abrsm", "Grade"), ("henle", "0"), ("henle", "10"),
    ("rcm", "11"), ("nyssma", "8"), ("v", "💪"), ("v", "V\u{0}5"),
  ])
  func refuses(id: String, text: String) throws {
    let scale = try #require(GradeScale.named(id))
    #expect(scale.read(text) == nil)
  }

  @Test func aLongTextIsNoGrade() {
    #expect(GradeScale.v.read(String(repeating: "V5/", count: 100_000)) == nil)
  }

  @Test(arguments: GradeScale.builtIn)
  func everyGradeIsReadByItsName(scale: GradeScale) {
    for (place, grade) in scale.grades.enumerated() {
      for text in [grade.name, grade.name.uppercased(), scale.prefix + grade.name] {
        let span = scale.read(text)
        #expect(span?.first == place && span?.last == place, "\(scale.id) \(text)")
        #expect(span?.position == grade.step)
        #expect(span?.halfWidth == 0)
      }
    }
  }

  /// What a public list gives for 48 Font grades, and the four of them that another list puts between two.
  @Test func fontGradesAreTheirVGrades() throws {
    var expected: [(String, String)] = []
    for number in 1...3 {
      for letter in ["A", "A+", "B", "B+", "C", "C+"] {
        expected.append(("\(number)\(letter)", "VB"))
      }
    }
    for letter in ["A", "A+", "B", "B+", "C", "C+"] { expected.append(("4\(letter)", "V0")) }
    expected += [
      ("5A", "V1"), ("5A+", "V1"), ("5B", "V1/V2"), ("5B+", "V2"), ("5C", "V2"), ("6A", "V3"),
      ("6A+", "V3/V4"), ("6B", "V4"), ("6B+", "V4"), ("6C", "V5"), ("6C+", "V5/V6"), ("7A", "V6"),
      ("7A+", "V7"), ("7B", "V7/V8"), ("7B+", "V8"), ("7C", "V9"), ("7C+", "V10"), ("8A", "V11"),
      ("8A+", "V12"), ("8B", "V13"), ("8B+", "V14"), ("8C", "V15"), ("8C+", "V16"), ("9A", "V17"),
    ]
    #expect(expected.count == 48)
    for (font, v) in expected {
      let span = try #require(GradeScale.font.read(font))
      #expect(GradeScale.v.text(try GradeScale.v.convert(span, from: .font)) == v, "\(font)")
    }
  }

  @Test(arguments: [
    ("french", "6a", "yds", "5.10a"), ("yds", "5.10c", "french", "6a+/6b"),
    ("yds", "5.12a", "french", "7a+"), ("french", "7a", "uiaa", "VIII"),
    ("uiaa", "VIII", "french", "6c+/7a"), ("yds", "5.9", "french", "5c"),
    ("french", "9c", "yds", "5.15d"), ("v", "V1", "font", "5A–5B"), ("v", "V10", "font", "7C+"),
    ("abrsm", "8", "rcm", "10"), ("rcm", "10", "abrsm", "8"), ("abrsm", "8", "henle", "6"),
    ("v", "V3/V4", "v", "V3/V4"),
  ])
  func converts(from: String, text: String, to: String, other: String) throws {
    let (one, two) = (try #require(GradeScale.named(from)), try #require(GradeScale.named(to)))
    let span = try #require(one.read(text))
    #expect(two.text(try two.convert(span, from: one)) == other)
  }

  /// Whatever a grade converts to covers it again on the way back.
  @Test func noConversionLosesTheGrade() throws {
    for one in GradeScale.builtIn {
      for two in GradeScale.builtIn where one.discipline == two.discipline {
        for place in one.grades.indices {
          let span = try #require(one.span(place, place))
          guard let there = try? two.convert(span, from: one) else { continue }
          let back = try one.convert(there, from: two)
          #expect(back.first <= place && place <= back.last, "\(one.grades[place].name) \(two.id)")
        }
      }
    }
  }

  @Test func acrossDisciplinesIsRefusedWithAReason() throws {
    let span = try #require(GradeScale.french.read("7a"))
    do throws(GradeRefusal) {
      _ = try GradeScale.v.convert(span, from: .french)
      Issue.record("a route became a boulder")
    } catch {
      #expect(error == .disciplines(.route, .boulder))
      #expect(error.message == "Grades for routes cannot be converted to grades for boulders.")
    }
    let easy = try #require(GradeScale.abrsm.read("Initial"))
    #expect(throws: GradeRefusal.beyond("Henle")) {
      try GradeScale.henle.convert(easy, from: .abrsm)
    }
  }

  @Test func aGradeHasAPlaceOnItsScale() throws {
    #expect(GradeScale.v.read("VB")?.position == -1)
    #expect(GradeScale.v.read("V0-").map { $0.position < 0 } == true)
    #expect(GradeScale.v.read("V5+").map { $0.position > 5 && $0.position < 6 } == true)
    let span = try #require(GradeScale.v.read("V3/V4"))
    #expect(span.position == 3.5 && span.halfWidth == 0.5)
    #expect(GradeScale.v.name(at: 4.3) == "V4")
    #expect(GradeScale.v.name(at: -9) == "VB")
    #expect(GradeScale.v.name(at: 99) == "V17")
  }

  @Test func aScaleOfOnesOwnIsReadAndConverted() throws {
    let colours = try #require(
      GradeScale(
        id: "colours", label: "Colours", discipline: .boulder, factor: 6,
        grades: [
          .init("White", step: 0, low: 0, high: 20), .init("Blue", step: 1, low: 20, high: 40),
          .init("Red", step: 2, low: 30, high: 70),
        ]))
    let blue = try #require(colours.read("blue"))
    #expect(GradeScale.v.text(try GradeScale.v.convert(blue, from: colours)) == "V2/V3")
    #expect(colours.read("white/blue").map { colours.text($0) } == "White/Blue")
    #expect(colours.read("5") == nil)
    let levels = GradeScale(
      id: "levels", label: "Levels", discipline: Discipline(id: "levels", label: "levels"),
      factor: 2, names: ["Easy", "Hard"])
    #expect(levels?.read("HARD")?.position == 1)
  }

  @Test func aScaleThatMakesNoSenseIsNone() {
    typealias Grade = GradeScale.Grade
    func scale(_ grades: [Grade], factor: Double = 2, aliases: [GradeScale.Alias] = [])
      -> GradeScale?
    {
      GradeScale(
        id: "own", label: "Own", discipline: .music, factor: factor, grades: grades,
        aliases: aliases)
    }
    let (one, two) = (Grade("1", step: 1, low: 0, high: 1), Grade("2", step: 2, low: 1, high: 2))
    #expect(scale([one, two]) != nil)
    #expect(scale([]) == nil)
    #expect(scale([two, one]) == nil)
    #expect(scale([one, one]) == nil)
    #expect(scale([Grade("", step: 0, low: 0, high: 1)]) == nil)
    #expect(scale([Grade("1", step: 0, low: 1, high: 1)]) == nil)
    #expect(scale([Grade("1", step: .nan, low: 0, high: 1)]) == nil)
    #expect(scale([one, two], factor: 1) == nil)
    #expect(scale([one, two], factor: .nan) == nil)
    #expect(scale([one, two], aliases: [.init("all", first: 0, last: 2)]) == nil)
  }

  /// Factors that follow from another scale's, by steps over the same part of the score.
  @Test func factorsFollowFromTheSharedScore() throws {
    #expect(abs(pow(GradeScale.v.factor, 13.0 / 17) - GradeScale.font.factor) < 0.01)
    #expect(abs(pow(GradeScale.french.factor, 18.0 / 19) - GradeScale.yds.factor) < 0.01)
    func steps(_ scale: GradeScale, _ one: String, _ other: String) -> Int? {
      guard let one = scale.read(one), let other = scale.read(other) else { return nil }
      return other.first - one.first
    }
    #expect(steps(.v, "V3", "V16") == 13 && steps(.font, "6A", "8C+") == 17)
    #expect(steps(.french, "6a", "9a") == 18 && steps(.yds, "5.10a", "5.14d") == 19)
  }
}
