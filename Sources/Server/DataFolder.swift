import Glibc
public import Platform

/// The folder with the server's data.
public struct DataFolder: Hashable, Sendable {
  /// Why a folder cannot be used for data.
  public enum OpenError: Error, Hashable, Sendable {
    case noHome
    case notAFolder(String)
    case notWritable(String)
    case notCreated(String, SystemError)
  }

  public let path: String

  /// Opens the folder at `path`; creates it, private to this user, if needed.
  public init(path: String) throws(OpenError) {
    let parts = path.split(separator: "/")
    for end in parts.indices {
      let parent = (path.hasPrefix("/") ? "/" : "") + parts[...end].joined(separator: "/")
      guard unsafe mkdir(parent, 0o700) != 0 else { continue }
      let error = SystemError.last
      // For a folder that exists, mkdir may report other errors than EEXIST.
      guard error.code == EEXIST || Folder(parent).exists else { throw .notCreated(path, error) }
      guard Folder(parent).exists else { throw .notAFolder(parent) }
    }
    guard Folder(path).exists else { throw .notAFolder(path) }
    guard unsafe access(path, R_OK | W_OK | X_OK) == 0 else { throw .notWritable(path) }
    self.path = path
  }

  /// The default folder: `$XDG_DATA_HOME/woodshed`, else `~/.local/share/woodshed`.
  public static func usualPath(environment: [String: String]) throws(OpenError) -> String {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/woodshed" }
    guard let home = environment["HOME"], !home.isEmpty else { throw .noHome }
    return home + "/.local/share/woodshed"
  }
}
