extension CatalogueWords {
  /// How a try ended, on a button and in a list.
  public func outcome(_ outcome: Try.Outcome) -> String {
    switch outcome {
    case .attempt: pick("Attempt", "Not clean")
    case .send: pick("Sent", "Clean")
    case .flash: pick("Flash", "Clean at first reading")
    }
  }
}
