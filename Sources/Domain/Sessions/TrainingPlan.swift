public import Ledger

extension KindID {
  public static let trainingPlan = KindID(55)
  public static let trainingSettings = KindID(56)
  public static let level = KindID(57)
}

/// The plan of a session: how many items of which grades, and when to rest.
public struct TrainingPlan: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  public var shape = Shape.volume
  /// How often the shape is repeated.
  public var rounds: Int64 = 1
  /// How many items a round has.
  public var items: Int64 = 10
  /// The time per item; 0 if unlimited.
  public var workSeconds: Int64 = 0
  /// Between items, and between rounds.
  public var restSeconds: Int64 = 0
  public var roundRestSeconds: Int64 = 0

  public enum Shape: Int, CaseIterable, Sendable {
    /// Many at a comfortable grade.
    case volume
    /// Up to the hardest, then down again.
    case pyramid
    /// Harder step by step.
    case ladder
    /// One starts each minute.
    case onTheMinute
    /// The same few in each round.
    case circuit
    /// Few items in short turns.
    case turns

    static let choices: Choices<Shape> = [
      (0, "Volume", .volume), (1, "Pyramid", .pyramid), (2, "Ladder", .ladder),
      (3, "On the minute", .onTheMinute), (4, "4 × 4", .circuit), (5, "Turns", .turns),
    ]

    public var label: String { Self.choices.first { $0.content == self }?.label ?? "" }
  }

  public init(_ id: RowID, named name: String, _ shape: Shape) {
    (self.id, self.name, self.shape) = (id, name, shape)
  }
}

extension TrainingPlan {
  public static let kind = KindID.trainingPlan
  public static let names = KindNames(
    "training-plan", "Training plan", "Training plans", title: nameField)
  public static let nameField = field(1)
  public static let shapeField = field(2)
  public static let roundsField = field(3)
  public static let itemsField = field(4)
  public static let workField = field(5)
  public static let restField = field(6)
  public static let roundRestField = field(7)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ plan: inout TrainingPlan) {
    fields.text(nameField, "name", "Name", &plan.name, upTo: 200, always: true)
    fields.choice(shapeField, "shape", "Shape", &plan.shape, Shape.choices, always: true)
    fields.whole(roundsField, "rounds", "Rounds", &plan.rounds, in: 1...100)
    fields.whole(itemsField, "items", "Items per round", &plan.items, in: 1...100)
    fields.whole(workField, "work", "Time per item", &plan.workSeconds, in: 0...7_200, unit: "s")
    fields.whole(restField, "rest", "Rest between", &plan.restSeconds, in: 0...7_200, unit: "s")
    fields.whole(
      roundRestField, "round-rest", "Rest between rounds", &plan.roundRestSeconds, in: 0...7_200,
      unit: "s")
  }

  /// The built-in plans; a custom plan starts as a copy of one.
  public static let builtIn: [TrainingPlan] = [
    plan("Volume", .volume, items: 12, rest: 120),
    plan("Pyramid", .pyramid, items: 9, rest: 180),
    plan("Ladder", .ladder, items: 6, rest: 180),
    plan("On the minute", .onTheMinute, items: 10, work: 60),
    plan("4 × 4", .circuit, rounds: 4, items: 4, roundRest: 240),
    plan("Turns of three minutes", .turns, rounds: 3, items: 3, work: 180),
  ]

  private static func plan(
    _ name: String, _ shape: Shape, rounds: Int64 = 1, items: Int64, work: Int64 = 0,
    rest: Int64 = 0, roundRest: Int64 = 0
  ) -> TrainingPlan {
    var plan = TrainingPlan(RowID(of: Array(name.utf8), in: "woodshed plan"), named: name, shape)
    (plan.rounds, plan.items, plan.workSeconds) = (rounds, items, work)
    (plan.restSeconds, plan.roundRestSeconds) = (rest, roundRest)
    return plan
  }

  /// The built-in ones, then the person's own.
  public static func all(in data: Replica) -> [TrainingPlan] {
    builtIn + all(in: data, by: [.ascending(nameField)])
  }
}

/// A person's training settings: one row of the ledger.
public struct TrainingSettings: RowRecord, Equatable {
  /// The name on shared sessions; empty if none was given.
  public var name = ""
  /// The target success rate in percent: of what is ready now, and in a warm-up.
  public var aim: Int64 = 70
  public var warmUp: Int64 = 90
  /// How long the rest timer runs.
  public var restSeconds: Int64 = 180
  /// Whether it starts automatically after each try.
  public var restsItself = false
  /// Whether the app asked for name and level.
  public var isAsked = false

  public init() {}
}

extension TrainingSettings {
  public static let row = RowID(of: Array("training".utf8), in: "woodshed row")
  public static let kind = KindID.trainingSettings
  public static let names = KindNames(
    "training-settings", "Training settings", "Training settings")
  public static let saysLife = false
  public static let nameField = field(1)
  public static let aimField = field(2)
  public static let warmUpField = field(3)
  public static let restField = field(4)
  public static let restsItselfField = field(6)

  public var id: RowID { Self.row }

  public init(blank id: RowID) {}

  public static func visit(_ fields: inout RowFields, _ settings: inout TrainingSettings) {
    fields.text(nameField, "name", "Name", &settings.name, upTo: 200)
    fields.whole(
      aimField, "aim", "Success rate for “Ready now”", &settings.aim, in: 20...95, unit: "%")
    fields.whole(
      warmUpField, "warm-up", "Success rate for warm-ups", &settings.warmUp, in: 50...99, unit: "%")
    fields.whole(restField, "rest", "Rest timer", &settings.restSeconds, in: 5...3_600, unit: "s")
    fields.flag(field(5), "asked", "Asked for name and level", &settings.isAsked)
    fields.flag(restsItselfField, "rests-itself", "Rest after each try", &settings.restsItself)
  }

  public init(_ row: Row?) {
    self.init()
    if let row { self = TrainingSettings(row) }
  }
}

/// A person's stated level on a scale of grades.
public struct Level: RowRecord, Equatable {
  public let id: RowID
  public var scale = ""
  /// As typed.
  public var grade = ""

  /// The level on a scale.
  public init(on scale: String) { (id, self.scale) = (Self.id(of: scale), scale) }

  public static func id(of scale: String) -> RowID {
    RowID(of: Array(scale.utf8), in: "woodshed level")
  }
}

extension Level {
  public static let kind = KindID.level
  public static let names = KindNames("level", "Level", "Levels")
  public static let saysLife = false
  public static let scaleField = field(1)
  public static let gradeField = field(2)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ level: inout Level) {
    fields.text(scaleField, "scale", "Grades", &level.scale, upTo: 64, always: true)
    fields.text(
      gradeField, "grade", "Level", &level.grade, upTo: CatalogueItem.gradeLimit, always: true)
  }
}
