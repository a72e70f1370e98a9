import HTTP

extension Origin {
  /// Refuses a request that was meant for another server.
  func checkHost(of request: Request) throws(HTTPError) {
    let hosts = request.headers.all("Host")
    guard hosts.count == 1, let header = hosts.first, !header.isEmpty else {
      throw .malformed("The Host header is missing or repeated. Send exactly one.")
    }
    guard accepts(host: request.targetHost ?? header) else {
      throw HTTPError(
        .forbidden, code: "wrong_host",
        message:
          "This server has a different address. Use the one it printed when it started.")
    }
  }

  /// Refuses a change that a page of another site may have caused.
  func checkSource(of request: Request) throws(HTTPError) {
    guard !request.method.isSafe else { return }
    let isOurs =
      if let site = request.headers["Sec-Fetch-Site"] {
        site == "same-origin"
      } else {
        request.headers["Origin"].map(isNamed(in:)) ?? false
      }
    guard isOurs else {
      throw HTTPError(
        .forbidden, code: "cross_site",
        message:
          "Changes are only accepted from Woodshed's own pages. Open the app at its own address.")
    }
  }
}
