import Ledger

/// What the names in a file of Reed Log mean: its JSON format is not published, so a person importing a file can correct
/// them.
public struct ReedLogMapping: Sendable {
  /// One of its parameters.
  public struct Rule: Sendable {
    /// Its name in Reed Log.
    public let label: String
    /// The names that it may have in a file, ignoring case, spaces and underscores.
    public var names: [String]
    /// The export name of its target; `nil` to leave it out.
    public var target: String?

    public init(_ label: String, _ names: [String], _ target: String?) {
      (self.label, self.names, self.target) = (label, names, target)
    }
  }

  public var rules: [Rule] = Self.standard
  /// The scale of its ratings, if known: they are then converted to the scales here.
  public var ratings: ClosedRange<Int64>?

  public init() {}

  /// The 26 parameters, and other names that a file may have.
  public static let standard: [Rule] =
    parameters + [
      Rule("Name", ["name", "title", "reedName"], "name"),
      Rule("Box", ["box", "reedBox", "boxName"], "box"),
      Rule("Notes", ["notes", "note", "comments"], "notes"),
      Rule("Date", ["date", "dateCreated", "created", "createdAt", "timestamp"], "begun"),
      Rule("Identifier", ["id", "uuid", "reedID"], "id"),
    ]

  /// The 26 parameters of a reed.
  public static let parameters: [Rule] = [
    Rule("Cane type", ["caneType", "cane", "caneBrand"], "cane_brand"),
    Rule("Tube diameter", ["tubeDiameter", "diameter", "caneDiameter"], "tube_diameter"),
    Rule("Gouge", ["gouge", "gouger", "gougeType"], "gouger"),
    Rule("Shape", ["shape", "shaper", "shapeType"], "shaper"),
    Rule("Left L", ["leftL", "leftLeft", "gougeLeftL"], "g_a_l"),
    Rule("Left M", ["leftM", "leftMiddle", "gougeLeftM"], "g_a_m"),
    Rule("Left R", ["leftR", "leftRight", "gougeLeftR"], "g_a_r"),
    Rule("Right L", ["rightL", "rightLeft", "gougeRightL"], "g_b_l"),
    Rule("Right M", ["rightM", "rightMiddle", "gougeRightM"], "g_b_m"),
    Rule("Right R", ["rightR", "rightRight", "gougeRightR"], "g_b_r"),
    Rule("Bottom left", ["bottomLeft", "bottomL", "leftBottom"], "g_a_end"),
    Rule("Bottom right", ["bottomRight", "bottomR", "rightBottom"], "g_b_end"),
    Rule("Staple type", ["stapleType", "staple"], "staple_model"),
    Rule("Staple number", ["stapleNumber", "stapleNo", "stapleID"], "staple_no"),
    Rule("Tie length", ["tieLength", "tyingLength", "length"], "tie_length"),
    Rule("Thread colour", ["threadColor", "threadColour", "color", "colour"], "thread_colour"),
    Rule("Stage", ["stage", "reedStage", "status"], "stage"),
    Rule("Success", ["success", "overallSuccess"], "success"),
    Rule("Loudness", ["loudness", "volume"], "q_loudness"),
    Rule("Pitch", ["pitch", "intonation"], "q_pitch"),
    Rule("Response", ["response"], "q_response"),
    Rule("Resistance", ["resistance"], "q_resistance"),
    Rule("Depth", ["depth"], "q_depth"),
    Rule("Ring", ["ring"], "q_ring"),
    Rule("Stability", ["stability"], "q_stability"),
    Rule("Flexibility", ["flexibility"], "q_flexibility"),
  ]

  func rule(_ name: ArraySlice<UInt8>) -> Rule? {
    let key = ReedTable.key(String(decoding: name, as: UTF8.self))
    return rules.first { $0.names.contains { ReedTable.key($0) == key } }
  }

  /// Reads a file of Reed Log: any JSON in which objects have at least three of the names.
  ///
  /// - Parameter today: the day for reeds without a date.
  public func read(
    _ bytes: [UInt8], _ rows: ReedRows, today: Int64
  ) throws(ReedProblem) -> ReedContents {
    var reading = LogReading(bytes, self, rows, today)
    do throws(JSONFault) {
      try reading.document()
    } catch {
      throw error.problem(in: bytes)
    }
    guard reading.reedCount > 0 else {
      throw ReedProblem(
        TextPlace(line: 1, column: 1),
        "There are no reeds in this file: no object has three of the names that Reed Log uses.")
    }
    return reading.finished
  }
}

