import HTTP
import Testing

@Suite struct HeaderValueTests {
  @Test(arguments: [
    ("br, gzip", 1.0, 1.0), ("gzip;q=0.5", 0, 0.5), ("br;q=0, gzip", 0, 1), ("*", 1, 1),
    ("*;q=0.3, BR", 1, 0.3), ("gzip ; Q=0.2", 0, 0.2), ("br;q=x", 0, 0), ("", 0, 0), (",,;", 0, 0),
  ])
  func weighsCodings(header: String, br: Double, gzip: Double) {
    let accepted = AcceptEncoding(header)
    #expect(accepted.weight(of: "br") == br)
    #expect(accepted.weight(of: "gzip") == gzip)
  }

  @Test(arguments: [
    ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("*", true), ("\"b\"", false),
    ("a", false), ("", false), ("\"a", false),
  ])
  func findsTheVersion(header: String, isNamed: Bool) {
    #expect(EntityTag("a").isNamed(in: header) == isNamed)
  }

  @Test func headersIgnoreCase() {
    var headers: Headers = ["Content-Type": "a"]
    #expect(headers["content-type"] == "a")
    headers["CONTENT-TYPE"] = "b"
    #expect(headers.all("Content-Type") == ["b"])
    headers.add("content-Type", "c")
    #expect(headers.all("Content-Type") == ["b", "c"])
    headers.addMissing(from: ["Content-type": "d", "Other": "e"])
    #expect(headers.fields.count == 3)
    headers["content-type"] = nil
    #expect(headers.fields == [Headers.Field("Other", "e")])
  }

  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", true), ("127.8.9.1", "127.8.9.1", true), ("::1", "::1", true),
    ("10.0.0.1", "10.0.0.1", false), ("2001:DB8::1", "2001:db8::1", false),
    ("::ffff:127.0.0.1", "127.0.0.1", true),
  ])
  func readsAddresses(text: String, description: String, isLoopback: Bool) throws {
    let address = try #require(IPAddress(text))
    #expect(address.description == description)
    #expect(address.isLoopback == isLoopback)
  }

  @Test(arguments: ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "a", "::g", "1.2.3.4:80", " 1.2.3.4"])
  func refusesAddresses(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test func customersShareTheirNetwork() throws {
    let first = try #require(IPAddress("2001:db8:1:2::1"))
    let second = try #require(IPAddress("2001:db8:1:2:ffff::9"))
    let third = try #require(IPAddress("2001:db8:1:3::1"))
    #expect(first.customer == second.customer)
    #expect(first.customer != third.customer)
    #expect(IPAddress(v4: 1).customer != IPAddress(v4: 2).customer)
  }

  @Test func changesBreakASeal() {
    var response = Response(.ok).sealed()
    #expect(response.seal != nil)
    response.headers["A"] = "b"
    #expect(response.seal == nil)
  }
}
