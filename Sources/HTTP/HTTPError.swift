/// Why a request fails: the error type of everything that answers requests.
///
/// `code` is for programs and never changes; `message` is for people and says what happened and what to do.
public struct HTTPError: Error, Hashable, Sendable {
  public let status: Status
  public let code: String
  public let message: String
  public let headers: Headers

  public init(_ status: Status, code: String, message: String, headers: Headers = Headers()) {
    self.status = status
    self.code = code
    self.message = message
    self.headers = headers
  }
}

extension HTTPError {
  /// The answer with this error, for the request `id`; the only place where an error becomes an answer.
  public func response(for id: RequestID) -> Response {
    let text = """
      {"error":{"code":\(code.jsonText),"message":\(message.jsonText),"request":"\(id)"}}

      """
    var response = Response(status, json: text)
    response.headers.addMissing(from: headers)
    response.headers["X-Request-Id"] = id.description
    return response
  }
}

extension String {
  /// The text as a JSON string, quotes and all.
  fileprivate var jsonText: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..."\u{1f}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
