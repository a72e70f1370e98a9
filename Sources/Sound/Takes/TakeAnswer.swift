/// The result of a ``TakeRequest``, as the worker reports it to the page.
public enum TakeAnswer: Hashable, Sendable {
  /// The number of frames in a take's file that was repaired or written, 0 if nothing was recorded.
  case recorded(frames: Int64, sampleRate: Int)
  case finished(FinishedTake)
  /// One for each column.
  case drawn([WavePyramid.Bin])
  case exported(frames: Int64)
  case intonation(TakeIntonation)
  case timing(TakeTiming)
  case crow(Crow)
}

/// A take's finished file.
public struct FinishedTake: Hashable, Sendable {
  public var frames: Int64
  public var sampleRate: Int
  public var byteCount: UInt64
  /// 32 bytes.
  public var sha256: [UInt8]

  public init(frames: Int64, sampleRate: Int, byteCount: UInt64, sha256: [UInt8]) {
    (self.frames, self.sampleRate) = (frames, sampleRate)
    (self.byteCount, self.sha256) = (byteCount, sha256)
  }
}

/// The intonation of a take's notes.
public struct TakeIntonation: Hashable, Sendable {
  /// The results for all notes of one pitch.
  public struct Line: Hashable, Sendable {
    public var note: Note
    /// How many notes there were.
    public var count: Int
    public var mean: Cents
    public var uncertainty: Cents?
    public var spread: Cents
    public var shareInTune: Double

    public init(
      _ note: Note, count: Int, mean: Cents, uncertainty: Cents?, spread: Cents, shareInTune: Double
    ) {
      (self.note, self.count, self.mean) = (note, count, mean)
      (self.uncertainty, self.spread, self.shareInTune) = (uncertainty, spread, shareInTune)
    }
  }

  /// Lowest first.
  public var lines: [Line]
  /// The pitch in semitones for each column of the take; `nil` if there is none.
  public var trace: [Double?]

  public init(lines: [Line], trace: [Double?]) {
    (self.lines, self.trace) = (lines, trace)
  }

  public init(_ map: IntonationMap, trace: [Double?]) {
    lines = map.byNote.map { entry in
      Line(
        entry.note, count: entry.line.notes, mean: entry.line.mean,
        uncertainty: entry.line.uncertainty, spread: entry.line.spread,
        shareInTune: entry.line.shareInTune)
    }
    self.trace = trace
  }
}

/// How a take fits its click, in milliseconds.
public struct TakeTiming: Hashable, Sendable {
  /// How many notes belong to a tick.
  public var hits: Int
  public var median: Double?
  public var deviation: Double?
  public var trend: ClickTiming.Trend?
  /// Ticks without a note.
  public var missed: Int
  /// Notes that belong to no tick.
  public var extra: Int

  public init(
    hits: Int, median: Double?, deviation: Double?, trend: ClickTiming.Trend?, missed: Int,
    extra: Int
  ) {
    (self.hits, self.median, self.deviation) = (hits, median, deviation)
    (self.trend, self.missed, self.extra) = (trend, missed, extra)
  }

  public init(_ timing: ClickTiming) {
    self.init(
      hits: timing.hits.count, median: timing.median, deviation: timing.deviation,
      trend: timing.trend, missed: timing.missed, extra: timing.extra)
  }
}

extension TakeAnswer {
  private enum Code: Int {
    case recorded = 1
    case finished, drawn, exported, intonation, timing, crow
  }

  /// The answer as numbers.
  public var message: [Double] {
    var message = Message()
    func begin(_ code: Code) { message.write(code.rawValue) }
    switch self {
    case .recorded(let frames, let sampleRate):
      begin(.recorded)
      message.numbers += [Double(frames), Double(sampleRate)]
    case .finished(let take):
      begin(.finished)
      message.numbers += [Double(take.frames), Double(take.sampleRate), Double(take.byteCount)]
      for byte in take.sha256 { message.write(Int(byte)) }
    case .drawn(let bins):
      begin(.drawn)
      message.numbers.reserveCapacity(2 + 3 * bins.count)
      message.write(bins.count)
      for bin in bins {
        message.numbers += [Double(bin.least), Double(bin.most), Double(bin.strength)]
      }
    case .exported(let frames):
      begin(.exported)
      message.numbers.append(Double(frames))
    case .intonation(let found):
      begin(.intonation)
      message.write(found)
    case .timing(let timing):
      begin(.timing)
      message.write(timing)
    case .crow(let crow):
      begin(.crow)
      message.write(crow)
    }
    return message.numbers
  }

