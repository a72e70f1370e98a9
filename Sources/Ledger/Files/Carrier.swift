/// Carries files between this device and the server, one after another, a piece at a time.
///
/// What is to be carried follows from rows and files alone, so it continues after a restart: a file here whose row does
/// not say that it was sent goes up, and one of which a part is here comes down. How far the server has come, the
/// server says; how far this device has, the length of the part says.
///
/// Like ``Keeper`` it is a state machine without files, a network or a clock of its own. Whoever runs it tells it what
/// happened and carries out its orders:
///
///     carrier.look(at: items, link: link, now: now)
///     for order in carrier.takeOrders() { … }
///
/// Of the orders that are answered by number one at most waits for its answer; what comes to an earlier one is dropped.
public struct Carrier: Sendable {
  /// What is being carried.
  public internal(set) var load: Load?
  /// What was refused or found wrong last.
  public internal(set) var trouble: Trouble?
  public internal(set) var choices = Choices()
  /// The number of the last order when somebody chose something here.
  var chosenAt: UInt64?
  /// The account that files are carried for; `nil` where there is no way to the server now.
  public internal(set) var link: ServerLink?

  var items: [Item] = []
  /// Whether `items` is known and rows can be changed.
  var isReady = false
  /// What a person asked for, in order.
  var wishes: [Wish] = []
  /// Files that this page does not send again by itself: refused or unreadable.
  var unsent = Known()
  /// Files that this page does not fetch again by itself: refused, damaged, stopped or not there. Another page may, and
  /// then they are sent like all others.
  var unfetched = Known()
  /// The server's last word that it has all that is here.
  var word: Word?
  var hasRecalledWord = false
  /// Whether the files that the word is about are among `asked`, if it counts.
  var hasTakenWord = false
  /// Files of which the server's word is that it has them, and in which of its lives.
  var asked = Known()
  /// When the server said so of the first of them.
  var askedFrom: Int64?
  var askedEpoch = Epoch.none
  /// Files whose rows are to say that the server has them, and did not yet when they were looked at last.
  var told = Known()

  /// How many times in a row nothing came through.
  var failures = 0
  var isPausing = false
  /// Counts the orders that are answered by number.
  var count: UInt64 = 0
  /// The number of the order whose answer is waited for.
  var awaited: UInt64?
  var orders: [Order] = []
  /// How many bytes travel at once: few where the line is slow, as a cut costs a piece.
  let pieces: ClosedRange<UInt64>
  var piece: UInt64
  var askedAt: Int64 = 0

  /// A carrier that sends and fetches so many bytes at once.
  public init(pieces: ClosedRange<UInt64> = 1 << 18...1 << 21) {
    self.pieces = pieces
    piece = min(1 << 20, pieces.upperBound)
  }

  /// What is to be done outside, in order; each is handed out once.
  public mutating func takeOrders() -> [Order] {
    defer { orders = [] }
    return orders
  }

  /// Whether a file is to go from this device.
  public func isLeaving(_ file: File) -> Bool {
    wishes.contains { $0.file == file && !$0.isFetched }
  }

  /// Whether the server may have begun anew and has not been asked since for what is here.
  public var isUncertain: Bool {
    guard let link else { return false }
    return link.epoch != word?.epoch || items.contains { needsAsking($0) }
  }
}

// MARK: - What it knows

extension Carrier {
  /// The file of a row, as it is here.
  public struct Item: Hashable, Sendable {
    /// How much of a file is here.
    public enum Presence: Hashable, Sendable {
      case nothing
      /// So many bytes of it have come down.
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

  /// A file and the row for which it is here. Of what is here as a whole, all rows with that blob have their part; what
  /// comes down comes for one.
  public struct File: Hashable, Sendable {
    public let row: RowID
    public let blob: BlobReference

    public init(_ row: RowID, _ blob: BlobReference) {
      (self.row, self.blob) = (row, blob)
    }
  }

  /// What this device does with files by itself.
  public struct Choices: Hashable, Sendable {
    /// Whether files that were made here are sent.
    public var sends = true
    /// Whether all files are to be here.
    public var keepsAll = false

    public init() {}
  }

  /// The server's word that it has all that is here.
  public struct Word: Hashable, Sendable {
    public let epoch: Epoch
    /// In milliseconds since 1970 UTC.
    public let moment: Int64
    /// What the names of those files add up to: the word is about no others, as rows may come later.
    public let files: UInt64

    public init(_ epoch: Epoch, _ moment: Int64, files: UInt64) {
      (self.epoch, self.moment, self.files) = (epoch, moment, files)
    }

    /// How long it is believed: the server sweeps what nothing has referred to for 30 days, and a row may come to it, or
    /// come back, later than that. Asking begins the 30 days anew.
    static let trust = 20 * Horizon.day
  }

