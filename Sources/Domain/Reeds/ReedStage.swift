public import Ledger

extension KindID {
  /// The move of a reed to another stage.
  public static let stageMove = KindID(37)
}

/// Where a reed is in its life.
public enum ReedStage: Int, CaseIterable, Sendable {
  case planned, blank, scraped, breakingIn, inUse, declining, retired, discarded

  public static let choices: Choices<ReedStage> = [
    (0, "Planned", .planned), (1, "Blank", .blank), (2, "Scraped", .scraped),
    (3, "Breaking in", .breakingIn), (4, "In use", .inUse), (5, "Declining", .declining),
    (6, "Retired", .retired), (7, "Discarded", .discarded),
  ]

  public var label: String { Self.choices[rawValue].label }

  /// What it is called for a reed of these instruments: a single reed that was bought is never a blank.
  public func label(for family: ReedField.Family) -> String {
    switch (family, self) {
    case (.singles, .blank): "Unopened"
    case (.singles, .scraped): "New"
    default: label
    }
  }

  /// Its name in exports.
  public var name: String {
    switch self {
    case .planned: "planned"
    case .blank: "blank"
    case .scraped: "scraped"
    case .breakingIn: "breaking_in"
    case .inUse: "in_use"
    case .declining: "declining"
    case .retired: "retired"
    case .discarded: "discarded"
    }
  }

  /// Whether its life is over, so that its staple is free.
  public var isOver: Bool { self == .retired || self == .discarded }

  /// Whether it can be played.
  public var isPlayable: Bool {
    (ReedStage.scraped.rawValue...ReedStage.declining.rawValue).contains(rawValue)
  }

  /// What usually comes next.
  public var next: ReedStage? {
    isOver ? nil : ReedStage(rawValue: rawValue + 1)
  }

  /// Whether moving to a stage from this one is rework.
  public func isRework(to stage: ReedStage) -> Bool {
    stage.rawValue < rawValue && stage.rawValue >= ReedStage.blank.rawValue
  }
}

/// A step in the life of a reed: when it reached a stage, and why.
public struct StageMove: RowRecord, Equatable {
  public let id: RowID
  public var reed: RowID
  public var day: Int64 = 0
  /// In milliseconds since 1970 UTC.
  public var made: Int64 = 0
  public var stage = ReedStage.blank
  public var reason = ""

  public init(_ id: RowID, of reed: RowID, to stage: ReedStage, day: Int64, made: Int64) {
    (self.id, self.reed, self.stage, self.day, self.made) = (id, reed, stage, day, made)
  }
}

extension StageMove {
  public static let kind = KindID.stageMove
  public static let names = KindNames("stage-move", "Stage", "Stages")
  public static let reasonField = field(5)
  public static let dayField = field(2)

  public init(blank id: RowID) { (self.id, reed) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ move: inout StageMove) {
    fields.link(field(1), "reed", "Reed", &move.reed, always: true)
    fields.day(dayField, "day", "Day", &move.day, always: true)
    fields.moment(field(3), "made", "Written", &move.made, always: true)
    fields.choice(field(4), "stage", "Stage", &move.stage, ReedStage.choices, always: true)
    fields.text(reasonField, "reason", "Reason", &move.reason, upTo: 2_000)
  }
}
