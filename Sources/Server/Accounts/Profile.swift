import HTTP
import Ledger
import Storage

/// A person's own account and the devices that are signed in to it.
struct Profile {
  let account: Account
  /// The sign-in of the request.
  let current: SignIn
  let signIns: [SignIn]
  let now: Int64

  var json: JSON {
    let devices = signIns.filter { $0.isValid(at: now) }.map { signIn in
      JSON.object([
        .init("id", .string(Self.text(of: signIn.id))), .init("name", .string(signIn.deviceName)),
        .init("made", .int(signIn.madeAt)), .init("seen", .int(signIn.seenAt)),
      ])
    }
    return .object([
      .init("account", .string(account.id.bits.hex)),
      .init("name", account.login.map { .string($0.name) } ?? .null),
      .init("hasPassword", .bool(account.login != nil)),
      .init("isProved", .bool(current.isProved(at: now))),
      .init("device", .string(Self.text(of: current.id))), .init("devices", .array(devices)),
    ])
  }

  /// The id of a sign-in as text.
  static func text(of id: UInt64) -> String { Hex.text(of: id, digits: 16) }
}

extension Response {
  /// JSON that must not be cached, with a new cookie if there is one.
  init(_ status: Status = .ok, json: JSON, cookie: String? = nil) {
    self.init(
      status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: Body(json.bytes))
    if let cookie { headers.add("Set-Cookie", cookie) }
  }
}
