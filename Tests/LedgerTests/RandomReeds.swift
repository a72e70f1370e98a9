@testable import Domain
@testable import Ledger

/// Reeds as nobody would log them, that follow from a seed.
struct RandomReeds {
  var random: RandomBits
  private(set) var rows: [Row] = []
  private var milliseconds: Int64 = 1_760_000_000_000
  static let stamp = Stamp(HybridTime(milliseconds: 1_770_000_000_000), DeviceID(7))

  init(seed: UInt64) { random = RandomBits(seed: seed) }

  /// A space with so many reeds, and whatever belongs to reeds.
  static func space(_ seed: UInt64, reeds count: Int = 6) -> [Row] {
    var making = RandomReeds(seed: seed)
    making.makeOwnFields()
    let fields = ReedFieldLists(making.rows)
    for entity in ReedEntity.all(fields) {
      if [KindID.field, .choice].contains(entity.kind) { continue }
      for _ in 0..<(entity.kind == .reed ? count : making.random.below(4)) {
        if entity.kind == .reedFileMember {
          making.add(ReedFileMember(named: "later \(making.random.below(100))"), ["content"])
          continue
        }
        let row = making.make(entity, in: nil)
        for nested in entity.nested {
          for _ in 0..<making.random.below(4) { _ = making.make(nested, in: row) }
        }
      }
    }
    return making.rows
  }

  mutating func id() -> RowID {
    milliseconds += Int64(random.below(100_000))
    return RowID(milliseconds: milliseconds, random: &random)
  }

  private mutating func makeOwnFields() {
    for _ in 0..<random.below(5) {
      var own = OwnField(blank: id())
      own.kind = [29, 30, 35, 38][random.below(4)]
      own.label = text()
      own.format = OwnField.Format.allCases[random.below(11)]
      own.places = random.below(4)
      if random.once(in: 3) {
        own.number = Int64(bitPattern: ReedField.reed[random.below(60)].id.number)
      }
      if random.once(in: 3) { (own.least, own.most) = (-5, 20) }
      if random.once(in: 2) { (own.low, own.middle, own.high) = (text(), text(), text()) }
      if random.once(in: 2) { own.stages = Int64(random.below(256)) }
      own.isRetired = random.once(in: 4)
      add(own)
      guard own.format == .choice else { continue }
      for number in 0..<3 {
        var choice = OwnChoice(blank: id())
        (choice.field, choice.number) = (own.id, Int64(number))
        choice.label = random.once(in: 4) ? "the same" : text()
        choice.order = Int64(random.below(4))
        choice.isRetired = random.once(in: 3)
        add(choice)
      }
    }
  }

  private mutating func add<Record: RowRecord>(_ record: Record, _ names: [String] = []) {
    var cells = record.edits(from: nil).map {
      Cell(field: $0.field, stamp: Self.stamp, value: $0.value)
    }
    if !names.isEmpty {
      cells = cells.filter { $0.field != ReedFileMember.field(2) }
      let content = #"{"a":[1,2.50,"\#(random.below(9))",null],"b":{"c":true}}"#
      cells.append(
        Cell(field: ReedFileMember.field(2), stamp: Self.stamp, value: .text(content)))
    }
    if rows.contains(where: { $0.id == record.id }) { return }
    rows.append(Row(id: record.id, kind: Record.kind, cells: cells))
  }

  private mutating func make(_ entity: ReedEntity, in parent: RowID?) -> RowID {
    let id = id()
    var cells: [(FieldID, Value)] = [(.life, Life.alive.value)]
    for member in entity.members where !random.once(in: 3) {
      cells.append((member.field, value(member)))
    }
    for member in entity.values where random.once(in: 2) {
      cells.append((member.field, value(member)))
    }
    if let parent, let field = entity.parent?.field { cells.append((field, .row(parent))) }
    if random.once(in: 8) { cells.append((FieldID(9_999_999), .bytes([1, 2, 3]))) }
    if random.once(in: 8) { cells.append((.privacy, .bool(true))) }
    if random.once(in: 6) {
      cells.append((.unknownMembers, .text(#"{"mood":"fine","values":{"new_field":1.250}}"#)))
    }
    rows.append(
      Row(
        id: id, kind: entity.kind,
        cells: cells.map { Cell(field: $0.0, stamp: Self.stamp, value: $0.1) }))
    return id
  }

  private mutating func value(_ member: ReedEntity.Member) -> Value {
    // A value that does not belong here, as a later version may write one.
    if random.once(in: 30) { return .number(1.5) }
    switch member.format {
    case .text: return .text(text())
    case .flag: return .bool(random.once(in: 2))
    case .whole(let range, _):
      return .int(min(max(Int64(random.below(2_000)) - 1_000, range.lowerBound), range.upperBound))
    case .decimal(let range, let places, _):
      let units = Int64(random.below(2_000_000)) - (range.lowerBound < 0 ? 1_000_000 : 0)
      return .decimal(units: min(units, range.upperBound), places: places)
    case .choice(let choices):
      guard !choices.isEmpty else { return .null }
      return .int(choices[random.below(choices.count)].number)
    case .day: return .day(Int64(random.below(40_000)))
    case .instant:
      return .instant(
        milliseconds: Int64(random.below(2_000_000)) * 999_983,
        zoneMinutes: Int64(random.below(5) * 30 - 60))
    case .row: return .row(rows.isEmpty ? id() : rows[random.below(rows.count)].id)
    case .blob:
      return BlobReference(
        sha256: [UInt8](repeating: 7, count: 32), byteCount: 12, mimeType: "audio/flac"
      ).map { .blob($0) } ?? .null
    case .any: return .null
    }
  }

  private mutating func text() -> String {
    let texts = [
      "", "plain", "with “quotes” and \"others\"", "line\nline\ttab\r", "back\\slash", "=1+2",
      "'=1",
      "-5", "Ünïcode 🎵", "\u{1}\u{1f}", "comma, semicolon; tab", " blanks ",
    ]
    return texts[random.below(texts.count)]
  }
}

/// The rows of a space after an import into it.
func imported(_ plan: ReedImport, into rows: [Row], at milliseconds: Int64) -> [Row] {
  var table = Table(
    rows.flatMap { row in row.cells.map { RowCell(row: row.id, kind: row.kind, cell: $0) } })
  var time = HybridTime(milliseconds: milliseconds)
  for edit in plan.edits {
    time = time.next
    table.merge(
      RowCell(
        row: edit.row, kind: edit.kind,
        cell: Cell(field: edit.field, stamp: Stamp(time, DeviceID(9)), value: edit.value)))
  }
  return table.rows
}

/// The rows of a space after some edits.
func edited(_ rows: [Row], _ edits: [Edit]) -> [Row] {
  Array(ReedRows(rows).with(edits).byID.values)
}
