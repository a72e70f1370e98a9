import Domain
import Foundation
import Ledger
import Program
import Rooms
import Testing

@testable import ReedsRoom

/// The page on which reeds go into files and come out of them.
@Suite struct ReedFilesTests {
  private let desk = Desk("/reeds/files")

  private func send(_ message: Reeds.FileMessage) {
    desk.send(.room(.reeds(.file(message))))
  }

  private func paste(_ text: String) {
    send(.pasted(text))
    send(.pasteTaken)
  }

  private var reeds: [Reed] {
    var reeds: [Reed] = []
    desk.data.forEachRow {
      if $0.kind == .reed, $0.life == .alive { reeds.append(Reed($0)) }
    }
    return reeds
  }

  private var downloads: [(name: String, bytes: [UInt8])] {
    desk.orders.compactMap {
      if case .download(let name, _, let bytes) = $0 { (name, bytes) } else { nil }
    }
  }

  @Test func aPastedTableIsSeenBeforeItIsTakenIn() {
    paste("Name\tTie length\tStage\nB1\t72.5\tin use\nB2\t71\tblank\n")
    #expect(desk.html.contains("2 reeds: 2 new"))
    #expect(desk.html.contains("Changes</h3>") && reeds.isEmpty)
    send(.takenIn)
    #expect(reeds.map(\.name).sorted() == ["B1", "B2"])
    #expect(desk.html.contains("Imported 2 items."))
    desk.send(.undoTapped)
    #expect(reeds.isEmpty)
  }

  @Test func whatIsNotUnderstoodIsNamedAndTheRestCanBeTakenIn() {
    paste("Name,Tie length,Date\nB1,long,3/4/2026\nB2,71,2026-02-03\n")
    #expect(desk.html.contains("2 problems"))
    #expect(desk.html.contains("Line 2, column 2: Tie length: “long” is left out."))
    #expect(desk.html.contains("Import the rest"))
    send(.leftAlone)
    #expect(reeds.isEmpty && !desk.html.contains("Import the rest"))
  }

  @Test func aColumnIsCorrectedAndRemembered() {
    paste("Reed,Tied at\nB1,72.5\n")
    send(.column(1, "tie_length"))
    send(.takenIn)
    let text = desk.drawer.texts["woodshed.reeds.columns"] ?? ""
    #expect(text.contains(#""Tied at":"tie_length""#))
    paste("Reed,Tied at\nB2,70\n")
    #expect(desk.state.rooms.reeds.files.preview?.columns[1].choice.target == "tie_length")
    let next = Desk("/reeds/files", drawer: desk.drawer)
    #expect(next.state.rooms.reeds.files.memory == text)
  }

  @Test func aWeatherStationsTableFillsInTestsAndOneUndoTakesItBack() throws {
    paste("Name\nB1\n")
    send(.takenIn)
    paste("Reed\tDay\tSuccess\nB1\t2025-01-01\t7\n")
    send(.rowsAre("tests"))
    send(.takenIn)
    func humidity() -> [Value] {
      var values: [Value] = []
      desk.data.forEachRow {
        if $0.kind == .reedTest { values.append($0.value(KindID.reedTest.field(64))) }
      }
      return values
    }
    #expect(humidity() == [.null])
    paste("Date;Humidity\n2025-01-01;44\n")
    #expect(desk.html.contains("1 test gets 1 value") && desk.html.contains("Humidity: – → 44 %"))
    #expect(desk.html.contains("Weather measurements"))
    // Read as something else, and back.
    send(.rowsAre("reeds"))
    #expect(desk.state.rooms.reeds.files.preview?.isWeather == false)
    send(.rowsAre("weather"))
    #expect(desk.html.contains("1 test gets 1 value"))
    send(.takenIn)
    #expect(humidity() == [.int(44)])
    desk.send(.undoTapped)
    #expect(humidity() == [.null])
    paste("Date;Humidity\n2020-01-01;44\n")
    #expect(desk.html.contains("0 tests get 0 values") && !desk.html.contains("Nothing new"))
  }

