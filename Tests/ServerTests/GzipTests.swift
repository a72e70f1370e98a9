import Server
import Testing

@Suite struct GzipTests {
  @Test func beginsAsGzipDoes() throws {
    let bytes = try #require(Gzip.compress([UInt8](repeating: 7, count: 100_000)))
    #expect(bytes.starts(with: [0x1f, 0x8b, 8]))
    #expect(bytes.count < 1_000)
    // The last four bytes say how long it was.
    #expect(bytes.suffix(4) == [0xa0, 0x86, 0x01, 0x00])
  }

  @Test func takesNothing() throws {
    #expect(try #require(Gzip.compress([])).suffix(8) == [0, 0, 0, 0, 0, 0, 0, 0])
  }
}
