import Glibc

/// How many files the system lets this program have open at once, and how many connections fit into that.
struct OpenFiles: Hashable, Sendable {
  /// What the database, its readers, locks, links, listening sockets and the log need.
  static let reserve = 64
  /// The minimum for running the server.
  static let fewest = 96

  let limit: Int

  /// The limit, raised as far as the system lets this user.
  ///
  /// The usual limit of 1,024 is only the soft one, except where an operator set both.
  static func raised() -> OpenFiles {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(resource, &limit) == 0 else { return OpenFiles(limit: 1_024) }
    let soft = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    let current = unsafe setrlimit(resource, &limit) == 0 ? limit.rlim_max : soft
    return OpenFiles(limit: Int(clamping: current))
  }

  /// How many of the `wanted` connections fit: an eighth is reserved for files that are sent, received and checked.
  func connections(of wanted: Int) -> Int {
    min(wanted, limit - limit / 8 - Self.reserve)
  }
}
