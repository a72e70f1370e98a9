public import Ledger

/// The rows of a space that files of reeds are made from and compared with.
public struct ReedRows: Sendable {
  /// By id, including those in the trash.
  private(set) var byID: [RowID: Row] = [:]
  public private(set) var fields = ReedFieldLists()

  /// Takes what it needs of these rows.
  public init(_ rows: [Row]) {
    for row in rows where Self.isOurs(row) { byID[row.id] = row }
    finish()
  }

  public init(_ data: Replica) {
    data.forEachRow { if Self.isOurs($0) { byID[$0.id] = $0 } }
    finish()
  }

  private mutating func finish() {
    let own = byID.values.filter { $0.kind == .field || $0.kind == .choice }
    if !own.isEmpty { fields = ReedFieldLists(own) }
  }

  public subscript(_ id: RowID) -> Row? { byID[id] }

  /// Whether a row matters for files of reeds.
  static func isOurs(_ row: Row) -> Bool {
    switch row.kind {
    case .reed, .cane, .reedBatch, .reedBox, .reedTool, .toolEvent, .reedTest, .adjustment,
      .stageMove, .reedTemplate, .reedFileMember, .field, .choice, .conflict, .note, .take, .block,
      .experiment, .experimentReed, .experimentLook:
      true
    default: row.life == .purged
    }
  }

  /// The rows that are not in the trash, by kind, sorted by id.
  func aliveByKind() -> [KindID: [Row]] {
    var rows: [KindID: [Row]] = [:]
    for row in byID.values where row.life == .alive { rows[row.kind, default: []].append(row) }
    return rows.mapValues { $0.sortedByID() }
  }

  /// The rows of a kind that are not in the trash, sorted by id.
  func alive(_ kind: KindID) -> [Row] {
    var rows: [Row] = []
    for row in byID.values where row.kind == kind && row.life == .alive { rows.append(row) }
    return rows.sortedByID()
  }
}

// MARK: - As bytes

extension ReedRows {
  /// The rows of a space that concern reeds, behind what a request to another program begins with.
  public static func bytes(of data: Replica, after head: [UInt8]) -> [UInt8] {
    var writer = ByteWriter(capacity: 65_536)
    writer.write(head)
    data.forEachRow { if isOurs($0) { writer.write($0) } }
    return writer.bytes
  }

  /// A question with the rows behind it, gathered in steps: those of ten thousand reeds take longer than a frame of the page.
  public struct Gathering: Sendable {
    private var writer = ByteWriter(capacity: 65_536)
    private var ids: [RowID] = []
    private static let rowsPerStep = 1_000

    public init(_ question: [UInt8], from data: Replica) {
      writer.write(question)
      data.forEachRow { if isAsked($0) { ids.append($0.id) } }
    }

    /// Writes some more rows; returns everything once there are no more. What changed meanwhile is as it is now.
    public mutating func step(_ data: Replica) -> [UInt8]? {
      for id in ids.suffix(Self.rowsPerStep) {
        if let row = data[id], isAsked(row) { writer.write(row) }
      }
      ids.removeLast(min(Self.rowsPerStep, ids.count))
      return ids.isEmpty ? writer.bytes : nil
    }
  }

  /// Whether a row matters for an answer. What is in the trash does not, apart from what happened to experiments.
  private static func isAsked(_ row: Row) -> Bool {
    switch row.kind {
    case .reed, .cane, .reedBatch, .reedBox, .reedTool, .toolEvent, .reedTest, .adjustment,
      .stageMove, .field, .choice, .statsSettings, .experiment:
      row.life == .alive
    case .experimentReed, .experimentLook: row.life != .purged
    case .block: row.life == .alive && row.link(PractisedBlock.reedField) != nil
    default: false
    }
  }

  /// The remaining rows of a request.
  public static func readRows(_ reader: inout ByteReader) throws(ByteReader.Failure) -> [Row] {
    var rows: [Row] = []
    while !reader.isAtEnd { rows.append(try reader.readRow()) }
    return rows
  }
}

extension Row {
  /// The row that a field links to.
  func link(_ field: FieldID) -> RowID? {
    if case .row(let id) = value(field) { id } else { nil }
  }

  func text(_ field: FieldID) -> String {
    if case .text(let text) = value(field) { text } else { "" }
  }
}

extension ReedRows {
  /// How many reeds are not in the trash.
  public var reedCount: Int {
    var count = 0
    for row in byID.values where row.kind == .reed && row.life == .alive { count += 1 }
    return count
  }

  /// The rows as they would be after some edits.
  public func with(_ edits: [Edit]) -> ReedRows {
    var changed = self
    for edit in edits {
      var row = changed.byID[edit.row] ?? Row(id: edit.row, kind: edit.kind)
      let time = row.cell(edit.field)?.stamp.time.next ?? .zero
      row.set(Cell(field: edit.field, stamp: Stamp(time, DeviceID(0)), value: edit.value))
      changed.byID[edit.row] = row
    }
    changed.finish()
    return changed
  }
}

extension Row {
  fileprivate mutating func set(_ cell: Cell) {
    self = Row(id: id, kind: kind, cells: cells.filter { $0.field != cell.field } + [cell])
  }
}
