import Domain
import Ledger
import Reports
import Statistics
import Testing

@testable import Analysis

/// What the sample studio was made to tell is found in studios drawn anew, and what it does not tell is not.
///
/// The seeds are fixed: the figures are the same in every run, and printed.
@Suite struct PlantedStoryTests {
  private static let count = 200

  /// Made once for all tests.
  private static let logs = (1...count).map { ReedLog(SampleLog.rows(seed: UInt64($0))) }

  private static func question(_ subject: Question.Subject) -> Question {
    Question(subject, today: SampleLog.today)
  }

  private static func ratings(_ shaper: String, _ log: ReedLog) throws -> [Double] {
    let input = try #require(log.column("shaper"))
    let outcome = try #require(log.column("success"))
    return log.entries.filter { log.group(input, of: $0) == shaper }.compactMap {
      log.number(outcome, of: $0)
    }
  }

  /// RC 10.5 is better than Danzi by 2.
  @Test func findsTheShaper() throws {
    var (supported, ahead, covered) = (0, 0, 0)
    for log in Self.logs {
      let contrast = try #require(
        Contrast(try Self.ratings("Danzi", log), try Self.ratings("RC 10.5", log)))
      supported += contrast.strength == .supported && contrast.difference > 0 ? 1 : 0
      covered += contrast.welch?.interval.contains(2) == true ? 1 : 0
      let report = ComparePage(Self.question(.compare), log).report
      ahead += report.answer.first?.contains("RC 10.5") == true ? 1 : 0
      #expect(report.title == "Which shaper works best for me?")
    }
    print(
      "Planted shaper: supported in \(supported), ahead in \(ahead), 2 within the interval in \(covered) of \(Self.count) studios"
    )
    #expect(supported >= 190)
    #expect(ahead >= 180)
    #expect(covered >= 186)
  }

  /// Half B got thinner on the right until the blade was ground; nothing else moved.
  @Test func findsTheGougeAndItsMending() throws {
    var (thinner, thicker, now, named, began, uneven, unevenNow, others) = (0, 0, 0, 0, 0, 0, 0, 0)
    var charts = 0
    for log in Self.logs {
      let choice = GougeChoice(Self.question(.gouger), log)
      for point in GougePoint.all(log) where !point.isDifference {
        let watch = GougeWatch(point, choice.pieces, choice.events)
        #expect(watch.pieces.count == 42)
        #expect(watch.lastRun == 30)
        guard point.name == "g_b_r" else {
          charts += 1
          others += watch.alarms.isEmpty ? 0 : 1
          continue
        }
        let before = watch.alarms.filter { $0.last < watch.lastRun }
        thinner += before.contains { $0.distance < 0 } ? 1 : 0
        thicker += before.contains { $0.distance > 0 } ? 1 : 0
        now += watch.alarmNow == nil ? 0 : 1
        // The fourth batch is the first thin one.
        began += watch.baseline == 18 && before.contains { $0.began == 18 } ? 1 : 0
      }
      let words = GougeWords(log, today: SampleLog.today)
      uneven += words.biases(choice.runBefore(choice.pieces))[1].verdict == .uneven ? 1 : 0
      unevenNow += words.biases(choice.run(choice.pieces))[1].verdict == .uneven ? 1 : 0
      let headline = GougerPage(Self.question(.gouger), log).report.answer.first ?? ""
      named +=
        headline.hasPrefix("B right went thin from ")
          && headline.contains("Within the limits since the blade was ground on ") ? 1 : 0
    }
    print(
      "Planted gouge: thinner in \(thinner), said first in \(named), from its first piece on in \(began), uneven before in \(uneven), now in \(unevenNow); wrongly thicker in \(thicker), alarm now in \(now) of \(Self.count) studios; \(others) of \(charts) other charts with an alarm"
    )
    #expect(thinner >= 190)
    #expect(named >= 170)
    #expect(began >= 180)
    #expect(uneven >= 180)
    #expect(unevenNow == 0)
    #expect(thicker + now <= 10)
    // 42 pieces, a false alarm in 500.
    #expect(others * 1_000 <= charts * 84)
  }

  /// No measurement of a reed goes with how it turns out: what luck alone flags is as rare as it should be.
  @Test func findsNoRelationThatIsNotThere() throws {
    var (studios, cells, flags) = (0, 0, 0)
    for log in Self.logs {
      let relations = Relations(Sheet(Self.question(.relations), log))
      // Fewer draws than the page takes, to save time: still enough for a q of 0.1 among all cells.
      var map = try #require(
        RelationsMap(
          inputs: relations.inputs.map { $0.values },
          outcomes: relations.outcomes.map { $0.values },
          draws: 2_000, seed: 1))
      while map.step() < 1 {}
      let found = map.cells.count { Relations.isSupported($0) }
      flags += found
      cells += map.cells.count
      studios += found > 0 ? 1 : 0
    }
    print(
      "Unrelated fields: \(flags) of \(cells) relations supported, in \(studios) of \(Self.count) studios"
    )
    #expect(cells > 0)
    #expect(studios <= Self.count / 10)
  }
}
