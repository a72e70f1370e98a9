import Markup
import Program
import Sound
import Testing

@testable import Domain
@testable import JournalRoom
@testable import Ledger
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// Takes by messages: their files are tended, and they are found, named, cut and handed on.
@Suite struct TakesTests {
  /// A desk whose device has these files.
  private func desk(_ path: String = "/journal/takes", files: [TakeFile] = []) -> Desk {
    let desk = Desk(path)
    list(files, on: desk)
    return desk
  }

  private func list(_ files: [TakeFile], on desk: Desk) {
    desk.send(.journal(.takes(.shelf(.listed(space: "own", .done(files))))))
  }

  private let id = RowID(Bits128(high: 0x019A_0000_0000_0000, low: 7))

  private func works(_ desk: Desk) -> [TakeWork] {
    desk.orders.compactMap { if case .takeWork(let work) = $0 { work } else { nil } }
  }

  /// What the worker says of a finished file whose name is that byte, 32 times.
  private func finishedFile(_ frames: Int64, _ byte: UInt8) -> TakeAnswer {
    .finished(
      FinishedTake(
        frames: frames, sampleRate: 48_000, byteCount: 40_000,
        sha256: [UInt8](repeating: byte, count: 32)))
  }

  @Test func aFileWithoutARowIsMended() throws {
    let name = TakeFiles.recording(id)
    let desk = desk(files: [TakeFile(name: name, size: 96_080)])
    let work = try #require(works(desk).last { $0.verb == "work" })
    #expect(work.numbers == TakeRequest.recover.message)
    #expect(work.files == [name] && work.reads == 0)
    desk.send(
      .journal(.takes(.shelf(.worked(id, .done(.recorded(frames: 48_000, sampleRate: 48_000)))))))
    let take = try #require(Take.all(in: desk.data).first)
    #expect(take.id == id && take.frames == 48_000 && take.name.hasSuffix("(recovered)"))
    #expect(desk.state.toasts.contains { $0.text.contains("0:01 of an interrupted take") })
  }

  @Test func aFileOfNothingGoes() {
    let name = TakeFiles.recording(id)
    let desk = desk(files: [TakeFile(name: name, size: 80)])
    desk.send(
      .journal(.takes(.shelf(.worked(id, .done(.recorded(frames: 0, sampleRate: 48_000)))))))
    #expect(works(desk).contains { $0.verb == "erase" && $0.files == [name] })
    #expect(Take.all(in: desk.data).isEmpty)
  }

  @Test func whatIsWholeGetsItsNameAndOnlyThenTheRecordingGoes() throws {
    let name = TakeFiles.recording(id)
    let desk = desk(files: [TakeFile(name: name, size: 96_080)])
    desk.send(
      .journal(.takes(.shelf(.worked(id, .done(.recorded(frames: 48_000, sampleRate: 48_000)))))))
    list([TakeFile(name: name, size: 96_080)], on: desk)
    let work = try #require(works(desk).last { $0.verb == "work" })
    #expect(work.numbers == TakeRequest.finish.message && work.reads == 1)
    #expect(work.files.count == 3)
    let sha256 = [UInt8](repeating: 0xAB, count: 32)
    desk.send(.journal(.takes(.shelf(.worked(id, .done(finishedFile(48_000, 0xAB)))))))
    let take = try #require(Take.all(in: desk.data).first)
    #expect(take.state == .kept && take.sound?.sha256 == sha256 && take.sound?.byteCount == 40_000)
    let sound = TakeFiles.sound(id, sha256, TakeFiles.flac)
    #expect(works(desk).contains { $0.verb == "rename" && $0.files[1] == sound })
    #expect(!works(desk).contains { $0.verb == "erase" }, "the recording is still there")
    list(
      [TakeFile(name: name, size: 96_080), TakeFile(name: sound, size: 40_000)], on: desk)
    #expect(works(desk).contains { $0.verb == "erase" && $0.files == [name] })
  }

  @Test func aRecordingThatPlaysStaysUntilItsEnd() throws {
    let name = TakeFiles.recording(id)
    let desk = desk(files: [TakeFile(name: name, size: 96_080)])
    desk.send(
      .journal(.takes(.shelf(.worked(id, .done(.recorded(frames: 48_000, sampleRate: 48_000)))))))
    list([TakeFile(name: name, size: 96_080)], on: desk)
    // It is being finished when somebody plays it.
    desk.send(.journal(.takes(.playTapped(id))))
    #expect(played(desk) == [name])
    desk.send(.journal(.takes(.shelf(.worked(id, .done(finishedFile(48_000, 0xAB)))))))
    let sound = TakeFiles.sound(id, [UInt8](repeating: 0xAB, count: 32), TakeFiles.flac)
    let files = [TakeFile(name: name, size: 96_080), TakeFile(name: sound, size: 40_000)]
    list(files, on: desk)
    #expect(desk.state.journal.takes.playing?.state == .kept)
    #expect(!works(desk).contains { $0.verb == "erase" })
    desk.send(.journal(.takes(.told(id, .at(frame: 48_000, milliseconds: 0, isOver: true)))))
    #expect(works(desk).contains { $0.verb == "erase" && $0.files == [name] })
  }

  @Test func aNamedTakeWithoutItsFileIsFinishedAgain() throws {
    let name = TakeFiles.recording(id)
    let desk = desk(files: [TakeFile(name: name, size: 96_080)])
    desk.send(
      .journal(.takes(.shelf(.worked(id, .done(.recorded(frames: 48_000, sampleRate: 48_000)))))))
    list([TakeFile(name: name, size: 96_080)], on: desk)
    desk.send(.journal(.takes(.shelf(.worked(id, .done(finishedFile(48_000, 1)))))))
    let before = works(desk).count
    list([TakeFile(name: name, size: 96_080)], on: desk)
    #expect(works(desk).count > before)
    #expect(works(desk).last { $0.verb == "work" }?.numbers == TakeRequest.finish.message)
    #expect(!works(desk).contains { $0.verb == "erase" && $0.files == [name] })
  }

