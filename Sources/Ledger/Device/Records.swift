// How a replica is stored on a device: one record for the head, one for each action, and sixty-four for the rows.

/// Something to write to a device's store, or to remove from it.
public enum RecordWrite: Hashable, Sendable {
  case put(name: String, bytes: [UInt8])
  case delete(name: String)
}

/// Something in a device's store.
public struct Record: Hashable, Sendable {
  public let name: String
  public let bytes: [UInt8]

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Whether a store is still the one that had the revision a tab asks about.
public enum StoreContinuity: Sendable {
  case continued
  /// The browser erased it since, wholly or partly; it may have been started anew.
  case erased
  /// A person removed it from this device since; it may have been started anew.
  case removed
}

extension Replica {
  static let pageCount = 64

  static func page(of row: RowID) -> Int {
    Int(truncatingIfNeeded: row.bits.low & 63)
  }

  /// The records that differ from what is saved.
  func writes(in space: SpaceID) -> [RecordWrite] {
    var writes = [put("head", .head(head), space)]
    for ordinal in touched.actions.sorted() {
      if let action = action(ordinal) {
        writes.append(put(Self.name(of: ordinal), .action(action), space))
      }
    }
    for ordinal in touched.forgotten.sorted() {
      writes.append(.delete(name: Self.name(of: ordinal)))
    }
    guard !touched.pages.isEmpty else { return writes }
    var rowsByPage = [[Row]](repeating: [], count: Self.pageCount)
    for row in shadow.rows {
      let page = Self.page(of: row.id)
      if touched.pages.contains(page) { rowsByPage[page].append(row) }
    }
    for page in touched.pages.sorted() {
      writes.append(put("page/\(page)", .page(rowsByPage[page]), space))
    }
    return writes
  }

  private func put(_ name: String, _ body: Frame.Body, _ space: SpaceID) -> RecordWrite {
    .put(name: name, bytes: Frame(space: space, body).bytes)
  }

  private static func name(of ordinal: UInt64) -> String {
    "action/" + Hex.text(of: ordinal, digits: 16)
  }

  /// Takes records read from the store: all of them, or those another tab changed. Returns whether every one could
  /// be read.
  mutating func take(_ records: [Record]) -> Bool {
    var isReadable = true
    var pages: [Int: [Row]] = [:]
    for record in records {
      switch (try? Frame(bytes: record.bytes))?.body {
      case .head(let head):
        self.head = head
        hasHead = true
      case .action(let action): take(action)
      case .page(let rows):
        if let number = Self.pageNumber(record.name) { pages[number] = rows }
      case nil: isReadable = false
      default: continue
      }
    }
    replacePages(pages)
    actions.removeAll { $0.ordinal <= head.prunedThrough }
    layAll()
    return isReadable
  }

  mutating func take(_ action: Action) {
    if let place = place(of: action.ordinal) {
      actions[place] = action
    } else {
      let place = actions.firstIndex { $0.ordinal > action.ordinal } ?? actions.endIndex
      actions.insert(action, at: place)
    }
  }

  private mutating func replacePages(_ pages: [Int: [Row]]) {
    guard !pages.isEmpty else { return }
    var count = 0
    for rows in pages.values { count += rows.count }
    shadow.removeRows { pages[Self.page(of: $0)] != nil }
    shadow.reserve(shadow.rows.count + count)
    for page in pages.keys.sorted() {
      for row in pages[page] ?? [] { shadow.insert(row) }
    }
  }

  private static func pageNumber(_ name: String) -> Int? {
    let prefix = Array("page/".utf8)
    guard name.utf8.starts(with: prefix) else { return nil }
    return Int(String(decoding: Array(name.utf8.dropFirst(prefix.count)), as: UTF8.self))
  }
}

extension ByteWriter {
  /// See ``Action``.
  mutating func write(_ action: Action) {
    writeVarint(action.ordinal)
    writeVarint(action.group)
    writeCounted(Array(action.label.utf8))
    write((action.isOffer ? 1 : 0) | (action.isWaiting ? 2 : 0) | (action.isReverted ? 4 : 0))
    switch action.role {
    case .edit: writeVarint(0)
    case .redo: writeVarint(1)
    case .undo(let ordinal): writeVarint(ordinal + 2)
    }
    writeSigned(action.offset)
    write(action.steps)
    write(action.lost)
  }

  private mutating func write(_ steps: [Action.Step]) {
    CellsWriter.write(steps.map { $0.change }, to: &self)
    for step in steps { writeCounted(step.previous?.encoded ?? []) }
  }

  /// See ``Head``.
  mutating func write(_ head: Head) {
    writeFixed(head.device.bits)
    writeFixed(head.clock.last.bits)
    writeSigned(head.clock.offset)
    for number in [head.nextOrdinal, head.sentThrough, head.prunedThrough, head.cursor] {
      writeVarint(number)
    }
    writeFixed(head.epoch.bits)
    writeVarint(UInt64(clamping: head.pulledAt))
    writeFixed(head.acceptedThrough.bits)
    write(head.account == nil ? 0 : 1)
    if let account = head.account { write(account.bits) }
    writeFixed(head.givenUpThrough.bits)
  }
}

extension ByteReader {
  mutating func readHead() throws(Failure) -> Head {
    var head = Head(device: DeviceID(try readFixed()))
    head.clock.last = HybridTime(try readFixed())
    head.clock.offset = try readSigned()
    head.nextOrdinal = try readVarint()
    head.sentThrough = try readVarint()
    head.prunedThrough = try readVarint()
    head.cursor = try readVarint()
    head.epoch = Epoch(try readFixed())
    head.pulledAt = Int64(clamping: try readVarint())
    head.acceptedThrough = HybridTime(try readFixed())
    if try readByte() == 1 { head.account = AccountID(try readBits128()) }
    head.givenUpThrough = HybridTime(try readFixed())
    return head
  }
}
