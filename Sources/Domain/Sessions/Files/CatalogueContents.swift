import Ledger

/// What a file says of a catalogue, before anything is done with it.
public struct CatalogueContents: Sendable {
  /// An item of a file; what the file does not say is `nil`, and is left as it is.
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
    /// Whether it is there, where the file says no more than that.
    var isActive: Bool?

    init(at place: TextPlace) { at = place }
  }

  var entries: [Entry] = []
  /// What could not be understood, and was left out.
  public internal(set) var problems: [ReedProblem] = []
  /// What is odd and was taken as it is.
  public internal(set) var remarks: [ReedProblem] = []
  /// Columns of a table that are none of an item.
  public internal(set) var unmatched: [String] = []
  /// Whether its texts are kept with blanks at their ends: it was written here.
  var isExact = false
  /// Whether somebody typed or pasted it to add what is new: its lines have no headings.
  var isTyped = false

  public var count: Int { entries.count }

  mutating func note(_ words: String, at place: TextPlace) {
    if problems.count < ReedContents.problemLimit { problems.append(ReedProblem(place, words)) }
  }

  mutating func remark(_ words: String, at place: TextPlace) {
    if remarks.count < ReedContents.problemLimit { remarks.append(ReedProblem(place, words)) }
  }
}

/// A file of a catalogue that was opened, and how it is to be read.
public struct CatalogueInput: Sendable {
  public enum Format: Sendable {
    /// Lines of cells with headings.
    case table
    /// The tables `Climbs`, `Colors` and `Locations` as `mysqldump` writes them.
    case dump
  }

  private let bytes: [UInt8]
  /// `nil` where it is what it looks like.
  public var format: Format?

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads it, or says where it cannot be read.
  ///
  /// - Parameter catalogue: what it is read for, whose scale says how a grade that is a number is written.
  public func contents(for catalogue: Catalogue) throws(ReedProblem) -> CatalogueContents {
    switch format ?? guess {
    case .dump: return try ClimbDump.read(bytes, scale: catalogue.scale)
    case .table: break
    }
    let start = TextPlace(line: 1, column: 1)
    if ReedFile.isOne(bytes) {
      throw ReedProblem(start, "This is a file of reeds. Import it on the reeds' page Files.")
    }
    if TrainingFile.isOne(bytes) || TrainingTable.isLog(bytes) {
      throw ReedProblem(start, "This is a log of tries, not a catalogue. Import it as your log.")
    }
    guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) != UInt8(ascii: "{") else {
      throw ReedProblem(start, "This is JSON. A catalogue is a table, such as CSV.")
    }
    return try CatalogueTable.read(bytes, for: catalogue)
  }

  /// A dump has a statement or comment first, a table has headings.
  private var guess: Format {
    let start = ReedTable.text(of: bytes).drop { $0 <= 0x20 }.prefix(16)
    let text = String(decoding: start, as: UTF8.self).inLowerCase
    let starts = ["--", "/*", "insert ", "create ", "drop ", "lock ", "set ", "use ", "replace "]
    return starts.contains { Array(text.utf8).starts(with: Array($0.utf8)) } ? .dump : .table
  }
}
