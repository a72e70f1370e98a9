import Ledger
import Training

/// A catalogue as a table: one row per item.
public enum CatalogueTable {
  enum Column: Int, TableColumn {
    case id, number, name, place, colour, tags, author, grade, liveFrom, outPlanned, outAt, tempo
    /// Not written, as tables are shared; read if present.
    case note, isActive

    /// Its heading, and other common headings.
    var headings: [String] {
      switch self {
      case .id: ["id"]
      case .number: ["number", "climbid", "no"]
      case .name: ["name", "climbname", "climb", "étude", "title"]
      case .place: ["place", "wall", "location", "locationname", "book"]
      case .colour: ["colour", "color", "colorname", "colourname", "hold colour"]
      case .tags: ["tags", "style", "key and technique"]
      case .author: ["author", "setter", "composer", "set by", "written by"]
      case .grade: ["grade", "level"]
      case .liveFrom: ["live from", "live since", "set on", "set"]
      case .outPlanned: ["planned removal", "out planned"]
      case .outAt: ["removed", "out", "gone"]
      case .tempo: ["tempo", "bpm"]
      case .note: ["note", "notes", "comment", "remark"]
      case .isActive: ["isactive", "active"]
      }
    }

    static let written: [Column] = allCases.filter { $0 != .note && $0 != .isActive }
    /// The columns of what is typed or pasted without headings.
    static let typed: [Column] = [.name, .grade, .place, .colour, .tags, .author]
  }

  // MARK: - Writing

  /// The items that are not in the trash, by place, number and id. The same items give the same bytes.
  public static func export(_ rows: CatalogueRows) -> [UInt8] {
    var table = CSV(Column.written.map { $0.headings[0] })
    var ranks: [RowID: Int] = [:]
    for (rank, place) in rows.placesInOrder.enumerated() { ranks[place.id] = rank }
    let items = rows.items.values.filter { !$0.isTrashed }.map { known in
      (rank: known.record.place.flatMap { ranks[$0] } ?? .max, item: known.record)
    }.sorted { ($0.rank, $0.item.number, $0.item.id) < ($1.rank, $1.item.number, $1.item.id) }
    for (_, item) in items {
      table.line(
        Column.written.map { column in
          (text(of: column, item, rows), column == .number || column == .tempo)
        })
    }
    return table.bytes
  }

  private static func text(
    of column: Column, _ item: CatalogueItem, _ rows: CatalogueRows
  ) -> String {
    switch column {
    case .id: item.id.bits.hex
    case .number: item.number == 0 ? "" : "\(item.number)"
    case .name: item.name
    case .place: item.place.flatMap { rows.places[$0] }?.record.name ?? ""
    case .colour: item.colour.flatMap { rows.tags[$0] }?.record.tableText ?? ""
    case .tags: item.tags
    case .author: item.author
    case .grade: item.grade
    case .liveFrom: day(item.liveFrom)
    case .outPlanned: day(item.outPlanned)
    case .outAt: day(item.outAt)
    case .tempo: item.tempo == 0 ? "" : DecimalText.text(units: item.tempo, places: 2)
    case .note, .isActive: ""
    }
  }

  private static func day(_ day: Int64) -> String {
    day == 0 ? "" : DayText.text(of: day) ?? ""
  }

  // MARK: - Reading

