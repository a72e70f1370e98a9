/// Plays a sound faster or slower at its pitch, in pieces in which each partial continues the phase of the previous
/// one.
///
/// In the output, the middles of two pieces are a fixed distance apart; in the sound they are not. So each peak of a
/// piece's spectrum is rotated by the phase advance of its partial in between. That is measured in the sound itself,
/// which is read once more at the output distance before the piece: a steady tone stays unchanged, however long it
/// lasts.
///
/// Where a note begins, both times are aligned: no piece reaches across, and the new note is heard unchanged and on
/// time. Notes that ring on continue.
struct PhaseVocoder: Sendable {
  let channels: Int
  /// Frames of the sound per output frame.
  let speed: Double

  /// The spectrum's size in frames: 85 ms at 48 kHz, which separates partials 25 Hz apart.
  private let size: Int
  /// The output distance between pieces, and how far a piece reaches on either side of its middle.
  private let hop: Int
  /// How long the crossfade at a note's beginning takes, and how long the sound then stays unchanged.
  private let seam: Int
  private let hold: Int
  private let window: [Double]
  private let fade: [Double]
  private let seamFade: [Double]

  /// The loaded sound, from a frame on.
  private var sound: [Float] = []
  private var start: Int64
  private var attacks: AttackFinder
  private let firstHeard: Int64
  /// Upcoming beginnings of notes.
  private var notes: [Int64] = []

  /// The frame that is played at time 0.
  private let origin: Double
  /// The last piece: the output time of its middle, the frame there, and how much of its surroundings is used.
  private var time: Int64?
  private var place: Int64
  private var shape: [Double]
  private var piece: [Double]
  private var spectrum: TurnedSpectrum
  /// The frame that pieces do not reach before, and until when the sound stays unchanged.
  private var earliest = Int64.min / 2
  private var holdEnd = Int64.min

  /// The sums of the pieces from a time on, and their divisors.
  private var sums: [Float] = []
  private var weights: [Float] = []
  private var sumsStart: Int64

  /// - Parameter origin: the frame to start playing from.
  init(sampleRate: Int, channels: Int, speed: Double, origin: Int64) {
    self.channels = channels
    self.speed = speed
    self.origin = Double(origin)
    var size = 256
    while size * 16 < sampleRate { size *= 2 }
    self.size = size
    hop = size / 8
    seam = max(sampleRate / 500, 1)
    hold = max(sampleRate / 250, 1)
    window = Self.hill(size)
    fade = Self.hill(2 * hop)
    let seam = seam
    seamFade = (0..<seam).map { Functions.sine(turns: (Double($0) + 0.5) / Double(seam) / 4) }
    attacks = AttackFinder(sampleRate: sampleRate)
    place = origin
    shape = [Double](repeating: 0, count: size)
    piece = shape
    spectrum = TurnedSpectrum(size: size, channels: channels)
    // What came before is needed to recognise a beginning.
    start = origin - Int64(size)
    firstHeard = start
    sumsStart = -Int64(hop)
  }

  /// Rises from 0 to 1 and falls again (Hann).
  private static func hill(_ count: Int) -> [Double] {
    (0..<count).map { 0.5 - 0.5 * Functions.cosine(turns: (Double($0) + 0.5) / Double(count)) }
  }

  /// Appends what comes next: at most 16 ms, and sometimes nothing yet.
  mutating func advance(_ source: TakeFrames, to made: inout [Float]) {
    guard speed != 1 else {
      read(hop, from: place, source, to: &made)
      return place += Int64(hop)
    }
    load(source)
    guard let time else { return add(place, at: 0, isBeginning: true) }
    if time < holdEnd {
      add(place + holdEnd - time, at: holdEnd)
      // Sound that was played unchanged is not repeated.
      earliest = place
    } else if let note = notes.first {
      let left = self.time(of: note) - time
      if left > hop {
        // In two equal steps rather than a full one and a short one.
        step(min(Int64(hop), (left + 1) / 2))
      } else {
        add(note, at: time + left)
        begin(note, at: time + left)
      }
    } else {
      step(Int64(hop))
    }
    finish(to: &made)
  }

  /// The frame due at a time.
  private func ideal(_ time: Int64) -> Double { origin + Double(time) * speed }

  /// The time at which a frame is due.
  private func time(of frame: Int64) -> Int64 {
    Int64(Functions.nearest((Double(frame) - origin) / speed))
  }

  /// The frame that pieces do not reach.
  private var latest: Int64 { notes.first ?? .max / 2 }

  // MARK: - Pieces