  @Test func anotherTabsFileIsLeftToIt() {
    let name = TakeFiles.recording(id)
    let desk = desk(files: [TakeFile(name: name, size: 96_080)])
    desk.send(.journal(.takes(.shelf(.worked(id, .failed("NoModificationAllowedError"))))))
    #expect(desk.state.journal.takes.shelf.failure == nil)
    let before = works(desk).filter { $0.verb == "work" }.count
    list([TakeFile(name: name, size: 96_080)], on: desk)
    #expect(works(desk).filter { $0.verb == "work" }.count == before)
  }

  @Test func privateWindowsAreToldOf() {
    let desk = Desk("/journal/takes")
    desk.send(.journal(.takes(.shelf(.listed(space: "own", .failed("SecurityError"))))))
    #expect(desk.html.contains("store recordings here"))
  }

  @Test func anEmptyShelfOffersTheFirstTake() {
    let desk = desk()
    #expect(desk.html.contains("No takes yet"))
    desk.send(.journal(.takes(.recordTapped)))
    #expect(desk.state.tools.recorder.isRecording)
  }

  /// A take that is finished, with its file.
  private func finished(_ path: String = "/journal/takes") -> Desk {
    let name = TakeFiles.recording(id)
    let desk = desk(path, files: [TakeFile(name: name, size: 9_600_080)])
    desk.send(
      .journal(.takes(.shelf(.worked(id, .done(.recorded(frames: 4_800_000, sampleRate: 48_000))))))
    )
    list([TakeFile(name: name, size: 9_600_080)], on: desk)
    desk.send(.journal(.takes(.shelf(.worked(id, .done(finishedFile(4_800_000, 0)))))))
    let sound = TakeFiles.sound(id, [UInt8](repeating: 0, count: 32), TakeFiles.flac)
    list([TakeFile(name: sound, size: 40_000)], on: desk)
    return desk
  }

  private func page(_ message: TakePage.Message, _ desk: Desk) {
    desk.send(.journal(.takes(.page(message))))
  }

  private func opened() -> Desk {
    let desk = finished()
    desk.send(.addressChanged(Journal.Place.take(id).path))
    return desk
  }

  @Test func renamesMovesAndTags() throws {
    let desk = finished()
    desk.send(.journal(.takes(.naming(.asked(id, named: "Take")))))
    desk.send(.journal(.takes(.naming(.typed("  Ferling 14 ")))))
    desk.send(.journal(.takes(.naming(.done))))
    desk.send(.journal(.takes(.tagsTyped(id, "slow, good  good"))))
    let folder = try #require(TakeFolder.first.first)
    desk.send(.journal(.takes(.moved(id, to: folder.id))))
    let take = try #require(Take.all(in: desk.data).first)
    #expect(take.name == "Ferling 14" && take.tags == "slow good" && take.folder == folder.id)
    desk.send(.journal(.takes(.list(.asked("ferl")))))
    #expect(desk.state.journal.takes.shown.count == 1)
    desk.send(.journal(.takes(.list(.asked("nothing")))))
    #expect(desk.html.contains("No takes found. Try fewer words."))
    desk.send(.journal(.takes(.folderChosen(folder.id))))
    #expect(desk.html.contains("No takes found. Try all folders or fewer words."))
    desk.send(.journal(.takes(.folderChosen(nil))))
    desk.send(.journal(.takes(.list(.asked("")))))
    #expect(desk.state.journal.takes.shown.count == 1)
    // A folder’s name is no command, and what is kept of it stays.
    let last = try #require(TakeFolder.first.last)
    #expect(last.name == "Export" && last.shownName == "To send")
    #expect(TakeFolder(id, named: "Export", at: 0).shownName == "Export")
    desk.send(.journal(.takes(.folderChosen(last.id))))
    #expect(desk.html.contains(">To send<") && !desk.html.contains(">Export<"))
    #expect(desk.html.contains("Nothing in this folder yet."))
    // Your data and the trash call it the same.
    desk.send(.journal(.takes(.folderTrashed(last.id))))
    #expect(desk.state.toasts.last?.text == "“To send” is in the trash. Its takes are safe.")
    desk.send(.trashTapped)
    #expect(desk.state.route == .page(.data))
    #expect(desk.html.contains("To send</strong>") && !desk.html.contains("Export</strong>"))
  }

