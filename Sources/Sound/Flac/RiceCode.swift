/// How the residual is written: in partitions of a block, each with the number of bits that suits it.
struct RiceCode: Sendable {
  /// The block is divided into 2 to this power.
  let order: Int
  let parameters: [Int]
  /// How many bits all of it takes.
  let bits: Int64

  /// - Parameters:
  ///   - skipped: how many samples of the block are not in `rest`, because they are stored unencoded.
  ///   - widest: the largest parameter that can be written.
  init(_ rest: [Int32], skipped: Int, widest: Int) {
    let size = rest.count + skipped
    var highest = 0
    while highest < 8, size % (2 << highest) == 0, size >> (highest + 1) > skipped { highest += 1 }
    // Sums of the finest partitions; those of coarser ones add up from them.
    var sums = [UInt64](repeating: 0, count: 1 << highest)
    let length = size >> highest
    for (index, left) in rest.enumerated() {
      sums[(index + skipped) / length] += UInt64(Self.folded(left))
    }
    var best: (order: Int, parameters: [Int], bits: Int64)?
    for order in stride(from: highest, through: 0, by: -1) {
      var parameters: [Int] = []
      // Two bits for the method, four for the order.
      var bits: Int64 = 6
      for (part, sum) in sums.enumerated() {
        let count = size >> order - (part == 0 ? skipped : 0)
        let choice = Self.parameter(sum, count, widest)
        parameters.append(choice.parameter)
        bits += choice.bits + (widest > 14 ? 5 : 4)
      }
      if best.map({ bits < $0.bits }) ?? true { best = (order, parameters, bits) }
      sums = stride(from: 0, to: sums.count - 1, by: 2).map { sums[$0] + sums[$0 + 1] }
    }
    (order, parameters, bits) = best ?? (0, [0], 6)
  }

  /// Positive and negative numbers alternate, so that small ones stay small.
  private static func folded(_ number: Int32) -> UInt32 {
    UInt32(bitPattern: number << 1 ^ number >> 31)
  }

  /// Nearly the best parameter for numbers with this sum.
  private static func parameter(
    _ sum: UInt64, _ count: Int, _ widest: Int
  ) -> (parameter: Int, bits: Int64) {
    guard count > 0 else { return (0, 0) }
    var parameter = 0
    while parameter < widest, UInt64(count) << UInt64(parameter + 1) <= sum { parameter += 1 }
    func bits(_ parameter: Int) -> Int64 {
      // On average half of what is cut off is lost.
      let half = parameter == 0 ? 0 : UInt64(count) / 2
      let high = sum >> UInt64(parameter)
      return Int64(count) * Int64(parameter + 1) + Int64(high > half ? high - half : 0)
    }
    var best = (parameter, bits(parameter))
    for other in [parameter - 1, parameter + 1] where other >= 0 && other <= widest {
      if bits(other) < best.1 { best = (other, bits(other)) }
    }
    return best
  }

  func write(_ rest: [Int32], skipped: Int, widest: Int, to writer: inout BitWriter) {
    writer.write(UInt32(widest > 14 ? 1 : 0), bits: 2)
    writer.write(UInt32(order), bits: 4)
    let length = (rest.count + skipped) >> order
    var index = 0
    for (part, parameter) in parameters.enumerated() {
      writer.write(UInt32(parameter), bits: widest > 14 ? 5 : 4)
      let end = (part + 1) * length - skipped
      while index < end {
        let number = Self.folded(rest[index])
        writer.writeUnary(number >> UInt32(parameter))
        writer.write(number, bits: parameter)
        index += 1
      }
    }
  }
}
