import Testing

@testable import Sound

/// What the worker answers comes to the page as what it means.
@Suite struct TakeAnswerTests {
  static let answers: [TakeAnswer] = [
    .recorded(frames: 0, sampleRate: 48_000), .recorded(frames: 1 << 40, sampleRate: 44_100),
    .finished(
      FinishedTake(
        frames: 4_800_000, sampleRate: 48_000, byteCount: 1 << 33, sha256: (0..<32).map { 8 * $0 })),
    .drawn([]),
    .drawn([WavePyramid.Bin(least: -1, most: 0.1, strength: 1 / 3), .silence]),
    .exported(frames: 7),
    .intonation(TakeIntonation(lines: [], trace: [])),
    .intonation(
      TakeIntonation(
        lines: [
          TakeIntonation.Line(
            .a4, count: 3, mean: Cents(-2.5), uncertainty: Cents(0.5), spread: Cents(4),
            shareInTune: 0.75),
          TakeIntonation.Line(
            Note(127), count: 1, mean: Cents(49), uncertainty: nil, spread: Cents(0),
            shareInTune: 0),
        ], trace: [nil, 69.02, 0, nil])),
    .timing(
      TakeTiming(hits: 0, median: nil, deviation: nil, trend: nil, missed: 4, extra: 2)),
    .timing(
      TakeTiming(
        hits: 16, median: -43.2, deviation: 0.4,
        trend: ClickTiming.Trend(perMinute: -3, uncertainty: 1), missed: 0, extra: 0)),
    .crow(Crow(.unpitched)),
    .crow(
      Crow(
        .two, pitch: Crow.Pitch(475.7, in: .standard),
        partials: [
          Crow.Partial(475.7, level: Decibels(-3.5), sounds: true),
          Crow.Partial(951.6, level: Decibels(0), sounds: true),
          Crow.Partial(1_902.8, level: Decibels(-41), sounds: false),
        ], balance: 4, rattle: 0.03, seconds: 2.56, isClipped: true,
        spectrum: (0..<Crow.columns).map { Decibels(-Double($0)) })),
  ]

  @Test(arguments: answers) func comesAsItWas(answer: TakeAnswer) {
    #expect(TakeAnswer(message: answer.message) == answer)
  }

  @Test(arguments: answers) func isNoneIfItIsLongerOrShorter(answer: TakeAnswer) {
    #expect(TakeAnswer(message: answer.message + [0]) == nil)
    #expect(TakeAnswer(message: answer.message.dropLast()) == nil)
  }

  @Test(arguments: [
    [], [0], [9, 1], [.nan], [1.5, 1, 1], [1, -1, 48_000], [1, 1, 0], [1, .infinity, 48_000],
    [3, 1e300], [3, 1, 0, .nan, 0], [3, -1], [4, -1], [5, 129, 0], [5, 0, 1, 129],
    [5, 1, 69, 1, 0, 2, 0, 0, 0], [6, 1, 2],
    [7, 5, 0, 0, 0, -1, 0, 0, 0], [7, 0, 0, 5, 0, -1, 0, 0, 0], [7, 0, 0, 0, 0, -1, 0, 0, 121],
    [7, 0, 1, .nan, 69, 0, 0, 0, -1, 0, 0, 0], [7, 0, 0, 0, 0, 2, 0, 0, 0],
  ])
  func isNoneOfOtherNumbers(numbers: [Double]) {
    #expect(TakeAnswer(message: numbers) == nil)
  }
}
