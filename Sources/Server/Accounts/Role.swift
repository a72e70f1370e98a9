import Ledger

/// What somebody is to a space.
enum Role: CaseIterable, Hashable, Sendable {
  case owner, editor, commenter, reader
}

/// What an owner lets somebody do in a space.
struct Grant: Hashable, Sendable {
  var role: Role
  /// The kinds of rows that it is about, or `nil` for all.
  var kinds: Set<KindID>?
  /// From which moment on, in milliseconds, or `nil` for ever.
  var since: Int64?
  /// Until when it holds, or `nil` for ever.
  var expiry: Int64?

  init(_ role: Role, kinds: Set<KindID>? = nil, since: Int64? = nil, expiry: Int64? = nil) {
    self.role = role
    self.kinds = kinds
    self.since = since
    self.expiry = expiry
  }

  /// What an account has in its own space.
  static let ownership = Grant(.owner)
}

/// What matters of a row to whether somebody may see or change it.
struct RowFacts: Hashable, Sendable {
  var kind: KindID
  /// Whether its kind is for remarks about other rows.
  var isComment = false
  /// Whether its owner keeps it to himself.
  var isPrivate = false
  /// When it happened, in milliseconds.
  var moment: Int64 = 0
}
