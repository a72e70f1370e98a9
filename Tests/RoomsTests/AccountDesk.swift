import Foundation
import Ledger
import Program

@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// A server that knows of accounts and nothing else: pushes are noted and never answered.
final class AccountServer {
  var account: AccountID?
  var policy = "open"
  /// What the next calls under a path are answered with.
  var refusals: [String: (status: Int, code: String, message: String)] = [:]
  var name: String? = "ada@example.org"
  var hasPassword = true
  var isDown = false
  private(set) var requests: [FetchRequest] = []

  static let ada = AccountID(Bits128(high: 0xA, low: 1))
  static let bob = AccountID(Bits128(high: 0xB, low: 2))

  var answer: (FetchRequest) -> (status: Int, body: [UInt8])? {
    { [self] in answer(to: $0) }
  }

  func body(of path: String) -> JSON? {
    requests.last { $0.path == path }.flatMap { try? JSON(parsing: $0.body[...]) }
  }

  func pushes(of account: AccountID) -> Int {
    requests.count { $0.method == "POST" && $0.path.hasPrefix("/v1/s/\(account.bits.hex)/") }
  }

  private func answer(to request: FetchRequest) -> (Int, [UInt8])? {
    requests.append(request)
    if isDown { return (0, []) }
    if let refusal = refusals[request.path] {
      let text =
        #"{"error":{"code":"\#(refusal.code)","message":"\#(refusal.message)","request":"r"}}"#
      return (refusal.status, Array(text.utf8))
    }
    switch request.path {
    case "/v1/now":
      let space = account.map(SpaceID.own) ?? SpaceID(Bits128(high: 0, low: 0))
      let time = ServerTime(now: 1_763_000_000_000, account: account)
      return (200, Frame(space: space, .now(time)).bytes)
    case "/v1/signin" where request.method == "GET":
      return (200, Array(#"{"signUp":"\#(policy)"}"#.utf8))
    case "/v1/signin", "/v1/signin/new", "/v1/signin/reset":
      if account == nil { account = Self.ada }
      return (200, profile)
    case "/v1/signin/launch":
      account = .onlyOwner
      (name, hasPassword) = (nil, false)
      return (200, profile)
    case let path where path.hasPrefix("/v1/account") && account == nil:
      return (401, Array(#"{"error":{"code":"no_session","message":"Sign in."}}"#.utf8))
    case "/v1/account/signout", "/v1/account/erase":
      if String(decoding: request.body, as: UTF8.self).contains("others") { return (200, profile) }
      account = nil
      return (200, Array("{}".utf8))
    case let path where path.hasPrefix("/v1/account"): return (200, profile)
    default: return nil
    }
  }

  private var profile: [UInt8] {
    guard let account else { return [] }
    let name = name.map { #""\#($0)""# } ?? "null"
    let text =
      #"{"account":"\#(account.bits.hex)","name":\#(name),"hasPassword":\#(hasPassword),"#
      + #""isProved":false,"device":"00000000000000aa","devices":["#
      + #"{"id":"00000000000000aa","name":"Chrome on Linux","made":1762000000000,"seen":1762999999000},"#
      + #"{"id":"00000000000000bb","name":"Phone","made":1761000000000,"seen":1762996400000}]}"#
    return Array(text.utf8)
  }
}

extension Desk {
  convenience init(_ path: String = "/account", of server: AccountServer, drawer: Drawer = Drawer())
  {
    self.init(
      path, drawer: drawer,
      browser: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36",
      server: server.answer)
  }

  /// Types a name and a password, and hands them in.
  func submit(_ call: AccountPage.Call, name: String = "Ada", password: String = "correct horse") {
    send(.account(.typed(.name, name)))
    send(.account(.typed(.password, password)))
    send(.account(.submitted(call)))
  }

  var texts: String { drawer.texts.values.joined() }
}
