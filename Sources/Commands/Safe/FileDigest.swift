import CSodium
import Platform

/// The SHA-256 of files, by libsodium: three times as fast as ours, which matters for gigabytes.
enum FileDigest {
  static func sha256(of path: String) throws(SystemError) -> [UInt8] {
    var source = try ByteSource(path)
    var state = crypto_hash_sha256_state()
    unsafe crypto_hash_sha256_init(&state)
    while true {
      let part = try source.next()
      guard !part.isEmpty else { break }
      unsafe part.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        _ = unsafe crypto_hash_sha256_update(&state, start, UInt64(bytes.count))
      }
    }
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe crypto_hash_sha256_final(&state, &digest)
    return digest
  }
}
