public import Ledger

extension KindID {
  /// Practice time, and what it was spent on.
  public static let session = KindID(19)
  public static let block = KindID(21)
}

/// A practice session: its time, its focus, and how it went.
///
/// Its ``PractisedBlock`` rows record what the time was spent on.
public struct PractisedSession: RowRecord, Equatable {
  public let id: RowID
  /// The civil day that it belongs to, as the ledger counts days.
  public var day: Int64 = 0
  /// In milliseconds since 1970 UTC.
  public var began: Int64 = 0
  /// 0 while it is running.
  public var ended: Int64 = 0
  public var pausedSeconds: Int64 = 0
  /// When it was paused, while it is; 0 otherwise.
  public var pausedSince: Int64 = 0
  /// The focus, and what should sound better.
  public var question = ""
  public var sign = ""
  /// From 1 to 5; 0 if there is none.
  public var rating = 0
  public var sentence = ""
  public var nextStep = ""
  /// A plan of practice, or of training.
  public var plan: RowID?
  /// What was trained on; `nil` for practice.
  public var training: CatalogueWords?
  public var catalogue: RowID?

  public static let textLimit = 4_000

  public init(_ id: RowID, day: Int64, began: Int64) {
    (self.id, self.day, self.began) = (id, day, began)
  }
}

extension PractisedSession {
  public static let kind = KindID.session
  public static let names = KindNames("session", "Session", "Sessions", title: questionField)
  public static let questionField = field(5)
  public static let signField = field(6)
  public static let sentenceField = field(8)
  public static let nextStepField = field(9)
  static let dayField = field(1)
  static let beganField = field(2)
  static let endedField = field(3)
  static let pausedField = field(4)
  static let trainingField = field(12)
  static let catalogueField = field(13)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ session: inout PractisedSession) {
    fields.day(dayField, "day", "Day", &session.day, always: true)
    fields.moment(beganField, "began", "Started", &session.began, always: true)
    fields.moment(endedField, "ended", "Ended", &session.ended)
    fields.whole(
      pausedField, "paused", "Paused", &session.pausedSeconds, in: 0...1_000_000, unit: "s")
    fields.text(questionField, "question", "Focus", &session.question, upTo: textLimit)
    fields.text(signField, "sign", "What should sound better", &session.sign, upTo: textLimit)
    fields.whole(field(7), "rating", "Rating", &session.rating, in: 0...5)
    fields.text(sentenceField, "sentence", "Comment", &session.sentence, upTo: textLimit)
    fields.text(nextStepField, "next-step", "Next step", &session.nextStep, upTo: textLimit)
    fields.link(field(10), "plan", "Plan", &session.plan)
    fields.moment(field(11), "paused-since", "Paused since", &session.pausedSince)
    fields.choice(
      trainingField, "training", "Training", &session.training,
      CatalogueWords.choices.map { ($0.number, $0.label, $0.content) })
    fields.link(catalogueField, "catalogue", "Catalogue", &session.catalogue)
  }
}

/// What a part of a session was spent on.
public struct PractisedBlock: RowRecord, Equatable {
  public let id: RowID
  public var session: RowID
  /// The day of its session.
  public var day: Int64 = 0
  public var began: Int64 = 0
  public var seconds: Int64 = 0
  public var piece: RowID?
  public var section: RowID?
  public var tool = Tool.none
  /// In hundredths of a bpm; 0 if none was set.
  public var tempo: Int64 = 0
  /// From 1 to 5; 0 if there is none.
  public var rating = 0
  public var note = ""
  public var reed: RowID?
  /// The part of a plan that it was.
  public var item: RowID?

  /// The tool in use.
  public enum Tool: CaseIterable, Sendable {
    case none, tuner, drone, metronome, score, recorder

    static let choices: Choices<Tool> = [
      (0, "None", .none), (1, "Tuner", .tuner), (2, "Drone", .drone),
      (3, "Metronome", .metronome), (4, "Score", .score), (5, "Recorder", .recorder),
    ]
  }

  public static let noteLimit = 4_000

  public init(_ id: RowID, in session: RowID, day: Int64, began: Int64) {
    (self.id, self.session, self.day, self.began) = (id, session, day, began)
  }
}

extension PractisedBlock {
  public static let kind = KindID.block
  public static let names = KindNames(
    "block", "Stretch of practice", "Stretches of practice")
  public static let dayField = field(2)
  public static let beganField = field(3)
  public static let secondsField = field(4)
  public static let tempoField = field(8)
  public static let reedField = field(11)

  public init(blank id: RowID) { (self.id, session) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ block: inout PractisedBlock) {
    fields.link(field(1), "session", "Session", &block.session, always: true)
    fields.day(dayField, "day", "Day", &block.day, always: true)
    fields.moment(beganField, "began", "Started", &block.began, always: true)
    fields.whole(
      secondsField, "seconds", "Seconds", &block.seconds, in: 0...1_000_000, unit: "s")
    fields.link(field(5), "piece", "Piece", &block.piece)
    fields.link(field(6), "section", "Section", &block.section)
    fields.choice(field(7), "tool", "Tool", &block.tool, Tool.choices)
    fields.tempo(tempoField, "tempo", "Tempo", &block.tempo)
    fields.whole(field(9), "rating", "Rating", &block.rating, in: 0...5)
    fields.text(field(10), "note", "Note", &block.note, upTo: noteLimit)
    fields.link(reedField, "reed", "Reed", &block.reed)
    fields.link(field(12), "item", "Plan item", &block.item)
  }
}
