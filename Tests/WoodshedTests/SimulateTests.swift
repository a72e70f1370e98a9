import Foundation
import TestSupport
import Testing

/// The simulation as anybody would start it, on every store that there is.
@Suite struct SimulateTests {
  /// What `woodshed simulate` says, but for its speed.
  private func report(_ options: [String]) throws -> String {
    let end = try Run(["simulate", "--seed", "4"] + options).finish()
    #expect(end.code == 0, "\(end.errors)")
    return end.output.split(separator: "\n").dropLast().joined(separator: "\n")
  }

  private func digest(_ options: [String]) throws -> UInt64 {
    let line = try report(options).split(separator: "\n").last ?? ""
    return try #require(UInt64(line.prefix { $0 != " " }, radix: 16))
  }

  /// The same seed comes to the same, to the last bit, whoever keeps the server's cells.
  @Test func everyStoreComesToTheSame() throws {
    let database = try PostgresServer.shared().makeDatabase()
    let reports = try ["memory", "codec", "sqlite", database].map {
      try report(["--schedules", "60", "--store", $0])
    }
    #expect(Set(reports).count == 1, "\(reports)")
  }

  @Test func thePartsOfARunAddUpToIt() throws {
    let whole = try digest(["--schedules", "90"])
    let parts = try digest(["--schedules", "50"]) &+ digest(["--schedules", "40", "--from", "50"])
    #expect(whole == parts)
  }

  @Test(arguments: [
    (["--store", "sqlit"], 2, "`memory`, `codec`, `sqlite`"),
    (["--store", "postgres://me:sesame@localhost:1/none"], 1, "cannot be reached"),
  ])
  func complainsAboutItsStore(options: [String], code: Int32, message: String) throws {
    let end = try Run(["simulate"] + options).finish()
    #expect(end.code == code)
    #expect(end.errors.contains(message))
    #expect(!end.errors.contains("sesame"))
  }
}
