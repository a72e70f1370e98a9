import Markup
import Program
import Testing

@testable import Domain
@testable import Ledger
@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// The sounds of takes go to the server and come back, whatever happens on the way.
@Suite struct CarrierTests {
  private func sound(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = RandomBits(seed: seed, 11)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  private func sent(_ bytes: [UInt8] = [1, 2, 3]) -> (FileServer, CarrierDesk, RowID) {
    let server = FileServer()
    let desk = CarrierDesk(server)
    let id = desk.add(1, bytes)
    desk.start()
    desk.run()
    return (server, desk, id)
  }

  private func hex(_ bytes: [UInt8]) -> String { Hex.text(of: SHA256.digest(of: bytes).bytes) }

  // MARK: - Up

  @Test func aTakeGoesUpInPiecesAndItsRowSaysSo() {
    let bytes = sound(100_000)
    let (server, desk, id) = sent(bytes)
    #expect(server.files[hex(bytes)] == bytes)
    #expect(desk.take(id)?.state == .sent)
    #expect(server.sentBytes == bytes.count)
    #expect(server.requests.filter { $0.method == "PATCH" }.count > 1)
    #expect(desk.carrier.load == nil && desk.carrier.trouble == nil)
    // Nobody takes back what no person did, and what was sent is not sent again.
    let before = server.requests.count
    desk.start()
    desk.run()
    #expect(server.requests.count == before)
  }

  @Test func nothingGoesWithoutAnAccountOrFromASecondTab() {
    let server = FileServer()
    let desk = CarrierDesk(server)
    desk.isLinked = false
    let id = desk.add(1, [1])
    desk.start()
    desk.run()
    #expect(server.requests.isEmpty && desk.take(id)?.state == .kept)
    #expect(!desk.html.contains("takes-send"))
    desk.isHolder = false
    desk.isLinked = true
    desk.start()
    desk.run()
    #expect(server.requests.isEmpty)
    desk.isHolder = true
    desk.send(.list(.more))
    desk.run()
    #expect(desk.take(id)?.state == .sent)
  }

  @Test func aRecordingIsNotSentInPlaceOfItsSound() throws {
    let server = FileServer()
    let desk = CarrierDesk(server)
    let id = desk.add(1, [7, 7])
    // The finished file has its name already, but was not seen under it yet.
    let name = try #require(desk.files.keys.first)
    let sound = desk.files.removeValue(forKey: name)
    desk.files[TakeFiles.recording(id)] = [0, 0]
    desk.start()
    desk.run()
    #expect(server.requests.isEmpty)
    desk.files[name] = sound
    desk.start()
    desk.run()
    #expect(server.files[hex([7, 7])] == [7, 7])
  }

  @Test func nobodySendsToAnothersAccount() {
    let server = FileServer()
    let desk = CarrierDesk(server)
    let id = desk.add(1, [1])
    desk.start()
    // Since the page heard of it, somebody else signed in.
    server.line = { [unowned server] in
      server.account = AccountID(Bits128(high: 2, low: 2))
      return .through
    }
    desk.run(steps: 200)
    #expect(server.uploads.isEmpty && server.files.isEmpty && desk.take(id)?.state == .kept)
  }

  @Test func takesOfOneSoundAreSentOnce() {
    let server = FileServer()
    let desk = CarrierDesk(server)
    let (one, other) = (desk.add(1, [1, 2]), desk.add(2, [1, 2]))
    desk.start()
    desk.run()
    #expect(desk.take(one)?.state == .sent && desk.take(other)?.state == .sent)
    #expect(server.sentBytes == 2)
  }

  @Test func whatTheServerRefusesIsSaidAndTheNextTakeGoesOn() {
    let server = FileServer()
    let desk = CarrierDesk(server)
    let id = desk.add(1, [1])
    server.refusal = (422, "Your storage is full.")
    desk.start()
    desk.run()
    #expect(desk.html.contains("Your storage is full."))
    #expect(desk.take(id)?.state == .kept && server.requests.count == 1)
    server.refusal = nil
    desk.send(.carrier(.triedAgain))
    desk.run()
    #expect(desk.take(id)?.state == .sent && desk.carrier.trouble == nil)
  }

  @Test(arguments: [400, 409, 500, 503])
  func oneSoundThatFailsDoesNotHoldUpTheOthers(status: Int) {
    let server = FileServer()
    let desk = CarrierDesk(server)
    let (good, bad) = (desk.add(1, [1]), desk.add(2, [2]))
    server.failing = (hex([2]), status)
    desk.start()
    desk.run(steps: 500)
    #expect(desk.take(good)?.state == .sent && desk.take(bad)?.state == .kept)
    #expect(desk.html.contains("accepting files right now."))
    server.failing = nil
    desk.send(.carrier(.triedAgain))
    desk.run()
    #expect(desk.take(bad)?.state == .sent)
  }

  /// A line that is cut, however often, is no fault of the sound.
  @Test func aLineThatIsCutIsTriedForEver() {
    let server = FileServer()
    let desk = CarrierDesk(server)
    let id = desk.add(1, [1])
    var cuts = 0
    server.line = {
      cuts += 1
      return cuts <= 40 ? .cutBefore : .through
    }
    desk.start()
    desk.run()
    #expect(desk.take(id)?.state == .sent && desk.carrier.trouble == nil && cuts > 40)
  }

  @Test func whoWantsNothingSentSendsNothingAfterARestartEither() {
    let server = FileServer()
    let desk = CarrierDesk(server)
    desk.start()
    desk.run()
    desk.send(.carrier(.sendingSwitched(false)))
    desk.run()
    let id = desk.add(1, [1])
    desk.start()
    desk.run()
    #expect(server.requests.isEmpty && desk.html.contains("not uploaded yet"))
    desk.send(.carrier(.sendingSwitched(true)))
    desk.run()
    #expect(desk.take(id)?.state == .sent)
  }

  @Test func whatAnotherTabChoseHoldsHereToo() {
    let server = FileServer()
    let (desk, other) = (CarrierDesk(server), CarrierDesk(server))
    let id = desk.add(1, [1])
    desk.isLinked = false
    desk.start()
    desk.run()
    other.start()
    other.send(.carrier(.sendingSwitched(false)))
    other.run()
    (desk.texts, desk.isLinked) = (other.texts, true)
    desk.send(.carrier(.triedAgain))
    desk.run()
    #expect(server.requests.isEmpty && desk.carrier.load == nil && !desk.carrier.choices.sends)
    desk.send(.carrier(.sendingSwitched(true)))
    desk.run()
    #expect(desk.take(id)?.state == .sent)
  }

  @Test func aServerRebuiltFromNothingGetsEverythingBack() {
    let (server, desk, _) = sent([4, 5, 6])
    server.files = [:]
    desk.start()
    desk.run()
    #expect(server.files.isEmpty, "it does not ask for what it knows")
    server.epoch = Epoch(8)
    desk.start()
    desk.run()
    #expect(server.files[hex([4, 5, 6])] == [4, 5, 6])
    let before = server.requests.count
    desk.start()
    desk.run()
    #expect(server.requests.count == before, "it asks once in an epoch")
    // What nothing referred to for long, the server may have swept.
    server.files = [:]
    for days in [Int64(19), 2] {
      #expect(server.files.isEmpty)
      desk.now += days * Horizon.day
      desk.start()
      desk.run()
    }
    #expect(server.files[hex([4, 5, 6])] == [4, 5, 6], "it asks again after twenty days")
  }

  @Test func aPageThatStaysOpenNoticesEachServerThatBeganAnew() {
    let (server, desk, _) = sent([4, 5, 6])
    for epoch in 8...10 as ClosedRange<UInt64> {
      (server.files, server.epoch) = ([:], Epoch(epoch))
      desk.send(.list(.more))
      desk.run()
      #expect(server.files[hex([4, 5, 6])] == [4, 5, 6])
    }
  }

  // MARK: - Down

  @Test func anotherDeviceFetchesASoundWhenItIsWanted() throws {
    let bytes = sound(60_000, seed: 2)
    let (server, first, id) = sent(bytes)
    let desk = CarrierDesk(server, with: first.data)
    desk.run()
    #expect(desk.files.isEmpty && desk.html.contains("on the server"))
    desk.keep(id, here: true)
    desk.run()
    let sha256 = SHA256.digest(of: bytes).bytes
    #expect(desk.files == [TakeFiles.sound(id, sha256, TakeFiles.flac): bytes])
    #expect(try desk.takes.shelf.file(of: #require(desk.take(id))) != nil)
  }

  @Test func whoKeepsAllTakesGetsThem() {
    let (server, first, _) = sent()
    first.add(2, sound(10, seed: 4))
    first.start()
    first.run()
    let desk = CarrierDesk(server, with: first.data)
    desk.run()
    desk.send(.carrier(.keepingAllSwitched(true)))
    desk.run()
    #expect(desk.files.count == 2)
    // It is remembered.
    desk.files = [:]
    desk.start()
    desk.run()
    #expect(desk.files.count == 2)
  }

  @Test func aSoundLeavesThisDeviceOnlyWhenTheServerHasIt() {
    let (server, desk, id) = sent([9, 9])
    #expect(desk.takes.strayCounts(in: desk.data) == (unsent: 0, away: 0))
    server.files = [:]
    desk.keep(id, here: false)
    desk.run()
    #expect(server.files[hex([9, 9])] == [9, 9], "it is sent again first")
    #expect(desk.files.isEmpty && desk.take(id)?.state == .sent)
    #expect(desk.takes.strayCounts(in: desk.data) == (unsent: 0, away: 1))
    desk.keep(id, here: true)
    desk.run()
    #expect(desk.files.values.map { $0 } == [[9, 9]])
    #expect(desk.takes.strayCounts(in: desk.data) == (unsent: 0, away: 0))
    desk.eraseAccount()
    #expect(desk.takes.strayCounts(in: desk.data) == (unsent: 1, away: 0))
  }

  @Test func whatIsDamagedOnTheWayIsNotKept() {
    let (server, first, id) = sent(sound(100))
    let desk = CarrierDesk(server, with: first.data)
    server.files[hex(sound(100))]?[50] ^= 1
    desk.keep(id, here: true)
    desk.run()
    #expect(desk.files.isEmpty && desk.html.contains("was damaged and wasn"))
    server.files[hex(sound(100))]?[50] ^= 1
    desk.keep(id, here: true)
    desk.run()
    #expect(desk.files.values.map { $0 } == [sound(100)])
  }

  @Test func aSoundThatNobodyHasIsSaidOnce() {
    let (server, first, id) = sent()
    server.files = [:]
    let desk = CarrierDesk(server, with: first.data)
    desk.keep(id, here: true)
    desk.run()
    #expect(desk.html.contains("have the audio of"))
  }

  @Test func aFullDeviceSaysSo() {
    let (server, first, id) = sent()
    let desk = CarrierDesk(server, with: first.data)
    desk.failure = "QuotaExceededError"
    desk.keep(id, here: true)
    desk.run()
    #expect(desk.html.contains("Not enough storage for the audio") && desk.files.isEmpty)
    desk.failure = nil
    desk.keep(id, here: true)
    desk.run()
    #expect(desk.files.count == 1)
  }

  @Test func whatIsStoppedIsGone() {
    let bytes = sound(60_000)
    let (server, first, id) = sent(bytes)
    let desk = CarrierDesk(server, with: first.data)
    desk.run()
    desk.keep(id, here: true)
    while desk.files.isEmpty { desk.run(steps: 1) }
    desk.send(.carrier(.stopped))
    desk.run()
    #expect(desk.files.isEmpty && desk.carrier.load == nil)
  }

  // MARK: - Whatever happens

  @Test func aCutLineCostsAtMostAPiece() {
    let bytes = sound(400_000)
    let server = FileServer()
    let desk = CarrierDesk(server)
    let id = desk.add(1, bytes)
    var random = RandomBits(seed: 5, 5)
    var cuts = 0
    server.line = {
      guard random.next() % 3 == 0 else { return .through }
      cuts += 1
      return random.next() % 2 == 0 ? .cutBefore : .cutAfter
    }
    desk.start()
    desk.run()
    #expect(server.files[hex(bytes)] == bytes && desk.take(id)?.state == .sent)
    let again = server.sentBytes - bytes.count
    #expect(cuts > 5 && again <= cuts * Int(CarrierDesk.pieces.upperBound))
    print("  400 KB in pieces of 16 KB over \(cuts) cuts: \(again) bytes were sent again")
  }

  @Test func restartsCutsAndChangesOfMindLoseNothing() {
    var (steps, restarts, cuts) = (0, 0, 0)
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = RandomBits(seed: seed, 77)
      let server = FileServer()
      let desk = CarrierDesk(server)
      let sounds = (1...4).map { sound(Int(random.next() % 40_000) + 1, seed: seed * 10 + $0) }
      let names = sounds.map(hex)
      for (number, bytes) in sounds.enumerated() { desk.add(UInt64(number + 1), bytes) }
      desk.start()
      var line = RandomBits(seed: seed, 78)
      var isCalm = false
      server.line = {
        if isCalm || line.next() % 4 > 0 { return .through }
        cuts += 1
        return line.next() % 2 == 0 ? .cutBefore : .cutAfter
      }
      let ids = desk.takes.takes.map { $0.id }
      for _ in 0..<30 {
        steps += desk.run(steps: Int(random.next() % 12))
        let id = ids[Int(random.next() % UInt64(ids.count))]
        switch random.next() % 6 {
        case 0, 1:
          desk.start()
          restarts += 1
        case 2: desk.keep(id, here: false)
        case 3: desk.keep(id, here: true)
        case 4: desk.isLinked.toggle()
        default: desk.send(.carrier(.triedAgain))
        }
        // Each sound is whole somewhere, at every moment.
        for (name, bytes) in zip(names, sounds) {
          let isHere = desk.files.contains { $0.key.hasSuffix("\(name).flac") && $0.value == bytes }
          #expect(isHere || server.files[name] == bytes, "seed \(seed)")
        }
      }
      (isCalm, desk.isLinked) = (true, true)
      desk.start()
      desk.run()
      desk.send(.carrier(.keepingAllSwitched(true)))
      desk.run()
      for (name, bytes) in zip(names, sounds) {
        #expect(server.files[name] == bytes, "seed \(seed)")
      }
      for id in ids { #expect(desk.take(id)?.state == .sent, "seed \(seed)") }
      #expect(
        desk.files.values.map { $0.count }.sorted() == sounds.map { $0.count }.sorted(),
        "seed \(seed)")
    }
    print("  60 histories, \(steps) steps, \(restarts) restarts, \(cuts) cuts: nothing lost")
  }

