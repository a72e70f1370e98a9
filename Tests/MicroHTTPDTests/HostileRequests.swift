import Foundation

/// Requests that nobody should send, from a seed: the same seed gives the same requests.
struct HostileRequests {
  private var random: SplitMix64
  private let host: String

  init(seed: UInt64, host: String) {
    random = SplitMix64(state: seed)
    self.host = host
  }

  mutating func next() -> [UInt8] {
    switch number(10) {
    case 0: garbage(number(2_000))
    case 1: request(line: badLine())
    case 2: request(line: "GET \(badPath()) HTTP/1.1")
    case 3: request(headers: (0...number(8)).map { _ in badHeader() })
    case 4: request(headers: [badLength()], body: garbage(number(3_000)))
    case 5: huge()
    case 6: truncated(request(line: "POST /v1/echo HTTP/1.1", headers: ["Content-Length: 900"]))
    case 7: mutated(request(headers: ["Accept-Encoding: gzip;q=1", "If-None-Match: \"x\""]))
    case 8: pipelined()
    default:
      request(
        headers: [
          "Transfer-Encoding: \(pick(["chunked", "xchunked", " chunked", "gzip, chunked"]))"
        ],
        body: Array(pick(["0\r\n\r\n", "ffffffffffffffff\r\nab", "-1\r\n\r\n", "3\r\nabc"]).utf8))
    }
  }

  private mutating func number(_ bound: Int) -> Int {
    Int.random(in: 0..<max(1, bound), using: &random)
  }

  private mutating func pick<T>(_ choices: [T]) -> T { choices[number(choices.count)] }

  private mutating func garbage(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  private mutating func request(
    line: String = "GET / HTTP/1.1", headers: [String] = [], body: [UInt8] = []
  ) -> [UInt8] {
    let ending = pick(["\r\n", "\r\n", "\r\n", "\n", "\r"])
    let all = [line, "Host: \(host)", "Sec-Fetch-Site: same-origin"] + headers
    return Array((all.joined(separator: ending) + ending + ending).utf8) + body
  }

  private mutating func badLine() -> String {
    pick([
      "GET", "GET /", "GET  /  HTTP/1.1", "GET / HTTP/9.9", "GET / HTTP/1.1 extra", " / HTTP/1.1",
      "GET / http/1.1", "PRI * HTTP/2.0", "CONNECT a:1 HTTP/1.1", "TRACE / HTTP/1.1", "* * *",
      "GET http://[::1 HTTP/1.1", "OPTIONS * HTTP/1.1", "G\u{0}T / HTTP/1.1",
      "GET /\u{0}x HTTP/1.1",
      String(repeating: "A", count: number(5_000)) + " / HTTP/1.1", "GET /\t HTTP/1.1", "",
      "BREW /\(number(9)) HTTP/1.1", "GET ? HTTP/1.1", "GET #x HTTP/1.1",
    ])
  }

  private mutating func badPath() -> String {
    let parts = [
      "..", ".", "%2e%2e", "%2f", "%5c", "%00", "%", "%c0%ae", "%ff", "\\", "//", "etc", "passwd",
      "~", "*",
      ";", "%25%32%65", "a", "v1", "echo", "routes", "?", "&", "=", "#", "é", "%u0041",
    ]
    return (0...number(12)).map { _ in "/" + pick(parts) }.joined()
  }

  private mutating func badHeader() -> String {
    pick([
      ":", ": x", "X", "X :y", " folded", "\tfolded", "X: \u{1}\u{2}", "Host: evil", "Host:",
      "Content-Length: 5", "Connection: \(pick(["close", "upgrade", "keep-alive, close", ",,,"]))",
      "Expect: 100-continue", "Expect: nonsense", "Upgrade: h2c", "Range: bytes=0-,-1",
      "Accept-Encoding: \(String(repeating: "gzip;q=0.1,", count: number(300)))",
      "If-None-Match: \(String(repeating: "W/\"", count: number(300)))", "X-Forwarded-For: ,,;;",
      "Cookie: \(String(repeating: "=;", count: number(900)))", "Authorization: Basic ====",
      "X\u{0}: y", "Authorization: Digest username=\"",
    ])
  }

  private mutating func badLength() -> String {
    "Content-Length: "
      + pick([
        "-1", "+5", "0x10", "1e3", "99999999999999999999999", "18446744073709551615", " ", "5 5",
        "5,5", "1048577", "9223372036854775807", "000000005", "\(number(4_000))",
      ])
  }

  private mutating func huge() -> [UInt8] {
    switch number(3) {
    case 0: request(line: "GET /\(String(repeating: "a", count: number(120_000))) HTTP/1.1")
    case 1: request(headers: ["X: " + String(repeating: "b", count: number(120_000))])
    default: request(headers: (0..<number(3_000)).map { "X-\($0): c" })
    }
  }

  private mutating func truncated(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.prefix(number(bytes.count)))
  }

  private mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...number(6) {
      let place = number(bytes.count)
      switch number(3) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes.insert(pick([0, 10, 13, 32, 58, 255]), at: place)
      default: if bytes.count > 1 { bytes.remove(at: place) }
      }
    }
    return bytes
  }

  private mutating func pipelined() -> [UInt8] {
    (0...number(5)).flatMap { _ in number(2) == 0 ? request() : mutated(request()) }
  }
}

/// Steele, Lea and Flood's small generator: good enough for tests, and the same everywhere.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
