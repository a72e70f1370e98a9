public import Ledger
public import Training

/// What the things of a catalogue are called. Whatever else differs between climbs and études is here, too: nothing in
/// the room asks which of them it has.
public enum CatalogueWords: CaseIterable, Sendable {
  case climbs, etudes

  public static let choices: Choices<CatalogueWords> = [
    (1, "Climbs", .climbs), (2, "Études", .etudes),
  ]

  /// One of its items, and several.
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
  /// A session over it, in a sentence and by itself.
  public var session: String { pick("workout", "étude session") }
  public var sessionTitle: String { pick("Workout", "Étude session") }

  /// How a try ended, on a button and in a list.
  public func outcome(_ outcome: Try.Outcome) -> String {
    switch outcome {
    case .attempt: pick("Attempt", "Worked")
    case .send: pick("Sent", "Clean")
    case .flash: pick("Flash", "Clean at first reading")
    }
  }

  /// What is done between rests.
  public var activity: String { pick("Climbing", "Playing") }

  /// Several of what went well.
  public var sends: String { pick("sends", "clean") }

  /// The scale that a new catalogue begins with.
  public var scale: String { pick("v", "abrsm") }
  /// What its grades can be converted to.
  public var discipline: Discipline { self == .climbs ? .boulder : .music }
  /// How many times harder a step of a scale of one's own makes it, until more is known.
  public var ownFactor: Double { 2 }
  /// Whether items have a tempo that is worked towards.
  public var hasTempo: Bool { self == .etudes }
  /// Whether items come back after a while: an étude is played again, a climb that was sent is done.
  public var comeBack: Bool { self == .etudes }
  /// Whether its sessions count as time that was practised.
  public var isPractice: Bool { self == .etudes }

  private func pick(_ climbs: String, _ etudes: String) -> String {
    self == .climbs ? climbs : etudes
  }
}
