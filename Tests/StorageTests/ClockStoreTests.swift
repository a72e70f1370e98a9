import Foundation
import Ledger
import Platform
import Storage
import TestSupport
import Testing

/// What every store promises of the time: what it has seen, and what becomes of times that are still to come.
@Suite struct ClockStoreTests {
  private static let day: Int64 = 86_400_000
  private static let future = start + 500 * day

  @Test(arguments: Kind.allCases)
  func notesWhatItHasSeen(kind: Kind) throws {
    let ground = try Ground(kind)
    try ground.with { store throws in
      #expect(try store.seenTime() == nil)
      try store.note(SeenTime(trusted: start), isReplacing: false)
      // Another server's clock may be a little behind.
      try store.note(SeenTime(trusted: start - 5), isReplacing: false)
      #expect(try store.seenTime() == SeenTime(trusted: start))
      let claim = SeenTime.Claim(latest: Self.future, agreed: 7)
      try store.note(SeenTime(trusted: start, claim: claim), isReplacing: false)
    }
    try ground.with { store throws in
      let claim = SeenTime.Claim(latest: Self.future, agreed: 7)
      #expect(try store.seenTime() == SeenTime(trusted: start, claim: claim))
      try store.note(SeenTime(trusted: start - Self.day), isReplacing: true)
      #expect(try store.seenTime() == SeenTime(trusted: start - Self.day))
    }
  }

  /// History and stubs that a clock 500 days ahead kept are forgotten in their time.
  @Test(arguments: Kind.allCases)
  func forgetsInTimeWhatTheFutureKept(kind: Kind) throws {
    try Ground(kind).with { store throws in
      var device = Device(1)
      let (row, gone) = (device.newRow(), device.newRow())
      let first = device.set(row, 1, "one")
      try store.push(first + device.set(gone, 1, "soon gone"))
      try store.push(device.set(row, 1, "two", base: first[0].stamp), now: Self.future)
      try store.push(device.purge(gone), now: Self.future)
      try store.forget(in: .own, now: start)
      #expect(try store.wholeHistory(of: row, in: .own).map(\.keptAt) == [start])
      try store.forget(in: .own, now: start + Horizon.history)
      #expect(try store.wholeHistory(of: row, in: .own).count == 1)
      try store.forget(in: .own, now: start + Horizon.history + 1)
      #expect(try store.wholeHistory(of: row, in: .own).isEmpty)
      #expect(try store.header(of: .own).minSequence > 0)
    }
  }

  @Test(arguments: Kind.allCases)
  func graceDoesNotReachIntoTheFuture(kind: Kind) throws {
    try Ground(kind).with { store throws in
      let account = AccountID(Bits128(high: 1, low: 1))
      let name = try #require(BlobName(bytes: [UInt8](repeating: 3, count: 32)))
      #expect(try store.add(Account(id: account, login: nil, madeAt: start)))
      let upload = UploadID(Bits128(high: 1, low: 2))
      let blob = Blob(
        account: account, name: name, byteCount: 9, mimeType: "audio/flac",
        state: .arriving(upload),
        receivedAt: Self.future)
      #expect(try store.admit(blob, within: BlobQuota()) == .added)
      #expect(try store.finish(upload, of: account, now: Self.future))
      try store.renew(name, of: account, now: Self.future)
      #expect(try store.sweepBlobs(of: account, now: start).isEmpty)
      #expect(try store.blob(name, of: account)?.receivedAt == start)
      #expect(try store.sweepBlobs(of: account, now: start + Blob.grace - 1).isEmpty)
      #expect(try store.sweepBlobs(of: account, now: start + Blob.grace) == [name])
    }
  }

  @Test(arguments: Kind.allCases)
  func endsSignInsOfTheFarFuture(kind: Kind) throws {
    try Ground(kind).with { store throws in
      let account = AccountID(Bits128(high: 1, low: 1))
      #expect(try store.add(Account(id: account, login: nil, madeAt: start)))
      // What was made and used when, and whether it stays.
      let cases: [(made: Int64, seen: Int64, stays: Bool)] = [
        (start, start, true), (start, start + ClockWatch.leap, true), (start, Self.future, true),
        (start - 40 * Self.day, start, true), (start - 40 * Self.day, Self.future, false),
        (Self.future, Self.future, false),
      ]
      for (index, (made, seen, _)) in cases.enumerated() {
        try store.add(
          SignIn(
            id: UInt64(index), account: account,
            tokenDigest: [UInt8](repeating: UInt8(index), count: 32), deviceName: "", madeAt: made,
            seenAt: seen, provedAt: made))
      }
      try store.endSignIns(.outdated(now: start), of: account)
      let left = Set(try store.signIns(of: account).map(\.id))
      for (index, (_, _, stays)) in cases.enumerated() {
        #expect(left.contains(UInt64(index)) == stays, "\(index)")
      }
    }
  }

  private struct Case {
    let made: Int64
    let seen: Int64
    let proved: Int64
    let isValid: Bool
    let isProved: Bool

    init(_ made: Int64, _ seen: Int64, _ proved: Int64, _ isValid: Bool, _ isProved: Bool) {
      self.made = made
      self.seen = seen
      self.proved = proved
      self.isValid = isValid
      self.isProved = isProved
    }
  }

  private static let cases = [
    Case(0, 0, 0, true, true), Case(60_000, 60_000, 60_000, true, true),
    Case(60_001, 0, 0, false, true),
    Case(0, 0, 60_001, true, false), Case(0, ClockWatch.leap, 0, true, true),
    Case(-31 * day, ClockWatch.leap, 0, true, true),
    Case(-31 * day, ClockWatch.leap + 1, 0, false, true),
    Case(-31 * day, 500 * day, 0, false, true), Case(500 * day, 500 * day, 500 * day, false, false),
  ]

  @Test func theFutureCountsForNothing() {
    for one in Self.cases {
      let signIn = SignIn(
        id: 1, account: .onlyOwner, tokenDigest: [], deviceName: "", madeAt: start + one.made,
        seenAt: start + one.seen, provedAt: start + one.proved)
      #expect(signIn.isValid(at: start) == one.isValid, "\(one)")
      #expect(signIn.isProved(at: start) == one.isProved, "\(one)")
    }
  }
}
