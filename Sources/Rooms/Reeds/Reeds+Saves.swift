public import Domain
public import Ledger
import Markup
public import Program
public import RoomKit

// Saved copies of all reeds, kept in the space to compare with or restore.
extension Reeds {
  public enum SaveMessage: Sendable {
    case nameTyped(String)
    case wanted
    case exported([UInt8]?)
    case written(ReedSave, space: String, TakeOutcome<[Double]>)
    case opened(RowID, Purpose)
    case read(RowID, Purpose, TakeOutcome<[UInt8]>)
    case fetched(RowID, Purpose, FetchAnswer)
    case naming(Naming.Message)
    case trashed(RowID)
  }

  /// Why a saved copy is read.
  public enum Purpose: Sendable {
    case comparison, download
  }

  private static let renameID = "save-rename"

  static func update(
    _ state: inout State, _ message: SaveMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .nameTyped(let text): state.files.saveName = text.shortened(to: ReedSave.nameLimit)
    case .wanted:
      guard state.files.work == nil else { return [] }
      (state.files.work, state.files.problem) = (.saving, nil)
      let request = ClerkRequest.export(
        .json, at: Moment(room.milliseconds, zoneMinutes: room.zoneMinutes))
      return [.clerk(request.bytes(room.data)) { .save(.exported($0)) }]
    case .exported(let bytes):
      guard let bytes, !bytes.isEmpty,
        let file = BlobReference(
          sha256: SHA256.digest(of: bytes).bytes, byteCount: UInt64(bytes.count),
          mimeType: ReedSave.fileType)
      else {
        state.files.work = nil
        state.files.problem =
          "Couldn’t save: part of the app isn’t on this device yet. Go online once, then try again."
        return []
      }
      var save = ReedSave(
        room.newRow(), named: state.files.saveName.trimmingBlanks, day: room.day,
        made: room.milliseconds, count: state.index.lines.count)
      save.file = file
      let (space, made) = (room.space, save)
      return [
        .writeTake(bytes, to: TakeFiles.file(of: save.id, file), at: 0, of: space) {
          .save(.written(made, space: space, $0))
        }
      ]
    case .written(_, _, .goesOn): return []
    case .written(let save, let space, .done):
      state.files.work = nil
      // Another space may be on screen by now, where this row does not belong.
      guard space.hasSameBytes(as: room.space) else {
        let file = save.file.map { TakeFiles.file(of: save.id, $0) } ?? ""
        return [.eraseTakeFiles([file], of: space)]
      }
      state.files.saveName = ""
      return [
        .keep(
          "Save “\(save.title)”", save.edits(from: nil, zoneMinutes: room.zoneMinutes),
          saying: "Saved as “\(save.title)”.")
      ]
    case .written(_, _, .failed(let name)):
      state.files.work = nil
      state.files.problem =
        name.hasSameBytes(as: "QuotaExceededError")
        ? "Couldn’t save: not enough space on this device. Your reeds are unchanged."
        : "Couldn’t save (\(name)). Your reeds are unchanged; try again."
    case .opened(let id, let purpose):
      guard state.files.work == nil, let file = file(of: id, room) else { return [] }
      (state.files.work, state.files.problem) = (.reading, nil)
      return [
        .readTake(TakeFiles.file(of: id, file), of: room.space, from: 0, count: file.byteCount) {
          .save(.read(id, purpose, $0))
        }
      ]
    case .read(_, _, .goesOn): return []
    case .read(let id, let purpose, .done(let bytes)):
      state.files.work = nil
      return use(bytes, id, purpose, &state, room)
    case .read(let id, let purpose, .failed):
      // It is not on this device; the server may have it.
      guard let file = file(of: id, room), room.link != nil else {
        state.files.work = nil
        state.files.problem =
          "This copy isn’t on this device. Go online, or open it on the device that made it."
        return []
      }
      let request = FetchRequest(
        path: "/v1/b/\(Hex.text(of: file.sha256))", timeoutMilliseconds: 120_000)
      return [.fetch(request) { .save(.fetched(id, purpose, $0)) }]
    case .fetched(let id, let purpose, let answer):
      state.files.work = nil
      return use(answer.isSuccess ? answer.bytes : [], id, purpose, &state, room)
    case .naming(let message):
      return Naming.update(
        &state.files.naming, message, ReedSave.nameField, upTo: ReedSave.nameLimit, renameID,
        room.data)
    case .trashed(let id):
      guard let save = room.data[id].map({ ReedSave($0) }) else { return [] }
      return [
        .keep(
          "Delete “\(save.title)”", save.trashing, saying: "“\(save.title)” is in the trash.")
      ]
    }
    return []
  }

  private static func file(of save: RowID, _ room: RoomContext) -> BlobReference? {
    room.data[save].flatMap { ReedSave($0).file }
  }

  private static func use(
    _ bytes: [UInt8], _ id: RowID, _ purpose: Purpose, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard let save = room.data[id].map({ ReedSave($0) }), let file = save.file,
      SHA256.digest(of: bytes).bytes == file.sha256
    else {
      state.files.problem =
        "Couldn’t read this copy: it may be damaged. Nothing was changed."
      return []
    }
    switch purpose {
    case .comparison: return begin(bytes, save.title, isNewest: true, &state, room)
    case .download:
      let name = "woodshed-\(DayText.text(of: save.day) ?? "save")-reeds.json"
      return [.download(bytes, name: name, type: ReedSave.fileType)]
    }
  }

  // MARK: - View

  static func savesCard(_ desk: FileDesk) -> Node<Message> {
    card("Saved copies", id: "reeds-saves") {
      p(.className("quiet")) {
        "Save a copy of all your reeds to compare or restore later. It syncs to your other devices."
      }
      Naming.view(
        "Name (optional)", "save-name", "Save", desk.saveName, done: Message.save(.wanted)
      ) { .save(.nameTyped($0)) }
      if desk.work == .saving { p(.className("quiet"), .role("status")) { "Saving …" } }
      if desk.saves.isEmpty {
        p(.className("quiet small")) { "No copies yet." }
      } else {
        ul(.className("list reed-saves")) {
          for save in desk.saves { row(save, desk).keyed(save.id.key) }
        }
      }
    }
  }

  private static func row(_ save: ReedSave, _ desk: FileDesk) -> Node<Message> {
    li(.className("list-row stack")) {
      div(.className("row wrap")) {
        div {
          strong { save.title }
          div(.className("quiet small")) {
            "\(MomentText.dayText(save.day)) · \(DayWords.count(Int(save.count), "reed", "reeds"))"
          }
        }
        div(.className("row push")) {
          action(
            "Compare", label: "Compare with “\(save.title)”", isDisabled: desk.work != nil,
            .save(.opened(save.id, .comparison)))
          iconButton(
            .edit, label: "Rename “\(save.title)”",
            .save(.naming(.asked(save.id, named: save.name))))
          iconButton(
            .download, label: "Download “\(save.title)”", isDisabled: desk.work != nil,
            .save(.opened(save.id, .download)))
          iconButton(.trash, label: "Delete “\(save.title)”", .save(.trashed(save.id)))
        }
      }
      if desk.naming.row == save.id {
        Naming.view(desk.naming, renameID, canLeave: true).map { .save(.naming($0)) }
      }
    }
  }
}
