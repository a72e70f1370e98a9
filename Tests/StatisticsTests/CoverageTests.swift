import Statistics
import Testing

/// What the statistics do on simulated logs whose truth is known.
@Suite struct CoverageTests {
  /// Two standard errors of 400 logs are 0.022 at 0.95; the goal is 0.93 to 0.98.
  @Test(
    arguments: Coverage.Method.allCases.filter {
      $0 != .meanBootstrap && $0 != .spearmanBootstrap
    }, [8, 20, 50])
  func intervalsContainTheTruth(method: Coverage.Method, count: Int) throws {
    for shape in method.shapes {
      let coverage = Coverage(method, shape, count: count, runs: 400, seed: 5)
      let share = try #require(coverage.share)
      #expect((0.91...0.995).contains(share), "\(method.label) \(shape.label) \(share)")
      // No end before the median allows no answer.
      #expect(coverage.answered >= 360)
    }
  }

  /// Known of the bootstrap: with few values it does not see how far the truth can be from them.
  @Test func theBootstrapOfAMeanIsTooNarrowForFewValues() throws {
    let few = try #require(
      Coverage(.meanBootstrap, .normal, count: 8, runs: 400, seed: 5).share)
    let many = try #require(
      Coverage(.meanBootstrap, .normal, count: 50, runs: 400, seed: 5).share)
    #expect(few < 0.93 && many > 0.92)
  }

  @Test(arguments: SampleShape.allCases)
  func theSameSeedGivesTheSameLogs(shape: SampleShape) {
    let one = Coverage(.mean, shape, count: 10, runs: 50, seed: 3)
    let other = Coverage(.mean, shape, count: 10, runs: 50, seed: 3)
    #expect(one.covered == other.covered && one.answered == 50)
  }

  @Test(arguments: Coverage.Method.allCases, [-1, 0, 1, 2])
  func tooFewValuesDoNoHarm(method: Coverage.Method, count: Int) {
    let coverage = Coverage(method, .ratings, count: count, runs: 10, seed: 1)
    #expect(coverage.covered <= coverage.answered && coverage.answered <= 10)
    #expect(Coverage(method, .normal, count: 5, runs: count - 2, seed: 1).share == nil)
  }

  @Test func noiseRarelyLooksSupported() throws {
    let noise = try #require(
      RelationTrial(inputs: 20, outcomes: 6, count: 10, runs: 60, draws: 3_000, seed: 2))
    // At most 10 %, and two standard errors.
    #expect(try #require(noise.share) <= 0.18)
  }

  @Test func aStrongRelationIsFound() throws {
    let truth = try #require(
      RelationTrial(inputs: 1, outcomes: 1, rho: 0.7, count: 20, runs: 200, draws: 1_000, seed: 2))
    #expect(try #require(truth.share) >= 0.8)
  }

  @Test func relationsThatCannotBeAreRefused() {
    #expect(RelationTrial(inputs: 0, outcomes: 1, count: 9, runs: 1, seed: 1) == nil)
    #expect(RelationTrial(inputs: 2, outcomes: 1, rho: 0.5, count: 9, runs: 1, seed: 1) == nil)
    #expect(RelationTrial(inputs: 1, outcomes: 1, rho: .nan, count: 9, runs: 1, seed: 1) == nil)
    #expect(RelationTrial(inputs: 1, outcomes: 1, count: 2, runs: 3, seed: 1)?.flagged == 0)
  }

  @Test func aShiftOfTheGougerIsNoticed() throws {
    let noticed = try #require(GougerTrial(shift: 1, runs: 1_000, seed: 1).meanLength)
    #expect(noticed <= 12)
    let wrong = try #require(GougerTrial(shift: 0, runs: 500, seed: 1).meanLength)
    #expect(wrong >= 400)
    #expect(GougerTrial(shift: -1, runs: 1_000, seed: 1).meanLength ?? 99 <= 12)
    #expect(GougerTrial(shift: 1, runs: 0, seed: 1).meanLength == nil)
    #expect(GougerTrial(shift: .nan, runs: 3, seed: 1).meanLength == nil)
    #expect(GougerTrial(shift: 1, baseline: 2, runs: 3, seed: 1).meanLength == nil)
  }
}
