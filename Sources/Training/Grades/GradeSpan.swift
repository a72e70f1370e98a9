/// A grade that was read, or a range of neighbours such as "V3/V4".
public struct GradeSpan: Hashable, Sendable {
  /// The places of its first and last grade in its scale.
  public let first: Int
  public let last: Int
  /// The middle, in steps of its scale.
  public let position: Double
  /// How far it reaches to either side, in steps; 0 for one grade.
  public let halfWidth: Double

  init(first: Int, last: Int, position: Double, halfWidth: Double) {
    (self.first, self.last, self.position, self.halfWidth) = (first, last, position, halfWidth)
  }
}

/// Why a grade has no counterpart in another scale.
public enum GradeRefusal: Error, Hashable, Sendable {
  case disciplines(Discipline, Discipline)
  /// The other scale has nothing as easy or as hard.
  case beyond(String)

  public var message: String {
    switch self {
    case .disciplines(let one, let other):
      "Grades for \(one.label) cannot be converted to grades for \(other.label)."
    case .beyond(let label): "\(label) has no matching grade."
    }
  }
}

extension GradeScale {
  /// The grades of this scale that cover the same part of the score: "V3/V4" for 6A+.
  public func convert(
    _ span: GradeSpan, from other: GradeScale
  ) throws(GradeRefusal) -> GradeSpan {
    guard other.discipline.id == discipline.id else {
      throw .disciplines(other.discipline, discipline)
    }
    guard other.id != id else { return span }
    guard other.grades.indices.contains(span.first), other.grades.indices.contains(span.last)
    else { throw .beyond(label) }
    let (low, high) = (other.grades[span.first].low, other.grades[span.last].high)
    guard let first = grades.firstIndex(where: { $0.high > low && $0.low < high }),
      let last = grades.lastIndex(where: { $0.high > low && $0.low < high }),
      let found = self.span(first, last)
    else { throw .beyond(label) }
    return found
  }
}
