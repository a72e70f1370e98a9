import Foundation
import Server
import Testing

/// What the log tells of accounts: who by his id, and nothing that anybody wrote.
@Suite struct AuditTests {
  @Test func tellsIdsOnly() throws {
    let pipe = Pipe()
    let desk = try SyncDesk(logDescriptor: pipe.fileHandleForWriting.fileDescriptor)
    let name = "unmistakable"
    let first = try desk.signUp(name, ["device": "unmistakable device"])
    let second = try desk.cookie(in: desk.signIn(name, as: .cookie(first)))
    _ = try desk.signIn(name, "unmistakable guess")
    let change = ["name": name, "password": "unmistakable door", "current": SyncDesk.password]
    let third = try desk.cookie(
      in: desk.post(change, to: "account/login", as: .cookie(second)))
    _ = try desk.post(["which": "this"], to: "account/signout", as: .cookie(third))
    let token = try desk.tickets.issue(.reset, name: name, lifetime: 1, now: desk.now)
    let reset = ["token": token, "password": "unmistakable shed", "device": "unmistakable"]
    let fourth = try desk.cookie(in: desk.post(reset, to: "signin/reset", as: .nobody))
    #expect(try desk.post([:], to: "account/erase", as: .cookie(fourth)).status == .ok)
    desk.closeLog()
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let account = first.prefix(32)
    for event in [
      "signed-up", "signed-in", "password-changed", "signed-out", "password-reset", "erased",
    ] {
      #expect(text.contains("event=\(event) account=\(account) id="), "\(event)")
    }
    #expect(!text.contains("unmistakable") && !text.contains(SyncDesk.password))
    for secret in [first, second, third, fourth] {
      #expect(!text.contains(secret.suffix(64)))
    }
    #expect(!text.contains(token))
  }
}
