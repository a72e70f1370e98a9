// A plan as a text for people to write, one section per line:
//
//     8 120
//     8 120>140
//     8 120~140
//     32 100+4/4<140
//     32 140-4/4>100
//
// Bars and tempo; then a change to another tempo, linearly in time (`>`) or exponentially (`~`); or a step after
// every few bars, up to a limit (`<`) or down to one (`>`). Tempos have up to two decimals.

extension TempoPlan {
  /// Why a text is not a plan; lines are counted from 1.
  public struct TextError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
      case expectedBars, barsOutOfRange
      case expectedTempo, tempoOutOfRange
      case expectedStep, expectedEveryBars, expectedLimit
      /// Steps lead away from their limit.
      case limitOnOtherSide
      case unexpected(String)
      case tooManyStretches
      case empty
    }

    public var line: Int
    public var reason: Reason
  }

  /// Reads a plan; ignores empty lines.
  public init(parsing text: String) throws(TextError) {
    var stretches: [Stretch] = []
    var number = 0
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      var reader = TextReader(
        String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
      reader.skipBlanks()
      if reader.isAtEnd { continue }
      do throws(StretchError) {
        stretches.append(try reader.stretch())
      } catch {
        throw TextError(line: number, reason: error.reason)
      }
      guard stretches.count <= Self.stretchCounts.upperBound else {
        throw TextError(line: number, reason: .tooManyStretches)
      }
    }
    guard let plan = TempoPlan(stretches) else { throw TextError(line: 1, reason: .empty) }
    self = plan
  }

  /// The plan as a text that can be read back.
  public var text: String {
    var text = ""
    for stretch in stretches {
      if !text.isEmpty { text += "\n" }
      text += "\(stretch.bars) \(stretch.tempo.text)"
      switch stretch.course {
      case .steady: break
      case .linear(let to): text += ">\(to.text)"
      case .exponential(let to): text += "~\(to.text)"
      case .steps(let by, let everyBars, let limit):
        text += by < 0 ? "-" : "+"
        text += "\(Tempo.text(ofHundredths: abs(by)))/\(everyBars)"
        text += "\(by < 0 ? ">" : "<")\(limit.text)"
      }
    }
    return text
  }
}

extension Tempo {
  /// As people write it: `120`, `132.5`, `131.37`.
  public var text: String { Self.text(ofHundredths: centiBeatsPerMinute) }

  /// A non-negative number without trailing zeros.
  static func text(ofHundredths hundredths: Int) -> String {
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    if rest % 10 == 0 { return "\(whole).\(rest / 10)" }
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

private struct StretchError: Error {
  var reason: TempoPlan.TextError.Reason

  init(_ reason: TempoPlan.TextError.Reason) {
    self.reason = reason
  }
}

extension TextReader {
  fileprivate mutating func stretch() throws(StretchError) -> TempoPlan.Stretch {
    let bars = try bars(or: .expectedBars)
    let hasBlank = skipBlanks()
    guard hasBlank else { throw StretchError(isAtEnd ? .expectedTempo : .expectedBars) }
    let start = try tempo(or: .expectedTempo)
    skipBlanks()
    let course = try course(from: start)
    skipBlanks()
    guard isAtEnd else { throw StretchError(.unexpected(rest())) }
    return TempoPlan.Stretch(bars: bars, tempo: start, course: course)
  }

  private mutating func course(from start: Tempo) throws(StretchError) -> TempoPlan.Course {
    if take(">") { return .linear(to: try goal()) }
    if take("~") { return .exponential(to: try goal()) }
    let isUp = take("+")
    guard isUp || take("-") || take("\u{2212}") else { return .steady }
    skipBlanks()
    guard let by = decimal(places: 2), by > 0, by <= Int64(Tempo.range.upperBound) else {
      throw StretchError(.expectedStep)
    }
    skipBlanks()
    guard take("/") else { throw StretchError(.expectedEveryBars) }
    skipBlanks()
    let everyBars = try bars(or: .expectedEveryBars)
    skipBlanks()
    guard take(isUp ? "<" : ">") else {
      throw StretchError(take(isUp ? ">" : "<") ? .limitOnOtherSide : .expectedLimit)
    }
    skipBlanks()
    let limit = try tempo(or: .expectedLimit)
    guard isUp ? limit >= start : limit <= start else { throw StretchError(.limitOnOtherSide) }
    return .steps(by: Int(isUp ? by : -by), everyBars: everyBars, limit: limit)
  }

  private mutating func goal() throws(StretchError) -> Tempo {
    skipBlanks()
    return try tempo(or: .expectedTempo)
  }

  private mutating func tempo(
    or reason: TempoPlan.TextError.Reason
  ) throws(StretchError) -> Tempo {
    guard let hundredths = decimal(places: 2) else { throw StretchError(reason) }
    guard hundredths <= Int64(Tempo.range.upperBound),
      let tempo = Tempo(centiBeatsPerMinute: Int(hundredths))
    else { throw StretchError(.tempoOutOfRange) }
    return tempo
  }

  private mutating func bars(
    or reason: TempoPlan.TextError.Reason
  ) throws(StretchError) -> Int {
    guard let bars = digits() else { throw StretchError(reason) }
    guard bars >= 1, bars <= Int64(TempoPlan.barCounts.upperBound) else {
      throw StretchError(.barsOutOfRange)
    }
    return Int(bars)
  }
}
