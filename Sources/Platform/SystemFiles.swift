import Glibc

/// The files of this machine.
public struct SystemFiles: FileSystem {
  public init() {}

  public func open(_ path: String, for access: OpenFile.Access) throws(SystemError) -> OpenFile {
    let mode = access == .reading ? O_RDONLY | O_NONBLOCK : O_RDWR | O_CREAT
    let descriptor = unsafe Glibc.open(path, mode | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .last }
    return OpenFile(descriptor: descriptor)
  }

  public func close(_ file: OpenFile) {
    Glibc.close(file.descriptor)
  }

  public func write(
    _ bytes: ArraySlice<UInt8>, to file: OpenFile, at offset: Int64
  ) throws(SystemError) -> Int {
    while true {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(file.descriptor, $0.baseAddress, $0.count, off_t(offset))
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  public func read(
    from file: OpenFile, at offset: Int64, count: Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var found = -1
      repeat {
        found = unsafe pread(file.descriptor, buffer.baseAddress, count, off_t(offset))
      } while found < 0 && errno == EINTR
      if found < 0 { failure = .last }
      initialized = max(found, 0)
    }
    if let failure { throw failure }
    return bytes
  }

  public func truncate(_ file: OpenFile, to byteCount: Int64) throws(SystemError) {
    guard ftruncate(file.descriptor, off_t(byteCount)) == 0 else { throw .last }
  }

  public func sync(_ file: OpenFile) throws(SystemError) {
    guard fsync(file.descriptor) == 0 else { throw .last }
  }

  public func syncFolder(_ path: String) throws(SystemError) {
    let folder = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard folder >= 0 else { throw .last }
    defer { Glibc.close(folder) }
    guard fsync(folder) == 0 else { throw .last }
  }

  public func byteCount(of path: String) throws(SystemError) -> Int64? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .last }
      return nil
    }
    return status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
  }

  public func makeFolder(_ path: String) throws(SystemError) {
    guard unsafe mkdir(path, 0o700) != 0 else { return }
    guard errno == EEXIST else { throw .last }
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(code: ENOTDIR) }
  }

  public func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      guard errno == ENOENT else { throw .last }
      return []
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  public func rename(_ path: String, to other: String) throws(SystemError) {
    guard unsafe Glibc.rename(path, other) == 0 else { throw .last }
  }

  public func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) != 0, errno != ENOENT else { return }
    throw .last
  }

  public func removeFolder(_ path: String) throws(SystemError) {
    guard unsafe rmdir(path) != 0, errno != ENOENT, errno != ENOTEMPTY else { return }
    throw .last
  }
}
