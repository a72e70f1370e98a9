import Domain
import Ledger

extension Vector {
  static let rows = [
    Vector("Every value comes back from its bytes and from its text") { evidence in
      for value in Samples.values {
        evidence.expect(Value(encoded: value.encoded) == value, "bytes of \(value.encoded.count)")
        let row = Samples.row(1, value)
        let text = RowText.export([row], Samples.schema)
        evidence.note(String(decoding: text, as: UTF8.self))
        let read = try? RowText.read(text, Samples.schema)
        evidence.expect(
          read?.cells.contains { $0.cell.value == value } == true,
          "text of \(String(decoding: text, as: UTF8.self))")
      }
    },
    Vector("A value encoded differently than we would is kept unchanged") { evidence in
      let odd: [[UInt8]] = [
        [3, 0x80, 0x00], [5, 0xFF], [5, 0xC0, 0x80], [5, 0xED, 0xA0, 0x80], [4, 1, 2], [7, 1],
        [8, 1, 2, 3], [0, 1], [2, 0], [9], [11, 2], [99], [99, 1, 2, 3], [12], [255, 255],
      ]
      for bytes in odd {
        let value = Value(encoded: bytes)
        evidence.expect(value.encoded == bytes, Hex.text(of: bytes))
        let row = Samples.row(1, value)
        let text = RowText.export([row], Samples.schema)
        let read = try? RowText.read(text, Samples.schema)
        evidence.expect(
          read?.cells.last { $0.cell.field != .life }?.cell.value.encoded == bytes,
          "text of \(Hex.text(of: bytes))")
      }
    },
    Vector("Exporting what was imported gives the same bytes") { evidence in
      var random = SeededRandom(seed: 5)
      var rows: [Row] = []
      for number in 1...200 { rows.append(Samples.randomRow(UInt64(number), &random)) }
      let text = RowText.export(rows, Samples.schema)
      evidence.note(String(decoding: text, as: UTF8.self))
      do throws(RowTextError) {
        let read = try RowText.read(text, Samples.schema)
        let again = RowText.export(Table(read.cells).rows, Samples.schema)
        evidence.expect(again == text, "the second export differs")
        evidence.expect(read.rowCount == rows.count, "rows: \(read.rowCount)")
      } catch {
        evidence.expect(false, error.message)
      }
    },
    Vector("Invalid imports are refused with line and reason") { evidence in
      let id = #""row":"00000000000000010000000000000002""#
      let cases: [(String, RowTextError)] = [
        ("{", RowTextError(line: 1, reason: .notJSON(atByte: 1))),
        ("\n\n[1,]", RowTextError(line: 3, reason: .notJSON(atByte: 3))),
        ("[]", RowTextError(line: 1, reason: .notAnExport)),
        (#"{"format":"other"}"#, RowTextError(line: 1, reason: .notAnExport)),
        (
          #"{"format":"woodshed rows","version":2}"#, RowTextError(line: 1, reason: .laterVersion)
        ),
        ("{\(id)}", RowTextError(line: 1, reason: .noKind)),
        (#"{"row":"1","kind":"20"}"#, RowTextError(line: 1, reason: .badRow)),
        (
          "{\(id),\"kind\":\"20\",\"fields\":{\"1\":[1]}}",
          RowTextError(line: 1, reason: .badField("1"))
        ),
        (
          "{\(id),\"kind\":\"20\",\"fields\":{\"x\":1}}",
          RowTextError(line: 1, reason: .badField("x"))
        ),
        (
          "{\(id),\"kind\":\"20\",\"stamp\":\"1\"}",
          RowTextError(line: 1, reason: .badStamp("stamp"))
        ),
        ("{\(id),\(id)}", RowTextError(line: 1, reason: .notJSON(atByte: 47))),
        (
          String(repeating: "[", count: 100), RowTextError(line: 1, reason: .notJSON(atByte: 16))
        ),
        ("\u{1F600}", RowTextError(line: 1, reason: .notJSON(atByte: 0))),
      ]
      for (text, expected) in cases {
        do throws(RowTextError) {
          _ = try RowText.read(Array(text.utf8), Samples.schema)
          evidence.expect(false, "\(text) is accepted")
        } catch {
          evidence.expect(error.message, is: expected.message, text)
        }
      }
    },
    Vector("Rows written by hand get the same name each time") { evidence in
      let text = #"{"kind":"settings","fields":{"theme":2,"a4":{"decimal":"442.5"}}}"#
      let once = try? RowText.read(Array(text.utf8), .woodshed)
      let twice = try? RowText.read(Array(text.utf8), .woodshed)
      evidence.expect(once?.edits.count == 3 && once?.edits == twice?.edits, "edits")
      evidence.note(once?.edits.first?.row.bits.hex ?? "none")
    },
    Vector("Letters fold without case and accents") { evidence in
      let cases = [
        ("Lorée", "loree"), ("ÉTUDE", "etude"), ("Straße", "strasse"), ("Œuvre", "oeuvre"),
        ("Ærø", "aero"), ("Łódź", "lodz"), ("Ћирилица", "ћирилица"), ("ЁЛКА", "елка"),
        ("Ἀθῆναι", "αθηναι"), ("ὈΔΥΣΣΕΎΣ", "οδυσσευσ"), ("Dvořák", "dvorak"),
        ("e\u{301}tude", "etude"), ("日本", "日本"), ("A4 = 442,5", "a4 = 442,5"), ("İ", "i"),
        ("Ǆ", "d"), ("ẞ", "ss"), ("Đorđe", "dorde"), ("", ""),
      ]
      for (text, folded) in cases {
        evidence.expect(
          String(decoding: Fold.bytes(of: text), as: UTF8.self), is: folded, text)
      }
    },
    Vector("Queries choose and sort") { evidence in
      let replica = Samples.replica
      var query = Query(Samples.kind.id)
      query.order = [.ascending(Samples.name)]
      evidence.expect(Samples.names(replica.rows(query)), is: "Äpfel apple Banana étude zoo -")
      query.order = [.descending(Samples.size), .ascending(Samples.name)]
      evidence.expect(Samples.names(replica.rows(query)), is: "étude Äpfel apple zoo Banana -")
      query.conditions = [.isAtLeast(Samples.size, .int(2))]
      evidence.expect(Samples.names(replica.rows(query)), is: "étude Äpfel apple")
      query.conditions = [.isAtMost(Samples.size, .int(2))]
      query.limit = 2
      evidence.expect(Samples.names(replica.rows(query)), is: "Äpfel apple")
      query.conditions = [.isEmpty(Samples.name)]
      evidence.expect(Samples.names(replica.rows(query)), is: "-")
      query.conditions = [.isOneOf(Samples.name, [.text("zoo"), .text("Banana")])]
      evidence.expect(Samples.names(replica.rows(query)), is: "zoo Banana")
      query.life = .trashed
      query.conditions = []
      evidence.expect(Samples.names(replica.rows(query)), is: "gone")
    },
    Vector("Sorting gives the same order as comparing every pair") { evidence in
      var random = RandomBits(seed: 6)
      let fields = (1...3).map { KindID(20).field(UInt64($0)) }
      for round in 0..<40 {
        let rows = (0..<60).map { Samples.likeRow(UInt64($0), fields, &random) }
        var query = Query()
        query.order = fields.map { random.once(in: 2) ? .ascending($0) : .descending($0) }
        query.limit = random.once(in: 3) ? random.below(70) : nil
        let sorted = query.sorted(rows)
        evidence.expect(sorted.count == min(query.limit ?? 60, 60), "round \(round): the count")
        for place in sorted.indices.dropFirst() {
          evidence.expect(
            Samples.stands(sorted[place - 1], before: sorted[place], in: query.order),
            "round \(round), place \(place)")
        }
        var all = query
        all.limit = nil
        evidence.expect(
          Array(all.sorted(rows).prefix(sorted.count)) == sorted, "round \(round): the limit")
        evidence.note(sorted.map { UInt32(truncatingIfNeeded: $0.id.bits.high) })
      }
    },
    Vector("Decimals of different places sort by value") { evidence in
      let numbers: [(Int64, UInt8)] = [
        (-51, 2), (-5, 1), (0, 9), (5, 1), (51, 2), (1, 0), (.max, 0),
      ]
      for (index, one) in numbers.enumerated() {
        for (other, two) in numbers.enumerated() {
          let field = KindID(20).field(9)
          let low = Row(
            id: Samples.id(1), kind: KindID(20),
            cells: [Samples.cell(field, .decimal(units: one.0, places: one.1))])
          let condition = Query.Condition.isAtMost(field, .decimal(units: two.0, places: two.1))
          var query = Query()
          query.conditions = [condition]
          evidence.expect(query.accepts(low) == (index <= other), "\(one) and \(two)")
        }
      }
    },
    Vector("A search finds words by their first letters") { evidence in
      var index = SearchIndex()
      let (one, two) = (Samples.id(1), Samples.id(2))
      index.set(one, ["Lorée's étude", "Slow-motion"])
      index.set(two, ["Étoile", "Motion picture 2"])
      let cases: [(String, Set<RowID>?)] = [
        ("et", [one, two]), ("ÉTU", [one]), ("motion", [one, two]), ("mot pic", [two]),
        ("otion", []), ("s", [one]), ("2", [two]), ("  ", nil), ("", nil),
        ("loree etude slow", [one]),
      ]
      for (question, found) in cases {
        evidence.expect(index.rows(matching: question) == found, "“\(question)”")
      }
      for round in 0..<300 { index.set(one, ["Word\(round) and more words to sweep out"]) }
      evidence.expect(index.rows(matching: "word299") == [one], "after many changes")
      evidence.expect(index.rows(matching: "word12") == [], "what it said before")
      index.remove(one)
      evidence.expect(index.rows(matching: "word299") == [], "removed")
    },
    Vector("A field says what is wrong with a value") { evidence in
      let a4 = Schema.woodshed.kind(.settings)?.fields.first { $0.name == "a4" }
      let cases: [(Value, String)] = [
        (.decimal(units: 4_425, places: 1), ""), (.null, ""),
        (.decimal(units: 9_000, places: 1), "Enter a number from 380.0 to 480.0 Hz."),
        (.decimal(units: 442, places: 0), "Enter a number from 380.0 to 480.0 Hz."),
        (.text("442"), "This value doesn’t fit here."),
      ]
      for (value, words) in cases { evidence.expect(a4?.problem(with: value) ?? "", is: words) }
    },
    Vector("A person's own kinds, fields and labels join the built-in ones") { evidence in
      var type = OwnType(blank: Samples.id(500))
      type.label = "Bocal"
      var own = OwnField(blank: Samples.id(501))
      own.kind = Int64(bitPattern: KindID(ownedBy: type.id).number)
      (own.label, own.format, own.unit) = ("Length", .decimal, "mm")
      (own.places, own.least) = (1, 100)
      var renamed = OwnField(blank: Samples.id(502))
      renamed.kind = Int64(KindID.settings.number)
      renamed.number = Int64(KindID.settings.field(3).number)
      renamed.label = "Kammerton"
      let replica = Samples.replica(
        with: type.edits(from: nil) + own.edits(from: nil) + renamed.edits(from: nil))
      let schema = Schema.woodshed.extended(by: replica)
      let kind = schema.kind(KindID(ownedBy: type.id))
      evidence.expect(kind?.label ?? "none", is: "Bocal")
      evidence.expect(kind?.fields.first?.label ?? "none", is: "Length")
      evidence.expect(
        kind?.fields.first?.problem(with: .decimal(units: 9, places: 1)) != nil, "range")
      evidence.expect(
        schema.kind(.settings)?.field(KindID.settings.field(3))?.label ?? "none", is: "Kammerton")
    },
    Vector("Days are written as ISO 8601 has them, and only days that exist are read") { evidence in
      let cases: [(Int64, String)] = [
        (0, "1970-01-01"), (-1, "1969-12-31"), (20_777, "2026-11-20"), (11_016, "2000-02-29"),
        (-719_528, "0000-01-01"), (2_932_896, "9999-12-31"),
      ]
      for (day, text) in cases {
        evidence.expect(DayText.text(of: day) ?? "none", is: text)
        evidence.expect(DayText.day(of: text) == day, text)
      }
      for text in ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "abcd-01-01", ""] {
        evidence.expect(DayText.day(of: text) == nil, text)
      }
    },
  ]
}

/// Sample rows.
enum Samples {
  static let name = Sample.field(1)
  static let size = Sample.field(2)
  static let kind = Sample.rows
  static let schema = Schema(Schema.woodshed.kinds + [kind])

