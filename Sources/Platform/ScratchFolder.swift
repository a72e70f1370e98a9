import Glibc

/// A temporary folder, removed with its files when it is no longer used.
///
/// It is in memory if the system has a place for that.
public final class ScratchFolder: Sendable {
  public let path: String

  public init() throws(SystemError) {
    let parent = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array((parent + "/woodshed-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw .last }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // What cannot be removed stays: the system clears such places.
    let files = (try? Folder(path).files()) ?? []
    for file in files { unsafe unlink(path + "/" + file) }
    unsafe rmdir(path)
  }
}
