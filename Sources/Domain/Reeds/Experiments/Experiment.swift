public import Ledger

extension KindID {
  public static let experiment = KindID(61)
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
  /// The days on which results were looked at before the end, separated by blanks: what remains if a look's own row
  /// (``ExperimentLook``) is erased for good.
  public var peeks = ""
  public var made: Int64 = 0
  /// The tools that the arms were merged into after the start; empty for none.
  public var merged = ["", ""]

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
  public static let endedField = field(11)
  public static let peeksField = field(13)
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
    fields.day(endedField, "ended", "Ended", &experiment.ended)
    fields.text(field(12), "reason", "Why early", &experiment.reason, upTo: reasonLimit)
    fields.text(peeksField, "peeks", "Looked early", &experiment.peeks, upTo: 4_000)
    fields.moment(field(14), "made", "Written", &experiment.made)
    fields.text(
      field(15), "merged-a", "First arm, merged into", &experiment.merged[0], upTo: armLimit)
    fields.text(
      field(16), "merged-b", "Second arm, merged into", &experiment.merged[1], upTo: armLimit)
  }

  /// All of them that are not in the trash, newest first.
  public static func all(in data: Replica) -> [Experiment] {
    all(in: data, by: []).sorted { $0.id > $1.id }
  }

  // MARK: - Arms

  /// The arms as they are called today: a tool that was merged into another is that other one.
  public var armsNow: [String] { (0..<2).map { merged[$0].isEmpty ? arms[$0] : merged[$0] } }

  /// Whether both arms are one and the same by now.
  public var hasOneArm: Bool { armsNow[0].hasSameBytes(as: armsNow[1]) }

  /// What lets the arms of an experiment follow when one tool is merged into another. What was fixed at its start
  /// stays as it was.
  public static func merging(_ tool: RowID, into other: RowID, _ row: Row) -> [Edit] {
    let old = Experiment(row)
    var experiment = old
    for arm in 0..<2 where old.armsNow[arm].hasSameBytes(as: tool.bits.hex) {
      if old.isDraft {
        experiment.arms[arm] = other.bits.hex
      } else {
        experiment.merged[arm] = other.bits.hex
      }
    }
    return experiment.edits(from: old)
  }

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
