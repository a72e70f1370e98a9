import Foundation
import Testing

@testable import Sound

@Suite struct ScoresTests {
  private func total(_ score: Score, percent: Int) throws -> Double {
    let scale = try #require(ScoreScale(percent: percent))
    let cues = score.cues(scale: scale)
    let last = try #require(cues.last)
    return (last.start.value + last.length.value) / 1_000
  }

  @Test func theGridIsAsItsSourceSays() throws {
    let score = Score.sequenzaVII
    #expect(score.problem == nil)
    #expect(score.lines.count == 13)
    #expect(score.lines.allSatisfy { $0.bars.reduce(0) { $0 + $1.milliseconds } == 22_600 })
    #expect(score.length(withHolds: true) == 293_800)
    let (slower, half) = (try total(score, percent: 75), try total(score, percent: 50))
    #expect(abs(slower - 391.7333333) < 1e-6)
    #expect(half == 587.6)
    let scale = try #require(ScoreScale(percent: 75))
    let slow = score.cues(scale: scale)
    #expect(slow[0].length == Fraction(4_000))
    #expect(ScoreScale(percent: 19) == nil)
  }

  @Test(arguments: [25, 50, 75, 100, 133, 300], [44_100, 48_000])
  func everyBarIsOnItsSample(percent: Int, rate: Int) throws {
    let scale = try #require(ScoreScale(percent: percent))
    let cues = Score.sequenzaVII.cues(scale: scale)
    #expect(cues.count == 169)
    var milliseconds: Int64 = 0
    for (cue, bar) in zip(cues, Score.sequenzaVII.lines.flatMap(\.bars)) {
      let exact = Double(milliseconds) * Double(rate) / 10 / Double(percent)
      #expect(abs(Double(cue.sample(at: rate)) - exact) <= 0.5 + 1e-6)
      milliseconds += bar.milliseconds
    }
  }

