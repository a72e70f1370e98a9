public import Ledger

/// A push that a store applies in parts, because the rows it touches may be too large to be read at once.
///
/// Whether the whole push is refused because of its epoch, its past or its clock is known before anything is written.
public struct PushInParts: Sendable {
  private let push: Push
  private let now: Int64
  /// Known as soon as there are parts and the first one is planned.
  private var whole: PushWhole?
  /// The remaining parts, the next one last; `nil` while the push is in one piece.
  private var parts: [PushPart]?
  /// The reply so far.
  public private(set) var reply: PushReply?

  /// The size of a part, which takes about a millisecond.
  static let changeLimit = 256
  static let rowLimit = 64

  /// Prepares a push.
  ///
  /// - Parameter isWhole: whether it is taken in one piece, and in parts only if its rows are too large.
  public init(_ push: Push, isWhole: Bool, now: Int64) {
    self.push = push
    self.now = now
    if !isWhole { divide() }
  }

  private mutating func divide() {
    parts = push.parts(changeLimit: Self.changeLimit, rowLimit: Self.rowLimit).reversed()
  }

  /// Whether every part was planned, or the rest is dropped.
  public var isDone: Bool { parts?.isEmpty ?? false }

  /// About how many rows the next part writes.
  public var weight: Int { parts?.last?.push.changes.count ?? 1 }

  /// Plans the next part, which the store has to write before it asks for another; `nil` if the part was too large, and
  /// smaller ones are next.
  ///
  /// `find` looks up what the planner needs.
  public mutating func plan<Failure: Error>(
    over stored: SpaceHeader, grants: [GivenGrant], by grant: Grant,
    find: (PushPlanner.Needs) throws(Failure) -> PushPlanner.Findings
  ) throws(Failure) -> GrantedPlan? {
    guard let part = parts?.last else {
      let granted = try push.settled(
        over: stored, grants: grants, by: grant, now: now, find: find)
      guard !granted.isCut else {
        divide()
        return nil
      }
      (parts, reply) = ([], granted.reply)
      return granted
    }
    let whole: PushWhole
    if let known = self.whole {
      whole = known
    } else {
      let isInTime = try isInTime(over: stored, grants, grant, find: find)
      whole = PushWhole(push, isInTime: isInTime, by: grant)
      self.whole = whole
    }
    let granted = try part.push.settled(
      over: stored, grants: grants, by: grant, of: whole, now: now, find: find)
    parts?.removeLast()
    // An action that is too large on its own is refused by its plan.
    if granted.isCut, let (first, second) = part.halves {
      parts? += [second, first]
      return nil
    }
    var reply = self.reply ?? PushReply(to: push, header: granted.plan.header, now: now)
    if !reply.take(granted.reply, of: part) { parts = [] }
    self.reply = reply
    return granted
  }

  /// Whether the whole push is in time, by what the store has for its early changes: each action on its own.
  private func isInTime<Failure: Error>(
    over stored: SpaceHeader, _ grants: [GivenGrant], _ grant: Grant,
    find: (PushPlanner.Needs) throws(Failure) -> PushPlanner.Findings
  ) throws(Failure) -> Bool {
    guard let early = push.early(now: now) else { return true }
    var left = [early]
    while let part = left.popLast() {
      let granted = try part.push.settled(
        over: stored, grants: grants, by: grant, now: now, find: find)
      if granted.isCut, let (first, second) = part.halves {
        left += [second, first]
      } else if granted.reply.status == .clock {
        return false
      }
    }
    return true
  }
}
