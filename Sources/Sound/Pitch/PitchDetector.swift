/// Detects the pitch of a sound frame by frame, without any smoothing.
///
/// It takes every sample and is read after every hop. All memory is allocated in advance.
struct PitchDetector: Sendable {
  /// The result of one frame.
  struct Reading: Hashable, Sendable {
    /// In hertz.
    var frequency: Double
    /// How periodic the sound is: 1 for a machine's, 0.5 if noise is equally strong.
    var clarity: Double
  }

  /// The samples between readings: 10.7 ms at 48 kHz.
  let hop: Int
  let sampleRate: Double
  private let lowest: Double
  private let highest: Double
  private(set) var history: SampleHistory
  /// The estimate from the last frame's period alone, and the seconds it averages over: less exact than a reading
  /// while the pitch is steady, but closer while it moves.
  private(set) var coarsely = (frequency: 0.0, span: 0.0)
  private var finders: [PeriodFinder]
  private var spectra: [WindowedSpectrum]
  private var isMeasured: [Bool]
  private var fit = HarmonicFit()
  private var highPass: HighPass
  /// The last reading, while the sound continues.
  private var held: Held?
  /// A different pitch found instead of the held one, and how often.
  private var rival: (frequency: Double, count: Int)?
  private var doubt: (frequency: Double, count: Int)?

  private struct Held {
    var frequency: Double
    /// For how many frames it has been the same note.
    var age = 0
    /// For how many frames it has not been found.
    var missing = 0
    /// Where it was when it last moved, and for how many frames it has stayed there.
    var anchor = 0.0
    var still = 0

    mutating func settle(on exact: Double) {
      frequency = exact
      if PitchDetector.isNear(exact, anchor, within: 15) {
        still += 1
      } else {
        (anchor, still) = (exact, 0)
      }
    }
  }

  init(sampleRate: Double, range: ClosedRange<Double>) {
    self.sampleRate = sampleRate
    lowest = range.lowerBound
    highest = min(range.upperBound, sampleRate * 0.4)
    hop = Self.hop(at: sampleRate)
    let scale = Self.scale(at: sampleRate)
    let windows = [2_048, 4_096, 8_192].map { Int(Double($0) * scale) }
    history = SampleHistory(capacity: windows[2])
    finders = windows.map { PeriodFinder(window: $0) }
    spectra = windows.map { WindowedSpectrum(window: $0, sampleRate: sampleRate) }
    isMeasured = windows.map { _ in false }
    highPass = HighPass(corner: 20, sampleRate: sampleRate)
  }

  /// Measures a steady pitch more exactly than a single frame can, from the same samples.
  func makePrecise() -> PrecisePitch {
    PrecisePitch(sampleRate: sampleRate, hop: hop, window: spectra[1].window)
  }

  /// The hop at 48 kHz is 512; at other rates it is about as long in time.
  static func hop(at sampleRate: Double) -> Int {
    max(128, Int(Functions.nearest(sampleRate * 512 / 48_000 / 128)) * 128)
  }

  /// Windows are powers of two and about as long in time at every rate.
  private static func scale(at sampleRate: Double) -> Double {
    Functions.exp2(Functions.nearest(max(-3, min(3, Functions.log2(sampleRate / 48_000)))))
  }

  mutating func hear(_ sample: Double) {
    history.append(highPass.pass(sample))
  }

  /// The reading from the newest samples; `nil` when it is quiet.
  ///
  /// - Parameter mayBegin: whether a note may begin now, or only continue.
  mutating func read(isQuiet: Bool, mayBegin: Bool) -> Reading? {
    for index in 0..<isMeasured.count { isMeasured[index] = false }
    guard !isQuiet, mayBegin || held != nil, let found = coarse() else {
      held?.missing += 1
      held?.still = 0
      if let missing = held?.missing, missing > 28 { held = nil }
      rival = nil
      return nil
    }
    let settled = octave(of: found)
    coarsely.frequency = settled.frequency
    guard let frequency = keep(settled.frequency) else { return nil }
    let exact = fine(frequency)
    held?.settle(on: exact)
    return Reading(frequency: exact, clarity: settled.clarity)
  }

  // MARK: - From coarse to fine

  /// The likeness needed to begin a note, and the likeness enough to continue it.
  private static let acquiring = 0.80
  private static let holding = 0.45

