import Ledger

/// A part of a reed log that a player can share with a study, and consents to separately.
public enum StudyItem: Int, CaseIterable, Sendable {
  case measurements, ratings, models, conditions, hours, stages, adjustments, season

  /// Its name in files; it never changes.
  public var name: String {
    switch self {
    case .measurements: "measurements"
    case .ratings: "ratings"
    case .models: "models"
    case .conditions: "conditions"
    case .hours: "hours"
    case .stages: "stages"
    case .adjustments: "adjustments"
    case .season: "season"
    }
  }

  /// What a player reads beside the box. A change of these words is a new ``StudyConsent/textVersion``.
  public var words: String {
    switch self {
    case .measurements:
      "Measurements: cane, gouge, shape, tying and scrape, and which reeds share a tool, a batch or a staple"
    case .ratings: "Tests and ratings: how each reed played, and how it ended"
    case .models: "Tool models: the names you gave your tools, which you can check one by one"
    case .conditions:
      "Conditions: temperature, humidity to 5 %, pressure to 5 hPa, altitude to 100 m"
    case .hours: "Practice time on each reed, by day"
    case .stages: "Stage history: when each reed was tied, scraped, played and retired"
    case .adjustments: "Adjustments: where you changed a reed, and whether it helped"
    case .season: "The quarter of the year in which each reed was started"
    }
  }

  public static func named(_ name: String) -> StudyItem? {
    allCases.first { $0.name.hasSameBytes(as: name) }
  }

  /// What a built-in field belongs to; `nil` if it is never shared.
  ///
  /// Texts are the person's own words, and a thread's colour is a signature.
  static func item(of field: ReedField) -> StudyItem? {
    switch field.content {
    case .text, .day, .colour: return nil
    case .number, .choice, .scale, .pitch, .flag, .tool: break
    }
    switch field.group {
    case .cane, .gouge, .shape, .tying, .scrape, .bassoon: return .measurements
    case .outcome, .tests, .quality, .verdict: return .ratings
    case .conditions: return .conditions
    // No question for consent names them.
    case .own, .single: return nil
    }
  }
}
