import Foundation
import HTTP
import MicroHTTPD
import TestSupport
import Testing

@Suite struct ConversationTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  @Test func keepsAConnectionForManyRequests() throws {
    let client = try server.connect()
    for number in 0..<50 {
      client.send(server.request("POST /v1/echo", body: "take \(number)"))
      #expect(client.readAnswer()?.text == "take \(number)")
    }
    #expect(server.server.connectionCount == 1)
  }

  @Test func answersPipelinedRequestsInOrder() throws {
    let client = try server.connect()
    let requests = (0..<20).map { server.request("POST /v1/echo", body: "piece \($0)") }
    client.send(requests.joined())
    for number in 0..<20 { #expect(client.readAnswer()?.text == "piece \(number)") }
  }

  @Test func putsTogetherWhatComesInPieces() throws {
    let client = try server.connect()
    for byte in server.request("POST /v1/echo", body: "slowly").utf8 { client.send([byte]) }
    #expect(client.readAnswer()?.text == "slowly")
  }

  @Test func closesWhenAsked() throws {
    let client = try server.connect()
    client.send(server.request("GET /healthz", ["Connection: close"]))
    let text = String(decoding: try #require(client.readToEnd()), as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 200 "))
    #expect(text.contains("\r\nConnection: close\r\n"))
  }

  @Test(arguments: ["/", "/large.txt", "/healthz", "/v1/huge", "/nope.js"])
  func answersHeadWithoutABody(path: String) throws {
    let client = try server.connect()
    client.send(server.request("GET \(path)"))
    let whole = try #require(client.readAnswer())
    client.send(server.request("HEAD \(path)"))
    let head = try #require(client.readAnswer(toHead: true))
    #expect(head.status == whole.status)
    #expect(head.header("Content-Length") == "\(whole.body.count)")
    client.send(server.request("GET /healthz"))
    #expect(client.readAnswer()?.status == 200)
  }

  @Test func answersConditionsWithoutABody() throws {
    let client = try server.connect()
    client.send(server.request("GET /large.txt"))
    let tag = try #require(client.readAnswer()?.header("ETag"))
    client.send(server.request("GET /large.txt", ["If-None-Match: \(tag)"]))
    let answer = try #require(client.readAnswer())
    #expect(answer.status == 304)
    #expect(answer.header("ETag") == tag)
    client.send(server.request("GET /healthz"))
    #expect(client.readAnswer()?.status == 200)
  }

  @Test func echoesTheLargestBody() throws {
    let client = try server.connect()
    let body = String(repeating: "0123456789abcdef", count: 65_536)
    client.send(server.request("POST /v1/echo", body: body))
    #expect(client.readAnswer()?.text == body)
  }

  @Test func asksForABodyThatWaitsToBeAsked() throws {
    let client = try server.connect()
    client.send(server.request("POST /v1/echo", ["Content-Length: 2", "Expect: 100-continue"]))
    #expect(client.hasNews(within: 5_000))
    client.send("ok")
    #expect(client.readAnswer()?.text == "ok")
  }

  @Test(arguments: ["/v1/fails", "/v1/unsendable"])
  func outlivesItsHandlersFailures(path: String) throws {
    let client = try server.connect()
    client.send(server.request("GET \(path)"))
    let answer = try #require(client.readAnswer())
    #expect(answer.status == 500)
    #expect(answer.text.contains(#""code":"internal""#))
    #expect(answer.text.contains(try #require(answer.header("X-Request-Id"))))
    #expect(server.isWell())
  }

  @Test func outlivesClientsThatLeaveEarly() throws {
    for _ in 0..<20 {
      let client = try server.connect()
      client.send(server.request("GET /v1/huge"))
    }
    #expect(server.isWell())
  }

  @Test func holdsNobodyUpWhileHandlersWait() throws {
    let waiting = try (0..<8).map { _ in try server.connect() }
    for client in waiting {
      client.send(server.request("GET /v1/wait"))
      #expect(server.gate.entered.wait(milliseconds: 5_000))
    }
    #expect(server.isWell())
    for client in waiting {
      server.gate.opened.ring()
      // One ring may let several go on, so each client's own answer is the event to wait for.
      while !client.hasNews(within: 20) { server.gate.opened.ring() }
      #expect(client.readAnswer()?.text == "waited")
    }
  }
}
