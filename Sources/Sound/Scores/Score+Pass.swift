extension Score {
  /// Everything that happens in one pass of a range, at the written speed.
  ///
  /// Brackets belong to the clock of the whole score, so they are played only with the whole score.
  ///
  /// - Parameters:
  ///   - seed: draws the brackets that are not fixed.
  ///   - warning: how many seconds of the score before the end of a bracket to warn of it; 0 for never.
  public func pass(_ range: ScoreRange, seed: UInt64, warning: Int = 0) -> [ScoreCue] {
    var cues = cues(range, seed: seed)
    if !lines.isEmpty {
      return isWhole(range) ? warned(cues, warning) : cues.filter { $0.kind != .bracket }
    }
    if !cues.isEmpty {
      cues.insert(
        ScoreCue(start: Fraction(0), length: Fraction(0), kind: .start, line: 0, bar: 0), at: 0)
    }
    return warned(cues, warning)
  }

  private func warned(_ cues: [ScoreCue], _ seconds: Int) -> [ScoreCue] {
    guard seconds > 0 else { return cues }
    var all = cues
    for cue in cues where cue.kind == .bracket {
      let start = Functions.wholePart(of: cue.start)
      let moment = start + Functions.wholePart(of: cue.length) - Int64(seconds) * 1_000
      // A bracket shorter than its warning has none.
      guard moment > start else { continue }
      let place = all.firstIndex { $0.start > Fraction(moment) } ?? all.count
      all.insert(
        ScoreCue(
          start: Fraction(moment), length: Fraction(0), kind: .warning, line: cue.line,
          bar: cue.bar), at: place)
    }
    return all
  }

  /// Whether a range covers the whole score.
  public func isWhole(_ range: ScoreRange) -> Bool {
    let most = lines.map { $0.bars.count }.max() ?? 0
    return range.lines.lowerBound == 1 && range.lines.upperBound >= lines.count
      && range.bars.lowerBound == 1 && range.bars.upperBound >= most
  }

  /// Count-in cues before time 0, each with a length by the clock.
  public static func countIn(_ count: Int, of length: Fraction) -> [ScoreCue] {
    stride(from: count, to: 0, by: -1).map { number in
      ScoreCue(
        start: Fraction(-Int64(number) * length.numerator, length.denominator), length: length,
        kind: .count, line: 0, bar: 0)
    }
  }
}
