/// What somebody is to a space. Stores keep these numbers.
public enum Role: UInt8, CaseIterable, Hashable, Sendable {
  case reader = 1
  case commenter = 2
  case editor = 3
  case owner = 4
}

/// What an owner lets somebody do in a space: the one rule by which everything there is allowed or refused.
public struct Grant: Hashable, Sendable {
  public enum Action: CaseIterable, Sendable {
    case read, write
    /// To see what stood before: it may have been hidden then for a reason.
    case recall
    /// To hand over cells with any stamps.
    case offer
    /// To let others in, or to put them out.
    case share
    /// To end what is there for good: a row, or the space.
    case erase
  }

  public var role: Role
  /// The kinds of rows that it is about, or `nil` for all.
  public var kinds: Set<KindID>?
  /// From which moment on, in milliseconds, or `nil` for ever.
  public var since: Int64?
  /// Until when it holds, or `nil` for ever.
  public var expiry: Int64?

  public init(
    _ role: Role, kinds: Set<KindID>? = nil, since: Int64? = nil, expiry: Int64? = nil
  ) {
    self.role = role
    self.kinds = kinds
    self.since = since
    self.expiry = expiry
  }

  /// What an account has in its own space.
  public static let ownership = Grant(.owner)

  /// Whether it allows an action, on one row where it is about one.
  ///
  /// An owner may do everything. A grant that is over allows nothing; rows that it does not cover are not
  /// there for it; a reader writes nothing, and a commenter only remarks.
  public func allows(_ action: Action, on row: RowFacts? = nil, now: Int64) -> Bool {
    if role == .owner { return true }
    if let expiry, now >= expiry { return false }
    if let row, !covers(row) { return false }
    return switch (action, role) {
    case (.read, _), (.write, .editor): true
    case (.write, .commenter): row?.isRemark ?? true
    case (.write, _), (.recall, _), (.offer, _), (.share, _), (.erase, _): false
    }
  }

  /// Whether a row is one of those that it is about: none that is private, of other kinds, or from before
  /// its beginning.
  public func covers(_ row: RowFacts) -> Bool {
    if role == .owner { return true }
    if row.isPrivate { return false }
    if let kinds, !row.kinds.allSatisfy({ kinds.contains($0) }) { return false }
    if let since, row.moment < since { return false }
    return true
  }
}

/// What matters of a row to whether somebody may see or change it.
public struct RowFacts: Hashable, Sendable {
  /// A row has one kind; of one whose cells say different ones, every one counts.
  public private(set) var kinds: Set<KindID> = []
  /// Whether its owner keeps it to himself. What tells of a conflict does so of another row's values, and what
  /// the space can go back to is nobody else's either.
  public private(set) var isPrivate = false
  /// The earliest moment or day that any of its cells speaks of, as a value or by its stamp, in milliseconds.
  public private(set) var moment = Int64.max

  /// A row that has no cell yet.
  public init() {}

  public init(_ cells: some Sequence<RowCell>) {
    for cell in cells { take(cell) }
  }

  /// Whether it remarks on something.
  public var isRemark: Bool { kinds.allSatisfy { $0 == .remark } }

  public mutating func take(_ cell: RowCell) {
    kinds.insert(cell.kind)
    if cell.kind == .conflict || cell.kind == .restorePoint || cell.keepsPrivate {
      isPrivate = true
    }
    moment = min(moment, cell.cell.stamp.time.milliseconds)
    switch cell.cell.value {
    case .instant(let milliseconds, _): moment = min(moment, milliseconds)
    case .day(let day):
      let (start, isOver) = day.multipliedReportingOverflow(by: Horizon.day)
      moment = min(moment, isOver && day < 0 ? .min : isOver ? .max : start)
    default: break
    }
  }
}

extension RowCell {
  /// Whether the cell has its row be the owner's alone: what is not understood does, so that nothing shows.
  var keepsPrivate: Bool {
    guard cell.field == .privacy else { return false }
    return switch cell.value {
    case .null, .bool(false): false
    default: true
    }
  }
}

/// Somebody who was let into a space, and how.
public struct GivenGrant: Hashable, Sendable {
  public let grantee: AccountID
  public var grant: Grant
  /// Which view of the space it gives. It becomes another whenever rows that were in it may be so no more, or
  /// others come into it: then a copy of it is deleted and pulled anew.
  public var view: UInt64
  /// What the owner calls the grantee.
  public var label: String

  public init(_ grantee: AccountID, _ grant: Grant, view: UInt64, label: String = "") {
    self.grantee = grantee
    self.grant = grant
    self.view = view
    self.label = label
  }
}
