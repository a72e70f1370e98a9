public import Ledger

/// What a coordinator received from one player.
public struct StudyPart: Sendable {
  public let code: String
  /// The player's code.
  public let participant: String
  /// Whether it asks for the player's data to be deleted.
  public let isWithdrawal: Bool
  public let reedCount: Int
  /// The whole file.
  public let content: JSON
}

extension StudyFile {
  /// What takes the place of a choice in a collection that few of its players have.
  public static let pooled = "other"

  /// What a player can choose, and from what: members of a reed, fields, areas of adjustments (`area`) and service
  /// events (`event`).
  public static var choices: [(name: String, values: [String])] {
    var choices: [(name: String, values: [String])] = [("season", StudyDays.quarters)]
    for (name, list) in [
      ("instrument", ReedEntity.instruments), ("style", ReedEntity.styles),
      ("origin", ReedEntity.origins), ("stage", ReedEntity.stageNames),
      ("area", ReedEntity.areas), ("event", ReedEntity.whats),
    ] { choices.append((name, list.map { $0.label })) }
    for field in ["reed", "snapshot"].flatMap({ StudyField.all(of: $0) }) {
      guard case .choice(let list) = field.content else { continue }
      choices.append((field.name, list.map { $0.label }))
    }
    return choices
  }

  /// Reads a player's file, or one that withdraws.
  ///
  /// Whatever a study file cannot have is refused: texts other than its own names, members that it does not know, values
  /// out of range, and what the player did not consent to.
  public static func read(_ bytes: [UInt8]) throws(ReedProblem) -> StudyPart {
    do throws(JSONFault) {
      var cursor = JSONCursor(bytes)
      let part = try part(&cursor, isPooled: false)
      guard cursor.next == 0 else { throw cursor.fault("there is text after the last brace") }
      return part
    } catch {
      throw error.problem(in: bytes)
    }
  }

  /// Reads what `woodshed study collect` wrote: every player's file in one.
  ///
  /// Rare choices have become ``pooled`` there, or are missing.
  public static func readCollection(_ bytes: [UInt8]) throws(ReedProblem) -> [StudyPart] {
    do throws(JSONFault) {
      var cursor = JSONCursor(bytes)
      let parts = try cursor.document("this is not a collection of a study")
      try check(parts, bytes, scope: [StudyScope.collection])
      guard let players = parts.first(where: { $0.name.hasSameBytes(as: "players") }) else {
        throw JSONFault(offset: 0, words: "the list of players is missing")
      }
      var list = JSONCursor(bytes, players.range)
      var read: [StudyPart] = []
      guard try list.enterArray() else { return [] }
      repeat {
        let place = list.position
        let part = try part(&list, isPooled: true)
        guard !part.isWithdrawal else {
          throw list.fault("a withdrawal does not belong here", at: place)
        }
        read.append(part)
      } while try list.hasAnother(before: UInt8(ascii: "]"))
      return read
    } catch {
      throw error.problem(in: bytes)
    }
  }

  /// Checks format, version and scope.
  private static func check(
    _ parts: [(name: String, range: Range<Int>)], _ bytes: [UInt8], scope: [String]
  ) throws(JSONFault) {
    func text(_ name: String) throws(JSONFault) -> (JSON, Int)? {
      guard let part = parts.first(where: { $0.name.hasSameBytes(as: name) }) else { return nil }
      var cursor = JSONCursor(bytes, part.range)
      return (try cursor.value(), part.range.lowerBound)
    }
    let start = parts.first?.range.lowerBound ?? 0
    let format = try text("format")
    guard format?.0.string.map({ $0.hasSameBytes(as: ReedFile.format) }) == true else {
      throw JSONFault(offset: format?.1 ?? start, words: "this is not a file of a study")
    }
    let given = try text("scope")
    guard given?.0.string.map({ name in scope.contains { $0.hasSameBytes(as: name) } }) == true
    else {
      throw JSONFault(
        offset: given?.1 ?? start,
        words: "this is another kind of file: its scope does not say what is expected here")
    }
    let version = try text("version")
    guard version?.0.int == Self.version else {
      throw JSONFault(
        offset: version?.1 ?? start, words: "this version of the format is not known")
    }
  }

