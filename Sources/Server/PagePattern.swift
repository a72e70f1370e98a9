import Domain

/// A path that the page handles, such as `/journal`, `/journal/*` for everything below it, or `/journal/{day}` for
/// each date.
struct PagePattern: Hashable, Sendable {
  private let segments: [String]
  private let takesMore: Bool
  private let takesDay: Bool

  /// Reads one line of the web build's `routes`; `nil` if it is not a path.
  init?(_ line: String) {
    guard line.hasPrefix("/") else { return nil }
    var segments = line.split(separator: "/").map(String.init)
    takesMore = segments.last == "*"
    takesDay = segments.last == "{day}"
    if takesMore || takesDay { segments.removeLast() }
    self.segments = segments
  }

  /// Whether the page handles `path`; a slash at its end is ignored.
  func matches(_ path: [String]) -> Bool {
    let path = path.last == "" ? path.dropLast() : path[...]
    guard path.starts(with: segments), !path.contains("") else { return false }
    if takesMore { return path.count > segments.count }
    guard takesDay else { return path.count == segments.count }
    return path.count == segments.count + 1 && path.last.flatMap(JournalDay.day(named:)) != nil
  }
}
