public import Ledger

/// A stretch of practice: when it was, what it set out to do, and what came of it.
///
/// What the time went to stands in its ``PractisedBlock`` rows.
public struct PractisedSession: Equatable, Sendable {
  public let id: RowID
  /// The civil day that it belongs to, as the ledger counts days.
  public var day: Int64
  /// In milliseconds since 1970 UTC.
  public var began: Int64
  /// 0 while it goes on.
  public var ended: Int64
  public var pausedSeconds: Int64
  /// When it was paused, while it rests; 0 otherwise.
  public var pausedSince: Int64
  /// What exactly, and how it will be heard.
  public var question: String
  public var sign: String
  /// From 1 to 5; 0 where there is none.
  public var rating: Int
  public var sentence: String
  public var nextStep: String
  public var plan: RowID?

  public static let textLimit = 4_000

  public init(_ id: RowID, day: Int64, began: Int64) {
    (self.id, self.day, self.began) = (id, day, began)
    (ended, pausedSeconds, pausedSince, rating, plan) = (0, 0, 0, 0, nil)
    (question, sign, sentence, nextStep) = ("", "", "", "")
  }
}

extension PractisedSession {
  public static let dayKey = FieldKey.day(KindID.session.field(1), "day", "Day")
  public static let beganKey = FieldKey.moment(KindID.session.field(2), "began", "Began")
  static let endedKey = FieldKey.moment(KindID.session.field(3), "ended", "Ended")
  static let pausedKey = FieldKey(
    KindID.session.field(4), "paused", "Paused", standard: 0, in: 0...1_000_000, unit: "s")
  public static let questionKey = FieldKey(
    KindID.session.field(5), "question", "What exactly", byteLimit: textLimit)
  public static let signKey = FieldKey(
    KindID.session.field(6), "sign", "How it is heard", byteLimit: textLimit)
  public static let ratingKey = FieldKey(
    KindID.session.field(7), "rating", "Rating", standard: 0, in: 0...5)
  public static let sentenceKey = FieldKey(
    KindID.session.field(8), "sentence", "How it went", byteLimit: textLimit)
  public static let nextStepKey = FieldKey(
    KindID.session.field(9), "next-step", "Next step", byteLimit: textLimit)
  static let planKey = FieldKey.link(KindID.session.field(10), "plan", "Plan")
  public static let pausedSinceKey = FieldKey.moment(
    KindID.session.field(11), "paused-since", "Paused since")

  static let rows = Kind(
    .session, "session", "Session", plural: "Sessions", title: questionKey.id,
    fields: [
      dayKey.field, beganKey.field, endedKey.field, pausedKey.field, questionKey.field,
      signKey.field, ratingKey.field, sentenceKey.field, nextStepKey.field, planKey.field,
      pausedSinceKey.field,
    ])

  public init(_ row: Row) {
    self.init(row.id, day: row[Self.dayKey], began: row[Self.beganKey].milliseconds)
    (ended, pausedSeconds) = (row[Self.endedKey].milliseconds, row[Self.pausedKey])
    (question, sign) = (row[Self.questionKey], row[Self.signKey])
    (rating, sentence) = (Int(row[Self.ratingKey]), row[Self.sentenceKey])
    (nextStep, plan) = (row[Self.nextStepKey], row[Self.planKey])
    pausedSince = row[Self.pausedSinceKey].milliseconds
  }

  /// What keeps it; where there is an `old` one, only what differs.
  public func edits(from old: PractisedSession?, zoneMinutes: Int) -> [Edit] {
    var edit = RowEdit(id, .session, isNew: old == nil)
    edit.set(Self.dayKey, day, unless: old?.day)
    if began != old?.began { edit.set(Self.beganKey, Moment(began, zoneMinutes: zoneMinutes)) }
    if ended != old?.ended ?? 0 { edit.set(Self.endedKey, Moment(ended, zoneMinutes: zoneMinutes)) }
    edit.set(Self.pausedKey, pausedSeconds, unless: old?.pausedSeconds ?? 0)
    edit.set(Self.questionKey, question, unless: old?.question ?? "")
    edit.set(Self.signKey, sign, unless: old?.sign ?? "")
    edit.set(Self.ratingKey, Int64(rating), unless: Int64(old?.rating ?? 0))
    edit.set(Self.sentenceKey, sentence, unless: old?.sentence ?? "")
    edit.set(Self.nextStepKey, nextStep, unless: old?.nextStep ?? "")
    if plan != old?.plan { edit.set(Self.planKey, plan) }
    if pausedSince != old?.pausedSince ?? 0 {
      edit.set(Self.pausedSinceKey, Moment(pausedSince, zoneMinutes: zoneMinutes))
    }
    return edit.edits
  }
}

