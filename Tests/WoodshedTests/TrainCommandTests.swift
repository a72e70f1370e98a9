import Foundation
import Testing

/// The simulation of training, as anybody would start it.
@Suite struct TrainCommandTests {
  @Test func aReportHasEveryRuleInBothSets() throws {
    let end = try Run(["train", "simulate", "--seed", "3"]).finish()
    #expect(end.code == 0 && end.errors.isEmpty)
    for rule in ["the app as shown", "nearest, active, unsent", "ours, aim 70 %", "oracle"] {
      #expect(end.output.components(separatedBy: "\n" + rule).count == 3, "\(rule)")
    }
    #expect(end.output.contains("seeds 3 to 10\n"))
    #expect(end.output.contains("seeds 1003 to 1010\n"))
    #expect(try Run(["train", "simulate", "--seed", "3"]).finish().output == end.output)
  }

  @Test func theSameAsJSON() throws {
    let end = try Run(["train", "simulate", "--seed", "3", "--format", "json"]).finish()
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any])
    #expect(report["seed"] as? Int == 3)
    let sets = try #require(report["sets"] as? [[String: Any]])
    #expect(sets.count == 2)
    for set in sets {
      let rules = try #require(set["rules"] as? [[String: Any]])
      #expect(rules.count == 7)
      let ours = try #require(rules.first { $0["rule"] as? String == "ours" })
      #expect(ours["sent"] as? Double == 0 && ours["notLive"] as? Double == 0)
      let heldOut = try #require(ours["heldOut"] as? [String: Any])
      #expect((heldOut["tenths"] as? [Any])?.count == 10)
      let oracle = try #require(rules.last)
      #expect(oracle["ofOracle"] as? Double == 1 && oracle["abilityError"] is NSNull)
    }
  }

  @Test(arguments: [
    (["train"], "Say what to do"),
    (["train", "simulat"], "Did you mean `woodshed train simulate`?"),
    (["train", "simulate", "--seed", "-1"], "0 to"),
    (["train", "simulate", "--seed", "x"], "0 to"),
    (["train", "simulate", "--format", "xml"], "text, json"),
  ])
  func complains(arguments: [String], message: String) throws {
    let end = try Run(arguments).finish()
    #expect(end.code == 2 && end.output.isEmpty)
    #expect(end.errors.contains(message), "\(end.errors)")
  }
}
