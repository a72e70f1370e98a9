/// Which rows are wanted, and in what order.
///
///     var query = Query(.piece)
///     query.conditions = [.isAtLeast(Piece.minutes.id, .int(10))]
///     query.order = [.ascending(Piece.title.id)]
///     let rows = replica.rows(query)
public struct Query: Hashable, Sendable {
  /// What a row's field must be like.
  public enum Condition: Hashable, Sendable {
    case equals(FieldID, Value)
    case isEmpty(FieldID)
    case isAtLeast(FieldID, Value)
    case isAtMost(FieldID, Value)
    case isOneOf(FieldID, [Value])
  }

  /// What rows are put in order by; rows that have nothing there come last.
  public enum Order: Hashable, Sendable {
    case ascending(FieldID)
    case descending(FieldID)

    var field: FieldID {
      switch self {
      case .ascending(let field), .descending(let field): field
      }
    }
  }

  /// The kind; `nil` for all.
  public var kind: KindID?
  public var life = Life.alive
  public var conditions: [Condition] = []
  /// Rows that agree in all of these stand in the order of their names, which is that of their making.
  public var order: [Order] = []
  public var limit: Int?

  public init(_ kind: KindID? = nil) {
    self.kind = kind
  }
}

extension Replica {
  /// The rows that a query wants.
  public func rows(_ query: Query) -> [Row] {
    var found: [Row] = []
    forEachRow { row in
      if query.accepts(row) { found.append(row) }
    }
    return query.sorted(found)
  }
}

extension Query {
  /// Whether a row is wanted.
  public func accepts(_ row: Row) -> Bool {
    if let kind, row.kind != kind { return false }
    return row.life == life && conditions.allSatisfy { $0.holds(in: row) }
  }

  /// The rows in the query's order, as many as it wants.
  public func sorted(_ rows: [Row]) -> [Row] {
    var keys: [SortKey] = []
    keys.reserveCapacity(rows.count)
    var folded: [UInt8] = []
    for (index, row) in rows.enumerated() {
      keys.append(SortKey(row, index, order.first, &folded))
    }
    keys.sort { one, other in
      if one.rank != other.rank { return one.rank < other.rank }
      if one.rest != other.rest { return one.rest < other.rest }
      return precedes(rows[one.index], rows[other.index])
    }
    var sorted: [Row] = []
    sorted.reserveCapacity(min(limit ?? rows.count, rows.count))
    for key in keys.prefix(limit ?? rows.count) { sorted.append(rows[key.index]) }
    return sorted
  }

  private func precedes(_ one: Row, _ other: Row) -> Bool {
    for order in order {
      let (a, b) = (one.value(order.field), other.value(order.field))
      if a == .null || b == .null {
        if a == b { continue }
        return b == .null
      }
      let comparison = a.order(to: b)
      if comparison == 0 { continue }
      if case .descending = order { return comparison > 0 }
      return comparison < 0
    }
    return one.id < other.id
  }
}

/// A row's place and the first sixteen bytes of what it is sorted by: most comparisons need no more.
private struct SortKey {
  let rank: UInt64
  let rest: UInt64
  let index: Int

  /// `folded` is room to work in, so that no row needs its own.
  init(_ row: Row, _ index: Int, _ order: Query.Order?, _ folded: inout [UInt8]) {
    self.index = index
    guard let order else {
      (rank, rest) = (0, 0)
      return
    }
    let value = row.value(order.field)
    guard value != .null else {
      (rank, rest) = (.max, 0)
      return
    }
    let found = value.rank(&folded)
    if case .descending = order {
      (rank, rest) = (.max - 1 - found.high, .max - found.low)
    } else {
      (rank, rest) = (found.high, found.low)
    }
  }
}

extension Query.Condition {
  func holds(in row: Row) -> Bool {
    switch self {
    case .equals(let field, let value): row.value(field) == value
    case .isEmpty(let field): row.value(field) == .null
    case .isOneOf(let field, let values): values.contains(row.value(field))
    case .isAtLeast(let field, let value):
      row.value(field).tag == value.tag && row.value(field).order(to: value) >= 0
    case .isAtMost(let field, let value):
      row.value(field).tag == value.tag && row.value(field).order(to: value) <= 0
    }
  }
}

extension Value {
  /// Numbers that never put two values the wrong way round, though they may not tell them apart.
  fileprivate func rank(_ folded: inout [UInt8]) -> Bits128 {
    let group: UInt64
    var rest = Bits128(high: 0, low: 0)
    switch self {
    case .null, .unknown: group = 7
    case .bool(let flag): (group, rest.high) = (0, flag ? 1 : 0)
    case .int(let number), .day(let number), .instant(let number, _):
      (group, rest.high) = (1, number.rank)
    case .number(let number): (group, rest.high) = (2, number.rank)
    // Decimals may differ in places: the whole comparison decides.
    case .decimal: group = 3
    case .text(let text):
      group = 4
      folded.removeAll(keepingCapacity: true)
      Fold.append(text, to: &folded)
      for index in 0..<8 {
        rest.high = rest.high << 8 | (index < folded.count ? UInt64(folded[index]) : 0)
        rest.low = rest.low << 8 | (index + 8 < folded.count ? UInt64(folded[index + 8]) : 0)
      }
    case .row(let row): (group, rest) = (5, row.bits)
    case .bytes, .blob, .sealed: group = 6
    }
    // Group 7 and all ones stay free for what is empty.
    return Bits128(
      high: min(group << 61 | rest.high >> 3, .max - 1), low: rest.high << 61 | rest.low >> 3)
  }

  /// Below, at or above 0 as this value stands before, with or after another.
  func order(to other: Value) -> Int {
    switch (self, other) {
    case (.int(let a), .int(let b)), (.day(let a), .day(let b)),
      (.instant(let a, _), .instant(let b, _)):
      return a < b ? -1 : a > b ? 1 : 0
    case (.number(let a), .number(let b)):
      return a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0
    case (.decimal(let a, let p), .decimal(let b, let q)):
      return DecimalText.order(a, p, b, q)
    case (.text(let a), .text(let b)):
      let (x, y) = (Fold.bytes(of: a), Fold.bytes(of: b))
      if x == y { return a.hasSameBytes(as: b) ? 0 : Self.order(Array(a.utf8), Array(b.utf8)) }
      return Self.order(x, y)
    default:
      if tag != other.tag { return tag < other.tag ? -1 : 1 }
      return Self.order(encoded, other.encoded)
    }
  }

  private static func order(_ one: [UInt8], _ other: [UInt8]) -> Int {
    if one == other { return 0 }
    return one.lexicographicallyPrecedes(other) ? -1 : 1
  }
}

extension Int64 {
  /// The number in the order of unsigned ones.
  fileprivate var rank: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }
}

extension Double {
  /// The number in the order of unsigned ones; what is no number comes last.
  fileprivate var rank: UInt64 {
    let bits = bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}
