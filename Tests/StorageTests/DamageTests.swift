import Foundation
import Ledger
import SQLiteStorage
import Storage
import TestSupport
import Testing

/// What every store promises where a row is not as it was written: it is never given for another, never wins, and is
/// never dropped without a word.
@Suite struct DamageTests {
  private static let guest = AccountID(Bits128(high: 3, low: 7))

  /// Six rows of two fields, the first written over, and somebody who was let in.
  private struct Scene {
    let ground: Ground
    var device = Device(1)
    var rows: [RowID] = []
    var changes: [Change] = []
    var cells: [RowCell] = []

    init(_ kind: Kind) throws {
      ground = try Ground(kind)
      let store = try ground.open()
      defer { store.close() }
      for id in [.onlyOwner, DamageTests.guest] {
        #expect(try store.add(Account(id: id, login: nil, madeAt: start)))
      }
      for number in 0..<6 {
        rows.append(device.newRow())
        let step = device.set(rows[number], [(9, .text("phrase \(number)")), (10, .int(1))])
        changes += step
        try store.push(step)
      }
      let step = device.set(rows[0], 9, "phrase 0 again", base: changes[0].stamp)
      changes[0] = step[0]
      try store.push(step)
      _ = try store.give(Grant(.reader), label: "a guest", in: .own, to: DamageTests.guest)
      cells = try store.cells()
    }
  }

  /// The value of one cell in the place of another's.
  private static let valueOfAnother: StaticString = """
    UPDATE cell SET val = (SELECT val FROM cell AS other WHERE other.seq = 5) WHERE seq = 3
    """

