public import Ledger

/// A request of the page to the clerk about training: files of a log and of catalogues, away from the screen.
public enum TrainingRequest: Sendable {
  /// A file, written at a moment.
  case export(TrainingOutput, at: Moment)
  /// What an import of a file's bytes would do.
  case plan([UInt8], TrainingTarget, today: Int64, zoneMinutes: Int)
}

/// What a training export contains.
public enum TrainingOutput: Equatable, Sendable {
  /// The log as a table, or complete as JSON.
  case csv, json
  /// The items of a catalogue as a table.
  case catalogue(RowID)

  public var fileName: String {
    switch self {
    case .csv: "training.csv"
    case .json: "training.json"
    case .catalogue: "catalogue.csv"
    }
  }

  public var mediaType: String {
    switch self {
    case .csv, .catalogue: "text/csv"
    case .json: "application/json"
    }
  }
}

/// Where an import goes.
public enum TrainingTarget: Equatable, Sendable {
  case log
  /// A catalogue, and the place of items without one.
  case catalogue(RowID, place: RowID?)
}

extension TrainingRequest {
  private static let exporting: UInt8 = 0xF0
  private static let planning: UInt8 = 0xF1

  /// Whether a request is one of these, by its first byte.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.first == exporting || bytes.first == planning
  }

  /// The request with the rows of a space, as sent to the clerk: training rows, and only the existence of others.
  public func bytes(_ data: Replica) -> [UInt8] {
    var writer = head
    data.forEachRow { writer.write($0, for: catalogue) }
    return writer.bytes
  }

  /// The request with these rows.
  func bytes(_ rows: [Row]) -> [UInt8] {
    var writer = head
    for row in rows { writer.write(row, for: catalogue) }
    return writer.bytes
  }

  /// The catalogue that it is about; `nil` for a log.
  private var catalogue: RowID? {
    switch self {
    case .export(.catalogue(let id), _), .plan(_, .catalogue(let id, _), _, _): id
    default: nil
    }
  }

  private var head: ByteWriter {
    var writer = ByteWriter(capacity: 65_536)
    switch self {
    case .export(let output, let moment):
      writer.write(Self.exporting)
      switch output {
      case .csv: writer.write(0)
      case .json: writer.write(1)
      case .catalogue(let id):
        writer.write(2)
        writer.write(id.bits)
      }
      writer.writeSigned(moment.milliseconds)
      writer.writeSigned(moment.zoneMinutes)
    case .plan(let bytes, let target, let today, let zoneMinutes):
      writer.write(Self.planning)
      switch target {
      case .log: writer.write(0)
      case .catalogue(let id, let place):
        writer.write(place == nil ? 1 : 2)
        writer.write(id.bits)
        if let place { writer.write(place.bits) }
      }
      writer.writeSigned(today)
      writer.writeSigned(Int64(zoneMinutes))
      writer.writeCounted(bytes)
    }
    return writer
  }

  /// Reads a request and the rows that come with it.
  static func read(
    _ bytes: [UInt8]
  ) throws(ByteReader.Failure) -> (request: TrainingRequest, rows: [Row]) {
    var reader = ByteReader(bytes)
    let request: TrainingRequest
    if try reader.readByte() == exporting {
      let output: TrainingOutput
      switch try reader.readByte() {
      case 0: output = .csv
      case 1: output = .json
      default: output = .catalogue(RowID(try reader.readBits128()))
      }
      let (at, zone) = (try reader.readSigned(), try reader.readSigned())
      request = .export(output, at: Moment(at, zoneMinutes: Int(clamping: zone)))
    } else {
      let target: TrainingTarget
      switch try reader.readByte() {
      case 0: target = .log
      case let number:
        let id = RowID(try reader.readBits128())
        target = .catalogue(id, place: number == 1 ? nil : RowID(try reader.readBits128()))
      }
      let (today, zone) = (try reader.readSigned(), try reader.readSigned())
      request = .plan(
        Array(try reader.readCounted()), target, today: today, zoneMinutes: Int(clamping: zone))
    }
    var rows: [Row] = []
    while !reader.isAtEnd { rows.append(try reader.readRow()) }
    return (request, rows)
  }

  /// What the clerk answers.
  static func answer(_ bytes: [UInt8]) -> [UInt8] {
    guard let (request, rows) = try? read(bytes) else { return [] }
    switch request {
    case .export(.csv, _): return TrainingTable.export(TrainingRows(rows))
    case .export(.json, let moment): return TrainingFile.export(TrainingRows(rows), at: moment)
    case .export(.catalogue(let id), _):
      guard let catalogue = Catalogue.of(id, in: rows) else { return [] }
      return CatalogueTable.export(CatalogueRows(catalogue, rows))
    case .plan(let file, .log, let today, let zoneMinutes):
      let input = TrainingInput(file, today: today, zoneMinutes: zoneMinutes)
      return TrainingPreview(input, TrainingRows(rows)).bytes
    case .plan(let file, .catalogue(let id, let place), let today, _):
      return TrainingPreview(file, into: id, at: place, rows, today: today).bytes
    }
  }
}

extension Catalogue {
  /// One's own catalogue with an id.
  fileprivate static func of(_ id: RowID, in rows: [Row]) -> Catalogue? {
    rows.first { $0.id == id && $0.kind == kind && $0.life == .alive }.map { Catalogue($0) }
  }
}

