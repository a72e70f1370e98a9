import Ledger

extension Settings {
  /// How many values of each kind are remembered.
  public static let recentCount = 4
  /// The longest list of them, in bytes.
  static let recentLength = 300

  /// The values used recently, newest first: this one, then those in a list.
  public static func recent(_ value: String, _ list: String) -> [String] {
    var values = [value]
    for part in list.utf8.split(separator: 0x20) where values.count < recentCount {
      let other = String(decoding: Array(part), as: UTF8.self)
      if !values.contains(where: { $0.hasSameBytes(as: other) }) { values.append(other) }
    }
    return values
  }

  /// Puts the tuning in front of what was used recently, followed by the one that it replaces.
  ///
  /// What was only tried in between is not remembered.
  public mutating func remember(replacing old: Settings) {
    recentPitches = Self.list(
      "\(a4.tenthsOfHertz)", replacing: "\(old.a4.tenthsOfHertz)", old.recentPitches)
    recentTemperaments = Self.list(
      temperament, replacing: old.temperament, old.recentTemperaments)
    recentInstruments = Self.list(instrument, replacing: old.instrument, old.recentInstruments)
  }

  private static func list(_ value: String, replacing old: String, _ list: String) -> String {
    if value.hasSameBytes(as: old) { return list }
    return recent(value, recent(old, list).joined(separator: " ")).joined(separator: " ")
  }
}
