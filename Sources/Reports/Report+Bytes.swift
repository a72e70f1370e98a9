public import Ledger

// How a report travels from the program that makes it to the page.
extension Report {
  public var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 4_096)
    writer.write(counted: title)
    writer.writeList(controls) { $0.write($1) }
    writer.writeList(answer) { $0.write(counted: $1) }
    writer.writeList(sections) { $0.write($1) }
    return writer.bytes
  }

  public init(_ bytes: [UInt8]) throws(ByteReader.Failure) {
    var reader = ByteReader(bytes)
    title = try reader.readCountedText()
    controls = try reader.readList { (reader) throws(ByteReader.Failure) in
      try reader.readControl()
    }
    answer = try reader.readTextList()
    sections = try reader.readList { (reader) throws(ByteReader.Failure) in
      try reader.readSection()
    }
  }

  public static func == (one: Report, other: Report) -> Bool { one.bytes == other.bytes }
}

extension ByteWriter {
  mutating func writeList<Element>(
    _ list: [Element], _ write: (inout ByteWriter, Element) -> Void
  ) {
    writeVarint(UInt64(list.count))
    for element in list { write(&self, element) }
  }

  mutating func write(flag: Bool) { write(flag ? 1 : 0) }

  mutating func write(optional row: RowID?) {
    write(flag: row != nil)
    if let row { write(row.bits) }
  }

  fileprivate mutating func write(_ control: Report.Control) {
    write(counted: control.name)
    write(counted: control.label)
    write(control.role.rawValue)
    writeList(control.options) {
      $0.write(counted: $1.value)
      $0.write(counted: $1.label)
    }
    write(counted: control.chosen)
  }

  fileprivate mutating func write(_ section: Report.Section) {
    write(counted: section.heading)
    writeList(section.text) { $0.write(counted: $1) }
    write(flag: section.plot != nil)
    if let plot = section.plot { write(plot) }
    write(flag: section.table != nil)
    if let table = section.table {
      writeList(table.heads) { $0.write(counted: $1) }
      writeList(table.rows) { writer, line in
        writer.writeList(line.cells) { $0.write(counted: $1) }
        writer.write(optional: line.row)
      }
    }
    writeList(section.actions) { $0.write($1) }
  }

  private mutating func write(_ action: Report.Action) {
    write(counted: action.label)
    switch action.deed {
    case .ask(let subject, let choices):
      write(0)
      write(UInt8(clamping: subject.rawValue))
      writeList(choices) {
        $0.write(counted: $1.control)
        $0.write(counted: $1.value)
      }
    case .experiment(let field, let outcome, let arms):
      write(1)
      write(counted: field)
      write(counted: outcome)
      writeList(arms) { $0.write(counted: $1) }
    case .open(let row):
      write(2)
      write(row.bits)
    case .dismiss(let key):
      write(3)
      write(counted: key)
    }
  }
}

extension ByteReader {
  mutating func readList<Element>(
    _ read: (inout ByteReader) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    var list: [Element] = []
    for _ in 0..<(try readCount(of: 1)) { list.append(try read(&self)) }
    return list
  }

  mutating func readTextList() throws(Failure) -> [String] {
    try readList { (reader) throws(Failure) in try reader.readCountedText() }
  }

  mutating func readOptionalRow() throws(Failure) -> RowID? {
    try readFlag() ? RowID(try readBits128()) : nil
  }

  fileprivate mutating func readControl() throws(Failure) -> Report.Control {
    let (name, label) = (try readCountedText(), try readCountedText())
    let role = Report.Control.Role(rawValue: try readByte()) ?? .question
    let options = try readList { (reader) throws(Failure) in
      let value = try reader.readCountedText()
      return Report.Control.Option(value, try reader.readCountedText())
    }
    return Report.Control(name, label, role, options, chosen: try readCountedText())
  }

  fileprivate mutating func readSection() throws(Failure) -> Report.Section {
    var section = Report.Section(try readCountedText(), try readTextList())
    if try readFlag() { section.plot = try readPlot() }
    if try readFlag() {
      let heads = try readTextList()
      let rows = try readList { (reader) throws(Failure) in
        let cells = try reader.readTextList()
        return Report.Table.Line(cells, row: try reader.readOptionalRow())
      }
      section.table = Report.Table(heads, rows)
    }
    section.actions = try readList { (reader) throws(Failure) in try reader.readAction() }
    return section
  }

  private mutating func readAction() throws(Failure) -> Report.Action {
    let label = try readCountedText()
    let deed: Report.Action.Deed
    switch try readByte() {
    case 0:
      let subject = Question.Subject(rawValue: Int(try readByte())) ?? .boxNow
      deed = .ask(
        subject,
        try readList { (reader) throws(Failure) in
          let control = try reader.readCountedText()
          return Question.Choice(control, try reader.readCountedText())
        })
    case 1:
      let (field, outcome) = (try readCountedText(), try readCountedText())
      deed = .experiment(field: field, outcome: outcome, arms: try readTextList())
    case 2: deed = .open(RowID(try readBits128()))
    default: deed = .dismiss(try readCountedText())
    }
    return Report.Action(label, deed)
  }
}
