/// The picture of a take: the range and the strength of its samples, for every 256, 4,096 and 65,536 frames.
///
/// It is built block by block while the take is recorded, and gives any part at any width.
public struct WavePyramid: Sendable {
  /// One column of the picture.
  public struct Bin: Hashable, Sendable {
    public var least: Float
    public var most: Float
    /// The root mean square.
    public var strength: Float

    public init(least: Float, most: Float, strength: Float) {
      self.least = least
      self.most = most
      self.strength = strength
    }

    static let silence = Bin(least: 0, most: 0, strength: 0)
  }

  /// How many frames a bin of each level covers.
  public static let spans: [Int64] = [256, 4_096, 65_536]

  public let channels: Int
  /// How many frames the picture covers.
  public private(set) var frames: Int64 = 0
  /// For each level, three numbers per bin: least, most and strength, 1 being 32,767.
  private var levels: [[Int16]] = [[], [], []]
  /// The sums for the next bin of each level.
  private var open = [Sum](repeating: Sum(), count: 3)

  private struct Sum {
    var least: Float = .infinity
    var most: Float = -.infinity
    var squares = 0.0
    var count: Int64 = 0

    mutating func add(_ other: Sum) {
      least = min(least, other.least)
      most = max(most, other.most)
      squares += other.squares
      count += other.count
    }
  }

  public init(channels: Int) {
    self.channels = channels
  }

  // MARK: - Growing

  /// Adds whole frames, interleaved; the picture combines all channels.
  public mutating func append(_ samples: [Float]) {
    var index = 0
    while index < samples.count {
      let room = Int(Self.spans[0] - open[0].count)
      let end = min(index + room * channels, samples.count)
      var sum = open[0]
      for sample in samples[index..<end] {
        let sample = sample.isFinite ? sample : 0
        sum.least = min(sum.least, sample)
        sum.most = max(sum.most, sample)
        sum.squares += Double(sample * sample)
      }
      let added = Int64((end - index) / channels)
      sum.count += added
      frames += added
      open[0] = sum
      index = end
      if sum.count == Self.spans[0] { close(0) }
    }
  }

  /// Completes the unfinished bin of a level, and adds it to the next level.
  private mutating func close(_ level: Int) {
    let sum = open[level]
    open[level] = Sum()
    levels[level].append(contentsOf: numbers(sum))
    guard level + 1 < levels.count else { return }
    open[level + 1].add(sum)
    if open[level + 1].count >= Self.spans[level + 1] { close(level + 1) }
  }

  private func numbers(_ sum: Sum) -> [Int16] {
    let mean = sum.squares / Double(max(sum.count, 1) * Int64(channels))
    return [whole(sum.least), whole(sum.most), whole(Float(mean.squareRoot()))]
  }

  private func whole(_ sample: Float) -> Int16 {
    Int16(Functions.nearest(Double(min(max(sample, -1), 1)) * 32_767))
  }

  /// Bins of a level, including the unfinished one.
  private func count(_ level: Int) -> Int {
    Int((frames + Self.spans[level] - 1) / Self.spans[level])
  }

  private func bin(_ index: Int, _ level: Int) -> Bin {
    guard 3 * index < levels[level].count else {
      // The last bin has what the finer levels have not yet passed on.
      var sum = Sum()
      for finer in 0...level { sum.add(open[finer]) }
      let three = numbers(sum)
      return Self.bin(three[0], three[1], three[2])
    }
    let place = 3 * index
    return Self.bin(levels[level][place], levels[level][place + 1], levels[level][place + 2])
  }

  private static func bin(_ least: Int16, _ most: Int16, _ strength: Int16) -> Bin {
    Bin(
      least: Float(least) / 32_767, most: Float(most) / 32_767,
      strength: Float(strength) / 32_767)
  }

  // MARK: - Reading