  static func id(_ number: UInt64) -> RowID {
    RowID(Bits128(high: number, low: number.byteSwapped))
  }

  static func cell(_ field: FieldID, _ value: Value) -> Cell {
    Cell(field: field, stamp: Stamp(HybridTime(milliseconds: 1_000), DeviceID(7)), value: value)
  }

  static func row(_ number: UInt64, _ value: Value) -> Row {
    Row(
      id: id(number), kind: kind.id,
      cells: [cell(.life, .int(0)), cell(KindID(20).field(200), value)])
  }

  static let values: [Value] = [
    .null, .bool(true), .bool(false), .int(0), .int(-1), .int(.max), .int(.min), .number(0),
    .number(-0.0), .number(1.5), .number(0.1), .number(1e-7), .number(.leastNonzeroMagnitude),
    .number(1.7e308),
    .number(.infinity), .number(.nan), .number(Double(bitPattern: 0x7FF8_0000_0000_0001)),
    .text(""), .text("Lorée \"A\"\\/\n\t\r\u{0}\u{1F}\u{7F}é\u{1F3B5}"), .text("e\u{301}"),
    .bytes([]), .bytes([0, 255]), .row(id(9)), .day(0), .day(20_777), .day(.min), .day(.max),
    .instant(milliseconds: 1_763_000_000_000, zoneMinutes: 60),
    .instant(milliseconds: .min, zoneMinutes: -720), .decimal(units: 4_425, places: 1),
    .decimal(units: -5, places: 2), .decimal(units: .min, places: 0),
    .decimal(units: 1, places: 255), .sealed([1, 2]), .unknown(tag: 200, [9, 9]),
    BlobReference(
      sha256: [UInt8](repeating: 7, count: 32), byteCount: 12, mimeType: "audio/wav"
    ).map { .blob($0) } ?? .null,
  ]

