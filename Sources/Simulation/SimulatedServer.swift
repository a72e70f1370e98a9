public import Ledger

/// A server's space as a simulation accesses it: any store that supports this can be tested.
public struct SimulatedServer {
  public var push: (_ push: Push, _ now: Int64) -> PushReply
  /// `byteLimit` is the approximate size of a page.
  public var pull: (_ since: UInt64, _ byteLimit: Int, _ now: Int64) -> PullPage
  public var header: () -> SpaceHeader
  public var history: (_ row: RowID) -> [HistoryCell]
  /// The cells when a number was the last.
  public var past: (_ sequence: UInt64) -> [RowCell]
  /// The number that was the last at a moment; `nil` if the server does not know.
  public var sequence: (_ moment: Int64, _ now: Int64) -> UInt64?
  /// Forgets what is past the horizon.
  public var forget: (_ now: Int64) -> Void
  /// Makes a backup.
  public var backUp: () -> Void
  /// Restores the backup in another epoch; or, without an epoch, as a file that somebody copied back.
  public var restore: (_ epoch: Epoch?) -> Void
  /// Gives the guest this access, or ends it.
  public var give: (_ grant: Grant?) -> Void
  /// As ``pull``, for the guest: `nil` if they may see nothing. A page ends after `reach` numbers at the latest.
  public var guestPull:
    (_ since: UInt64, _ reach: UInt64, _ byteLimit: Int, _ now: Int64) -> PullPage?
  /// As ``push``, for the guest: `nil` if they may not write at all.
  public var guestPush: (_ push: Push, _ now: Int64) -> PushReply?
  /// Says how much there is of a file that somebody wants to send.
  public var claim: (_ file: BlobReference, _ hasRoom: Bool, _ now: Int64) -> FileProgress
  public var takePiece: (_ piece: FilePiece, _ now: Int64) -> FileProgress
  /// Removes files that nothing has referred to for a while; returns their names.
  public var sweep: (_ now: Int64) -> [[UInt8]]
  public var files: () -> [ListedFile]

  public init(
    push: @escaping (Push, Int64) -> PushReply,
    pull: @escaping (UInt64, Int, Int64) -> PullPage,
    header: @escaping () -> SpaceHeader,
    history: @escaping (RowID) -> [HistoryCell],
    past: @escaping (UInt64) -> [RowCell],
    sequence: @escaping (Int64, Int64) -> UInt64?,
    forget: @escaping (Int64) -> Void,
    backUp: @escaping () -> Void,
    restore: @escaping (Epoch?) -> Void,
    give: @escaping (Grant?) -> Void,
    guestPull: @escaping (UInt64, UInt64, Int, Int64) -> PullPage?,
    guestPush: @escaping (Push, Int64) -> PushReply?,
    claim: @escaping (BlobReference, Bool, Int64) -> FileProgress,
    takePiece: @escaping (FilePiece, Int64) -> FileProgress,
    sweep: @escaping (Int64) -> [[UInt8]],
    files: @escaping () -> [ListedFile]
  ) {
    self.push = push
    self.pull = pull
    self.header = header
    self.history = history
    self.past = past
    self.sequence = sequence
    self.forget = forget
    self.backUp = backUp
    self.restore = restore
    self.give = give
    self.guestPull = guestPull
    self.guestPush = guestPush
    self.claim = claim
    self.takePiece = takePiece
    self.sweep = sweep
    self.files = files
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
      past: { box.space.past(asOf: $0) },
      // It does not record minutes.
      sequence: { _, _ in nil },
      forget: { box.space.forget(now: $0) },
      backUp: { box.backup = (box.space, box.files) },
      restore: {
        (box.space, box.files) = box.backup
        if let epoch = $0 { box.space.begin(epoch) }
        box.files.loseParts()
      },
      give: { box.space.give($0, to: Guest.account) },
      guestPull: {
        box.space.pull(by: Guest.account, since: $0, reach: $1, byteLimit: $2, now: $3)
      },
      guestPush: { box.space.push($0, by: Guest.account, now: $1) },
      claim: { box.files.claim($0, hasRoom: $1, now: $2) },
      takePiece: { box.files.take($0, now: $1) },
      sweep: { box.files.sweep(referred: box.space.fileNames, now: $0) },
      files: { box.files.list })
  }
}

private final class MemoryBox {
  var space: MemorySpace
  var files = MemoryFiles()
  var backup: (MemorySpace, MemoryFiles)

  init(_ space: MemorySpace) {
    self.space = space
    backup = (space, files)
  }
}