  @Test func aTakeThatAnotherTabFinishedIsFoundHere() {
    let server = FileServer()
    let desk = CarrierDesk(server)
    desk.start()
    desk.run()
    // Its file got its name after the files were listed.
    let bytes = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let id = desk.add(1, bytes)
    desk.send(.opened(id))
    desk.run()
    #expect(desk.take(id)?.state == .sent && server.files.count == 1)
    #expect(!desk.html.contains("on another device") && !desk.html.contains("on the server"))
  }

  @Test func whatIsDoneDuringAListingIsListedAgain() {
    var room = CarrierDesk(FileServer()).room
    var takes = Takes.State()
    func lists(_ effects: [Effect<Takes.Message>]) -> Int {
      effects.count {
        if case .takeWork(let work) = $0.order { work.verb == "list" } else { false }
      }
    }
    #expect(lists(Shelf.tend(&takes, room)) == 1)
    #expect(lists(Shelf.list(&takes, room)) == 0)
    let listed = Shelf.Message.listed(space: room.space, .done([]))
    #expect(lists(Shelf.update(&takes, listed, &room)) == 1)
    #expect(lists(Shelf.update(&takes, listed, &room)) == 0)
  }

  @Test func whereATakeIsIsNotSaidBeforeItIsKnown() {
    let server = FileServer()
    let desk = CarrierDesk(server)
    desk.add(1, [1, 2, 3])
    desk.start()
    desk.run()
    #expect(desk.take(RowID(Bits128(high: 0x019A_0000_0000_0000, low: 1)))?.state == .sent)
    desk.start()
    #expect(desk.takes.shelf.files == nil && !desk.html.contains("on the server"))
    desk.run()
    #expect(desk.takes.shelf.files != nil && !desk.html.contains("on the server"))
  }