  @Test func rangesLoopsAndCountsAreTakenFromTheGrid() {
    let range = ScoreRange(lines: 3...4, bars: 12...13)
    let cues = Score.sequenzaVII.cues(range, countIn: 2, passes: 2)
    #expect(cues.map(\.kind) == [.count, .count] + [ScoreCue.Kind](repeating: .bar, count: 8))
    #expect(
      cues.map(\.start.value) == [
        -2_000, -1_000, 0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000,
      ])
    #expect(cues.dropFirst(2).map(\.line) == [3, 3, 4, 4, 3, 3, 4, 4])
    #expect(cues.dropFirst(2).map(\.bar) == [12, 13, 12, 13, 12, 13, 12, 13])
  }

  @Test func holdsAndMarksStandInTheirBars() throws {
    let score = try Score(
      parsing: "columns 2*3\nlines 1\nhold 1.2 1..4..6\nmark 1.1 0.5\nhold 1.3 until-tap")
    let cues = score.cues()
    #expect(cues.map(\.kind) == [.bar, .mark, .bar, .hold, .bar, .hold])
    #expect(cues.map(\.start.value) == [0, 500, 2_000, 4_000, 8_000, 10_000])
    #expect(cues.map(\.length.value) == [2_000, 0, 2_000, 4_000, 2_000, 0])
    #expect(score.length(withHolds: false) == 6_000)
  }

  @Test func bracketsAreDrawnWithinTheirBounds() throws {
    let score = try Score(
      parsing: "bracket 1:15..1:45 2:00..2:30\nbracket 2:00..3:00 2:10..3:05\nbracket 3:00 4:00")
    var starts: Set<Int64> = []
    for seed in 0..<10_000 as Range<UInt64> {
      for (index, bracket) in score.brackets.enumerated() {
        let (start, end) = bracket.drawn(seed: seed, index)
        #expect(bracket.start.contains(start))
        #expect(bracket.end.contains(end))
        #expect(start < end)
        if index == 0 { starts.insert(start / 1_000) }
      }
      #expect(score.cues(seed: seed) == score.cues(seed: seed))
    }
    #expect(starts.isSuperset(of: 75...104))
  }

  @Test(arguments: [
    ("", 1, 1, Score.TextError.Reason.invalid(.empty)),
    ("bars 3", 1, 1, .unknownStatement("bars")),
    ("lines 13", 1, 1, .linesWithoutColumns),
    ("columns 3 x", 1, 11, .expected("a time such as 2.7 or 1:15")),
    ("columns 3 2.7777", 1, 11, .expected("a time such as 2.7 or 1:15")),
    ("columns 1:70", 1, 9, .expected("minutes and seconds such as 1:15")),
    ("columns 3\nlines 0", 2, 7, .numberOutOfRange("1 to 1000")),
    ("columns 3\nlines 2\nhold 3.1 4", 3, 6, .noSuchBar(line: 3, bar: 1)),
    ("columns 3\nlines 2\nhold 1 4", 3, 6, .expected("a line and a bar such as 3.5")),
    ("columns 3\ncolumns 4", 2, 1, .statedTwice("columns")),
    ("bracket 1:45..1:15 2:00", 1, 9, .expected("the earlier time first")),
    ("bracket 2:00 1:00", 1, 1, .invalid(.bracketTurnedRound(1))),
    ("columns 0\nlines 1", 2, 1, .invalid(.barWithoutLength(line: 1, bar: 1))),
    ("columns 3\nlines 1\nhold 1.1 4..2..1", 3, 1, .invalid(.holdOutOfOrder(line: 1, bar: 1))),
    ("columns 3\nlines 1\nmark 1.1 3", 3, 1, .invalid(.markOutsideBar(line: 1, bar: 1))),
    ("columns 80000*100\nlines 1000", 2, 1, .invalid(.tooLong)),
    ("columns 3\nlines 1\ndrone H4", 3, 7, .expected("a note such as B4")),
    ("line \"Coda 3", 1, 1, .expected("a closing quotation mark")),
  ])
  func saysWhatIsWrongAndWhere(text: String, line: Int, column: Int, reason: Score.TextError.Reason)
  {
    #expect(throws: Score.TextError(line: line, column: column, reason: reason)) {
      try Score(parsing: text)
    }
  }

  /// A score such as people write, from a seed.
  private func score(_ seed: UInt64) -> Score {
    var chance = Chance(seed: seed)
    func below(_ count: UInt64) -> Int64 { Int64(chance.number(through: count - 1)) }
    var score = Score()
    if below(2) == 0 { score.title = "Étude № \(seed) # one" }
    if below(2) == 0 { score.composer = "Nobody" }
    let pattern = (0...below(12)).map { _ in Score.Bar(1 + below(9_000)) }
    for line in 0..<below(8) {
      var content = Score.Line(pattern)
      if below(4) == 0 {
        content = Score.Line((0...below(5)).map { _ in Score.Bar(1 + below(99) * 100) })
      }
      if below(5) == 0 { content.label = "Line \(line)" }
      let bar = Int(below(UInt64(content.bars.count)))
      if below(4) == 0 {
        let least = below(3_000)
        let nominal = least + below(2) * below(3_000)
        content.bars[bar].hold =
          below(4) == 0
          ? .untilTap : .lasting(least: least, nominal: nominal, most: nominal + below(50))
      }
      if below(4) == 0 { content.bars[bar].marks = [below(UInt64(content.bars[bar].milliseconds))] }
      if below(4) == 0 { content.bars[bar].leastPercent = 1 + Int(below(100)) }
      score.lines.append(content)
    }
    var place: Int64 = 0
    for _ in 0..<below(4) {
      let start = place...place + below(40_000)
      let end = start.upperBound + 1...start.upperBound + 1 + below(60_000)
      score.brackets.append(Score.Bracket(start: start, end: end, part: 1))
      place = end.upperBound
    }
    if below(2) == 0 { score.drone = Note(60 + Int(below(24))) }
    if score.lines.isEmpty, score.brackets.isEmpty { score.lines = [Score.Line(pattern)] }
    return score
  }

  @Test func twoHundredScoresComeBackFromTheirText() throws {
    for seed in 0..<200 as Range<UInt64> {
      let score = score(seed)
      #expect(score.problem == nil)
      let text = score.text
      #expect(try Score(parsing: text) == score)
      #expect(try Score(parsing: text).text == text)
    }
    let grid = Score.sequenzaVII.text
    #expect(grid.contains("columns 3 2.7 2*4 1.8 1.5 1.3*2 1*3\nlines 13\n"))
    #expect(try Score(parsing: grid) == .sequenzaVII)
  }

  @Test func anyTextIsReadOrRefused() {
    var chance = Chance(seed: 4)
    let words = [
      "columns", "lines", "hold", "bracket", "3", "2.7", "2*4", "1.1", "..", ":", "\n", " ",
      "until-tap", "\"", "part", "99999999999999999999", "-1", "#", "é",
    ]
    for _ in 0..<20_000 {
      let text = (0..<chance.number(through: 20)).map { _ in
        words[Int(chance.number(through: UInt64(words.count - 1)))]
      }.joined(separator: chance.number(through: 1) == 0 ? " " : "")
      _ = try? Score(parsing: text)
    }
  }
}
