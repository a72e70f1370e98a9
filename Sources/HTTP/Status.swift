/// The status code of a response.
public struct Status: Hashable, Sendable {
  public let code: Int

  public init(_ code: Int) {
    self.code = code
  }

  public static let ok = Status(200)
  public static let created = Status(201)
  public static let noContent = Status(204)
  public static let partialContent = Status(206)
  public static let notModified = Status(304)
  public static let badRequest = Status(400)
  public static let unauthorized = Status(401)
  public static let forbidden = Status(403)
  public static let notFound = Status(404)
  public static let methodNotAllowed = Status(405)
  public static let conflict = Status(409)
  public static let gone = Status(410)
  public static let lengthRequired = Status(411)
  public static let contentTooLarge = Status(413)
  public static let targetTooLong = Status(414)
  public static let unsupportedMediaType = Status(415)
  public static let rangeNotSatisfiable = Status(416)
  public static let unprocessable = Status(422)
  public static let tooManyRequests = Status(429)
  public static let headersTooLarge = Status(431)
  public static let internalError = Status(500)
  public static let notImplemented = Status(501)
  public static let unavailable = Status(503)
}
