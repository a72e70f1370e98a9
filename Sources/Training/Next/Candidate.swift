/// The tags of an item: numbers from 0 to 63, others are left out.
public struct TagSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private(set) var bits: UInt64 = 0

  public init(_ tags: [Int] = []) {
    for tag in tags where (0..<64).contains(tag) { bits |= 1 << UInt64(tag) }
  }

  public init(arrayLiteral tags: Int...) { self.init(tags) }

  /// The smallest tag.
  public var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }

  public func contains(_ tag: Int) -> Bool {
    (0..<64).contains(tag) && bits >> UInt64(tag) & 1 == 1
  }

  public func shares(with other: TagSet) -> Bool { bits & other.bits != 0 }

  public func subtracting(_ other: TagSet) -> TagSet {
    var rest = self
    rest.bits &= ~other.bits
    return rest
  }

  public mutating func formUnion(_ other: TagSet) { bits |= other.bits }
}

/// An item that may be tried next.
public struct Candidate: Hashable, Sendable {
  /// A day on which it was tried, and that day's best outcome.
  public struct Result: Hashable, Sendable {
    public var day: Int64
    public var outcome: Outcome

    public init(day: Int64, outcome: Outcome) {
      (self.day, self.outcome) = (day, outcome)
    }
  }

  /// Its place among the rated items.
  public var item: Int
  /// The first day on which it is live; `nil` means always.
  public var liveFrom: Int64?
  /// The first day on which it is no longer live; `nil` means never.
  public var outAt: Int64?
  /// Whether the person ever sent it.
  public var isSent: Bool
  /// Whether it is one of the person's projects.
  public var isProject: Bool
  /// The person's last day with it, and the one before.
  public var last: Result?
  public var previous: Result?
  /// Its tags; for items without tags, variety comes from the place.
  public var tags: TagSet
  public var place: Int?

  public init(
    item: Int, liveFrom: Int64? = nil, outAt: Int64? = nil, isSent: Bool = false,
    isProject: Bool = false, last: Result? = nil, previous: Result? = nil, tags: TagSet = [],
    place: Int? = nil
  ) {
    (self.item, self.liveFrom, self.outAt) = (item, liveFrom, outAt)
    (self.isSent, self.isProject) = (isSent, isProject)
    (self.last, self.previous) = (last, previous)
    (self.tags, self.place) = (tags, place)
  }

  public func isLive(on day: Int64) -> Bool {
    if let liveFrom, liveFrom > day { return false }
    if let outAt, outAt <= day { return false }
    return true
  }
}
