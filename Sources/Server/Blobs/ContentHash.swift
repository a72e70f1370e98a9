import CSodium
import Storage

/// Computes the name of content piece by piece.
///
/// Uses libsodium's SHA-256; ours must also run in a page and is slower.
@safe struct ContentHash {
  private var state = crypto_hash_sha256_state()

  init() {
    Secret.prepare()
    unsafe crypto_hash_sha256_init(&state)
  }

  mutating func update(_ bytes: [UInt8]) {
    unsafe crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
  }

  consuming func finish() -> BlobName? {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe crypto_hash_sha256_final(&state, &digest)
    return BlobName(bytes: digest)
  }
}
