extension HTTPError {
  public static let notFound = HTTPError(
    .notFound, code: "not_found",
    message: "There is nothing at this address. Check it for typing errors.")

  public static let internalError = HTTPError(
    .internalError, code: "internal",
    message: "The server failed at this. Try again; if it stays, tell its keeper the request's id.")

  /// The path is one of ours, the method is not.
  public static func methodNotAllowed(allowed: [Method]) -> HTTPError {
    let names = allowed.map(\.rawValue).joined(separator: ", ")
    return HTTPError(
      .methodNotAllowed, code: "method_not_allowed",
      message: "This address does not do that. Use one of: \(names).", headers: ["Allow": names])
  }

  /// A request that cannot be read the one way that is meant.
  public static func malformed(_ message: String) -> HTTPError {
    HTTPError(.badRequest, code: "malformed_request", message: message)
  }

  public static func bodyTooLarge(limit: Int) -> HTTPError {
    HTTPError(
      .contentTooLarge, code: "body_too_large",
      message: "The body is too large. Send at most \(limit) bytes.")
  }
}
