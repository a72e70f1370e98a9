import Foundation
import HTTP
import Platform
@testable import Server
import Testing

@Suite struct StaticSiteTests {
  private static let files: [String: [UInt8]] = [
    "index.html": Array("page".utf8), "routes": Array("/journal\n/journal/*\n".utf8),
    "app.js": Array("script".utf8), "app.js.br": Array("b".utf8), "app.js.gz": Array("g".utf8),
    "sheet.css": Array("style".utf8), "sheet.css.gz": Array("g".utf8),
    "assets/app-0123456789abcdef.wasm": [0, 1], "assets/app-0123456789abcdeg.wasm": [0, 1],
    "assets/app-0123456789abcdef0.wasm": [0], "other-0123456789abcdef.js": [0],
    "app.webmanifest": [], "icon.svg": [], "icon.png": [], "a b.txt": Array("spaced".utf8),
  ]
  private let site = StaticSite(files: files, shared: ["X-Shared": "yes"])

  private func respond(
    _ method: HTTP.Method = .get, _ target: String, _ headers: Headers = Headers()
  ) throws -> Response? {
    try #require(site).respond(to: Request(method, target, headers: headers))
  }

  @Test(arguments: [
    ("/", "page", "text/html; charset=utf-8"), ("/index.html", "page", "text/html; charset=utf-8"),
    ("/journal", "page", "text/html; charset=utf-8"),
    ("/journal/", "page", "text/html; charset=utf-8"),
    ("/journal/3/x", "page", "text/html; charset=utf-8"),
    ("/app.js", "script", "text/javascript; charset=utf-8"),
    ("/sheet.css", "style", "text/css; charset=utf-8"),
    ("/a%20b.txt", "spaced", "text/plain; charset=utf-8"),
    ("/app.webmanifest", "", "application/manifest+json"), ("/icon.svg", "", "image/svg+xml"),
    ("/icon.png", "", "image/png"),
    ("/assets/app-0123456789abcdef.wasm", "\u{0}\u{1}", "application/wasm"),
  ])
  func serves(target: String, text: String, type: String) throws {
    let response = try #require(try respond(.get, target))
    #expect(response.status == .ok)
    #expect(response.body == Body(text))
    #expect(response.headers["Content-Type"] == type)
    #expect(response.headers["X-Shared"] == "yes")
    #expect(response.seal != nil)
  }

  @Test(arguments: ["/routes", "/app.js.br", "/app.js.gz", "/nope.js", "/app.js/", "/nope"])
  func servesNotToPrograms(target: String) throws {
    #expect(try respond(.get, target, ["Accept": "*/*"]) == nil)
  }

  @Test(arguments: ["/nope", "/journal//x", "/a/b/c"])
  func showsTheLostPageToPeople(target: String) throws {
    let headers: Headers = ["Accept": "application/xml, text/html;q=0.9"]
    let response = try #require(try respond(.get, target, headers))
    #expect(response.status == .notFound)
    #expect(response.body == Body("page"))
    #expect(response.headers["Cache-Control"] == "no-cache")
    #expect(try respond(.get, "/nope.js", headers) == nil)
    #expect(try respond(.post, target, headers) == nil)
  }

  @Test(arguments: [
    ("/days/2026-11-25", true), ("/days/2026-11-25/", true), ("/days/2024-02-29", true),
    ("/days/2026-02-30", false), ("/days/today", false), ("/days", false),
    ("/days/2026-11-25/x", false), ("/days/0000-01-01", false),
  ])
  func handlesTheDatesThatExist(target: String, isPage: Bool) throws {
    let files = ["index.html": Array("page".utf8), "routes": Array("/days/{day}\n".utf8)]
    let site = try #require(StaticSite(files: files, shared: Headers()))
    let response = site.respond(to: Request(.get, target, headers: ["Accept": "text/html"]))
    #expect(response?.status == (isPage ? .ok : .notFound))
  }

  @Test(arguments: [
    (nil, nil, "script"), ("gzip, br", "br", "b"), ("gzip", "gzip", "g"),
    ("br;q=0, gzip;q=0", nil, "script"), ("br;q=0.1, gzip;q=0.2", "gzip", "g"), ("*", "br", "b"),
    ("*;q=0", nil, "script"), ("identity", nil, "script"), ("deflate", nil, "script"),
  ])
  func choosesTheEncoding(accepted: String?, coding: String?, text: String) throws {
    var headers = Headers()
    headers["Accept-Encoding"] = accepted
    let response = try #require(try respond(.get, "/app.js", headers))
    #expect(response.headers["Content-Encoding"] == coding)
    #expect(response.headers["Vary"] == "Accept-Encoding")
    #expect(response.body == Body(text))
  }

  /// The name says what is in the file: its digest need not be calculated.
  @Test func tagsByTheDigestInAName() {
    let asset = Asset(
      path: "/assets/app-0123456789abcdef.js",
      content: .init(plain: Array("a".utf8), encoded: ["br": Array("b".utf8)]), shared: [:])
    let plain = asset.respond(to: Request(.get, "/"))
    let packed = asset.respond(to: Request(.get, "/", headers: ["Accept-Encoding": "br"]))
    #expect(plain.headers["ETag"] == "\"0123456789abcdef-identity\"")
    #expect(packed.headers["ETag"] == "\"0123456789abcdef-br\"")
    #expect(plain.headers["Cache-Control"]?.contains("immutable") == true)
    for path in ["/assets/app.js", "/app-0123456789abcdef.js", "/assets/app-0123456789abcde.js"] {
      #expect(Asset.digest(inName: path) == nil)
    }
  }

  @Test func tagsEveryEncodingAndAnswersConditions() throws {
    let plain = try #require(try respond(.get, "/app.js"))
    let tag = try #require(plain.headers["ETag"])
    let packed = try #require(try respond(.get, "/app.js", ["Accept-Encoding": "br"]))
    #expect(packed.headers["ETag"] != tag)
    for header in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
      let response = try #require(try respond(.get, "/app.js", ["If-None-Match": header]))
      #expect(response.status == .notModified)
      #expect(response.headers["ETag"] == tag)
      #expect(response.headers["Content-Type"] == nil)
    }
    let other = try #require(
      try respond(.get, "/app.js", ["If-None-Match": tag, "Accept-Encoding": "br"]))
    #expect(other.status == .ok)
  }

  @Test(arguments: [
    ("/assets/app-0123456789abcdef.wasm", true), ("/assets/app-0123456789abcdeg.wasm", false),
    ("/assets/app-0123456789abcdef0.wasm", false), ("/other-0123456789abcdef.js", false),
    ("/index.html", false),
  ])
  func keepsWhatIsNamedByContent(target: String, isImmutable: Bool) throws {
    let response = try #require(try respond(.get, target))
    let expected = isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
    #expect(response.headers["Cache-Control"] == expected)
  }

  @Test func needsAPage() {
    #expect(StaticSite(files: ["app.js": []], shared: Headers()) == nil)
    #expect(throws: StaticSite.LoadError.noSuchFolder("/nonexistent")) {
      try StaticSite(Folder("/nonexistent"), shared: Headers())
    }
  }

  @Test func loadsAFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, bytes) in Self.files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    let loaded = try StaticSite(Folder(folder.path), shared: Headers())
    let path = "/assets/app-0123456789abcdef.wasm"
    #expect(loaded.respond(to: Request(.get, path))?.body == Body([0, 1]))
  }
}
