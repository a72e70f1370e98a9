/// A ribbon's words and colours. Colours are computed only when they change.
struct RibbonWords: Sendable {
  private struct Key: Hashable {
    let parameter: Int
    let mode: ColourMode
    let hue: Double
  }

  private var colours: [(key: Key, text: String)] = []

  mutating func ribbon(
    _ parameter: Parameter, _ chord: Chord, _ mode: ColourMode
  ) -> StageNews.Ribbon {
    StageNews.Ribbon(
      parameter: parameter.number, way: parameter.way(of: chord[parameter]),
      label: Self.label(parameter), words: parameter.words(chord[parameter]),
      colours: colours(parameter, chord, mode))
  }

  static func label(_ parameter: Parameter) -> String {
    if case .pane(let pane) = parameter.part { return "Pane \(pane + 1): \(parameter.label)" }
    return parameter.label
  }

  private mutating func colours(
    _ parameter: Parameter, _ chord: Chord, _ mode: ColourMode
  ) -> String {
    let hue: Double
    switch parameter.unit {
    case .hue: hue = 0
    // The hue is the parameter before.
    case .purity: hue = chord[parameter.number - 1]
    default: return ""
    }
    let key = Key(parameter: parameter.number, mode: mode, hue: hue)
    if let found = colours.first(where: { $0.key == key }) { return found.text }
    let text = Self.text(isHue: parameter.isHue, hue, mode)
    colours.removeAll { $0.key.parameter == key.parameter }
    colours.append((key, text))
    return text
  }

  private static func text(
    isHue: Bool, _ hue: Double, _ mode: ColourMode
  ) -> String {
    let count = isHue ? 24 : 8
    var text = ""
    for place in 0...count {
      let way = Double(place) / Double(count)
      let colour =
        isHue
        ? LightColour(hue: TemperedHue(way * 12), purity: 0)
        : LightColour(hue: TemperedHue(hue), purity: way * 2 - 1)
      if place > 0 { text += ", " }
      text += css(Gamut.sRGB.linear(colour.lab(mode)).clipped.encoded)
    }
    return text
  }

  /// As in CSS: `#14283d`.
  private static func css(_ colour: RGB) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = [UInt8(ascii: "#")]
    for part in [colour.red, colour.green, colour.blue] {
      let byte = Int(min(max(part, 0), 1) * 255 + 0.5)
      text += [digits[byte >> 4], digits[byte & 15]]
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Parameter {
  /// A value in words, for people who cannot see it.
  func words(_ value: Double) -> String {
    switch unit {
    case .hue:
      let words = Array(LightColour(hue: TemperedHue(value), purity: 0).words.utf8)
      let end = max(words.count - ", pure".utf8.count, 0)
      return String(decoding: Array(words[..<end]), as: UTF8.self)
    case .purity:
      if abs(value) < 0.05 { return "pure" }
      let tenths = Int((abs(value) * 10).rounded(.toNearestOrAwayFromZero))
      if tenths >= 10 { return value < 0 ? "black" : "white" }
      return value < 0 ? "shade −0.\(tenths)" : "tint +0.\(tenths)"
    case .part: return "\(Int((value * 100).rounded(.toNearestOrAwayFromZero))) %"
    case .turns: return "\(Int((value * 360).rounded(.toNearestOrAwayFromZero)))°"
    case .seconds: return "\(ChordText.number(Parameter.tenths(value))) s"
    case .count: return ChordText.number(value)
    case .choice(let names):
      return names.indices.contains(Int(value)) ? names[Int(value)] : ""
    }
  }

  private static func tenths(_ value: Double) -> Double {
    (value * 10).rounded(.toNearestOrAwayFromZero) / 10
  }
}
