/// A path that the page answers by itself, such as `/journal`, or `/journal/*` for all below it.
struct PagePattern: Hashable, Sendable {
  private let segments: [String]
  private let takesMore: Bool

  /// Reads one line of the web build's `routes`; `nil` when it is no path.
  init?(_ line: String) {
    guard line.hasPrefix("/") else { return nil }
    var segments = line.split(separator: "/").map(String.init)
    takesMore = segments.last == "*"
    if takesMore { segments.removeLast() }
    self.segments = segments
  }

  /// Whether the page answers `path`; a slash at its end changes nothing.
  func matches(_ path: [String]) -> Bool {
    let path = path.last == "" ? path.dropLast() : path[...]
    guard path.starts(with: segments), !path.contains("") else { return false }
    return takesMore ? path.count > segments.count : path.count == segments.count
  }
}
