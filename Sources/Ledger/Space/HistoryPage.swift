/// A page of a row's earlier values: field by field, newest first.
public struct HistoryPage: Hashable, Sendable {
  public var cells: [HistoryCell]
  /// Whether more follow.
  public var hasMore: Bool

  public init(_ cells: [HistoryCell], hasMore: Bool = false) {
    self.cells = cells
    self.hasMore = hasMore
  }

  /// Where the next page starts; `nil` if there is none.
  public var next: HistoryPlace? {
    hasMore ? cells.last.map { HistoryPlace($0.cell) } : nil
  }
}

/// Where a page of a row's history ended.
public struct HistoryPlace: Hashable, Sendable {
  public let field: FieldID
  public let stamp: Stamp

  public init(_ cell: RowCell) {
    field = cell.cell.field
    stamp = cell.cell.stamp
  }

  /// Reads 48 hexadecimal digits.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 48, let pair = Bits128(hex: Self.text(digits[..<32])),
      let device = Bits128(hex: "0000000000000000" + Self.text(digits[32...]))
    else { return nil }
    field = FieldID(pair.high)
    stamp = Stamp(HybridTime(pair.low), DeviceID(device.low))
  }

  public var hex: String {
    Bits128(high: field.number, low: stamp.time.bits).hex
      + Hex.text(of: stamp.device.bits, digits: 16)
  }

  private static func text(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits, as: UTF8.self)
  }
}

/// Builds a page of a row's history, so that memory holds no more than a page however long the history is.
public struct HistoryBuilder: Sendable {
  private let byteLimit: Int
  private var byteCount = 0
  private var page = HistoryPage([])

  public init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Takes the next value; returns whether there is room for more.
  public mutating func take(_ entry: HistoryCell) -> Bool {
    guard byteCount < byteLimit else {
      page.hasMore = true
      return false
    }
    page.cells.append(entry)
    byteCount += Self.entryByteCount + entry.cell.cell.value.encodedByteCount
    return true
  }

  /// The finished page.
  public var finished: HistoryPage { page }

  /// The size of an entry besides its value.
  private static let entryByteCount = 64
}
