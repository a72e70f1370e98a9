import Ledger
import TestSupport

/// What a device of the owner has to do with a server, all of it right.
struct Dealings: Sendable {
  let host: String
  let cookie: String
  /// Where the owner's space is.
  let space: String
  /// A push that would be taken.
  let frame: [UInt8]
  /// An upload that has come so far, and the chunk that would be taken next.
  let upload: String
  let offset: Int
  let chunk: [UInt8]
  /// The file that it becomes.
  let name: String
  let size: Int

  var checksum: String {
    "crc32c " + Hex.text(of: UInt64(CRC32C.checksum(of: chunk[...])), digits: 8)
  }
}

/// A request in which something went wrong.
struct DamagedRequest {
  let bytes: [UInt8]
  /// Whether its end is where its head says, so that another can follow on the same connection.
  var isFramed = true
  /// Whether what is left may be a question that is answered, and changes nothing.
  var mayAsk = false
}

/// Requests of one device that were damaged by chance: the same seed gives the same. None of them may be carried out.
struct DamagedRequests {
  private var random: RandomBits
  private let dealings: Dealings

  init(seed: UInt64, _ dealings: Dealings) {
    random = RandomBits(seed: seed)
    self.dealings = dealings
  }

  mutating func next() -> DamagedRequest {
    switch random.below(20) {
    case 0...3: accountCall()
    case 4...6: frame()
    case 7...8: stranger()
    case 9...10: elsewhere()
    case 11...12: claim()
    case 13...15: chunk()
    case 16...17: question()
    case 18: cut()
    default: noise()
    }
  }

  // MARK: - Bodies

  /// A call of the front door whose JSON is damaged.
  private mutating func accountCall() -> DamagedRequest {
    let calls = [
      "signin/new", "signin/launch", "signin/reset", "account/prove", "account/login",
      "account/signout", "account/device", "account/erase",
    ]
    // A name that nobody has is hashed for, which takes long: that is tried seldom.
    let call = random.once(in: 200) ? "signin" : calls[random.below(calls.count)]
    let names = ["name", "password", "device", "token", "current", "which", "id", "invitation"]
    var body = JSON.object(names.map { .init($0, .string("that")) }).bytes
    if call == "account/erase" || random.once(in: 2) {
      // Any beginning of an object is none.
      body = Array(body[..<random.below(body.count)])
    } else {
      body = random.damaged(body)
    }
    return DamagedRequest(bytes: request("POST", "/v1/\(call)", "application/json", body))
  }

  /// A push whose bytes are damaged: its checksum tells.
  private mutating func frame() -> DamagedRequest {
    var body = random.damaged(dealings.frame)
    if body == dealings.frame { body.removeLast() }
    let call = random.once(in: 3) ? "offer" : "push"
    return DamagedRequest(
      bytes: request("POST", "\(dealings.space)/\(call)", Frame.mediaType, body))
  }

  /// The beginning of an upload that says something impossible.
  private mutating func claim() -> DamagedRequest {
    let bad = [
      #""sha256":"\#(dealings.name.dropLast())""#, #""sha256":"\#(dealings.name.dropLast())g""#,
      #""sha256":7"#, #""size":0"#, #""size":-\#(random.below(9_999))"#, #""size":"12""#,
      #""size":1e9"#, #""size":99999999999999999999"#, #""size":\#(Int64.max)"#,
      #""type":"text/html""#, #""type":"image/svg+xml""#, #""type":null"#, #""type":"""#,
    ]
    let wrong = bad[random.below(bad.count)]
    let parts = [
      #""sha256":"\#(dealings.name)""#, #""size":\#(dealings.size + 1)"#, #""type":"audio/wav""#,
    ].map { part in part.prefix { $0 != ":" } == wrong.prefix { $0 != ":" } ? wrong : part }
    var body = Array("{\(parts.joined(separator: ","))}".utf8)
    if random.once(in: 3) { body = Array(body[..<random.below(body.count)]) }
    return DamagedRequest(bytes: request("POST", "/v1/uploads", "application/json", body))
  }

