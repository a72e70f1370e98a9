import Foundation
import Storage
import TestSupport
import Testing

/// `woodshed account`, beside a server that runs.
@Suite struct AccountCommandTests {
  private let data = TemporaryFolder()
  private let web = TemporaryFolder()

  init() throws {
    try Data("page".utf8).write(to: URL(fileURLWithPath: web.path + "/index.html"))
  }

  private func account(_ words: String...) throws -> (code: Int32, output: String, errors: String) {
    try Run(["account", "--data", data.path] + words).finish()
  }

  @Test(arguments: [
    [], ["dance"], ["list", "more"], ["reset"], ["invite", "anna"],
  ])
  func refusesWhatItDoesNotKnow(words: [String]) throws {
    let end = try Run(["account"] + words).finish()
    #expect(end.code == 2)
    #expect(end.errors.contains("Say what to do: woodshed account list"))
  }

  @Test func saysThatThereIsNothingYet() throws {
    let end = try account("list")
    #expect(end.code == 1)
    #expect(end.errors.contains("no server has stored anything there yet"))
  }

  @Test(arguments: [false, true])
  func invitesAndLetsBackIn(onPostgres: Bool) throws {
    let database = onPostgres ? try PostgresServer.shared().makeDatabase() : nil
    let options = database.map { ["--database", $0] } ?? []
    let program = try ServedProgram(data: data.path, web: web.path, database: database)
    defer { program.kill() }
    func account(_ words: String...) throws -> (code: Int32, output: String, errors: String) {
      try Run(["account", "--data", data.path] + options + words).finish()
    }
    #expect(try account("list").output.contains("the owner"))

    let invitation = try account("invite", "--origin", "https://woodshed.example")
    #expect(invitation.code == 0)
    #expect(invitation.output.contains("https://woodshed.example/join#"))
    let token = try #require(invitation.output.split(separator: "#").last).filter(\.isHexDigit)
    let anna =
      #"{"name":"Anna","password":"a clear low reed","device":"","invitation":"\#(token)"}"#
    #expect(try program.post("/v1/signin/new", anna).status == 201)
    #expect(try program.post("/v1/signin/new", anna).status == 403)
    #expect(try account("list").output.contains("Anna"))

    #expect(try account("reset", "Bela").errors.contains("There is no account `Bela`"))
    let reset = try account("reset", "anna")
    #expect(reset.output.contains("http://localhost:8080/reset#"))
    let key = try #require(reset.output.split(separator: "#").last).filter(\.isHexDigit)
    let changed = #"{"token":"\#(key)","password":"another low reed","device":""}"#
    #expect(try program.post("/v1/signin/reset", changed).status == 200)
    #expect(try program.post("/v1/signin/reset", changed).status == 403)
    let old = #"{"name":"anna","password":"a clear low reed","device":""}"#
    let new = #"{"name":"anna","password":"another low reed","device":""}"#
    #expect(try program.post("/v1/signin", old).status == 401)
    #expect(try program.post("/v1/signin", new).status == 200)
  }

  @Test func aLaunchLinkOfAnEarlierStartIsDead() throws {
    let first = try Run(["serve", "--port", "0", "--data", data.path, "--web", web.path])
    let earlier = try Announcement(readingFrom: first.output)
    first.process.terminate()
    #expect(first.finish().code == 0)
    let program = try ServedProgram(data: data.path, web: web.path, database: nil)
    defer { program.kill() }
    let body = #"{"token":"\#(earlier.token)","device":""}"#
    #expect(try program.post("/v1/signin/launch", body).status == 403)
  }
}
