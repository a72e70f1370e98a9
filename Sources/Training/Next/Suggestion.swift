/// An item that is suggested, and why.
public struct Suggestion: Hashable, Sendable {
  /// Its place among the rated items.
  public let item: Int
  /// How likely a success is; `nil` if the item or the person is not rated.
  public let chance: Double?
  /// The uncertainty of the difference between person and item, in steps; `nil` without a ``chance``.
  public let sigma: Double?
  /// Days since it was set; `nil` if that is not known.
  public let daysSinceSet: Int64?
  /// One of its tags that adds variety.
  public let tag: Int?
  public let isProject: Bool
  /// It was sent before and is suggested because there is little else, or because it is due.
  public let isAgain: Bool
  /// It was worked on, and it is time to return to it.
  public let isDue: Bool
  /// The person has never tried it.
  public let isNew: Bool
  /// The chance is little more than a guess.
  public let isUncertain: Bool
}

extension Suggestion {
  /// The reason in a line: "about 7 in 10 · slab · set 3 days ago".
  ///
  /// - Parameter sentence: what is said around the chance: "you’d send about 7 in 10 tries".
  public func reason(
    tagName: String? = nil, in sentence: (before: String, after: String)? = nil
  ) -> String {
    var parts: [String] = []
    if isProject { parts.append("your project") }
    if let chance, let sentence {
      let words = Self.words(chance, about: isUncertain ? "perhaps" : "about")
      parts.append(sentence.before + words + sentence.after)
    } else if let chance {
      parts.append(Self.words(chance) + (isUncertain ? ", uncertain" : ""))
    } else {
      parts.append("no estimate yet")
    }
    if let tagName, !tagName.isEmpty { parts.append(tagName) }
    if isDue {
      parts.append("due again")
    } else if isAgain {
      parts.append("again")
    } else if let daysSinceSet, daysSinceSet <= Self.recentDays {
      parts.append(Self.age(daysSinceSet))
    }
    return parts.joined(separator: " · ")
  }

  /// An item that was set longer ago is not news.
  private static let recentDays: Int64 = 28

  private static func words(_ chance: Double, about: String = "about") -> String {
    switch Int(chance * 10 + 0.5) {
    case ...0: "less than 1 in 10"
    case let tenths where tenths < 10: "\(about) \(tenths) in 10"
    default: "more than 9 in 10"
    }
  }

  private static func age(_ days: Int64) -> String {
    switch days {
    case ...0: "set today"
    case 1: "set yesterday"
    default: "set \(days) days ago"
    }
  }
}