  /// A chunk that does not belong where it says, or is not what its checksum says.
  private mutating func chunk() -> DamagedRequest {
    var (body, offset, sum) = (dealings.chunk, "\(dealings.offset)", dealings.checksum)
    var (path, type, method) = (dealings.upload, "application/offset+octet-stream", "PATCH")
    switch random.below(8) {
    case 0: offset = "\(dealings.offset + 1 + random.below(100_000))"
    case 1: offset = "\(random.below(dealings.offset))"
    case 2:
      let offsets = ["", "-1", "0x10", "99999999999999999999", "1e3", "1, 1", "\(Int64.max)"]
      offset = offsets[random.below(offsets.count)]
    case 3:
      body[random.below(body.count)] ^= 1 << UInt8(random.below(8))
    case 4: body = Array(body[..<random.below(body.count)])
    case 5:
      let sums = ["", "crc32c", "crc32c 0000000g", "md5 00000000", "crc32c \(sum.dropFirst(8))0"]
      sum = sums[random.below(sums.count)]
    case 6:
      path =
        "/v1/uploads/" + Hex.text(of: random.next(), digits: 16)
        + Hex.text(of: random.next(), digits: 16)
      if random.once(in: 2) { method = "DELETE" }
    default: type = ["application/octet-stream", "text/plain", "application/json"][random.below(3)]
    }
    return DamagedRequest(
      bytes: request(
        method, path, type, body, ["Upload-Offset: \(offset)", "Upload-Checksum: \(sum)"]))
  }

  // MARK: - Heads

  /// A change that is right, from somebody whose cookie is not.
  private mutating func stranger() -> DamagedRequest {
    let mark = dealings.cookie.utf8.firstIndex(of: UInt8(ascii: "=")) ?? dealings.cookie.startIndex
    let name = String(dealings.cookie[...mark])
    var value = Array(dealings.cookie.utf8.dropFirst(name.utf8.count))
    switch random.below(4) {
    case 0:
      let place = random.below(value.count)
      value[place] = value[place] == 0x30 ? 0x31 : 0x30
    case 1: value = Array(value[..<random.below(value.count)])
    case 2: value.insert(0x30 + UInt8(random.below(10)), at: random.below(value.count))
    default: value = (0..<random.below(200)).map { _ in visible() }
    }
    let cookie = name + String(decoding: value, as: UTF8.self)
    return DamagedRequest(bytes: change(cookie: random.once(in: 9) ? nil : cookie))
  }

  /// A change that is right, but for where it comes from or what it says that it is.
  private mutating func elsewhere() -> DamagedRequest {
    let sources = ["cross-site", "same-site", "none", "", "same-originn"]
    let types = ["", "text/plain", "application/x-www-form-urlencoded", "application/json "]
    switch random.below(4) {
    case 0: return DamagedRequest(bytes: change(source: sources[random.below(sources.count)]))
    case 1:
      let hosts = ["evil.example", "localhost:1", "127.0.0.1.evil.example", "", "localhost"]
      return DamagedRequest(bytes: change(host: hosts[random.below(hosts.count)]))
    case 2: return DamagedRequest(bytes: change(type: types[random.below(types.count)]))
    default: return DamagedRequest(bytes: change(["Content-Encoding: gzip"]))
    }
  }

