/// One message between a device and a server, or one record on a device, as bytes.
///
/// `WS`, version, type, flags, space, epoch, time, the body, and a CRC-32C of all of it. Bytes from
/// elsewhere can be anything: a frame is read completely or refused.
public struct Frame: Hashable, Sendable {
  /// The media type of frames in HTTP.
  public static let mediaType = "application/vnd.woodshed.sync"
  /// The format version that is written; others are refused.
  public static let version: UInt8 = 1
  /// How many bytes a frame from a device may have.
  public static let byteLimit = 1_048_576

  public enum Body: Hashable, Sendable {
    case push(Push)
    case pushReply(PushReply)
    case pull(PullPage)
    case now(ServerTime)
    case digest(SpaceDigest)
    case history(HistoryPage)
    case past(PastPage)
    /// Rows as a device stores them.
    case page([Row])
    case action(Action)
    case head(Head)
  }

  public var space: SpaceID
  public var body: Body

  public init(space: SpaceID, _ body: Body) {
    self.space = space
    self.body = body
  }
}

/// What a server's clock says, and whose server it is.
public struct ServerTime: Hashable, Sendable {
  public var now: Int64
  /// The account that the asking device has here, if any.
  public var account: AccountID?

  public init(now: Int64, account: AccountID?) {
    self.now = now
    self.account = account
  }
}

/// Why bytes are not a frame.
public enum FrameError: Error, Hashable, Sendable {
  case notAFrame
  case otherVersion(UInt8)
  case otherType(UInt8)
  /// The bytes were changed on the way.
  case damaged
  case malformed
  case valueTooLarge
  case tooManyChanges
}
