/// Which rows are wanted, and in what order.
///
///     var query = Query(.piece)
///     query.conditions = [.isAtLeast(Piece.minutes.id, .int(10))]
///     query.order = [.ascending(Piece.title.id)]
///     let rows = replica.rows(query)
public struct Query: Hashable, Sendable {
  /// What a row's field must satisfy.
  public enum Condition: Hashable, Sendable {
    case equals(FieldID, Value)
    case isEmpty(FieldID)
    case isAtLeast(FieldID, Value)
    case isAtMost(FieldID, Value)
    case isOneOf(FieldID, [Value])
  }

  /// What rows are sorted by; rows with nothing there come last.
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
  /// Rows that are equal in all of these are ordered by id, which is the order they were created in.
  public var order: [Order] = []
  public var limit: Int?

  public init(_ kind: KindID? = nil) {
    self.kind = kind
  }
}

extension Replica {
  /// Rows of a kind, filtered and sorted. Not inlined, as every record has its copy of what calls it.
  @inline(never)
  func rows(
    _ kind: KindID, where conditions: [Query.Condition], by order: [Query.Order]
  ) -> [Row] {
    var query = Query(kind)
    (query.conditions, query.order) = (conditions, order)
    return rows(query)
  }

  /// The rows that match a query.
  public func rows(_ query: Query) -> [Row] {
    var found: [Row] = []
    forEachRow { row in
      if query.accepts(row) { found.append(row) }
    }
    return query.sorted(found)
  }
}

extension Query {
  /// Whether a row matches.
  public func accepts(_ row: Row) -> Bool {
    if let kind, row.kind != kind { return false }
    return row.life == life && conditions.allSatisfy { $0.holds(in: row) }
  }

  /// The rows in the query's order, up to its limit.
  public func sorted(_ rows: [Row]) -> [Row] {
    var sorting = Sorting(rows, limit: min(limit ?? rows.count, rows.count))
    sorting.put(Array(rows.indices), in: order[...])
    return sorting.sorted
  }
}

/// Rows being sorted: by one field, then those equal in it by the next.
///
/// Texts are compared piece by piece, first as they are searched, then as they are written: the next
/// piece of a text is read only if others are equal so far, and made once for each.
private struct Sorting {
  private let rows: [Row]
  private let limit: Int
  private(set) var sorted: [Row] = []
  /// Working space, so that rows need none of their own.
  private var bytes: [UInt8] = []

  init(_ rows: [Row], limit: Int) {
    self.rows = rows
    self.limit = limit
    sorted.reserveCapacity(limit)
  }

  /// Appends the rows at these places; if no field is left, ordered by id.
  mutating func put(
    _ places: [Int], in order: ArraySlice<Query.Order>, from piece: TextPiece = TextPiece()
  ) {
    var keys: [SortKey] = []
    keys.reserveCapacity(places.count)
    for place in places { keys.append(SortKey(rows[place], place, order.first, piece, &bytes)) }
    keys.sort { precedes($0, $1, order.first) }
    var start = 0
    while start < keys.count, sorted.count < limit {
      var end = start + 1
      // What follows never sorts before: unless it sorts after, the two are equal.
      while end < keys.count, !precedes(keys[start], keys[end], order.first) { end += 1 }
      if end - start == 1 || order.isEmpty {
        for key in keys[start..<end] { append(key.place) }
      } else {
        let isInPieces = keys[start].isText && !piece.isLast
        let next =
          isInPieces ? piece.next(hasMore: keys[start..<end].contains { $0.hasMore }) : nil
        let places = keys[start..<end].map { $0.place }
        if let next {
          put(places, in: order, from: next)
        } else {
          put(places, in: order.dropFirst())
        }
      }
      start = end
    }
  }

  private mutating func append(_ place: Int) {
    if sorted.count < limit { sorted.append(rows[place]) }
  }

  private func precedes(_ one: SortKey, _ other: SortKey, _ order: Query.Order?) -> Bool {
    if one.rank != other.rank { return one.rank < other.rank }
    if one.rest != other.rest { return one.rest < other.rest }
    guard let order, one.isVague, other.isVague else { return false }
    let (a, b) = (rows[one.place].value(order.field), rows[other.place].value(order.field))
    if case .descending = order { return b.order(to: a) < 0 }
    return a.order(to: b) < 0
  }
}

/// Fifteen bytes of a text: of its folded form, or of what is written.
private struct TextPiece {
  static let length = 15

  private(set) var isWritten = false
  private(set) var start = 0

  /// Whether texts that are equal so far should be compared as a whole.
  var isLast: Bool { start >= 8 * Self.length }

  /// The piece to read if this one is equal; `nil` if there is none.
  func next(hasMore: Bool) -> TextPiece? {
    var next = self
    if hasMore {
      next.start += Self.length
    } else if !isWritten {
      next = TextPiece()
      next.isWritten = true
    } else {
      return nil
    }
    return next
  }
}

/// A row's place, and sixteen bytes of its sort value.
private struct SortKey {
  let rank: UInt64
  let rest: UInt64
  /// Whether values of equal rank may still differ in order.
  let isVague: Bool
  let isText: Bool
  /// Whether the text continues after the piece.
  let hasMore: Bool
  let place: Int

  init(
    _ row: Row, _ place: Int, _ order: Query.Order?, _ piece: TextPiece, _ bytes: inout [UInt8]
  ) {
    self.place = place
    guard let order else {
      (rank, rest, isVague, isText, hasMore) = (
        row.id.bits.high, row.id.bits.low, false, false, false
      )
      return
    }
    let value = row.value(order.field)
    if case .text = value { isText = true } else { isText = false }
    isVague = isText ? piece.isLast : value.hasVagueRank
    guard value != .null else {
      (rank, rest, hasMore) = (.max, 0, false)
      return
    }
    bytes.removeAll(keepingCapacity: true)
    let found = value.rank(piece, &bytes)
    hasMore = bytes.count > piece.start + TextPiece.length
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
  /// Ranks that never put two values the wrong way round, though they may not tell them apart.
  ///
  /// A text's rank is that of a piece; `bytes` starts empty, and is filled with the text that the piece
  /// is part of.
  fileprivate func rank(_ piece: TextPiece, _ bytes: inout [UInt8]) -> Bits128 {
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
      if piece.isWritten {
        bytes.append(contentsOf: text.utf8)
      } else {
        Fold.append(text, to: &bytes)
      }
      for index in 0..<TextPiece.length {
        let place = piece.start + index
        let byte = place < bytes.count ? UInt64(bytes[place]) : 0
        if index < 8 {
          rest.high |= byte << UInt64(56 - 8 * index)
        } else {
          rest.low |= byte << UInt64(120 - 8 * index)
        }
      }
    case .row(let row): (group, rest) = (5, row.bits)
    case .bytes, .blob, .sealed: group = 6
    }
    // Group 7 and all ones are reserved for empty values.
    return Bits128(
      high: min(group << 61 | rest.high >> 3, .max - 1), low: rest.high << 61 | rest.low >> 3)
  }

  /// Whether values of equal rank may still differ in an order that takes a full comparison.
  fileprivate var hasVagueRank: Bool {
    switch self {
    case .null, .bool, .int, .day, .instant, .number: false
    default: true
    }
  }

  /// Below, equal to or above 0 as this value sorts before, with or after another.
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
  /// The number in the order of unsigned integers.
  fileprivate var rank: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }
}

extension Double {
  /// The number in the order of unsigned integers; NaN comes last.
  fileprivate var rank: UInt64 {
    let bits = bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}
