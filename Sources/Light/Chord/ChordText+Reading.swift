extension ChordText {
  /// The sets of a file.
  public static func sets(of text: String) throws(ChordProblem) -> [Chordset] {
    var reader = try Reader(text)
    try reader.readHead()
    var sets: [Chordset] = []
    while !reader.isAtEnd { sets.append(try reader.readSet()) }
    guard !sets.isEmpty else { throw ChordProblem(0, "The file contains no sets.") }
    return sets
  }

  /// The only set of a text without a file's first line.
  public static func set(of text: String) throws(ChordProblem) -> Chordset {
    var reader = try Reader(text)
    let set = try reader.readSet()
    try reader.expectEnd()
    return set
  }

  /// The only chord of a text.
  public static func chord(of text: String) throws(ChordProblem) -> Chord {
    var reader = try Reader(text)
    let chord = try reader.readChord()
    try reader.expectEnd()
    return chord
  }
}

/// Reads line by line, each with its first word.
private struct Reader {
  private struct Line {
    let number: Int
    let word: [UInt8]
    let rest: [UInt8]
  }

  private var lines: [Line] = []
  private var next = 0

  init(_ text: String) throws(ChordProblem) {
    guard text.utf8.count <= ChordText.sizeLimit else {
      throw ChordProblem(0, "The file is larger than 4 MB.")
    }
    var number = 0
    for bytes in Array(text.utf8).split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      var line = Array(bytes)
      if line.last == 13 { line.removeLast() }
      let trimmed = line.drop { $0 == UInt8(ascii: " ") }
      guard let first = trimmed.first, first != UInt8(ascii: "#") else { continue }
      let word = trimmed.prefix { $0 != UInt8(ascii: " ") }
      let rest = trimmed.dropFirst(word.count).drop { $0 == UInt8(ascii: " ") }
      lines.append(Line(number: number, word: Array(word), rest: Array(rest)))
    }
  }

  var isAtEnd: Bool { next >= lines.count }

  private mutating func take(_ word: String) -> Line? {
    guard !isAtEnd, lines[next].word == Array(word.utf8) else { return nil }
    defer { next += 1 }
    return lines[next]
  }

  private func problem(_ message: String) -> ChordProblem {
    ChordProblem(isAtEnd ? lines.last?.number ?? 0 : lines[next].number, message)
  }

  mutating func readHead() throws(ChordProblem) {
    guard let line = take("woodshed"), Array(line.rest.prefix(6)) == Array("light ".utf8) else {
      throw problem("A chord file starts with the line “\(ChordText.head)”.")
    }
    guard line.rest == Array("light 1".utf8) else {
      throw ChordProblem(
        line.number, "A later version of Woodshed wrote this file. Update and try again.")
    }
  }

  mutating func expectEnd() throws(ChordProblem) {
    if !isAtEnd { throw problem("“\(text(lines[next].word))” doesn’t belong here.") }
  }

  mutating func readSet() throws(ChordProblem) -> Chordset {
    guard let line = take("set") else {
      throw problem("A set starts with a line such as “set Low tide”.")
    }
    var (mode, tempo) = (ColourMode.vivid, 60.0)
    while let play = take("play") {
      for (key, value) in try pairs(of: play) {
        if key.hasSameBytes(as: "mode") {
          guard let found = ColourMode.allCases.first(where: { $0.name.hasSameBytes(as: value) })
          else { throw ChordProblem(play.number, "Unknown mode “\(value)”. Use vivid or even.") }
          mode = found
        } else if key.hasSameBytes(as: "tempo") {
          guard let found = decimal(value), Chordset.tempos.contains(found) else {
            throw ChordProblem(play.number, "The tempo must be between 10 and 400, not “\(value)”.")
          }
          tempo = found
        } else {
          throw ChordProblem(play.number, "A set has no “\(key)”.")
        }
      }
    }
    var chords: [Chord] = []
    while !isAtEnd, lines[next].word == Array("chord".utf8) {
      guard chords.count < Chordset.size else { throw problem("A set has at most eight chords.") }
      chords.append(try readChord())
    }
    if !isAtEnd, lines[next].word != Array("set".utf8) {
      throw problem("“\(text(lines[next].word))” doesn’t belong here.")
    }
    return Chordset(
      title: ChordText.title(text(line.rest)), mode: mode, tempo: tempo, chords: chords)
  }

  mutating func readChord() throws(ChordProblem) -> Chord {
    guard let line = take("chord") else {
      throw problem("A chord starts with a line such as “chord Grey before dawn”.")
    }
    var chord = Chord(name: ChordText.title(text(line.rest)))
    while let values = take(ChordText.name(of: .chord)) { try set(&chord, .chord, values) }
    while let values = take(ChordText.name(of: .background)) {
      try set(&chord, .background, values)
    }
    var panes = 0
    while let values = take(ChordText.name(of: .pane(0))) {
      guard panes < Pane.limit else {
        throw ChordProblem(values.number, "A chord has at most \(Pane.limit) panes.")
      }
      try set(&chord, .pane(panes), values)
      panes += 1
    }
    // A chord without panes shows only its background.
    if panes == 0 { chord[0, .alpha] = 0 }
    chord.paneCount = max(panes, 1)
    return chord
  }

  private func set(
    _ chord: inout Chord, _ part: Parameter.Part, _ line: Line
  ) throws(ChordProblem) {
    for (key, value) in try pairs(of: line) {
      guard
        let parameter = Parameter.all.first(where: {
          $0.part == part && $0.key.hasSameBytes(as: key) && $0.number != Chord.paneCountNumber
        })
      else { throw ChordProblem(line.number, "A \(text(line.word)) has no “\(key)”.") }
      chord[parameter] = try self.value(of: parameter, value, line.number)
    }
  }

  private func value(
    of parameter: Parameter, _ text: String, _ line: Int
  ) throws(ChordProblem) -> Double {
    if case .choice(let names) = parameter.unit {
      guard let place = names.firstIndex(where: { $0.hasSameBytes(as: text) }) else {
        let known = names.joined(separator: ", ")
        throw ChordProblem(line, "Unknown \(parameter.key) “\(text)”. Use one of \(known).")
      }
      return Double(place)
    }
    guard let value = decimal(text), parameter.range.contains(value) else {
      let (low, high) = (
        ChordText.number(parameter.range.lowerBound), ChordText.number(parameter.range.upperBound)
      )
      throw ChordProblem(
        line, "\(parameter.key) must be between \(low) and \(high), not “\(text)”.")
    }
    return value
  }

  private func pairs(of line: Line) throws(ChordProblem) -> [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = []
    for word in line.rest.split(separator: UInt8(ascii: " ")) {
      let parts = word.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw ChordProblem(line.number, "“\(text(Array(word)))” isn’t written as name=value.")
      }
      pairs.append((text(Array(parts[0])), text(Array(parts[1]))))
    }
    return pairs
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func decimal(_ text: String) -> Double? {
    PlainNumber.units(Array(text.utf8), places: 4).map { Double($0) / Parameter.precision }
  }
}
