import Testing

@testable import Light

/// The picture lies where its corners were pulled to.
@Suite struct ScreenFitTests {
  /// Where a place of the screen, from its lower left corner, lies in the picture.
  private func place(_ x: Double, _ y: Double, _ fit: ScreenFit, aspect: Double) -> (
    x: Double, y: Double, isThere: Bool
  ) {
    let matrix = fit.matrix(onScreen: aspect)
    let depth = matrix[2] * x + matrix[5] * y + matrix[8]
    return (
      (matrix[0] * x + matrix[3] * y + matrix[6]) / depth,
      (matrix[1] * x + matrix[4] * y + matrix[7]) / depth, depth > 0
    )
  }

  private func expect(
    _ at: (x: Double, y: Double, isThere: Bool), _ x: Double, _ y: Double,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      at.isThere && abs(at.x - x) < 1e-9 && abs(at.y - y) < 1e-9, "\(at)", sourceLocation: location)
  }

  @Test func unpulledItFillsTheScreen() {
    #expect(ScreenFit().matrix(onScreen: 1.7) == [1, 0, 0, 0, 1, 0, 0, 0, 1])
  }

  @Test func mirroredItIsTheOtherWayRound() {
    var fit = ScreenFit()
    fit.isMirrored = true
    expect(place(0.25, 0.75, fit, aspect: 1.5), 0.75, 0.75)
  }

  @Test func ofAnotherShapeItHasBars() {
    var fit = ScreenFit()
    fit.shape = .classic
    // A screen of 16:9 has an eighth of its width on either side.
    expect(place(0.125, 0, fit, aspect: 16.0 / 9), 0, 0)
    expect(place(0.875, 1, fit, aspect: 16.0 / 9), 1, 1)
    fit.shape = .wide
    expect(place(0, 0.125, fit, aspect: 4.0 / 3), 0, 0)
    expect(place(1, 0.875, fit, aspect: 4.0 / 3), 1, 1)
  }

  @Test func cornersLieWhereTheyWerePulledTo() {
    var fit = ScreenFit()
    let pulled = [(0.1, 0.05), (0.8, 0.2), (0.95, 0.9), (0.02, 0.75)]
    for (corner, at) in pulled.enumerated() {
      let went = fit.pull(corner, to: ScreenFit.Place(at.0, at.1))
      #expect(went)
    }
    let corners = [(0.0, 1.0), (1, 1), (1, 0), (0, 0)]
    for (at, corner) in zip(pulled, corners) {
      expect(place(at.0, 1 - at.1, fit, aspect: 2), corner.0, corner.1)
    }
    // Where its diagonals cross is the middle of the picture, in perspective as well.
    let (a, b, c, d) = (pulled[0], pulled[1], pulled[2], pulled[3])
    let span = (c.0 - a.0) * (b.1 - d.1) - (c.1 - a.1) * (b.0 - d.0)
    let part = ((d.0 - a.0) * (b.1 - d.1) - (d.1 - a.1) * (b.0 - d.0)) / span
    let middle = (a.0 + (c.0 - a.0) * part, a.1 + (c.1 - a.1) * part)
    expect(place(middle.0, 1 - middle.1, fit, aspect: 2), 0.5, 0.5)
  }

  @Test func aCornerThatWouldFoldThePictureStays() {
    var fit = ScreenFit()
    let folds = [(0, 1.0, 1.0), (0, 0.6, 0.6), (0, 1.2, 0), (0, .nan, 0), (0, 0, .infinity)]
    for (corner, x, y) in folds + [(4, 0, 0), (-1, 0, 0)] {
      let went = fit.pull(corner, to: ScreenFit.Place(x, y))
      #expect(!went && fit == ScreenFit())
    }
    fit.pull(0, to: ScreenFit.Place(-9, -9))
    #expect(fit.corners[0] == ScreenFit.Place(-0.5, -0.5), "as far as it goes")
  }

  @Test func itComesBackFromItsText() {
    var fit = ScreenFit()
    (fit.shape, fit.isMirrored) = (.wide, true)
    fit.pull(2, to: ScreenFit.Place(0.75, 0.8125))
    let text = StageOrder.fit(fit).message.text
    guard case .fit(let read)? = StageOrder(StageMessage(text)) else {
      Issue.record("not read")
      return
    }
    #expect(read == fit)
  }

  @Test(arguments: [
    "", "fit", "fit\u{1F}9\u{1F}1", "fit\u{1F}1e9\u{1F}x\u{1F}0\u{1F}0\u{1F}1",
    "fit\u{1F}0\u{1F}0\u{1F}0\u{1F}0\u{1F}1\u{1F}1\u{1F}1\u{1F}0\u{1F}0\u{1F}1",
    "fit\u{1F}0\u{1F}0\u{1F}-90000\u{1F}0\u{1F}1\u{1F}0\u{1F}1\u{1F}1\u{1F}0\u{1F}1",
  ])
  func aDamagedTextLeavesAPicture(_ text: String) {
    let fit = ScreenFit(StageMessage(text))
    #expect(fit.corners == ScreenFit().corners)
    #expect(fit.matrix(onScreen: 1).allSatisfy { $0.isFinite })
  }

  @Test func theInstrumentDrawsInTheShapeOfTheFit() {
    var stage = LightStage()
    stage.reshape(width: 1_000, height: 1_000)
    _ = stage.draw(at: 0)
    #expect(stage.size.width == stage.size.height)
    var fit = ScreenFit()
    fit.shape = .wide
    stage.take(.fit(fit), at: 1)
    let (isNew, _) = stage.draw(at: 2)
    #expect(isNew && stage.size.width > stage.size.height)
    #expect(stage.frame.count == 9 && stage.frame[4] > 1)
  }
}
