/// One channel of a block, in each of FLAC's encodings.
enum FlacChannel {
  /// Reads `count` samples with a given number of bits.
  static func read(
    _ bits: inout BitReader, _ length: Int, _ width: Int, to samples: inout [Int32]
  ) throws(FlacBlock.Trouble) {
    let head = bits.read(8)
    let kind = Int(head >> 1)
    let wasted = head & 1 == 1 ? Int(bits.readUnary()) + 1 : 0
    guard !bits.isOver else { throw .needsMore }
    guard head < 0x80, wasted < width else { throw .damaged }
    let width = width - wasted
    samples.removeAll(keepingCapacity: true)
    switch kind {
    case 0:
      let sample = bits.readSigned(width)
      for _ in 0..<length { samples.append(sample) }
    case 1:
      for _ in 0..<length { samples.append(bits.readSigned(width)) }
    case 8...12:
      try readStart(&bits, kind - 8, length, width, to: &samples)
      try readRest(&bits, kind - 8, length, to: &samples)
      restore(&samples, order: kind - 8)
    case 32...63:
      let order = kind - 31
      try readStart(&bits, order, length, width, to: &samples)
      let precision = Int(bits.read(4)) + 1
      let shift = bits.readSigned(5)
      guard precision < 16, shift >= 0 else { throw bits.isOver ? .needsMore : .damaged }
      var weights: [Int32] = []
      for _ in 0..<order { weights.append(bits.readSigned(precision)) }
      try readRest(&bits, order, length, to: &samples)
      restore(&samples, weights, shift: Int64(shift))
    default: throw .damaged
    }
    guard !bits.isOver else { throw .needsMore }
    if wasted > 0 {
      for index in samples.indices { samples[index] <<= Int32(wasted) }
    }
  }

  /// The warm-up samples, which have no prediction.
  private static func readStart(
    _ bits: inout BitReader, _ order: Int, _ length: Int, _ width: Int, to samples: inout [Int32]
  ) throws(FlacBlock.Trouble) {
    guard order <= length else { throw .damaged }
    for _ in 0..<order { samples.append(bits.readSigned(width)) }
  }

  /// The residual, in partitions with their own number of bits.
  private static func readRest(
    _ bits: inout BitReader, _ order: Int, _ length: Int, to samples: inout [Int32]
  ) throws(FlacBlock.Trouble) {
    let method = bits.read(2)
    let partOrder = Int(bits.read(4))
    guard method < 2 else { throw .damaged }
    let size = length >> partOrder
    guard size << partOrder == length, size >= order else {
      throw bits.isOver ? .needsMore : .damaged
    }
    let parameterBits = method == 0 ? 4 : 5
    let escape = method == 0 ? 15 : 31
    for part in 0..<1 << partOrder {
      let parameter = Int(bits.read(parameterBits))
      let count = part == 0 ? size - order : size
      if parameter == escape {
        let width = Int(bits.read(5))
        for _ in 0..<count { samples.append(bits.readSigned(width)) }
      } else {
        for _ in 0..<count {
          let high = bits.readUnary()
          let number = high << UInt32(parameter) | bits.read(parameter)
          // Positive and negative numbers alternate.
          samples.append(Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1))
        }
      }
      guard !bits.isOver else { throw .needsMore }
    }
  }

  /// Adds the prediction of a polynomial; only damage makes a number too large, and that is found
  /// later.
  private static func restore(_ samples: inout [Int32], order: Int) {
    var samples = samples.mutableSpan
    guard order > 0, order < samples.count else { return }
    for index in order..<samples.count {
      let one = samples[index - 1]
      var sum = samples[index] &+ one
      switch order {
      case 1: break
      case 2: sum = sum &+ one &- samples[index - 2]
      case 3:
        let (two, three) = (samples[index - 2], samples[index - 3])
        sum = sum &+ 2 &* one &- 3 &* two &+ three
      default:
        let (two, three, four) = (samples[index - 2], samples[index - 3], samples[index - 4])
        sum = sum &+ 3 &* one &- 6 &* two &+ 4 &* three &- four
      }
      samples[index] = sum
    }
  }

  /// Adds the prediction of a weighted sum of the previous samples.
  private static func restore(_ samples: inout [Int32], _ weights: [Int32], shift: Int64) {
    var samples = samples.mutableSpan
    let weights = weights.span
    guard weights.count < samples.count else { return }
    for index in weights.count..<samples.count {
      var sum: Int64 = 0
      for place in 0..<weights.count {
        sum &+= Int64(weights[place]) &* Int64(samples[index - 1 - place])
      }
      samples[index] = samples[index] &+ Int32(truncatingIfNeeded: sum >> shift)
    }
  }
}