  private mutating func coarse() -> Reading? {
    var best: Reading?
    for index in finders.indices {
      let longest = min(sampleRate / lowest, Double(finders[index].longestLag))
      let period = finders[index].period(
        of: history, from: sampleRate / highest, to: longest, firstPeak: 0.9)
      guard let period else { continue }
      let reading = Reading(frequency: sampleRate / period.lag, clarity: period.clarity)
      coarsely.span = Double(finders[index].window) / sampleRate
      if reading.clarity >= Self.acquiring {
        doubt = nil
        return reading
      }
      if reading.clarity > best?.clarity ?? 0 { best = reading }
      if index == finders.count - 1, best == nil || reading.clarity >= Self.holding {
        best = reading
      }
    }
    guard let best, best.clarity >= Self.holding else {
      doubt = nil
      return nil
    }
    if let held, Self.isNear(best.frequency, held.frequency, within: 100) { return best }
    // In noise, a pitch that persists is real.
    if let doubt, Self.isNear(best.frequency, doubt.frequency, within: 50) {
      self.doubt = (best.frequency, doubt.count + 1)
    } else {
      doubt = (best.frequency, 1)
    }
    return doubt?.count ?? 0 >= 5 ? best : nil
  }

  private mutating func octave(of found: Reading) -> Reading {
    var found = found
    for (divisor, least) in OctaveEvidence.trials {
      let lower = found.frequency / Double(divisor)
      guard lower >= lowest else { continue }
      let index = spectrum(holding: 8, periodsOf: lower)
      // A note already heard needs less to continue.
      let isHeld = held.map { Self.isNear($0.frequency, lower, within: 60) } ?? false
      if OctaveEvidence.isLower(
        by: divisor, than: found.frequency, in: &spectra[index], least: isHeld ? 0.001 : least),
        isHeld || repeats(lower, found)
      {
        found.frequency = lower
        break
      }
    }
    let index = spectrum(holding: 8, periodsOf: found.frequency)
    if let notes = OctaveEvidence.notes(repeatingAt: found.frequency, in: &spectra[index]),
      max(notes.stronger, notes.weaker) <= highest
    {
      // A note already heard continues.
      let goesOn = held.map { Self.isNear($0.frequency, notes.weaker, within: 60) } ?? false
      found.frequency = goesOn ? notes.weaker : notes.stronger
    }
    return found
  }

  /// Whether the sound repeats after the longer period at least as well as after the shorter.
  private mutating func repeats(_ lower: Double, _ found: Reading) -> Bool {
    let lag = sampleRate / lower
    guard let index = finders.firstIndex(where: { Double($0.longestLag) > lag + 1 }) else {
      return false
    }
    finders[index].measure(history)
    let (long, short) = (
      finders[index].clarity(at: lag), finders[index].clarity(at: sampleRate / found.frequency)
    )
    return long >= short - 0.02 * (1 - short)
  }

  private mutating func fine(_ frequency: Double) -> Double {
    // A window twice as long is more exact, if the pitch does not move within it.
    let isStill = (held?.still ?? 0) > 16 && frequency < 1_000
    let index = isStill ? 2 : max(1, spectrum(holding: 5, periodsOf: frequency))
    measure(index)
    guard
      let exact = fit.fundamental(
        near: frequency, in: &spectra[index], sampleRate: sampleRate),
      Self.isNear(exact, frequency, within: 40)
    else { return frequency }
    return exact
  }

  /// The shortest spectrum holding `count` periods of a frequency, or else the longest; it is measured.
  private mutating func spectrum(holding count: Double, periodsOf frequency: Double) -> Int {
    let wanted = count * sampleRate / frequency
    let index = spectra.firstIndex { Double($0.window) >= wanted } ?? spectra.count - 1
    measure(index)
    return index
  }

  private mutating func measure(_ index: Int) {
    guard !isMeasured[index] else { return }
    isMeasured[index] = true
    spectra[index].measure(history)
  }

  // MARK: - From frame to frame

  /// The frequency accepted after this frame: a different octave must be found more than once.
  private mutating func keep(_ frequency: Double) -> Double? {
    guard let held else {
      self.held = Held(frequency: frequency)
      return frequency
    }
    if Self.isNear(frequency, held.frequency, within: 100) {
      self.held?.age += 1
      self.held?.missing = 0
      rival = nil
      return frequency
    }
    if Self.isOctave(frequency, held.frequency) {
      let count =
        rival.map { Self.isNear($0.frequency, frequency, within: 60) ? $0.count + 1 : 1 } ?? 1
      rival = (frequency, count)
      if count < (held.age > 28 ? 3 : 2) { return nil }
    }
    self.held = Held(frequency: frequency)
    rival = nil
    return frequency
  }

  fileprivate static func isNear(_ one: Double, _ other: Double, within cents: Double) -> Bool {
    abs(Cents(ratio: one / other).value) <= cents
  }

  /// Whether one is about twice, three times, half or a third of the other.
  private static func isOctave(_ one: Double, _ other: Double) -> Bool {
    let ratio = max(one, other) / min(one, other)
    return isNear(ratio, 2, within: 60) || isNear(ratio, 3, within: 60)
      || isNear(ratio, 4, within: 60)
  }
}
