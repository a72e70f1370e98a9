/// Carries files between this device and the server, one after another, a piece at a time.
///
/// What to carry follows from rows and files alone, so it continues after a restart: a file here whose row does not say
/// that it was sent is uploaded, and one that is partly here is downloaded. The server says how much it has; the length
/// of the part says how much this device has.
///
/// Like ``Keeper`` it is a state machine without files, a network or a clock of its own. Whoever runs it tells it what
/// happened and carries out its orders:
///
///     carrier.look(at: items, link: link, now: now)
///     for order in carrier.takeOrders() { … }
///
/// At most one numbered order awaits its answer; answers to earlier ones are dropped.
public struct Carrier: Sendable {
  /// What is being carried.
  public internal(set) var load: Load?
  /// What was last refused or found wrong.
  public internal(set) var trouble: Trouble?
  public internal(set) var choices = Choices()
  /// The number of the last order when somebody made choices here.
  var chosenAt: UInt64?
  /// The account that files are carried for; `nil` if there is no way to the server now.
  public internal(set) var link: ServerLink?

  var items: [Item] = []
  /// Whether `items` is known and rows can be changed.
  var isReady = false
  /// What people asked for, in order.
  var wishes: [Wish] = []
  /// Files that this page does not send again automatically: refused or unreadable.
  var unsent = Known()
  /// Files that this page does not download again automatically: refused, damaged, stopped or missing. Another page
  /// may, and then they are sent like all others.
  var unfetched = Known()
  /// The server's last confirmation that it has everything that is here.
  var word: Word?
  var hasRecalledWord = false
  /// Whether the files covered by the confirmation are in `asked`, if it counts.
  var hasTakenWord = false
  /// Files that the server confirmed to have, in the epoch of `askedEpoch`.
  var asked = Known()
  /// When the server confirmed the first of them.
  var askedFrom: Int64?
  var askedEpoch = Epoch.none
  /// Files whose rows should say that the server has them, and did not yet when last looked at.
  var told = Known()

  /// How many times in a row nothing came through.
  var failures = 0
  var isPausing = false
  /// The number of the last numbered order.
  var count: UInt64 = 0
  /// The number of the order whose answer is awaited.
  var awaited: UInt64?
  var orders: [Order] = []
  /// How many bytes to transfer at once: few if the connection is slow, as an interruption costs a piece.
  let pieces: ClosedRange<UInt64>
  var piece: UInt64
  var askedAt: Int64 = 0

  /// A carrier with this range of piece sizes in bytes.
  public init(pieces: ClosedRange<UInt64> = 1 << 18...1 << 21) {
    self.pieces = pieces
    piece = min(1 << 20, pieces.upperBound)
  }

  /// What must be done outside, in order; each order is returned once.
  public mutating func takeOrders() -> [Order] {
    defer { orders = [] }
    return orders
  }

  /// Whether a file should leave this device.
  public func isLeaving(_ file: File) -> Bool {
    wishes.contains { $0.file == file && !$0.isFetched }
  }

  /// Whether the server may have started over and has not been asked since about the files here.
  public var isUncertain: Bool {
    guard let link else { return false }
    return link.epoch != word?.epoch || items.contains { needsAsking($0) }
  }
}

// MARK: - State

extension Carrier {
  /// A row's file and its state on this device.
  public struct Item: Hashable, Sendable {
    /// How much of a file is here.
    public enum Presence: Hashable, Sendable {
      case nothing
      /// This many bytes have been downloaded.
      case part(UInt64)
      case whole
    }

    public let file: File
    /// Whether the row says that the server has it.
    public var isSent: Bool
    public var here: Presence

    public init(_ file: File, isSent: Bool, here: Presence) {
      (self.file, self.isSent, self.here) = (file, isSent, here)
    }
  }

  /// A file and the row it belongs to. A complete file here is shared by all rows with that blob; a download is for
  /// one.
  public struct File: Hashable, Sendable {
    public let row: RowID
    public let blob: BlobReference

    public init(_ row: RowID, _ blob: BlobReference) {
      (self.row, self.blob) = (row, blob)
    }
  }

  /// What this device does with files automatically.
  public struct Choices: Hashable, Sendable {
    /// Whether to send files made here.
    public var sends = true
    /// Whether to keep all files on this device.
    public var keepsAll = false

    public init() {}
  }

  /// The server's confirmation that it has everything that is here.
  public struct Word: Hashable, Sendable {
    public let epoch: Epoch
    /// In milliseconds since 1970 UTC.
    public let moment: Int64
    /// A checksum over those files' names: the confirmation covers no others, as rows may be added later.
    public let files: UInt64

    public init(_ epoch: Epoch, _ moment: Int64, files: UInt64) {
      (self.epoch, self.moment, self.files) = (epoch, moment, files)
    }

    /// How long it is trusted: the server deletes files that nothing has referred to for 30 days, and a row may arrive
    /// or return later than that. Asking restarts the 30 days.
    static let trust = 20 * Horizon.day
  }

  /// Files about which something is known, at most one per row. If a row gets another file, nothing is known about
  /// that.
  struct Known: Sendable {
    private var blobs: [RowID: BlobReference] = [:]

