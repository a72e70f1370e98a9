extension String {
  /// Whether it is the same byte for byte. `==` would bring the Unicode tables into each program.
  @inline(never)
  func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  @inline(never)
  func begins(with other: String) -> Bool { utf8.starts(with: other.utf8) }
}
