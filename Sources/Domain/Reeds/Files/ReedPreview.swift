public import Ledger

/// What an import would do, for the person to decide.
public struct ReedPreview: Equatable, Sendable {
  /// A row of the file that would change something.
  public struct Item: Equatable, Sendable {
    public let title: String
    /// What happens to it.
    public let state: String
    public let changes: [Change]
    /// The values that are newer here; both are kept.
    public let kept: [Change]
  }

  public struct Change: Equatable, Sendable {
    public let label: String
    public let here: String
    public let there: String
  }

  /// A column of a table.
  public struct Column: Equatable, Sendable {
    public let heading: String
    public let samples: String
    /// Whether it contains lengths.
    public let isLength: Bool
    public var choice: ReedInput.Column
  }

  /// A name of Reed Log, and its target.
  public struct Rule: Equatable, Sendable {
    public let label: String
    public var target: String?
  }

  public var format = ReedInput.Format.json
  /// The table that the rows of a table go into, or ``ReedInput/weather``.
  public var table = ""
  /// Why it cannot be read at all.
  public var refusal: String?
  /// What would be done, one line per kind.
  public var summary: [String] = []
  public var problems: [String] = []
  /// The first rows that would change.
  public var items: [Item] = []
  /// How many would change in all.
  public var itemCount = 0
  /// How many values are newer here than in the file.
  public var keptCount = 0
  public var columns: [Column] = []
  public var rules: [Rule] = []
  public var targets: [ReedTable.Matching.Target] = []
  /// What to remember for the next table.
  public var memory = ""
  public var edits: [Edit] = []

  /// Whether it fills in what a weather station measured.
  public var isWeather: Bool { table.hasSameBytes(as: ReedInput.weather) }

  static let itemLimit = 60
}

// MARK: - Made by the clerk

extension ReedPreview {
  init(_ input: ReedInput, _ rows: ReedRows, today: Int64) {
    if let station = input.station(rows.fields) {
      fill(from: station, rows)
      return
    }
    table = input.table
    let reading: ReedInput.Reading
    do throws(ReedProblem) {
      reading = try input.reading(rows, today: today)
    } catch {
      format = input.format ?? .json
      refusal = error.message
      return
    }
    format = reading.format
    let plan = ReedImport(reading.contents, into: rows, isNewest: input.isNewest)
    summary = plan.summary
    problems = plan.problems.map { $0.message }
    keptCount = plan.keptCount
    edits = plan.edits
    for item in plan.items {
      guard let state = item.state.words ?? (item.kept.isEmpty ? nil : "unchanged") else {
        continue
      }
      itemCount += 1
      guard items.count < Self.itemLimit else { continue }
      let label = item.sort?.label ?? plan.label(item.kind)
      items.append(
        Item(
          title: item.name.utf8.isEmpty ? label : "\(label) “\(item.name)”", state: state,
          changes: item.changes.map { Change($0) }, kept: item.kept.map { Change($0) }))
    }
    if let matching = reading.matching {
      let lengths = ReedTable.lengths(matching.table, rows.fields)
      columns = matching.columns.map { column in
        Column(
          heading: column.heading, samples: column.samples.joined(separator: " · "),
          isLength: lengths.contains { $0.hasSameBytes(as: column.target ?? "") },
          choice: .init(column.target, isInInches: column.lengths == .inches))
      }
      targets = ReedTable.targets(matching.table, rows.fields)
      memory = matching.memory(after: input.memory)
    }
    if let mapping = reading.mapping {
      rules = mapping.rules.map { Rule(label: $0.label, target: $0.target) }
      targets =
        ReedTable.targets(ReedTable.names[0], rows.fields)
        + rows.fields.test.all.map { .init(name: $0.name, label: $0.label) }
        + [.init(name: "notes", label: "Notes")]
    }
  }
}

extension ReedPreview.Change {
  fileprivate init(_ change: ReedImport.Change) {
    self.init(
      label: change.label, here: change.here.shortened(to: 400),
      there: change.there.shortened(to: 400))
  }
}

extension ReedImport.State {
  /// What happens to a row; `nil` if nothing does.
  fileprivate var words: String? {
    switch self {
    case .new: "new"
    case .changed: "changed"
    case .restored: "restored from the trash"
    case .trashed: "stays in the trash"
    case .erased: "erased here, not imported"
    case .unchanged: nil
    }
  }
}

// MARK: - As bytes

extension ReedPreview {
  var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 4_096)
    writer.write(format.rawValue)
    writer.write(text: table)
    writer.write(optional: refusal)
    for lines in [summary, problems] {
      writer.writeVarint(UInt64(lines.count))
      for line in lines { writer.write(text: line) }
    }
    writer.writeVarint(UInt64(itemCount))
    writer.writeVarint(UInt64(keptCount))
    writer.writeVarint(UInt64(items.count))
    for item in items {
      writer.write(text: item.title)
      writer.write(text: item.state)
      for changes in [item.changes, item.kept] {
        writer.writeVarint(UInt64(changes.count))
        for change in changes {
          for text in [change.label, change.here, change.there] { writer.write(text: text) }
        }
      }
    }
    writer.writeVarint(UInt64(columns.count))
    for column in columns {
      writer.write(text: column.heading)
      writer.write(text: column.samples)
      writer.write(column.isLength ? 1 : 0)
      writer.write(optional: column.choice.target)
      writer.write(column.choice.isInInches ? 1 : 0)
    }
    writer.writeVarint(UInt64(rules.count))
    for rule in rules {
      writer.write(text: rule.label)
      writer.write(optional: rule.target)
    }
    writer.writeVarint(UInt64(targets.count))
    for target in targets {
      writer.write(text: target.name)
      writer.write(text: target.label)
    }
    writer.write(text: memory)
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
    format = .init(rawValue: try reader.readByte()) ?? .json
    table = try reader.readText()
    refusal = try reader.readOptionalText()
    summary = try reader.readTexts()
    problems = try reader.readTexts()
    itemCount = Int(clamping: try reader.readVarint())
    keptCount = Int(clamping: try reader.readVarint())
    for _ in 0..<(try reader.readCount(of: 4)) {
      let (title, state) = (try reader.readText(), try reader.readText())
      let changes = try Self.changes(&reader)
      items.append(
        Item(title: title, state: state, changes: changes, kept: try Self.changes(&reader)))
    }
    for _ in 0..<(try reader.readCount(of: 4)) {
      let (heading, samples) = (try reader.readText(), try reader.readText())
      let isLength = try reader.readByte() == 1
      let target = try reader.readOptionalText()
      columns.append(
        Column(
          heading: heading, samples: samples, isLength: isLength,
          choice: .init(target, isInInches: try reader.readByte() == 1)))
    }
    for _ in 0..<(try reader.readCount(of: 2)) {
      let label = try reader.readText()
      rules.append(Rule(label: label, target: try reader.readOptionalText()))
    }
    for _ in 0..<(try reader.readCount(of: 2)) {
      let name = try reader.readText()
      targets.append(.init(name: name, label: try reader.readText()))
    }
    memory = try reader.readText()
    edits = try reader.readEdits()
  }

  private static func changes(_ reader: inout ByteReader) throws(ByteReader.Failure) -> [Change] {
    var changes: [Change] = []
    for _ in 0..<(try reader.readCount(of: 3)) {
      let (label, here) = (try reader.readText(), try reader.readText())
      changes.append(Change(label: label, here: here, there: try reader.readText()))
    }
    return changes
  }
}
