/// What is done with files, an order at a time, so that tests can put a disk in its place that fails.
///
/// It does what the operating system does and no more: a write may take less than it was given, and nothing is
/// sure to outlast a power cut until it was synced.
public protocol FileSystem: Sendable {
  /// Opens a regular file, never through a symbolic link; writing makes it, for this user alone.
  func open(_ path: String, for access: OpenFile.Access) throws(SystemError) -> OpenFile

  func close(_ file: OpenFile)

  /// Writes some of `bytes`, and gives how many.
  func write(
    _ bytes: ArraySlice<UInt8>, to file: OpenFile, at offset: Int64
  ) throws(SystemError) -> Int

  /// Reads at most `count` bytes; none at the end.
  func read(
    from file: OpenFile, at offset: Int64, count: Int
  ) throws(SystemError) -> [UInt8]

  /// Cuts a file off.
  func truncate(_ file: OpenFile, to byteCount: Int64) throws(SystemError)

  /// Waits until a file's bytes are on the disk.
  func sync(_ file: OpenFile) throws(SystemError)

  /// Waits until a folder's names are on the disk.
  func syncFolder(_ path: String) throws(SystemError)

  /// How long the regular file at `path` is, or `nil` where there is none.
  func byteCount(of path: String) throws(SystemError) -> Int64?

  /// Makes a folder, for this user alone, where it is not there.
  func makeFolder(_ path: String) throws(SystemError)

  /// What lies in a folder, in order; nothing where it is not there.
  func names(in folder: String) throws(SystemError) -> [String]

  /// Gives a file another name, in place of what had it.
  func rename(_ path: String, to other: String) throws(SystemError)

  /// Removes a file, where it is there.
  func remove(_ path: String) throws(SystemError)

  /// Removes a folder, where it is there and nothing lies in it.
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
