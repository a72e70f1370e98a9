import Sound

/// One season as it truly is, the same for every rule.
struct TrainingWorld {
  struct Item {
    let place: Int
    let grade: Double
    let difficulty: Double
    let style: Int
    let liveFrom: Int64
    var outAt: Int64?
  }

  struct Climber {
    /// The level they typed at first run.
    let level: Double
    let ability: Double
    /// By how much they are better at each style.
    let styles: [Double]
  }

  let shape: TrainingShape
  private let seed: UInt64
  private(set) var items: [Item] = []
  let people: [Climber]

  init(_ shape: TrainingShape, seed: UInt64) {
    self.shape = shape
    self.seed = seed
    var chance = Chance(seed: seed)
    people = (0..<shape.people).map { _ in
      let abilities = shape.abilities
      let ability =
        abilities.lowerBound + chance.part() * (abilities.upperBound - abilities.lowerBound)
      let typed = (ability + chance.normal() * shape.levelSigma).rounded()
      return Climber(
        level: min(max(typed, Double(shape.grades.lowerBound)), Double(shape.grades.upperBound)),
        ability: ability,
        styles: (0..<shape.styles).map { _ in chance.normal() * shape.styleSigma })
    }
    for place in 0..<shape.places {
      // Before the season, too, the walls were set one after the other.
      set(place, on: Int64((place - shape.places) * shape.weeksPerReset * 7), &chance)
    }
    for week in stride(from: shape.weeksPerReset, to: shape.weeks, by: shape.weeksPerReset) {
      let place = (week / shape.weeksPerReset - 1) % shape.places
      let day = Int64(week * 7)
      for index in items.indices where items[index].place == place && items[index].outAt == nil {
        items[index].outAt = day
      }
      set(place, on: day, &chance)
    }
  }

  private mutating func set(_ place: Int, on day: Int64, _ chance: inout Chance) {
    for _ in 0..<shape.itemsPerPlace {
      let (first, last) = (shape.grades.lowerBound, shape.grades.upperBound)
      let grade = Double(first + Int(chance.number(through: UInt64(last - first))))
      items.append(
        Item(
          place: place, grade: grade, difficulty: grade + chance.normal() * shape.setterSigma,
          style: Int(chance.number(through: UInt64(max(shape.styles, 1) - 1))), liveFrom: day))
    }
  }

  /// The days of the sessions, and which session of the season each is.
  var days: [Int64] {
    (0..<shape.weeks).flatMap { week in
      (0..<shape.sessionsPerWeek).map { Int64(week * 7 + 1 + $0 * 6 / shape.sessionsPerWeek) }
    }
  }

  func isLive(_ item: Int, on day: Int64) -> Bool {
    items[item].liveFrom <= day && items[item].outAt.map { $0 > day } ?? true
  }

  /// How good somebody is on a day, apart from style and form.
  func ability(of person: Int, on day: Int64) -> Double {
    people[person].ability + shape.gainPerWeek * Double(day) / 7
  }

  /// By how many steps somebody is above an item on a day.
  func steps(_ person: Int, _ item: Int, on day: Int64) -> Double {
    var form = Chance(seed: seed &+ 1, at: day &* 1_000 &+ Int64(person))
    return ability(of: person, on: day) + people[person].styles[items[item].style]
      + form.normal() * shape.formSigma - items[item].difficulty
  }

  /// The true chance of a send.
  func chance(_ person: Int, _ item: Int, on day: Int64) -> Double {
    Rating.logistic(
      steps(person, item, on: day) * Functions.log2(shape.factor) * 0x1.62e42fefa39efp-1)
  }

  /// Whether somebody sends an item on their n-th try in the season: the same under every rule.
  func succeeds(_ person: Int, _ item: Int, attempt: Int, on day: Int64) -> Bool {
    var luck = Chance(
      seed: seed &+ 2, at: (Int64(item) &* 1_000 &+ Int64(person)) &* 1_000 &+ Int64(attempt))
    return luck.part() < chance(person, item, on: day)
  }
}

extension Chance {
  /// From the normal distribution around 0 with a standard deviation of 1.
  mutating func normal() -> Double {
    let radius = (-2 * 0x1.62e42fefa39efp-1 * Functions.log2(1 - part())).squareRoot()
    return radius * Functions.cosine(turns: part())
  }
}
