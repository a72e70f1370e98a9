import Ledger

/// The contents of a file of a log, before they are merged.
public struct TrainingContents: Sendable {
  /// A row of a file; what is missing in the file stays unchanged.
  struct Entry: Sendable {
    let row: RowID
    let kind: KindID
    let place: TextPlace
    var cells: [Said] = []
    /// Whether a new row is complete; otherwise it gets the fields that every row of its kind has.
    var isWhole = false
    /// Whether an existing row is left alone: a log contains just enough of a catalogue to create it.
    var isForNewAlone = false
  }

  struct Said: Sendable {
    let field: FieldID
    let value: Value
  }

  /// The kind of file, for display.
  public let source: String
  var entries: [Entry] = []
  /// What could not be read and was left out.
  public private(set) var problems: [ReedProblem] = []
  /// What is odd but was accepted as is.
  public private(set) var remarks: [ReedProblem] = []
  /// Unknown columns of a table.
  public internal(set) var unmatched: [String] = []
  /// Whether its times are local: importing it in another time zone must not change them.
  var isOfWall = false

  init(_ source: String) { self.source = source }

  mutating func note(_ words: String, at place: TextPlace) {
    if problems.count < ReedContents.problemLimit { problems.append(ReedProblem(place, words)) }
  }

  mutating func remark(_ words: String, at place: TextPlace) {
    if remarks.count < ReedContents.problemLimit { remarks.append(ReedProblem(place, words)) }
  }
}

extension TrainingContents.Entry {
  func said(_ field: FieldID) -> Value? { cells.first { $0.field == field }?.value }

  mutating func say(_ field: FieldID, _ value: Value) {
    cells.append(TrainingContents.Said(field: field, value: value))
  }

  mutating func say(_ date: TryDate) {
    say(Try.atField, date.value)
    for choice in Try.Precision.choices where choice.content == date.precision {
      say(Try.precisionField, .int(choice.number))
    }
  }

  mutating func say(_ words: CatalogueWords) {
    for choice in CatalogueWords.choices where choice.content == words {
      say(PractisedSession.trainingField, .int(choice.number))
    }
  }

  /// A catalogue as a log describes it.
  init(head catalogue: Catalogue, at place: TextPlace) {
    self.init(row: catalogue.id, kind: .catalogue, place: place, isForNewAlone: true)
    say(catalogue.edits(from: nil))
  }

  /// Whether another entry agrees in the fields that both have.
  func saysTheSame(as other: Self) -> Bool {
    cells.allSatisfy { said in other.said(said.field).map { $0 == said.value } ?? true }
  }

  mutating func say(_ edits: [Edit]) {
    for edit in edits where edit.field != .life { say(edit.field, edit.value) }
  }
}

/// A file of a log that was opened.
public struct TrainingInput: Sendable {
  private let bytes: [UInt8]
  /// The day on which it is read, and the reader's time zone ahead of UTC: some files contain only local times.
  private let today: Int64
  private let zoneMinutes: Int

  public init(_ bytes: [UInt8], today: Int64, zoneMinutes: Int) {
    (self.bytes, self.today, self.zoneMinutes) = (bytes, today, zoneMinutes)
  }

  /// Reads it, or throws where it cannot be read.
  ///
  /// - Parameter rows: the space to import into: tries go to its catalogues.
  public func contents(for rows: TrainingRows) throws(ReedProblem) -> TrainingContents {
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    if first == UInt8(ascii: "{") { return try TrainingFile.read(bytes) }
    guard first != UInt8(ascii: "[") else {
      throw ReedProblem(
        TextPlace(line: 1, column: 1),
        "This is not a training log: it should start with an object in braces.")
    }
    let table = try ReedTable(bytes)
    var contents: TrainingContents
    let gathering = TryGathering(rows, today: today, zoneMinutes: zoneMinutes)
    if BoardLibTable.isOne(table) {
      contents = BoardLibTable.read(table, gathering)
    } else if MountainProjectTable.isOne(table) {
      contents = MountainProjectTable.read(table, gathering)
    } else {
      contents = try TrainingTable.read(table, gathering)
    }
    if table.isGuessed {
      contents.note(
        "The file is not UTF-8, so some letters may be wrong. Save it as UTF-8.",
        at: TextPlace(line: 1, column: 1))
    }
    return contents
  }
}
