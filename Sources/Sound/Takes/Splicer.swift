/// Plays a sound faster or slower at its pitch: it goes on as it is for a while, and jumps to a place that goes on alike.
///
/// So it is heard in pieces of 20 ms that fade into each other (WSOLA). Where a note begins, both times are tied:
/// its beginning is heard once, as it is, and when it should be.
struct Splicer: Sendable {
  let channels: Int
  /// Frames of the sound for each that is made.
  let speed: Double

  /// How long two pieces overlap, how far from its place one may be, and how far apart jumps are tried.
  private let overlap: Int
  private let reach: Int
  private let stride: Int
  /// What stays as it is before and behind the beginning of a note.
  private let before: Int
  private let hold: Int
  /// How long ago a note must have begun so that what follows is not heard as its beginning.
  private let settled: Int
  private let ramp: [Float]

  /// The sound at hand from a frame on; all channels as one, the deeper the stronger; and that in a lower rate.
  private var sound: [Float] = []
  private var mono: [Float] = []
  private var coarse: [Float] = []
  private var start: Int64
  /// What makes it deep: how much of each sample goes into two running means, and what they are.
  private let shares: (high: Float, low: Float)
  private var means: (high: Float, low: Float) = (0, 0)
  private var attacks: AttackFinder
  private let firstHeard: Int64
  /// Beginnings of notes that are still to come.
  private var notes: [Int64] = []
  private var lastNote: Int64?

  /// The frame that is played at time 0.
  private let origin: Double
  /// How many frames are made, and the frame that would be next.
  private var made: Int64 = 0
  private var next: Int64
  /// How many frames are left that stay as they are.
  private var held = 0

  /// - Parameter origin: the frame from which on it plays.
  init(sampleRate: Int, channels: Int, speed: Double, origin: Int64) {
    self.channels = channels
    self.speed = speed
    self.origin = Double(origin)
    let rate = Double(sampleRate)
    overlap = Int(0.02 * rate)
    reach = Int(0.01 * rate)
    before = Int(0.0015 * rate)
    hold = Int(0.01 * rate)
    settled = Int(0.006 * rate)
    shares = (Self.share(of: 200, rate), Self.share(of: 40, rate))
    stride = max(sampleRate / 11_025, 1)
    let length = overlap
    ramp = (0..<length).map { index in
      Float(0.5 - 0.5 * Functions.cosine(turns: (Double(index) + 0.5) / Double(length) / 2))
    }
    attacks = AttackFinder(sampleRate: sampleRate)
    next = origin
    // What came before tells what a beginning is, and can be jumped to.
    let back = Int64(sampleRate / 8 / stride * stride)
    start = origin - back
    firstHeard = start
  }

  /// Appends the next piece, of at most 40 ms.
  mutating func advance(_ source: TakeFrames, to made: inout [Float]) {
    let ahead = Double(5 * overlap) * speed + Double(reach + 3 * overlap)
    load(until: Int64(ideal(self.made) + ahead), source)
    if held > 0 {
      let count = min(held, overlap)
      copy(count, to: &made)
      held -= count
      return
    }
    passNotes()
    guard let note = notes.first else { return jump(overlap, before: nil, to: &made) }
    let left = Int(clamping: time(of: note) - Int64(before) - self.made)
    if left > 4 * overlap {
      jump(overlap, before: nil, to: &made)
    } else if left > overlap {
      jump(min(overlap / 2, left - overlap / 2), before: note, to: &made)
    } else {
      land(on: note, in: left, to: &made)
    }
  }

  /// The frame that should be heard at a time.
  private func ideal(_ time: Int64) -> Double { origin + Double(time) * speed }

  /// When a frame should be heard.
  private func time(of frame: Int64) -> Int64 {
    Int64(Functions.nearest((Double(frame) - origin) / speed))
  }

  /// Forgets beginnings that cannot be met any more.
  private mutating func passNotes() {
    while let note = notes.first, time(of: note) - Int64(before) - made < Int64(overlap / 4) {
      notes.removeFirst()
    }
  }

