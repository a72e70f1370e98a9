public import Ledger
public import Training

/// The words for the things in a catalogue. Every other difference between climbs and études is also here: nothing in
/// the room asks which of them it has.
public enum CatalogueWords: CaseIterable, Sendable {
  case climbs, etudes

  public static let choices: Choices<CatalogueWords> = [
    (1, "Climbs", .climbs), (2, "Études", .etudes),
  ]

  /// An item, and several.
  public var item: String { pick("climb", "étude") }
  public var items: String { pick("climbs", "études") }
  /// The same with a capital.
  public var itemTitle: String { pick("Climb", "Étude") }
  public var itemsTitle: String { pick("Climbs", "Études") }
  /// Where an item is.
  public var place: String { pick("Wall", "Book") }
  public var places: String { pick("Walls", "Books") }
  public var author: String { pick("Setter", "Composer") }
  public var tags: String { pick("Style", "Key and technique") }
  /// A session, within a sentence and as a title.
  public var session: String { pick("workout", "étude session") }
  public var sessionTitle: String { pick("Workout", "Étude session") }

  /// The activity between rests.
  public var activity: String { pick("Climbing", "Playing") }

  /// Several successes.
  public var sends: String { pick("sends", "clean") }

  /// To succeed with an item, within a sentence.
  public var succeed: String { pick("send", "play cleanly") }

  /// What is said around the share of tries that would succeed.
  var chance: (before: String, after: String) {
    (pick("you’d send ", ""), pick(" tries", " tries would be clean"))
  }

  /// The scale of a new catalogue.
  public var scale: String { pick("v", "abrsm") }
  /// The discipline of its grades.
  public var discipline: Discipline { self == .climbs ? .boulder : .music }
  /// How many times harder a step of a custom scale is, until more is known.
  public var ownFactor: Double { 2 }
  /// Whether items have a target tempo.
  public var hasTempo: Bool { self == .etudes }
  /// Whether items are due again after a while: an étude is played again, a sent climb is done.
  public var comeBack: Bool { self == .etudes }
  /// Whether its sessions count as practice time.
  public var isPractice: Bool { self == .etudes }

  func pick(_ climbs: String, _ etudes: String) -> String {
    self == .climbs ? climbs : etudes
  }
}
