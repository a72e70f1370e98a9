import Foundation
import Testing

/// Statistics of tables at the command line.
@Suite struct StatisticsCommandTests {
  private let desk = CommandDesk("statistics")

  /// Gouge, rating and shaper of twelve reeds; the expected values come from SciPy.
  private static let reeds = """
    x,y,group,remark
    .58,6,A,first
    .59,7,B,
    .59,6,A,
    .60,7,B,
    .57,5,A,
    .61,8,A,
    .60,8,B,
    .58,4,B,
    .62,7,A,
    .59,6,B,
    .60,9,B,
    .57,5,A

    """

  private func json(_ method: String, _ text: String, _ options: String...) throws -> [String: Any]
  {
    let path = try desk.file("table.csv", text)
    let end = try desk.run([method, path, "--format", "json"] + options)
    #expect(end.code == 0, "\(end.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any])
  }

  private func expect(
    _ results: [String: Any], _ expected: [String: Double],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (name, value) in expected {
      var result: Any? = results
      for key in name.split(separator: ".") {
        result = (result as? [String: Any])?[String(key)]
      }
      let number = result as? Double
      #expect(
        number.map { abs($0 - value) < 1e-6 } == true, "\(name): \(number ?? .nan)",
        sourceLocation: sourceLocation)
    }
  }

  private static let figures: [(method: String, expected: [String: Double])] = [
    (
      "welch",
      [
        "difference": 0.666667, "interval.low": -1.262470, "interval.high": 2.595803,
        "firstCount": 6, "rows": 12, "rowsLeftOut": 0,
      ]
    ),
    ("hedges", ["g": 0.418072]), ("cliff", ["delta": 0.305556, "chanceOfMore": 0.652778]),
    ("permutation", ["p": 526.0 / 924, "arrangements": 924]),
    ("spearman", ["rho": 0.836957, "interval.low": 0.423348, "interval.high": 0.961852]),
    ("kendall", ["tau": 0.689655]),
    ("theil-sen", ["slope": 87.5, "interval.low": 33.333333, "interval.high": 133.333333]),
  ]

  @Test(arguments: figures)
  func aTableGivesWhatSciPyGives(method: String, expected: [String: Double]) throws {
    expect(try json(method, Self.reeds), expected)
  }

  @Test func groupsAreShrunk() throws {
    let results = try json("shrinkage", Self.reeds + "x,9,C,\nx,7,C,\n")
    expect(results, ["varianceWithin": 2.151515, "varianceBetween": 0.103535])
    let groups = try #require(results["groups"] as? [[String: Any]])
    #expect(groups.map { $0["group"] as? String } == ["A", "B", "C"])
    for (group, shrunk) in zip(groups, [6.616008, 6.765371, 6.855864]) {
      expect(group, ["shrunk": shrunk])
    }
  }

  @Test func everyRowHasItsInterval() throws {
    let shares = try #require(
      try json("wilson", "x;n\n7;12\n3;4\n")["shares"] as? [[String: Any]])
    #expect(shares.count == 2)
    expect(shares[0], ["interval.low": 0.319511, "interval.high": 0.806740])
    expect(shares[1], ["interval.low": 0.300642, "interval.high": 0.954413])
  }

  @Test func manyTestsAreGuarded() throws {
    let p = [".001", ".008", ".039", ".041", ".042", ".060", ".074", ".205", ".212", ".216"]
    let rows = try #require(
      try json("benjamini-hochberg", "p\n" + p.joined(separator: "\n"))["adjusted"]
        as? [[String: Any]])
    let q = [0.01, 0.04, 0.084, 0.084, 0.084, 0.1, 0.105714, 0.216, 0.216, 0.216]
    for (row, q) in zip(rows, q) { expect(row, ["q": q]) }
  }

  @Test func livesInUseAreNotEnds() throws {
    let lives = "time,event\n4,1\n8,1\n8,1\n11,1\n12,0\n14,1\n15,1\n9,0\n6,0\n13,1\n"
    let results = try json("kaplan-meier", lives)
    let steps = try #require(results["steps"] as? [[String: Any]])
    #expect(steps.map { $0["time"] as? Double } == [4, 8, 11, 13, 14, 15])
    for (step, survival) in zip(steps, [0.9, 0.675, 0.54, 0.36, 0.18, 0]) {
      expect(step, ["survival": survival])
    }
    expect(results, ["median": 13])
  }

  @Test func timeIsFollowed() throws {
    let values =
      (0..<20).map { "\($0 % 2),0" } + (0..<20).map { "\(3 + $0 % 2),\($0 == 0 ? 1 : 0)" }
    let chart = try json("ewma", "y,event\n" + values.joined(separator: "\n"))
    #expect((chart["points"] as? [Any])?.count == 40)
    #expect((chart["alarms"] as? Int ?? 0) > 0)
    let trend = try json("mann-kendall", "y\n1\n2\n3\n4\n5\n")
    expect(trend, ["s": 10, "variance": 50.0 / 3])
    let lives = "time,event,group\n1,1,A\n2,1,A\n3,1,A\n8,1,B\n9,1,B\n10,0,B\n"
    expect(try json("log-rank", lives), ["freedom": 1])
  }

  @Test func severalRatersAndInputsAreColumns() throws {
    // Shrout and Fleiss (1979), with McGraw and Wong's ICC(A,1).
    let ratings =
      "name,a,b,c,d\nr,9,2,5,8\ns,6,1,3,2\nt,8,4,6,8\nu,7,1,2,6\nv,10,5,6,9\nw,6,2,4,7\n"
    let agreement = try json("icc", ratings)
    expect(agreement, ["rows": 6])
    #expect(abs((agreement["icc"] as? Double ?? 0) - 0.2897637795) < 1e-6)
    let rows = (0..<40).map { "\($0 % 7),\($0 % 5),\(2 * ($0 % 7) + $0 % 3)" }
    let ridge = try json("ridge", "gouge,tie,y\n" + rows.joined(separator: "\n"))
    let inputs = try #require(ridge["coefficients"] as? [[String: Any]])
    #expect(inputs.map { $0["input"] as? String } == ["gouge", "tie"])
  }

  @Test func answersInAnyWordsAgreeBeyondChance() throws {
    let answers = "reed,x,y\na,yes,yes\nb,yes,no\nc,no,no\nd,no,no\ne,,no\nf,yes,yes\n"
    let found = try json("kappa", answers)
    expect(found, ["rows": 5, "rowsLeftOut": 1, "answers": 2, "same": 4, "share": 0.8])
    // By hand: 3 × 2 + 2 × 3 of 25 by chance.
    expect(found, ["chance": 0.48, "kappa": 0.32 / 0.52])
    #expect(found["interval"] is [String: Double])
    let same = try json("kappa", "x,y\nyes,yes\nyes,yes\n")
    #expect(same["kappa"] is NSNull && same["interval"] is NSNull)
  }

  @Test func theSameSeedGivesTheSameDraws() throws {
    let text = "y\n" + (1...12).map { "\($0 * $0)" }.joined(separator: "\n")
    func interval(_ seed: String) throws -> [String: Double]? {
      try json("bootstrap", text, "--seed", seed)["interval"] as? [String: Double]
    }
    let first = try #require(try interval("3"))
    #expect(try interval("3") == first)
    #expect(try interval("4") != first)
    expect(try json("bootstrap", Self.reeds), ["rho": 0.836957, "draws": 2_000])
  }

  @Test func aHigherLevelIsWider() throws {
    let wide = try json("welch", Self.reeds, "--level", "0.99")["interval"] as? [String: Double]
    #expect(try #require(wide?["low"]) < -1.262470)
  }

  @Test func emptyCellsAreCountedAndDecimalCommasRead() throws {
    let results = try json("theil-sen", "X;Y\n0,5;1\n;3\n1,5;2\n2,5;\n2,5;3\n−1;−0,5\n")
    expect(results, ["rows": 4, "rowsLeftOut": 2, "slope": 1])
  }

  @Test func wordsAreALineEach() throws {
    let path = try desk.file("table.csv", Self.reeds)
    let end = try desk.run(["hedges", path])
    #expect(end.output.contains("rows           12\n"), "\(end.output)")
    #expect(end.output.contains("g              0.418072\n"), "\(end.output)")
  }

  private static let faults: [(method: String, text: String, message: String)] = [
    ("welch", "y,group\n6,A\nmany,B\n", "Line 3, column 1: y “many” is not a number."),
    ("welch", "y,group\n6,A\n7,B\n8,C\n", "has 3 groups"),
    ("welch", "y,group\n6,A\n7,B\n", "has too little data for `welch`. It needs two groups"),
    ("welch", "y,group\n", "has 0 groups"),
    ("welch", "y,shaper\n6,A\n", "has no column `group`. It has: y, shaper."),
    ("welch", "", "Line 1, column 1: This is empty."),
    ("kaplan-meier", "time,event\n-4,1\n", "Line 2, column 1: time “-4” is not a time of 0"),
    ("kaplan-meier", "time,event\n4,2\n", "Line 2, column 2: event “2” is not 1 for yes"),
    ("benjamini-hochberg", "p\n1.5\n", "Line 2, column 1: p “1.5” is not a p-value"),
    ("wilson", "x,n\n5,4\n", "x from 0 to n"), ("wilson", "x,n\n0.5,4\n", "a whole number"),
    ("spearman", "x,y\n1,\"2\n", "The quotes in this cell are not closed."),
    ("mann-kendall", "y\n0,5\n", "This cell has no heading."),
    ("kendall", "x,x,y\n1,2,3\n", "has two columns `x`"), ("kendall", "x,y\n1e999,2\n", "a number"),
  ]

  @Test(arguments: faults)
  func aTableThatCannotBeAnalysed(method: String, text: String, message: String) throws {
    let end = try desk.run([method, try desk.file("table.csv", text)])
    #expect(end.code == 1 && end.output.isEmpty)
    #expect(end.errors.contains(message), "\(end.errors)")
  }

  private static let misuses: [(arguments: [String], message: String)] = [
    ([], "Say what to compute"), (["wlech", "x"], "Did you mean `woodshed statistics welch`?"),
    (["welch"], "Say which file"), (["welch", "x", "--level", "1"], "from 0.500 to 0.999"),
    (["welch", "x", "--runs", "5"], "--runs does not apply to"),
    (["welch", "x", "--format", "xml"], "text, json"), (["coverage", "x"], "takes no file"),
    (["coverage", "--level", "0.9"], "--level does not apply to"),
    (["coverage", "--runs", "0"], "from 1 to"), (["welch", "x", "--draws", "1"], "from 100 to"),
  ]

  @Test(arguments: misuses)
  func complains(arguments: [String], message: String) throws {
    let end = try desk.run(arguments)
    #expect(end.code == 2 && end.output.isEmpty)
    #expect(end.errors.contains(message), "\(end.errors)")
  }

  @Test func aMissingFileFails() throws {
    let end = try desk.run(["welch", desk.folder.path + "/none.csv"])
    #expect(end.code == 1 && end.errors.contains("cannot be opened"))
  }

  @Test func coverageIsSimulated() throws {
    let end = try desk.run(
      ["coverage", "--runs", "4", "--draws", "100", "--seed", "3", "--format", "json"])
    #expect(end.code == 0, "\(end.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any])
    let rows = try #require(report["coverage"] as? [[String: Any]])
    #expect(Set(rows.compactMap { $0["interval"] as? String }).count == 17)
    #expect(rows.allSatisfy { (0...1).contains($0["n20"] as? Double ?? -1) })
    #expect((report["relations"] as? [Any])?.count == 4)
    #expect((report["gouger"] as? [Any])?.count == 24)
  }
}
