import Ledger
import Storage

/// What a one-time link allows.
public struct Ticket: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// Signs the server's owner in.
    case launch
    /// Sets a new password for the account with the ticket's name.
    case reset
    /// Lets somebody create an account.
    case invitation

    /// How long a link is valid at most, in milliseconds.
    public var lifetime: Int64 {
      switch self {
      case .launch: 86_400_000
      case .reset: 10 * 60_000
      case .invitation: 7 * 86_400_000
      }
    }
  }

  public let kind: Kind
  /// When it expires, in milliseconds.
  public let expiry: Int64
  /// The name of the account it is for, if any.
  public let name: String

  public init(_ kind: Kind, name: String = "", expiry: Int64) {
    self.kind = kind
    self.name = name
    self.expiry = expiry
  }
}

extension Ticket {
  /// Whether it is valid. One that expires later than any new one was made by a clock that was ahead, and is invalid.
  func isGood(at now: Int64) -> Bool {
    now <= expiry && expiry <= now + kind.lifetime + SignIn.tolerance
  }

  /// Three lines: the kind, the expiry, the name.
  var bytes: [UInt8] { Array("\(kind.rawValue)\n\(expiry)\n\(name)\n".utf8) }

  /// Reads what ``bytes`` wrote, and nothing else.
  init?(bytes: [UInt8]) {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].last == UInt8(ascii: "\n"),
      let kind = Kind(rawValue: String(decoding: lines[0], as: UTF8.self)),
      let expiry = Int64(String(decoding: lines[1], as: UTF8.self)),
      let name = String(validating: lines[2].dropLast(), as: UTF8.self)
    else { return nil }
    self.init(kind, name: name, expiry: expiry)
  }
}
