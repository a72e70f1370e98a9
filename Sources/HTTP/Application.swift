/// Handles the requests of a transport; any thread may call, many at once.
public protocol Application: Sendable {
  /// Checks a request whose body has not been read yet.
  func admit(_ head: Request) -> Admission

  /// Answers a request that was admitted, with its body.
  ///
  /// The answer to HEAD is the same as to GET, and one with status 304 contains the body that is not sent again: the
  /// transport leaves the body out and uses only its length.
  func respond(to request: Request) -> Response

  /// Called once when a checked request is over.
  func finished(_ exchange: Exchange)
}

/// Whether a request's body is worth reading.
public enum Admission: Sendable {
  case admitted
  case refused(Response)
}

/// A finished request and its outcome.
public struct Exchange: Sendable {
  public let request: Request
  public let status: Status
  /// How many bytes of body the answer had.
  public let byteCount: Int
  public let nanoseconds: UInt64
  public let wasAdmitted: Bool
  /// Whether the whole answer was sent.
  public let wasAnswered: Bool

  public init(
    request: Request, status: Status, byteCount: Int, nanoseconds: UInt64, wasAdmitted: Bool,
    wasAnswered: Bool
  ) {
    self.request = request
    self.status = status
    self.byteCount = byteCount
    self.nanoseconds = nanoseconds
    self.wasAdmitted = wasAdmitted
    self.wasAnswered = wasAnswered
  }
}
