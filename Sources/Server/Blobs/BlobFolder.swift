import Ledger
import Platform
import Storage

/// Where the bytes of files are: complete ones in `blobs/{account}/aa/{name}`, others in `uploads/{id}`.
///
/// No path contains user input: an account, a name and an id are numbers, formatted here. Each account has its own
/// files, so that erasing one does not affect others.
struct BlobFolder: Sendable {
  /// How many bytes are read at once.
  private static let pieceSize = 262_144

  private let files: any FileSystem
  private let path: String

  /// The files in a data folder; creates their folders, private to this user, if needed.
  init(path: String, files: any FileSystem = SystemFiles()) throws(SystemError) {
    self.files = files
    self.path = path
    try files.makeFolder(uploads)
    try files.makeFolder(blobs)
    try files.syncFolder(path)
  }

  private var uploads: String { path + "/uploads" }
  private var blobs: String { path + "/blobs" }

  private func path(of upload: UploadID) -> String { "\(uploads)/\(upload.hex)" }

  private func folder(of account: AccountID) -> String { "\(blobs)/\(account.bits.hex)" }

  private func folder(of name: BlobName, _ account: AccountID) -> String {
    "\(folder(of: account))/\(name.hex.prefix(2))"
  }

  private func path(of name: BlobName, _ account: AccountID) -> String {
    "\(folder(of: name, account))/\(name.hex)"
  }
}

// MARK: - Uploads

extension BlobFolder {
  /// How many bytes of an upload have arrived, or `nil` before the first.
  func byteCount(of upload: UploadID) throws(SystemError) -> Int64? {
    try files.byteCount(of: path(of: upload))
  }

  /// Appends bytes to an upload; when it returns, they are on the disk. If it fails, some of them may be there, and
  /// those are correct.
  func append(
    _ bytes: [UInt8], to upload: UploadID, at offset: Int64
  ) throws(SystemError) {
    let file = try files.open(path(of: upload), for: .writing)
    defer { files.close(file) }
    do throws(SystemError) {
      try write(bytes, to: file, at: offset)
      try files.sync(file)
      if offset == 0 { try files.syncFolder(uploads) }
    } catch {
      // Bytes that could not be synced may be lost silently, so they are sent again.
      try? files.truncate(file, to: offset)
      throw error
    }
  }

  /// Writes bytes to an open file.
  func write(_ bytes: [UInt8], to file: OpenFile, at offset: Int64) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try files.write(rest, to: file, at: offset + Int64(bytes.count - rest.count))
      guard count > 0 else { throw SystemError.failing }
      rest = rest.dropFirst(count)
    }
  }

  /// Opens an empty file without a name: it is gone once it is closed.
  func openUnnamed() throws(SystemError) -> OpenFile {
    let path = "\(uploads)/unnamed-\(Bits128(high: Secret.number(), low: Secret.number()).hex)"
    let file = try files.open(path, for: .writing)
    do throws(SystemError) {
      try files.remove(path)
    } catch {
      files.close(file)
      throw error
    }
    return file
  }

  /// The first bytes of an upload.
  func head(of upload: UploadID, count: Int) throws(SystemError) -> [UInt8] {
    let file = try files.open(path(of: upload), for: .reading)
    defer { files.close(file) }
    var head: [UInt8] = []
    while head.count < count {
      let piece = try files.read(from: file, at: Int64(head.count), count: count - head.count)
      guard !piece.isEmpty else { break }
      head += piece
    }
    return head
  }

  /// The name of an upload's bytes.
  func digest(of upload: UploadID) throws(SystemError) -> BlobName? {
    try digest(at: path(of: upload))
  }

  /// Gives a complete upload its name, replacing a file of that name; ``settle(_:of:)`` must follow.
  func publish(
    _ upload: UploadID, as name: BlobName, of account: AccountID
  ) throws(SystemError) {
    try files.makeFolder(folder(of: account))
    try files.makeFolder(folder(of: name, account))
    let file = try files.open(path(of: upload), for: .reading)
    defer { files.close(file) }
    try files.sync(file)
    try files.rename(path(of: upload), to: path(of: name, account))
  }

  /// Makes sure that a file keeps its name after a power cut, and that every folder on its path is there: any of them
  /// may be from an earlier attempt that failed.
  func settle(_ name: BlobName, of account: AccountID) throws(SystemError) {
    try files.syncFolder(blobs)
    try files.syncFolder(folder(of: account))
    try files.syncFolder(folder(of: name, account))
    try files.syncFolder(uploads)
  }

  func remove(_ upload: UploadID) throws(SystemError) {
    try files.remove(path(of: upload))
  }

  /// The files among the uploads; `nil` for one that is not an upload.
  func uploadNames() throws(SystemError) -> [(file: String, upload: UploadID?)] {
    try files.names(in: uploads).map { ($0, UploadID(hex: $0)) }
  }

  func removeUpload(file: String) throws(SystemError) {
    try files.remove("\(uploads)/\(file)")
  }
}

// MARK: - Complete files

extension BlobFolder {
  func byteCount(of name: BlobName, _ account: AccountID) throws(SystemError) -> Int64? {
    try files.byteCount(of: path(of: name, account))
  }

  func digest(of name: BlobName, _ account: AccountID) throws(SystemError) -> BlobName? {
    try digest(at: path(of: name, account))
  }

  /// Opens a file, which the caller must close.
  func open(_ name: BlobName, _ account: AccountID) throws(SystemError) -> OpenFile {
    try files.open(path(of: name, account), for: .reading)
  }

  func remove(_ name: BlobName, _ account: AccountID) throws(SystemError) {
    try files.remove(path(of: name, account))
  }

  /// The accounts that have files.
  func accounts() throws(SystemError) -> [AccountID] {
    try files.names(in: blobs).compactMap { Bits128(hex: $0).map(AccountID.init) }
  }

  /// The names of an account's files.
  func names(of account: AccountID) throws(SystemError) -> [BlobName] {
    var names: [BlobName] = []
    for part in try files.names(in: folder(of: account)) where part.utf8.count == 2 {
      names += try files.names(in: "\(folder(of: account))/\(part)")
        .compactMap { BlobName(hex: $0) }.filter { $0.hex.hasPrefix(part) }
    }
    return names
  }

  /// Removes an account's folders that are empty.
  func removeFolders(of account: AccountID) throws(SystemError) {
    for part in try files.names(in: folder(of: account)) where part.utf8.count == 2 {
      try files.removeFolder("\(folder(of: account))/\(part)")
    }
    try files.removeFolder(folder(of: account))
  }

  private func digest(at path: String) throws(SystemError) -> BlobName? {
    let file = try files.open(path, for: .reading)
    defer { files.close(file) }
    var hash = ContentHash()
    var offset: Int64 = 0
    while true {
      let piece = try files.read(from: file, at: offset, count: Self.pieceSize)
      guard !piece.isEmpty else { return hash.finish() }
      hash.update(piece)
      offset += Int64(piece.count)
    }
  }
}
