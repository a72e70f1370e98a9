internal import Sound

/// What chance decides in an experiment, the same on every device: all of it follows from the seed.
public enum ExperimentDraw {
  public static let highestSeed: Int64 = 0xFFFF_FFFF
  /// The places that an experiment can have: as many as there are codes.
  public static let places = 1...200

  /// The arm of a place within its pair or block, 0 or 1: half of the places get each.
  static func arm(seed: Int64, block: Int, at place: Int, of size: Int) -> Int {
    var chance = Chance(seed: UInt64(bitPattern: seed), at: Int64(block))
    // Going through the places, each gets one of the arms that are left.
    var left = [size / 2, size / 2]
    for next in 0..<size {
      let draw = Int(chance.number(through: UInt64(left[0] + left[1] - 1)))
      let arm = draw < left[0] ? 0 : 1
      if next == place { return arm }
      left[arm] -= 1
    }
    return 0
  }

  /// A letter and a digit, such as `K7`, each for one place only; letters that look like digits are left out.
  static func code(seed: Int64, place: Int) -> String {
    guard places.contains(place) else { return "?" }
    var chance = Chance(seed: UInt64(bitPattern: seed), at: -1)
    var numbers = [Int](0..<letters.count * 9)
    for next in 0..<place {
      let rest = UInt64(numbers.count - 1 - next)
      numbers.swapAt(next, next + Int(chance.number(through: rest)))
    }
    let number = numbers[place - 1]
    return String(decoding: [letters[number / 9], UInt8(0x31 + number % 9)], as: UTF8.self)
  }

  private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
}

/// How many reeds each arm of an experiment takes to find a difference of at least this size four times in five, by a
/// two-sided t test at 0.05: the exact power, as a table so that no page needs the arithmetic behind it.
public enum ExperimentPlan {
  /// Pairs whose two reeds are related by 0.5, for differences of 0.2, 0.3 … standard deviations.
  static let pairs = [
    199, 90, 52, 34, 24, 19, 15, 12, 10, 9, 8, 7, 7, 6, 6, 5, 5, 5, 5, 5, 4,
  ]
  /// Reeds of each arm that are not paired.
  static let perArm = [
    394, 176, 100, 64, 45, 34, 26, 21, 17, 15, 12, 11, 10, 9, 8, 7, 6, 6, 6, 5, 5,
  ]
  /// Fewer pairs, or fewer reeds in blocks, never give a p of 0.05 or less, whatever the difference.
  public static let fewest = 6

  /// The reeds per arm for a difference in tenths of a standard deviation; `nil` if no experiment is large enough.
  public static func reeds(tenths: Int, _ design: Experiment.Design) -> Int? {
    let table = design == .paired ? pairs : perArm
    guard tenths >= 2 else { return nil }
    let count = max(table[min(tenths - 2, table.count - 1)], fewest)
    return Experiment.plannedRange.contains(count) ? count : nil
  }
}