private struct LogReading {
  private var cursor: JSONCursor
  private let mapping: ReedLogMapping
  private let rows: ReedRows
  private let today: Int64
  private let reed: [ReedEntity.Member]
  private let test: [ReedEntity.Member]
  private var makers: ReedToolMaker
  private var contents = ReedContents()
  private(set) var reedCount = 0
  private var unknownNames: [String] = []
  private var finder = PlaceFinder()

  init(_ bytes: [UInt8], _ mapping: ReedLogMapping, _ rows: ReedRows, _ today: Int64) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    cursor = JSONCursor(bytes, start..<bytes.count)
    (self.mapping, self.rows, self.today) = (mapping, rows, today)
    let entities = ReedEntity.all(rows.fields)
    func members(_ entity: ReedEntity?) -> [ReedEntity.Member] {
      (entity?.members ?? []) + (entity?.values ?? [])
    }
    let reeds = entities.first { $0.kind == .reed }
    reed = members(reeds)
    test = members(reeds?.nested.first { $0.kind == .reedTest })
    makers = ReedToolMaker(rows)
    contents.fields = rows.fields
  }

  var finished: ReedContents {
    var contents = contents
    contents.entries = makers.entries + contents.entries
    return contents
  }

  mutating func document() throws(JSONFault) {
    let range = try cursor.skip()
    guard cursor.next == 0 else { throw cursor.fault("there is text after the end") }
    try walk(range, in: nil)
  }

  /// Looks for reeds in a value; `box` is the name of the surrounding box.
  private mutating func walk(_ range: Range<Int>, in box: String?) throws(JSONFault) {
    var part = JSONCursor(cursor.bytes, range)
    if part.next == UInt8(ascii: "[") {
      guard try part.enterArray() else { return }
      repeat {
        try walk(try part.skip(), in: box)
      } while try part.hasAnother(
        before: UInt8(ascii: "]"))
      return
    }
    guard part.next == UInt8(ascii: "{"), try part.enterObject() else { return }
    var members: [(name: ArraySlice<UInt8>, range: Range<Int>)] = []
    repeat {
      let name = try part.name()
      members.append((name, try part.skip()))
    } while try part.hasAnother(before: UInt8(ascii: "}"))
    var known: Set<[UInt8]> = []
    for member in members {
      guard let rule = mapping.rule(member.name), let first = rule.names.first,
        ReedLogMapping.parameters.contains(where: { $0.label.hasSameBytes(as: rule.label) })
      else { continue }
      known.insert(ReedTable.key(first))
    }
    if known.count >= 3 { return try take(members, range, in: box) }
    var name = box
    for member in members where mapping.rule(member.name)?.target.map({ $0 == "name" }) == true {
      var value = JSONCursor(cursor.bytes, member.range)
      name = try value.text() ?? name
    }
    for member in members { try walk(member.range, in: name) }
  }

  private mutating func take(
    _ members: [(name: ArraySlice<UInt8>, range: Range<Int>)], _ range: Range<Int>,
    in box: String?
  ) throws(JSONFault) {
    reedCount += 1
    let place = finder.place(of: range.lowerBound, in: cursor.bytes)
    var entry = ReedContents.Entry(
      row: RowID(of: Array(cursor.bytes[range]), in: "reed log"), kind: .reed, isNamed: false,
      place: place)
    var answers: [ReedContents.Said] = []
    var notes: [String] = []
    var hasBox = false
    for member in members {
      let at = finder.place(of: member.range.lowerBound, in: cursor.bytes)
      var part = JSONCursor(cursor.bytes, member.range)
      let json = try part.value()
      guard let rule = mapping.rule(member.name) else {
        keep(member.name, json, &entry, at)
        continue
      }
      guard let target = rule.target else { continue }
      if case .null = json { continue }
      switch target {
      case "id":
        if let text = text(of: json), let id = RowID(fileName: text, in: "reed log") {
          (entry.row, entry.isNamed) = (id, true)
        }
      case "notes": notes += texts(in: json)
      case "box":
        if let name = json["name"]?.string ?? json.string, let row = makers.box(name) {
          entry.cells.append(.init(field: Reed.boxField, value: .row(row)))
          hasBox = true
        }
      case "begun":
        if let day = day(of: json) {
          entry.cells.append(.init(field: Reed.begunField, value: .day(day)))
        } else {
          keep(member.name, json, &entry, at)
        }
      default:
        guard let found = value(of: json, target) else {
          if !isBlank(json) { keep(member.name, json, &entry, at) }
          continue
        }
        if found.isAnswer { answers.append(found.said) } else { entry.cells.append(found.said) }
      }
    }
    if !hasBox, let box, let row = makers.box(box) {
      entry.cells.append(.init(field: Reed.boxField, value: .row(row)))
    }
    finish(&entry, answers, notes)
  }

  private mutating func finish(
    _ entry: inout ReedContents.Entry, _ answers: [ReedContents.Said], _ notes: [String]
  ) {
    // What was imported before keeps its name and its days, unless the file says others.
    let isNew = rows[entry.row] == nil
    var (day, saysDay) = (today, true)
    if let said = entry.cells.first(where: { $0.field == Reed.begunField }),
      case .day(let begun) = said.value
    {
      day = begun
    } else {
      saysDay = false
      if isNew { entry.cells.append(.init(field: Reed.begunField, value: .day(today))) }
    }
    if isNew, !entry.cells.contains(where: { $0.field == Reed.nameField }) {
      entry.cells.append(.init(field: Reed.nameField, value: .text("Reed Log \(reedCount)")))
    }
    if !notes.isEmpty {
      let remark = notes.joined(separator: "\n").shortened(to: 20_000)
      entry.cells.append(.init(field: Reed.remarkField, value: .text(remark)))
    }
    contents.entries.append(entry)
    guard !answers.isEmpty else { return }
    var test = ReedContents.Entry(
      row: RowID(of: entry.row.bits.bytes, in: "reed log test"), kind: .reedTest,
      isNamed: entry.isNamed, place: entry.place)
    test.cells = [.init(field: ReedTest.reedField, value: .row(entry.row))]
    if saysDay || rows[test.row] == nil {
      let noon = Value.instant(milliseconds: day * 86_400_000 + 43_200_000, zoneMinutes: 0)
      test.cells += [
        .init(field: ReedTest.dayField, value: .day(day)),
        .init(field: ReedTest.field(3), value: noon),
      ]
    }
    test.cells += answers
    contents.entries.append(test)
  }

  /// An unknown member stays with the reed.
  private mutating func keep(
    _ name: ArraySlice<UInt8>, _ json: JSON, _ entry: inout ReedContents.Entry, _ at: TextPlace
  ) {
    let text = String(decoding: name, as: UTF8.self)
    entry.unknown.add(JSON.Member(text, json), in: "reed_log")
    let isKnown = mapping.rule(name) != nil
    guard isKnown || !unknownNames.contains(where: { $0.hasSameBytes(as: text) }) else { return }
    unknownNames.append(text)
    contents.note(
      isKnown
        ? "“\(text)” cannot be read. It is kept with the reed."
        : "“\(text)” matches no rule. It is kept with each reed.", at: at)
  }

  // MARK: - Values

  /// Reed Log has no empty values: an empty text and a 0 count as missing.
  private func isBlank(_ json: JSON) -> Bool {
    switch json {
    case .null: return true
    case .string(let text): return text.trimmingBlanks.utf8.isEmpty
    case .number(let digits): return digits.allSatisfy { $0 == 0x30 || $0 == UInt8(ascii: ".") }
    default: return false
    }
  }

  private func text(of json: JSON) -> String? {
    switch json {
    case .string(let text): text
    case .number(let digits): String(decoding: digits, as: UTF8.self)
    default: nil
    }
  }

  private func texts(in json: JSON) -> [String] {
    switch json {
    case .string(let text): text.trimmingBlanks.utf8.isEmpty ? [] : [text]
    case .array(let values): values.flatMap { texts(in: $0) }
    case .object(let members):
      members.filter { member in
        ["text", "note", "body", "content", "title"].contains { $0.hasSameBytes(as: member.name) }
      }.flatMap { texts(in: $0.value) }
    default: []
    }
  }

  private func day(of json: JSON) -> Int64? {
    if let text = json.string { return LooseDay.day(of: text) }
    guard case .number(let digits) = json,
      let seconds = Double(String(decoding: digits, as: UTF8.self)), seconds > 0, seconds < 1e13
    else { return nil }
    // Apple counts seconds from 2001; seconds and milliseconds since 1970 are larger.
    if seconds > 1e11 { return Int64(seconds / 86_400_000) }
    return Int64(seconds > 1e9 ? seconds / 86_400 : (seconds + 978_307_200) / 86_400)
  }

  private mutating func value(
    of json: JSON, _ target: String
  ) -> (said: ReedContents.Said, isAnswer: Bool)? {
    if isBlank(json) { return nil }
    let isAnswer = test.contains { $0.name.hasSameBytes(as: target) && $0.measure != nil }
    guard let member = (isAnswer ? test : reed).first(where: { $0.name.hasSameBytes(as: target) })
    else { return nil }
    if member.content == .colour, let colour = ReedLogColour.read(json) {
      return (.init(field: member.field, value: .int(colour)), false)
    }
    guard let text = text(of: json) else { return nil }
    if member.field == Reed.stageField, ReedTable.key(text).elementsEqual("destroyed".utf8) {
      let discarded = Value.int(Int64(ReedStage.discarded.rawValue))
      return (.init(field: member.field, value: discarded), false)
    }
    if isAnswer, let ratings = mapping.ratings,
      case .scale(let scale, _, _, _)? = member.measure?.content,
      let number = try? Decimal(parsing: text, places: 0), ratings.contains(number.units),
      ratings.lowerBound < ratings.upperBound
    {
      let share = (number.units - ratings.lowerBound) * (scale.upperBound - scale.lowerBound) * 2
      let width = (ratings.upperBound - ratings.lowerBound) * 2
      let step = (share + width / 2) / width
      return (.init(field: member.field, value: .int(scale.lowerBound + step)), true)
    }
    guard let value = makers.value(of: text, member), value != .null, member.format.accepts(value)
    else { return nil }
    return (.init(field: member.field, value: value), isAnswer)
  }
}

