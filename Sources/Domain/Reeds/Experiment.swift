public import Ledger

extension KindID {
  public static let experiment = KindID(61)
  /// A reed in one of an experiment's places.
  public static let experimentReed = KindID(62)
}

/// A question put to reeds, with what decides it fixed before the first reed.
///
/// Its reeds have places from 1 on; which arm a place belongs to is not stored but drawn from the seed, so that it is the same on
/// every device and can be checked later (``arm(ofPlace:)``).
public struct Experiment: RowRecord, Equatable {
  public let id: RowID
  /// In the player's own words.
  public var question = ""
  /// What differs: the name of a reed's field in exports.
  public var field = ""
  /// The two values compared, as ``ReedField/arm(of:)`` writes them.
  public var arms = ["", ""]
  /// What is measured: the name of a test's field in exports.
  public var outcome = ""
  public var design = Design.paired
  public var seed: Int64 = 0
  /// How many reeds each arm gets.
  public var planned = 10
  /// The smallest difference of the outcome that would matter, in thousandths.
  public var difference: Int64 = 0
  /// The day on which it was started; 0 for a draft.
  public var started: Int64 = 0
  /// The day on which it was ended; 0 while it runs.
  public var ended: Int64 = 0
  /// Why it was ended early; empty if it was ended by its rule.
  public var reason = ""
  /// The days on which results were looked at before the end, separated by blanks.
  public var peeks = ""
  public var made: Int64 = 0

  public enum Design: Int, CaseIterable, Sendable {
    /// Two pieces of one tube: one for each arm.
    case paired
    /// Four reeds of one lot and week: two for each arm.
    case blocked

    public static let choices: Choices<Design> = [
      (1, "Pairs", .paired), (2, "Blocks of four", .blocked),
    ]

    /// How many places belong together.
    public var size: Int { self == .paired ? 2 : 4 }
  }

  public init(_ id: RowID, made: Int64) { (self.id, self.made) = (id, made) }

  public var isDraft: Bool { started == 0 }
  public var isRunning: Bool { started != 0 && ended == 0 }
}