  private static func part(
    _ cursor: inout JSONCursor, isPooled: Bool
  ) throws(JSONFault) -> StudyPart {
    let range = try cursor.skip()
    var inner = JSONCursor(cursor.bytes, range)
    let parts = try inner.members("this is not a file of a study")
    try check(parts, cursor.bytes, scope: [StudyScope.player, StudyScope.withdrawal])
    guard let study = parts.first(where: { $0.name.hasSameBytes(as: "study") }) else {
      throw JSONFault(offset: range.lowerBound, words: "the member study is missing")
    }
    var head = JSONCursor(cursor.bytes, study.range)
    let about = try head.value()
    var whole = JSONCursor(cursor.bytes, range)
    let content = try whole.value()
    let isWithdrawal =
      content["scope"]?.string.map { $0.hasSameBytes(as: StudyScope.player) } != true
    let items = (about["consent"]?["items"]?.array ?? []).compactMap {
      $0.string.flatMap { StudyItem.named($0) }
    }
    var check = StudyCheck(JSONCursor(cursor.bytes, range), items, isPooled: isPooled)
    try check.value(isWithdrawal ? StudyShape.withdrawal : StudyShape.file)
    return StudyPart(
      code: about["code"]?.string ?? "", participant: about["participant"]?.string ?? "",
      isWithdrawal: isWithdrawal, reedCount: content["reeds"]?.array?.count ?? 0, content: content)
  }
}

extension JSONCursor {
  /// The members of the object that is next.
  fileprivate mutating func members(
    _ words: StaticString
  ) throws(JSONFault) -> [(name: String, range: Range<Int>)] {
    var parts: [(name: String, range: Range<Int>)] = []
    guard next == UInt8(ascii: "{") else { throw fault(words) }
    guard try enterObject() else { return [] }
    repeat {
      let name = try name()
      parts.append((String(decoding: name, as: UTF8.self), try skip()))
    } while try hasAnother(before: UInt8(ascii: "}"))
    return parts
  }
}

/// Compares a value with its shape, and knows where they differ.
private struct StudyCheck {
  private var cursor: JSONCursor
  private let items: [StudyItem]
  /// Whether rare choices were pooled.
  private let isPooled: Bool

  init(_ cursor: JSONCursor, _ items: [StudyItem], isPooled: Bool) {
    (self.cursor, self.items, self.isPooled) = (cursor, items, isPooled)
  }

  mutating func value(_ shape: StudyShape) throws(JSONFault) {
    _ = cursor.next
    let start = cursor.position
    switch shape {
    case .object(let members): try object(members)
    case .list(let element):
      guard try cursor.enterArray() else { return }
      repeat { try value(element) } while try cursor.hasAnother(before: UInt8(ascii: "]"))
    case .values(let kind): try values(StudyField.all(of: kind))
    case .flag:
      let first = cursor.next
      guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else {
        throw cursor.fault("this should be true or false", at: start)
      }
      try cursor.skip()
    case .whole(let range):
      guard let digits = try cursor.digits(), let (number, places) = JSONCursor.number(digits),
        places == 0, range.contains(number)
      else { throw cursor.fault("this should be a whole number in its range", at: start) }
    case .choice(let accepts):
      try value(
        .text { [isPooled] in accepts($0) || isPooled && $0.hasSameBytes(as: StudyFile.pooled) })
    case .text(let accepts):
      guard let text = try cursor.text() else {
        throw cursor.fault("this should be a text", at: start)
      }
      guard accepts(text) else {
        throw cursor.fault(
          "this text does not belong in a study file, which has no free text", at: start)
      }
    }
  }

