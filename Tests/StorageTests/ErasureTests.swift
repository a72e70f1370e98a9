import Foundation
import Ledger
import SQLiteStorage
import Storage
import TestSupport
import Testing

/// What SQLite's file holds.
@Suite struct ErasureTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/woodshed.db" }

  private func holds(_ text: String) throws -> Bool {
    try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data(text.utf8)) != nil
  }

  @Test func whatIsPurgedIsGoneFromTheFile() throws {
    let secret = String(repeating: "the word that must go ", count: 400)
    var device = Device(1)
    let row = device.newRow()
    var store = try SQLiteStore(path: path)
    try store.push(device.set(row, 9, secret))
    try store.push(device.set(row, 9, "short secret"))
    store.close()
    #expect(try holds("the word that must go") && holds("short secret"))
    store = try SQLiteStore(path: path)
    try store.push(device.purge(row))
    store.close()
    #expect(try !holds("the word that must go"))
    #expect(try !holds("short secret"))
  }

  @Test func aCellTakesLittleRoom() throws {
    let store = try SQLiteStore(path: path)
    var device = Device(1)
    for _ in 0..<20 {
      var changes: [Change] = []
      for _ in 0..<50 {
        let values = (1...8).map { (1_280 + UInt64($0), Value.text("a phrase")) }
        changes += device.set(device.newRow(), values)
      }
      try store.push(changes)
    }
    let cells = try store.latestSequence(of: .own)
    store.close()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect(try #require(size) / Int(cells) <= 200)
  }

  @Test func aBadPushSpoilsNoOther() throws {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    _ = try store.header(of: .own)
    let devices = (1...16).map { Device(UInt64($0)) }
    // Some are of another epoch, some come at the same time as these.
    DispatchQueue.concurrentPerform(iterations: devices.count) { index in
      var device = devices[index]
      let changes = device.set(device.newRow(), 9, "\(index)")
      if index % 2 == 0 {
        _ = try? store.push(changes)
      } else {
        let push = Push(epoch: Epoch(7), cursor: 0, pulledAt: 0, changes: changes)
        _ = try? store.push(push, to: .own, now: start)
      }
    }
    #expect(try store.cells().count == devices.count / 2)
    let digests = try store.digests()
    #expect(digests.kept == digests.found)
  }
}
