import Ledger
import Storage

/// What a link that works once opens.
public struct Ticket: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// Signs the server's owner in.
    case launch
    /// Gives whoever has the ticket's name another password.
    case reset
    /// Lets somebody make an account.
    case invitation

    /// For how long a link is good at most, in milliseconds.
    public var lifetime: Int64 {
      switch self {
      case .launch: 86_400_000
      case .reset: 10 * 60_000
      case .invitation: 7 * 86_400_000
      }
    }
  }

  public let kind: Kind
  /// The last moment of its use, in milliseconds.
  public let expiry: Int64
  /// Whose it is, where it is somebody's.
  public let name: String

  public init(_ kind: Kind, name: String = "", expiry: Int64) {
    self.kind = kind
    self.name = name
    self.expiry = expiry
  }
}

extension Ticket {
  /// Whether it opens anything. One that ends later than any that is made now was made by a clock that was
  /// ahead, and counts for nothing.
  func isGood(at now: Int64) -> Bool {
    now <= expiry && expiry <= now + kind.lifetime + SignIn.tolerance
  }

  /// Three lines: the kind, the expiry, the name.
  var bytes: [UInt8] { Array("\(kind.rawValue)\n\(expiry)\n\(name)\n".utf8) }

  /// Reads what ``bytes`` gave, and nothing else.
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