/// Colours as other programs write them.
enum ReedLogColour {
  /// Reads a name, `#rrggbb`, `rrggbb`, `#rgb`, `#rrggbbaa`, parts from 0 to 1 or to 255 in a list or by their names.
  static func read(_ json: JSON) -> Int64? {
    switch json {
    case .string(let text): return read(text)
    case .array(let parts):
      guard parts.count >= 3 else { return nil }
      return colour(parts.prefix(3).map { number($0) })
    case .object:
      func part(_ names: [String]) -> Double? {
        for name in names { if let part = json[name] { return number(part) } }
        return nil
      }
      return colour([
        part(["red", "r", "redComponent"]), part(["green", "g", "greenComponent"]),
        part(["blue", "b", "blueComponent"]),
      ])
    default: return nil
    }
  }

  private static func read(_ text: String) -> Int64? {
    let text = text.trimmingBlanks
    if let colour = ThreadColour.colour(text) { return colour }
    var digits = Array(text.inLowerCase.utf8)
    if digits.first == UInt8(ascii: "#") { digits.removeFirst() }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    if digits.count == 6 || digits.count == 8 {
      if let number = Hex.number(digits[..<6]) { return Int64(number) }
    }
    // `0.5 0.25 1 1`, `rgb(10, 20, 30)`.
    let parts = text.utf8.split { !(0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".")) }
      .map { Double(String(decoding: Array($0), as: UTF8.self)) }
    return parts.count >= 3 ? colour(Array(parts.prefix(3))) : nil
  }

  private static func number(_ json: JSON) -> Double? {
    guard case .number(let digits) = json else { return nil }
    return Double(String(decoding: digits, as: UTF8.self))
  }

  private static func colour(_ parts: [Double?]) -> Int64? {
    let parts = parts.compactMap { $0 }
    guard parts.count == 3, parts.allSatisfy({ $0 >= 0 && $0 <= 255 }) else { return nil }
    let scale = parts.allSatisfy { $0 <= 1 } ? 255.0 : 1
    var colour: Int64 = 0
    for part in parts { colour = colour << 8 | Int64(part * scale + 0.5) }
    return colour
  }
}
