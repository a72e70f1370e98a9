import Foundation
import Ledger
import TestSupport
import Testing

/// What was acknowledged is there after the server was killed.
@Suite struct SafetyTests {
  @Test(arguments: [false, true])
  func keepsWhatItAcknowledged(onPostgres: Bool) throws {
    let (data, web) = (TemporaryFolder(), TemporaryFolder())
    try Data("page".utf8).write(to: URL(fileURLWithPath: web.path + "/index.html"))
    let database = onPostgres ? try PostgresServer.shared().makeDatabase() : nil
    var acknowledged: [RowCell] = []
    var epoch = Epoch.none
    for life in 0..<6 {
      let program = try ServedProgram(data: data.path, web: web.path, database: database)
      defer { program.kill() }
      let page = try program.pull()
      #expect(page.cells == acknowledged)
      #expect(life == 0 || page.epoch == epoch)
      epoch = page.epoch
      for number in 0..<5 {
        let change = Self.change(UInt64(life * 5 + number))
        #expect(try program.push([change], epoch: epoch).held == [true])
        acknowledged.append(change.cell)
      }
    }
  }

  private static func change(_ number: UInt64) -> Change {
    let stamp = Stamp(HybridTime(1_000 + number), DeviceID(1))
    let cell = Cell(field: FieldID(9), stamp: stamp, value: .int(Int64(number)))
    return Change(
      RowCell(row: RowID(Bits128(high: 1, low: number)), kind: .settings, cell: cell), base: nil)
  }
}