extension ByteWriter {
  /// Writes a row as far as it matters for a log, or for the catalogue.
  fileprivate mutating func write(_ row: Row, for catalogue: RowID?) {
    guard let catalogue else { return write(TrainingRows.isOurs(row) ? row : row.bare) }
    switch row.kind {
    case .catalogue: write(row)
    // The first field of each links to its catalogue.
    case .cataloguePlace, .catalogueTag, .item:
      write(row.link(row.kind.field(1)) == catalogue ? row : row.bare)
    default: write(row.bare)
    }
  }
}

/// What an import would do; made by the clerk, read by the page.
public struct TrainingPreview: Sendable {
  /// The kind of file: "Woodshed log", "BoardLib", "Mountain Project", "Table" or "Catalogue".
  public let source: String
  /// What would be done, in words.
  public let lines: [String]
  /// What could not be read or is odd, each with its line and column.
  public let problems: [String]
  /// Why it cannot be read at all.
  public let refusal: String?
  public let edits: [Edit]
  /// How many tries or items are new or changed.
  public let count: Int

  private init(
    _ source: String, _ lines: [String] = [], _ problems: [String] = [], refusal: String? = nil,
    _ edits: [Edit] = [], _ count: Int = 0
  ) {
    (self.source, self.lines, self.problems) = (source, lines, problems)
    (self.refusal, self.edits, self.count) = (refusal, edits, count)
  }

  init(_ input: TrainingInput, _ rows: TrainingRows) {
    let contents: TrainingContents
    do throws(ReedProblem) {
      contents = try input.contents(for: rows)
    } catch {
      self.init("", refusal: error.message)
      return
    }
    let plan = TrainingImport(contents, into: rows)
    self.init(
      plan.source, plan.lines, Self.told(plan.problems + plan.remarks, contents.unmatched),
      plan.edits, plan.count)
  }

  init(_ file: [UInt8], into id: RowID, at place: RowID?, _ rows: [Row], today: Int64) {
    let source = "Catalogue"
    guard let catalogue = Catalogue.of(id, in: rows) else {
      self.init(source, refusal: "This catalogue no longer exists.")
      return
    }
    let contents: CatalogueContents
    do throws(ReedProblem) {
      contents = try CatalogueInput(file).contents(for: catalogue)
    } catch {
      self.init(source, refusal: error.message)
      return
    }
    let plan = CatalogueImport(
      contents, into: CatalogueRows(catalogue, rows), today: today, place: place)
    self.init(
      source, plan.lines(catalogue.words),
      Self.told(plan.problems + plan.remarks, contents.unmatched), plan.edits,
      plan.newCount + plan.changedCount + plan.restoredCount)
  }

  private static func told(_ problems: [ReedProblem], _ unmatched: [String]) -> [String] {
    let inOrder = problems.sorted {
      ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
    }
    return unmatched.prefix(20).map {
      "The column “\($0.shortened(to: 40))” is unknown and is left out."
    } + inOrder.map { $0.message }
  }
}

extension CatalogueImport {
  /// What would be done, one line each.
  func lines(_ words: CatalogueWords) -> [String] {
    func items(_ count: Int) -> String { DayWords.count(count, words.item, words.items) }
    var lines: [String] = []
    if newCount > 0 {
      lines.append(DayWords.count(newCount, "new \(words.item)", "new \(words.items)"))
    }
    if changedCount > 0 {
      lines.append("\(changedCount) updated from the file")
    }
    if unchangedCount > 0 { lines.append("\(unchangedCount) already here") }
    if restoredCount > 0 { lines.append("\(items(restoredCount)) restored from the trash") }
    if erasedCount > 0 { lines.append("\(items(erasedCount)) erased here, not imported") }
    if newPlaceCount > 0 {
      lines.append(
        DayWords.count(
          newPlaceCount, "new \(words.place.inLowerCase)", "new \(words.places.inLowerCase)"))
    }
    if newTagCount > 0 { lines.append(DayWords.count(newTagCount, "new tag", "new tags")) }
    return lines.isEmpty ? ["Nothing to import."] : lines
  }
}

// MARK: - As bytes

extension TrainingPreview {
  var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 4_096)
    writer.write(text: source)
    writer.write(optional: refusal)
    for texts in [lines, problems] {
      writer.writeVarint(UInt64(texts.count))
      for text in texts { writer.write(text: text) }
    }
    writer.writeVarint(UInt64(count))
    for edit in edits { writer.write(edit) }
    return writer.bytes
  }

  /// Reads the clerk's answer; `nil` if that is not a preview.
  public init?(_ bytes: [UInt8]) {
    do throws(ByteReader.Failure) {
      try self.init(ByteReader(bytes))
    } catch {
      return nil
    }
  }

  private init(_ bytes: ByteReader) throws(ByteReader.Failure) {
    var reader = bytes
    let (source, refusal) = (try reader.readText(), try reader.readOptionalText())
    let (lines, problems) = (try reader.readTexts(), try reader.readTexts())
    let count = Int(clamping: try reader.readVarint())
    self.init(source, lines, problems, refusal: refusal, try reader.readEdits(), count)
  }
}
