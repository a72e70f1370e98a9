import Glibc

/// A folder in the file system, and access to its files.
public struct Folder: Hashable, Sendable {
  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// Whether there is such a folder.
  public var exists: Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The sorted relative paths of all files in this folder and its subfolders.
  public func files() throws(SystemError) -> [String] {
    var found: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for name in try names(in: folder) where name != "." && name != ".." {
        let relative = folder + name
        var status = stat()
        guard unsafe stat(path + "/" + relative, &status) == 0 else { throw .last }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append(relative + "/")
        case S_IFREG: found.append(relative)
        default: continue
        }
      }
    }
    return found.sorted()
  }

  /// The sorted names of the subfolders.
  public func folderNames() throws(SystemError) -> [String] {
    try names(in: "").filter { name in
      name != "." && name != ".." && Folder("\(path)/\(name)").exists
    }.sorted()
  }

  /// The sorted names of everything in this folder; empty if it cannot be read.
  public var allNames: [String] {
    ((try? names(in: "")) ?? []).filter { $0 != "." && $0 != ".." }.sorted()
  }

  /// The bytes of the file at `relative`, a path from here.
  public func contents(of relative: String) throws(SystemError) -> [UInt8] {
    let descriptor = unsafe open(path + "/" + relative, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw .last
      }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  private func names(in relative: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(path + "/" + relative) else { throw .last }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }
}
