import Markup

extension Effect {
  /// Opens the stage on the canvas that the page shows for it; it tells how it stands until it is stopped by its name.
  ///
  /// What it is asked and what it tells are texts that `Light` reads and writes.
  public static func openStage(as name: String, _ make: @escaping (String) -> Message) -> Effect {
    lasting(.openStage, as: name) { make($0.text()) }
  }
  /// Asks the stage for something.
  public static func tellStage(_ text: String) -> Effect { Effect(.tellStage(text)) }
}