  @Test func whatIsWrittenComesBackAsTheSameBytes() throws {
    paste("Name\tTie length\tBox\nB1\t72.5\tConcert\nB2\t71\tTravel\n")
    send(.takenIn)
    send(.written(.json))
    let file = try #require(downloads.last)
    #expect(file.name == "woodshed-2025-11-13-reeds.json")
    let other = Desk("/reeds/files")
    other.file = file.bytes
    other.send(.room(.reeds(.file(.fileRead(file.bytes, name: file.name)))))
    other.send(.room(.reeds(.file(.takenIn))))
    other.send(.room(.reeds(.file(.written(.json)))))
    #expect(
      other.orders.contains {
        if case .download(_, _, let bytes) = $0 { bytes == file.bytes } else { false }
      })
    // Here it is nothing new.
    send(.fileRead(file.bytes, name: file.name))
    #expect(desk.html.contains("Nothing new: you already have everything in this file."))
  }

  @Test func tablesAndPaperAreWritten() throws {
    paste("Name,Box\nB1,Concert\n")
    send(.takenIn)
    for output in [ReedOutput.table(4), .sheet] { send(.written(output)) }
    #expect(
      downloads.map(\.name) == ["woodshed-2025-11-13-boxes.csv", "woodshed-2025-11-13-reeds.html"])
    #expect(String(decoding: downloads[0].bytes, as: UTF8.self).contains("Concert"))
    #expect(String(decoding: downloads[1].bytes, as: UTF8.self).contains("<svg"))
  }

  @Test func whatIsAgreedToIsImportedThoughSomethingElseHasChanged() {
    paste("Name\nB1\n")
    desk.send(.settings(.themeChosen(.dark)))
    send(.takenIn)
    #expect(reeds.count == 1 && !desk.html.contains("Your data has changed."))
  }

  @Test func whatComesToSomethingElseMeanwhileIsShownAgain() throws {
    paste("Name,Tie length\nB1,72.5\n")
    send(.takenIn)
    send(.written(.json))
    let file = try #require(downloads.last)
    let text = String(decoding: file.bytes, as: UTF8.self).replacing("72.5", with: "73")
    send(.fileRead(Array(text.utf8), name: file.name))
    send(.newest(true))
    #expect(desk.html.contains("1 changed"))
    // Now the reed is a new one.
    desk.send(.undoTapped)
    send(.takenIn)
    #expect(reeds.isEmpty && desk.html.contains("Your data has changed."))
    send(.takenIn)
    #expect(reeds.count == 1)
  }

  @Test func aFileThatIsNoneIsRefusedAndNothingIsChanged() {
    send(.fileRead(Array("{\"format\":\"double-reed-log\",\n}".utf8), name: "x.json"))
    #expect(desk.html.contains("import x.json. Line 2, column 1:"))
    send(.fileRead(nil, name: "y.json"))
    #expect(desk.html.contains("read y.json. Nothing was changed"))
  }

  @Test func withoutTheClerkItIsSaidWhatToDo() {
    desk.hasClerk = false
    send(.written(.json))
    #expect(desk.html.contains("export: part of the app"))
    paste("Name\nB1\n")
    #expect(desk.html.contains("read Pasted table: part of the app"))
  }

  @Test func aCorrectionWhileTheClerkLooksCountsToo() {
    paste("Reed,Tied at,Glue\nB1,72.5,yes\n")
    desk.isClerkSlow = true
    send(.column(1, "tie_length"))
    #expect(desk.state.rooms.reeds.files.preview?.columns[1].choice.target == "tie_length")
    send(.column(2, "remark"))
    desk.letClerkAnswer()
    #expect(
      desk.state.rooms.reeds.files.preview?.columns.map(\.choice.target)
        == ["name", "tie_length", "remark"])
    send(.takenIn)
    #expect(reeds.first?.remark == "yes")
  }

  // MARK: - Dated saves

  private var saves: [ReedSave] { ReedSave.all(in: desk.data) }

  private func send(_ message: Reeds.SaveMessage) { desk.send(.reeds(.save(message))) }

  /// Saves everything, and gives back the bytes that were written.
  private func save(named name: String) throws -> [UInt8] {
    send(.nameTyped(name))
    send(.wanted)
    guard
      case .writeTake(let space, let file, 0, let bytes)? = desk.orders.last(where: {
        if case .writeTake = $0 { true } else { false }
      })
    else { throw CancellationError() }
    #expect(space == "own" && file.hasSuffix(".json"))
    let id = try #require(Bits128(hex: String(file.prefix(32))))
    var save = ReedSave(
      RowID(id), named: name, day: 20_405, made: desk.milliseconds, count: reeds.count)
    save.file = BlobReference(
      sha256: SHA256.digest(of: bytes).bytes, byteCount: UInt64(bytes.count),
      mimeType: "application/json")
    send(.written(save, space: "own", .done([])))
    return bytes
  }

  @Test func aSaveIsComparedAndGoneBackTo() throws {
    paste("Name\tTie length\nB1\t72.5\n")
    send(.takenIn)
    let bytes = try save(named: "Before the trip")
    #expect(saves.map(\.title) == ["Before the trip"] && saves[0].count == 1)
    #expect(desk.html.contains("Before the trip") && desk.html.contains("13 Nov 2025 · 1 reed"))
    // What is written later is newer than the save, and there is one more reed.
    desk.milliseconds += 60_000
    paste("Name\tNickname\nB2\tPuck\n")
    send(.takenIn)
    let old = try #require(reeds.first { $0.name == "B1" })
    desk.milliseconds += 60_000
    paste("id,Name\n\(old.id.bits.hex),B1 again\n")
    send(.takenIn)
    #expect(reeds.map(\.name).sorted() == ["B1 again", "B2"])

    send(.opened(saves[0].id, .comparison))
    send(.read(saves[0].id, .comparison, .done(bytes)))
    #expect(desk.html.contains("Name: B1 again → B1"))
    send(.newest(false))
    #expect(desk.html.contains("Name stays B1 again (in the file: B1)"))
    send(.newest(true))
    send(.takenIn)
    #expect(reeds.map(\.name).sorted() == ["B1", "B2"], "Nothing goes that a save lacks.")
    desk.send(.undoTapped)
    #expect(reeds.map(\.name).sorted() == ["B1 again", "B2"])
  }

  @Test func aSaveThatIsNotAsItWasIsNotUsed() throws {
    paste("Name\nB1\n")
    send(.takenIn)
    let bytes = try save(named: "")
    #expect(saves[0].title == "13 Nov 2025")
    send(.opened(saves[0].id, .comparison))
    send(.read(saves[0].id, .comparison, .done(bytes + [0x20])))
    #expect(desk.html.contains("read this copy: it may be damaged"))
    send(.opened(saves[0].id, .download))
    send(.read(saves[0].id, .download, .failed("NotFoundError")))
    #expect(desk.html.contains("on this device. Go online"))
    send(.opened(saves[0].id, .download))
    send(.read(saves[0].id, .download, .done(bytes)))
    #expect(downloads.last?.bytes == bytes)
  }

  @Test func whereThereIsNoRoomNothingIsSaved() throws {
    paste("Name\nB1\n")
    send(.takenIn)
    send(.wanted)
    let save = ReedSave(
      RowID(Bits128(high: 1, low: 1)), named: "", day: 20_405, made: 0, count: 1)
    send(.written(save, space: "own", .failed("QuotaExceededError")))
    #expect(saves.isEmpty && desk.html.contains("not enough space on this device"))
    send(.trashed(save.id))
    #expect(saves.isEmpty)
  }
}
