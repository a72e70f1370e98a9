import Domain
import RoomKit
import Sound

/// What the tuner has heard since the page was opened: the current reading, the last ten seconds, and the average
/// intonation of each note.
struct Sitting: Sendable {
  /// A pitch, as shown.
  struct Reading: Equatable, Sendable {
    /// As it sounds, and as it is written for the instrument.
    var sounding: Note
    var written: Note
    /// Cents from the note, or from the degree of a scale without twelve notes.
    var cents: Double
    /// In hertz.
    var frequency: Double
    /// The uncertainty of a precise reading, in cents.
    var errorBar: Double?
    var degree: Int?
    /// Whether it still sounds; the last reading stays in grey.
    var isLive: Bool
  }

  /// The settings for reading a frame.
  struct Rule {
    var tuning: Tuning
    var player: Instrument
    var setup: TunerSetup
    var spelling: Spelling
    var sampleRate: Double
  }

  private(set) var reading: Reading?
  private(set) var level: Decibels?
  private(set) var vibrato: Vibrato?
  /// The phase of the strobe's lowest band, in turns.
  private(set) var strobe = 0.0
  var trace = PitchTrace()
  var map = IntonationMap()
  /// The text for screen readers, updated at most once per second.
  private(set) var announcement = ""
  /// The frequency that has sounded steadily for a second, if one has.
  private(set) var steady: Double?

  /// When the current note began, when it was last heard, and the last announcement, in seconds.
  private var began = 0.0
  private var lastHeard = -1.0
  private var announced = -1.0
  private var now = 0.0
  private var steadySince: (start: Double, frequency: Double)?

  /// Seconds that a note stays before it turns grey.
  private static let release = 0.3
  /// The attack of a note, in seconds, which does not count as intonation.
  private static let attack = 0.04

  /// Reads a frame.
  mutating func hear(_ frame: PitchTracker.Frame, _ rule: Rule) {
    let before = now
    now = Double(frame.samples) / rule.sampleRate
    // A reopened microphone counts from its own start.
    if now < before { restart() }
    level = frame.level
    vibrato = frame.vibrato
    if let pitch = frame.pitch {
      read(pitch, rule, passed: max(now - before, 0))
    } else {
      rest(rule)
    }
    trace.add(now, reading.flatMap { $0.isLive ? ($0.written, $0.cents) : nil })
    announce(rule)
  }

  private mutating func restart() {
    (began, lastHeard, announced) = (now, -1, -1)
    trace = PitchTrace()
    forgetSteadiness()
  }

  private mutating func read(_ pitch: PitchTracker.Pitch, _ rule: Rule, passed: Double) {
    let new = Self.reading(of: pitch, rule, near: lastHeard < 0 ? nil : reading)
    let isSame = reading.map { $0.isLive && $0.written == new.written } ?? false
    if !isSame { began = now }
    lastHeard = now
    reading = new
    let target = rule.tuning.frequency(of: new.sounding)
    // One bar per second for each hertz of difference; only the position within a turn matters.
    strobe += (pitch.frequency - target) * passed
    strobe -= strobe.rounded(.down)
    if now - began >= Self.attack, abs(new.cents) <= 50 { map.add(new.written, new.cents) }
    follow(pitch.frequency)
  }

  private mutating func rest(_ rule: Rule) {
    forgetSteadiness()
    guard now - lastHeard > Self.release else { return }
    if rule.setup.isHolding { reading?.isLive = false } else { reading = nil }
  }

  /// The note of a pitch. A note near the border keeps its name until it is well beyond.
  private static func reading(
    of pitch: PitchTracker.Pitch, _ rule: Rule, near last: Reading?
  ) -> Reading {
    let bar = pitch.errorBar?.value
    if let target = rule.setup.target {
      let note = target.raised(by: rule.player.transposition)
      let cents = Cents(ratio: pitch.frequency / rule.tuning.frequency(of: note)).value
      return Reading(
        sounding: note, written: target, cents: cents, frequency: pitch.frequency, errorBar: bar,
        isLive: true)
    }
    var tuned = rule.tuning.nearest(to: pitch.frequency)
    if let last, last.isLive, tuned.degree == nil, last.sounding != tuned.note {
      let cents = Cents(ratio: pitch.frequency / rule.tuning.frequency(of: last.sounding)).value
      if abs(cents) < 60 { (tuned.note, tuned.offset) = (last.sounding, Cents(cents)) }
    }
    return Reading(
      sounding: tuned.note, written: rule.player.written(tuned.note), cents: tuned.offset.value,
      frequency: pitch.frequency, errorBar: bar, degree: tuned.degree, isLive: true)
  }

