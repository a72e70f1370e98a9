/// Somebody's role in a space. Stores keep these numbers.
public enum Role: UInt8, CaseIterable, Hashable, Sendable {
  case reader = 1
  case commenter = 2
  case editor = 3
  case owner = 4
}

/// What an owner lets somebody do in a space: the one rule that decides everything there.
public struct Grant: Hashable, Sendable {
  public enum Action: CaseIterable, Sendable {
    case read, write
    /// To see earlier values: they may have been hidden then for a reason.
    case recall
    /// To hand over cells with arbitrary stamps.
    case offer
    /// To give others access, or to end it.
    case share
    /// To delete something for good: a row, or the space.
    case erase
  }

  public var role: Role
  /// The kinds of rows it covers, or `nil` for all.
  public var kinds: Set<KindID>?
  /// The earliest moment it covers, in milliseconds, or `nil` for no limit.
  public var since: Int64?
  /// When it ends, or `nil` for never.
  public var expiry: Int64?

  public init(
    _ role: Role, kinds: Set<KindID>? = nil, since: Int64? = nil, expiry: Int64? = nil
  ) {
    self.role = role
    self.kinds = kinds
    self.since = since
    self.expiry = expiry
  }

  /// The grant of an account in its own space.
  public static let ownership = Grant(.owner)

  /// Whether it allows an action, on a particular row if there is one.
  ///
  /// An owner may do everything. An expired grant allows nothing; rows it does not cover do not exist for it;
  /// a reader writes nothing, and a commenter only remarks.
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

  /// Whether it covers a row: not one that is private, of another kind, or from before its start.
  public func covers(_ row: RowFacts) -> Bool {
    if role == .owner { return true }
    if row.isPrivate { return false }
    if let kinds, !row.kinds.allSatisfy({ kinds.contains($0) }) { return false }
    if let since, row.moment < since { return false }
    return true
  }
}

/// The facts about a row that decide who may see or change it.
public struct RowFacts: Hashable, Sendable {
  /// A row has one kind; if its cells disagree, all of them count.
  public private(set) var kinds: Set<KindID> = []
  /// Whether its owner keeps it private. Conflict rows contain other rows' values, and restore points are
  /// nobody else's either.
  public private(set) var isPrivate = false
  /// The earliest moment or day in any of its cells, as a value or by its stamp, in milliseconds.
  public private(set) var moment = Int64.max

  /// A row without cells.
  public init() {}

  public init(_ cells: some Sequence<RowCell>) {
    for cell in cells { take(cell) }
  }

  /// Whether it is a remark.
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
  /// Whether the cell makes its row private: values that are not understood do, so that nothing is revealed.
  var keepsPrivate: Bool {
    guard cell.field == .privacy else { return false }
    return switch cell.value {
    case .null, .bool(false): false
    default: true
    }
  }
}

/// Somebody who was given access to a space, and how.
public struct GivenGrant: Hashable, Sendable {
  public let grantee: AccountID
  public var grant: Grant
  /// Which view of the space it gives. It changes whenever rows in it may have left it, or others entered:
  /// then a copy of the view is deleted and pulled again.
  public var view: UInt64
  /// The owner's name for the grantee.
  public var label: String

  public init(_ grantee: AccountID, _ grant: Grant, view: UInt64, label: String = "") {
    self.grantee = grantee
    self.grant = grant
    self.view = view
    self.label = label
  }
}
