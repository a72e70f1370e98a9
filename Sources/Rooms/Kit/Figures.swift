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
