import Ledger
import Program
import RoomKit

/// Who is signed in, as the server tells it.
struct Profile: Equatable, Sendable {
  /// One sign-in: a browser that the account is open in.
  struct Device: Equatable, Sendable {
    let id: String
    let name: String
    /// When it signed in, and when the server last heard from it.
    let made: Int64
    let seen: Int64
  }

  let account: AccountID
  let name: String?
  let hasPassword: Bool
  /// Which of the devices is this one.
  let device: String
  let devices: [Device]

  /// Reads the server's answer; `nil` for anything else.
  init?(_ json: JSON) {
    guard let bits = json["account"]?.string.flatMap({ Bits128(hex: $0) }) else { return nil }
    account = AccountID(bits)
    name = json["name"]?.string
    hasPassword = json["hasPassword"]?.bool ?? false
    device = json["device"]?.string ?? ""
    devices = (json["devices"]?.array ?? []).compactMap { each in
      guard let id = each["id"]?.string else { return nil }
      return Device(
        id: id, name: each["name"]?.string ?? "", made: each["made"]?.int ?? 0,
        seen: each["seen"]?.int ?? 0)
    }
  }
}

/// Who may create an account on a server.
enum SignUp: Equatable, Sendable {
  case open, invitation, closed

  init(_ name: String) {
    self =
      name.hasSameBytes(as: "open")
      ? .open : name.hasSameBytes(as: "invitation") ? .invitation : .closed
  }
}

/// What a device is called until somebody names it: `Chrome on Linux`.
public enum DeviceName {
  /// Reads it from a browser's user agent. Most also contain the names of others: the rarer come first.
  @export(interface)
  public static func text(of browser: String) -> String {
    "\(first(browsers, in: browser) ?? "A browser")"
      + (first(systems, in: browser).map { " on \($0)" } ?? "")
  }

  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrom", "Chrome"), ("CriOS", "Chrome"),
    ("Safari", "Safari"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Mac OS", "Mac"), ("Linux", "Linux"),
  ]

  private static func first(_ names: [(String, String)], in text: String) -> String? {
    let text = Array(text.utf8)
    return names.first { mark, _ in
      let mark = Array(mark.utf8)
      return text.indices.contains { text[$0...].starts(with: mark) }
    }?.1
  }
}
