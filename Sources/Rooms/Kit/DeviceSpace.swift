public import Ledger

/// A space on this device.
public enum DeviceSpace: Equatable, Sendable {
  /// What was begun here; it belongs to nobody until it is linked with an account, and then to that one.
  case own
  /// What an account has here beside it.
  case account(AccountID)
  /// To look around in: it never leaves the device.
  case sample

  /// Under this name the browser keeps it: a key of its records, and the folder of its takes.
  public var name: String {
    switch self {
    case .own: "own"
    case .account(let account): Self.prefix + account.bits.hex
    case .sample: "sample"
    }
  }

  public init?(name: String) {
    let bytes = name.utf8
    if let space = [Self.own, .sample].first(where: { $0.name.hasSameBytes(as: name) }) {
      self = space
    } else if bytes.starts(with: Self.prefix.utf8),
      let bits = Bits128(
        hex: String(decoding: bytes.dropFirst(Self.prefix.utf8.count), as: UTF8.self))
    {
      self = .account(AccountID(bits))
    } else {
      return nil
    }
  }

  private static let prefix = "own-"

  public var isSynced: Bool { self != .sample }

  /// The only account that the space may be linked with, if it is one account's by its name.
  public var account: AccountID? {
    if case .account(let account) = self { account } else { nil }
  }

  public var id: SpaceID {
    switch self {
    case .own: .own(of: .onlyOwner)
    case .account(let account): .own(of: account)
    case .sample: SpaceID(Bits128(hashing: "woodshed sample space", []))
    }
  }
}