  /// A question whose path, query, method or further headers are anything.
  private mutating func question() -> DamagedRequest {
    let calls = ["history?rid=0", "digest", "at?seq=1", "pull?since=0&bytes=1024"]
    var path = Array("\(dealings.space)/\(calls[random.below(calls.count)])".utf8)
    for _ in 0...random.below(4) { path[1 + random.below(path.count - 1)] = visible() }
    let methods = ["GET", "GET", "HEAD", "get", "BREW", "TRACE", "OPTIONS", "PROPFIND", "G\u{1}T"]
    let names = ["Accept-Encoding", "If-None-Match", "X-Forwarded-For", "Range", "Origin", "X"]
    let headers = (0..<random.below(3)).map { _ in
      let value = (0..<random.below(120)).map { _ in visible() }
      return "\(names[random.below(names.count)]): \(String(decoding: value, as: UTF8.self))"
    }
    let method = methods[random.below(methods.count)]
    let head = head("\(method) \(String(decoding: path, as: UTF8.self))", headers)
    // The answer to HEAD has a length and no bytes: it ends with its connection.
    return DamagedRequest(bytes: head, isFramed: method != "HEAD", mayAsk: true)
  }

  // MARK: - Connections

  /// A change that is right and stops on the way.
  private mutating func cut() -> DamagedRequest {
    let bytes = change()
    return DamagedRequest(bytes: Array(bytes[..<random.below(bytes.count)]), isFramed: false)
  }

  /// Lengths that lie, bytes that are no request, and requests with bytes that are not theirs.
  private mutating func noise() -> DamagedRequest {
    switch random.below(4) {
    case 0:
      let lengths = [
        "-1", "+5", "0x10", "1e3", "99999999999999999999", " ", "5 5", "5,5", "1048577",
        "3\r\nContent-Length: 4", "3\r\nTransfer-Encoding: chunked",
      ]
      let length = lengths[random.below(lengths.count)]
      let head = head(
        "POST \(dealings.space)/push",
        ["Content-Type: \(Frame.mediaType)", "Content-Length: \(length)"])
      return DamagedRequest(bytes: head + dealings.frame, isFramed: false)
    case 1:
      let bytes = (0..<random.below(1_500)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      return DamagedRequest(bytes: bytes, isFramed: false)
    case 2:
      let large = String(repeating: "a", count: 1_000 + random.below(40_000))
      let bytes = head("GET /v1/account", ["X: \(large)"])
      return DamagedRequest(bytes: bytes, isFramed: false, mayAsk: true)
    default:
      let bytes = random.damaged(
        head("GET \(dealings.space)/digest", ["Accept-Encoding: gzip;q=1"]))
      return DamagedRequest(bytes: bytes, isFramed: false, mayAsk: true)
    }
  }

  // MARK: - What they are made of

  /// A push, or a chunk, that would be taken, but for what is said here.
  private mutating func change(
    _ headers: [String] = [], cookie: String? = "", host: String? = nil,
    source: String = "same-origin", type: String? = nil
  ) -> [UInt8] {
    let isChunk = random.once(in: 3)
    let body = isChunk ? dealings.chunk : dealings.frame
    let usual = isChunk ? "application/offset+octet-stream" : Frame.mediaType
    let own =
      ["Content-Type: \(type ?? usual)", "Content-Length: \(body.count)"] + headers
      + (isChunk
        ? ["Upload-Offset: \(dealings.offset)", "Upload-Checksum: \(dealings.checksum)"] : [])
    let line = isChunk ? "PATCH \(dealings.upload)" : "POST \(dealings.space)/push"
    return head(line, own, cookie: cookie, host: host, source: source) + body
  }

  private func request(
    _ method: String, _ path: String, _ type: String, _ body: [UInt8], _ headers: [String] = []
  ) -> [UInt8] {
    head(
      "\(method) \(path)",
      ["Content-Type: \(type)", "Content-Length: \(body.count)"] + headers) + body
  }

  private func head(
    _ line: String, _ headers: [String], cookie: String? = "", host: String? = nil,
    source: String = "same-origin"
  ) -> [UInt8] {
    var text = "\(line) HTTP/1.1\r\nHost: \(host ?? dealings.host)\r\nSec-Fetch-Site: \(source)\r\n"
    if let cookie { text += "Cookie: \(cookie.isEmpty ? dealings.cookie : cookie)\r\n" }
    for header in headers { text += header + "\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// A character that ends no line.
  private mutating func visible() -> UInt8 { UInt8(33 + random.below(94)) }
}
