import HTTP
import Testing

@Suite struct PathTests {
  @Test(arguments: [
    ("/", []), ("/a", ["a"]), ("/a/b", ["a", "b"]), ("/a/", ["a", ""]), ("//", ["", ""]),
    ("/a%20b", ["a b"]), ("/%C3%A9t%c3%a9", ["été"]), ("/a?b=/c", ["a"]), ("/...", ["..."]),
    ("/%25", ["%"]),
  ])
  func decodes(target: String, into segments: [String]) {
    #expect(Request(.get, target).segments == segments)
  }

  @Test(arguments: [
    "", "a", "*", "/..", "/a/../b", "/.", "/%2e%2E", "/a%2fb", "/a%5Cb", "/a\\b", "/%", "/%4",
    "/%zz",
    "/%00", "/%7f", "/%0d%0a", "/%ff", "/%c0%af", "/a b", "example.org:443",
  ])
  func refuses(target: String) {
    #expect(Request(.get, target).segments == nil)
  }

  @Test(
    arguments: [
      ("http://a.example/b?c", "a.example", "/b", "c"), ("https://a:1/b", "a:1", "/b", nil),
      ("http://a", "a", "/", nil), ("http://a?b", "a", "/", "b"), ("/b?", nil, "/b", ""),
    ] as [(String, String?, String, String?)])
  func takesApart(target: String, host: String?, path: String, query: String?) {
    let request = Request(.get, target)
    #expect(request.targetHost == host)
    #expect(request.path == path)
    #expect(request.query == query)
  }
}
