import Foundation
import HTTP
import MicroHTTPD
import TestSupport
import Testing

@Suite struct LimitsTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  private func status(_ text: String) throws -> Int? {
    let client = try server.connect()
    client.send(text)
    return client.readAnswer()?.status
  }

  @Test(arguments: [
    (2_047, 404), (2_048, 414), (15_000, 414), (100_000, 414),
  ])
  func limitsTheAddress(length: Int, status expected: Int) throws {
    let path = "/" + String(repeating: "a", count: length) + ".x"
    #expect(try status(server.request("GET \(path.prefix(length + 1).dropLast(2)).x")) == expected)
  }

  @Test(arguments: [(1, 200), (14_000, 200), (16_384, 431), (200_000, 431)])
  func limitsTheHeaders(length: Int, status expected: Int) throws {
    let header = "X: " + String(repeating: "a", count: length)
    #expect(try status(server.request("GET /", [header])) == expected)
  }

  @Test func limitsManySmallHeaders() throws {
    let headers = (0..<2_000).map { "X-\($0): a" }
    #expect(try status(server.request("GET /", headers)) == 431)
  }

  @Test(arguments: [
    ("/v1/echo", 1_048_577), ("/v1/small", 11), ("/v1/echo", 1_000_000_000_000),
  ])
  func refusesABodyUnread(path: String, length: Int) throws {
    let client = try server.connect()
    client.send(
      server.request("POST \(path)", ["Content-Length: \(length)", "Expect: 100-continue"]))
    let answer = try #require(client.readAnswer())
    #expect(answer.status == 413)
    #expect(answer.text.contains("body_too_large"))
    #expect(client.readToEnd() != nil)
  }

  @Test func refusalReachesAClientThatSendsOn() throws {
    let client = try server.connect()
    client.send(server.request("POST /v1/echo", ["Content-Length: 2000000"]))
    client.send([UInt8](repeating: 0, count: 2_000_000))
    #expect(client.readAnswer()?.status == 413)
  }

  @Test(arguments: [
    (["Transfer-Encoding: chunked"], 411),
    (["Transfer-Encoding: chunked", "Content-Length: 3"], 411),
    (["Transfer-Encoding: identity"], 411), (["Content-Length: 3", "Content-Length: 4"], 400),
    (["Content-Length: 3, 3"], 400), (["Content-Length: x"], 400), (["Content-Length: -3"], 400),
    (["Bad Header: x", "Content-Length: 3"], 400),
  ])
  func refusesUnclearLengthsAndCloses(headers: [String], status: Int) throws {
    let client = try server.connect()
    client.send(server.request("POST /v1/echo", headers) + "3\r\nabc\r\n0\r\n\r\n")
    #expect(client.readAnswer()?.status == status)
    // The library's own refusal of a length that is no number sends its head twice, then closes.
    #expect(client.readToEnd() != nil)
  }

  @Test(arguments: [
    ("TRACE", 405), ("CONNECT", 405), ("OPTIONS", 405), ("BREW", 501), ("get", 501),
    ("PROPFIND", 501),
  ])
  func refusesOtherMethods(method: String, status expected: Int) throws {
    #expect(try status(server.request("\(method) /")) == expected)
  }

  @Test(arguments: ["/../etc/passwd", "/%2e%2e/etc/passwd", "/a/..%2fb", "/%00", "/%", "/a\\..\\b"])
  func followsNoPathOut(path: String) throws {
    #expect(try status(server.request("GET \(path)")) == 400)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.0\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
  ])
  func needsTheRightHost(text: String, status expected: Int) throws {
    #expect(try status(text) == expected)
  }
}
