import Domain
import Reports

// What the pages of analysis are called, and what each of them answers.
extension Question.Subject {
  /// The last part of its page's address.
  var name: String {
    switch self {
    case .boxNow: "box"
    case .gouger: "gouger"
    case .compare: "compare"
    case .relations: "relations"
    case .scatter: "scatter"
    case .life: "life"
    case .trends: "trends"
    case .model: "model"
    case .ratings: "ratings"
    case .experiment: "experiment"
    case .suggestions: "suggestions"
    }
  }

  var title: String {
    switch self {
    case .boxNow: "Your box now"
    case .gouger: "Gouger watch"
    case .compare: "Compare"
    case .relations: "What goes with what"
    case .scatter: "Reed by reed"
    case .life: "How long reeds last"
    case .trends: "Trends and weather"
    case .model: "All together"
    case .ratings: "Your ratings"
    case .experiment: "Experiments"
    case .suggestions: "Suggestions"
    }
  }

  /// What its page answers.
  var line: String {
    switch self {
    case .boxNow: "How many reeds do I have at each stage, and how many turn out well?"
    case .gouger: "Has my gouger moved since it was last serviced?"
    case .compare: "Which shaper, staple or cane works best for me?"
    case .relations: "Which measurements go with how a reed plays?"
    case .scatter: "How does one measurement go with one outcome?"
    case .life: "How long do my reeds last, and how do they change?"
    case .trends: "Are my reeds getting better, and does the weather matter?"
    case .model: "What do measurements and choices together say about a reed?"
    case .ratings: "How steady are my ratings?"
    case .experiment: "How do I find out for sure?"
    case .suggestions: "What could I try next, and why?"
    }
  }

  /// The same for players of these instruments.
  func line(for family: ReedField.Family) -> String {
    self == .compare && family == .singles
      ? "Which brand, strength or mouthpiece works best for me?" : line
  }

  /// The pages that the front lists.
  static let listed: [Question.Subject] = [
    .compare, .relations, .scatter, .boxNow, .life, .trends, .gouger, .ratings, .model,
    .experiment, .suggestions,
  ]
}
