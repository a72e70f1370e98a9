import HTTP
import Server
import Testing

@testable import Commands

@Suite struct ArgumentsTests {
  private func options(_ arguments: [String]) throws -> ServeOptions {
    try ServeOptions(Arguments(arguments, for: .serve))
  }

  @Test(arguments: [["--port", "9000"], ["--port=9000"], ["--data=/d", "--port", "9000"]])
  func readsOptions(arguments: [String]) throws {
    #expect(try options(arguments).port == 9_000)
  }

  @Test func readsEveryOptionOfServe() throws {
    let options = try options([
      "--port=0", "--data", "/d", "--web", "w=1", "--origin=https://a.example", "--trusted-proxy",
      "10.0.0.2", "--metrics-port", "9100",
    ])
    #expect(options.port == 0)
    #expect(options.dataPath == "/d")
    #expect(options.webPath == "w=1")
    #expect(options.origin == .site(scheme: .https, host: "a.example"))
    #expect(options.trustedProxy == IPAddress("10.0.0.2"))
    #expect(options.metricsPort == 9_100)
    #expect(try self.options([]).port == 8_080)
  }

  @Test(arguments: [
    (["--port", "99999"], "--port takes a number from 0 to 65535, not `99999`."),
    (["--port", "-1"], "--port takes a number from 0 to 65535, not `-1`."),
    (["--port=x"], "--port takes a number from 0 to 65535, not `x`."),
    (["--port"], "--port needs a value: --port PORT."),
    (["--port="], "--port needs a value: --port PORT."),
    (["--port", "--data", "x"], "--port needs a value: --port PORT."),
    (["--port=1", "--port=2"], "--port is given twice. Give it once."),
    (["--prot=1"], "`woodshed serve` has no option `--prot`. Did you mean `--port`?"),
    (["--zzzzzzzz"], "`woodshed serve` has no option `--zzzzzzzz`."),
    (["-p"], "`woodshed serve` has no option `-p`."),
    (["word"], "`woodshed serve` does not take `word`. See `woodshed help serve`."),
    (["--", "--port"], "`woodshed serve` does not take `--port`. See `woodshed help serve`."),
    (["--trusted-proxy=10.0.0.2"], "--trusted-proxy needs --origin, the address of the app."),
    (
      ["--origin=a.example"],
      "--origin takes an address such as https://woodshed.example, not `a.example`."
    ),
    (
      ["--origin=https://a", "--trusted-proxy=b"],
      "--trusted-proxy takes an address such as 10.0.0.2, not `b`."
    ),
  ])
  func refuses(arguments: [String], saying message: String) {
    #expect(throws: CommandError.wrongUsage(message)) { try options(arguments) }
  }

  @Test(arguments: [
    ("srve", "serve"), ("serv", "serve"), ("sevre", "serve"), ("versoin", "version"),
    ("hepl", "help"),
    ("dance", nil), ("", nil),
  ])
  func findsTheNearestName(mistyped: String, name: String?) {
    #expect(NearestName.nearest(to: mistyped, among: Command.all.map(\.name)) == name)
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("abc", "abd", 1), ("ab", "ba", 1), ("kitten", "sitting", 3),
  ])
  func measuresEdits(left: String, right: String, distance: Int) {
    #expect(NearestName.distance(left, right) == distance)
    #expect(NearestName.distance(right, left) == distance)
  }

  @Test(arguments: Command.all.map(\.name))
  func explainsEveryCommand(name: String) throws {
    let command = try Command.named(name)
    let page = Help.page(for: command)
    for option in command.options {
      #expect(page.contains(option.usage))
    }
    #expect(page.contains("Exit codes:\n  0  done\n"))
    #expect(Help.overview(of: Command.all).contains("  \(name) "))
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}
