public import Ledger

/// A server's progress with a file.
public enum FileProgress: Hashable, Sendable {
  /// This many bytes of it have arrived.
  case arriving(Int)
  case ready
  /// There is no space for it.
  case full
  /// Nobody expects it.
  case unknown
}

/// Some bytes of a file, as they are sent.
public struct FilePiece: Sendable {
  public let file: BlobReference
  public let offset: Int
  public let bytes: [UInt8]

  public init(file: BlobReference, offset: Int, bytes: [UInt8]) {
    self.file = file
    self.offset = offset
    self.bytes = bytes
  }
}

/// A file in a server's list.
public struct ListedFile: Sendable {
  public let name: [UInt8]
  /// The whole content; `nil` while it is arriving.
  public let bytes: [UInt8]?

  public init(name: [UInt8], bytes: [UInt8]?) {
    self.name = name
    self.bytes = bytes
  }
}

/// The bytes of a server's files, complete and incomplete ones.
public struct FileFolder: Sendable {
  private var whole: [[UInt8]: [UInt8]] = [:]
  private var parts: [[UInt8]: [UInt8]] = [:]

  public init() {}

  /// All bytes of a complete file.
  public func bytes(of name: [UInt8]) -> [UInt8]? { whole[name] }

  /// How many bytes of an incomplete file have arrived.
  public func count(of name: [UInt8]) -> Int { parts[name]?.count ?? 0 }

  /// Takes a piece that continues the others; all pieces together must match the name.
  public mutating func take(_ piece: FilePiece) -> FileProgress {
    let (name, size) = (piece.file.sha256, piece.file.byteCount)
    var part = parts[name] ?? []
    guard piece.offset == part.count, UInt64(part.count + piece.bytes.count) <= size else {
      return .arriving(part.count)
    }
    part += piece.bytes
    guard UInt64(part.count) == size else {
      parts[name] = part
      return .arriving(part.count)
    }
    parts[name] = nil
    guard SHA256.digest(of: part).bytes == name else { return .arriving(0) }
    whole[name] = part
    return .ready
  }

  public mutating func remove(_ name: [UInt8]) {
    whole[name] = nil
    parts[name] = nil
  }

  /// Drops incomplete files, which no backup has.
  public mutating func loseParts() {
    parts = [:]
  }
}

/// A server's files in memory: the minimum that follows the rules, as a reference for real stores.
struct MemoryFiles: Sendable {
  /// An upload that takes longer is abandoned, and a file that nothing has referred to for this long
  /// is deleted.
  private static let uploadLimit = 7 * Horizon.day
  private static let grace = 30 * Horizon.day

  private struct Entry: Sendable {
    let name: [UInt8]
    var isReady = false
    /// When it arrived, or its upload was started.
    var receivedAt: Int64
    /// When it was last asked for, or found to be referred to.
    var referredAt: Int64 = 0
  }

  private var entries: [Entry] = []
  private var folder = FileFolder()

  var list: [ListedFile] {
    entries.map { entry in
      ListedFile(
        name: entry.name, bytes: entry.isReady ? folder.bytes(of: entry.name) ?? [] : nil)
    }
  }

  /// Says how much there is of a file that somebody wants to send.
  mutating func claim(_ file: BlobReference, hasRoom: Bool, now: Int64) -> FileProgress {
    giveUp(now: now)
    if let place = place(of: file.sha256) {
      guard entries[place].isReady else { return .arriving(folder.count(of: file.sha256)) }
      entries[place].referredAt = now
      return .ready
    }
    guard hasRoom else { return .full }
    entries.append(Entry(name: file.sha256, receivedAt: now))
    return .arriving(0)
  }

  mutating func take(_ piece: FilePiece, now: Int64) -> FileProgress {
    guard let place = place(of: piece.file.sha256), !entries[place].isReady else {
      return .unknown
    }
    let progress = folder.take(piece)
    if progress == .ready {
      entries[place].isReady = true
      entries[place].receivedAt = now
    }
    return progress
  }

  /// Removes files that nothing has referred to for a while; returns their names.
  mutating func sweep(referred: Set<[UInt8]>, now: Int64) -> [[UInt8]] {
    giveUp(now: now)
    for place in entries.indices where referred.contains(entries[place].name) {
      entries[place].referredAt = now
    }
    let names = entries.filter { entry in
      entry.isReady && now - max(entry.receivedAt, entry.referredAt) >= Self.grace
    }.map { $0.name }
    remove(names)
    return names
  }

  mutating func loseParts() {
    folder.loseParts()
  }

  private mutating func giveUp(now: Int64) {
    remove(
      entries.filter { !$0.isReady && now - $0.receivedAt >= Self.uploadLimit }.map { $0.name })
  }

  private mutating func remove(_ names: [[UInt8]]) {
    for name in names { folder.remove(name) }
    entries.removeAll { names.contains($0.name) }
  }

  private func place(of name: [UInt8]) -> Int? {
    entries.firstIndex { $0.name == name }
  }
}