  /// Files of which something is known, at most one for each row. Of another file that the row gets nothing is known.
  struct Known: Sendable {
    private var blobs: [RowID: BlobReference] = [:]

    func contains(_ file: File) -> Bool { blobs[file.row] == file.blob }

    mutating func insert(_ file: File) { blobs[file.row] = file.blob }

    mutating func remove(_ file: File) {
      if contains(file) { blobs[file.row] = nil }
    }

    var isEmpty: Bool { blobs.isEmpty }

    /// Forgets the files whose rows have others now.
    mutating func forgetFormer(_ items: [Item]) {
      guard !isEmpty else { return }
      for item in items where !contains(item.file) { blobs[item.file.row] = nil }
    }
  }

  struct Wish: Hashable, Sendable {
    let file: File
    let isFetched: Bool
  }

  /// A file on its way.
  public struct Load: Sendable {
    public enum Way: Hashable, Sendable {
      case up, down
      /// It goes from this device once the server is known to have it.
      case away
    }

    public let file: File
    public internal(set) var way: Way
    /// How many bytes are where they go to.
    public internal(set) var done: UInt64 = 0
    /// What the server calls the upload.
    var upload = ""
    /// The bytes that are on their way to the server or into a file here.
    var piece: [UInt8] = []
    /// Of what has come down.
    var hash = SHA256()
    /// How many times in a row the server answered, and did not help.
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
    /// What is here cannot be read.
    case unreadable(RowID)
    /// The server does not have it.
    case missing(RowID)
    /// What came is not what its name says.
    case damaged(RowID)
    /// This device is full.
    case noRoom(RowID)
    /// The server does not take or give it, for this reason if it named one.
    case refused(String?)
  }
}

/// The account that a space is synced with, and the page's part in that.
public struct ServerLink: Hashable, Sendable {
  public let account: AccountID
  public let epoch: Epoch
  /// Of several pages of the app, one syncs.
  public let isHolder: Bool

  public init(account: AccountID, epoch: Epoch, isHolder: Bool) {
    (self.account, self.epoch, self.isHolder) = (account, epoch, isHolder)
  }
}

// MARK: - Orders and answers

extension Carrier {
  /// What the carrier wants done outside.
  public enum Order: Hashable, Sendable {
    /// Reads what was chosen last, perhaps in another page; answered by ``recalled(_:_:now:)``.
    case recallChoices(number: UInt64)
    case remember(Choices)
    /// Reads the server's last word; answered by ``recalled(_:now:)``.
    case recallWord
    case rememberWord(Word)
    /// Calls ``rested(_:now:)`` after so many milliseconds, instead of an earlier such order.
    case wait(number: UInt64, milliseconds: Int)
    /// Gives up what ``wait(number:milliseconds:)`` has begun.
    case stopWaiting

    /// Asks the server what it has of a file that is to be sent; this and the next two are answered by
    /// ``answered(_:_:now:)``.
    case claim(number: UInt64, BlobReference, AccountID)
    /// Sends a piece of what the server calls `upload`.
    case send(number: UInt64, upload: String, offset: UInt64, [UInt8])
    case fetch(number: UInt64, BlobReference, Range<UInt64>)

    /// Reads some bytes of a file, or of the part of it that has come down; answered by ``read(_:_:now:)``.
    case read(number: UInt64, File, isPart: Bool, from: UInt64, count: UInt64)
    /// Puts bytes to the end of a part, and fails where that is not at the offset; answered by ``wrote(_:_:now:)``.
    case write(number: UInt64, [UInt8], File, offset: UInt64)
    /// The part is all of it: it becomes the file.
    case complete(File)
    case erasePart(File)
    /// Removes all that is here of a file.
    case erase(BlobReference)
    /// Looks at the files anew; what is there comes with ``look(at:link:now:)``.
    case list
    /// Lets rows say whether the server has their files, where those are still the ones named here.
    case mark([File], isSent: Bool)
  }

  /// What a server says.
  public enum Answer: Hashable, Sendable {
    /// It waits for the bytes from an offset on.
    case waiting(upload: String, offset: UInt64)
    /// It took a piece.
    case taken
    /// It has all of the file.
    case ready
    case bytes([UInt8])
    /// It does not have the file that was to be fetched.
    case missing
    case failed(Failure)
  }

  /// Why a server's answer does not help.
  public enum Failure: Hashable, Sendable {
    /// No answer came.
    case unreachable
    /// Nobody is signed in, or somebody else: the link changes when that does.
    case signedOut
    /// It is asked too often.
    case busy
    /// An upload that is gone or elsewhere, a piece that was damaged on the way, a server in trouble.
    case trouble(String?)
    case refused(String?)
  }

  /// How writing went.
  public enum Written: Hashable, Sendable {
    case done, full
    /// Another page is writing it, or this one was closed while it wrote.
    case failed
  }
}
