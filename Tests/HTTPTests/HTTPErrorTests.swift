import Foundation
import HTTP
import Testing

@Suite struct HTTPErrorTests {
  private struct Answer: Decodable {
    struct Error: Decodable {
      let code: String
      let message: String
      let request: String
    }
    let error: Error
  }

  @Test(arguments: ["plain", "quote \" and \\", "line\nbreak\u{0}\u{1f}", "été 🎷"])
  func becomesJSON(message: String) throws {
    let id = RequestID(number: 0xab)
    let error = HTTPError(.forbidden, code: "code", message: message, headers: ["Allow": "GET"])
    let response = error.response(for: id)
    let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body.bytes))
    #expect(answer.error.code == "code")
    #expect(answer.error.message == message)
    #expect(answer.error.request == "00000000000000ab")
    #expect(response.headers["x-request-id"] == "00000000000000ab")
    #expect(response.headers["Allow"] == "GET")
    #expect(response.status == .forbidden)
  }

  @Test func idsDiffer() {
    #expect(Set((0..<10_000).map { _ in RequestID.next() }).count == 10_000)
  }
}
