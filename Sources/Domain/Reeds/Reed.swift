public import Ledger

extension KindID {
  public static let reed = KindID(29)
}

/// A reed, from the plan for it to its last concert.
///
/// These are the properties of every reed; measurements are in the cells of its row, under the ``ReedField``s.
public struct Reed: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  public var nickname = ""
  public var instrument = Instrument.oboe
  public var style = Style.none
  public var origin = Origin.own
  public var stage = ReedStage.blank
  /// The civil day on which it was started.
  public var begun: Int64 = 0
  public var batch: RowID?
  public var box: RowID?
  /// The place in its box, from 1; 0 if it has none.
  public var slot = 0
  /// The piece of cane that it was made from.
  public var cane: RowID?
  /// The previous reed on the staple, if its life was over when this one took the staple.
  public var previous: RowID?
  /// Words separated by spaces.
  public var tags = ""
  public var remark = ""

  /// The instrument it is for.
  public enum Instrument: Int, CaseIterable, Sendable {
    case oboe, oboeDAmore, corAnglais, bassOboe, heckelphone, bassoon, contrabassoon
    case clarinet, bassClarinet, sopranoSaxophone, altoSaxophone, tenorSaxophone
    case baritoneSaxophone

    public static let choices: Choices<Instrument> = [
      (0, "Oboe", .oboe), (1, "Oboe d’amore", .oboeDAmore), (2, "Cor anglais", .corAnglais),
      (3, "Bass oboe", .bassOboe), (4, "Heckelphone", .heckelphone), (5, "Bassoon", .bassoon),
      (6, "Contrabassoon", .contrabassoon), (7, "Clarinet", .clarinet),
      (8, "Bass clarinet", .bassClarinet), (9, "Soprano saxophone", .sopranoSaxophone),
      (10, "Alto saxophone", .altoSaxophone), (11, "Tenor saxophone", .tenorSaxophone),
      (12, "Baritone saxophone", .baritoneSaxophone),
    ]

    public var label: String { Self.choices[rawValue].label }
    public var family: ReedField.Family {
      switch self {
      case .oboe, .oboeDAmore, .corAnglais, .bassOboe, .heckelphone: .oboes
      case .bassoon, .contrabassoon: .bassoons
      default: .singles
      }
    }
    /// Whether it may tell who a player is, as few people play it.
    var isRare: Bool { self != .oboe && self != .bassoon && family != .singles }
  }

  /// How it is scraped.
  public enum Style: Int, CaseIterable, Sendable {
    case none, american, european, german, viennese, other

    public static let choices: Choices<Style> = [
      (1, "American (long scrape)", .american), (2, "European (short scrape)", .european),
      (3, "German", .german), (4, "Viennese", .viennese), (5, "Other", .other),
    ]
  }

  /// Where it came from.
  public enum Origin: Int, CaseIterable, Sendable {
    case own, student, boughtReed, boughtBlank

    public static let choices: Choices<Origin> = [
      (0, "Own", .own), (1, "A student’s", .student), (2, "Bought reed", .boughtReed),
      (3, "Bought blank", .boughtBlank),
    ]
  }

  public static let nameLimit = 200
  public static let tagsLimit = 2_000

  public init(_ id: RowID, named name: String, begun day: Int64) {
    (self.id, self.name, self.begun) = (id, name, day)
  }

  /// Sets the instrument of a new reed, and where its life begins: a single reed is bought ready to play.
  public mutating func begin(for instrument: Instrument) {
    self.instrument = instrument
    let isSingle = instrument.family == .singles
    (origin, stage) = isSingle ? (.boughtReed, .scraped) : (.own, .blank)
  }

  /// Whether it was begun before another; of two of one day, in the order of their ids.
  public func isOlder(than other: Reed) -> Bool { (begun, id) < (other.begun, other.id) }

  /// Its name and nickname.
  public var fullName: String {
    let name = name.isEmpty ? "Unnamed reed" : name
    return nickname.isEmpty ? name : "\(name) · \(nickname)"
  }
}

extension Reed {
  public static let kind = KindID.reed
  public static let names = KindNames("reed", "Reed", "Reeds", title: nameField)
  public static let nameField = field(1)
  public static let nicknameField = field(2)
  public static let instrumentField = field(3)
  public static let styleField = field(4)
  public static let originField = field(5)
  public static let stageField = field(6)
  public static let begunField = field(7)
  public static let batchField = field(8)
  public static let boxField = field(9)
  public static let slotField = field(10)
  public static let caneField = field(11)
  public static let previousField = field(12)
  public static let tagsField = field(13)
  public static let remarkField = field(14)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ reed: inout Reed) {
    fields.text(nameField, "name", "Name", &reed.name, upTo: nameLimit, always: true)
    fields.text(nicknameField, "nickname", "Nickname", &reed.nickname, upTo: nameLimit)
    fields.choice(
      instrumentField, "instrument", "Instrument", &reed.instrument, Instrument.choices,
      always: true)
    fields.choice(styleField, "style", "Scrape style", &reed.style, Style.choices)
    fields.choice(originField, "origin", "Origin", &reed.origin, Origin.choices)
    fields.choice(stageField, "stage", "Stage", &reed.stage, ReedStage.choices, always: true)
    fields.day(begunField, "begun", "Started", &reed.begun, always: true)
    fields.link(batchField, "batch", "Batch", &reed.batch)
    fields.link(boxField, "box", "Box", &reed.box)
    fields.whole(slotField, "slot", "Place in the box", &reed.slot, in: 0...1_000)
    fields.link(caneField, "cane", "Piece of cane", &reed.cane)
    fields.link(previousField, "previous", "Previous reed on the staple", &reed.previous)
    fields.text(tagsField, "tags", "Tags", &reed.tags, upTo: tagsLimit)
    fields.text(remarkField, "remark", "Remark", &reed.remark, upTo: 20_000)
    fields.described(ReedField.reed)
  }

  /// The edits that move it to another stage, with a step in its history.
  public func moving(
    to stage: ReedStage, as move: RowID, day: Int64, made: Int64, because reason: String = "",
    zoneMinutes: Int = 0
  ) -> [Edit] {
    guard stage != self.stage else { return [] }
    var reed = self
    reed.stage = stage
    // A finished reed is no longer in a box.
    if stage.isOver { (reed.box, reed.slot) = (nil, 0) }
    var step = StageMove(move, of: id, to: stage, day: day, made: made)
    step.reason = reason
    return reed.edits(from: self) + step.edits(from: nil, zoneMinutes: zoneMinutes)
  }
}

extension RowFields {
  /// Fields that are not properties of the record: they are read and written by number.
  mutating func described(_ fields: [ReedField]) {
    describe(fields.map { $0.field })
  }
}