  @Test func severalAreDeletedAtOnce() throws {
    let desk = finished()
    #expect(!desk.html.contains("Select Take"))
    desk.send(.journal(.takes(.list(.choosing(true)))))
    desk.send(.journal(.takes(.list(.chosen(id, true)))))
    #expect(desk.html.contains("1 selected"))
    desk.send(.journal(.takes(.list(.trashed))))
    #expect(Take.all(in: desk.data).isEmpty)
    #expect(desk.state.toasts.last?.text == "1 take moved to the trash.")
    desk.send(.toastUndone(try #require(desk.state.toasts.last).number))
    #expect(Take.all(in: desk.data).map(\.id) == [id])
  }

  @Test func aPushAsideRemovesAndUndoBringsBack() {
    let desk = finished()
    desk.send(.journal(.takes(.swiped(.began(id, at: 300)))))
    desk.send(.journal(.takes(.swiped(.moved(to: 260)))))
    #expect(!desk.html.contains("leaving"))
    desk.send(.journal(.takes(.swiped(.ended))))
    #expect(Take.all(in: desk.data).count == 1, "a short push is none")
    desk.send(.journal(.takes(.swiped(.began(id, at: 300)))))
    desk.send(.journal(.takes(.swiped(.moved(to: 190)))))
    #expect(desk.html.contains("take leaving"))
    desk.send(.journal(.takes(.swiped(.ended))))
    #expect(Take.all(in: desk.data).isEmpty)
    desk.send(.undoTapped)
    #expect(Take.all(in: desk.data).count == 1)
  }

  @Test func aTakeIsDrawnAndPlayed() throws {
    let desk = opened()
    let work = try #require(works(desk).last { $0.verb == "look" })
    let edit = TakeEdit(length: 4_800_000)
    #expect(
      TakeRequest(message: work.numbers)
        == .draw(edit, 0..<4_800_000, columns: TakePage.columns))
    page(.playTapped, desk)
    guard
      case .playTake(_, let file, let numbers)? = desk.orders.last(where: {
        if case .playTake = $0 { true } else { false }
      })
    else {
      Issue.record("nothing is played")
      return
    }
    #expect(file.hasSuffix(".flac"))
    #expect(ReplayRequest(message: numbers)?.place == 0)
    page(.told(.at(frame: 480_000, milliseconds: 0, isOver: false)), desk)
    #expect(desk.html.contains("0:10.0 / 1:40.0"))
    page(.speedChosen(50), desk)
    page(.transposed(by: -3), desk)
    guard case .playTakeOtherwise(let changed)? = desk.orders.last else {
      Issue.record("it goes on as before")
      return
    }
    let request = try #require(ReplayRequest(message: changed))
    #expect(request.speed == 50 && request.semitones == -3 && request.place == nil)
    page(.told(.at(frame: 4_800_000, milliseconds: 0, isOver: true)), desk)
    #expect(!desk.html.contains("aria-label=\"Pause\""))
  }

  @Test func aPartIsChosenLoopedAndTrimmedWithoutLoss() throws {
    let desk = opened()
    page(.pressed(at: 0.25), desk)
    page(.drawn(to: 0.5), desk)
    page(.released, desk)
    page(.loopSwitched(true), desk)
    page(.playTapped, desk)
    let played = desk.orders.compactMap { order -> ReplayRequest? in
      if case .playTake(_, _, let numbers) = order { ReplayRequest(message: numbers) } else { nil }
    }
    #expect(played.last?.loop == 1_200_000..<2_400_000)
    #expect(desk.html.contains("aria-label=\"Pause\""))
    page(.trimTapped, desk)
    let take = try #require(Take.all(in: desk.data).first)
    #expect(TakeEdit(parsing: take.edit)?.parts == [1_200_000..<2_400_000])
    // What plays still has the parts from before, and would run past the new end.
    #expect(!desk.html.contains("aria-label=\"Pause\""))
    #expect(desk.html.contains("Now 0:25.0 long. The original recording is unchanged."))
    #expect(take.frames == 4_800_000, "the sound as it was recorded stays whole")
    desk.send(.undoTapped)
    #expect(Take.all(in: desk.data).first?.edit == "")
  }

  @Test func isSplitInTwoOfOneSound() throws {
    let desk = opened()
    page(.pressed(at: 0.4), desk)
    page(.released, desk)
    page(.splitTapped, desk)
    let takes = Take.all(in: desk.data)
    #expect(takes.count == 2)
    #expect(Set(takes.map { $0.sound?.sha256 ?? [] }).count == 1)
    let parts = takes.compactMap { TakeEdit(parsing: $0.edit)?.parts.first }
      .sorted { $0.lowerBound < $1.lowerBound }
    #expect(parts == [0..<1_920_000, 1_920_000..<4_800_000])
    // Both are played from the one file.
    for take in takes { #expect(desk.state.journal.takes.shelf.file(of: take) != nil) }
  }

  @Test(arguments: [false, true])
  func aSoundThatAnotherTakeIsPlayedFromStays(isPartInTheBin: Bool) throws {
    let desk = opened()
    page(.pressed(at: 0.4), desk)
    page(.released, desk)
    page(.splitTapped, desk)
    let part = try #require(Take.all(in: desk.data).first { $0.id != id })
    if isPartInTheBin { desk.send(.journal(.takes(.trashed(part.id)))) }
    desk.send(.journal(.takes(.trashed(id))))
    desk.send(.addressChanged(PagePlace.row(id).path))
    desk.send(.row(.eraseTapped))
    desk.send(.row(.eraseConfirmed))
    #expect(desk.data[id]?.life == .purged)
    let sound = TakeFiles.sound(id, [UInt8](repeating: 0, count: 32), TakeFiles.flac)
    list([TakeFile(name: sound, size: 40_000)], on: desk)
    #expect(!works(desk).contains { $0.verb == "erase" && $0.files == [sound] })
    if !isPartInTheBin { #expect(desk.state.journal.takes.shelf.file(of: part) == sound) }
  }

  @Test func marksPlacesAndGoesThere() throws {
    let desk = opened()
    page(.pressed(at: 0.5), desk)
    page(.released, desk)
    page(.markTapped, desk)
    let marker = try #require(Marker.all(of: id, in: desk.data).first)
    #expect(marker.frame == 2_400_000)
    page(.markerTyped(marker.id, "slip"), desk)
    page(.markerDone, desk)
    #expect(Marker.all(of: id, in: desk.data).first?.text == "slip")
    #expect(desk.html.contains("Go to 0:50.0"))
    page(.markerRemoved(marker.id), desk)
    #expect(Marker.all(of: id, in: desk.data).isEmpty)
  }

  @Test func aWholeFlacIsHandedOverAsItIs() {
    let desk = opened()
    page(.handTapped(.flac, isShared: false), desk)
    guard case .handTake(_, let file, let name, let type, false)? = desk.orders.last else {
      Issue.record("nothing is handed over")
      return
    }
    #expect(file.hasSuffix(".flac") && name.hasSuffix(".flac") && type == "audio/flac")
    page(.handed(.done), desk)
    page(.handTapped(.wave, isShared: true), desk)
    #expect(
      works(desk).last.flatMap { TakeRequest(message: $0.numbers) }
        == .export(TakeEdit(length: 4_800_000), isFlac: false))
  }

  @Test func aFinishedFileThatItsRowDoesNotKnowIsFoundAgain() throws {
    let desk = finished()
    let sound = try #require(Take.all(in: desk.data).first?.sound)
    // Nobody undoes what no person did.
    #expect(desk.state.safekeeping.data.undoable?.label != Action.byItself)
    let files: [String: UInt64] = [TakeFiles.sound(id, sound.sha256, TakeFiles.flac): 40_000]
    #expect(Chores.found(files, desk.data).isEmpty)
    // As if the row had never become durable.
    var data = desk.data
    var intent = EditIntent(
      label: "Lose", edits: [Edit(id, .take, Take.soundField, .null)], wall: 1_763_000_001_000,
      group: nil, draft: nil)
    _ = data.perform(&intent)
    let found = try #require(Chores.found(files, data).first)
    #expect(found.take.id == id && found.sound == sound)
  }

  @Test func aTakeThatIsInTheBinIsFinishedTooAndHoldsUpNoOther() throws {
    let name = TakeFiles.recording(id)
    let desk = desk(files: [TakeFile(name: name, size: 9_600_080)])
    desk.send(
      .journal(.takes(.shelf(.worked(id, .done(.recorded(frames: 4_800_000, sampleRate: 48_000))))))
    )
    list([TakeFile(name: name, size: 9_600_080)], on: desk)
    desk.send(.journal(.takes(.trashed(id))))
    desk.send(.journal(.takes(.shelf(.worked(id, .done(finishedFile(4_800_000, 0)))))))
    let take = try #require(desk.data[id].map { Take($0) })
    #expect(take.state == .kept && desk.data[id]?.life == .trashed)
  }

  @Test func everythingThatIsErasedGoesAtOnce() throws {
    let desk = finished()
    desk.send(.journal(.takes(.trashed(id))))
    desk.send(.data(.exportTapped))
    var files: [TakeFile] = []
    for number in 0..<5 {
      let sha256 = [UInt8](repeating: UInt8(number), count: 32)
      files.append(TakeFile(name: TakeFiles.sound(id, sha256, TakeFiles.flac), size: 1))
    }
    files.append(TakeFile(name: TakeFiles.unfinished(id, TakeFiles.wave), size: 1))
    files.append(TakeFile(name: TakeFiles.handedOut(id, ".wav"), size: 1))
    let names = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.size) })
    func chores(_ data: Replica, isFirst: Bool) -> Chores {
      let room = RoomContext(
        milliseconds: 0, zoneMinutes: 0, random: RandomBits(seed: 1, 1), data: data)
      return Chores(names, room, refusing: [], holding: nil, isFirst: isFirst)
    }
    // In the bin it may come back.
    #expect(chores(desk.data, isFirst: false).erased.count == 1)
    #expect(chores(desk.data, isFirst: true).erased.count == 2)
    var data = desk.data
    var intent = EditIntent(
      label: "Erase", edits: [Edit(id, .take, .life, Life.purged.value)],
      wall: 1_763_000_001_000, group: nil, draft: nil)
    _ = data.perform(&intent)
    #expect(chores(data, isFirst: false).erased.count == 6)
  }

  @Test func aRecordingStaysUntilItsNameIsDurable() throws {
    let desk = finished()
    let sound = try #require(Take.all(in: desk.data).first?.sound)
    let files: [String: UInt64] = [
      TakeFiles.recording(id): 1, TakeFiles.sound(id, sound.sha256, TakeFiles.flac): 1,
    ]
    func erased(isSafe: Bool, held: String? = nil) -> [String] {
      let room = RoomContext(
        milliseconds: 0, zoneMinutes: 0, random: RandomBits(seed: 1, 1), data: desk.data,
        isSafe: isSafe)
      return Chores(files, room, refusing: [], holding: held, isFirst: false).erased
    }
    #expect(erased(isSafe: false) == [] && erased(isSafe: true) == [TakeFiles.recording(id)])
    #expect(erased(isSafe: true, held: TakeFiles.recording(id)) == [])
  }

  @Test func whatFailedIsTriedAgainWhenThePageIsOpenedAgain() {
    let name = TakeFiles.recording(id)
    let desk = desk("/journal", files: [TakeFile(name: name, size: 96_080)])
    desk.send(.journal(.takes(.shelf(.worked(id, .failed("QuotaExceededError"))))))
    list([TakeFile(name: name, size: 96_080)], on: desk)
    let before = works(desk).filter { $0.verb == "work" }.count
    desk.send(.addressChanged("/journal/takes"))
    #expect(desk.state.journal.takes.shelf.failure == nil)
    list([TakeFile(name: name, size: 96_080)], on: desk)
    #expect(works(desk).filter { $0.verb == "work" }.count == before + 1)
  }

  @Test func whatIsFoundOutBelongsToItsTake() throws {
    let desk = opened()
    let other = RowID(Bits128(high: 1, low: 1))
    let edit = TakeEdit(length: 4_800_000)
    page(.intonationTapped, desk)
    let found = TakeIntonation(lines: [], trace: [60])
    page(
      .intonationKnown(TakePage.Subject(take: other, edit: edit), .done(.intonation(found))), desk)
    #expect(desk.state.journal.takes.page?.intonation == .working(0))
    var cut = edit
    cut.trim(to: 0..<1_000)
    page(.intonationKnown(TakePage.Subject(take: id, edit: cut), .done(.intonation(found))), desk)
    #expect(desk.state.journal.takes.page?.intonation == .working(0))
    page(.intonationKnown(TakePage.Subject(take: id, edit: edit), .done(.intonation(found))), desk)
    #expect(desk.state.journal.takes.page?.intonation == .known(found))
    // An answer to something else is none.
    page(
      .intonationKnown(TakePage.Subject(take: id, edit: edit), .done(.exported(frames: 1))), desk)
    #expect(desk.state.journal.takes.page?.intonation == .failed)
  }

  @Test func aPageThatBeginsAtATakeShowsIt() throws {
    let drawer = Desk.Drawer()
    let first = Desk("/journal/takes", drawer: drawer)
    let name = TakeFiles.recording(id)
    list([TakeFile(name: name, size: 96_080)], on: first)
    first.send(
      .journal(.takes(.shelf(.worked(id, .done(.recorded(frames: 48_000, sampleRate: 48_000)))))))
    let desk = Desk(Journal.Place.take(id).path, drawer: drawer)
    list([TakeFile(name: name, size: 96_080)], on: desk)
    #expect(desk.html.contains("id=\"take-play\""))
    #expect(works(desk).contains { $0.verb == "look" })
  }

  @Test func theTraceStandsOverALineForEachSemitone() throws {
    let desk = opened()
    let subject = TakePage.Subject(take: id, edit: TakeEdit(length: 4_800_000))
    let line = TakeIntonation.Line(
      .a4, count: 3, mean: Cents(2.5), uncertainty: Cents(0.5), spread: Cents(4), shareInTune: 0.75)
    let found = TakeIntonation(lines: [line], trace: [69.02, 69.03, nil, 70.9, 71])
    page(.intonationKnown(subject, .done(.intonation(found))), desk)
    let html = desk.html
    #expect(html.contains("Pitch over time, from A4 to B4"))
    #expect(html.contains("d=\"M0 40H5M0 30H5M0 20H5M0 10H5M0 0H5\""))
    #expect(html.contains("d=\"M0 29.80h0.8L1 29.70M3 11.00h0.8L4 10.00\""))
    #expect(html.contains("75 %") && html.contains("+2.5 ± 0.5"))
    #expect(html.contains(">A4 to B4. The thin lines are notes in tune.<"))
    let held = TakeIntonation(lines: [line], trace: [69.02, 69.03])
    page(.intonationKnown(subject, .done(.intonation(held))), desk)
    #expect(desk.html.contains(">The thin lines are notes in tune.<"))
    #expect(desk.html.contains("\"Pitch over time\""))
    #expect(desk.html.contains("Spread") && desk.html.contains("Within 5 cents"))
    // Notes are written as in the tuner: a clarinet’s B4 sounds as A4.
    desk.send(.settings(.instrumentChosen("clarinet-b-flat")))
    page(.intonationKnown(subject, .done(.intonation(found))), desk)
    #expect(desk.html.contains("from B4 to ") && desk.html.contains(">B4</th>"))
    // Nothing but silence has no picture.
    page(
      .intonationKnown(subject, .done(.intonation(TakeIntonation(lines: [], trace: [nil, nil])))),
      desk)
    #expect(!desk.html.contains("take-trace"))
  }

  @Test func anExportGoesOnWhenThePageIsLeft() throws {
    let desk = opened()
    page(.handTapped(.wave, isShared: false), desk)
    desk.send(.addressChanged("/journal"))
    page(.exported(.done(.exported(frames: 1))), desk)
    guard case .handTake("own", let file, let name, "audio/wav", false)? = desk.orders.last else {
      Issue.record("nothing is handed over")
      return
    }
    #expect(TakeFiles.isHandedOut(file) && name.hasSuffix(".wav"))
    page(.handed(.failed("NotAllowedError")), desk)
    #expect(works(desk).last?.verb == "erase" && works(desk).last?.files == [file])
  }

  /// Browsers share only for a few seconds after a tap.
  @Test func aFileThatIsReadyTooLateIsSharedByAnotherTap() throws {
    let desk = opened()
    var handed: [[String]] {
      desk.orders.compactMap {
        if case .handTake("own", let file, let name, "audio/wav", true) = $0 {
          [file, name]
        } else {
          nil
        }
      }
    }
    page(.handTapped(.wave, isShared: true), desk)
    page(.exported(.done(.exported(frames: 1))), desk)
    let file = try #require(handed.first)
    page(.handed(.tooLate), desk)
    #expect(desk.html.contains("The file is ready. Tap Share again to send it."))
    page(.handTapped(.wave, isShared: true), desk)
    #expect(handed == [file, file])
    page(.handed(.tooLate), desk)
    // It is not what would be shared now: first by its name, then by its sound.
    desk.send(.journal(.takes(.naming(.asked(id, named: "Take")))))
    desk.send(.journal(.takes(.naming(.typed("Ferling 14")))))
    desk.send(.journal(.takes(.naming(.done))))
    page(.handTapped(.wave, isShared: true), desk)
    #expect(handed.count == 2 && works(desk).last?.verb == "work")
    page(.exported(.done(.exported(frames: 1))), desk)
    #expect(handed.last?.last == "Ferling 14.wav")
    page(.handed(.tooLate), desk)
    page(.sought(480_000), desk)
    page(.startChosen, desk)
    page(.sought(960_000), desk)
    page(.endChosen, desk)
    page(.cutTapped, desk)
    page(.handTapped(.wave, isShared: true), desk)
    #expect(handed.count == 3 && works(desk).last?.verb == "work")
  }

  @Test func aPartIsChosenWithoutAPointer() throws {
    let desk = opened()
    page(.sought(480_000), desk)
    page(.startChosen, desk)
    #expect(desk.state.journal.takes.page?.chosen == 480_000..<4_800_000)
    page(.sought(960_000), desk)
    page(.endChosen, desk)
    #expect(desk.state.journal.takes.page?.chosen == 480_000..<960_000)
    page(.sought(240_000), desk)
    page(.endChosen, desk)
    #expect(desk.state.journal.takes.page?.chosen == 0..<240_000)
  }

  private func replayed(_ desk: Desk) -> ReplayRequest? {
    desk.orders.compactMap { order -> ReplayRequest? in
      switch order {
      case .playTake(_, _, let numbers), .playTakeOtherwise(let numbers):
        ReplayRequest(message: numbers)
      default: nil
      }
    }.last
  }

  @Test func theHandlesOfASelectionAreDragged() throws {
    let desk = opened()
    #expect(!desk.html.contains("Loop start"))
    page(.pressed(at: 0.25), desk)
    page(.drawn(to: 0.5), desk)
    page(.released, desk)
    #expect(desk.html.contains("Loop start") && desk.html.contains("Loop end"))
    // The pointer is a little beside the end that it has gripped: nothing jumps.
    page(.gripped(isStart: false), desk)
    page(.drawn(to: 0.515625), desk)
    #expect(desk.state.journal.takes.page?.chosen == 1_200_000..<2_400_000)
    page(.drawn(to: 0.765625), desk)
    #expect(desk.state.journal.takes.page?.chosen == 1_200_000..<3_600_000)
    // On top of the other end it stays; beyond it, they change places.
    page(.drawn(to: 0.265625), desk)
    #expect(desk.state.journal.takes.page?.chosen == 1_200_000..<3_600_000)
    page(.drawn(to: 0.015625), desk)
    #expect(desk.state.journal.takes.page?.chosen == 0..<1_200_000)
    page(.released, desk)
    // The next press selects anew.
    page(.pressed(at: 0.6), desk)
    page(.drawn(to: 0.8), desk)
    #expect(desk.state.journal.takes.page?.chosen == 2_880_000..<3_840_000)
  }

  @Test func theHandlesMoveByKeysAndThePlayingFollows() throws {
    let desk = opened()
    page(.pressed(at: 0.25), desk)
    page(.drawn(to: 0.5), desk)
    page(.released, desk)
    page(.loopSwitched(true), desk)
    page(.playTapped, desk)
    page(.handleMoved(isStart: true, by: 0.1), desk)
    #expect(desk.state.journal.takes.page?.chosen == 1_204_800..<2_400_000)
    #expect(desk.html.contains("aria-valuetext=\"0:25.1\""))
    // The place that was playing is outside now.
    #expect(replayed(desk)?.place == 1_204_800)
    page(.handleMoved(isStart: false, by: -1), desk)
    #expect(desk.state.journal.takes.page?.chosen == 1_204_800..<2_352_000)
    #expect(replayed(desk)?.loop == 1_204_800..<2_352_000 && replayed(desk)?.place == nil)
    page(.handleMoved(isStart: true, by: 1e6), desk)
    #expect(desk.state.journal.takes.page?.chosen == 2_347_200..<2_352_000)
    page(.handleMoved(isStart: true, by: -1e6), desk)
    page(.handleMoved(isStart: false, by: 1e6), desk)
    #expect(desk.state.journal.takes.page?.chosen == 0..<4_800_000)
  }

  @Test func theLastFiveSecondsAreLoopedWithOneTap() throws {
    let desk = opened()
    page(.sought(1_440_000), desk)
    page(.lastLooped, desk)
    let request = try #require(replayed(desk))
    #expect(request.loop == 1_200_000..<1_440_000 && request.place == 1_200_000)
    #expect(desk.state.journal.takes.page?.isPlaying == true)
    page(.told(.at(frame: 1_320_000, milliseconds: 0, isOver: false)), desk)
    page(.lastLooped, desk)
    #expect(replayed(desk)?.loop == 1_080_000..<1_320_000)
    // At the start, the end of the take is meant.
    page(.choiceCleared, desk)
    page(.sought(0), desk)
    page(.lastLooped, desk)
    #expect(replayed(desk)?.loop == 4_560_000..<4_800_000)
  }

  @Test func theSpeedHasASlider() {
    let desk = opened()
    page(.speedChosen(65), desk)
    #expect(desk.html.contains("aria-valuetext=\"65 %\"") && desk.html.contains(">65 %<"))
    page(.speedChosen(500), desk)
    #expect(desk.state.journal.takes.page?.speed == 200)
  }

  @Test func aTakeIsAsLongAsWhatIsHeardOfIt() throws {
    let desk = opened()
    page(.sought(480_000), desk)
    page(.endChosen, desk)
    page(.trimTapped, desk)
    let take = try #require(Take.all(in: desk.data).first)
    #expect(take.seconds == 10 && take.recordedSeconds == 100)
    desk.send(.addressChanged("/journal/takes"))
    #expect(desk.html.contains(">0:10.0<") && !desk.html.contains(">1:40.0<"))
  }

  @Test func undoingASplitPutsTheSecondPartIntoTheBin() throws {
    let desk = opened()
    page(.sought(2_400_000), desk)
    page(.splitTapped, desk)
    #expect(Take.all(in: desk.data).count == 2)
    desk.send(.undoTapped)
    #expect(Take.all(in: desk.data).map { $0.id } == [id])
    #expect(Take.all(in: desk.data).first?.edit == "")
  }

  // MARK: - Playing without its page

  private func played(_ desk: Desk) -> [String] {
    desk.orders.compactMap { if case .playTake(_, let file, _) = $0 { file } else { nil } }
  }

  @Test func aRowPlaysAndStopsAndShowsIt() throws {
    let desk = finished()
    let name = try #require(Take.all(in: desk.data).first).name
    #expect(desk.html.contains("Play “\(name)”"))
    desk.send(.journal(.takes(.playTapped(id))))
    #expect(played(desk).count == 1 && played(desk)[0].hasSuffix(".flac"))
    desk.send(
      .journal(.takes(.told(id, .at(frame: 480_000, milliseconds: 0, isOver: false)))))
    #expect(desk.html.contains("take-row heard") && desk.html.contains(">0:10<"))
    #expect(!desk.html.contains("Take playing"), "the list shows it")
    desk.send(.addressChanged("/reeds"))
    #expect(desk.html.contains("Take playing") && desk.html.contains("Stop “\(name)”"))
    desk.send(.addressChanged("/journal/takes"))
    desk.send(.journal(.takes(.playTapped(id))))
    #expect(!desk.html.contains("take-row heard"))
    desk.send(.journal(.takes(.playTapped(id))))
    desk.send(.journal(.takes(.told(id, .at(frame: 4_800_000, milliseconds: 0, isOver: true)))))
    #expect(desk.state.journal.takes.hearing == nil)
  }

  @Test func onlyOneTakePlays() throws {
    let desk = opened()
    page(.playTapped, desk)
    desk.send(.journal(.takes(.playTapped(id))))
    #expect(desk.state.journal.takes.page?.isPlaying == false)
    #expect(desk.state.journal.takes.hearing?.take == id)
    page(.playTapped, desk)
    #expect(desk.state.journal.takes.hearing == nil)
    #expect(desk.state.journal.takes.page?.isPlaying == true)
  }

  @Test func otherTabsAreToldOfItAndStopIt() throws {
    let desk = opened()
    let name = try #require(Take.all(in: desk.data).first).name
    let plays = [
      { self.page(.playTapped, desk) }, { desk.send(.journal(.takes(.playTapped(self.id)))) },
    ]
    for play in plays {
      play()
      #expect(desk.orders.contains(.holdLock(name: "woodshed sound", isStealing: true)))
      #expect(desk.state.tools.told.tabs == "HPlayback of “\(name)”")
      desk.send(.tools(.lockChanged(true)))
      #expect(desk.state.journal.takes.playing?.id == id)
      desk.send(.tools(.lockChanged(false)))
      #expect(desk.state.journal.takes.playing == nil && desk.state.tools.told.tabs.isEmpty)
      #expect(desk.html.contains("Sound stopped from another tab."))
    }
  }

  @Test func theLockIsReleasedWhenItHasPlayed() {
    let desk = finished()
    desk.send(.journal(.takes(.playTapped(id))))
    #expect(!desk.state.tools.told.tabs.isEmpty)
    desk.send(.journal(.takes(.told(id, .at(frame: 4_800_000, milliseconds: 0, isOver: true)))))
    #expect(desk.state.tools.told.tabs.isEmpty && !desk.state.tools.told.isHeard)
    #expect(desk.orders.filter { $0 == .stop }.count >= 3, "playback and both locks")
  }

  @Test func aTakeThatIsDeletedFallsSilent() {
    let desk = finished()
    desk.send(.journal(.takes(.playTapped(id))))
    desk.send(.journal(.takes(.trashed(id))))
    #expect(desk.state.journal.takes.hearing == nil)
    #expect(!desk.html.contains("Take playing"))
  }

  @Test func aRowWithoutItsSoundHasNoPlay() {
    let desk = finished()
    list([], on: desk)
    #expect(!desk.html.contains("Play “"))
    desk.send(.journal(.takes(.playTapped(id))))
    #expect(desk.state.toasts.last?.text == "Its audio isn’t on this device.")
  }

  @Test func namesAreCountedAndNeverTakenTwice() throws {
    let desk = finished()
    let take = try #require(Take.all(in: desk.data).first)
    #expect(take.name == "Take 1 (recovered)")
    #expect(TakeFiles.title(in: desk.data) == "Take 2")
    desk.send(.journal(.takes(.naming(.asked(id, named: take.name)))))
    desk.send(.journal(.takes(.naming(.typed("Take 11")))))
    desk.send(.journal(.takes(.naming(.done))))
    desk.send(.journal(.takes(.trashed(id))))
    #expect(TakeFiles.title(in: desk.data) == "Take 12", "in the trash it has its name still")
  }

  // MARK: - A page for a teacher

  private func export(_ message: Days.ExportMessage, _ desk: Desk) {
    desk.send(.journal(.days(.export(message))))
  }

  /// The calendar on the day of a finished take.
  private func day() throws -> Desk {
    let desk = finished("/journal")
    let take = try #require(Take.all(in: desk.data).first)
    desk.send(.journal(.days(.dayChosen(take.day, isExtending: false, isAdding: false))))
    export(.opened, desk)
    return desk
  }

  private func handed(_ desk: Desk) -> (bytes: [UInt8], sounds: [PageSound])? {
    desk.orders.compactMap {
      if case .handPage("own", _, let bytes, let sounds) = $0 {
        (bytes: bytes, sounds: sounds)
      } else {
        nil
      }
    }.last
  }

  @Test func aWholeTakeGoesIntoThePageAsItIs() throws {
    let desk = try day()
    #expect(desk.html.contains("Include audio of 1 take in the page, about 40 KB."))
    export(.taken(.page), desk)
    let (bytes, sounds) = try #require(handed(desk))
    let sound = try #require(sounds.first)
    #expect(sounds.count == 1 && sound.file.hasSuffix(".flac"))
    #expect(bytes[..<sound.place].suffix(8).elementsEqual(";base64,".utf8))
    #expect(bytes[sound.place] == UInt8(ascii: "\""))
    #expect(desk.html.contains("Creating the page"))
    desk.send(.journal(.handout(.handed(nil))))
    #expect(!desk.html.contains("Creating the page"))
    #expect(!desk.state.toasts.contains { $0.text.contains("Couldn’t create") })
  }

  @Test func ofATakeThatIsCutThePageHasWhatIsLeft() throws {
    let desk = opened()
    page(.pressed(at: 0.1), desk)
    page(.drawn(to: 0.2), desk)
    page(.released, desk)
    page(.trimTapped, desk)
    desk.send(.addressChanged("/journal"))
    let take = try #require(Take.all(in: desk.data).first)
    #expect(!take.heard.isWhole)
    desk.send(.journal(.days(.dayChosen(take.day, isExtending: false, isAdding: false))))
    export(.opened, desk)
    #expect(desk.html.contains("about 4 KB."))
    export(.taken(.page), desk)
    #expect(handed(desk) == nil)
    let work = try #require(works(desk).last)
    #expect(TakeRequest(message: work.numbers) == .export(take.heard, isFlac: true))
    desk.send(.journal(.handout(.written(.goesOn(0.5)))))
    desk.send(.journal(.handout(.written(.done(.exported(frames: 480_000))))))
    #expect(try #require(handed(desk)).sounds.map { $0.file } == [work.files[1]])
    desk.send(.journal(.handout(.handed("QuotaExceededError"))))
    #expect(works(desk).last?.files == [work.files[1]] && works(desk).last?.verb == "erase")
    #expect(desk.state.toasts.last?.text.hasPrefix("Not enough storage") == true)
  }

  @Test func thePageCanGoWithoutSound() throws {
    let desk = try day()
    export(.soundsSwitched(false), desk)
    export(.taken(.page), desk)
    #expect(handed(desk) == nil)
    guard case .download(_, "text/html", _)? = desk.orders.last else {
      Issue.record("nothing is handed over")
      return
    }
  }

  @Test func thePageSaysWhichSoundIsMissingAndFetchesIt() throws {
    let desk = try day()
    list([], on: desk)
    #expect(desk.html.contains("won’t include 1 take"), "it is on another device")
    // The same take, once the server has its sound.
    let take = try #require(Take.all(in: desk.data).first)
    let sound = try #require(take.sound)
    var data = desk.data
    var intent = EditIntent(
      label: "Send", edits: take.sending, wall: 1_763_000_001_000, group: nil, draft: nil)
    _ = data.perform(&intent)
    let link = ServerLink(
      account: AccountID(Bits128(high: 1, low: 1)), epoch: Epoch(1), isHolder: true)
    var room = RoomContext(
      milliseconds: desk.milliseconds, zoneMinutes: 60, random: RandomBits(seed: 3, 3), data: data,
      link: link)
    var state = desk.state.journal
    _ = Journal.refresh(&state, at: .days, &room)
    _ = Journal.update(&state, .days(.export(.opened)), &room)
    #expect(state.days.export.sounds.away == [Carrier.File(id, sound)])
    let html = HTML.text(of: Days.exportSheet(state.days.export))
    #expect(
      html.contains("The audio of 1 take is on the server") && html.contains("Download · 40 KB"))
    #expect(!html.contains("Include audio"))
    _ = Journal.carry(&state, room)
    // The server goes and comes back while the sheet is open.
    let alone = RoomContext(
      milliseconds: desk.milliseconds, zoneMinutes: 60, random: RandomBits(seed: 3, 4), data: data)
    _ = Journal.carry(&state, alone)
    #expect(state.days.export.sounds.away.isEmpty && state.days.export.sounds.elsewhere == 1)
    _ = Journal.carry(&state, room)
    #expect(state.days.export.sounds.away == [Carrier.File(id, sound)])
    _ = Journal.update(&state, .days(.export(.soundsWanted)), &room)
    // Once the file is here, the page has it.
    let file = TakeFile(name: TakeFiles.file(of: id, sound), size: 40_000)
    _ = Journal.update(
      &state, .takes(.shelf(.listed(space: "own", .done([file])))), &room)
    #expect(state.days.export.sounds.away.isEmpty && state.days.export.sounds.count == 1)
  }

  // MARK: - Import

  private func picked(_ names: String...) -> [PickedFile] {
    var payload = Payload()
    payload.append(Double(names.count))
    for (index, name) in names.enumerated() {
      payload.append(Double(index + 1))
      payload.append(name)
      payload.append("audio/wav")
      payload.append(1_000.0)
    }
    var reader = payload.reader
    return PickedFile.list(&reader)
  }

  private func imports(_ desk: Desk) -> [TakeWork] { works(desk).filter { $0.verb == "import" } }

  private func answer(_ outcome: TakeOutcome<TakeAnswer>, _ desk: Desk) throws {
    let job = try #require(desk.state.journal.takes.shelf.working)
    desk.send(.journal(.takes(.shelf(.worked(job.take, outcome)))))
    // Its file is there, or gone.
    let isDone = desk.data[job.take] != nil
    list(isDone ? [TakeFile(name: TakeFiles.recording(job.take), size: 88_280)] : [], on: desk)
  }

  @Test func chosenFilesBecomeTakesOneAfterAnother() throws {
    let desk = desk()
    #expect(desk.html.contains("Import audio files"))
    desk.send(.journal(.takes(.importing(.tapped))))
    guard case .pickFiles(_, several: true)? = desk.orders.last else {
      Issue.record("no files are asked for")
      return
    }
    desk.send(.journal(.takes(.importing(.picked(picked("Lesson 3.wav", "Duet.mp3"))))))
    let first = try #require(imports(desk).first)
    #expect(imports(desk).count == 1 && first.numbers == [1] + TakeRequest.take.message)
    #expect(first.files.count == 2 && first.files[0] == "" && first.reads == 1)
    #expect(desk.html.contains("Importing “Lesson 3.wav”, 1 more after it"))
    let job = try #require(desk.state.journal.takes.shelf.working)
    desk.send(.journal(.takes(.shelf(.worked(job.take, .goesOn(0.4))))))
    #expect(desk.html.contains("40 %"))
    try answer(.done(.recorded(frames: 44_100, sampleRate: 44_100)), desk)
    let take = try #require(Take.all(in: desk.data).first)
    #expect(take.name == "Lesson 3" && take.frames == 44_100 && take.sampleRate == 44_100)
    #expect(take.state == .recorded && take.id == job.take)
    #expect(desk.state.toasts.contains { $0.text == "Imported “Lesson 3” (0:01)." })
    #expect(imports(desk).count == 2 && desk.html.contains("Importing “Duet.mp3”"))
    try answer(.done(.recorded(frames: 48_000, sampleRate: 48_000)), desk)
    #expect(Set(Take.all(in: desk.data).map(\.name)) == ["Lesson 3", "Duet"])
    desk.send(.undoTapped)
    #expect(Take.all(in: desk.data).map(\.name) == ["Lesson 3"])
  }

  @Test(arguments: [
    ("DataError", "isn’t an audio file that Woodshed can read"),
    ("EncodingError", "isn’t an audio file that Woodshed can read"),
    ("TooLargeError", "others up to 30 MB"),
    ("QuotaExceededError", "Not enough storage for “a.txt”"),
    ("NotReadableError", "couldn’t be opened"),
  ])
  func whatCannotBeImportedIsSaidAndTheNextFileFollows(error: String, words: String) throws {
    let desk = desk()
    desk.send(.journal(.takes(.importing(.picked(picked("a.txt", "b.wav"))))))
    let file = try #require(imports(desk).first).files[1]
    try answer(.failed(error), desk)
    #expect(desk.html.contains(words))
    #expect(works(desk).contains { $0.verb == "erase" && $0.files == [file] })
    #expect(imports(desk).count == 2)
    #expect(desk.state.journal.takes.shelf.failure == nil)
    try answer(.done(.recorded(frames: 48_000, sampleRate: 48_000)), desk)
    #expect(Take.all(in: desk.data).map(\.name) == ["b"])
    #expect(desk.html.contains(words), "until it is dismissed")
    desk.send(.journal(.takes(.importing(.dismissed))))
    #expect(!desk.html.contains(words))
  }

  // MARK: - The trash

  @Test func takesInTheTrashAreShownAndRestored() throws {
    let desk = finished()
    #expect(!desk.html.contains("in the trash"))
    let name = try #require(Take.all(in: desk.data).first).name
    desk.send(.journal(.takes(.trashed(id))))
    #expect(desk.html.contains("1 take in the trash"))
    desk.send(.journal(.takes(.trashShown)))
    #expect(desk.state.route == .page(.data))
    #expect(desk.html.contains("Take · deleted") && desk.html.contains("Restore “\(name)”"))
    // Nobody erases anything without an account.
    #expect(desk.html.contains("until you erase them at the foot of their page"))
    desk.send(.data(.restored(id)))
    #expect(Take.all(in: desk.data).map(\.id) == [id])
    #expect(desk.state.toasts.last?.text == "Restored “\(name)”.")
    desk.send(.addressChanged("/journal/takes"))
    #expect(!desk.html.contains("take in the trash"))
  }

  @Test func aTakeOfAnotherDeviceSaysWhereItsSoundIs() {
    let desk = finished()
    list([], on: desk)
    desk.send(.addressChanged(Journal.Place.take(id).path))
    #expect(desk.html.contains("is on the device that recorded it"))
  }

  @Test(arguments: [("Ferling 14", "Ferling 14"), ("a/b: c?", "a-b- c-"), ("  ", "Take")])
  func fileNamesAreTakenEverywhere(name: String, file: String) {
    #expect(name.fileName(or: "Take") == file)
  }
}
