/// The eigenvalues and eigenvectors of a symmetric matrix.
package struct PrincipalAxes: Sendable {
  package let values: [Double]
  /// A column for each value.
  let vectors: [[Double]]

  /// Turns the axes, two at a time, until nothing is left beside the diagonal (Jacobi 1846).
  ///
  /// - Complexity: O(k³) for k rows, some ten times over.
  package init(of matrix: [[Double]]) {
    var matrix = matrix
    let axes = matrix.indices
    var vectors = axes.map { row in axes.map { $0 == row ? 1.0 : 0 } }
    // Convergence is quadratic: ten sweeps are plenty, and the limit keeps odd data from looping.
    for _ in 0..<40 {
      var (beside, size) = (0.0, 0.0)
      for row in axes {
        for column in axes {
          let square = matrix[row][column] * matrix[row][column]
          size += square
          if row != column { beside += square }
        }
      }
      guard beside > size * 0x1p-108 else { break }
      for one in axes {
        for other in axes where other > one { Self.turn(one, other, &matrix, &vectors) }
      }
    }
    values = axes.map { matrix[$0][$0] }
    self.vectors = vectors
  }

  /// Turns two axes so that the entry between them vanishes.
  private static func turn(
    _ one: Int, _ other: Int, _ matrix: inout [[Double]], _ vectors: inout [[Double]]
  ) {
    let entry = matrix[one][other]
    guard entry != 0 else { return }
    let slope = (matrix[other][other] - matrix[one][one]) / (2 * entry)
    let tangent = (slope < 0 ? -1 : 1) / (abs(slope) + (slope * slope + 1).squareRoot())
    let cosine = 1 / (tangent * tangent + 1).squareRoot()
    let sine = tangent * cosine
    for row in matrix.indices {
      let (a, b) = (matrix[row][one], matrix[row][other])
      (matrix[row][one], matrix[row][other]) = (cosine * a - sine * b, sine * a + cosine * b)
      let (c, d) = (vectors[row][one], vectors[row][other])
      (vectors[row][one], vectors[row][other]) = (cosine * c - sine * d, sine * c + cosine * d)
    }
    for column in matrix.indices {
      let (a, b) = (matrix[one][column], matrix[other][column])
      (matrix[one][column], matrix[other][column]) = (cosine * a - sine * b, sine * a + cosine * b)
    }
    (matrix[one][other], matrix[other][one]) = (0, 0)
  }

  /// The squared distance of a point in units of a covariance, which the matrix is (Mahalanobis
  /// 1936), along the axes with a variance, and their number; `nil` if there are none.
  func distance(of point: [Double]) -> (square: Double, rank: Int)? {
    guard let largest = values.max(), largest > 0 else { return nil }
    var (square, rank) = (0.0, 0)
    for axis in values.indices where values[axis] > largest * 1e-10 {
      var along = 0.0
      for row in point.indices { along += vectors[row][axis] * point[row] }
      square += along * along / values[axis]
      rank += 1
    }
    return (square, rank)
  }
}
