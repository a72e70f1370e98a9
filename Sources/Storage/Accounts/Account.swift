public import Ledger

/// A person with data on a server.
public struct Account: Hashable, Sendable {
  public let id: AccountID
  public var login: Login?
  /// When it was created, in milliseconds.
  public let madeAt: Int64

  public init(id: AccountID, login: Login?, madeAt: Int64) {
    self.id = id
    self.login = login
    self.madeAt = madeAt
  }
}

/// What a person signs in with; the owner of a server on this machine may have none.
public struct Login: Hashable, Sendable {
  /// As the person typed it.
  public let name: String
  /// The hash of the password, in libsodium's format.
  public let passwordHash: String

  public init(name: String, passwordHash: String) {
    self.name = name
    self.passwordHash = passwordHash
  }

  /// The key for looking up the name.
  public var key: LoginKey { LoginKey(name) }
}

/// A name in the form for look-ups: the digest of its letters without case and accents, so that nobody can impersonate
/// somebody else with a capital or an accent.
public struct LoginKey: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(_ name: String) {
    bytes = SHA256.digest(of: Fold.bytes(of: name)).bytes
  }
}
