public import Ledger

/// A request of the page to the clerk: the separate program that reads and writes files of reeds away from the
/// screen. ``TrainingRequest`` has its other requests.
public enum ClerkRequest: Sendable {
  /// A file of all reeds, written at a moment.
  case export(ReedOutput, at: Moment)
  /// What an import would do.
  case plan(ReedInput, today: Int64)
  /// The file of a player for a study, without the names of some tools.
  case study(StudyConsent, hiding: [RowID], today: Int64)
  /// The file that takes a player out of a study.
  case withdrawal(StudyConsent)
}

/// The format in which reeds are exported.
public enum ReedOutput: Equatable, Sendable {
  case json
  /// A table of ``ReedTable/names``, by its place there.
  case table(Int)
  /// Box lists and labels for paper.
  case sheet

  public var fileName: String {
    switch self {
    case .json: "reeds.json"
    case .table(let place): "\(ReedTable.names[place]).csv"
    case .sheet: "reeds.html"
    }
  }

  public var mediaType: String {
    switch self {
    case .json: "application/json"
    case .table: "text/csv"
    case .sheet: "text/html"
    }
  }
}

extension ClerkRequest {
  /// The request with the rows of a space, as sent to the clerk.
  public func bytes(_ data: Replica) -> [UInt8] {
    if case .withdrawal = self { return head.bytes }
    return ReedRows.bytes(of: data, after: head.bytes)
  }

  /// The request with these rows.
  func bytes(_ rows: [Row]) -> [UInt8] {
    var writer = head
    for row in rows where ReedRows.isOurs(row) { writer.write(row) }
    return writer.bytes
  }

  private static let studying: UInt8 = 252
  private static let withdrawing: UInt8 = 253

  private var head: ByteWriter {
    var writer = ByteWriter(capacity: 65_536)
    switch self {
    case .export(let output, let moment):
      switch output {
      case .json: writer.write(0)
      case .sheet: writer.write(1)
      case .table(let place): writer.write(UInt8(clamping: 2 + place))
      }
      writer.writeSigned(moment.milliseconds)
      writer.writeSigned(moment.zoneMinutes)
    case .plan(let input, let today):
      writer.write(.max)
      writer.writeSigned(today)
      writer.write(input)
    case .study(let consent, let hidden, let today):
      writer.write(Self.studying)
      writer.write(consent)
      writer.writeVarint(UInt64(hidden.count))
      for tool in hidden { writer.write(tool.bits) }
      writer.writeSigned(today)
    case .withdrawal(let consent):
      writer.write(Self.withdrawing)
      writer.write(consent)
    }
    return writer
  }

  /// Reads a request and the rows that come with it.
  static func read(
    _ bytes: [UInt8]
  ) throws(ByteReader.Failure) -> (request: ClerkRequest, rows: ReedRows) {
    var reader = ByteReader(bytes)
    let request: ClerkRequest
    switch try reader.readByte() {
    case .max:
      let today = try reader.readSigned()
      request = .plan(try reader.readInput(), today: today)
    case studying:
      let consent = try reader.readConsent()
      var hidden: [RowID] = []
      for _ in 0..<(try reader.readCount(of: 16)) { hidden.append(RowID(try reader.readBits128())) }
      request = .study(consent, hiding: hidden, today: try reader.readSigned())
    case withdrawing: request = .withdrawal(try reader.readConsent())
    case let number:
      let (at, zone) = (try reader.readSigned(), try reader.readSigned())
      let output: ReedOutput =
        switch number {
        case 0: .json
        case 1: .sheet
        default: .table(min(Int(number) - 2, ReedTable.names.count - 1))
        }
      request = .export(output, at: Moment(at, zoneMinutes: Int(clamping: zone)))
    }
    return (request, ReedRows(try ReedRows.readRows(&reader)))
  }
}

extension ClerkRequest {
  /// The clerk's answer to a request; empty if it cannot be read.
  static func answer(_ bytes: [UInt8], origin: String) -> [UInt8] {
    guard let (request, rows) = try? read(bytes) else { return [] }
    switch request {
    case .export(.json, let moment): return ReedFile.export(rows, at: moment)
    case .export(.table(let place), _):
      return ReedTable.export(ReedTable.names[place], rows) ?? []
    case .export(.sheet, let moment):
      let day = JournalDay.day(of: moment.milliseconds, zoneMinutes: Int(moment.zoneMinutes))
      return ReedSheet.html(rows, origin: origin, on: day)
    case .plan(let input, let today): return ReedPreview(input, rows, today: today).bytes
    case .study(let consent, let hidden, let today):
      return StudyFile.draft(rows, consent, hiding: hidden, today: today).bytes
    case .withdrawal(let consent): return StudyFile.withdrawal(consent)
    }
  }
}

// MARK: - What is to be imported, as bytes

extension ByteWriter {
  fileprivate mutating func write(_ input: ReedInput) {
    write(input.format.map { $0.rawValue } ?? .max)
    write(input.isNewest ? 1 : 0)
    write(text: input.table)
    write(text: input.memory)
    writeVarint(UInt64(input.columns.count))
    for column in input.columns {
      write(optional: column.target)
      write(column.isInInches ? 1 : 0)
    }
    writeVarint(UInt64(input.rules.count))
    for target in input.rules { write(optional: target) }
    writeSigned(input.ratings?.lowerBound ?? 0)
    writeSigned(input.ratings?.upperBound ?? 0)
    writeCounted(input.bytes)
  }
}

extension ByteReader {
  fileprivate mutating func readInput() throws(Failure) -> ReedInput {
    var input = ReedInput([])
    input.format = ReedInput.Format(rawValue: try readByte())
    input.isNewest = try readByte() == 1
    input.table = try readText()
    input.memory = try readText()
    for _ in 0..<(try readCount(of: 2)) {
      let target = try readOptionalText()
      input.columns.append(.init(target, isInInches: try readByte() == 1))
    }
    for _ in 0..<(try readCount(of: 1)) { input.rules.append(try readOptionalText()) }
    let (least, most) = (try readSigned(), try readSigned())
    if least < most { input.ratings = least...most }
    input.bytes = Array(try readCounted())
    return input
  }
}
