import Domain

/// The texts of a plot: names that fit.
enum PlotText {
  static func count(of text: String) -> Int {
    text.utf8.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  /// About how wide a text is drawn.
  static func width(_ text: String) -> Double {
    // Capitals are wider; the first one is made up for by narrow letters.
    let capitals = text.utf8.count { 0x41...0x5A ~= $0 }
    return Double(count(of: text)) * 6.6 + Double(max(capitals - 1, 0)) * 1.9
  }

  /// A text of no more characters than fit in a width.
  static func fitting(_ text: String, _ width: Double) -> String {
    let most = max(Int(min(width, 10_000) / 6.6), 2)
    guard count(of: text) > most else { return text }
    var (kept, bytes): (Int, [UInt8]) = (0, [])
    for byte in text.utf8 {
      if byte & 0xC0 != 0x80 { kept += 1 }
      if kept == most { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self) + "…"
  }

  static func day(_ value: Double) -> Int64 {
    value.isNaN ? 0 : Int64(min(max(value, -1e9), 1e9).rounded(.down))
  }
}

extension Plot.Scale {
  /// A value with its unit, as exact as the scale shows values.
  public func text(_ value: Double) -> String {
    let text = bareText(value)
    switch self {
    case .number(_, let unit), .signed(_, let unit):
      return unit.utf8.isEmpty ? text : "\(text) \(unit)"
    default: return text
    }
  }

  /// The same without its unit.
  func bareText(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    switch self {
    case .number(let places, _): return NumberText.text(value, places: places)
    case .signed(let places, _): return NumberText.text(value, places: places, isSigned: true)
    case .share: return NumberText.text(value * 100, places: 0) + " %"
    case .day: return MomentText.dayText(PlotText.day(value))
    case .time:
      if abs(value) < 0.5 { return "0" }
      let length = DayWords.length(Int64(min(abs(value), 1e12).rounded()))
      return value <= -0.5 ? "−\(length)" : length
    case .names(let names):
      let place = value.rounded()
      guard place >= 0, place < Double(names.count) else { return "" }
      return names[Int(place)]
    }
  }

  /// The unit of the whole axis.
  var unit: String {
    switch self {
    case .number(_, let unit), .signed(_, let unit): unit
    default: ""
    }
  }

  var names: [String]? {
    if case .names(let names) = self { names } else { nil }
  }
}

extension Plot.Axis {
  /// `Rating`, `Cane density (g/ml)`.
  var title: String {
    scale.unit.utf8.isEmpty ? label : label.utf8.isEmpty ? scale.unit : "\(label) (\(scale.unit))"
  }
}
