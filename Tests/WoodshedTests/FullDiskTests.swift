import Foundation
import Ledger
import TestSupport
import Testing

/// A limit on the size of files is a full disk: told, survived, and over once there is room.
@Suite struct FullDiskTests {
  private let folder = TemporaryFolder()
  private var data: String { folder.path + "/data" }

  init() throws {
    try Data("page".utf8).write(to: URL(fileURLWithPath: folder.path + "/index.html"))
  }

  @Test func survivesALimitOnTheSizeOfFiles() throws {
    let program = try ServedProgram(data: data, web: folder.path, limits: "ulimit -S -f 1000")
    defer { program.kill() }
    let caller = try program.connect()
    let epoch = try program.pull().epoch
    var acknowledged: [RowCell] = []
    var refusal: TestClient.Answer?
    while refusal == nil, acknowledged.count < 2_000 {
      let answer = try #require(push(UInt64(acknowledged.count), epoch, caller, program))
      guard answer.status == 200 else {
        refusal = answer
        break
      }
      acknowledged.append(Self.change(UInt64(acknowledged.count)).cell)
    }
    print("full after \(acknowledged.count) pushes")
    #expect(refusal?.status == 503 && refusal?.text.contains("disk is full") == true)
    #expect(refusal?.text.contains("storage_full") == true)
    // It stays so, and what is there can be read.
    #expect(push(9_999, epoch, caller, program)?.status == 503)
    #expect(try program.pull().cells == acknowledged)
    try program.setLimit("--fsize=unlimited:unlimited")
    let number = UInt64(acknowledged.count)
    #expect(push(number, epoch, caller, program)?.status == 200)
    acknowledged.append(Self.change(number).cell)
    program.kill()
    let second = try ServedProgram(data: data, web: folder.path)
    defer { second.kill() }
    #expect(try second.pull().cells == acknowledged)
  }

  /// A command tells it as well, and leaves nothing half behind.
  @Test func tellsWhenABackupDoesNotFit() throws {
    let program = try ServedProgram(data: data, web: folder.path)
    defer { program.kill() }
    let caller = try program.connect()
    let epoch = try program.pull().epoch
    for number: UInt64 in 0..<20 { #expect(push(number, epoch, caller, program)?.status == 200) }
    let backup = folder.path + "/backup"
    let run = try Run.limited("ulimit -f 40", ["backup", "--data", data, backup]).finish()
    #expect(run.code == 1 && run.errors.contains("its disk is full"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: backup + ".part"))
  }

  private func push(
    _ number: UInt64, _ epoch: Epoch, _ caller: Caller, _ program: ServedProgram
  ) -> TestClient.Answer? {
    let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: [Self.change(number)])
    let body = Frame(space: .own(of: .onlyOwner), .push(push)).bytes
    return caller.ask("POST", program.space + "/push", Frame.mediaType, body: body)
  }

  private static func change(_ number: UInt64) -> Change {
    let stamp = Stamp(HybridTime(1_000 + number), DeviceID(1))
    let value = Value.text(String(repeating: "x", count: 3_000))
    let cell = Cell(field: FieldID(9), stamp: stamp, value: value)
    return Change(
      RowCell(row: RowID(Bits128(high: 1, low: number)), kind: .settings, cell: cell), base: nil)
  }
}
