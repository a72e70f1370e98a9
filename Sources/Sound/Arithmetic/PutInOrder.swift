extension [Double] {
  /// Sorts the first `count` numbers by insertion: fast for a few, and allocates nothing.
  mutating func putInOrder(first count: Int) {
    guard count > 1 else { return }
    for index in 1..<count {
      let number = self[index]
      var place = index
      while place > 0, self[place - 1] > number {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = number
    }
  }
}
