public import Ledger

/// A space on this device.
public enum DeviceSpace: Equatable, Sendable {
  /// Data created on this device. It belongs to nobody until it is linked with an account, and then to that account.
  case own
  /// Data of an account, kept apart from ``own``.
  case account(AccountID)
  /// Sample data; it never leaves the device.
  case sample

  /// The key of its records in the browser, and the name of its folder of takes.
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

  /// The only account that the space may be linked with, if its name says so.
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