  // MARK: - Steadiness

  mutating func forgetSteadiness() { (steady, steadySince) = (nil, nil) }

  /// A pitch that stays within ten cents for a second is steady.
  private mutating func follow(_ frequency: Double) {
    guard let since = steadySince, abs(Cents(ratio: frequency / since.frequency).value) < 10 else {
      steadySince = (now, frequency)
      steady = nil
      return
    }
    if now - since.start >= 1 { steady = frequency }
  }

  // MARK: - Words

  /// Whether a reading is in tune.
  enum Verdict: Equatable, Sendable {
    case inTune, flat, sharp

    /// ▲ is too high, ▼ too low.
    var sign: String {
      switch self {
      case .inTune: "●"
      case .flat: "▼"
      case .sharp: "▲"
      }
    }

    var name: String {
      switch self {
      case .inTune: "in tune"
      case .flat: "flat"
      case .sharp: "sharp"
      }
    }
  }

  static func verdict(_ cents: Double, _ tolerance: Int) -> Verdict {
    abs(cents) <= Double(tolerance) ? .inTune : cents < 0 ? .flat : .sharp
  }

  private mutating func announce(_ rule: Rule) {
    guard now - announced >= 1, let reading, reading.isLive else { return }
    let verdict = Self.verdict(reading.cents, rule.setup.tolerance)
    announced = now
    // The number as it is on the screen.
    announcement =
      "\(reading.written.name(in: rule.spelling)), \(verdict.name), "
      + "\(Figures.signedTenths(reading.cents)) cents"
  }
}

/// The pitch of the last ten seconds, ten times a second.
struct PitchTrace: Equatable, Sendable {
  struct Point: Equatable, Sendable {
    /// In seconds.
    var time: Double
    var note: Note
    var cents: Double
  }

  static let seconds = 10.0
  private static let interval = 0.1

  /// Oldest first; there is no point where nothing was heard.
  private(set) var points: [Point] = []
  /// The time at the end of the trace; it advances in steps.
  private(set) var end = 0.0

  mutating func add(_ now: Double, _ heard: (note: Note, cents: Double)?) {
    guard now - end >= Self.interval || now < end else { return }
    end = now
    if let heard { points.append(Point(time: now, note: heard.note, cents: heard.cents)) }
    let oldest = now - Self.seconds
    if let first = points.first, first.time < oldest {
      points.removeFirst(points.prefix { $0.time < oldest }.count)
    }
  }

  /// The trace as path data for a drawing of this size; ±50 cents are at its edges.
  func path(width: Double, height: Double) -> String {
    var path = ""
    var last: Point?
    for point in points {
      let isOn = last.map { point.time - $0.time < 2.5 * Self.interval && point.note == $0.note }
      let x = (point.time - end + Self.seconds) / Self.seconds * width
      let y = height / 2 - min(max(point.cents, -50), 50) / 100 * height
      path += "\(isOn == true ? "L" : "M")\(Int(x + 0.5)) \(Int(y + 0.5))"
      // A single point is a dot.
      if isOn != true { path += "h0" }
      last = point
    }
    return path
  }
}

/// The intonation of each written note.
struct IntonationMap: Equatable, Sendable {
  /// Every note that was heard, from low to high, as it is saved for a day.
  private(set) var notes: [IntonationDay.Note] = []

  mutating func add(_ note: Note, _ cents: Double) {
    let place = notes.firstIndex { $0.number >= note.number } ?? notes.count
    if place == notes.count || notes[place].number != note.number {
      notes.insert(IntonationDay.Note(note.number, count: 0, sum: 0, squares: 0), at: place)
    }
    notes[place].count += 1
    notes[place].sum += cents
    notes[place].squares += cents * cents
  }

  var isEmpty: Bool { notes.isEmpty }
}
