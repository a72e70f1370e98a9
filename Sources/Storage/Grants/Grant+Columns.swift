public import Ledger

/// A grant's terms as table columns, none of them null.
extension Grant {
  /// The kinds in order, eight bytes each; empty for all.
  public var kindBytes: [UInt8] {
    var writer = ByteWriter()
    for kind in (kinds ?? []).sorted() { writer.writeFixed(kind.number) }
    return writer.bytes
  }

  /// When it starts; the smallest number for a grant without a start.
  public var firstMoment: Int64 { since ?? .min }
  /// When it ends; the largest number for a grant without an end.
  public var lastMoment: Int64 { expiry ?? .max }

  /// Reads the columns; `nil` if their values are invalid.
  public init?(role: Int64, kindBytes: [UInt8], since: Int64, expiry: Int64) {
    guard let role = Role(column: role), kindBytes.count % 8 == 0 else { return nil }
    var reader = ByteReader(kindBytes)
    var kinds: Set<KindID> = []
    for _ in 0..<kindBytes.count / 8 {
      guard let number: UInt64 = try? reader.readFixed() else { return nil }
      kinds.insert(KindID(number))
    }
    self.init(
      role, kinds: kinds.isEmpty ? nil : kinds, since: since == .min ? nil : since,
      expiry: expiry == .max ? nil : expiry)
  }
}

extension Role {
  /// Reads a role that can be granted.
  public init?(column: Int64) {
    guard let role = UInt8(exactly: column).flatMap(Role.init(rawValue:)), role != .owner else {
      return nil
    }
    self = role
  }
}

extension ReceivedGrant {
  /// Reads the columns; `nil` if their values are invalid.
  public init?(_ place: Place, role: Int64, expiry: Int64) {
    guard let role = Role(column: role) else { return nil }
    self.init(place, role, expiry: expiry == .max ? nil : expiry)
  }
}
