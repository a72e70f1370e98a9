// Public grade tables. Where scales disagree, a grade covers parts of two and converts to both.

extension GradeScale {
  /// The common scales.
  public static let builtIn = [v, font, yds, french, uiaa, abrsm, rcm, henle, nyssma]

  // MARK: - Boulders: ten points of score are a V grade.

  /// One V grade divides the odds by 3.17 (Drummond and Popinga 2021).
  public static let v = GradeScale(
    known: "v", "V scale", .boulder, "", 3.17,
    ladder(
      ["VB"] + (0...17).map { "V\($0)" }, [-30] + steps(of: 10, from: 0, through: 180), from: -1),
    openings: ["v"], shade: 1 / 3)

  /// From 6A to 8C+ are 17 steps for 13 V grades: 3.17 to the power of 13/17.
  public static let font: GradeScale = {
    let names = (1...8).flatMap { number in
      ["A", "A+", "B", "B+", "C", "C+"].map { "\(number)\($0)" }
    }
    // Three numbers for VB and one for V0; above that, the table of climbers who use both scales.
    var bounds: [Double] = (0..<18).map { -30 + Double($0) * 30 / 18 }
    bounds += (0..<6).map { Double($0) * 10 / 6 }
    bounds += [10, 13.5, 17, 22, 25, 28, 31, 36, 42, 46, 50, 55, 62, 70, 77, 84, 90]
    bounds += steps(of: 10, from: 100, through: 180)
    return GradeScale(
      known: "font", "Font", .boulder, "", 2.42, ladder(names + ["9A"], bounds),
      // A number without a letter means all its grades; with a plus, the upper half.
      (1...8).flatMap { number in
        let first = (number - 1) * 6
        return [
          Alias("\(number)", first: first, last: first + 5),
          Alias("\(number)+", first: first + 3, last: first + 5),
        ]
      }, openings: ["font", "fb", "f"])
  }()

  // MARK: - Routes: ten points of score are a French grade from 4a on.

  /// French grades divide the odds by 2.09, and from 5.10a to 5.14d there are 19 steps for 18 of them.
  public static let yds: GradeScale = {
    var names = (0...9).map { "5.\($0)" }
    var aliases: [Alias] = []
    for number in 10...15 {
      let first = names.count
      names += ["a", "b", "c", "d"].map { "5.\(number)\($0)" }
      aliases += [
        Alias("5.\(number)", first: first, last: first + 3),
        Alias("5.\(number)-", first: first, last: first + 1),
        Alias("5.\(number)+", first: first + 2, last: first + 3),
      ]
    }
    return GradeScale(
      known: "yds", "YDS", .route, "", 2.01,
      ladder(
        names,
        steps(of: 10, from: 0, through: 90) + [100, 110, 118, 126, 135, 142, 150, 158]
          + steps(of: 10, from: 170, through: 330)),
      aliases, openings: ["yds", "5."], shade: 1 / 3)
  }()

  public static let french: GradeScale = {
    let low = ["1", "2", "3", "4a", "4b", "4c", "5a", "5b", "5c"]
    let names =
      low
      + (6...9).flatMap { number in
        ["a", "a+", "b", "b+", "c", "c+"].map { "\(number)\($0)" }
      }.dropLast()
    return GradeScale(
      known: "french", "French", .route, "", 2.09,
      ladder(names, [0, 10, 25] + steps(of: 10, from: 40, through: 330)),
      [
        Alias("4", first: 3, last: 5), Alias("5", first: 6, last: 8),
        Alias("4+", first: 4, last: 5), Alias("5+", first: 7, last: 8),
        Alias("4a+", first: 3, last: 4), Alias("4b+", first: 4, last: 5),
        Alias("4c+", first: 5, last: 6), Alias("5a+", first: 6, last: 7),
        Alias("5b+", first: 7, last: 8), Alias("5c+", first: 8, last: 9),
      ]
        + (6...9).flatMap { number in
          let first = 9 + (number - 6) * 6
          return [Alias("\(number)", first: first, last: first + (number < 9 ? 5 : 4))]
        }, openings: ["french", "f"])
  }()

  public static let uiaa: GradeScale = {
    let romans = ["IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
    let names = ["I", "II", "III"] + romans.flatMap { [$0 + "-", $0, $0 + "+"] }
    let arabic =
      ["1", "2", "3"] + (4...12).flatMap { ["\($0)-", "\($0)", "\($0)+"] }
    return GradeScale(
      known: "uiaa", "UIAA", .route, "", 2.13,
      ladder(
        names,
        [0, 10, 25, 40, 48, 56, 62, 70, 80, 88, 96, 104, 114, 124, 134, 144, 156, 170, 182]
          + [200, 212, 225, 236, 250, 260, 270, 280, 290, 300, 310, 330]),
      arabic.enumerated().map { Alias($1, first: $0, last: $0) }, openings: ["uiaa"])
  }()

  // MARK: - Music: ten points of score are an RCM level. No official table exists; a step halves the odds until fitted.

  public static let abrsm = music(
    "abrsm", "ABRSM", ["Initial"] + (1...8).map { "\($0)" },
    [0, 10, 30, 40, 50, 60, 80, 90, 100, 110], openings: ["abrsm", "grade"])

  public static let rcm = music(
    "rcm", "RCM", ["Prep"] + (1...10).map { "\($0)" }, steps(of: 10, from: 0, through: 110),
    [Alias("Preparatory", first: 0, last: 0), Alias("0", first: 0, last: 0)]
      + ["Prep A", "Prep B", "Preparatory A", "Preparatory B"].map { Alias($0, first: 0, last: 0) },
    openings: ["rcm", "level", "grade"])

  public static let henle = music(
    "henle", "Henle", (1...9).map { "\($0)" }, [10, 30, 50, 65, 80, 100, 110, 125, 140, 160],
    from: 1, openings: ["henle", "level", "grade"])

  /// Six levels, and the seventh that shops add.
  public static let nyssma = music(
    "nyssma", "NYSSMA", (1...7).map { "\($0)" }, [10, 30, 45, 60, 80, 100, 115, 160],
    from: 1, openings: ["nyssma", "level", "grade"])

  private static func music(
    _ id: String, _ label: String, _ names: [String], _ bounds: [Double], _ aliases: [Alias] = [],
    from first: Double = 0, openings: [String]
  ) -> GradeScale {
    GradeScale(
      known: id, label, .music, label + " ", 2, ladder(names, bounds, from: first), aliases,
      openings: openings)
  }

  private static func steps(of step: Double, from first: Double, through last: Double) -> [Double] {
    Array(stride(from: first, through: last, by: step))
  }

  /// Grades that follow each other without a gap: one bound more than there are names.
  private static func ladder(
    _ names: [String], _ bounds: [Double], from first: Double = 0
  ) -> [Grade] {
    zip(names, zip(bounds, bounds.dropFirst())).enumerated().map { place, grade in
      Grade(grade.0, step: Double(place) + first, low: grade.1.0, high: grade.1.1)
    }
  }
}