extension Experiment {
  public static let kind = KindID.experiment
  public static let names = KindNames(
    "experiment", "Experiment", "Experiments", title: questionField)
  public static let questionField = field(1)
  public static let startedField = field(10)
  public static let questionLimit = 400
  public static let reasonLimit = 400
  public static let armLimit = 400
  public static let plannedRange = 2...100
  /// The fields that a start fixes: the question, what differs, the arms, the outcome, the design, the seed, the plan
  /// and the smallest difference that matters.
  public static let fixedFields: [FieldID] = (1...9).map { field($0) }

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ experiment: inout Experiment) {
    fields.text(
      questionField, "question", "Question", &experiment.question, upTo: questionLimit,
      always: true)
    fields.text(field(2), "field", "What differs", &experiment.field, upTo: 100, always: true)
    fields.text(field(3), "arm-a", "First arm", &experiment.arms[0], upTo: armLimit, always: true)
    fields.text(field(4), "arm-b", "Second arm", &experiment.arms[1], upTo: armLimit, always: true)
    fields.text(field(5), "outcome", "Outcome", &experiment.outcome, upTo: 100, always: true)
    fields.choice(field(6), "design", "Design", &experiment.design, Design.choices, always: true)
    fields.whole(
      field(7), "seed", "Seed", &experiment.seed, in: 0...ExperimentDraw.highestSeed, always: true)
    fields.whole(
      field(8), "planned", "Reeds per arm", &experiment.planned, in: plannedRange, always: true)
    fields.decimal(
      field(9), "difference", "Smallest difference that matters", &experiment.difference,
      places: 3, in: 0...1_000_000_000)
    fields.day(startedField, "started", "Started", &experiment.started)
    fields.day(field(11), "ended", "Ended", &experiment.ended)
    fields.text(field(12), "reason", "Why early", &experiment.reason, upTo: reasonLimit)
    fields.text(field(13), "peeks", "Looked early", &experiment.peeks, upTo: 4_000)
    fields.moment(field(14), "made", "Written", &experiment.made)
  }

  /// All of them that are not in the trash, newest first.
  public static func all(in data: Replica) -> [Experiment] {
    all(in: data, by: []).sorted { $0.id > $1.id }
  }

  // MARK: - Looking early

  /// The days on which results were looked at before the end.
  public var peekDays: [Int64] {
    peeks.utf8.split(separator: UInt8(ascii: " ")).compactMap {
      Int64(String(decoding: $0, as: UTF8.self))
    }
  }

  /// Marks a look at the results; one mark a day is enough.
  public mutating func peek(on day: Int64) {
    guard !peekDays.contains(day) else { return }
    let text = peeks.isEmpty ? "\(day)" : "\(peeks) \(day)"
    // The first marks say all there is to say once there are hundreds.
    if text.utf8.count <= 4_000 { peeks = text }
  }

  /// Whether results may be shown on a day: after the end, or on a day that is marked as a look.
  public func showsResults(on day: Int64) -> Bool { ended != 0 || peekDays.contains(day) }

  // MARK: - Places

  /// How many places its plan has.
  public var places: Int { (2 * planned + design.size - 1) / design.size * design.size }

  /// The pair or block of a place, from 0; `nil` for a place that no experiment has.
  public func block(ofPlace place: Int) -> Int? {
    ExperimentDraw.places.contains(place) ? (place - 1) / design.size : nil
  }

  /// Which arm a place belongs to, 0 or 1; `nil` for a place that no experiment has.
  public func arm(ofPlace place: Int) -> Int? {
    block(ofPlace: place).map {
      ExperimentDraw.arm(seed: seed, block: $0, at: (place - 1) % design.size, of: design.size)
    }
  }

  /// What the reed in a place is called while it is rated: it says neither arm nor place.
  public func code(ofPlace place: Int) -> String { ExperimentDraw.code(seed: seed, place: place) }

  /// The fixed fields that were changed after the start, from the stamps of its row.
  public static func changedAfterStart(_ row: Row) -> [FieldID] {
    guard let start = row.cell(startedField), Experiment(row).started != 0 else { return [] }
    return fixedFields.filter { field in
      row.cell(field).map { start.stamp.time < $0.stamp.time } ?? false
    }
  }
}

/// A reed in a place of an experiment. Two devices may fill the same place: both facts are kept.
public struct ExperimentReed: RowRecord, Equatable {
  public let id: RowID
  public var experiment: RowID
  /// From 1.
  public var place = 1
  public var reed: RowID
  public var made: Int64 = 0

  public init(_ id: RowID, _ reed: RowID, in experiment: RowID, place: Int, made: Int64) {
    (self.id, self.reed, self.experiment) = (id, reed, experiment)
    (self.place, self.made) = (place, made)
  }
}

extension ExperimentReed {
  public static let kind = KindID.experimentReed
  public static let names = KindNames(
    "experiment-reed", "Reed in an experiment", "Reeds in experiments")

  public init(blank id: RowID) { (self.id, experiment, reed) = (id, id, id) }

  public static func visit(_ fields: inout RowFields, _ member: inout ExperimentReed) {
    fields.link(field(1), "experiment", "Experiment", &member.experiment, always: true)
    fields.whole(
      field(2), "place", "Place", &member.place, in: ExperimentDraw.places, always: true)
    fields.link(field(3), "reed", "Reed", &member.reed, always: true)
    fields.moment(field(4), "made", "Written", &member.made, always: true)
  }

  /// All of them that are not in the trash, by place.
  public static func all(in data: Replica) -> [ExperimentReed] {
    all(in: data, by: []).sorted { ($0.place, $0.made, $0.id) < ($1.place, $1.made, $1.id) }
  }
}
