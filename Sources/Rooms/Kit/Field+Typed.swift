import Domain
public import Ledger

extension Field {
  /// Why a text is not a value of the field.
  public struct Refusal: Error {
    public let words: String
  }

  /// The value that a person typed.
  public func value(of text: String) -> Result<Value, Refusal> {
    if text.isEmpty { return .success(.null) }
    let value: Value?
    switch format {
    case .text: value = .text(text)
    case .whole: value = (try? Decimal(parsing: text, places: 0)).map { .int($0.units) }
    case .decimal(_, let places, _):
      value = (try? Decimal(parsing: text, places: Int(places))).map {
        .decimal(units: $0.units, places: places)
      }
    case .choice(let choices):
      value = choices.first { "\($0.number)".hasSameBytes(as: text) }.map { .int($0.number) }
    case .day: value = DayText.day(of: text).map { .day($0) }
    case .flag, .instant, .row, .blob, .any: value = nil
    }
    guard let value else { return .failure(Refusal(words: "Enter a number.")) }
    return problem(with: value).map { .failure(Refusal(words: $0)) } ?? .success(value)
  }
}

extension Schema {
  /// Finds a field among all kinds.
  public func field(_ id: FieldID) -> Field? {
    for kind in kinds { if let field = kind.field(id) { return field } }
    return nil
  }
}
