import Domain

/// Formats a tool's readings: with a sign, and with one decimal.
public enum Figures {
  /// A number with one decimal, such as `744.2`.
  public static func tenths(_ number: Double) -> String {
    let scaled = min(max(number.isNaN ? 0 : number, -1e6), 1e6) * 10
    return Decimal(units: Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5), places: 1).text
  }

  /// The same with a sign: `+2.1`, `−13.7`, `0.0`.
  public static func signedTenths(_ number: Double) -> String {
    let text = tenths(abs(number))
    return text == "0.0" ? text : (number < 0 ? "−" : "+") + text
  }

  /// A whole number, with a true minus sign if negative.
  public static func signed(_ number: Int) -> String { number < 0 ? "−\(-number)" : "\(number)" }

  /// A length or an angle for a style, with two decimals.
  public static func exact(_ number: Double) -> String {
    let scaled = min(max(number.isNaN ? 0 : number, -1e6), 1e6) * 100
    return Decimal(units: Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5), places: 2).text
  }
}

/// Formats durations like a clock.
public enum Clock {
  /// `2:08`, `1:02:08`.
  public static func text(seconds: Double) -> String {
    let whole = Int64(max(seconds.isFinite ? seconds : 0, 0))
    let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
    let tail = "\(rest < 10 ? "0" : "")\(rest)"
    if hours == 0 { return "\(minutes):\(tail)" }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)"
  }

  /// `2:08.4`, rounded down like the seconds.
  public static func tenths(seconds: Double) -> String {
    // A position in frames may fall short of its tenth by a rounding error.
    let tenths = Int64(max(seconds.isFinite ? seconds : 0, 0) * 10 + 1e-6)
    return "\(text(seconds: Double(tenths / 10))).\(tenths % 10)"
  }
}