  private mutating func object(_ members: [StudyShape.Member]) throws(JSONFault) {
    let start = cursor.position
    var isThere = [Bool](repeating: false, count: members.count)
    if try cursor.enterObject() {
      repeat {
        _ = cursor.next
        let place = cursor.position
        let name = try cursor.name()
        guard let index = members.firstIndex(where: { name.reads($0.name) }) else {
          throw cursor.fault("this member does not belong in a study file", at: place)
        }
        let member = members[index]
        isThere[index] = true
        guard member.items.isEmpty || member.items.contains(where: { items.contains($0) }) else {
          throw cursor.fault("the player did not agree to share this", at: place)
        }
        try value(member.shape)
      } while try cursor.hasAnother(before: UInt8(ascii: "}"))
    }
    for (index, member) in members.enumerated() where member.isNeeded && !isThere[index] {
      guard !isPooled || !member.canBePooled else { continue }
      throw cursor.fault("a member is missing from this object", at: start)
    }
  }

  private mutating func values(_ fields: [StudyField]) throws(JSONFault) {
    guard try cursor.enterObject() else { return }
    repeat {
      _ = cursor.next
      let place = cursor.position
      let name = try cursor.name()
      guard let field = fields.first(where: { name.reads($0.name) }) else {
        throw cursor.fault("this field does not belong in a study file", at: place)
      }
      guard field.item.map({ items.contains($0) }) == true else {
        throw cursor.fault("the player did not agree to share this", at: place)
      }
      try value(of: field)
    } while try cursor.hasAnother(before: UInt8(ascii: "}"))
  }

  private mutating func value(of field: StudyField) throws(JSONFault) {
    switch field.content {
    case .flag: try value(.flag)
    case .tool: try value(.object([.init("ref", .name("t"))]))
    case .choice(let choices):
      try value(.oneOf(choices))
    default:
      _ = cursor.next
      let start = cursor.position
      guard let digits = try cursor.digits(), let value = JSONCursor.value(digits, of: field) else {
        throw cursor.fault("this should be a number in the range of its field", at: start)
      }
      _ = value
    }
  }
}

extension JSONCursor {
  /// A number of a field; `nil` if the field does not accept it.
  fileprivate static func value(_ digits: ArraySlice<UInt8>, of field: StudyField) -> Value? {
    guard let (units, places) = number(digits) else { return nil }
    let wanted = field.content.places
    guard places <= wanted else { return nil }
    var wide = units
    for _ in places..<wanted {
      let (product, isOver) = wide.multipliedReportingOverflow(by: 10)
      if isOver { return nil }
      wide = product
    }
    let value: Value =
      field.content.format.isDecimal ? .decimal(units: wide, places: wanted) : .int(wide)
    return field.content.format.accepts(value) ? value : nil
  }
}

extension Field.Format {
  fileprivate var isDecimal: Bool {
    if case .decimal = self { true } else { false }
  }
}

// MARK: - What a file looks like

