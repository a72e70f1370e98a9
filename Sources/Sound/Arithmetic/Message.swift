/// A sequence of numbers on its way between the page and the audio thread.
struct Message: Sendable {
  var numbers: [Double] = []
  private var place = 0

  init(_ numbers: [Double] = []) {
    self.numbers = numbers
  }

  var left: Int { numbers.count - place }
  var isAtEnd: Bool { left == 0 }

  // MARK: - Numbers

  mutating func write(_ number: Int) { numbers.append(Double(number)) }

  mutating func read(in range: ClosedRange<Double>) -> Double? {
    guard place < numbers.count, range.contains(numbers[place]) else { return nil }
    place += 1
    return numbers[place - 1]
  }

  mutating func readWhole64() -> Int64? {
    // Whole numbers are exact up to here.
    guard let number = read(in: -0x1p53...0x1p53) else { return nil }
    return Int64(exactly: number)
  }

  mutating func readWhole(in range: ClosedRange<Int> = -2_000_000_000...2_000_000_000) -> Int? {
    guard let number = readWhole64(), let whole = Int(exactly: number), range.contains(whole) else {
      return nil
    }
    return whole
  }

  mutating func readList<Element>(
    _ count: Int, _ read: (inout Message) -> Element?
  ) -> [Element]? {
    var list: [Element] = []
    for _ in 0..<count {
      guard let element = read(&self) else { return nil }
      list.append(element)
    }
    return list
  }
}
