/// The Fourier transform of real numbers, with all memory allocated in advance.
///
/// The frequency of entry `k` is `k / size` of the sample rate; entry 0 is the mean and entry `size / 2` half
/// the sample rate. Nothing is scaled: a cosine of amplitude 1 on an entry yields `size / 2`.
public struct RealTransform: Sendable {
  /// How many samples are transformed: a power of two, at least 4.
  public let size: Int
  /// The cosine parts of the last transform, `size / 2 + 1` of them.
  public private(set) var real: [Double]
  /// The sine parts of the last transform, counterclockwise.
  public private(set) var imaginary: [Double]
  private let tables: Tables

  private struct Tables: Sendable {
    /// Cosine and sine of each `k / size` of a turn, `k` below `size / 2`.
    let cosines: [Double]
    let sines: [Double]
    /// The angles by which each step of the half-sized transform rotates, in the order of use.
    let turns: [Turns]
    /// The first index of each complex number of the half-sized transform.
    let places: [Int32]
  }

  /// Cosine and sine of an angle, and of half of it.
  private struct Turns: Sendable {
    let cosine: Double
    let sine: Double
    let halfCosine: Double
    let halfSine: Double
  }

  public init(size: Int) {
    precondition(size >= 4 && size & (size - 1) == 0, "a transform's size is a power of two")
    self.size = size
    let half = size / 2
    real = [Double](repeating: 0, count: half + 1)
    imaginary = [Double](repeating: 0, count: half + 1)
    let bits = half.trailingZeroBitCount
    let cosines = (0..<half).map { Functions.cosine(turns: Double($0) / Double(size)) }
    let sines = (0..<half).map { Functions.sine(turns: Double($0) / Double(size)) }
    var turns: [Turns] = []
    for length in Self.lengths(half) {
      for offset in 0..<length {
        let (whole, part) = (offset * (half / length), offset * (half / length) / 2)
        turns.append(
          Turns(
            cosine: cosines[whole], sine: sines[whole], halfCosine: cosines[part],
            halfSine: sines[part]))
      }
    }
    tables = Tables(
      cosines: cosines, sines: sines, turns: turns,
      places: (0..<half).map { index in
        var reversed: Int32 = 0
        for bit in 0..<bits where index >> bit & 1 == 1 { reversed |= 1 << Int32(bits - 1 - bit) }
        return reversed
      })
  }

  /// Transforms up to ``size`` samples; missing ones count as 0.
  ///
  /// - Complexity: O(n log n); allocates nothing.
  public mutating func transform(_ samples: [Double]) {
    Self.reorder(samples, by: tables, to: &real, &imaginary)
    Self.combine(&real, &imaginary, tables)
    Self.separate(&real, &imaginary, tables)
  }

  /// The squared magnitude of entry `index`.
  public func power(_ index: Int) -> Double {
    real[index] * real[index] + imaginary[index] * imaginary[index]
  }

  /// Even samples become real parts and odd ones imaginary parts of half as many numbers.
  private static func reorder(
    _ samples: [Double], by tables: Tables, to real: inout [Double], _ imaginary: inout [Double]
  ) {
    let places = tables.places.span
    let samples = samples.span
    var real = real.mutableSpan
    var imaginary = imaginary.mutableSpan
    for index in 0..<places.count {
      let place = Int(places[index])
      real[place] = 2 * index < samples.count ? samples[2 * index] : 0
      imaginary[place] = 2 * index + 1 < samples.count ? samples[2 * index + 1] : 0
    }
  }

  /// The lengths of the parts that each step joins, four to one.
  private static func lengths(_ half: Int) -> [Int] {
    var lengths: [Int] = []
    var length = half.trailingZeroBitCount % 2 == 0 ? 1 : 2
    while length < half {
      lengths.append(length)
      length *= 4
    }
    return lengths
  }

  /// The complex transform of half the size, in place, from its reordered input.
  private static func combine(
    _ real: inout [Double], _ imaginary: inout [Double], _ tables: Tables
  ) {
    let turns = tables.turns.span
    let half = real.count - 1
    var real = real.mutableSpan
    var imaginary = imaginary.mutableSpan
    var length = 1
    if half.trailingZeroBitCount % 2 == 1 {
      // Pairs of neighbours first, so that only groups of four remain.
      for start in stride(from: 0, to: half, by: 2) {
        let (x, y) = (real[start + 1], imaginary[start + 1])
        real[start + 1] = real[start] - x
        imaginary[start + 1] = imaginary[start] - y
        real[start] += x
        imaginary[start] += y
      }
      length = 2
    }
    // Two halvings at once: four numbers are read and written once for both.
    var first = 0
    while length < half {
      for start in stride(from: 0, to: half, by: 4 * length) {
        for offset in 0..<length {
          let turn = turns[first + offset]
          let a = start + offset
          let (b, c, d) = (a + length, a + 2 * length, a + 3 * length)
          let bx = real[b] * turn.cosine + imaginary[b] * turn.sine
          let by = imaginary[b] * turn.cosine - real[b] * turn.sine
          let dx = real[d] * turn.cosine + imaginary[d] * turn.sine
          let dy = imaginary[d] * turn.cosine - real[d] * turn.sine
          let (sumX, sumY) = (real[c] + dx, imaginary[c] + dy)
          let (restX, restY) = (real[c] - dx, imaginary[c] - dy)
          let cx = sumX * turn.halfCosine + sumY * turn.halfSine
          let cy = sumY * turn.halfCosine - sumX * turn.halfSine
          // A quarter of a turn further.
          let ex = restY * turn.halfCosine - restX * turn.halfSine
          let ey = -restX * turn.halfCosine - restY * turn.halfSine
          let (upX, upY) = (real[a] + bx, imaginary[a] + by)
          let (downX, downY) = (real[a] - bx, imaginary[a] - by)
          real[a] = upX + cx
          imaginary[a] = upY + cy
          real[b] = downX + ex
          imaginary[b] = downY + ey
          real[c] = upX - cx
          imaginary[c] = upY - cy
          real[d] = downX - ex
          imaginary[d] = downY - ey
        }
      }
      first += length
      length *= 4
    }
  }

  /// Separates the transforms of even and odd samples and joins them to the transform of all.
  private static func separate(
    _ real: inout [Double], _ imaginary: inout [Double], _ tables: Tables
  ) {
    let (cosines, sines) = (tables.cosines.span, tables.sines.span)
    let half = cosines.count
    let (first, second) = (real[0], imaginary[0])
    real[0] = first + second
    imaginary[0] = 0
    real[half] = first - second
    imaginary[half] = 0
    for index in 1...half / 2 {
      let mirror = half - index
      let evenX = (real[index] + real[mirror]) / 2
      let evenY = (imaginary[index] - imaginary[mirror]) / 2
      let oddX = (imaginary[index] + imaginary[mirror]) / 2
      let oddY = (real[mirror] - real[index]) / 2
      let (c, s) = (cosines[index], sines[index])
      let x = oddX * c + oddY * s
      let y = oddY * c - oddX * s
      real[index] = evenX + x
      imaginary[index] = evenY + y
      real[mirror] = evenX - x
      imaginary[mirror] = y - evenY
    }
  }
}