  /// Reads an answer from a message, or `nil` if it is not one.
  public init?(message numbers: [Double]) {
    var message = Message(numbers)
    guard let code = message.readWhole().flatMap({ Code(rawValue: $0) }),
      let answer = Self.read(code, from: &message), message.isAtEnd
    else { return nil }
    self = answer
  }

  private static func read(_ code: Code, from message: inout Message) -> TakeAnswer? {
    switch code {
    case .recorded:
      guard let frames = message.readFrames(), let rate = message.readRate() else { return nil }
      return .recorded(frames: frames, sampleRate: rate)
    case .finished:
      guard let frames = message.readFrames(), let rate = message.readRate(),
        let size = message.readFrames(),
        let sha256 = message.readList(32, { $0.readWhole(in: 0...255).map { UInt8($0) } })
      else { return nil }
      return .finished(
        FinishedTake(frames: frames, sampleRate: rate, byteCount: UInt64(size), sha256: sha256))
    case .drawn:
      guard let count = message.readWhole(in: 0...TakeRequest.columns.upperBound) else {
        return nil
      }
      return message.readList(count) { $0.readBin() }.map { .drawn($0) }
    case .exported: return message.readFrames().map { .exported(frames: $0) }
    case .intonation: return message.readIntonation().map { .intonation($0) }
    case .timing: return message.readTiming().map { .timing($0) }
    case .crow: return message.readCrow().map { .crow($0) }
    }
  }
}

extension Message {
  fileprivate mutating func readFrames() -> Int64? {
    guard let count = readWhole64(), count >= 0 else { return nil }
    return count
  }

  fileprivate mutating func readRate() -> Int? { readWhole(in: 1...768_000) }

  private mutating func readNumber() -> Double? { read(in: -1e9...1e9) }

  fileprivate mutating func readBin() -> WavePyramid.Bin? {
    guard let least = readNumber(), let most = readNumber(), let strength = readNumber() else {
      return nil
    }
    return WavePyramid.Bin(least: Float(least), most: Float(most), strength: Float(strength))
  }

  /// A number that may be missing, as a count of 0 or 1 and then the number.
  private mutating func write(_ number: Double?) {
    write(number == nil ? 0 : 1)
    if let number { numbers.append(number) }
  }

  private mutating func readOptional() -> Double?? {
    guard let count = readWhole(in: 0...1) else { return nil }
    if count == 0 { return .some(nil) }
    return readNumber().map { .some($0) }
  }

  // MARK: - Intonation

  fileprivate mutating func write(_ found: TakeIntonation) {
    write(found.lines.count)
    for line in found.lines {
      write(line.note.number)
      write(line.count)
      numbers.append(line.mean.value)
      write(line.uncertainty?.value)
      numbers += [line.spread.value, line.shareInTune]
    }
    write(found.trace.count)
    // No audible pitch has a number below 0 or above 128.
    for pitch in found.trace { numbers.append(min(max(pitch ?? -1, -1), 128)) }
  }

  fileprivate mutating func readIntonation() -> TakeIntonation? {
    guard let count = readWhole(in: 0...128), let lines = readList(count, { $0.readLine() }),
      let columns = readWhole(in: 0...TakeRequest.traceColumns),
      let trace = readList(columns, { $0.read(in: -1...128) })
    else { return nil }
    return TakeIntonation(lines: lines, trace: trace.map { $0 < 0 ? nil : $0 })
  }

  private mutating func readLine() -> TakeIntonation.Line? {
    guard let note = readWhole(in: 0...127), let count = readWhole(), let mean = readNumber(),
      let uncertainty = readOptional(), let spread = readNumber(), let share = read(in: 0...1)
    else { return nil }
    return TakeIntonation.Line(
      Note(note), count: count, mean: Cents(mean), uncertainty: uncertainty.map { Cents($0) },
      spread: Cents(spread), shareInTune: share)
  }

  // MARK: - Timing

  fileprivate mutating func write(_ timing: TakeTiming) {
    write(timing.hits)
    write(timing.median)
    write(timing.deviation)
    write(timing.trend?.perMinute)
    write(timing.trend?.uncertainty)
    write(timing.missed)
    write(timing.extra)
  }

  fileprivate mutating func readTiming() -> TakeTiming? {
    guard let hits = readWhole(), let median = readOptional(), let deviation = readOptional(),
      let perMinute = readOptional(), let uncertainty = readOptional(), let missed = readWhole(),
      let extra = readWhole()
    else { return nil }
    var trend: ClickTiming.Trend?
    if let perMinute, let uncertainty {
      trend = ClickTiming.Trend(perMinute: perMinute, uncertainty: uncertainty)
    }
    return TakeTiming(
      hits: hits, median: median, deviation: deviation, trend: trend, missed: missed, extra: extra)
  }
}
