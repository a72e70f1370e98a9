import Foundation
import Ledger
import Platform
import TestSupport
import Testing

@testable import Server

/// Links that work once.
@Suite struct TicketsTests {
  private let folder = TemporaryFolder()
  private let tickets: Tickets

  init() throws { tickets = try Tickets(in: DataFolder(path: folder.path)) }

  @Test func worksOnce() throws {
    let token = try tickets.issue(.reset, name: "Zoë\nX", lifetime: 10, now: 100)
    #expect(token.utf8.count == 48)
    let ticket = Ticket(.reset, name: "Zoë\nX", expiry: 110)
    #expect(try tickets.ticket(for: token, .reset, now: 110) == ticket)
    #expect(try tickets.ticket(for: token, .launch, now: 110) == nil)
    #expect(try tickets.redeem(token, .invitation, now: 110) == nil)
    #expect(try tickets.redeem(token, .reset, now: 111) == nil)
    #expect(try tickets.redeem(token, .reset, now: 110) == ticket)
    #expect(try tickets.redeem(token, .reset, now: 110) == nil)
    try tickets.keep(ticket, for: token)
    #expect(try tickets.redeem(token, .reset, now: 110) == ticket)
  }

  @Test func isSeenByThisUserOnlyAndTellsNoToken() throws {
    let token = try tickets.issue(.launch, lifetime: 10)
    let path = folder.path + "/tickets"
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(files == [SHA256.digest(of: Array(token.utf8)).hex])
    for (path, mode) in [(path, 0o700), (path + "/" + files[0], 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    let text = try String(contentsOfFile: path + "/" + files[0], encoding: .utf8)
    #expect(!text.contains(token))
  }

  /// Eight at once, and one gets it.
  @Test func isUsedByOneOfMany() throws {
    let tickets = tickets
    for _ in 0..<50 {
      let token = try tickets.issue(.launch, lifetime: 10, now: 0)
      let winners = Lock(0)
      let threads = (0..<8).map { _ in
        Platform.Thread {
          guard (try? tickets.redeem(token, .launch, now: 0)) ?? nil != nil else { return }
          winners.withLock { $0 += 1 }
        }
      }
      for thread in threads { thread?.join() }
      #expect(winners.withLock { $0 } == 1)
    }
  }

  @Test func sweeps() throws {
    let old = try tickets.issue(.launch, lifetime: 10, now: 0)
    let new = try tickets.issue(.invitation, lifetime: 20, now: 0)
    let path = folder.path + "/tickets/"
    try Data("junk".utf8).write(to: URL(fileURLWithPath: path + "junk"))
    try tickets.sweep(now: 11)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 1)
    #expect(try tickets.ticket(for: old, .launch, now: 0) == nil)
    #expect(try tickets.ticket(for: new, .invitation, now: 20) != nil)
    try tickets.removeAll(.launch)
    #expect(try tickets.ticket(for: new, .invitation, now: 20) != nil)
    try tickets.removeAll(.invitation)
    #expect(try tickets.ticket(for: new, .invitation, now: 20) == nil)
  }

  /// The command line makes links while the server clears them up.
  @Test func sweepsWhileOthersWork() throws {
    let tickets = tickets
    let faults = Lock(0)
    let threads = (0..<4).map { number in
      Platform.Thread {
        for _ in 0..<100 {
          do {
            let token = try tickets.issue(.invitation, lifetime: 10, now: 0)
            if number == 0 { try tickets.sweep(now: 0) }
            guard try tickets.redeem(token, .invitation, now: 0) == nil else { continue }
          } catch {}
          faults.withLock { $0 += 1 }
        }
      }
    }
    for thread in threads { thread?.join() }
    #expect(faults.withLock { $0 } == 0)
  }

  @Test(arguments: ["", ".", "..", "../woodshed.db", "/etc/passwd", "\u{0}", "a/b", "%2e%2e"])
  func makesNoPathOfWhatIsSent(token: String) throws {
    #expect(try tickets.redeem(token, .launch, now: 0) == nil)
  }

  @Test func followsNoLinks() throws {
    let token = try tickets.issue(.launch, lifetime: 10, now: 0)
    let name = SHA256.digest(of: Array(token.utf8)).hex
    let path = folder.path + "/tickets/" + name
    try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.path + "/elsewhere")
    #expect(try tickets.redeem(token, .launch, now: 0) == nil)
  }

  @Test(arguments: [
    "", "launch", "launch\n1", "launch\n1\n", "door\n1\n\n", "launch\nsoon\n\n", "launch\n1\nname",
  ])
  func readsNothingElse(text: String) {
    #expect(Ticket(bytes: Array(text.utf8)) == nil)
  }
}