  // MARK: - Pieces

  /// Goes on with what is nearest to its place and alike; before a note that is to come its beginning is not touched.
  private mutating func jump(_ count: Int, before note: Int64?, to made: inout [Float]) {
    // What begins here is heard most strongly when it is faded in, and so that moment should be in time.
    let middle = Int64(ideal(self.made + Int64(overlap))) - Int64(overlap)
    let near = range(middle, reach / 2, note.map { $0 - Int64(before + count + overlap) })
    if near.contains(next) { return copy(count, to: &made) }
    var found = likest(near, middle)
    let isAtEdge =
      found.place <= near.lowerBound + Int64(stride)
      || found.place >= near.upperBound - Int64(stride)
    if found.likeness < Self.alike || isAtEdge {
      // Long periods need more room: at an edge it would be more alike beyond it.
      let far = range(middle, reach, note.map { $0 - Int64(before + count + overlap) })
      if far.contains(next) { return copy(count, to: &made) }
      found = likest(far, middle)
    }
    fade(count, to: found.place, &made)
  }

  /// How alike two pieces are at least, where one is not looked for further away; 1 is the same.
  private static let alike = 0.9

  /// Where to look: near a frame, at or before another, and behind the beginning of the last note.
  private func range(_ middle: Int64, _ reach: Int, _ latest: Int64?) -> ClosedRange<Int64> {
    var (low, high) = (middle - Int64(reach), middle + Int64(reach))
    if let lastNote, lastNote <= next, low < lastNote + Int64(settled) {
      low = lastNote + Int64(settled)
      high = max(high, low + Int64(reach))
    }
    if let latest, high > latest {
      high = latest
      low = min(low, latest - Int64(reach))
    }
    low = max(low, start + Int64(stride))
    high = min(high, start + Int64(mono.count - overlap - 2 * stride))
    return low...max(low, high)
  }

  /// Comes to the beginning of a note just when it should be heard.
  private mutating func land(on note: Int64, in left: Int, to made: inout [Float]) {
    let fadeLength = min(left, overlap / 2)
    copy(left - fadeLength, to: &made)
    let exact = note - Int64(before + fadeLength)
    let slack = Int64(before / 2)
    let near = exact - slack...exact + slack
    let place = near.contains(next) ? next : likest(near, exact).place
    fade(fadeLength, to: place, &made)
    held = before + hold
    if notes.count > 1 {
      // The next one may be near.
      let room = time(of: notes[1]) - Int64(before + overlap / 2) - self.made
      held = min(held, max(Int(clamping: room), before))
    }
    lastNote = note
    notes.removeFirst()
  }

  /// Plays on as it is.
  private mutating func copy(_ count: Int, to made: inout [Float]) {
    let first = Int(next - start) * channels
    for index in first..<first + count * channels {
      made.append(index < sound.count ? sound[index] : 0)
    }
    next += Int64(count)
    self.made += Int64(count)
  }

  /// Fades from what would be next to another place.
  private mutating func fade(_ count: Int, to place: Int64, _ made: inout [Float]) {
    guard place != next, count > 0 else { return copy(count, to: &made) }
    var (one, other) = (Int(next - start) * channels, Int(place - start) * channels)
    for index in 0..<count {
      let level = ramp[index * ramp.count / count]
      for _ in 0..<channels {
        let old = one < sound.count ? sound[one] : 0
        made.append(old + (sound[other] - old) * level)
        one += 1
        other += 1
      }
    }
    next = place + Int64(count)
    self.made += Int64(count)
  }

  // MARK: - Alikeness

