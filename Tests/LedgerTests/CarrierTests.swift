import Testing

@testable import Ledger

/// The carrier by itself: what it is told, and what it orders.
@Suite struct CarrierTests {
  private let account = AccountID(Bits128(high: 1, low: 1))
  private let bytes: [UInt8] = [1, 2, 3, 4, 5]

  private func file(_ number: UInt64, _ bytes: [UInt8]? = nil) throws -> Carrier.File {
    let bytes = bytes ?? self.bytes
    let blob = try #require(
      BlobReference(
        sha256: SHA256.digest(of: bytes).bytes, byteCount: UInt64(bytes.count),
        mimeType: "audio/flac"))
    return Carrier.File(RowID(Bits128(high: 0, low: number)), blob)
  }

  private func link(_ epoch: UInt64, isHolder: Bool = true) -> ServerLink {
    ServerLink(account: account, epoch: Epoch(epoch), isHolder: isHolder)
  }

  /// The server's word that it has these files.
  private func word(_ epoch: UInt64, _ moment: Int64, _ files: Carrier.File...) -> Carrier.Word {
    let names = files.map { file in
      file.blob.sha256.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    return Carrier.Word(Epoch(epoch), moment, files: names.reduce(0, &+))
  }

  /// A carrier that knows what is remembered.
  private func opened(_ word: Carrier.Word? = nil) -> Carrier {
    var carrier = Carrier(pieces: 2...4)
    carrier.enter()
    #expect(carrier.takeOrders() == [.stopWaiting, .recallChoices(number: 0), .recallWord])
    carrier.recalled(0, Carrier.Choices(), now: 0)
    carrier.recalled(word, now: 0)
    #expect(carrier.takeOrders().isEmpty)
    return carrier
  }

  /// Answers the question for choices, which comes before each load.
  private func approve(_ carrier: inout Carrier, now: Int64 = 0) {
    guard case .recallChoices(let number)? = carrier.takeOrders().last else {
      Issue.record("no load was begun")
      return
    }
    carrier.recalled(number, Carrier.Choices(), now: now)
  }

  /// The number of the claim that was ordered last.
  private func claim(_ carrier: inout Carrier) -> UInt64? {
    guard case .claim(let number, _, _)? = carrier.takeOrders().last else { return nil }
    return number
  }

  @Test func aFileGoesUpInPiecesAndItsRowSaysSo() throws {
    var carrier = opened()
    let file = try file(1)
    carrier.look(at: [.init(file, isSent: false, here: .whole)], link: link(1), now: 0)
    approve(&carrier)
    #expect(carrier.takeOrders() == [.claim(number: 2, file.blob, account)])
    carrier.answered(2, .waiting(upload: "u", offset: 0), now: 0)
    #expect(
      carrier.takeOrders() == [.read(number: 3, file, isPart: false, from: 0, count: 4)])
    carrier.read(3, [1, 2, 3, 4], now: 0)
    #expect(carrier.takeOrders() == [.send(number: 4, upload: "u", offset: 0, [1, 2, 3, 4])])
    carrier.answered(4, .taken, now: 0)
    #expect(
      carrier.takeOrders() == [.read(number: 5, file, isPart: false, from: 4, count: 1)])
    carrier.read(5, [5], now: 0)
    #expect(carrier.takeOrders() == [.send(number: 6, upload: "u", offset: 4, [5])])
    carrier.answered(6, .ready, now: 7)
    #expect(
      carrier.takeOrders()
        == [.mark([file], isSent: true), .rememberWord(word(1, 7, file))])
    #expect(carrier.load == nil && !carrier.isUncertain)
  }

  @Test func whatComesDownIsHashedAndGetsItsName() throws {
    let file = try file(1)
    var carrier = opened(word(1, 0))
    carrier.look(at: [.init(file, isSent: true, here: .part(2))], link: link(1), now: 0)
    approve(&carrier)
    #expect(carrier.takeOrders() == [.read(number: 2, file, isPart: true, from: 0, count: 2)])
    carrier.read(2, [1, 2], now: 0)
    #expect(carrier.takeOrders() == [.fetch(number: 3, file.blob, 2..<5)])
    carrier.answered(3, .bytes([3, 4, 5]), now: 0)
    #expect(carrier.takeOrders() == [.write(number: 4, [3, 4, 5], file, offset: 2)])
    carrier.wrote(4, .done, now: 0)
    #expect(carrier.takeOrders() == [.complete(file), .list, .rememberWord(word(1, 0, file))])
  }

  @Test func whatWasDamagedOnTheWayIsNotKept() throws {
    let file = try file(1)
    var carrier = opened(word(1, 0))
    carrier.look(at: [.init(file, isSent: true, here: .part(4))], link: link(1), now: 0)
    approve(&carrier)
    carrier.read(2, [1, 2, 3, 4], now: 0)
    carrier.answered(3, .bytes([6]), now: 0)
    _ = carrier.takeOrders()
    carrier.wrote(4, .done, now: 0)
    #expect(carrier.takeOrders() == [.erasePart(file), .list])
    #expect(carrier.trouble == .damaged(file.row))
  }

  @Test(arguments: [Carrier.Answer.ready, .waiting(upload: "u", offset: 0), .failed(.unreachable)])
  func aFileLeavesOnlyAtTheServersWord(answer: Carrier.Answer) throws {
    let file = try file(1)
    var carrier = opened(word(1, 0, file))
    carrier.look(at: [.init(file, isSent: true, here: .whole)], link: link(1), now: 0)
    carrier.want(file, here: false, now: 0)
    approve(&carrier)
    carrier.answered(try #require(claim(&carrier)), answer, now: 0)
    #expect(carrier.takeOrders().contains(.erase(file.blob)) == (answer == .ready))
    #expect(carrier.isLeaving(file) == (answer != .ready))
  }

  @Test func anAnswerToWhatWasGivenUpIsDropped() throws {
    let file = try file(1)
    var carrier = opened(word(1, 0, file))
    carrier.look(at: [.init(file, isSent: true, here: .whole)], link: link(1), now: 0)
    carrier.want(file, here: false, now: 0)
    approve(&carrier)
    let number = try #require(claim(&carrier))
    carrier.answered(number, .failed(.unreachable), now: 0)
    #expect(carrier.takeOrders() == [.wait(number: 3, milliseconds: 1_000)])
    carrier.answered(number, .ready, now: 0)
    #expect(carrier.takeOrders().isEmpty)
    // Nor is one to a load of the space before.
    carrier.enter()
    _ = carrier.takeOrders()
    carrier.rested(3, now: 0)
    #expect(carrier.takeOrders().isEmpty && carrier.load == nil)
  }

  /// In each life of the server it asks, also where the page stays open from one to the next.
  @Test func eachNewEpochIsAskedAgain() throws {
    let items = [Carrier.Item(try file(1), isSent: true, here: .whole)]
    var carrier = opened(word(1, 0, items[0].file))
    carrier.look(at: items, link: link(1), now: 0)
    #expect(carrier.takeOrders() == [.stopWaiting])
    for epoch in 2...4 as ClosedRange<UInt64> {
      carrier.look(at: items, link: link(epoch), now: 0)
      #expect(carrier.isUncertain)
      approve(&carrier)
      carrier.answered(try #require(claim(&carrier)), .ready, now: 0)
      #expect(carrier.takeOrders() == [.rememberWord(word(epoch, 0, items[0].file))])
    }
  }

  /// A row that comes, or comes back, after the server gave its word: the word was not about that file.
  @Test(arguments: [false, true])
  func aFileBesideThoseOfTheWordIsAskedAbout(isReopened: Bool) throws {
    let (one, other) = (try file(1), try file(2, [9]))
    var carrier = opened(word(1, 5, one))
    var items = [Carrier.Item(one, isSent: true, here: .whole)]
    if !isReopened {
      carrier.look(at: items, link: link(1), now: 9)
      #expect(carrier.takeOrders() == [.stopWaiting] && !carrier.isUncertain)
    }
    items.append(Carrier.Item(other, isSent: true, here: .whole))
    carrier.look(at: items, link: link(1), now: 9)
    #expect(carrier.isUncertain)
    // Where the page does not know about which files the server gave its word, it asks about all.
    for file in isReopened ? [one, other] : [other] {
      #expect(carrier.load?.file == file)
      approve(&carrier, now: 9)
      carrier.answered(try #require(claim(&carrier)), .ready, now: 9)
    }
    #expect(carrier.takeOrders() == [.rememberWord(word(1, isReopened ? 9 : 5, one, other))])
    #expect(!carrier.isUncertain)
    // What goes leaves nothing to ask.
    carrier.look(at: [items[1]], link: link(1), now: 9)
    #expect(carrier.takeOrders() == [.rememberWord(word(1, isReopened ? 9 : 5, other))])
  }

  /// A word is believed for twenty days, also by a page that stays open for longer.
  @Test func anOldWordIsNotBelieved() throws {
    let items = [Carrier.Item(try file(1), isSent: true, here: .whole)]
    var carrier = opened(word(1, 0, items[0].file))
    let limit = 20 * Horizon.day
    carrier.look(at: items, link: link(1), now: limit - 1)
    #expect(carrier.takeOrders() == [.stopWaiting])
    for round in 1...2 as ClosedRange<Int64> {
      carrier.look(at: items, link: link(1), now: round * limit)
      approve(&carrier)
      carrier.answered(try #require(claim(&carrier)), .ready, now: round * limit)
      #expect(carrier.takeOrders() == [.rememberWord(word(1, round * limit, items[0].file))])
    }
    // Nor is one from the future, which a wrong clock remembered.
    carrier.look(at: items, link: link(1), now: 0)
    approve(&carrier)
    #expect(claim(&carrier) != nil)
  }

  /// Nor is what the server said of one file, where it refused another and so never said that it has all.
  @Test func anOldAnswerIsNotBelieved() throws {
    let limit = 20 * Horizon.day
    let (one, other) = (try file(1), try file(2, [8]))
    let items = [
      Carrier.Item(one, isSent: true, here: .whole), .init(other, isSent: false, here: .whole),
    ]
    var carrier = opened()
    carrier.look(at: items, link: link(1), now: 0)
    approve(&carrier)
    carrier.answered(try #require(claim(&carrier)), .ready, now: 0)
    approve(&carrier)
    carrier.answered(try #require(claim(&carrier)), .failed(.refused("large")), now: 0)
    carrier.look(at: items, link: link(1), now: limit - 1)
    #expect(carrier.load == nil)
    carrier.look(at: items, link: link(1), now: limit)
    #expect(carrier.load?.file == one)
  }

  @Test func aRowThatTakesNoWordIsNotAskedAboutAgainAndAgain() throws {
    var carrier = opened()
    let items = [Carrier.Item(try file(1), isSent: false, here: .whole)]
    carrier.look(at: items, link: link(1), now: 0)
    approve(&carrier)
    carrier.answered(try #require(claim(&carrier)), .ready, now: 0)
    _ = carrier.takeOrders()
    carrier.look(at: items, link: link(1), now: 0)
    #expect(carrier.takeOrders() == [.rememberWord(word(1, 0))] && carrier.load == nil)
    carrier.look(at: items, link: link(1), now: 0)
    #expect(carrier.takeOrders().isEmpty && carrier.load == nil)
    // Once it said so, and no longer does, it is asked about.
    carrier.look(at: [.init(items[0].file, isSent: true, here: .whole)], link: link(1), now: 0)
    carrier.look(at: items, link: link(1), now: 0)
    approve(&carrier)
    #expect(claim(&carrier) != nil)
  }

  /// A row that gets another file while its word about the first is on its way: the second is another matter.
  @Test func anotherFileInARowIsAnotherMatter() throws {
    var carrier = opened()
    let (first, second) = (try file(1), try file(1, [9]))
    carrier.look(at: [.init(first, isSent: false, here: .whole)], link: link(1), now: 0)
    approve(&carrier)
    carrier.answered(try #require(claim(&carrier)), .ready, now: 0)
    _ = carrier.takeOrders()
    for (round, file) in [second, first].enumerated() {
      carrier.look(at: [.init(file, isSent: false, here: .whole)], link: link(1), now: 0)
      approve(&carrier)
      let number = try #require(claim(&carrier))
      if round == 0 { carrier.answered(number, .ready, now: 0) }
      _ = carrier.takeOrders()
    }
  }

  /// So it is where a restored server was asked for the first file, or refused it.
  @Test(arguments: [Carrier.Answer.ready, .failed(.refused("large"))])
  func whatAServerSaidOfAFileSaysNothingOfTheNext(answer: Carrier.Answer) throws {
    let (first, second) = (try file(1), try file(1, [9]))
    var carrier = opened(word(1, 0, first))
    // Another file waits, so that the server's word does not count yet for all.
    let other = Carrier.Item(try file(2, [8]), isSent: true, here: .whole)
    carrier.look(at: [.init(first, isSent: true, here: .whole), other], link: link(2), now: 0)
    approve(&carrier)
    carrier.answered(try #require(claim(&carrier)), answer, now: 0)
    approve(&carrier)
    carrier.look(at: [.init(second, isSent: true, here: .whole), other], link: link(2), now: 0)
    carrier.answered(try #require(claim(&carrier)), .ready, now: 0)
    #expect(carrier.load?.file == second)
  }

  /// Another page has brought what this one found damaged: it is sent like everything that is here.
  @Test func whatIsNotFetchedAgainIsSent() throws {
    var carrier = opened()
    let file = try file(1)
    carrier.look(at: [.init(file, isSent: false, here: .part(5))], link: link(1), now: 0)
    approve(&carrier)
    _ = carrier.takeOrders()
    carrier.read(2, [0, 0, 0, 0], now: 0)
    carrier.read(3, [0], now: 0)
    #expect(carrier.trouble == .damaged(file.row))
    _ = carrier.takeOrders()
    carrier.look(at: [.init(file, isSent: false, here: .whole)], link: link(1), now: 0)
    approve(&carrier)
    #expect(claim(&carrier) != nil)
  }

  @Test func aWishIsAboutTheFileThatWasThere() throws {
    let (first, second) = (try file(1), try file(1, [9]))
    var carrier = opened(word(1, 0, second))
    carrier.look(at: nil, link: link(1), now: 0)
    carrier.want(first, here: false, now: 0)
    carrier.look(at: [.init(second, isSent: true, here: .whole)], link: link(1), now: 0)
    #expect(carrier.load == nil && !carrier.isLeaving(first) && !carrier.isLeaving(second))
  }

  /// Somebody lets a file go while nothing is sent, and has files sent again before the page has read what was chosen last.
  @Test func aChoiceCountsForMoreThanWhatWasReadBefore() throws {
    let (one, other) = (try file(1), try file(2, [8]))
    var (silent, sending) = (Carrier.Choices(), Carrier.Choices())
    (silent.sends, sending.keepsAll) = (false, true)
    var carrier = Carrier()
    carrier.enter()
    carrier.choose(silent, now: 0)
    carrier.recalled(0, Carrier.Choices(), now: 0)
    carrier.recalled(nil, now: 0)
    carrier.look(
      at: [.init(one, isSent: true, here: .whole), .init(other, isSent: false, here: .whole)],
      link: link(1), now: 0)
    #expect(carrier.choices == silent && carrier.load == nil)
    carrier.want(one, here: false, now: 0)
    guard case .recallChoices(let number)? = carrier.takeOrders().last else {
      Issue.record("no load was begun")
      return
    }
    carrier.choose(sending, now: 0)
    carrier.recalled(number, silent, now: 0)
    #expect(carrier.choices == sending)
    carrier.answered(try #require(claim(&carrier)), .ready, now: 0)
    #expect(carrier.load?.file == other)
    // Another page may have chosen since.
    guard case .recallChoices(let next)? = carrier.takeOrders().last else {
      Issue.record("no load was begun")
      return
    }
    carrier.recalled(next, silent, now: 0)
    #expect(carrier.choices == silent && carrier.load == nil)
  }

  @Test func nothingBeginsWhereRowsCannotBeChanged() throws {
    var carrier = opened()
    let items = [Carrier.Item(try file(1), isSent: false, here: .whole)]
    carrier.look(at: nil, link: link(1), now: 0)
    #expect(carrier.takeOrders() == [.stopWaiting])
    carrier.want(items[0].file, here: false, now: 0)
    #expect(carrier.takeOrders().isEmpty)
    carrier.look(at: items, link: link(1), now: 0)
    approve(&carrier)
    #expect(claim(&carrier) != nil)
  }

  @Test func aPageThatDoesNotSyncFetchesAndSendsNothingByItself() throws {
    var carrier = opened()
    let (one, other) = (try file(1), try file(2, [9]))
    let items = [
      Carrier.Item(one, isSent: false, here: .whole), .init(other, isSent: true, here: .part(0)),
    ]
    carrier.look(at: items, link: link(1, isHolder: false), now: 0)
    #expect(carrier.takeOrders() == [.stopWaiting])
    carrier.want(other, here: true, now: 0)
    approve(&carrier)
    #expect(carrier.takeOrders() == [.fetch(number: 2, other.blob, 0..<1)])
  }

  @Test(arguments: [
    (Carrier.Failure.unreachable, 1_000), (.signedOut, 60_000), (.busy, 20_000),
    (.trouble("no"), 1_000),
  ])
  func aServerThatDoesNotHelpIsAskedLater(failure: Carrier.Failure, milliseconds: Int) throws {
    var carrier = opened()
    carrier.look(at: [.init(try file(1), isSent: false, here: .whole)], link: link(1), now: 0)
    approve(&carrier)
    carrier.answered(try #require(claim(&carrier)), .failed(failure), now: 0)
    #expect(carrier.takeOrders() == [.wait(number: 3, milliseconds: milliseconds)])
    carrier.rested(3, now: 0)
    approve(&carrier)
    #expect(claim(&carrier) != nil)
  }

  @Test func aRefusedFileGivesWayToTheNext() throws {
    var carrier = opened()
    let (one, other) = (try file(1), try file(2, [9]))
    let items = [one, other].map { Carrier.Item($0, isSent: false, here: .whole) }
    carrier.look(at: items, link: link(1), now: 0)
    approve(&carrier)
    carrier.answered(try #require(claim(&carrier)), .failed(.refused("full")), now: 0)
    #expect(carrier.trouble == .refused("full"))
    approve(&carrier)
    #expect(carrier.takeOrders().last == .claim(number: 4, other.blob, account))
  }
}
