extension Settings {
  /// Reads the lines in which version 0.1 kept settings in the browser.
  ///
  /// A value that cannot be read leaves its setting at the default: whoever opens the app must
  /// get the app.
  public init(parsing text: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "theme":
        theme = Theme.allCases.first { $0.name == parts[1] } ?? theme
      case "first-day-of-week":
        firstDayOfWeek = Weekday.allCases.first { $0.name == parts[1] } ?? firstDayOfWeek
      case "a4":
        a4 = ReferencePitch(parsing: parts[1]) ?? a4
      case "shortcuts":
        hasShortcuts = parts[1] != "off"
      default:
        continue
      }
    }
  }
}

extension ReferencePitch {
  /// Reads hertz such as `442,5`.
  public init?(parsing text: String) {
    guard let number = try? Decimal(parsing: text, places: 1) else { return nil }
    self.init(tenthsOfHertz: Int(clamping: number.units))
  }
}
