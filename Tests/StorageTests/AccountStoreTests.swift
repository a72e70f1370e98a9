import Foundation
import Ledger
import Platform
import Storage
import Testing

/// What every store promises of accounts and sign-ins.
@Suite struct AccountStoreTests {
  @Test(arguments: Kind.allCases)
  func keepsAccounts(kind: Kind) throws {
    try Ground(kind).with { store throws in
      #expect(try store.accounts().isEmpty)
      #expect(try store.add(.anna))
      let owner = Account(id: .onlyOwner, login: nil, madeAt: start + 1)
      #expect(try store.add(owner))
      #expect(try store.account(Account.anna.id) == .anna)
      #expect(try store.account(.onlyOwner) == owner)
      #expect(try store.accounts() == [.anna, owner])
      #expect(try store.account(named: LoginKey("ÁNNA")) == .anna)
      #expect(try store.account(named: LoginKey("ann")) == nil)
      #expect(try store.account(AccountID(Bits128(high: 9, low: 9))) == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func aNameAndAnIDAreTakenOnce(kind: Kind) throws {
    try Ground(kind).with { store throws in
      #expect(try store.add(.anna))
      // The same account again is the same account.
      #expect(try store.add(.anna))
      #expect(try !store.add(.named("Anna", number: 1, madeAt: start + 1)))
      #expect(try !store.add(.named("ANNA", number: 2)))
      #expect(try store.accounts() == [.anna])
      #expect(try store.add(.named("Bela", number: 2)))
      let bela = Login.of("Bela")
      #expect(try store.set(.of("anna"), replacing: bela) == .nameTaken)
      #expect(try store.set(.of("Bela", hash: "other"), replacing: .of("Béla")) == .overtaken)
      #expect(try store.set(.of("Bela", hash: "other"), replacing: bela) == .done)
      #expect(try store.account(.number(2))?.login == .of("Bela", hash: "other"))
      #expect(try store.set(.of("Clara"), replacing: bela) == .overtaken)
      #expect(try store.set(.of("Clara"), replacing: .of("Bela", hash: "other")) == .done)
      #expect(try store.account(named: LoginKey("bela")) == nil)
      #expect(try store.account(named: LoginKey("clara"))?.id == .number(2))
      #expect(try store.add(.named("Bela", number: 3)))
      #expect(try store.set(.of("Dora"), replacing: nil, of: .number(4)) == .overtaken)
      #expect(try store.account(named: LoginKey("dora")) == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func ofManyWhoWantOneNameOneGetsIt(kind: Kind) throws {
    try Ground(kind).with { store throws in
      let taken = Lock(0)
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        let account = Account.named("Anna", number: UInt64(index) + 1)
        if (try? store.add(account)) == true { taken.withLock { $0 += 1 } }
      }
      #expect(taken.withLock { $0 } == 1)
      #expect(try store.accounts().count == 1)
    }
  }

  @Test(arguments: Kind.allCases)
  func keepsSignIns(kind: Kind) throws {
    try Ground(kind).with { store throws in
      var first = SignIn.number(1, madeAt: start)
      let second = SignIn.number(2, madeAt: start + 5)
      try store.add(first)
      try store.add(second)
      try store.add(.number(3, of: .number(2)))
      #expect(try store.signIn(of: .number(1), tokenDigest: first.tokenDigest) == first)
      #expect(try store.signIn(of: .number(2), tokenDigest: first.tokenDigest) == nil)
      #expect(try store.signIn(of: .number(1), tokenDigest: []) == nil)
      #expect(try store.signIns(of: .number(1)) == [second, first])
      first.deviceName = "Żółw"
      first.seenAt += 10
      first.provedAt += 10
      try store.update(first)
      #expect(try store.signIns(of: .number(1)) == [first, second])
      try store.endSignIns(.allBut(2), of: .number(1))
      #expect(try store.signIns(of: .number(1)) == [second])
      // One that has ended does not come back by being used.
      try store.update(first)
      #expect(try store.signIns(of: .number(1)) == [second])
      try store.endSignIns(.one(3), of: .number(1))
      #expect(try store.signIns(of: .number(2)).count == 1)
      try store.endSignIns(.one(2), of: .number(1))
      #expect(try store.signIns(of: .number(1)).isEmpty)
      try store.endSignIns(.all, of: .number(2))
      #expect(try store.signIns(of: .number(2)).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func aNewLoginEndsSignInsInTheSameStep(kind: Kind) throws {
    try Ground(kind).with { store throws in
      #expect(try store.add(.anna))
      try store.add(.number(1))
      let login = Login.of("Anna", hash: "new")
      let wrong = try store.setLogin(login, of: .number(1), replacing: nil, isEndingAll: true)
      #expect(wrong == .overtaken)
      #expect(try store.signIns(of: .number(1)).count == 1)
      let right = try store.setLogin(
        login, of: .number(1), replacing: .of("Anna"), isEndingAll: true)
      #expect(right == .done)
      #expect(try store.signIns(of: .number(1)).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func signInsEndByThemselves(kind: Kind) throws {
    try Ground(kind).with { store throws in
      let now = start + SignIn.ageLimit
      let old = SignIn.number(1, madeAt: start, seenAt: now - 1)
      let idle = SignIn.number(2, madeAt: now - SignIn.idleLimit)
      let young = SignIn.number(3, madeAt: start + 1, seenAt: now - SignIn.idleLimit + 1)
      for signIn in [old, idle, young] { try store.add(signIn) }
      #expect([old, idle, young].map { $0.isValid(at: now) } == [false, false, true])
      try store.endSignIns(.outdated(now: now), of: .number(1))
      #expect(try store.signIns(of: .number(1)) == [young])
    }
  }

  @Test(arguments: Kind.allCases)
  func erasesAnAccountAndNothingElse(kind: Kind) throws {
    try Ground(kind).with { store throws in
      var device = Device(1)
      let row = device.newRow()
      let mine = Place(.number(1), .own(of: .number(1)))
      let theirs = Place(.number(2), .own(of: .number(2)))
      for (account, place) in [(Account.anna, mine), (.named("Bela", number: 2), theirs)] {
        #expect(try store.add(account))
        try store.add(.number(account.id.bits.low, of: account.id))
        try store.push(device.set(row, 9, "one"), to: place)
        try store.push(device.set(row, 9, "two"), to: place)
        try store.push(device.purge(device.newRow()), to: place)
      }
      let header = try store.header(of: theirs)
      try store.erase(.number(1))
      #expect(try store.places() == [theirs])
      #expect(try store.accounts().map(\.id) == [.number(2)])
      #expect(try store.account(named: LoginKey("anna")) == nil)
      #expect(try store.signIns(of: .number(1)).isEmpty)
      #expect(try store.signIns(of: .number(2)).count == 1)
      #expect(try store.header(of: theirs) == header)
      #expect(try store.wholeHistory(of: row, in: theirs).count == 1)
      // What was under way for it is not kept.
      #expect(throws: StorageError.unavailable) {
        try store.push(
          Push(epoch: header.epoch, cursor: 0, pulledAt: 0, changes: []), to: mine, now: 1)
      }
      #expect(throws: StorageError.unavailable) { try store.header(of: mine) }
      #expect(throws: StorageError.unavailable) { try store.add(SignIn.number(8)) }
      #expect(try store.places() == [theirs])
      // A new space begins with nothing, in another epoch.
      #expect(try store.add(.anna))
      #expect(try store.cells(mine).isEmpty)
      #expect(try store.wholeHistory(of: row, in: mine).isEmpty)
      #expect(try store.latestSequence(of: mine) == 0)
    }
  }
}

extension AccountStore {
  fileprivate func set(
    _ login: Login, replacing earlier: Login?, of account: AccountID = .number(2)
  ) throws -> LoginChange {
    try setLogin(login, of: account, replacing: earlier, isEndingAll: false)
  }
}

extension AccountID {
  fileprivate static func number(_ number: UInt64) -> AccountID {
    AccountID(Bits128(high: 7, low: number))
  }
}

extension Login {
  fileprivate static func of(_ name: String, hash: String = "hash") -> Login {
    Login(name: name, passwordHash: hash)
  }
}

extension Account {
  fileprivate static let anna = named("Anna", number: 1)

  fileprivate static func named(
    _ name: String, number: UInt64, madeAt: Int64 = start
  ) -> Account {
    Account(id: .number(number), login: .of(name), madeAt: madeAt)
  }
}

extension SignIn {
  fileprivate static func number(
    _ number: UInt64, of account: AccountID = .number(1), madeAt: Int64 = start,
    seenAt: Int64? = nil
  ) -> SignIn {
    SignIn(
      id: number, account: account, tokenDigest: [UInt8](repeating: UInt8(number), count: 32),
      deviceName: "Chrome on Linux", madeAt: madeAt, seenAt: seenAt ?? madeAt, provedAt: madeAt)
  }
}
