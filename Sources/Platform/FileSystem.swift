/// Operations on files, one call at a time, so that tests can substitute a failing disk.
///
/// It does what the operating system does and no more: a write may take less than it was given, and nothing is
/// sure to survive a power cut until it is synced.
public protocol FileSystem: Sendable {
  /// Opens a regular file, never through a symbolic link; writing creates it, for this user alone.
  func open(_ path: String, for access: OpenFile.Access) throws(SystemError) -> OpenFile

  func close(_ file: OpenFile)

  /// Writes some of `bytes`, and returns how many.
  func write(
    _ bytes: ArraySlice<UInt8>, to file: OpenFile, at offset: Int64
  ) throws(SystemError) -> Int

  /// Reads at most `count` bytes; none at the end.
  func read(
    from file: OpenFile, at offset: Int64, count: Int
  ) throws(SystemError) -> [UInt8]

  /// Truncates a file.
  func truncate(_ file: OpenFile, to byteCount: Int64) throws(SystemError)

  /// Waits until a file's bytes are on the disk.
  func sync(_ file: OpenFile) throws(SystemError)

  /// Waits until a folder's names are on the disk.
  func syncFolder(_ path: String) throws(SystemError)

  /// The length of the regular file at `path`, or `nil` if there is none.
  func byteCount(of path: String) throws(SystemError) -> Int64?

  /// Creates a folder, for this user alone, if it does not exist.
  func makeFolder(_ path: String) throws(SystemError)

  /// The contents of a folder, sorted; empty if it does not exist.
  func names(in folder: String) throws(SystemError) -> [String]

  /// Renames a file, replacing any file with that name.
  func rename(_ path: String, to other: String) throws(SystemError)

  /// Removes a file, if it exists.
  func remove(_ path: String) throws(SystemError)

  /// Removes a folder, if it exists and is empty.
  func removeFolder(_ path: String) throws(SystemError)
}

/// A file that a ``FileSystem`` has opened.
public struct OpenFile: Hashable, Sendable {
  public enum Access: Sendable {
    case reading, writing
  }

  public let descriptor: Int32

  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }
}
