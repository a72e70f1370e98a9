import Training

/// Caches whether scales have grades.
struct KnownGrades {
  private var known: [[UInt8]: Bool] = [:]

  /// The longest possible grade.
  private static let longest = 40

  mutating func has(_ grade: String, _ scale: GradeScale) -> Bool {
    guard grade.utf8.count <= Self.longest else { return false }
    let key = Array(scale.id.utf8) + [0] + Array(grade.utf8)
    if let isThere = known[key] { return isThere }
    let isThere = scale.read(grade) != nil
    known[key] = isThere
    return isThere
  }

  /// The longest start of a text, word by word, that is a grade of a scale, and the rest: `5.9` of `5.9 PG13`.
  mutating func beginning(of text: String, _ scale: GradeScale) -> (grade: String, rest: String)? {
    if has(text, scale) { return (text, "") }
    let bytes = Array(text.utf8.prefix(Self.longest + 1))
    for place in bytes.indices.reversed()
    where bytes[place] == 0x20 || bytes[place] == UInt8(ascii: "/") {
      let grade = String(decoding: bytes[..<place], as: UTF8.self).trimmingBlanks
      guard !grade.utf8.isEmpty, has(grade, scale) else { continue }
      let rest = String(decoding: Array(text.utf8.dropFirst(place + 1)), as: UTF8.self)
        .trimmingBlanks
      return (grade, rest)
    }
    return nil
  }
}

extension GradeScale {
  /// The scale with a name or label, ignoring case and spaces: `v`, `V scale`, `Font`.
  static func called(_ text: String) -> GradeScale? {
    let key = ReedTable.key(text)
    return builtIn.first { ReedTable.key($0.id) == key || ReedTable.key($0.label) == key }
  }
}