  /// The given number of columns of equal width covering a range of frames; beyond the take there is silence.
  ///
  /// - Complexity: of the order of `count`, wherever the range is and however long.
  public func bins(from start: Int64, to end: Int64, count: Int) -> [Bin] {
    guard end > start, count > 0 else { return [] }
    let width = Double(end - start) / Double(count)
    var level = 0
    while level + 1 < Self.spans.count, width >= Double(Self.spans[level + 1]) { level += 1 }
    let span = Self.spans[level]
    let available = self.count(level)
    var bins: [Bin] = []
    bins.reserveCapacity(count)
    for column in 0..<count {
      let from = start + Int64(Double(column) * width)
      let to = max(start + Int64(Double(column + 1) * width), from + 1)
      let first = Int(clamping: max(from, 0) / span)
      let last = Int(clamping: (to - 1) / span)
      guard to > 0, first < available, from < frames else {
        bins.append(.silence)
        continue
      }
      bins.append(join(first...max(min(last, available - 1), first), level))
    }
    return bins
  }

  private func join(_ range: ClosedRange<Int>, _ level: Int) -> Bin {
    var joined = bin(range.lowerBound, level)
    var squares = joined.strength * joined.strength
    for index in range.dropFirst() {
      let next = bin(index, level)
      joined.least = min(joined.least, next.least)
      joined.most = max(joined.most, next.most)
      squares += next.strength * next.strength
    }
    joined.strength = (squares / Float(range.count)).squareRoot()
    return joined
  }

  /// Columns made from the samples themselves, if each shows less than a bin.
  public static func bins(of samples: [Float], channels: Int, count: Int) -> [Bin] {
    let frames = samples.count / channels
    guard frames > 0 else { return [Bin](repeating: .silence, count: max(count, 0)) }
    var bins: [Bin] = []
    for column in 0..<max(count, 0) {
      let from = Int(Int64(column) * Int64(frames) / Int64(count))
      let to = max(Int(Int64(column + 1) * Int64(frames) / Int64(count)), from + 1)
      var bin = Bin(least: .infinity, most: -.infinity, strength: 0)
      for sample in samples[from * channels..<to * channels] {
        bin.least = min(bin.least, sample)
        bin.most = max(bin.most, sample)
        bin.strength += sample * sample
      }
      bin.strength = (bin.strength / Float((to - from) * channels)).squareRoot()
      bins.append(bin)
    }
    return bins
  }
}

// MARK: - Bytes

// "WAVP", a version, the channels, two zeros, the frames in eight bytes, lowest first; then the levels, coarsest
// first, three numbers of two bytes per bin. The last bins are the unfinished ones.

extension WavePyramid {
  private static let mark = Array("WAVP".utf8)
  private static let headLength = 16

  /// The picture in its stored form.
  public var bytes: [UInt8] {
    var bytes = Self.mark + [1, UInt8(truncatingIfNeeded: channels), 0, 0]
    for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: frames >> Int64(8 * index))) }
    for level in levels.indices.reversed() {
      for number in levels[level] { Self.append(number, to: &bytes) }
      guard levels[level].count < 3 * count(level) else { continue }
      var sum = Sum()
      for finer in 0...level { sum.add(open[finer]) }
      for number in numbers(sum) { Self.append(number, to: &bytes) }
    }
    return bytes
  }

  private static func append(_ number: Int16, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: number))
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
  }

  /// Reads a complete picture; `nil` if the bytes are not one.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headLength, Array(bytes[..<4]) == Self.mark, bytes[4] == 1,
      (1...2).contains(bytes[5])
    else { return nil }
    channels = Int(bytes[5])
    var count: UInt64 = 0
    for index in (8..<16).reversed() { count = count << 8 | UInt64(bytes[index]) }
    guard count < 1 << 48 else { return nil }
    frames = Int64(count)
    var place = Self.headLength
    for level in levels.indices.reversed() {
      let bins = (frames + Self.spans[level] - 1) / Self.spans[level]
      guard Int64(bytes.count - place) >= 6 * bins else { return nil }
      var numbers: [Int16] = []
      numbers.reserveCapacity(3 * Int(bins))
      for _ in 0..<3 * Int(bins) {
        numbers.append(Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8))
        place += 2
      }
      levels[level] = numbers
    }
    guard place == bytes.count else { return nil }
  }
}