  /// A row similar to others in many fields.
  static func likeRow(_ number: UInt64, _ fields: [FieldID], _ random: inout RandomBits) -> Row {
    let start =
      random.once(in: 4)
      ? String(repeating: "A very long beginning, ", count: 7) : "A long beginning, "
    let values: [Value] = [
      .int(Int64(random.below(3)) - 1),
      .text((random.once(in: 2) ? start : start.uppercased()) + (random.once(in: 2) ? "é" : "f")),
      .number(Double(random.below(3)) / 2),
    ]
    var cells: [Cell] = []
    for (field, value) in zip(fields, values) where !random.once(in: 5) {
      cells.append(cell(field, value))
    }
    return Row(id: id(number), kind: kind.id, cells: cells)
  }

  /// Whether a row sorts before another, comparing field by field.
  static func stands(_ one: Row, before other: Row, in order: [Query.Order]) -> Bool {
    func isAtMost(_ one: Row, _ other: Row, _ field: FieldID) -> Bool {
      var query = Query()
      query.conditions = [.isAtMost(field, other.value(field))]
      return query.accepts(one)
    }
    for order in order {
      let (field, isDescending): (FieldID, Bool) =
        switch order {
        case .ascending(let field): (field, false)
        case .descending(let field): (field, true)
        }
      if one.value(field) == .null || other.value(field) == .null {
        if one.value(field) == other.value(field) { continue }
        return other.value(field) == .null
      }
      let (isFirst, isLast) = (isAtMost(one, other, field), isAtMost(other, one, field))
      if isFirst && isLast { continue }
      return isDescending ? isLast : isFirst
    }
    return one.id < other.id
  }

