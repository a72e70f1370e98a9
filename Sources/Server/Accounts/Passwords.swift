import CCrack
import CSodium
import Glibc
import Ledger
import Platform

/// Hashes passwords with libsodium's argon2id, and refuses easily guessed ones with cracklib.
public final class Passwords: Sendable {
  /// The cost of computing a hash, and so of guessing a password.
  public struct Cost: Hashable, Sendable {
    public let memoryByteCount: Int
    public let passes: UInt64

    /// 46 MiB and two passes.
    public static let usual = Cost(memoryByteCount: 46 << 20, passes: 2)
    /// The minimum of libsodium, for tests of everything else.
    public static let least = Cost(memoryByteCount: 8_192, passes: 1)

    public init(memoryByteCount: Int, passes: UInt64) {
      self.memoryByteCount = memoryByteCount
      self.passes = passes
    }
  }

  /// Where Debian keeps cracklib's dictionary.
  public static let usualDictionary = "/var/cache/cracklib/cracklib_dict"

  private let cost: Cost
  private let dictionary: String
  private let queue: HashingQueue
  /// Verified if there is no such name, so that it takes as long.
  private let dummyHash: String
  /// cracklib keeps its open dictionary in one place for the whole program.
  private static let crack = Lock(())

  public init(cost: Cost = .usual, dictionary: String = Passwords.usualDictionary) {
    self.cost = cost
    self.dictionary = dictionary
    let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    queue = HashingQueue(limit: min(max(processors, 1), 4))
    dummyHash = Self.hash("nobody's password", cost) ?? ""
  }

  /// Whether common passwords can be detected; without the dictionary, they pass.
  public var hasDictionary: Bool {
    [".pwd", ".pwi"].allSatisfy { unsafe access(dictionary + $0, R_OK) == 0 }
  }

  /// The hash that the store keeps.
  public func hash(_ password: String) throws(ServerError) -> String {
    guard let hash = try queue.run({ Self.hash(password, cost) }) else { throw .hashingBusy }
    return hash
  }

  /// Whether `password` matches `hash`; without a hash it never does, and the check takes as long.
  public func verify(_ password: String, against hash: String?) throws(ServerError) -> Bool {
    let isRight = try queue.run {
      let hash = hash ?? dummyHash
      return unsafe crypto_pwhash_str_verify(hash, password, UInt64(password.utf8.count)) == 0
    }
    return isRight && hash != nil
  }

  /// Whether a hash was made with a different cost.
  public func needsRehash(_ hash: String) -> Bool {
    unsafe crypto_pwhash_str_needs_rehash(hash, cost.passes, cost.memoryByteCount) != 0
  }

  private static func hash(_ password: String, _ cost: Cost) -> String? {
    Secret.prepare()
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let code = unsafe crypto_pwhash_str(
      &text, password, UInt64(password.utf8.count), cost.passes, cost.memoryByteCount)
    guard code == 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

// MARK: - Which passwords are accepted

extension Passwords {
  /// Refuses passwords that are too short, too long or easy to guess.
  func check(_ password: String, name: String) throws(ServerError) {
    guard password.count >= 8 else { throw .passwordShort }
    guard password.utf8.count <= 256 else { throw .passwordLong }
    guard Fold.bytes(of: password) != Fold.bytes(of: name), !isCommon(password) else {
      throw .passwordCommon
    }
  }

  private func isCommon(_ password: String) -> Bool {
    guard hasDictionary else { return false }
    return Self.crack.withLock { _ in
      // If the dictionary cannot be read, the password passes.
      unsafe woodshed_crack_check(password, dictionary) == 1
    }
  }
}