  private mutating func step(_ count: Int64) {
    let time = (time ?? 0) + count
    let usual = Double(count) * speed
    // The time taken up by a note's beginning is made up gradually.
    let missing = ideal(time) - Double(place) - usual
    let frames = usual + min(max(missing, -usual / 4), usual / 4)
    add(min(place + Int64(Functions.nearest(frames)), latest), at: time)
  }

  private mutating func begin(_ note: Int64, at time: Int64) {
    earliest = note
    holdEnd = time + Int64(hold)
    while let next = notes.first, self.time(of: next) <= holdEnd { notes.removeFirst() }
    add(note, at: time, isBeginning: true)
  }

  /// Adds the piece around a frame.
  private mutating func add(_ place: Int64, at time: Int64, isBeginning: Bool = false) {
    if let last = self.time, place - self.place != time - last {
      // With the shape of the last piece, so that only the time differs.
      for channel in 0..<channels {
        cut(around: place - (time - last), channel)
        spectrum.compare(piece, channel)
      }
      spectrum.turnOn()
    }
    (self.place, self.time) = (place, time)
    let first = place - Int64(size / 2)
    for index in 0..<size {
      let frame = first + Int64(index)
      shape[index] =
        window[index] * seamLevel(frame - (earliest - Int64(seam))) * seamLevel(latest - 1 - frame)
    }
    for channel in 0..<channels {
      cut(around: place, channel)
      spectrum.take(piece, channel)
    }
    spectrum.follow(isBeginning: isBeginning)
    overlap(at: time)
  }

  /// The weight of a frame this far after the first one with any weight.
  private func seamLevel(_ distance: Int64) -> Double {
    guard distance >= 0 else { return 0 }
    return distance < seam ? seamFade[Int(distance)] : 1
  }

  private mutating func cut(around place: Int64, _ channel: Int) {
    var index = Int(place - Int64(size / 2) - start) * channels + channel
    for offset in 0..<size {
      let isThere = index >= 0 && index < sound.count
      piece[offset] = isThere ? Double(sound[index]).withinReason * shape[offset] : 0
      index += channels
    }
  }

  /// Adds the middle of the piece to the output.
  private mutating func overlap(at time: Int64) {
    let first = Int(time - Int64(hop) - sumsStart)
    let count = first + 2 * hop
    while weights.count < count { weights.append(0) }
    while sums.count < count * channels { sums.append(0) }
    let skipped = size / 2 - hop
    for channel in 0..<channels {
      spectrum.sound(channel, to: &piece)
      for index in 0..<2 * hop {
        let level = fade[index] * shape[skipped + index]
        sums[(first + index) * channels + channel] += Float(piece[skipped + index] * level)
      }
    }
    for index in 0..<2 * hop {
      let level = shape[skipped + index]
      weights[first + index] += Float(fade[index] * level * level)
    }
  }

  /// Appends the part that no further piece reaches.
  private mutating func finish(to made: inout [Float]) {
    let end = (time ?? 0) - Int64(hop)
    let count = Int(end - sumsStart)
    guard count > 0 else { return }
    for index in 0..<count where sumsStart + Int64(index) >= 0 {
      let weight = max(weights[index], 1e-6)
      for channel in 0..<channels { made.append(sums[index * channels + channel] / weight) }
    }
    sums.removeFirst(count * channels)
    weights.removeFirst(count)
    sumsStart = end
  }

  // MARK: - The loaded sound

  /// Loads more of the sound, and drops what is no longer needed.
  private mutating func load(_ source: TakeFrames) {
    let ahead = Double(2 * hop) * max(speed, 1) + Double(size / 2 + attacks.reach)
    var frames = sound.count / channels
    guard place + Int64(ahead) > start + Int64(frames) else { return }
    let dropped = Int(place - Int64(size + hop) - start)
    if dropped > size {
      sound.removeFirst(dropped * channels)
      start += Int64(dropped)
      frames -= dropped
    }
    let count = Int(place + Int64(ahead) - start) - frames + 2 * hop
    read(count, from: start + Int64(frames), source, to: &sound)
    for frame in frames..<frames + count {
      var sum: Float = 0
      for channel in 0..<channels { sum += sound[frame * channels + channel] }
      if let attack = attacks.hear(sum), Double(firstHeard + attack) > origin {
        notes.append(firstHeard + attack)
      }
    }
  }
  /// Appends `count` frames; missing ones are silence.
  private func read(
    _ count: Int, from frame: Int64, _ source: TakeFrames, to samples: inout [Float]
  ) {
    let whole = samples.count + count * channels
    source(frame, count, &samples)
    EditedFrames.appendSilence(max(whole - samples.count, 0), to: &samples)
  }
}
