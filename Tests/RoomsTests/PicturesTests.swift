import Domain
import Ledger
import Program
import RoomKit
import Rooms
import Testing

@testable import JournalRoom
@testable import Markup
@testable import ReedsRoom

/// Pictures of reeds, tools and notes: from the chosen file to the row, and what becomes of them.
@Suite struct PicturesTests {
  private let desk = Desk("/reeds/files")
  private let reed: RowID

  init() throws {
    desk.send(.reeds(.file(.pasted("Name\tStage\nA-001\tin use\n"))))
    desk.send(.reeds(.file(.pasteTaken)))
    desk.send(.reeds(.file(.takenIn)))
    reed = try #require(Reed.all(in: desk.data).first).id
    desk.send(.addressChanged(Reeds.Place.reed(reed).path))
  }

  private func send(_ message: Pictures.Message) { desk.send(.room(.reeds(.pictures(message)))) }

  private var pictures: [Picture] { Picture.all(in: desk.data) }

  private func file(_ name: String, _ token: UInt32 = 1) -> PickedFile {
    var payload = Payload()
    payload.append(Double(token))
    payload.append(name)
    payload.append("image/jpeg")
    payload.append(3_000_000.0)
    var reader = payload.reader
    return PickedFile(&reader)
  }

  /// Chooses a picture that the browser makes of these bytes, and lets the device write it.
  private func add(_ bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 1], to subject: RowID? = nil) {
    send(.picked(subject ?? reed, [file("IMG.jpg")]))
    send(.made(MadePicture(bytes: bytes, width: 2_048, height: 1_536)))
    guard var picture = written.last else { return }
    picture.subject = subject ?? reed
    send(.written(picture, space: "own", .done([])))
  }

  /// What the device was told to write, as rows that are not kept yet.
  private var written: [Picture] {
    desk.orders.compactMap { order -> Picture? in
      guard case .writeTake(_, let name, _, let bytes) = order,
        let id = Bits128(hex: String(name.prefix(32)))
      else { return nil }
      var picture = Picture(RowID(id), of: reed, day: 20_405, made: 1_763_000_000_000)
      picture.file = BlobReference(
        sha256: SHA256.digest(of: bytes).bytes, byteCount: UInt64(bytes.count),
        mimeType: "image/jpeg")
      return picture
    }
  }

  @Test func aPictureIsWrittenBeforeItsRowIsKept() throws {
    send(.picked(reed, [file("IMG.jpg")]))
    #expect(desk.html.contains("Adding …"))
    send(.made(MadePicture(bytes: [0xFF, 0xD8, 0xFF, 1], width: 2_048, height: 1_536)))
    #expect(pictures.isEmpty)
    let picture = try #require(written.last)
    guard
      case .writeTake(let space, let name, 0, _)? = desk.orders.last(where: {
        if case .writeTake = $0 { true } else { false }
      })
    else {
      Issue.record("Nothing was written.")
      return
    }
    let file = try #require(picture.file)
    #expect(space == "own" && name == TakeFiles.file(of: picture.id, file))
    #expect(name.hasSuffix(".jpg"))
    send(.written(picture, space: "own", .done([])))
    #expect(pictures.map(\.subject) == [reed] && !pictures[0].isSent)
    #expect(desk.html.contains("data-picture=\"own \(name)\""))
    desk.send(.undoTapped)
    #expect(pictures.isEmpty && !desk.html.contains("data-picture"))
  }

  @Test func severalAreMadeOneAfterAnother() {
    send(.picked(reed, [file("1.jpg", 1), file("2.heic", 2), file("3.jpg", 3)]))
    func made() -> [UInt32] {
      desk.orders.compactMap { if case .makePicture(let token) = $0 { token } else { nil } }
    }
    #expect(made() == [1])
    send(.made(nil))
    #expect(desk.html.contains("can’t read “1.jpg”"))
    #expect(made() == [1, 2])
    send(.made(MadePicture(bytes: [1], width: 1, height: 1)))
    send(.written(written[0], space: "own", .done([])))
    #expect(made() == [1, 2, 3] && pictures.count == 1)
  }

  @Test func whereThereIsNoRoomNothingIsKept() {
    send(.picked(reed, [file("1.jpg")]))
    send(.made(MadePicture(bytes: [1], width: 1, height: 1)))
    send(.written(written[0], space: "own", .failed("QuotaExceededError")))
    #expect(pictures.isEmpty && desk.html.contains("Not enough space on this device"))
    #expect(!desk.html.contains("Adding …"))
  }

  @Test func whatBelongsToAnotherSpaceIsErased() {
    send(.picked(reed, [file("1.jpg")]))
    send(.made(MadePicture(bytes: [1], width: 1, height: 1)))
    send(.written(written[0], space: "elsewhere", .done([])))
    #expect(pictures.isEmpty)
    #expect(
      desk.orders.contains {
        if case .takeWork(let work) = $0 {
          work.verb == "erase" && work.space == "elsewhere" && work.files[0].hasSuffix(".jpg")
        } else {
          false
        }
      })
  }

  @Test func aCaptionIsKeptWhenThePictureIsLeft() {
    add()
    send(.opened(pictures[0].id))
    #expect(desk.html.contains("Download"))
    send(.captionTyped("  Tip, from above "))
    send(.closed)
    #expect(pictures[0].caption == "Tip, from above")
    #expect(desk.html.contains("<strong>Tip, from above</strong>"), "The history names it.")
    #expect(!desk.html.contains("Download"))
  }

  @Test func oneIsSeenAfterAnother() {
    add([1])
    add([2])
    send(.opened(pictures[0].id))
    #expect(desk.html.contains("1 of 2"))
    send(.captionTyped("First"))
    send(.stepped(by: 1))
    #expect(desk.html.contains("2 of 2"))
    #expect(pictures.map(\.caption) == ["First", ""])
    send(.stepped(by: 1))
    #expect(desk.html.contains("2 of 2"))
  }

  @Test func aTrashedPictureComesBackByUndo() {
    add()
    send(.opened(pictures[0].id))
    send(.trashed)
    #expect(pictures.isEmpty && !desk.html.contains("Download"))
    desk.send(.undoTapped)
    #expect(pictures.count == 1)
  }

  @Test func whatIsErasedForGoodTakesItsPicturesAlong() {
    add()
    let picture = pictures[0].id
    desk.send(.addressChanged("/about/data/row/\(reed.bits.hex)"))
    desk.send(.row(.trashTapped))
    desk.send(.row(.eraseTapped))
    desk.send(.row(.eraseConfirmed))
    #expect(desk.data[picture]?.life == .purged && desk.data[reed]?.life == .purged)
  }

  @Test func toolsHavePicturesToo() throws {
    desk.send(.addressChanged("/reeds/tools"))
    desk.send(.reeds(.tool(.typed("Innoledy"))))
    desk.send(.reeds(.tool(.added)))
    let tool = try #require(ReedTool.all(in: desk.data).first)
    add(to: tool.id)
    #expect(pictures.map(\.subject) == [tool.id])
    #expect(desk.html.contains("id=\"picture-\(pictures[0].id.bits.hex)\""))
  }

  @Test func notesHavePicturesToo() throws {
    desk.send(.addressChanged("/journal"))
    desk.send(.journal(.days(.note(.added))))
    desk.send(.journal(.days(.note(.typed("The blade")))))
    desk.send(.journal(.days(.note(.done))))
    let note = try #require(JournalNote.all(of: 0...30_000, in: desk.data).first)
    #expect(desk.html.contains("Add pictures to “The blade”"))
    desk.send(.journal(.days(.pictures(.picked(note.id, [file("IMG.jpg")])))))
    desk.send(.journal(.days(.pictures(.made(MadePicture(bytes: [1], width: 1, height: 1))))))
    var picture = try #require(written.last)
    picture.subject = note.id
    desk.send(.journal(.days(.pictures(.written(picture, space: "own", .done([]))))))
    #expect(desk.html.contains("id=\"picture-\(picture.id.bits.hex)\""))
  }
}
