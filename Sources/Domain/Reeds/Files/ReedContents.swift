import Ledger

/// The contents of a file of reeds, before they are merged.
public struct ReedContents: Sendable {
  /// A row of a file.
  struct Entry: Sendable {
    var row: RowID
    let kind: KindID
    /// Whether the file has its id; otherwise it is derived from the content.
    var isNamed = true
    let place: TextPlace
    var cells: [Said] = []
    /// Members without a field.
    var unknown: [JSON.Member] = []
  }

  /// A value of a file.
  struct Said: Sendable {
    let field: FieldID
    let value: Value
    /// When it was written, in milliseconds since 1970 UTC, if the file says so.
    var at: Int64?
  }

  var entries: [Entry] = []
  /// What could not be read. It is kept with the row, unless the message says otherwise.
  public internal(set) var problems: [ReedProblem] = []
  /// When it was exported, in milliseconds since 1970 UTC.
  public internal(set) var exported: Int64?
  /// The fields of the space and those in the file.
  public internal(set) var fields = ReedFieldLists()

  public var rowCount: Int { entries.count }

  /// At most this many problems are reported.
  static let problemLimit = 200

  mutating func note(_ words: String, at place: TextPlace) {
    if problems.count < Self.problemLimit { problems.append(ReedProblem(place, words)) }
  }
}

/// What is wrong in a file, and where.
public struct ReedProblem: Error, Hashable, Sendable {
  public let place: TextPlace
  /// What is wrong, as the start of a sentence.
  public let words: String

  init(_ place: TextPlace, _ words: String) {
    (self.place, self.words) = (place, words)
  }

  public var message: String { "Line \(place.line), column \(place.column): \(words)" }

  public static func == (one: ReedProblem, other: ReedProblem) -> Bool {
    one.place == other.place && one.words.hasSameBytes(as: other.words)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(place)
  }
}

extension JSONFault {
  /// What is wrong with a whole text.
  func problem(in bytes: [UInt8]) -> ReedProblem {
    var finder = PlaceFinder()
    let words = words.withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) }
    return ReedProblem(finder.place(of: offset, in: bytes), words.withCapital + ".")
  }
}
