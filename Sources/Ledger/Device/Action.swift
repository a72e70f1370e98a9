/// Something a person did, with everything it changed: one stamp, one undo step, saved completely or not at all.
public struct Action: Hashable, Sendable {
  /// What role an action plays in undo and redo.
  public enum Role: Hashable, Sendable {
    case edit
    /// Reverts the action with that number.
    case undo(of: UInt64)
    /// Reverts an undo.
    case redo
  }

  /// One cell that an action changed.
  public struct Step: Hashable, Sendable {
    public var change: Change
    /// The value before; `nil` if there was none.
    public var previous: Value?

    public init(_ change: Change, previous: Value?) {
      self.change = change
      self.previous = previous
    }
  }

  /// Its place among this device's actions.
  public let ordinal: UInt64
  /// A description of what was done: "Rename the piece"; ``byItself`` if no person did it.
  public var label: String
  /// The number of the first of several actions that undo as one.
  public var group: UInt64
  public var role: Role
  /// Whether its cells come from elsewhere with their own stamps, as in an import.
  public var isOffer: Bool
  /// Whether only this device has it: it waits in the outbox.
  public var isWaiting: Bool
  public var isReverted: Bool
  /// How far ahead the server's clock was when this was stamped.
  public var offset: Int64
  public var steps: [Step]
  /// Steps that came too late: their rows had been purged elsewhere.
  public var lost: [Step] = []

  public init(
    ordinal: UInt64, label: String, group: UInt64? = nil, role: Role = .edit,
    isOffer: Bool = false, offset: Int64, steps: [Step]
  ) {
    self.ordinal = ordinal
    self.label = label
    self.group = group ?? ordinal
    self.role = role
    self.isOffer = isOffer
    isWaiting = true
    isReverted = false
    self.offset = offset
    self.steps = steps
  }

  /// The most cells that one action may change.
  public static let cellLimit = 500
  /// Roughly how many bytes its values may have in total: half of a push.
  static let sizeLimit = 450_000
  /// How many of these values one action may hold, so that it fits into a push.
  static func partCount(_ values: [Value]) -> Int {
    var size = 0
    var count = 0
    for value in values.prefix(cellLimit) {
      size += 80 + value.encoded.count
      if size > sizeLimit, count > 0 { break }
      count += 1
    }
    return count
  }

  /// How many actions can be undone.
  public static let undoLimit = 100
  /// How many are kept at most, including those that undo skips.
  static let keptLimit = 500

  /// The label of what is saved without anybody asking, such as a running count: undo does not name it, and skips it.
  public static let byItself = ""

  public var isByItself: Bool { label.utf8.isEmpty }
}
