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
    let number = numbers(seed: seed, places: place)[place - 1]
    return String(decoding: [letters[number / 9], UInt8(0x31 + number % 9)], as: UTF8.self)
  }

  /// The numbers of the codes of the first places.
  private static func numbers(seed: Int64, places: Int) -> [Int] {
    var chance = Chance(seed: UInt64(bitPattern: seed), at: -1)
    var numbers = [Int](0..<letters.count * 9)
    for next in 0..<places {
      let rest = UInt64(numbers.count - 1 - next)
      numbers.swapAt(next, next + Int(chance.number(through: rest)))
    }
    return Array(numbers.prefix(places))
  }

  /// A seed whose codes for that many places do not look like names of reeds: where these are called R1, R2 and so on, no
  /// code begins with R. Of a large experiment as few do as chance allows; its arms are left to chance.
  public static func seed(
    from bits: UInt64, places count: Int, names: some Sequence<String>
  ) -> Int64 {
    var isAvoided = [Bool](repeating: false, count: letters.count)
    for name in names {
      let bytes = Array(name.utf8)
      guard bytes.count > 1, bytes.dropFirst().allSatisfy({ 0x30...0x39 ~= $0 }),
        let letter = letters.firstIndex(of: bytes[0] & ~0x20)
      else { continue }
      isAvoided[letter] = true
    }
    let first = Int64(bits & UInt64(highestSeed))
    guard isAvoided.contains(true), places.contains(count) else { return first }
    var best = (seed: first, alike: Int.max)
    for turn in UInt64(0)..<64 where best.alike > 0 {
      let seed = Int64((bits &+ turn) & UInt64(highestSeed))
      let alike = numbers(seed: seed, places: count).count { isAvoided[$0 / 9] }
      if alike < best.alike { best = (seed, alike) }
    }
    return best.seed
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