/// What a value of a study file can be.
private indirect enum StudyShape: Sendable {
  case object([Member])
  case list(StudyShape)
  /// The values of a reed, a piece of cane or a test.
  case values(String)
  case flag
  case whole(ClosedRange<Int64>)
  case text(@Sendable (String) -> Bool)
  /// A text that is pooled where few players have it.
  case choice(@Sendable (String) -> Bool)

  struct Member: Sendable {
    let name: String
    let shape: StudyShape
    let isNeeded: Bool
    /// Any of these must have been agreed to; without any, it is always shared.
    let items: [StudyItem]

    init(_ name: String, _ shape: StudyShape, isNeeded: Bool = true, _ items: StudyItem...) {
      (self.name, self.shape, self.isNeeded, self.items) = (name, shape, isNeeded, items)
    }

    /// Whether a collection leaves it out where few players have its value.
    var canBePooled: Bool {
      switch shape {
      case .choice, .flag: true
      default: false
      }
    }
  }

  static func words(_ words: [String]) -> StudyShape {
    .text { text in words.contains { $0.hasSameBytes(as: text) } }
  }

  static func oneOf(_ choices: [Field.Choice]) -> StudyShape { oneOf(choices.map { $0.label }) }

  static func oneOf(_ words: [String]) -> StudyShape {
    .choice { text in words.contains { $0.hasSameBytes(as: text) } }
  }

  static func name(_ letter: Unicode.Scalar) -> StudyShape {
    .text { StudyNames.isOne(Array($0.utf8)[...], UInt8(ascii: letter)) }
  }

  static let code = StudyShape.text { StudyConsent.isCode(Array($0.utf8)[...]) }
  static let day = Member("day", .whole(-40_000...40_000), isNeeded: false)
  static let format = [
    Member("format", .words([ReedFile.format])), Member("version", .whole(1...1)),
  ]

  static let withdrawal = StudyShape.object(
    format + [
      Member("scope", .words([StudyScope.withdrawal])),
      Member("study", .object([Member("code", code), Member("participant", name("p"))])),
      Member("action", .words(["delete"])),
    ])

  static let file = StudyShape.object(
    format + [
      Member("scope", .words([StudyScope.player])), Member("study", study),
      Member("fields", .list(field)), Member("tools", .list(tool)),
      Member("cane", .list(piece), isNeeded: false, .measurements),
      Member("reeds", .list(reed)),
    ])

  private static let study = StudyShape.object([
    Member("code", code), Member("participant", name("p")),
    Member(
      "consent",
      .object([
        Member("text_version", .whole(1...StudyConsent.textVersion)),
        Member("items", .list(.words(StudyItem.allCases.map { $0.name }))),
        Member("guardian", .flag),
        Member("given_day", .whole(-40_000...40_000), isNeeded: false),
      ])),
    Member(
      "app",
      .choice {
        $0.utf8.count <= 16
          && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
      }),
    Member("language", .words([StudyFile.language])),
  ])

  private static let field = StudyShape.object([
    Member(
      "id", .text { id in kinds.contains { all($0).contains { $0.name.hasSameBytes(as: id) } } }),
    Member("of", .words(kinds)),
    Member("type", .words(["boolean", "integer", "number", "object", "string"])),
    Member(
      "unit",
      .text { unit in kinds.contains { all($0).contains { $0.unit.hasSameBytes(as: unit) } } },
      isNeeded: false),
  ])

  private static let kinds = ["reed", "cane", "snapshot"]

  private static func all(_ kind: String) -> [StudyField] { StudyField.all(of: kind) }

  private static let tool = StudyShape.object([
    Member("id", name("t")), Member("kind", .words(ReedEntity.sorts.map { $0.label })),
    // The only text that a player wrote, and only if they agreed.
    Member(
      "model",
      .text { $0.utf8.count <= 80 && $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } },
      isNeeded: false, .models),
    Member("model_of", name("t"), isNeeded: false),
    Member(
      "events", .list(.object([day, Member("kind", .oneOf(ReedEntity.whats))])), isNeeded: false),
  ])

  private static let piece = StudyShape.object([
    Member("id", name("c")), day, Member("discarded", .flag, isNeeded: false),
    Member("values", .values("cane"), isNeeded: false),
  ])

  private static let reed = StudyShape.object([
    Member("id", name("r")), day,
    Member("season", .oneOf(StudyDays.quarters), isNeeded: false, .season),
    Member("instrument", .oneOf(ReedEntity.instruments)),
    Member("style", .oneOf(ReedEntity.styles), isNeeded: false),
    Member("origin", .oneOf(ReedEntity.origins)), Member("stage", .oneOf(ReedEntity.stageNames)),
    Member("batch", name("b"), isNeeded: false, .measurements),
    Member("cane", name("c"), isNeeded: false, .measurements),
    Member("previous", name("r"), isNeeded: false, .measurements),
    Member("values", .values("reed"), isNeeded: false),
    Member(
      "stages", .list(.object([day, Member("to", .oneOf(ReedEntity.stageNames))])),
      isNeeded: false, .stages),
    Member(
      "snapshots",
      .list(
        .object([
          Member("id", name("s")), day, Member("blind", .flag, isNeeded: false),
          Member("values", .values("snapshot"), isNeeded: false),
        ])), isNeeded: false, .ratings, .conditions),
    Member(
      "sessions", .list(.object([day, Member("minutes", .whole(0...20_000))])), isNeeded: false,
      .hours),
    Member(
      "adjustments",
      .list(
        .object([
          day, Member("area", .oneOf(ReedEntity.areas), isNeeded: false),
          Member("effect", .whole(-2...2), isNeeded: false),
        ])), isNeeded: false, .adjustments),
  ])
}
