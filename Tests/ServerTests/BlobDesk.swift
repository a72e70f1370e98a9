import Foundation
import HTTP
import Ledger
import Platform
import SQLiteStorage
import Storage
import TestSupport

@testable import Server

/// The server with files, asked without a socket by people who are signed in.
final class BlobDesk: Sendable {
  struct Unexpected: Error {}

  static let now: Int64 = 1_800_000_000_000

  let store: any ServerStore
  let folder = TemporaryFolder()
  let blobs: Blobs
  private let application: WebApplication
  private let log: EventLog
  private let clock = Lock(BlobDesk.now)

  init(
    quota: BlobQuota = BlobQuota(), limits: RateLimits = SyncDesk.noLimits,
    logDescriptor: Int32 = -1
  ) throws {
    log = EventLog(descriptor: logDescriptor)
    let store = try SQLiteStore(path: folder.path + "/woodshed.db", readerCount: 2)
    self.store = store
    blobs = try Blobs(store, in: DataFolder(path: folder.path), quota: quota)
    let (log, clock) = (log, clock)
    guard let site = StaticSite(files: ["index.html": []], shared: Headers()) else {
      throw Unexpected()
    }
    let origin = Origin.loopback(port: 8080)
    let sessions = Sessions(store, origin: origin) { clock.withLock { $0 } }
    let routes = BlobRoutes(blobs, sessions: sessions, limits: limits)
    application = WebApplication(
      site: site, origin: origin, proxy: .none, metrics: Metrics(), log: log, sessions: sessions,
      load: limits, routes: routes.add(to:))
    for number: UInt64 in 1...2 {
      let account = Account(id: .number(number), login: nil, madeAt: Self.now)
      guard try store.add(account) else { throw Unexpected() }
      try store.add(
        SignIn(
          id: number, account: account.id,
          tokenDigest: SHA256.digest(of: Self.secret(number)).bytes, deviceName: "phone",
          madeAt: Self.now, seenAt: Self.now, provedAt: Self.now))
    }
  }

  deinit {
    store.close()
    log.close()
  }

  /// Writes all that is to be logged, and nothing after it.
  func closeLog() { log.close() }

  private static func secret(_ number: UInt64) -> [UInt8] {
    [UInt8](repeating: UInt8(number), count: 32)
  }

  func pass(milliseconds: Int64) { clock.withLock { $0 += milliseconds } }

  var now: Int64 { clock.withLock { $0 } }

  /// Asks as the page of person 1, 2 or, with 0, of nobody.
  func ask(
    _ method: HTTP.Method, _ target: String, _ headers: Headers = Headers(), body: [UInt8] = [],
    as person: UInt64 = 1
  ) -> Response {
    var headers = headers
    headers["Host"] = "localhost:8080"
    headers["Sec-Fetch-Site"] = "same-origin"
    headers["Content-Length"] = "\(body.count)"
    if person > 0 {
      let token = "\(AccountID.number(person).bits.hex).\(Hex.text(of: Self.secret(person)))"
      headers.add("Cookie", "\(Origin.loopback(port: 8080).sessionCookieName)=\(token)")
    }
    let request = Request(method, target, headers: headers, body: body)
    let response: Response
    let wasAdmitted: Bool
    switch application.admit(request) {
    case .refused(let refusal): (response, wasAdmitted) = (refusal, false)
    case .admitted: (response, wasAdmitted) = (application.respond(to: request), true)
    }
    application.finished(
      Exchange(
        request: request, status: response.status, byteCount: response.body.count, nanoseconds: 0,
        wasAdmitted: wasAdmitted, wasAnswered: true))
    return response
  }

  func code(of response: Response) -> String? {
    (try? JSON(parsing: response.body.bytes[...]))?["error"]?["code"]?.string
  }

  // MARK: - What a device does

  func begin(
    _ bytes: [UInt8], type: String = "audio/wav", size: Int? = nil, as person: UInt64 = 1
  ) -> Response {
    begin(named: SHA256.digest(of: bytes).hex, size: size ?? bytes.count, type: type, as: person)
  }

  func begin(named name: String, size: Int, type: String, as person: UInt64 = 1) -> Response {
    let text = #"{"sha256":"\#(name)","size":\#(size),"type":"\#(type)"}"#
    return ask(
      .post, "/v1/uploads", ["Content-Type": "application/json"], body: Array(text.utf8),
      as: person)
  }

  @discardableResult
  func send(
    _ bytes: [UInt8], at offset: Int, to location: String, checksum: UInt32? = nil,
    as person: UInt64 = 1
  ) -> Response {
    let sum = checksum ?? CRC32C.checksum(of: bytes[...])
    return ask(
      .patch, location,
      [
        "Content-Type": "application/offset+octet-stream", "Upload-Offset": "\(offset)",
        "Upload-Checksum": "crc32c \(Hex.text(of: UInt64(sum), digits: 8))",
      ], body: bytes, as: person)
  }

  /// Uploads all of it in one chunk, and gives the last answer.
  @discardableResult
  func upload(_ bytes: [UInt8], type: String = "audio/wav", as person: UInt64 = 1) -> Response {
    let answer = begin(bytes, type: type, as: person)
    guard let location = answer.headers["Location"] else { return answer }
    return send(bytes, at: 0, to: location, as: person)
  }

  func address(of bytes: [UInt8]) -> String { "/v1/b/\(SHA256.digest(of: bytes).hex)" }
}

extension AccountID {
  static func number(_ number: UInt64) -> AccountID {
    AccountID(Bits128(high: 11, low: number))
  }
}

/// A sound file of so many bytes, each one another's.
func sound(_ count: Int, _ seed: UInt64 = 1) -> [UInt8] {
  var random = RandomBits(seed: seed)
  var bytes = Array("RIFF....WAVEfmt ".utf8)
  bytes.reserveCapacity(count + 8)
  while bytes.count < count {
    let number = random.next()
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
  return Array(bytes.prefix(count))
}
