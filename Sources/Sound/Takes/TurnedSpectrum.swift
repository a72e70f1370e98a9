/// The spectrum of a piece of sound in which each peak is rotated by one angle, together with the entries around
/// it.
///
/// All channels are rotated alike, so that a sound keeps its place between them.
struct TurnedSpectrum: Sendable {
  private let size: Int
  private var transform: RealTransform
  /// The spectra of the present piece, one channel after another.
  private var real: [Double]
  private var imaginary: [Double]
  /// The powers of all channels together, now and in the previous piece.
  private var powers: [Double]
  private var lastPowers: [Double]
  /// How far the piece is ahead in phase of the one it was last compared with, all channels together.
  private var aheadX: [Double]
  private var aheadY: [Double]
  /// The rotation of each entry, as a point on the unit circle.
  private var turnX: [Double]
  private var turnY: [Double]
  private var nextX: [Double]
  private var nextY: [Double]
  /// Cosine and sine parts in one number.
  private var joined: [Double]

  private var entries: Int { size / 2 + 1 }

  init(size: Int, channels: Int) {
    self.size = size
    transform = RealTransform(size: size)
    let zeros = [Double](repeating: 0, count: size / 2 + 1)
    real = [Double](repeating: 0, count: channels * zeros.count)
    imaginary = real
    (powers, lastPowers, aheadX, aheadY) = (zeros, zeros, zeros, zeros)
    (turnX, turnY, nextX, nextY) = (zeros, zeros, zeros, zeros)
    joined = [Double](repeating: 0, count: size)
  }

  // MARK: - Analysis

  /// Compares the present piece with another, channel by channel.
  mutating func compare(_ samples: [Double], _ channel: Int) {
    transform.transform(samples)
    let first = channel * entries
    for entry in 0..<entries {
      let (x, y) = (real[first + entry], imaginary[first + entry])
      let (otherX, otherY) = (transform.real[entry], transform.imaginary[entry])
      let (aheadX, aheadY) = (x * otherX + y * otherY, y * otherX - x * otherY)
      self.aheadX[entry] = channel == 0 ? aheadX : self.aheadX[entry] + aheadX
      self.aheadY[entry] = channel == 0 ? aheadY : self.aheadY[entry] + aheadY
    }
  }

  /// Rotates the next piece further than this one, by the phase lead over the piece it was compared with.
  mutating func turnOn() {
    for entry in 0..<entries {
      let (x, y) = (turnX[entry], turnY[entry])
      turnX[entry] = x * aheadX[entry] - y * aheadY[entry]
      turnY[entry] = x * aheadY[entry] + y * aheadX[entry]
    }
  }

  /// Takes the next piece, channel by channel.
  mutating func take(_ samples: [Double], _ channel: Int) {
    transform.transform(samples)
    let first = channel * entries
    if channel == 0 { swap(&powers, &lastPowers) }
    for entry in 0..<entries {
      let (x, y) = (transform.real[entry], transform.imaginary[entry])
      (real[first + entry], imaginary[first + entry]) = (x, y)
      powers[entry] = x * x + y * y + (channel == 0 ? 0 : powers[entry])
    }
  }

  // MARK: - Rotation

  /// How much stronger than in the previous piece a peak must be to belong to a new note: 3 dB.
  private static let rise = 2.0

  /// Rotates everything around a peak with it; where a note begins, its own peaks stay unchanged.
  mutating func follow(isBeginning: Bool) {
    var (start, peak, lowest) = (0, -1, 0)
    for entry in 0..<entries {
      if isPeak(entry) {
        if peak >= 0 {
          turn(start..<lowest, as: peak, isBeginning)
          start = lowest
        }
        (peak, lowest) = (entry, entry + 1)
      } else if lowest < entries, powers[entry] < powers[lowest] {
        lowest = entry
      }
    }
    turn(start..<entries, as: max(peak, 0), isBeginning)
    swap(&turnX, &nextX)
    swap(&turnY, &nextY)
  }

  /// Whether an entry is the strongest of those around it: of three, and of seven unless it is so low that
  /// another partial's flank is among them.
  private func isPeak(_ entry: Int) -> Bool {
    let reach = entry < 12 ? 1 : 3
    guard entry >= reach, entry + reach < entries else { return false }
    for other in 1...reach
    where powers[entry - other] >= powers[entry] || powers[entry + other] > powers[entry] {
      return false
    }
    return true
  }

  private mutating func turn(_ range: Range<Int>, as peak: Int, _ isBeginning: Bool) {
    var (x, y) = (turnX[peak], turnY[peak])
    let length = (x * x + y * y).squareRoot()
    let isNew = isBeginning && powers[peak] > Self.rise * lastPowers[peak]
    if isNew || length < 1e-100 { (x, y) = (1, 0) } else { (x, y) = (x / length, y / length) }
    for entry in range { (nextX[entry], nextY[entry]) = (x, y) }
  }

  /// The sound of a channel of the piece after rotation, replacing `samples`.
  mutating func sound(_ channel: Int, to samples: inout [Double]) {
    // The sum of cosine and sine parts is a real transform that is its own inverse.
    let first = channel * entries
    for entry in 0..<entries {
      let (x, y) = (real[first + entry], imaginary[first + entry])
      let turnedX = x * turnX[entry] - y * turnY[entry]
      let turnedY = x * turnY[entry] + y * turnX[entry]
      // The mirrored entry first: the first and the middle one are their own mirrors.
      joined[(size - entry) % size] = turnedX + turnedY
      joined[entry] = turnedX - turnedY
    }
    transform.transform(joined)
    let scale = 1 / Double(size)
    for entry in 0..<entries {
      let (x, y) = (transform.real[entry] * scale, transform.imaginary[entry] * scale)
      samples[(size - entry) % size] = x + y
      samples[entry] = x - y
    }
  }
}
