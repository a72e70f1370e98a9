import Glibc

extension Folder {
  /// Writes a file at `relative`, creating missing folders.
  public func write(_ bytes: [UInt8], to relative: String) throws(SystemError) {
    try make()
    var parent = path
    for part in relative.split(separator: "/").dropLast() {
      parent += "/" + part
      try Folder(parent).make()
    }
    let file = unsafe open(path + "/" + relative, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw .last
      }
      rest = rest.dropFirst(count)
    }
  }

  private func make() throws(SystemError) {
    guard unsafe mkdir(path, 0o755) != 0, errno != EEXIST else { return }
    throw .last
  }
}
