public import Ledger

/// The metadata of a file that an account has or is uploading; the bytes are in a file.
public struct Blob: Hashable, Sendable {
  /// Whether the bytes are there.
  public enum State: Hashable, Sendable {
    /// They are being uploaded.
    case arriving(UploadID)
    /// All of them are on the disk, and have their name.
    case ready
  }

  public let account: AccountID
  public let name: BlobName
  public let byteCount: Int64
  public let mimeType: String
  public var state: State
  /// When the file was complete, or its upload was started, in milliseconds.
  public var receivedAt: Int64
  /// When a sweep last found a cell that refers to it, or 0.
  public var referredAt: Int64

  public init(
    account: AccountID, name: BlobName, byteCount: Int64, mimeType: String, state: State,
    receivedAt: Int64, referredAt: Int64 = 0
  ) {
    self.account = account
    self.name = name
    self.byteCount = byteCount
    self.mimeType = mimeType
    self.state = state
    self.receivedAt = receivedAt
    self.referredAt = referredAt
  }

  /// The upload, if the file is not complete yet.
  public var upload: UploadID? {
    if case .arriving(let upload) = state { upload } else { nil }
  }
}

extension Blob {
  /// An upload that takes longer than this is given up.
  public static let uploadLimit: Int64 = 7 * 86_400_000
  /// Files to which nothing refers are kept for this long.
  public static let grace: Int64 = 30 * 86_400_000
}

/// How much storage one account may use.
public struct BlobQuota: Hashable, Sendable {
  public var byteCount: Int64
  public var count: Int64

  public init(byteCount: Int64 = 5 << 30, count: Int64 = 20_000) {
    self.byteCount = byteCount
    self.count = count
  }
}

/// How much storage an account uses, including its uploads.
public struct BlobUse: Hashable, Sendable {
  public let byteCount: Int64
  public let count: Int64

  public init(byteCount: Int64, count: Int64) {
    self.byteCount = byteCount
    self.count = count
  }

  /// Whether another file of that size is within the quota.
  public func hasRoom(for bytes: Int64, within quota: BlobQuota) -> Bool {
    count < quota.count && bytes <= quota.byteCount - byteCount
  }
}
