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
}
