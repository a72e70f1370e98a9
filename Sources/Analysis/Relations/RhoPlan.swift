/// How many reeds a relation takes to show, as the only question.
enum RhoPlan {
  /// The reeds with which a true rho of 0.5 shows four times in five: ((1.96 + 0.84) / artanh ρ)² (1 + ρ² / 2) + 3.
  static let reedsForHalf = 33

  /// What is missing until then, at the player's pace; nothing if it is not.
  static func words(_ count: Int, _ pace: Pace) -> [String] {
    guard count < reedsForHalf else {
      return [
        "With \(reedsForHalf) reeds you have an 80 % chance of finding a rho of 0.5, if that is the only "
          + "question. A weaker one takes more: 51 reeds for 0.4, 89 for 0.3."
      ]
    }
    return [
      "You need \(reedsForHalf) reeds for an 80 % chance of finding a true rho of 0.5, if that is the "
        + "only question.",
      pace.words(ofMore: reedsForHalf - count),
    ]
  }
}