  /// The frame of a range from which on the sound is most like that from ``next`` on.
  private func likest(_ range: ClosedRange<Int64>, _ middle: Int64) -> (
    place: Int64, likeness: Double
  ) {
    let (low, high) = (Int(range.lowerBound - start), Int(range.upperBound - start))
    let pattern = Int(next - start)
    guard pattern >= 0, pattern + overlap + stride <= mono.count else { return (middle, 1) }
    // In the lower rate first, in steps of its samples.
    let shift = pattern % stride
    let first = (low - shift) / stride
    let last = max((high - shift) / stride, first)
    let favoured = (Int(middle - start) - shift) / stride
    let rough = Self.likest(
      coarse.span, pattern / stride, overlap / stride, first, last, favoured,
      pull: 0.02 * Double(stride) / Double(reach))
    let exact = rough.place * stride + shift
    let near = max(exact - stride, low, 0)
    let far = max(min(exact + stride, high, mono.count - overlap), near)
    let fine = Self.likest(mono.span, pattern, overlap, near, far, exact, pull: 0)
    return (start + Int64(fine.place), fine.likeness)
  }

  /// Which of some places goes on most like `pattern` does, with a slight pull towards one.
  @inline(never)
  private static func likest(
    _ sound: Span<Float>, _ pattern: Int, _ count: Int, _ first: Int, _ last: Int,
    _ favoured: Int, pull: Double
  ) -> (place: Int, likeness: Double) {
    var best = (place: min(max(favoured, first), last), likeness: -Double.infinity)
    guard first >= 0, pattern + count <= sound.count else { return best }
    var own: Float = 1e-9
    for index in pattern..<pattern + count { own += sound[index] * sound[index] }
    for place in first...last where place + count <= sound.count {
      var (product, power): (Float, Float) = (0, 1e-9)
      for index in 0..<count {
        let sample = sound[place + index]
        product += sample * sound[pattern + index]
        power += sample * sample
      }
      let likeness =
        Double(product / (power * own).squareRoot()) * (1 - pull * Double(abs(place - favoured)))
      if likeness > best.likeness { best = (place, likeness) }
    }
    return best
  }

  // MARK: - The sound at hand

  /// How much of a sample a running mean takes that follows up to a frequency.
  private static func share(of frequency: Double, _ rate: Double) -> Float {
    Float(1 - Functions.exp2(-2 * .pi * frequency / rate * 1.4426950408889634))
  }

  /// A sample with its fundamental brought out: partials that are not quite in tune would draw the pitch away.
  private mutating func deep(_ sample: Float) -> Float {
    means.high += (Float(Double(sample).withinReason) - means.high) * shares.high
    means.low += (means.high - means.low) * shares.low
    return means.high - means.low
  }

  /// Takes more of the sound, and leaves what nothing will go back to.
  private mutating func load(until end: Int64, _ source: TakeFrames) {
    let missing = end - start - Int64(mono.count)
    guard missing > 0 else { return }
    let kept = min(next, Int64(ideal(made))) - Int64(4 * overlap + reach) - start
    let dropped = Int(max(kept, 0)) / stride * stride
    if dropped > 8 * overlap {
      sound.removeFirst(dropped * channels)
      mono.removeFirst(dropped)
      coarse.removeFirst(dropped / stride)
      start += Int64(dropped)
    }
    // Whole samples of the lower rate, and not for a few frames at a time.
    let count = (Int(missing) + overlap + stride - 1) / stride * stride
    let first = mono.count
    source(start + Int64(first), count, &sound)
    let missingSamples = (first + count) * channels - sound.count
    if missingSamples > 0 { EditedFrames.appendSilence(missingSamples, to: &sound) }
    for frame in first..<first + count {
      var sum: Float = 0
      for channel in 0..<channels { sum += sound[frame * channels + channel] }
      mono.append(deep(sum))
      if let attack = attacks.hear(sum), Double(firstHeard + attack) > origin {
        notes.append(firstHeard + attack)
      }
    }
    for index in Swift.stride(from: first, to: first + count, by: stride) {
      var sum: Float = 0
      for place in index..<index + stride { sum += mono[place] }
      coarse.append(sum)
    }
  }
}
