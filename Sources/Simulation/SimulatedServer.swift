public import Ledger

/// A server's space as a simulation reaches it: any store that can do this can be tried.
public struct SimulatedServer {
  public var push: (_ push: Push, _ now: Int64) -> PushReply
  /// `byteLimit` is about how many bytes a page has.
  public var pull: (_ since: UInt64, _ byteLimit: Int, _ now: Int64) -> PullPage
  public var header: () -> SpaceHeader
  public var history: (_ row: RowID) -> [HistoryCell]
  /// Forgets what is past the horizon.
  public var forget: (_ now: Int64) -> Void
  /// Puts a copy aside.
  public var backUp: () -> Void
  /// Becomes that copy again, in another life.
  public var restore: (_ epoch: Epoch) -> Void
  /// Lets the guest in like that, or puts him out.
  public var give: (_ grant: Grant?) -> Void
  /// As ``pull``, for the guest: `nil` where he may see nothing.
  public var guestPull: (_ since: UInt64, _ byteLimit: Int, _ now: Int64) -> PullPage?
  /// As ``push``, for the guest: `nil` where he may not write at all.
  public var guestPush: (_ push: Push, _ now: Int64) -> PushReply?

  public init(
    push: @escaping (Push, Int64) -> PushReply,
    pull: @escaping (UInt64, Int, Int64) -> PullPage,
    header: @escaping () -> SpaceHeader,
    history: @escaping (RowID) -> [HistoryCell],
    forget: @escaping (Int64) -> Void,
    backUp: @escaping () -> Void,
    restore: @escaping (Epoch) -> Void,
    give: @escaping (Grant?) -> Void,
    guestPull: @escaping (UInt64, Int, Int64) -> PullPage?,
    guestPush: @escaping (Push, Int64) -> PushReply?
  ) {
    self.push = push
    self.pull = pull
    self.header = header
    self.history = history
    self.forget = forget
    self.backUp = backUp
    self.restore = restore
    self.give = give
    self.guestPull = guestPull
    self.guestPush = guestPush
  }
}

extension SimulatedServer {
  /// A server in memory.
  public static func memory(epoch: Epoch) -> SimulatedServer {
    let box = MemoryBox(MemorySpace(epoch: epoch))
    return SimulatedServer(
      push: { box.space.push($0, now: $1) },
      pull: { box.space.pull(since: $0, byteLimit: $1, now: $2) },
      header: { box.space.header },
      history: { box.space.history(of: $0) },
      forget: { box.space.forget(now: $0) },
      backUp: { box.backup = box.space },
      restore: {
        box.space = box.backup
        box.space.begin($0)
      },
      give: { box.space.give($0, to: Guest.account) },
      guestPull: { box.space.pull(by: Guest.account, since: $0, byteLimit: $1, now: $2) },
      guestPush: { box.space.push($0, by: Guest.account, now: $1) })
  }
}

private final class MemoryBox {
  var space: MemorySpace
  var backup: MemorySpace

  init(_ space: MemorySpace) {
    self.space = space
    backup = space
  }
}
