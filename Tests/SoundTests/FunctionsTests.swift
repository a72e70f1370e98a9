import Foundation
import Testing

@testable import Sound

/// Our own functions against the platform's.
@Suite struct FunctionsTests {
  private let places = stride(from: -40.0, through: 40, by: 0.00971).map { $0 }

  @Test func turnsAsTheCircleDoes() {
    for x in places {
      let rest = x - x.rounded()
      #expect(abs(Functions.sine(turns: x) - sin(2 * .pi * rest)) < 4e-16)
      #expect(abs(Functions.cosine(turns: x) - cos(2 * .pi * rest)) < 4e-16)
    }
    for quarter in -8...8 {
      #expect(abs(Functions.sine(turns: Double(quarter) / 4)) == abs(Double(quarter % 2)))
      #expect(abs(Functions.cosine(turns: Double(quarter) / 4)) == 1 - abs(Double(quarter % 2)))
    }
  }

  @Test func raisesAndTakesLogarithms() {
    for x in places {
      #expect(abs(Functions.exp2(x) / exp2(x) - 1) < 5e-16)
      let positive = exp2(x)
      #expect(abs(Functions.log2(positive) - log2(positive)) < 1e-14)
    }
    #expect(Functions.exp2(-2_000) == 0)
    #expect(Functions.exp2(1_024) == .infinity)
    #expect(Functions.exp2(1_023.9).isFinite)
    #expect(Functions.log2(0) == -.infinity)
    #expect(Functions.log2(-1).isNaN)
    #expect(Functions.log2(.infinity) == .infinity)
    #expect(abs(Functions.log2(.leastNonzeroMagnitude) + 1_074) < 1e-9)
    #expect(Functions.exp2(.nan).isNaN)
    for whole in -1_000...1_000 { #expect(Functions.exp2(Double(whole)) == exp2(Double(whole))) }
  }

  @Test func tellsAnglesAllAround() {
    for step in 0..<1_000 {
      let angle = Double(step) / 1_000 - 0.4995
      let found = Functions.turns(y: sin(2 * .pi * angle), x: cos(2 * .pi * angle))
      #expect(abs(found - angle) < 1e-15)
    }
    #expect(Functions.turns(y: 0, x: 0) == 0)
  }

  @Test func roundsAsTheLanguageDoes() {
    for x in places {
      #expect(Functions.nearest(x) == x.rounded(.toNearestOrEven))
      #expect(Functions.floor(x) == x.rounded(.down))
    }
    for half in [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5] {
      #expect(Functions.nearest(half) == half.rounded(.toNearestOrEven))
    }
  }

  @Test(arguments: [4, 8, 64, 2_048])
  func transformsAsItsDefinitionSays(size: Int) {
    var chance = Chance(seed: UInt64(size))
    let samples = (0..<size).map { _ in chance.part() - 0.5 }
    var transform = RealTransform(size: size)
    transform.transform(samples)
    for entry in stride(from: 0, through: size / 2, by: max(1, size / 64)) {
      var (x, y) = (0.0, 0.0)
      for (place, sample) in samples.enumerated() {
        let turns = Double(entry * place % size) / Double(size)
        x += sample * cos(2 * .pi * turns)
        y -= sample * sin(2 * .pi * turns)
      }
      #expect(abs(transform.real[entry] - x) < 1e-11)
      #expect(abs(transform.imaginary[entry] - y) < 1e-11)
    }
  }

  @Test func decibelsAndCentsComeBack() {
    #expect(abs(Decibels(amplitude: 0.1).value + 20) < 1e-12)
    #expect(abs(Decibels(power: 0.1).value + 10) < 1e-12)
    #expect(abs(Decibels(-6).amplitude - pow(10, -0.3)) < 1e-15)
    #expect(abs(Cents(ratio: 1.5).value - 701.9550008653874) < 1e-10)
    #expect(abs(Cents(1_200).ratio - 2) < 1e-15)
    #expect(Decibels(amplitude: 0).value == -.infinity)
  }
}
