public import Ledger

extension KindID {
  public static let attempt = KindID(52)
  public static let project = KindID(53)
  public static let vote = KindID(54)
}

/// The result of trying an item in a session, with a copy of the item at that time, which a reset does not change.
public struct Try: RowRecord, Equatable {
  public let id: RowID
  public var session: RowID
  public var item: RowID
  /// In milliseconds since 1970 UTC.
  public var at: Int64 = 0
  public var outcome = Outcome.attempt
  /// How often it was tried, including the last time.
  public var count: Int64 = 1
  /// The tempo reached, in hundredths of a bpm; 0 if not recorded.
  public var tempo: Int64 = 0
  /// From 1 to 5; 0 if there is none.
  public var feel = 0
  public var note = ""
  // The item at that time.
  public var name = ""
  public var grade = ""
  public var scale = ""
  public var colour = ""
  public var place = ""
  /// The target tempo.
  public var targetTempo: Int64 = 0
  /// How exactly its time is known.
  public var precision = Precision.moment
  /// How long the rest timer ran before it, in seconds.
  public var rested: Int64 = 0

  /// How a try ended; an étude was not clean, clean, or clean at first reading.
  public enum Outcome: Int, CaseIterable, Sendable {
    case attempt, send, flash

    static let choices: Choices<Outcome> = [
      (0, "Attempt", .attempt), (1, "Send", .send), (2, "Flash", .flash),
    ]

    public var isSent: Bool { self != .attempt }
  }

  /// Logs from elsewhere may lack the time, the day or any date.
  public enum Precision: CaseIterable, Sendable {
    case moment, day, month, year, none

    static let choices: Choices<Precision> = [
      (0, "The time", .moment), (1, "The day", .day), (2, "The month", .month),
      (3, "The year", .year), (4, "Nothing", .none),
    ]
  }

  public static let counts: ClosedRange<Int64> = 1...10_000
  public static let rests: ClosedRange<Int64> = 0...86_400
  public static let noteLimit = 4_000

  /// A try of an item as it is now.
  public init(
    _ id: RowID, of item: CatalogueItem, in session: RowID, at: Int64, _ outcome: Outcome
  ) {
    (self.id, self.session, self.item, self.at) = (id, session, item.id, at)
    (self.outcome, name, grade, targetTempo) = (outcome, item.name, item.grade, item.tempo)
  }
}

extension Try {
  public static let kind = KindID.attempt
  public static let names = KindNames("try", "Try", "Tries", title: nameField)
  public static let sessionField = field(1)
  static let itemField = field(2)
  static let atField = field(3)
  public static let outcomeField = field(4)
  public static let countField = field(5)
  public static let tempoField = field(6)
  public static let feelField = field(7)
  public static let noteField = field(8)
  public static let nameField = field(9)
  static let gradeField = field(10)
  static let scaleField = field(11)
  static let colourField = field(12)
  static let placeField = field(13)
  static let targetTempoField = field(14)
  static let precisionField = field(15)
  static let restedField = field(16)

  public init(blank id: RowID) { (self.id, session, item) = (id, id, id) }

  public static func visit(_ fields: inout RowFields, _ attempt: inout Try) {
    fields.link(sessionField, "session", "Session", &attempt.session, always: true)
    fields.link(itemField, "item", "Item", &attempt.item, always: true)
    fields.moment(atField, "at", "Time", &attempt.at, always: true)
    fields.choice(
      outcomeField, "outcome", "Outcome", &attempt.outcome, Outcome.choices, always: true)
    fields.whole(countField, "count", "Tries", &attempt.count, in: counts, always: true)
    fields.tempo(tempoField, "tempo", "Tempo reached", &attempt.tempo)
    fields.whole(feelField, "feel", "Feel", &attempt.feel, in: 0...5)
    fields.text(noteField, "note", "Note", &attempt.note, upTo: noteLimit)
    fields.text(nameField, "name", "Name", &attempt.name, upTo: CatalogueItem.nameLimit)
    fields.text(gradeField, "grade", "Grade", &attempt.grade, upTo: CatalogueItem.gradeLimit)
    fields.text(scaleField, "scale", "Grades", &attempt.scale, upTo: 64)
    fields.text(colourField, "colour", "Colour", &attempt.colour, upTo: CatalogueTag.nameLimit)
    fields.text(placeField, "place", "Place", &attempt.place, upTo: CataloguePlace.nameLimit)
    fields.tempo(targetTempoField, "target-tempo", "Target tempo", &attempt.targetTempo)
    fields.choice(
      precisionField, "precision", "Date precision", &attempt.precision, Precision.choices)
    fields.whole(restedField, "rested", "Rest before", &attempt.rested, in: rests, unit: "s")
  }
}

/// An item that somebody works on over many sessions. An item has one at most: its id is derived from the item's.
public struct Project: RowRecord, Equatable {
  public let id: RowID
  public var item: RowID
  public var state = State.active

  public enum State: CaseIterable, Sendable {
    case active, done, left

    static let choices: Choices<State> = [
      (0, "Active", .active), (1, "Done", .done), (2, "Left", .left),
    ]
  }

  public init(of item: RowID) { (id, self.item) = (Self.id(of: item), item) }

  public static func id(of item: RowID) -> RowID {
    RowID(of: item.bits.bytes, in: "woodshed project")
  }
}

extension Project {
  public static let kind = KindID.project
  public static let names = KindNames("project", "Project", "Projects")
  public static let stateField = field(2)

  public init(blank id: RowID) { (self.id, item) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ project: inout Project) {
    fields.link(field(1), "item", "Item", &project.item, always: true)
    fields.choice(stateField, "state", "State", &project.state, State.choices, always: true)
  }
}

/// A person's opinion of an item: its grade and quality. One per item.
public struct Vote: RowRecord, Equatable {
  public let id: RowID
  public var item: RowID
  public var grade = ""
  /// From 1 to 5; 0 if not rated.
  public var quality = 0
  /// In milliseconds since 1970 UTC.
  public var at: Int64 = 0

  public init(of item: RowID, at: Int64) {
    (id, self.item, self.at) = (Self.id(of: item), item, at)
  }

  public static func id(of item: RowID) -> RowID { RowID(of: item.bits.bytes, in: "woodshed vote") }
}

extension Vote {
  public static let kind = KindID.vote
  public static let names = KindNames("vote", "Vote", "Votes")
  /// The opinion, and its time.
  public static let answerFields = [field(2), field(3), field(4)]

  public init(blank id: RowID) { (self.id, item) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ vote: inout Vote) {
    fields.link(field(1), "item", "Item", &vote.item, always: true)
    fields.text(answerFields[0], "grade", "Grade", &vote.grade, upTo: CatalogueItem.gradeLimit)
    fields.whole(field(3), "quality", "Quality", &vote.quality, in: 0...5)
    fields.moment(field(4), "at", "Time", &vote.at, always: true)
  }
}
