import FlashAnalysis
import Testing

/// The analyser at the borders that the standards draw.
@Suite struct AnalyserTests {
  private typealias Kind = FlashAnalyser.Violation.Kind

  /// What is found in pictures of 30 by 30, each plain but for a box in which a second colour comes and goes.
  private func kinds(
    flashes: Int, in seconds: Double = 1, from one: (UInt8, UInt8, UInt8) = (0, 0, 0),
    to other: (UInt8, UInt8, UInt8) = (255, 255, 255), box: (Int, Int) = (30, 30)
  ) -> Set<FlashAnalyser.Violation.Kind> {
    var analyser = FlashAnalyser(width: 30, height: 30)
    func show(_ colour: (UInt8, UInt8, UInt8), at time: Double) {
      var bytes: [UInt8] = []
      for y in 0..<30 {
        for x in 0..<30 {
          let own = x < box.0 && y < box.1 ? colour : one
          bytes += [own.0, own.1, own.2]
        }
      }
      analyser.take(bytes, at: time)
    }
    show(one, at: 0)
    let length = seconds / Double(2 * flashes)
    for change in 0..<2 * flashes {
      show(change % 2 == 0 ? other : one, at: 0.5 + (Double(change) + 0.5) * length)
    }
    return Set(analyser.violations.map { $0.kind })
  }

  @Test func threeFlashesInASecondAreAllowed() {
    #expect(kinds(flashes: 3).isEmpty)
    #expect(kinds(flashes: 4) == [.flash, .wanderingFlash])
    #expect(kinds(flashes: 8, in: 3).isEmpty)
  }

  @Test func aChangeOfATenthCounts() {
    // 0.0976 and 0.1046 of all light.
    #expect(kinds(flashes: 9, to: (88, 88, 88)).isEmpty)
    #expect(!kinds(flashes: 9, to: (91, 91, 91)).isEmpty)
    // The darker is at 0.79, and at 0.81.
    #expect(!kinds(flashes: 9, from: (229, 229, 229)).isEmpty)
    #expect(kinds(flashes: 9, from: (232, 232, 232)).isEmpty)
  }

  @Test func aQuarterOfAThirdOfThePictureCounts() {
    // A window is 10 by 10.
    #expect(kinds(flashes: 9, box: (5, 5)).isEmpty)
    #expect(kinds(flashes: 9, box: (5, 6)) == [.flash, .wanderingFlash])
  }

  @Test func redCountsByItself() {
    // Of one luminance, so no general flash.
    let (red, grey): ((UInt8, UInt8, UInt8), (UInt8, UInt8, UInt8)) = ((255, 0, 0), (127, 127, 127))
    #expect(kinds(flashes: 4, from: grey, to: red) == [.redFlash, .wanderingFlash])
    #expect(kinds(flashes: 3, from: grey, to: red).isEmpty)
    // Green and grey of one luminance are none.
    #expect(kinds(flashes: 9, from: (0, 127, 0), to: (107, 107, 107)).isEmpty)
    // Dark red and black, by the older definition.
    #expect(kinds(flashes: 4, to: (80, 0, 0)).contains(.redFlash))
  }

  @Test func whatFlashesHereAndThereIsCountedTogether() {
    var analyser = FlashAnalyser(width: 30, height: 30)
    // Each half flashes twice a second, in turn.
    for frame in 0..<240 {
      let phase = frame / 7 % 4
      var bytes: [UInt8] = []
      for _ in 0..<30 {
        for x in 0..<30 {
          let isLit = phase == 0 && x < 15 || phase == 2 && x >= 15
          bytes += [UInt8](repeating: isLit ? 255 : 0, count: 3)
        }
      }
      analyser.take(bytes, at: Double(frame) / 60)
    }
    #expect(analyser.violations.contains { $0.kind == .wanderingFlash })
    #expect(!analyser.violations.contains { $0.kind == .flash })
  }

  @Test(arguments: [(5, false), (6, true)])
  func stripesAreCountedByPairs(pairs: Int, isTooMany: Bool) {
    var analyser = FlashAnalyser(width: 60, height: 30)
    for frame in 0..<40 {
      var bytes: [UInt8] = []
      for _ in 0..<30 {
        for x in 0..<60 {
          bytes += [UInt8](repeating: x * pairs * 2 / 60 % 2 == 0 ? 0 : 255, count: 3)
        }
      }
      analyser.take(bytes, at: Double(frame) / 60)
    }
    #expect(analyser.violations.contains { $0.kind == .pattern } == isTooMany)
  }

  @Test(
    arguments: [
      ([2, 5], true), ([1, 8], true), ([2, 5, 3, 4, 2, 3], true), ([1, 2, 5, 2, 2, 9], false),
      ([2, 1, 2, 7], false),
    ])
  func onlyEvenStripesAreAPattern(widths: [Int], isPattern: Bool) {
    var row: [UInt8] = []
    var stripe = 0
    while row.count < 3 * 60 {
      let width = widths[stripe % widths.count]
      row += [UInt8](repeating: stripe % 2 == 0 ? 0 : 255, count: 3 * width)
      stripe += 1
    }
    let line = Array(row.prefix(3 * 60))
    let bytes = (0..<30).flatMap { _ in line }
    var analyser = FlashAnalyser(width: 60, height: 30)
    for frame in 0..<40 { analyser.take(bytes, at: Double(frame) / 60) }
    #expect(analyser.violations.contains { $0.kind == .pattern } == isPattern)
  }

  @Test func detailTooFineToSeeIsAveraged() {
    var analyser = FlashAnalyser(width: 960, height: 60)
    for frame in 0..<30 {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(960 * 60 * 3)
      for y in 0..<60 {
        for x in 0..<960 {
          bytes += [UInt8](repeating: (x + y + frame) % 2 == 0 ? 0 : 255, count: 3)
        }
      }
      analyser.take(bytes, at: Double(frame) / 60)
    }
    #expect(analyser.violations.isEmpty)
  }

  @Test func bytesThatAreMissingAreNoTrap() {
    var analyser = FlashAnalyser(width: 20, height: 20)
    for count in [0, 1, 100, 5_000] {
      analyser.take([UInt8](repeating: 9, count: count), at: Double(count))
    }
    #expect(analyser.violations.isEmpty)
  }
}
