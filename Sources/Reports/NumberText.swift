import Ledger

/// Numbers as plots and sentences show them, the same everywhere.
public enum NumberText {
  /// `6.2`, `−0.4`, `3.1e12`; a dash for what is not a number.
  public static func text(_ value: Double, places: Int, isSigned: Bool = false) -> String {
    guard value.isFinite else { return "–" }
    let places = min(max(places, 0), 9)
    var (scaled, power) = (abs(value), 0)
    // Where an integer has no room for it, only its size counts.
    if scaled >= 1e9 {
      while scaled >= 10 { (scaled, power) = (scaled / 10, power + 1) }
    }
    let shown = power > 0 ? 1 : places
    for _ in 0..<shown { scaled *= 10 }
    let units = Int64(scaled.rounded(.toNearestOrAwayFromZero))
    let text =
      DecimalText.text(units: units, places: UInt8(shown)) + (power > 0 ? "e\(power)" : "")
    if units == 0 { return text }
    return (value < 0 ? "−" : isSigned ? "+" : "") + text
  }
}