  /// Reads a table with headings, or lines of ``Column/typed`` if the first line has no headings.
  static func read(
    _ bytes: [UInt8], for catalogue: Catalogue
  ) throws(ReedProblem) -> CatalogueContents {
    let table = try ReedTable(bytes)
    var contents = CatalogueContents()
    var columns = MatchedColumns(table.headings, exactWith: Column.id)
    var records = table.records
    if columns.count == 0 {
      columns = MatchedColumns(inOrder: Column.typed)
      records.insert(table.first, at: 0)
      contents.isTyped = true
    }
    guard columns.contains(.name) || columns.contains(.id) || columns.contains(.number) else {
      throw ReedProblem(
        TextPlace(line: 1, column: 1), "The first line needs a “name” heading.")
    }
    (contents.isExact, contents.unmatched) = (columns.isExact, columns.unmatched)
    let scale = catalogue.gradeScale
    var grades = KnownGrades()
    for record in records {
      var entry = CatalogueContents.Entry(at: TextPlace(line: record.line, column: 1))
      columns.read(record) { words, place in
        contents.note(words, at: place)
      } take: { column, text in
        entry.take(text, as: column)
      }
      if let grade = entry.grade, let scale, !grades.has(grade, scale) {
        contents.remark(
          "“\(grade)” is not a grade on this scale (\(scale.label)). It is kept as written.",
          at: columns.place(of: .grade, in: record.line))
      }
      contents.entries.append(entry)
    }
    return contents
  }
}

extension CatalogueContents.Entry {
  /// Takes a cell; returns what is wrong with it, if anything.
  mutating func take(_ text: String, as column: CatalogueTable.Column) -> String? {
    let plain = text.trimmingBlanks
    switch column {
    case .id:
      guard let bits = Bits128(hex: plain) else { return "An id has 32 hexadecimal digits." }
      id = RowID(bits)
    case .number:
      guard let units = try? Decimal(parsing: plain, places: 0).units,
        CatalogueItem.numbers.contains(units)
      else { return "Enter a number from 0 to \(CatalogueItem.numbers.upperBound)." }
      number = units
    case .name: return Self.take(text, upTo: CatalogueItem.nameLimit, into: &name)
    case .place: return Self.take(text, upTo: CataloguePlace.nameLimit, into: &place)
    case .colour: return Self.take(text, upTo: CatalogueTag.nameLimit + 8, into: &colour)
    case .tags: return Self.take(text, upTo: CatalogueItem.textLimit, into: &tags)
    case .author: return Self.take(text, upTo: CatalogueItem.textLimit, into: &author)
    case .grade: return Self.take(text, upTo: CatalogueItem.gradeLimit, into: &grade)
    case .liveFrom: return Self.take(day: plain, into: &liveFrom)
    case .outPlanned: return Self.take(day: plain, into: &outPlanned)
    case .outAt: return Self.take(day: plain, into: &outAt)
    case .tempo:
      guard let units = try? Decimal(parsing: plain, places: 2).units, (0...60_000).contains(units)
      else { return "Enter a tempo from 0 to 600 bpm." }
      tempo = units
    case .note: return Self.take(text, upTo: CatalogueItem.noteLimit, into: &note)
    case .isActive:
      switch String(decoding: Fold.bytes(of: plain), as: UTF8.self) {
      case "1", "yes", "true", "x": isActive = true
      case "0", "no", "false": isActive = false
      default: return "Enter yes or no."
      }
    }
    return nil
  }

  private static func take(_ text: String, upTo limit: Int, into field: inout String?) -> String? {
    guard text.utf8.count <= limit else { return "Too long: keep it under \(limit) bytes." }
    field = text
    return nil
  }

  private static func take(day text: String, into field: inout Int64?) -> String? {
    guard let day = LooseDay.day(of: text), day != 0 else { return "Enter a date like 2026-11-20." }
    field = day
    return nil
  }
}

extension CatalogueTag {
  /// A colour in a table: its name, with its code if the name does not imply it.
  fileprivate var tableText: String {
    let isPlain = Self.colour(named: name) == colour && !name.utf8.contains(UInt8(ascii: "#"))
    return isPlain ? name : "\(name) \(ThreadColour.hex(colour))"
  }

  /// Reads a colour from a table.
  static func read(tableText text: String) -> (name: String, colour: Int64) {
    let bytes = Array(text.utf8)
    if bytes.count >= 8, bytes[bytes.count - 8] == 0x20,
      let colour = ThreadColour.colour(String(decoding: bytes.suffix(7), as: UTF8.self))
    {
      return (String(decoding: bytes.dropLast(8), as: UTF8.self), colour)
    }
    return (text, Self.colour(named: text))
  }
}
