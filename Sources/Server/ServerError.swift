public import HTTP
public import Ledger
public import Platform
public import Storage

/// Why a request fails: the one error type of all request handlers.
///
/// Code that throws it neither logs nor answers: ``WebApplication`` does both.
public enum ServerError: Error, Hashable, Sendable {
  /// The request is refused; the server is fine.
  case refused(HTTPError)
  /// The store failed.
  case store(StorageError)
  /// The store failed, and the answer is a different one.
  case told(HTTPError, of: StorageError)
  /// The folder for links failed.
  case links(SystemError)
  /// The action of a link failed, and then the link could not be put back.
  indirect case linkLost(SystemError, after: ServerError)
  /// The frame that was sent cannot be read.
  case frame(FrameError)
  /// A file is refused, or its storage failed.
  case files(BlobError)
}

extension ServerError {
  /// The answer: the one place where a failure becomes a status and a message.
  var answer: HTTPError {
    switch self {
    case .refused(let refusal): refusal
    case .store(let error): HTTPError(error)
    case .told(let answer, of: _): answer
    case .links, .linkLost: HTTPError(StorageError.unavailable)
    case .frame(let error): HTTPError(error)
    case .files(.refused(let refusal)): HTTPError(refusal)
    case .files(.store(let error)): HTTPError(error)
    case .files(.files(let error)): HTTPError(error.isFullDisk ? .full : .unavailable)
    }
  }

  /// The log events: one for each failure, with a word for the reason.
  var events: [(name: String, failure: String)] {
    switch self {
    case .refused, .frame, .files(.refused): []
    case .store(let error), .told(_, of: let error): [("storage", error.logWord)]
    case .links(let error): [("links", "code-\(error.code)")]
    case .linkLost(let error, let cause): cause.events + ServerError.links(error).events
    case .files(let error): [("files", error.logWord)]
    }
  }
}

// MARK: - Failures of other layers

/// Wraps an error of another layer in one of this layer:
/// `try passing(tickets.redeem(…), as: ServerError.links)`.
func passing<Value, Cause: Error, Failure: Error>(
  _ work: @autoclosure () throws(Cause) -> Value, as wrap: (Cause) -> Failure
) throws(Failure) -> Value {
  do throws(Cause) { return try work() } catch { throw wrap(error) }
}

/// Asks a store on behalf of a request.
func asking<Value>(
  _ ask: @autoclosure () throws(StorageError) -> Value
) throws(ServerError) -> Value {
  try passing(ask(), as: ServerError.store)
}

// MARK: - Refusals

extension ServerError {
  static let notFound = ServerError.refused(.notFound)

  static func malformed(_ message: String) -> ServerError { .refused(.malformed(message)) }

  static func refusal(
    _ status: Status, code: String, message: String, headers: Headers = Headers()
  ) -> ServerError {
    .refused(HTTPError(status, code: code, message: message, headers: headers))
  }
}
