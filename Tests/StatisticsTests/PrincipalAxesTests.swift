import Testing

@testable import Statistics

@Suite struct PrincipalAxesTests {
  @Test func agreesWithReference() throws {
    for one in try GoldenFile("models").cases(of: "principal-axes") {
      let matrix = try one.input.rows("matrix")
      let axes = PrincipalAxes(of: matrix)
      for (value, expected) in zip(axes.values.sorted(), try one.expected.numbers("values")) {
        expectNear(value, expected, within: 1e-12)
      }
      // The axes and their values make up the matrix.
      for row in matrix.indices {
        for column in matrix.indices {
          let entry = axes.values.indices.reduce(0.0) {
            $0 + axes.values[$1] * axes.vectors[row][$1] * axes.vectors[column][$1]
          }
          expectNear(entry, matrix[row][column], within: 1e-12)
        }
      }
    }
  }

  @Test func measuresOnlyAlongAxesWithAVariance() {
    let flat = PrincipalAxes(of: [[1, -1], [-1, 1]])
    expectNear(flat.distance(of: [1, -1])?.square, 1, within: 1e-12)
    #expect(flat.distance(of: [1, -1])?.rank == 1)
    #expect(PrincipalAxes(of: [[0, 0], [0, 0]]).distance(of: [0, 0]) == nil)
    #expect(PrincipalAxes(of: []).distance(of: []) == nil)
  }
}
