import Ledger

// Texts, edits and rows as bytes, for what travels between the page and the clerk.

extension ByteWriter {
  mutating func write(text: String) {
    writeCounted(Array(text.utf8))
  }

  mutating func write(optional text: String?) {
    write(text == nil ? 0 : 1)
    if let text { write(text: text) }
  }

  mutating func write(_ edit: Edit) {
    writeVarint(edit.kind.number)
    write(edit.row.bits)
    writeVarint(edit.field.number)
    writeCounted(edit.value.encoded)
  }

  mutating func write(_ row: Row) {
    writeVarint(row.kind.number)
    write(row.id.bits)
    writeVarint(UInt64(row.cells.count))
    for cell in row.cells {
      writeVarint(cell.field.number)
      writeFixed(cell.stamp.time.bits)
      writeFixed(cell.stamp.device.bits)
      writeCounted(cell.value.encoded)
    }
  }
}

extension ByteReader {
  mutating func readText() throws(Failure) -> String {
    String(decoding: try readCounted(), as: UTF8.self)
  }

  mutating func readOptionalText() throws(Failure) -> String? {
    try readByte() == 0 ? nil : try readText()
  }

  mutating func readTexts() throws(Failure) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try readCount(of: 1)) { texts.append(try readText()) }
    return texts
  }

  /// The remaining edits.
  mutating func readEdits() throws(Failure) -> [Edit] {
    var edits: [Edit] = []
    while !isAtEnd {
      let kind = KindID(try readVarint())
      let row = RowID(try readBits128())
      let field = FieldID(try readVarint())
      edits.append(Edit(row, kind, field, Value(encoded: try readCounted())))
    }
    return edits
  }

  mutating func readRow() throws(Failure) -> Row {
    let kind = KindID(try readVarint())
    let id = RowID(try readBits128())
    var cells: [Cell] = []
    for _ in 0..<(try readCount(of: 4)) {
      let field = FieldID(try readVarint())
      let time = HybridTime(try readFixed())
      let stamp = Stamp(time, DeviceID(try readFixed()))
      cells.append(Cell(field: field, stamp: stamp, value: Value(encoded: try readCounted())))
    }
    return Row(id: id, kind: kind, cells: cells)
  }
}
