import Foundation
import HTTP
import Ledger
import Platform
import Storage
import Testing

@testable import Server

/// What fails beneath a request becomes one answer and one line of the log, which names the request.
@Suite struct FailureTests {
  /// What each kind of failure is answered with, and the words that the log has for it.
  @Test(arguments: [
    (ServerError.store(.busy), "storage_busy", "1", ["storage=busy"]),
    (.store(.full), "storage_full", "10", ["storage=full"]),
    (.store(.taken), "storage_unavailable", "10", ["storage=taken"]),
    (.store(.failed(code: "7")), "storage_failed", "10", ["storage=code-7"]),
    (.links(SystemError(code: 13)), "storage_unavailable", "10", ["links=code-13"]),
    (
      .linkLost(SystemError(code: 28), after: .store(.busy)), "storage_unavailable", "10",
      ["storage=busy", "links=code-28"]
    ),
    (
      .linkLost(SystemError(code: 28), after: .nameTaken), "storage_unavailable", "10",
      ["links=code-28"]
    ),
    (.files(.store(.busy)), "storage_busy", "1", ["files=busy"]),
    (.files(.files(SystemError(code: 28))), "storage_full", "10", ["files=files-28"]),
    (.files(.files(.failing)), "storage_unavailable", "10", ["files=files-5"]),
  ])
  func each(error: ServerError, code: String, retryAfter: String, words: [String]) {
    #expect(error.answer.status == .unavailable && error.answer.code == code)
    #expect(error.answer.headers["Retry-After"] == retryAfter)
    #expect(error.events.map { "\($0.name)=\($0.failure)" } == words)
  }

  /// What is refused is answered, and is no event.
  @Test(arguments: [
    (ServerError.noSession, 401, "no_session"), (.files(.refused(.notThere)), 404, "not_found"),
    (.files(.refused(.couldRun)), 415, "could_run"), (.frame(.damaged), 400, "bad_frame"),
    (.refused(.methodNotAllowed(allowed: [.get])), 405, "method_not_allowed"),
  ])
  func eachRefusal(error: ServerError, status: Int, code: String) {
    #expect(error.answer.status == Status(status) && error.answer.code == code)
    #expect(error.events.isEmpty)
  }

  private let pipe = Pipe()

  private var descriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }

  /// The events of a log that is closed, beside those of requests that are over.
  private func events() throws -> [String] {
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").dropFirst().joined(separator: " ")
      return words.contains("event=request") || words.contains("level=info") ? nil : words
    }
  }

  /// The request's id that an answer names, after its other parts were looked at.
  private func id(
    of answer: Response, code: String, retryAfter: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    #expect(answer.status == .unavailable, sourceLocation: sourceLocation)
    #expect(answer.headers["Retry-After"] == retryAfter, sourceLocation: sourceLocation)
    let error = try JSON(parsing: answer.body.bytes[...])["error"]
    #expect(error?["code"]?.string == code, sourceLocation: sourceLocation)
    #expect(
      error?["message"]?.string?.hasSuffix("Nothing is lost: your work is safe on this device.")
        == true, sourceLocation: sourceLocation)
    let id = try #require(error?["request"]?.string, sourceLocation: sourceLocation)
    #expect(answer.headers["X-Request-Id"] == id, sourceLocation: sourceLocation)
    return id
  }

  /// A store that cannot be reached, met before a handler and in it.
  @Test func ofTheStore() throws {
    let desk = try SyncDesk(logDescriptor: descriptor)
    desk.store.close()
    let answers = [
      desk.ask(.get, "/v1/account"), desk.ask(.get, "/v1/now"),
      try desk.signIn("anybody", as: .nobody), try desk.push(desk.changes(1), epoch: Epoch.none),
    ]
    let ids = try answers.map { try id(of: $0, code: "storage_unavailable", retryAfter: "10") }
    desk.closeLog()
    let lines = ids.map { "level=error event=storage failure=unavailable id=\($0)" }
    #expect(try events() == lines)
  }

  /// A link whose file is a folder, which cannot be read.
  @Test func ofTheFolderOfLinks() throws {
    let desk = try SyncDesk(policy: .invitation, logDescriptor: descriptor)
    let token = "a token"
    try FileManager.default.createDirectory(
      atPath: "\(desk.folder.path)/tickets/\(SHA256.digest(of: Array(token.utf8)).hex)",
      withIntermediateDirectories: false)
    let body = ["token": token, "invitation": token, "password": "a few words", "device": "phone"]
    let answers = try ["signin/launch", "signin/reset", "signin/new"].map {
      try desk.post(body, to: $0, as: .nobody)
    }
    let ids = try answers.map { try id(of: $0, code: "storage_unavailable", retryAfter: "10") }
    desk.closeLog()
    let lines = ids.map { "level=error event=links failure=code-\(EISDIR) id=\($0)" }
    #expect(try events() == lines)
  }

  /// A folder of uploads that is gone; what is merely refused is no failure, and not logged.
  @Test func ofTheFolderOfFiles() throws {
    let desk = try BlobDesk(logDescriptor: descriptor)
    let bytes = sound(100)
    let location = try #require(desk.begin(bytes).headers["Location"])
    try FileManager.default.removeItem(atPath: desk.folder.path + "/uploads")
    let answer = desk.send(bytes, at: 0, to: location)
    let id = try id(of: answer, code: "storage_unavailable", retryAfter: "10")
    #expect(desk.send(bytes, at: 9, to: location).status == .conflict)
    #expect(desk.begin(bytes, type: "text/html").status == .unsupportedMediaType)
    desk.closeLog()
    #expect(try events() == ["level=error event=files failure=files-\(ENOENT) id=\(id)"])
  }
}
