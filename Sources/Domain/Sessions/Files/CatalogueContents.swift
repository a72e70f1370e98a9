import Ledger

/// The contents of a file of a catalogue, before they are merged.
public struct CatalogueContents: Sendable {
  /// An item of a file; what is missing in the file is `nil` and stays unchanged.
  struct Entry: Sendable {
    let at: TextPlace
    var id: RowID?
    var number: Int64?
    var name: String?
    var place: String?
    var colour: String?
    var tags: String?
    var author: String?
    var grade: String?
    var liveFrom: Int64?
    var outPlanned: Int64?
    var outAt: Int64?
    var tempo: Int64?
    var note: String?
    /// Whether it is live, if the file has only that.
    var isActive: Bool?

    init(at place: TextPlace) { at = place }
  }

  var entries: [Entry] = []
  /// What could not be read and was left out.
  public internal(set) var problems: [ReedProblem] = []
  /// What is odd but was accepted as is.
  public internal(set) var remarks: [ReedProblem] = []
  /// Unknown columns of a table.
  public internal(set) var unmatched: [String] = []
  /// Whether spaces around texts are kept, because it is our own export.
  var isExact = false
  /// Whether it was typed or pasted to add items: it has no headings.
  var isTyped = false

  public var count: Int { entries.count }

  mutating func note(_ words: String, at place: TextPlace) {
    if problems.count < ReedContents.problemLimit { problems.append(ReedProblem(place, words)) }
  }

  mutating func remark(_ words: String, at place: TextPlace) {
    if remarks.count < ReedContents.problemLimit { remarks.append(ReedProblem(place, words)) }
  }
}

/// A file of a catalogue that was opened, and how to read it.
public struct CatalogueInput: Sendable {
  public enum Format: Sendable {
    /// A table with headings.
    case table
    /// The tables `Climbs`, `Colors` and `Locations` as `mysqldump` writes them.
    case dump
  }

  private let bytes: [UInt8]
  /// `nil` to detect it.
  public var format: Format?

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads it, or throws where it cannot be read.
  ///
  /// - Parameter catalogue: the target, whose scale determines how numeric grades are written.
  public func contents(for catalogue: Catalogue) throws(ReedProblem) -> CatalogueContents {
    switch format ?? guess {
    case .dump: return try ClimbDump.read(bytes, scale: catalogue.scale)
    case .table: break
    }
    let start = TextPlace(line: 1, column: 1)
    if ReedFile.isOne(bytes) {
      throw ReedProblem(start, "This is a reed file. Import it in Reeds › Files.")
    }
    if TrainingFile.isOne(bytes) || TrainingTable.isLog(bytes) {
      throw ReedProblem(start, "This is a log of tries, not a catalogue. Import it as your log.")
    }
    guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) != UInt8(ascii: "{") else {
      throw ReedProblem(start, "This is JSON. A catalogue is a table, such as CSV.")
    }
    return try CatalogueTable.read(bytes, for: catalogue)
  }

  /// A dump starts with a statement or comment, a table with headings.
  private var guess: Format {
    let start = ReedTable.text(of: bytes).drop { $0 <= 0x20 }.prefix(16)
    let text = String(decoding: start, as: UTF8.self).inLowerCase
    let starts = ["--", "/*", "insert ", "create ", "drop ", "lock ", "set ", "use ", "replace "]
    return starts.contains { Array(text.utf8).starts(with: Array($0.utf8)) } ? .dump : .table
  }
}
