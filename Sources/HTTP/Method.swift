/// The method of a request.
public enum Method: String, CaseIterable, Hashable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  /// A known method that is always refused: TRACE, CONNECT or OPTIONS.
  case refused = "REFUSED"
  /// Any other word.
  case unknown = "UNKNOWN"

  /// The method at the start of a request line; methods are case-sensitive.
  public init(requestWord word: String) {
    switch word {
    case "GET": self = .get
    case "HEAD": self = .head
    case "POST": self = .post
    case "PUT": self = .put
    case "PATCH": self = .patch
    case "DELETE": self = .delete
    case "TRACE", "CONNECT", "OPTIONS": self = .refused
    default: self = .unknown
    }
  }

  /// Whether it changes nothing, so that a page of another site may cause it.
  public var isSafe: Bool { self == .get || self == .head }
}
