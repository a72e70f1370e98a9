import CSodium

/// Random bytes and constant-time comparisons, both by libsodium.
enum Secret {
  private static let isReady = sodium_init() >= 0

  /// Initialises libsodium; call it before any use.
  static func prepare() {
    precondition(isReady, "libsodium finds no source of random numbers")
  }

  static func bytes(_ count: Int) -> [UInt8] {
    prepare()
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let base = buffer.baseAddress { unsafe randombytes_buf(base, count) }
      initialized = count
    }
  }

  static func number() -> UInt64 {
    bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    prepare()
    guard one.count == other.count else { return false }
    return unsafe sodium_memcmp(one, other, one.count) == 0
  }
}
