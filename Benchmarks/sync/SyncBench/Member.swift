import Ledger
import Platform

/// Somebody with an account and a session.
struct Member: Sendable {
  let account: AccountID
  let cookie: String
  let epoch: Epoch

  /// Makes an account on a server where everybody may; `nil` where that cannot be.
  static func signUp(_ port: Int, _ name: String) -> Member? {
    guard var client = Client(port: port, cookie: nil) else { return nil }
    let body = #"{"name":"\#(name)","password":"old oak shed door \#(name)","device":"Bench"}"#
    let answer = client.answer(
      to: "POST /v1/signin/new", "application/json", body: Array(body.utf8))
    client.end()
    guard let answer, answer.status == 201, let json = try? JSON(parsing: answer.body[...]),
      let bits = json["account"]?.string.flatMap({ Bits128(hex: $0) }),
      let line = answer.head.split(separator: "\r\n").first(where: {
        $0.lowercased().hasPrefix("set-cookie:")
      })
    else { return nil }
    let cookie = String(line.dropFirst(11).drop { $0 == " " }.prefix { $0 != ";" })
    let account = AccountID(bits)
    guard var own = Client(port: port, cookie: cookie),
      let bytes = own.ask("GET \(base(of: account))/pull?since=0&bytes=1024"),
      case .pull(let page) = try? Frame(bytes: bytes).body
    else { return nil }
    own.end()
    return Member(account: account, cookie: cookie, epoch: page.epoch)
  }

  /// Where its own space is.
  var base: String { Self.base(of: account) }

  private static func base(of account: AccountID) -> String {
    "/v1/s/\(account.bits.hex)/\(SpaceID.own(of: account).bits.hex)"
  }

  /// A push of its own space, as bytes.
  func push(_ changes: [Change]) -> [UInt8] {
    Frame(
      space: .own(of: account),
      .push(Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: changes))
    ).bytes
  }
}