  static func randomRow(_ number: UInt64, _ random: inout SeededRandom) -> Row {
    var cells: [Cell] = []
    for field in [FieldID.life, name, size, KindID(20).field(77), FieldID(1 << 62 | 5)] {
      guard !random.once(in: 3) else { continue }
      let value: Value = field == .life ? .int(Int64(random.below(2))) : random.pick(values)
      let stamp = Stamp(
        HybridTime(milliseconds: Int64(random.below(3)) + 1_000, counter: UInt16(random.below(2))),
        DeviceID(UInt64(random.below(2))))
      cells.append(Cell(field: field, stamp: stamp, value: value))
    }
    if cells.isEmpty { cells = [cell(.life, .int(0))] }
    return Row(id: id(number), kind: random.once(in: 5) ? KindID(60_000) : kind.id, cells: cells)
  }

  /// A device with these edits.
  static func replica(with edits: [Edit]) -> Replica {
    var keeper = Keeper(
      space: SpaceID(Bits128(high: 1, low: 1)), device: DeviceID(3), random: RandomBits(seed: 1))
    keeper.loaded([], revision: 0, wall: 1_000)
    keeper.edit("Begin", edits, wall: 1_000)
    return keeper.replica
  }

  static let replica: Replica = {
    var edits: [Edit] = []
    let rows: [(String, Int64?)] = [
      ("Banana", nil), ("apple", 2), ("Äpfel", 2), ("étude", 5), ("zoo", 1), ("gone", 1), ("", 1),
    ]
    for (number, row) in rows.enumerated() {
      var sample = Sample(blank: id(UInt64(number) + 1))
      (sample.name, sample.size) = (row.0, row.0.isEmpty ? 0 : row.1 ?? 0)
      edits +=
        row.0 == "gone"
        ? sample.edits(only: [name, size]) + sample.trashing : sample.edits(from: nil)
    }
    return replica(with: edits)
  }()

  static func names(_ rows: [Row]) -> String {
    var text = ""
    for row in rows {
      if !text.isEmpty { text += " " }
      let name = Sample(row).name
      text += name.isEmpty ? "-" : name
    }
    return text
  }
}

/// A row of the kind reserved for tests.
struct Sample: RowRecord {
  let id: RowID
  var name = ""
  var size: Int64 = 0

  static let kind = KindID(20)
  static let names = KindNames("sample", "Sample", "Samples", title: field(1))

  init(blank id: RowID) { self.id = id }

  static func visit(_ fields: inout RowFields, _ sample: inout Sample) {
    fields.text(field(1), "name", "Name", &sample.name)
    fields.whole(field(2), "size", "Size", &sample.size, in: 0...100)
  }
}
