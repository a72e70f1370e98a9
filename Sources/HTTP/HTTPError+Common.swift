extension HTTPError {
  public static let notFound = HTTPError(
    .notFound, code: "not_found",
    message: "There is nothing at this address. Check it for typos.")

  public static let internalError = HTTPError(
    .internalError, code: "internal",
    message: "Something went wrong on the server. Try again, or tell its operator the request ID.")

  /// The path is one of ours, the method is not.
  public static func methodNotAllowed(allowed: [Method]) -> HTTPError {
    let names = allowed.map(\.rawValue).joined(separator: ", ")
    return HTTPError(
      .methodNotAllowed, code: "method_not_allowed",
      message: "This method is not allowed here. Use one of: \(names).", headers: ["Allow": names])
  }

  /// A request that is malformed or ambiguous.
  public static func malformed(_ message: String) -> HTTPError {
    HTTPError(.badRequest, code: "malformed_request", message: message)
  }

  public static func bodyTooLarge(limit: Int) -> HTTPError {
    HTTPError(
      .contentTooLarge, code: "body_too_large",
      message: "The body is too large. Send at most \(limit) bytes.")
  }
}