    func contains(_ file: File) -> Bool { blobs[file.row] == file.blob }

    mutating func insert(_ file: File) { blobs[file.row] = file.blob }

    mutating func remove(_ file: File) {
      if contains(file) { blobs[file.row] = nil }
    }

    var isEmpty: Bool { blobs.isEmpty }

    /// Forgets files whose rows have other ones now.
    mutating func forgetFormer(_ items: [Item]) {
      guard !isEmpty else { return }
      for item in items where !contains(item.file) { blobs[item.file.row] = nil }
    }
  }

  struct Wish: Hashable, Sendable {
    let file: File
    let isFetched: Bool
  }

  /// A file being transferred.
  public struct Load: Sendable {
    public enum Way: Hashable, Sendable {
      case up, down
      /// It leaves this device once the server is known to have it.
      case away
    }

    public let file: File
    public internal(set) var way: Way
    /// How many bytes have reached their destination.
    public internal(set) var done: UInt64 = 0
    /// The server's name for the upload.
    var upload = ""
    /// The bytes on their way to the server or into a file here.
    var piece: [UInt8] = []
    /// Of the downloaded bytes.
    var hash = SHA256()
    /// How many times in a row the server answered without helping.
    var objections = 0

    init(_ file: File, _ way: Way) {
      (self.file, self.way) = (file, way)
    }

    public var share: Double {
      file.blob.byteCount == 0 ? 0 : Double(done) / Double(file.blob.byteCount)
    }

    var rest: UInt64 { file.blob.byteCount > done ? file.blob.byteCount - done : 0 }
  }

  /// Why a file is not carried.
  public enum Trouble: Hashable, Sendable {
    /// The file on this device cannot be read.
    case unreadable(RowID)
    /// The server does not have it.
    case missing(RowID)
    /// The content does not match its name.
    case damaged(RowID)
    /// This device is full.
    case noRoom(RowID)
    /// The server refuses it, for this reason if it gave one.
    case refused(String?)
  }
}

/// The account that a space is synced with, and this page's role in syncing.
public struct ServerLink: Hashable, Sendable {
  public let account: AccountID
  public let epoch: Epoch
  /// Of several open pages of the app, one syncs.
  public let isHolder: Bool

  public init(account: AccountID, epoch: Epoch, isHolder: Bool) {
    (self.account, self.epoch, self.isHolder) = (account, epoch, isHolder)
  }
}

// MARK: - Orders and answers

extension Carrier {
  /// What the carrier wants done outside.
  public enum Order: Hashable, Sendable {
    /// Reads the latest choices, perhaps made in another page; answered by ``recalled(_:_:now:)``.
    case recallChoices(number: UInt64)
    case remember(Choices)
    /// Reads the server's last confirmation; answered by ``recalled(_:now:)``.
    case recallWord
    case rememberWord(Word)
    /// Calls ``rested(_:now:)`` after this many milliseconds, replacing an earlier such order.
    case wait(number: UInt64, milliseconds: Int)
    /// Cancels ``wait(number:milliseconds:)``.
    case stopWaiting

    /// Asks the server how much it has of a file to be sent; this and the next two are answered by
    /// ``answered(_:_:now:)``.
    case claim(number: UInt64, BlobReference, AccountID)
    /// Sends a piece for the server's `upload`.
    case send(number: UInt64, upload: String, offset: UInt64, [UInt8])
    case fetch(number: UInt64, BlobReference, Range<UInt64>)

    /// Reads bytes of a file, or of its downloaded part; answered by ``read(_:_:now:)``.
    case read(number: UInt64, File, isPart: Bool, from: UInt64, count: UInt64)
    /// Appends bytes to a part, and fails if its end is not at the offset; answered by ``wrote(_:_:now:)``.
    case write(number: UInt64, [UInt8], File, offset: UInt64)
    /// The part is complete: it becomes the file.
    case complete(File)
    case erasePart(File)
    /// Deletes everything of a file on this device.
    case erase(BlobReference)
    /// Lists the files again; the result comes with ``look(at:link:now:)``.
    case list
    /// Sets in rows whether the server has their files, if those are still the ones given here.
    case mark([File], isSent: Bool)
  }

  /// A server's answer.
  public enum Answer: Hashable, Sendable {
    /// It expects the bytes from an offset on.
    case waiting(upload: String, offset: UInt64)
    /// It accepted a piece.
    case taken
    /// It has the whole file.
    case ready
    case bytes([UInt8])
    /// It does not have the requested file.
    case missing
    case failed(Failure)
  }

  /// Why a server's answer does not help.
  public enum Failure: Hashable, Sendable {
    /// No answer came.
    case unreachable
    /// Nobody is signed in, or somebody else; the link changes when that changes.
    case signedOut
    /// It gets too many requests.
    case busy
    /// An upload that is gone or elsewhere, a piece damaged on the way, or a server error.
    case trouble(String?)
    case refused(String?)
  }

  /// How writing went.
  public enum Written: Hashable, Sendable {
    case done, full
    /// Another page is writing it, or this page was closed while writing.
    case failed
  }
}
