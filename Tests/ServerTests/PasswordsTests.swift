import Foundation
import Platform
import Testing

@testable import Server

@Suite struct PasswordsTests {
  @Test func hashesAsDecided() throws {
    let passwords = Passwords()
    let start = Instant.now
    let hash = try passwords.hash("old oak shed door")
    let milliseconds = Instant.now.nanoseconds(since: start) / 1_000_000
    #expect(hash.hasPrefix("$argon2id$v=19$m=47104,t=2,p=1$"))
    print("a password of argon2id, 46 MiB and two passes: \(milliseconds) ms")
    #expect(!passwords.needsRehash(hash))
    #expect(try passwords.verify("old oak shed door", against: hash))
    #expect(try passwords.hash("old oak shed door") != hash)
  }

  @Test func knowsTheRightOne() throws {
    let passwords = Passwords(cost: .least)
    let hash = try passwords.hash("a\u{0}b")
    #expect(try passwords.verify("a\u{0}b", against: hash))
    for wrong in ["", "a", "a\u{0}", "a\u{0}c", "A\u{0}B"] {
      #expect(try !passwords.verify(wrong, against: hash))
    }
    for broken in ["", "$argon2id$", "x\u{0}y", String(hash.dropLast(2))] {
      #expect(try !passwords.verify("a\u{0}b", against: broken))
      #expect(passwords.needsRehash(broken))
    }
    #expect(try !passwords.verify("nobody's password", against: nil))
    #expect(Passwords(cost: .usual).needsRehash(hash))
  }

  /// The unknown name costs what a known one does.
  @Test func takesAsLongForNobody() throws {
    let passwords = Passwords(cost: .init(memoryByteCount: 8 << 20, passes: 2))
    let hash = try passwords.hash("old oak shed door")
    var fastest: (known: UInt64, unknown: UInt64) = (.max, .max)
    func time(_ hash: String?) throws -> UInt64 {
      let start = Self.processorTime
      _ = try passwords.verify("a wrong password", against: hash)
      return Self.processorTime - start
    }
    for _ in 0..<20 {
      fastest.known = min(fastest.known, try time(hash))
      fastest.unknown = min(fastest.unknown, try time(nil))
    }
    #expect(fastest.unknown * 2 > fastest.known && fastest.known * 2 > fastest.unknown)
  }

  /// Nanoseconds that this thread has worked, whatever else the machine does.
  private static var processorTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  @Test func goesOnWithoutADictionary() throws {
    let passwords = Passwords(cost: .least, dictionary: "/nowhere/dictionary")
    #expect(!passwords.hasDictionary)
    try passwords.check("password1", name: "anna")
    #expect(Passwords(cost: .least).hasDictionary)
  }

  @Test func checksFromManyThreads() throws {
    let passwords = Passwords(cost: .least)
    let faults = Lock(0)
    let threads = (0..<8).map { number in
      Thread {
        for index in 0..<50 {
          let isRefused = (try? passwords.check("saxophone", name: "anna")) == nil
          let isTaken = (try? passwords.check("reed \(number) rain \(index)", name: "a")) != nil
          if !isRefused || !isTaken { faults.withLock { $0 += 1 } }
        }
      }
    }
    for thread in threads { thread?.join() }
    #expect(faults.withLock { $0 } == 0)
  }
}