  // MARK: - Pictures

  @Test func aPictureGoesUpAndComesDownElsewhere() throws {
    let server = FileServer()
    let desk = CarrierDesk(server)
    desk.start()
    desk.run()
    let bytes = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let reed = RowID(Bits128(high: 5, low: 5))
    // It was written after the files were listed: the shelf looks again by itself.
    let id = desk.addPicture(1, bytes, of: reed)
    #expect(desk.takes.strayCounts(in: desk.data) == (unsent: 1, away: 0))
    desk.run()
    let picture = try #require(desk.picture(id))
    let file = try #require(picture.file)
    #expect(picture.isSent && server.files[Hex.text(of: file.sha256)] == bytes)
    #expect(desk.takes.strayCounts(in: desk.data) == (unsent: 0, away: 0))

    let other = CarrierDesk(server, with: desk.data)
    other.run()
    #expect(other.files.isEmpty && other.takes.strayCounts(in: other.data) == (unsent: 0, away: 1))
    other.send(.carrier(.keptHere(Carrier.File(id, file), true)))
    other.run()
    #expect(other.files == [TakeFiles.file(of: id, file): bytes])
    other.send(.carrier(.keptHere(Carrier.File(id, file), false)))
    other.run()
    #expect(other.files.isEmpty && other.picture(id)?.isSent == true)
  }

  @Test func theFileOfAnErasedPictureGoes() {
    let desk = CarrierDesk(FileServer())
    desk.start()
    let id = desk.addPicture(1, [1, 2, 3], of: RowID(Bits128(high: 5, low: 5)))
    desk.run()
    desk.keep([Edit(id, .picture, .life, Life.trashed.value)])
    desk.start()
    desk.run()
    #expect(desk.files.count == 1, "It may come back from the trash.")
    desk.keep([Edit(id, .picture, .life, Life.purged.value)])
    desk.start()
    desk.run()
    #expect(desk.files.isEmpty)
  }

  @Test func aPictureThatTheServerLostIsNamed() throws {
    let server = FileServer()
    let desk = CarrierDesk(server)
    desk.start()
    let id = desk.addPicture(1, [1, 2, 3], of: RowID(Bits128(high: 5, low: 5)))
    desk.run()
    let file = try #require(desk.picture(id)?.file)
    server.files = [:]
    let other = CarrierDesk(server, with: desk.data)
    other.send(.carrier(.keptHere(Carrier.File(id, file), true)))
    other.run()
    #expect(other.html.contains("The server doesn’t have a picture."))
  }
}
