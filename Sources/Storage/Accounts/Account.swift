public import Ledger

/// Somebody whose data a server keeps.
public struct Account: Hashable, Sendable {
  public let id: AccountID
  public var login: Login?
  /// When it was made, in milliseconds.
  public let madeAt: Int64

  public init(id: AccountID, login: Login?, madeAt: Int64) {
    self.id = id
    self.login = login
    self.madeAt = madeAt
  }
}

/// What a person signs in with; the owner of a server on this machine may do without.
public struct Login: Hashable, Sendable {
  /// As the person wrote it.
  public let name: String
  /// What is left of a password, as libsodium writes it down.
  public let passwordHash: String

  public init(name: String, passwordHash: String) {
    self.name = name
    self.passwordHash = passwordHash
  }

  /// By what the name is found.
  public var key: LoginKey { LoginKey(name) }
}

/// A name as it is looked up: the digest of its letters without case and marks, so that nobody can pass for
/// somebody else by a capital or an accent.
public struct LoginKey: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(_ name: String) {
    bytes = SHA256.digest(of: Fold.bytes(of: name)).bytes
  }
}
