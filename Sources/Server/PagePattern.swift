/// A path that the page handles, such as `/journal`, or `/journal/*` for everything below it.
struct PagePattern: Hashable, Sendable {
  private let segments: [String]
  private let takesMore: Bool

  /// Reads one line of the web build's `routes`; `nil` if it is not a path.
  init?(_ line: String) {
    guard line.hasPrefix("/") else { return nil }
    var segments = line.split(separator: "/").map(String.init)
    takesMore = segments.last == "*"
    if takesMore { segments.removeLast() }
    self.segments = segments
  }

  /// Whether the page handles `path`; a slash at its end is ignored.
  func matches(_ path: [String]) -> Bool {
    let path = path.last == "" ? path.dropLast() : path[...]
    guard path.starts(with: segments), !path.contains("") else { return false }
    return takesMore ? path.count > segments.count : path.count == segments.count
  }
}
