import HTTP
import Server
import Testing

@Suite struct OriginTests {
  @Test(arguments: [
    ("localhost:8080", true), ("127.0.0.1:8080", true), ("[::1]:8080", true),
    ("LocalHost:8080", true),
    ("localhost", false), ("localhost:80", false), ("evil.example:8080", false),
    ("127.0.0.1.evil.example:8080", false), ("", false), ("localhost:8080:8080", false),
    ("::1:8080", false), ("127.0.0.2:8080", false),
  ])
  func loopbackAccepts(host: String, isOurs: Bool) {
    #expect(Origin.loopback(port: 8080).accepts(host: host) == isOurs)
  }

  @Test(arguments: [("localhost", true), ("[::1]", true), ("localhost:80", true), ("a", false)])
  func loopbackMayLeaveTheUsualPortOut(host: String, isOurs: Bool) {
    #expect(Origin.loopback(port: 80).accepts(host: host) == isOurs)
  }

  @Test(arguments: [
    ("https://a.example", "a.example", true), ("https://a.example", "A.Example:443", true),
    ("https://a.example", "a.example:80", false),
    ("https://a.example:8443", "a.example:8443", true),
    ("https://a.example:8443", "a.example", false), ("https://a.example", "b.a.example", false),
    ("http://a.example", "a.example:80", true), ("https://a.example:443", "a.example", true),
    ("https://a.example", "localhost", false),
  ])
  func siteAccepts(origin: String, host: String, isOurs: Bool) throws {
    #expect(try #require(Origin(origin)).accepts(host: host) == isOurs)
  }

  @Test(arguments: [
    "", "a.example", "ftp://a.example", "https://", "https://a.example/", "https://a b",
    "https://a@b", "https://:80", "https://a:", "https://a.example?x",
  ])
  func refuses(text: String) {
    #expect(Origin(text) == nil)
  }

  @Test func namesItself() throws {
    let site = try #require(Origin("https://a.example"))
    #expect(site.isNamed(in: "https://a.example"))
    #expect(!site.isNamed(in: "http://a.example"))
    #expect(!site.isNamed(in: "null"))
    #expect(Origin.loopback(port: 1).isNamed(in: "http://localhost:1"))
    #expect(!Origin.loopback(port: 1).isNamed(in: "http://localhost:2"))
  }

  @Test func setsCookies() throws {
    let site = try #require(Origin("https://a.example"))
    #expect(
      site.sessionCookie("t") == "__Host-woodshed=t; Secure; HttpOnly; SameSite=Strict; Path=/")
    #expect(site.sessionCookieName == "__Host-woodshed")
    let loopback = Origin.loopback(port: 8080)
    #expect(loopback.sessionCookie("t") == "woodshed-8080=t; HttpOnly; SameSite=Strict; Path=/")
    #expect(loopback.sessionCookieName == "woodshed-8080")
  }

  @Test func demandsTLSOnlyWhereThereIsSome() throws {
    let name = "Strict-Transport-Security"
    #expect(
      try #require(Origin("https://a.example")).headers[name]
        == "max-age=31536000; includeSubDomains")
    #expect(try #require(Origin("http://a.example")).headers[name] == nil)
    #expect(Origin.loopback(port: 1).headers[name] == nil)
  }

  @Test(arguments: [
    (TrustedProxy.none, "127.0.0.1", "9.9.9.9", "127.0.0.1"),
    (.loopback, "127.0.0.1", "9.9.9.9", "9.9.9.9"),
    (.loopback, "127.0.0.1", "1.1.1.1, 9.9.9.9", "9.9.9.9"),
    (.loopback, "127.0.0.1", "9.9.9.9, junk", "127.0.0.1"),
    (.loopback, "127.0.0.1", "", "127.0.0.1"), (.loopback, "8.8.8.8", "9.9.9.9", "8.8.8.8"),
    (.address(IPAddress(v4: 0x0808_0808)), "8.8.8.8", "2001:db8::1", "2001:db8::1"),
    (.address(IPAddress(v4: 0x0808_0808)), "127.0.0.1", "9.9.9.9", "127.0.0.1"),
  ])
  func findsTheClient(proxy: TrustedProxy, peer: String, forwarded: String, client: String) throws {
    let request = Request(
      .get, "/", headers: ["X-Forwarded-For": forwarded], peer: try #require(IPAddress(peer)))
    #expect(proxy.client(of: request).address.description == client)
  }
}
