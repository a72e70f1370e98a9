import Testing

@testable import Training

/// The goals of what is suggested, in seasons whose truth is known.
@Suite struct SeasonTests {
  /// Seeds that no parameter was chosen with, and that any change of the rules has to live with.
  private static let gym = TrainingShape.gym(seed: 501)
  private static let school = TrainingShape.school(seed: 501)
  private static let ours = TrainingFigures.of(.ours, in: gym)
  private static let oracle = TrainingFigures.of(.oracle, in: gym)

  @Test func mostSuggestionsAreInTheZone() {
    #expect(Self.ours.suggestions == 8 * 40 * 72 && Self.ours.missing == 0)
    #expect(Self.ours.inZoneShare >= 0.65)
    #expect(Self.ours.inZoneShare / Self.oracle.inZoneShare >= 0.69)
    #expect(Self.oracle.inZoneShare < 1, "the wall never runs dry: too easy a world")
  }

  @Test func estimatesAreNearTheTruth() throws {
    #expect(try #require(Self.ours.abilityError) <= 0.30)
    #expect(try #require(Self.ours.itemError) <= 0.33)
    #expect(Self.ours.items > 500)
  }

  @Test func nothingSentAndNothingGoneIsSuggested() {
    #expect(Self.ours.sent == 0 && Self.ours.notLive == 0)
    let repeating = TrainingFigures.of(.oursWithRepeats, in: Self.school)
    #expect(repeating.sent == repeating.again && repeating.notLive == 0)
  }

  @Test func predictionsAreCalibratedAndBeatOthers() {
    let heldOut = Self.ours.heldOut
    #expect(heldOut.count == 8 * 40 * 120)
    #expect(heldOut.tenths.allSatisfy { $0.count >= 100 })
    #expect(heldOut.worstGap <= 0.05)
    #expect(heldOut.ourBrier < heldOut.levelBrier * 0.9)
    #expect(heldOut.levelBrier < heldOut.baseBrier)
    #expect(heldOut.ourRight > heldOut.levelRight)
  }

  @Test func theOtherRulesDoWorse() throws {
    for rule in [TrainingRule.appAsShown, .appWalkedDown, .nearestUnsent] {
      let other = TrainingFigures.of(rule, in: Self.gym)
      #expect(other.inZoneShare < Self.ours.inZoneShare - 0.1, "\(rule)")
      #expect(try #require(other.abilityError) > 0.7, "\(rule)")
    }
    let shown = TrainingFigures.of(.appAsShown, in: Self.gym)
    #expect(shown.notLiveShare > 0.5 && shown.sentShare > 0.5)
    #expect(TrainingFigures.of(.nearestUnsent, in: Self.gym).sent == 0)
  }

  /// The school differs from the gym in everything, and no parameter was set with it.
  @Test func itHoldsWhereNothingWasSet() throws {
    let ours = TrainingFigures.of(.ours, in: Self.school)
    let oracle = TrainingFigures.of(.oracle, in: Self.school)
    let nearest = TrainingFigures.of(.nearestUnsent, in: Self.school)
    #expect(ours.inZoneShare / oracle.inZoneShare >= 0.69)
    #expect(ours.inZoneShare > nearest.inZoneShare + 0.1)
    #expect(try #require(ours.abilityError) < #require(nearest.abilityError) - 0.3)
    #expect(ours.heldOut.ourBrier < ours.heldOut.levelBrier)
  }

  @Test func aSeasonFollowsFromItsSeed() {
    var shape = TrainingShape.gym(seed: 3)
    (shape.weeks, shape.seeds) = (3, [3])
    let first = TrainingFigures.of(.ours, in: shape)
    #expect(TrainingFigures.of(.ours, in: shape) == first)
    shape.seeds = [4]
    #expect(TrainingFigures.of(.ours, in: shape) != first)
  }

  /// The judge can tell: whoever does not learn is not in the zone.
  @Test func aModelThatIsDeafFails() throws {
    var model = RatingModel()
    (model.levelSigma, model.driftVariancePerDay, model.setterSigma) = (0.001, 0, 0.001)
    let deaf = TrainingFigures.of(.ours, in: Self.gym, model: model)
    #expect(deaf.inZoneShare < 0.5)
    #expect(try #require(deaf.abilityError) > 0.7)
  }
}
