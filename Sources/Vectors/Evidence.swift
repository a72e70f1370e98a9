import Ledger

/// The result of a vector: failures, and a digest of everything it computed.
public struct Evidence {
  public private(set) var failures: [String] = []
  private var hash = SHA256()

  init() {}

  /// The digest, which must be the same in both compilations.
  public var digest: String {
    var hash = hash
    return String(decoding: Array(hash.finish().hex.utf8.prefix(16)), as: UTF8.self)
  }

  /// Adds to the digest.
  public mutating func note(_ text: String) {
    hash.update(Array(text.utf8) + [0])
  }

  /// Adds to the digest.
  mutating func note(_ words: [UInt32]) {
    var bytes: [UInt8] = []
    for word in words {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    hash.update(bytes)
  }

  /// Adds every bit of a number to the digest.
  mutating func note(_ number: Double) {
    note(Int64(bitPattern: number.bitPattern))
  }

  /// Adds every bit of a number to the digest.
  mutating func note(_ number: Int64) {
    note([UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: number >> 32)])
  }

  /// Notes `found`, which must be `expected`.
  public mutating func expect(
    _ found: String, is expected: String, _ what: @autoclosure () -> String = ""
  ) {
    note(found)
    if !found.utf8.elementsEqual(expected.utf8) {
      failures.append("\(what()): found \(found), expected \(expected)")
    }
  }

  public mutating func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    note(holds ? "1" : "0")
    if !holds { failures.append(what()) }
  }
}
