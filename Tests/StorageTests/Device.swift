import Ledger
import Storage

/// The milliseconds at which tests begin.
let start: Int64 = 1_800_000_000_000

extension Place {
  static let own = Place(.onlyOwner, .own(of: .onlyOwner))
  static let other = Place(
    AccountID(Bits128(high: 1, low: 2)), SpaceID(Bits128(high: 3, low: 4)))
}

/// Writes changes as a device would: every action later than the one before.
struct Device {
  let id: DeviceID
  var time = HybridTime(milliseconds: start)
  private var random: RandomBits

  init(_ number: UInt64) {
    id = DeviceID(number)
    random = RandomBits(seed: number)
  }

  mutating func newRow() -> RowID { RowID(milliseconds: start, random: &random) }

  /// An action that gives fields of a row values.
  mutating func set(
    _ row: RowID, _ values: [(UInt64, Value)], base: Stamp? = nil, seen: Stamp? = nil
  ) -> [Change] {
    time = max(time.next, base?.time.next ?? .zero)
    return values.map { field, value in
      let cell = Cell(field: FieldID(field), stamp: Stamp(time, id), value: value)
      return Change(RowCell(row: row, kind: .settings, cell: cell), base: base, seen: seen)
    }
  }

  mutating func set(_ row: RowID, _ field: UInt64, _ text: String, base: Stamp? = nil) -> [Change] {
    set(row, [(field, .text(text))], base: base)
  }

  mutating func purge(_ row: RowID) -> [Change] {
    set(row, [(0, Life.purged.value)])
  }
}

extension Store {
  /// Pushes in the epoch that the space has.
  @discardableResult
  func push(
    _ changes: [Change], to place: Place = .own, isOffer: Bool = false, cursor: UInt64 = 0,
    now: Int64 = start
  ) throws -> PushReply {
    let epoch = try header(of: place).epoch
    return try push(
      Push(epoch: epoch, cursor: cursor, pulledAt: 0, isOffer: isOffer, changes: changes),
      to: place, now: now)
  }

  /// Everything since `sequence`, page by page.
  func pullAll(
    _ place: Place = .own, since sequence: UInt64 = 0, byteLimit: Int = 1 << 20
  ) throws -> [PullPage] {
    var pages: [PullPage] = []
    var from = sequence
    repeat {
      pages.append(try pull(place, since: from, byteLimit: byteLimit, now: start))
      from = pages[pages.count - 1].to
    } while pages[pages.count - 1].hasMore
    return pages
  }

  /// What stood when a number was the last.
  func state(_ sequence: UInt64) throws -> [RowCell] {
    try state(of: .own, asOf: sequence, after: nil, byteLimit: 1 << 20).cells
  }

  /// Every cell, as pulled.
  func cells(_ place: Place = .own) throws -> [RowCell] {
    try pullAll(place).flatMap(\.cells)
  }

  /// What the header says the cells add up to, and what they add up to.
  func digests(_ place: Place = .own) throws -> (kept: SpaceDigest, found: SpaceDigest) {
    var found = SpaceDigest()
    for cell in try cells(place) { found.add(cell) }
    return (try header(of: place).digest, found)
  }
}