/// What a part of a session went to.
public struct PractisedBlock: Equatable, Sendable {
  public let id: RowID
  public var session: RowID
  /// That of its session.
  public var day: Int64
  public var began: Int64
  public var seconds: Int64
  public var piece: RowID?
  public var section: RowID?
  public var tool: Tool
  /// In hundredths of a beat a minute; 0 where none was set.
  public var tempo: Int64
  /// From 1 to 5; 0 where there is none.
  public var rating: Int
  public var note: String

  /// What was at hand.
  public enum Tool: CaseIterable, Sendable {
    case none, tuner, drone, metronome, score, recorder
  }

  public static let noteLimit = 4_000

  public init(_ id: RowID, in session: RowID, day: Int64, began: Int64) {
    (self.id, self.session, self.day, self.began) = (id, session, day, began)
    (seconds, piece, section, tool) = (0, nil, nil, .none)
    (tempo, rating, note) = (0, 0, "")
  }
}

extension PractisedBlock {
  public static let sessionKey = FieldKey.link(KindID.block.field(1), "session", "Session")
  public static let dayKey = FieldKey.day(KindID.block.field(2), "day", "Day")
  public static let beganKey = FieldKey.moment(KindID.block.field(3), "began", "Began")
  public static let secondsKey = FieldKey(
    KindID.block.field(4), "seconds", "Seconds", standard: 0, in: 0...1_000_000, unit: "s")
  public static let pieceKey = FieldKey.link(KindID.block.field(5), "piece", "Piece")
  public static let sectionKey = FieldKey.link(KindID.block.field(6), "section", "Section")
  static let toolKey = FieldKey(
    KindID.block.field(7), "tool", "Tool", standard: Tool.none,
    choices: [
      (0, "None", .none), (1, "Tuner", .tuner), (2, "Drone", .drone),
      (3, "Metronome", .metronome), (4, "Score", .score), (5, "Recorder", .recorder),
    ])
  public static let tempoKey = FieldKey(
    KindID.block.field(8), "tempo", "Tempo", standardUnits: 0, places: 2, in: 0...60_000,
    unit: "bpm")
  public static let ratingKey = FieldKey(
    KindID.block.field(9), "rating", "Rating", standard: 0, in: 0...5)
  public static let noteKey = FieldKey(KindID.block.field(10), "note", "Note", byteLimit: noteLimit)
  /// A reed's, once there are reeds.
  static let reedKey = FieldKey.link(KindID.block.field(11), "reed", "Reed")

  static let rows = Kind(
    .block, "block", "Block", plural: "Blocks",
    fields: [
      sessionKey.field, dayKey.field, beganKey.field, secondsKey.field, pieceKey.field,
      sectionKey.field, toolKey.field, tempoKey.field, ratingKey.field, noteKey.field,
      reedKey.field,
    ])

  public init(_ row: Row) {
    self.init(
      row.id, in: row[Self.sessionKey] ?? row.id, day: row[Self.dayKey],
      began: row[Self.beganKey].milliseconds)
    (seconds, tool) = (row[Self.secondsKey], row[Self.toolKey])
    (piece, section) = (row[Self.pieceKey], row[Self.sectionKey])
    (tempo, rating, note) = (row[Self.tempoKey], Int(row[Self.ratingKey]), row[Self.noteKey])
  }

  /// What keeps it; where there is an `old` one, only what differs.
  public func edits(from old: PractisedBlock?, zoneMinutes: Int) -> [Edit] {
    var edit = RowEdit(id, .block, isNew: old == nil)
    if old == nil { edit.set(Self.sessionKey, session) }
    edit.set(Self.dayKey, day, unless: old?.day)
    if began != old?.began { edit.set(Self.beganKey, Moment(began, zoneMinutes: zoneMinutes)) }
    edit.set(Self.secondsKey, seconds, unless: old?.seconds ?? 0)
    if piece != old?.piece { edit.set(Self.pieceKey, piece) }
    if section != old?.section { edit.set(Self.sectionKey, section) }
    edit.set(Self.toolKey, tool, unless: old?.tool ?? PractisedBlock.Tool.none)
    edit.set(Self.tempoKey, tempo, unless: old?.tempo ?? 0)
    edit.set(Self.ratingKey, Int64(rating), unless: Int64(old?.rating ?? 0))
    edit.set(Self.noteKey, note, unless: old?.note ?? "")
    return edit.edits
  }
}