  @Test(arguments: Kind.allCases)
  func aDamagedCellIsNeverServed(kind: Kind) throws {
    var scene = try Scene(kind)
    try scene.ground.spoil(Self.valueOfAnother)
    try scene.ground.with { store throws in
      let page = try store.pull(.own, since: 0, byteLimit: 1 << 20, now: start)
      let spoilt = try #require(scene.cells.first { $0.row == scene.rows[1] })
      #expect(Set(page.cells) == Set(scene.cells).subtracting([spoilt]))
      #expect(store.damage.total == 1)
      // Whoever pulls sees that something is missing.
      #expect(page.digest == Table(scene.cells).digest.total)
      #expect(throws: StorageError.corrupt) {
        try store.state(of: .own, asOf: 13, after: nil, byteLimit: 1 << 20)
      }
      #expect(
        try store.state(of: .own, asOf: 13, after: spoilt.row, byteLimit: 1 << 20).cells != [])
      // The damaged cell may be what hides a row from a guest.
      #expect(throws: StorageError.corrupt) {
        try store.pull(.own, by: Self.guest, since: 0, byteLimit: 1 << 20, now: start)
      }
      #expect(try store.wholeHistory(of: scene.rows[0], in: .own).count == 1)
      // What touches the row waits; what does not goes on.
      let edit = scene.device.set(spoilt.row, 10, "later")
      #expect(throws: StorageError.corrupt) { try store.push(edit) }
      #expect(try store.push(scene.device.set(scene.rows[2], 10, "later")).status == .ok)
      let report = try store.inspect()
      #expect(report.counts == [.init(.own, "cell"): 1])
      #expect(report.places == [.own] && report.cellCount > 12)
    }
  }

  @Test(
    arguments: Kind.allCases,
    [
      "UPDATE cell SET hlc = hlc + 1 WHERE seq = 3", "UPDATE cell SET dev = dev + 1 WHERE seq = 3",
      "UPDATE cell SET fld = 99 WHERE seq = 3", "UPDATE cell SET tbl = tbl + 1 WHERE seq = 3",
      "UPDATE cell SET seq = 99 WHERE seq = 3", "UPDATE cell SET sum = sum + 1 WHERE seq = 3",
      "UPDATE cell SET rid = (SELECT account FROM account LIMIT 1) WHERE seq = 3",
    ] as [StaticString])
  func everyColumnCounts(kind: Kind, sql: StaticString) throws {
    let scene = try Scene(kind)
    try scene.ground.spoil(sql)
    try scene.ground.with { store throws in
      let page = try store.pull(.own, since: 0, byteLimit: 1 << 20, now: start)
      #expect(page.cells.count == 11 && Set(page.cells).isSubset(of: Set(scene.cells)))
      #expect(try store.inspect().counts == [.init(.own, "cell"): 1])
    }
  }

  @Test(arguments: Kind.allCases)
  func aMissingCellIsNoticed(kind: Kind) throws {
    let scene = try Scene(kind)
    try scene.ground.spoil("DELETE FROM cell WHERE seq = 13")
    try scene.ground.with { store throws in
      #expect(try store.inspect().mismatches == [.own])
      // What stood before it is in history, and is not given for it.
      #expect(throws: StorageError.corrupt) {
        try store.state(of: .own, asOf: 13, after: nil, byteLimit: 1 << 20)
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func aDamagedPastIsNotTold(kind: Kind) throws {
    let scene = try Scene(kind)
    try scene.ground.spoil("UPDATE hist SET at_ms = at_ms + 1")
    try scene.ground.with { store throws in
      #expect(try store.wholeHistory(of: scene.rows[0], in: .own).isEmpty)
      #expect(store.damage.total == 1)
      #expect(throws: StorageError.corrupt) {
        try store.state(of: .own, asOf: 12, after: nil, byteLimit: 1 << 20)
      }
      #expect(try store.cells() == scene.cells)
      #expect(try store.inspect().counts == [.init(.own, "hist"): 1])
    }
  }

  @Test(arguments: Kind.allCases)
  func aDamagedHeaderEndsAllOfItsSpace(kind: Kind) throws {
    var scene = try Scene(kind)
    try scene.ground.spoil("UPDATE space SET last_seq = last_seq - 2")
    try scene.ground.with { store throws in
      #expect(throws: StorageError.corrupt) { try store.header(of: .own) }
      #expect(throws: StorageError.corrupt) {
        try store.pull(.own, since: 0, byteLimit: 1 << 20, now: start)
      }
      let push = Push(
        epoch: Epoch(1), cursor: 0, pulledAt: 0, isOffer: false,
        changes: scene.device.set(scene.rows[1], 9, "later"))
      #expect(throws: StorageError.corrupt) { try store.push(push, to: .own, now: start) }
      #expect(try store.push(push.changes, to: .other).held == [true])
      #expect(try store.inspect().counts == [.init(.own, "space"): 1])
    }
  }

  @Test(
    arguments: Kind.allCases,
    [
      "UPDATE grant_out SET role = 3", "UPDATE grant_out SET expires = expires - 1",
      "UPDATE grant_out SET since = since + 1", "UPDATE grant_out SET view_epoch = 1",
    ] as [StaticString])
  func aDamagedGrantLetsNobodyIn(kind: Kind, sql: StaticString) throws {
    var scene = try Scene(kind)
    try scene.ground.spoil(sql)
    try scene.ground.with { store throws in
      let page = try store.pull(
        .own, by: Self.guest, since: 0, byteLimit: 1 << 20, now: start)
      #expect(page == nil)
      #expect(try store.grants(in: .own).isEmpty)
      #expect(store.damage.total > 0)
      #expect(try store.push(scene.device.set(scene.rows[1], 9, "later")).status == .ok)
      #expect(try store.inspect().counts == [.init(.own, "grant_out"): 1])
      _ = try store.give(Grant(.reader), label: "a guest", in: .own, to: Self.guest)
      #expect(try store.grants(in: .own).count == 1)
    }
  }

  /// Damage under the stamp of the right value, and greater than it: a merge by size would keep it.
  @Test(arguments: Kind.allCases)
  func neverBeatsTheRightValue(kind: Kind) throws {
    let scene = try Scene(kind)
    let right = try #require(scene.cells.first { $0.row == scene.rows[1] })
    try scene.ground.spoil(Self.valueOfAnother)
    try scene.ground.with { store throws in
      #expect(throws: StorageError.corrupt) { try store.push(scene.changes, isOffer: true) }
      #expect(try !store.cells().contains { $0.key == right.key })
    }
    // An operator removes what is damaged.
    if kind == .sqlite {
      let path = scene.ground.path
      let deeds = try SQLiteRepair.repair(path)
      #expect(
        deeds == [
          .copied(path: path + ".damaged-1"), .rowsRemoved(.own, table: "cell", count: 1),
          .headerReckoned(.own),
        ])
      #expect(try SQLiteCheck.report(on: path).problems == [])
      #expect(try !SQLiteCheck.report(on: path + ".damaged-1").isSound)
    } else {
      try scene.ground.spoil("DELETE FROM cell WHERE seq = 3")
    }
    try scene.ground.with { store throws in
      #expect(try store.push(scene.changes, isOffer: true).status == .ok)
      #expect(try store.cells().contains(right))
      #expect(Set(try store.cells()) == Set(scene.cells))
    }
  }

  @Test(
    arguments: [
      "UPDATE hist SET at_ms = at_ms + 1", "UPDATE space SET last_seq = 4000000000",
      "UPDATE cell SET rid = (SELECT account FROM account LIMIT 1) WHERE seq = 3",
      "UPDATE grant_out SET role = 3",
    ] as [StaticString])
  func isRepaired(sql: StaticString) throws {
    let scene = try Scene(.sqlite)
    try scene.ground.spoil(sql)
    #expect(try !SQLiteCheck.report(on: scene.ground.path).isSound)
    #expect(try !SQLiteRepair.repair(scene.ground.path).isEmpty)
    #expect(try SQLiteCheck.report(on: scene.ground.path).problems == [])
    try scene.ground.with { store throws in
      #expect(try store.push(scene.changes, isOffer: true).status == .ok)
      #expect(Set(try store.cells()) == Set(scene.cells))
      #expect(try store.header(of: .own).lastSequence < 100)
    }
  }

  /// The end of a row was damaged: by its stub it is known, and nobody brings the row back.
  @Test func whatWasErasedStaysErased() throws {
    var scene = try Scene(.sqlite)
    let gone = scene.rows[5]
    try scene.ground.with { store throws in
      #expect(try store.push(scene.device.purge(gone)).status == .ok)
    }
    try scene.ground.spoil("UPDATE cell SET val = x'0301' WHERE fld = 0")
    let before = try SQLiteCheck.report(on: scene.ground.path)
    #expect(before.problems.contains(.damaged(.own, table: "cell", count: 1)))
    _ = try SQLiteRepair.repair(scene.ground.path)
    #expect(try SQLiteCheck.report(on: scene.ground.path).problems == [])
    try scene.ground.with { store throws in
      #expect(try store.push(scene.changes, isOffer: true).gone == [gone])
      #expect(try store.cells().filter { $0.row == gone }.allSatisfy(\.isPurge))
    }
  }

  /// Rows from before there were checksums are trusted, and have one from then on.
  @Test(arguments: Kind.allCases)
  func earlierRowsGetTheirs(kind: Kind) throws {
    let scene = try Scene(kind)
    for sql: StaticString in [
      "ALTER TABLE cell DROP COLUMN sum", "ALTER TABLE hist DROP COLUMN sum",
      "ALTER TABLE space DROP COLUMN sum", "ALTER TABLE grant_out DROP COLUMN sum",
      "DROP TABLE published", "UPDATE version SET version = 6",
    ] { try scene.ground.spoil(sql) }
    if kind == .sqlite {
      // A backup of that time is read as it is.
      #expect(try SQLiteCheck.report(on: scene.ground.path).problems == [])
    }
    try scene.ground.with { store throws in
      #expect(try store.inspect().isSound)
      #expect(try store.cells() == scene.cells)
      #expect(try store.wholeHistory(of: scene.rows[0], in: .own).count == 1)
      #expect(try store.grants(in: .own).count == 1)
    }
    try scene.ground.spoil(Self.valueOfAnother)
    try scene.ground.with { store throws in
      #expect(try store.inspect().counts == [.init(.own, "cell"): 1])
    }
  }
}
