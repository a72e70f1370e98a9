/// The size limits and the basic rules for every request.
public struct RequestLimits: Sendable {
  public var targetByteCount = 2_048
  public var headByteCount = 16_384
  public var bodyByteCount = 1_048_576

  public init() {}

  /// Refuses invalid requests; needs only the head, so a body is refused before it is read.
  public func check(_ request: Request, bodyLimit: Int?) throws(HTTPError) {
    guard request.target.utf8.count <= targetByteCount else {
      throw HTTPError(
        .targetTooLong, code: "address_too_long",
        message: "The address is too long. Use at most \(targetByteCount) bytes.")
    }
    guard request.headByteCount <= headByteCount else {
      throw HTTPError(
        .headersTooLarge, code: "headers_too_large",
        message: "The headers are too large. Send at most \(headByteCount) bytes of them.")
    }
    guard request.headers.fields.allSatisfy(\.isWellFormed) else {
      throw .malformed(
        "A header is malformed. Use plain names and values without control characters.")
    }
    guard request.headers["Transfer-Encoding"] == nil else {
      throw HTTPError(
        .lengthRequired, code: "length_required",
        message: "Transfer-Encoding is not accepted. Send the body with a Content-Length.")
    }
    guard let promised = request.promisedByteCount else {
      throw .malformed("The Content-Length is wrong. Send one, as a plain number of bytes.")
    }
    let limit = bodyLimit ?? bodyByteCount
    guard promised <= limit else { throw .bodyTooLarge(limit: limit) }
    switch request.method {
    case .refused: throw .methodNotAllowed(allowed: [.get, .head, .post, .put, .patch, .delete])
    case .unknown:
      throw HTTPError(
        .notImplemented, code: "unknown_method",
        message: "That method is unknown here. Use GET, HEAD, POST, PUT, PATCH or DELETE.")
    default: break
    }
    guard request.segments != nil else {
      throw .malformed("The path is malformed. Escape it as UTF-8, without `.`, `..` or %2F.")
    }
  }
}
