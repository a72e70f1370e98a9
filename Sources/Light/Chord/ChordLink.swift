/// A set as the end of a link: letters, digits, - and _ alone.
///
/// Defaults are left out, so a set takes a few hundred bytes, and never more than ``limit``.
public enum ChordLink {
  /// The length that no set exceeds.
  public static let limit = 8_192
  private static let version: UInt8 = 1
  /// Titles and names are cut to this many bytes.
  private static let nameLimit = 120

  public static func text(_ set: Chordset) -> String {
    var bytes: [UInt8] = [version, set.mode.rawValue]
    write(units(set.tempo), to: &bytes)
    write(set.title, to: &bytes)
    for chord in set.chords {
      write(chord.name, to: &bytes)
      let parameters = parameters(of: chord).filter { chord[$0] != $0.fallback }
      write(UInt64(parameters.count), to: &bytes)
      for parameter in parameters {
        bytes.append(UInt8(parameter.number))
        write(units(chord[parameter]), to: &bytes)
      }
    }
    return encoded(bytes)
  }

  /// The set of a link's end; `nil` if the link was cut, changed, or made by a later version.
  public static func set(of text: String) -> Chordset? {
    guard let bytes = decoded(text), var reader = Reader(bytes) else { return nil }
    return reader.set()
  }

  /// The visible parameters of a chord: not those of unused panes.
  private static func parameters(of chord: Chord) -> [Parameter] {
    Parameter.all.filter { parameter in
      if case .pane(let pane) = parameter.part { pane < chord.paneCount } else { true }
    }
  }

  private static func units(_ value: Double) -> UInt64 {
    let units = Int64((value * Parameter.precision).rounded(.toNearestOrAwayFromZero))
    // Small numbers of either sign are short.
    return UInt64(bitPattern: units << 1 ^ units >> 63)
  }

  private static func write(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    let all = Array(ChordText.title(text).utf8)
    var end = min(all.count, nameLimit)
    // No letter is cut in two, and no space is left at the end.
    while end < all.count, all[end] & 0xC0 == 0x80 { end -= 1 }
    while end > 0, all[end - 1] == UInt8(ascii: " ") { end -= 1 }
    let name = all[..<end]
    write(UInt64(name.count), to: &bytes)
    bytes += name
  }

  // MARK: - Letters

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for place in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[place..<min(place + 3, bytes.count)]
      let bits = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
      for digit in 0...part.count {
        text.append(letters[Int(bits >> UInt32(18 - 6 * digit)) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func decoded(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= limit else { return nil }
    var (bytes, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
    for letter in Array(text.utf8) {
      guard let digit = letters.firstIndex(of: letter) else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }

  private struct Reader {
    private let bytes: [UInt8]
    private var place = 1

    init?(_ bytes: [UInt8]) {
      guard bytes.first == version else { return nil }
      self.bytes = bytes
    }

    mutating func set() -> Chordset? {
      guard let mode = byte().flatMap(ColourMode.init(rawValue:)), let tempo = value(),
        Chordset.tempos.contains(tempo), let title = name()
      else { return nil }
      var chords: [Chord] = []
      for _ in 0..<Chordset.size {
        guard let chord = chord() else { return nil }
        chords.append(chord)
      }
      guard place == bytes.count else { return nil }
      return Chordset(title: title, mode: mode, tempo: tempo, chords: chords)
    }

    private mutating func chord() -> Chord? {
      guard let name = name(), let count = number(), count <= UInt64(Parameter.all.count) else {
        return nil
      }
      var chord = Chord(name: name)
      for _ in 0..<count {
        guard let number = byte(), let value = value(),
          let parameter = Parameter.numbered(Int(number)), parameter.range.contains(value)
        else { return nil }
        if case .pane(let pane) = parameter.part, pane >= chord.paneCount { return nil }
        chord[parameter] = value
      }
      return chord
    }

    private mutating func byte() -> UInt8? {
      guard place < bytes.count else { return nil }
      defer { place += 1 }
      return bytes[place]
    }

    private mutating func number() -> UInt64? {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 49, by: 7) {
        guard let byte = byte() else { return nil }
        value |= UInt64(byte & 127) << shift
        if byte < 128 { return value }
      }
      return nil
    }

    private mutating func value() -> Double? {
      guard let number = number() else { return nil }
      let units = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
      return Double(units) / Parameter.precision
    }

    private mutating func name() -> String? {
      guard let count = number(), count <= UInt64(nameLimit), Int(count) <= bytes.count - place
      else { return nil }
      defer { place += Int(count) }
      let own = Array(bytes[place..<place + Int(count)])
      let name = String(decoding: own, as: UTF8.self)
      return Array(ChordText.title(name).utf8) == own ? name : nil
    }
  }
}
