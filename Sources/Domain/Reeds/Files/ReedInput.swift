import Ledger

/// A file of reeds that was opened, or a table that was pasted, and how to read it.
public struct ReedInput: Equatable, Sendable {
  public enum Format: UInt8, Equatable, Sendable {
    case json, table, reedLog
  }

  public var bytes: [UInt8]
  /// `nil` to detect it.
  public var format: Format?
  /// The table of ``ReedTable/names`` that the rows of a table go into, or ``weather``.
  public var table = ReedTable.names[0]
  /// The targets of a table's columns; empty to match them by their headings.
  public var columns: [Column] = []
  /// The remembered columns of earlier tables, as in ``ReedTable/Matching/memory(after:)``.
  public var memory = ""
  /// The export names for the parameters of Reed Log, ordered as ``ReedLogMapping/standard``; empty for the defaults.
  public var rules: [String?] = []
  /// Whether its values count as written now, so that they replace newer ones.
  public var isNewest = false
  /// The scale of ratings in a file of Reed Log.
  public var ratings: ClosedRange<Int64>?

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The name of a table of a weather station, whose measurements fill in tests.
  public static let weather = "weather"

  /// What a person chose for a column.
  public struct Column: Equatable, Sendable {
    public var target: String?
    public var isInInches: Bool

    public init(_ target: String?, isInInches: Bool) {
      (self.target, self.isInInches) = (target, isInInches)
    }
  }
}

extension ReedInput {
  /// Its table, if it is one of a weather station: chosen as such, or detected.
  func station(_ fields: ReedFieldLists) -> ReedTable? {
    guard format == .table || format == nil && !isJSON, let read = try? ReedTable(bytes) else {
      return nil
    }
    let isOne =
      format == nil ? WeatherFile.isOne(read, fields) : table.hasSameBytes(as: Self.weather)
    return isOne ? read : nil
  }

  /// What was read from a file, and how.
  public struct Reading: Sendable {
    public let format: Format
    public let contents: ReedContents
    public var matching: ReedTable.Matching?
    public var mapping: ReedLogMapping?
  }

  /// Reads it, or throws where it cannot be read.
  public func reading(_ rows: ReedRows, today: Int64) throws(ReedProblem) -> Reading {
    let format = format ?? guess(rows)
    switch format {
    case .json: return Reading(format: format, contents: try ReedFile.read(bytes, rows))
    case .table:
      let read = try ReedTable(bytes)
      var matching = read.matching(table, rows.fields)
      if columns.count == matching.columns.count {
        for place in columns.indices {
          matching.columns[place].target = columns[place].target
          matching.columns[place].lengths = columns[place].isInInches ? .inches : .millimetres
        }
      } else if !memory.utf8.isEmpty {
        matching.recall(memory)
      }
      return Reading(
        format: format, contents: read.contents(matching, rows, today: today), matching: matching)
    case .reedLog:
      let mapping = mapping
      return Reading(
        format: format, contents: try mapping.read(bytes, rows, today: today), mapping: mapping)
    }
  }

  private var mapping: ReedLogMapping {
    var mapping = ReedLogMapping()
    mapping.ratings = ratings
    if rules.count == mapping.rules.count {
      for place in rules.indices { mapping.rules[place].target = rules[place] }
    }
    return mapping
  }

  /// The detected format.
  private func guess(_ rows: ReedRows) -> Format {
    guard isJSON else { return .table }
    if ReedFile.isOne(bytes) { return .json }
    let isLog = ratings != nil || (try? ReedLogMapping().read(bytes, rows, today: 0)) != nil
    return isLog ? .reedLog : .json
  }

  private var isJSON: Bool {
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
