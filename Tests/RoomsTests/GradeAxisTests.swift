import Testing
import Training

@testable import SessionsRoom

/// Grades on an axis: the hardest at the top, and levels between them.
@Suite struct GradeAxisTests {
  @Test func levelsLieBetweenGrades() throws {
    let scale = GradeScale.v
    let (easy, hard) = (scale.grades[3], scale.grades[6])
    let axis = GradeAxis(scale, from: easy.step + 0.2, to: hard.step - 0.2)
    #expect(axis.names.first == scale.prefix + hard.name)
    #expect(axis.names.last == scale.prefix + easy.name && axis.names.count == 4)
    #expect(axis.place(of: hard.step) == 0 && axis.place(of: easy.step) == 3)
    let between = (scale.grades[4].step + scale.grades[5].step) / 2
    #expect(abs(axis.place(of: between) - 1.5) < 1e-9)
    #expect(axis.name(of: scale.grades[4].step) == scale.prefix + scale.grades[4].name)
    #expect(axis.place(of: .infinity) == 0 && axis.place(of: -.infinity) == 3)
    #expect(axis.name(of: .nan) == axis.names[0])
  }

  @Test func aSingleGradeIsAnAxisToo() {
    let scale = GradeScale.v
    let axis = GradeAxis(scale, from: 1e9, to: 1e9)
    #expect(!axis.names.isEmpty && axis.place(of: 1e9) == 0)
  }
}
