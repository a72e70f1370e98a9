import Foundation
import TestSupport
import Testing

/// The program itself, started as anybody would.
@Suite struct ProgramTests {
  /// Folders of this test alone, which go with it.
  private let data = TemporaryFolder()
  private let web = TemporaryFolder()

  init() throws {
    try Data("page".utf8).write(to: URL(fileURLWithPath: web.path + "/index.html"))
  }

  @Test(arguments: [
    (["--version"], 0, "woodshed "), (["version"], 0, "woodshed "),
    (["serve", "--version"], 0, "woodshed "),
    (["help"], 0, "Woodshed, a practice room"), (["-h"], 0, "Woodshed, a practice room"),
    (["help", "serve"], 0, "Run the Woodshed server"),
    (["serve", "--help"], 0, "Run the Woodshed server"),
    (["serve", "--nonsense", "-h"], 0, "Run the Woodshed server"),
  ])
  func tellsOnStandardOutput(arguments: [String], code: Int32, start: String) throws {
    let end = try Run(arguments).finish()
    #expect(end.code == code)
    #expect(end.output.hasPrefix(start))
    #expect(end.errors.isEmpty)
  }

  @Test(arguments: [
    ([], 2, "Say what to do"), (["srve"], 2, "Did you mean `woodshed serve`?"),
    (["help", "srve"], 2, "Did you mean `woodshed serve`?"),
    (["--versoin"], 2, "Did you mean `--version`?"),
    (["serve", "--prot", "1"], 2, "Did you mean `--port`?"),
    (["serve", "--port", "99999"], 2, "0 to 65535"),
    (["serve", "--port", "0", "--data", "/dev/null"], 1, "is not a folder"),
    (["serve", "--database", "mysql://me:sesame@host/name"], 2, "postgres://user@host/name"),
    (["serve", "--port", "0", "--data", "/tmp", "--web", "/nonexistent"], 1, "pass --web"),
  ])
  func complainsOnStandardError(arguments: [String], code: Int32, message: String) throws {
    let end = try Run(arguments).finish()
    #expect(end.code == code)
    #expect(end.output.isEmpty)
    #expect(end.errors.hasPrefix("woodshed: "))
    #expect(end.errors.contains(message))
    #expect(end.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func servesUntilItIsAskedToStop(signal: Int32) throws {
    let (data, web) = (data.path, web.path)
    let run = try Run(["serve", "--port", "0", "--data", data, "--web", web, "--metrics-port", "0"])
    let port = try run.port()
    let client = try #require(TestClient(port: port))
    client.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    #expect(client.readAnswer()?.text == "page")
    kill(run.process.processIdentifier, signal)
    let end = run.finish()
    #expect(end.code == 0)
    #expect(run.process.terminationReason == .exit)
    #expect(end.errors.contains("event=request method=GET path=/ status=200"))
    #expect(end.errors.contains("event=stopped"))
  }

  @Test func saysWhenItsPortIsTaken() throws {
    let (data, web) = (data.path, web.path)
    let first = try Run(["serve", "--port", "0", "--data", data, "--web", web])
    let port = try first.port()
    let second = try Run(["serve", "--port", "\(port)", "--data", data, "--web", web]).finish()
    #expect(second.code == 1)
    #expect(
      second.errors
        == "woodshed: Port \(port) is in use by another program; choose another with --port, "
        + "or stop that one.\n")
    first.process.terminate()
    #expect(first.finish().code == 0)
  }

  @Test func keepsItsDataInAFile() throws {
    let (data, web) = (data.path, web.path)
    let run = try Run(["serve", "--port", "0", "--data", data, "--web", web])
    let port = try run.port()
    let client = try #require(TestClient(port: port))
    client.send("GET /v1/now HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    let answer = try #require(client.readAnswer())
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "application/vnd.woodshed.sync")
    let second = try Run(["serve", "--port", "0", "--data", data, "--web", web]).finish()
    #expect(second.code == 1)
    #expect(second.errors.contains("another Woodshed has it open"))
    run.process.terminate()
    #expect(run.finish().code == 0)
    #expect(FileManager.default.fileExists(atPath: data + "/woodshed.db"))
    #expect(!FileManager.default.fileExists(atPath: data + "/woodshed.db-wal"))
  }

  @Test func keepsItsDataInPostgres() throws {
    let address = try PostgresServer.shared().makeDatabase()
    let (data, web) = (data.path, web.path)
    let run = try Run(
      ["serve", "--port", "0", "--data", data, "--web", web, "--database", address])
    let port = try run.port()
    let client = try #require(TestClient(port: port))
    client.send("GET /v1/now HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    #expect(client.readAnswer()?.status == 200)
    run.process.terminate()
    let end = run.finish()
    #expect(end.code == 0)
    #expect(!end.errors.contains(address))
    #expect(!FileManager.default.fileExists(atPath: data + "/woodshed.db"))
  }

  @Test func neverShowsAPassword() throws {
    let (data, web) = (data.path, web.path)
    let address = "postgres://me:sesame@localhost:1/none"
    let end = try Run(
      ["serve", "--port", "0", "--data", data, "--web", web, "--database", address]
    ).finish()
    #expect(end.code == 1)
    #expect(end.errors.contains("cannot be reached"))
    #expect(!(end.errors + end.output).contains("sesame"))
  }
}
