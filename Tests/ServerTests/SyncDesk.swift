import HTTP
import Ledger
import Platform
import SQLiteStorage
import Server
import Storage
import TestSupport

/// The whole application with a store of its own, asked without a socket.
final class SyncDesk: Sendable {
  struct Unexpected: Error {}

  static let now: Int64 = 1_800_000_000_000

  let store: any Store
  let space = SpaceID.own(of: .onlyOwner)
  private let application: WebApplication
  private let folder = TemporaryFolder()
  private let host: String
  private let log = EventLog(descriptor: -1)

  init(origin: Origin = .loopback(port: 8080)) throws {
    store = try SQLiteStore(path: folder.path + "/woodshed.db", readerCount: 1)
    host = if case .site(_, let host) = origin { host } else { "localhost:8080" }
    let log = log
    guard let site = StaticSite(files: ["index.html": []], shared: Headers()) else {
      throw Unexpected()
    }
    let sync = SyncRoutes(store, origin: origin, log: log) { Self.now }
    application = WebApplication(
      site: site, origin: origin, proxy: .none, metrics: Metrics(), log: log,
      routes: sync.add(to:))
  }

  deinit {
    store.close()
    log.close()
  }

  /// Asks as the app's own page would.
  func ask(
    _ method: HTTP.Method, _ target: String, _ headers: Headers = Headers(), body: [UInt8] = [],
    peer: IPAddress = .loopback
  ) -> Response {
    var headers = headers
    headers["Host"] = host
    headers["Sec-Fetch-Site"] = "same-origin"
    headers["Content-Length"] = "\(body.count)"
    let request = Request(method, target, headers: headers, body: body, peer: peer)
    if case .refused(let response) = application.admit(request) { return response }
    return application.respond(to: request)
  }

  func path(_ call: String) -> String {
    "/v1/s/\(AccountID.onlyOwner.bits.hex)/\(space.bits.hex)/\(call)"
  }

  /// So many changes of one action in one row.
  func changes(_ count: Int, at moment: Int = 0) -> [Change] {
    let row = RowID(Bits128(high: 5, low: UInt64(moment)))
    let stamp = Stamp(HybridTime(milliseconds: Self.now + Int64(moment)), DeviceID(1))
    return (0..<count).map { index in
      let cell = Cell(
        field: FieldID(UInt64(index) + 1), stamp: stamp, value: .text("take \(index)"))
      return Change(RowCell(row: row, kind: .settings, cell: cell), base: nil)
    }
  }

  func frame(
    with changes: [Change], isOffer: Bool = false, epoch: Epoch? = nil
  ) throws -> Frame {
    let epoch = try epoch ?? store.header(of: Place(.onlyOwner, space)).epoch
    let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, isOffer: isOffer, changes: changes)
    return Frame(space: space, .push(push))
  }

  func post(_ bytes: [UInt8], to call: String) -> Response {
    ask(.post, path(call), ["Content-Type": Frame.mediaType], body: bytes)
  }

  func push(
    _ changes: [Change], to call: String = "push", isOffer: Bool = false, epoch: Epoch? = nil
  ) throws -> Response {
    post(try frame(with: changes, isOffer: isOffer, epoch: epoch).bytes, to: call)
  }

  func frame(of response: Response) throws -> Frame {
    try Frame(bytes: response.body.bytes)
  }

  func reply(in response: Response) throws -> PushReply {
    guard case .pushReply(let reply) = try frame(of: response).body else { throw Unexpected() }
    return reply
  }
}
