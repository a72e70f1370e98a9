import Training

/// The grades that a plot shows, the hardest first, and where levels between them are.
struct GradeAxis {
  let names: [String]
  /// The steps of the grades, the easiest first.
  private let steps: [Double]

  /// The grades around two levels.
  init(_ scale: GradeScale, from least: Double, to most: Double) {
    let all = scale.grades
    let first = all.lastIndex { $0.step <= least } ?? 0
    let last = all.firstIndex { $0.step >= most } ?? all.count - 1
    let shown = first <= last ? all[first...last] : all[...]
    steps = shown.map { $0.step }
    names = shown.reversed().map { "\(scale.prefix)\($0.name)" }
  }

  /// A level's place among the names.
  func place(of level: Double) -> Double {
    let last = Double(steps.count - 1)
    guard let above = steps.firstIndex(where: { $0 >= level }) else { return 0 }
    guard above > 0 else { return last }
    let share = (level - steps[above - 1]) / (steps[above] - steps[above - 1])
    return last - Double(above - 1) - share
  }

  /// The grade nearest to a level.
  func name(of level: Double) -> String {
    let place = place(of: level).rounded()
    return place >= 0 && place < Double(names.count) ? names[Int(place)] : "–"
  }
}
