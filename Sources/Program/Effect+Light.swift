import Markup

extension Effect {
  /// Opens the stage on the page's canvas; it reports its state until the effect is stopped by name.
  ///
  /// Requests and reports are texts that `Light` reads and writes.
  public static func openStage(as name: String, _ make: @escaping (String) -> Message) -> Effect {
    lasting(.openStage, as: name) { make($0.text()) }
  }
  /// Sends a request to the stage.
  public static func tellStage(_ text: String) -> Effect { Effect(.tellStage(text)) }
}
