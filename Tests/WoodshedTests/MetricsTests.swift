import Foundation
import Ledger
import SQLiteStorage
import TestSupport
import Testing

/// The counts that a server reports to this machine.
@Suite struct MetricsTests {
  private let folder = TemporaryFolder()
  private var data: String { folder.path + "/data" }
  private var log: String { folder.path + "/log" }

  init() throws {
    try Data("page".utf8).write(to: URL(fileURLWithPath: folder.path + "/index.html"))
  }

  @Test func tellOfTheClockAndOfDamage() throws {
    let first = try ServedProgram(data: data, web: folder.path)
    let cell = Cell(
      field: FieldID(9), stamp: Stamp(HybridTime(1_000), DeviceID(1)), value: .text("right"))
    let row = RowCell(row: RowID(Bits128(high: 1, low: 1)), kind: .settings, cell: cell)
    #expect(try first.push([Change(row, base: nil)], epoch: first.pull().epoch).held == [true])
    first.stop()
    do {
      var database = try Database.open(data + "/woodshed.db", for: .writing)
      try database.run("UPDATE cell SET dev = dev + 1")
    }
    let program = try ServedProgram(
      data: data, web: folder.path, log: log, more: ["--metrics-port", "0"])
    defer { program.kill() }
    #expect(waitUntil { metricsPort != nil })
    let port = try #require(metricsPort)
    let before = try counts(at: port)
    #expect(before.contains("\nwoodshed_clock_suspect 0\n"))
    #expect(before.contains("\nwoodshed_damaged_rows 0\n"))
    #expect(before.contains("\nwoodshed_damaged_rows_met 0\n"))
    #expect(try program.pull().cells.isEmpty)
    #expect(try counts(at: port).contains("\nwoodshed_damaged_rows_met 1\n"))
  }

  /// The port that the log names.
  private var metricsPort: Int? {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    let field = text.split { $0 == " " || $0 == "\n" }.first { $0.hasPrefix("metrics-port=") }
    return field.flatMap { Int($0.dropFirst("metrics-port=".count)) }
  }

  private func counts(at port: Int) throws -> String {
    let client = try #require(TestClient(port: port))
    client.send("GET /metrics HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    let answer = try #require(client.readAnswer())
    #expect(answer.status == 200)
    return answer.text
  }
}
