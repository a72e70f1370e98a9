public import Ledger

/// What would change if a space were restored: compared row by row, as the past arrives.
///
/// The result is edits, which are new changes: they sync and can be undone.
public struct PastComparison: Sendable {
  /// How many rows of a kind are restored, changed and deleted.
  public struct Count: Equatable, Sendable {
    public var returning = 0
    public var changing = 0
    public var going = 0
  }

  public private(set) var edits: [Edit] = []
  public private(set) var counts: [KindID: Count] = [:]
  /// The current rows, sorted; those before `next` have been compared.
  private let rows: [RowID]
  private var next = 0
  /// The last row of the past that arrived: the next page starts after it.
  public private(set) var last: RowID?

  public init(_ data: Replica) {
    var rows: [RowID] = []
    data.forEachRow { row in
      if Self.isCompared(row.kind) { rows.append(row.id) }
    }
    self.rows = rows.sorted()
  }

  /// Whether nothing would change.
  public var isEmpty: Bool { edits.isEmpty }

  /// Compares another page with the current data.
  public mutating func take(_ page: PastPage, _ data: Replica) {
    var start = 0
    while start < page.cells.count {
      let id = page.cells[start].row
      var end = start
      while end < page.cells.count, page.cells[end].row == id { end += 1 }
      let cells = page.cells[start..<end]
      start = end
      last = id
      while next < rows.count, rows[next] < id { leave(data) }
      if next < rows.count, rows[next] == id { next += 1 }
      let kind = cells.max { $0.cell.stamp < $1.cell.stamp }?.kind ?? page.cells[end - 1].kind
      if Self.isCompared(kind) {
        compare(Row(id: id, kind: kind, cells: cells.map { $0.cell }), data[id])
      }
    }
    guard !page.hasMore else { return }
    while next < rows.count { leave(data) }
  }

  /// The next row was created since then.
  private mutating func leave(_ data: Replica) {
    let row = data[rows[next]]
    next += 1
    if let row { compare(Row(id: row.id, kind: row.kind), row) }
  }

  private mutating func compare(_ past: Row, _ now: Row?) {
    let wasThere = !past.cells.isEmpty && past.life == .alive
    guard let now else {
      // It is not purged, or the server would not have it.
      guard wasThere else { return }
      edits += past.cells.filter { !tellsOfFile($0.field) }.map {
        Edit(past.id, past.kind, $0.field, $0.value)
      }
      counts[past.kind, default: Count()].returning += 1
      return
    }
    switch (wasThere, now.life) {
    case (true, .alive), (true, .trashed):
      let changes = differences(past, now)
      if now.life == .trashed {
        edits.append(Edit(now.id, now.kind, .life, Life.alive.value))
        counts[now.kind, default: Count()].returning += 1
      } else if !changes.isEmpty {
        counts[now.kind, default: Count()].changing += 1
      }
      edits += changes
    case (false, .alive):
      if Schema.setups.contains(where: { $0.row == now.id }) {
        // It always exists, and is emptied instead.
        let changes = differences(past, now)
        if !changes.isEmpty { counts[now.kind, default: Count()].changing += 1 }
        edits += changes
      } else {
        edits.append(Edit(now.id, now.kind, .life, Life.trashed.value))
        counts[now.kind, default: Count()].going += 1
      }
    case (_, .purged), (false, .trashed): break
    }
  }

  /// The edits that give the fields of a row their old values.
  private func differences(_ past: Row, _ now: Row) -> [Edit] {
    var changes: [Edit] = []
    for cell in past.cells where isRestored(cell.field) && now.value(cell.field) != cell.value {
      changes.append(Edit(now.id, now.kind, cell.field, cell.value))
    }
    for cell in now.cells
    where isRestored(cell.field) && past.cell(cell.field) == nil && cell.value != .null {
      changes.append(Edit(now.id, now.kind, cell.field, .null))
    }
    return changes
  }

  private func isRestored(_ field: FieldID) -> Bool {
    field != .life && !tellsOfFile(field)
  }

  /// Where a file is now is never restored.
  private func tellsOfFile(_ field: FieldID) -> Bool {
    Take.fileFields.contains(field) || field == Picture.sentField
      || field == ReedSave.sentField
  }

  /// Restore points stay: there would be no way forward without them. Conflicts belong to the server.
  private static func isCompared(_ kind: KindID) -> Bool {
    kind != .restorePoint && kind != .conflict
  }
}

extension PastComparison {
  /// What would change, a line for each kind: `12 sessions come back, 1 changes`.
  public func lines(_ schema: Schema) -> [String] {
    counts.sorted { $0.key < $1.key }.map { kind, count in
      let parts = [
        (count.returning, "comes back", "come back"), (count.changing, "changes", "change"),
        (count.going, "is deleted", "are deleted"),
      ].filter { $0.0 > 0 }
      let known = schema.kind(kind)
      return parts.enumerated().map { place, part in
        let verb = part.0 == 1 ? part.1 : part.2
        guard place == 0 else { return "\(part.0) \(verb)" }
        let noun = part.0 == 1 ? known?.label : known?.plural
        return "\(part.0) \(noun?.withSmallInitial ?? "items of kind \(kind.number)") \(verb)"
      }.joined(separator: ", ")
    }
  }
}

extension String {
  /// The text with its first letter small, where that is one of A to Z.
  fileprivate var withSmallInitial: String {
    var bytes = Array(utf8)
    if let first = bytes.first, (65...90).contains(first) { bytes[0] = first + 32 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
