/// How to listen to a sound.
public struct ListenRequest: Hashable, Sendable {
  public var mode: PitchMode
  /// One of ``Instrument/all``: notes it cannot play are ignored.
  public var instrument: Instrument
  /// In hertz, within ``Tuning/range``.
  public var a4: Double

  public init(mode: PitchMode = .normal, instrument: Instrument = .any, a4: Double = 440) {
    self.mode = mode
    self.instrument = instrument
    self.a4 = a4
  }

  /// The request as numbers.
  public var message: [Double] {
    [
      Double(PitchMode.allCases.firstIndex(of: mode) ?? 0),
      Double(Instrument.all.firstIndex(of: instrument) ?? 0), a4,
    ]
  }

  /// Reads a request from a message, or `nil` if it is not one.
  public init?(message numbers: [Double]) {
    var message = Message(numbers)
    guard let mode = message.readWhole(in: 0...PitchMode.allCases.count - 1),
      let instrument = message.readWhole(in: 0...Instrument.all.count - 1),
      let a4 = message.read(in: Tuning.range), message.isAtEnd
    else { return nil }
    self.init(mode: PitchMode.allCases[mode], instrument: Instrument.all[instrument], a4: a4)
  }
}

extension PitchTracker {
  /// Listens as requested, at a rate within ``sampleRates``.
  public init(sampleRate: Int, _ request: ListenRequest) {
    self.init(
      sampleRate: sampleRate, mode: request.mode, instrument: request.instrument,
      tuning: Tuning(a4: request.a4) ?? .standard)
  }
}

extension PitchTracker.Frame {
  /// The length of a frame's message.
  public static let messageLength = 8

  /// The frame as a message: samples, frequency or 0, clarity, level, error bar or −1, and the vibrato's rate or
  /// 0, extent and centre.
  public var message: InlineArray<8, Double> {
    [
      Double(samples), pitch?.frequency ?? 0, pitch?.clarity ?? 0, max(level.value, -200),
      pitch?.errorBar?.value ?? -1, vibrato?.rate ?? 0, vibrato?.extent.value ?? 0,
      vibrato?.centre ?? 0,
    ]
  }

  /// Reads a frame from a message, or `nil` if it is not one.
  public init?(message numbers: [Double]) {
    var message = Message(numbers)
    guard let samples = message.readWhole64(), let frequency = message.read(in: 0...100_000),
      let clarity = message.read(in: -2...2), let level = message.read(in: -200...200),
      let bar = message.read(in: -1...10_000), let rate = message.read(in: 0...100),
      let extent = message.read(in: 0...10_000), let centre = message.read(in: 0...100_000)
    else { return nil }
    self.samples = samples
    self.level = Decibels(level)
    pitch =
      frequency == 0
      ? nil
      : PitchTracker.Pitch(
        frequency: frequency, clarity: clarity, errorBar: bar < 0 ? nil : Cents(bar))
    vibrato = rate == 0 ? nil : Vibrato(rate: rate, extent: Cents(extent), centre: centre)
  }
}
