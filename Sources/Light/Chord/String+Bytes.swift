extension String {
  /// Whether it is the same byte for byte. `==` would bring the Unicode tables into each program, and what searches and
  /// compares in `utf8` is several times as much code as for an array.
  @inline(never)
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && Array(utf8) == Array(other.utf8)
  }

  @inline(never)
  func begins(with other: String) -> Bool {
    Array(Array(utf8).prefix(other.utf8.count)) == Array(other.utf8)
  }
}
