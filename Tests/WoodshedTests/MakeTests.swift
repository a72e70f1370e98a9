import Testing

/// What `make` says to whoever has just cloned Woodshed.
@Suite struct MakeTests {
  @Test func aRunSaysFirstWhatItDoes() throws {
    let said = try Run.make("greet").finish()
    #expect(said.code == 0)
    let lines = said.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("Woodshed: building") == true)
    // Of a first build it says where the app will be.
    #expect(lines.count == 1 || said.output.contains("http://localhost:"))
  }
}
