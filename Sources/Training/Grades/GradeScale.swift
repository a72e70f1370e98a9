/// A way of grading, as data: names in order, each with a range on the score that its discipline shares.
public struct GradeScale: Hashable, Sendable {
  /// One grade of a scale.
  public struct Grade: Hashable, Sendable {
    public let name: String
    /// Its position on its own scale, in steps.
    public let step: Double
    /// The part of the discipline's score that it covers, from `low` up to but not including `high`.
    public let low: Double
    public let high: Double

    public init(_ name: String, step: Double, low: Double, high: Double) {
      (self.name, self.step, self.low, self.high) = (name, step, low, high)
    }
  }

  /// Another way to write one grade or a few neighbours: "5.12-" for 5.12a and 5.12b.
  public struct Alias: Hashable, Sendable {
    public let name: String
    /// The places in ``grades``.
    public let first: Int
    public let last: Int

    public init(_ name: String, first: Int, last: Int) {
      (self.name, self.first, self.last) = (name, first, last)
    }
  }

  struct Entry: Hashable, Sendable {
    let key: [UInt8]
    let first: Int
    let last: Int
  }

  /// The name stored with graded items; it never changes.
  public let id: String
  public let label: String
  public let discipline: Discipline
  /// The prefix of a bare name where the scale must be clear: "ABRSM " and "6" make "ABRSM 6".
  public let prefix: String
  /// How many times harder one step makes it: the odds of a success are divided by this.
  public let factor: Double
  /// From easy to hard.
  public let grades: [Grade]
  /// The normalised texts that can be read, and their meaning.
  let entries: [Entry]
  /// Optional words before a grade, in lower case: "grade", "v".
  let openings: [String]
  /// How far a "+" or "-" after a grade moves it, in steps; 0 where neither may follow.
  let shade: Double

  /// Creates a scale, or `nil` if it has no grades, a name occurs twice, or its grades are not in order.
  public init?(
    id: String, label: String, discipline: Discipline, prefix: String = "", factor: Double,
    grades: [Grade], aliases: [Alias] = [], openings: [String] = [], shade: Double = 0
  ) {
    guard !id.isEmpty, !grades.isEmpty, factor > 1, factor < .infinity else { return nil }
    var names: Set<[UInt8]> = []
    for (place, grade) in grades.enumerated() {
      let key = GradeText.key(grade.name, without: [])
      guard !key.isEmpty, names.insert(key).inserted,
        grade.low < grade.high, grade.high - grade.low < .infinity, abs(grade.step) < .infinity
      else { return nil }
      guard place > 0 else { continue }
      let before = grades[place - 1]
      guard before.step < grade.step, before.low <= grade.low, before.high <= grade.high else {
        return nil
      }
    }
    for alias in aliases {
      guard alias.first >= 0, alias.first <= alias.last, alias.last < grades.count else {
        return nil
      }
    }
    self.init(
      known: id, label, discipline, prefix, factor, grades, aliases, openings: openings,
      shade: shade)
  }

  /// Creates a scale from names in order. It converts to no other scale: give it a discipline of its own.
  public init?(
    id: String, label: String, discipline: Discipline, prefix: String = "", factor: Double,
    names: [String]
  ) {
    self.init(
      id: id, label: label, discipline: discipline, prefix: prefix, factor: factor,
      grades: names.enumerated().map { place, name in
        Grade(name, step: Double(place), low: Double(place) * 10, high: Double(place + 1) * 10)
      })
  }

  /// Creates a scale that is known to be valid.
  init(
    known id: String, _ label: String, _ discipline: Discipline, _ prefix: String,
    _ factor: Double, _ grades: [Grade], _ aliases: [Alias] = [], openings: [String] = [],
    shade: Double = 0
  ) {
    (self.id, self.label, self.discipline, self.prefix) = (id, label, discipline, prefix)
    (self.factor, self.grades, self.openings, self.shade) = (factor, grades, openings, shade)
    entries =
      grades.enumerated().map { place, grade in
        Entry(key: GradeText.key(grade.name, without: openings), first: place, last: place)
      }
      + aliases.map {
        Entry(key: GradeText.key($0.name, without: openings), first: $0.first, last: $0.last)
      }
  }
}

extension GradeScale {
  /// The built-in scale stored under this name.
  public static func named(_ id: String) -> GradeScale? {
    builtIn.first { $0.id.utf8.elementsEqual(id.utf8) }
  }

  /// The middle of sorted positions: between the two in the middle of an even number of them.
  public static func median(_ positions: [Double]) -> Double {
    (positions[(positions.count - 1) / 2] + positions[positions.count / 2]) / 2
  }

  /// The grade whose step is nearest, for showing an ability or an estimate: "V4" for 4.3.
  public func name(at position: Double) -> String {
    var nearest = 0
    for place in grades.indices
    where abs(grades[place].step - position) < abs(grades[nearest].step - position) {
      nearest = place
    }
    return grades[nearest].name
  }

  /// A grade or a range as text: "V4", "V3/V4", or "5A–5B" where others are between.
  public func text(_ span: GradeSpan) -> String {
    let (first, last) = (name(of: span.first), name(of: span.last))
    switch span.last - span.first {
    case ...0: return first
    case 1: return first + "/" + last
    default: return first + "–" + last
    }
  }

  private func name(of place: Int) -> String {
    grades[min(max(place, 0), grades.count - 1)].name
  }

  /// A span of grades, by their places.
  public func span(_ first: Int, _ last: Int, shade: Double = 0) -> GradeSpan? {
    guard first >= 0, first <= last, last < grades.count else { return nil }
    let (low, high) = (grades[first].step, grades[last].step)
    return GradeSpan(
      first: first, last: last, position: (low + high) / 2 + shade, halfWidth: (high - low) / 2)
  }
}
