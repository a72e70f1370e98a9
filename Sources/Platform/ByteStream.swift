import Glibc

/// Bytes read block by block from a file or from standard input.
public struct ByteSource: ~Copyable {
  private let descriptor: Int32
  private var block = [UInt8](repeating: 0, count: 65_536)

  /// Opens a file; `-` is standard input.
  public init(_ path: String) throws(SystemError) {
    guard path != "-" else {
      descriptor = 0
      return
    }
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// The next bytes; none at the end.
  public mutating func next() throws(SystemError) -> ArraySlice<UInt8> {
    while true {
      let count = unsafe read(descriptor, &block, block.count)
      if count >= 0 { return block[..<count] }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Everything, or `nil` if there is more than `limit`.
  public mutating func all(limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let part = try next()
      if part.isEmpty { return bytes }
      guard bytes.count + part.count <= limit else { return nil }
      bytes += part
    }
  }
}

/// Bytes written block by block to a file or to standard output.
///
/// A file gets its name once it is complete: until then, and if something goes wrong, the previous file of that
/// name remains.
public struct ByteSink: ~Copyable {
  private let path: String
  private let descriptor: Int32
  private let isRegular: Bool
  private var isComplete = false

  private var partPath: String { path + ".part" }

  /// Starts a file; `-` is standard output.
  public init(_ path: String) throws(SystemError) {
    self.path = path
    var status = stat()
    let exists = unsafe path != "-" && stat(path, &status) == 0
    // A device or a pipe is written directly.
    isRegular = path != "-" && (!exists || status.st_mode & S_IFMT == S_IFREG)
    if path == "-" {
      descriptor = 1
    } else if isRegular {
      descriptor = unsafe open(path + ".part", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    } else {
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .last }
  }

  deinit {
    if descriptor > 1 { close(descriptor) }
    if isRegular, !isComplete { unsafe unlink(partPath) }
  }

  public mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw .last
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives the file its name.
  public consuming func finish() throws(SystemError) {
    guard isRegular else { return }
    guard unsafe rename(partPath, path) == 0 else { throw .last }
    isComplete = true
  }
}
