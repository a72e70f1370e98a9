import Domain
import Ledger
public import Markup
import Program
import RoomKit
import Sound

// Audio files become takes: each is written as if it had been recorded, and then finished like any other take.
extension Takes {
  /// A file to import, and the take that it becomes.
  struct Import: Sendable {
    let take: RowID
    let file: PickedFile
  }

  public enum ImportMessage: Sendable {
    case tapped
    case picked([PickedFile])
    case dismissed
  }

  static func update(
    _ state: inout State, _ message: ImportMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .tapped:
      return [
        .pickFiles(accept: "audio/*,.wav,.flac,.mp3,.m4a,.ogg,.oga,.opus", several: true) {
          .importing(.picked($0))
        }
      ]
    case .picked(let files):
      guard room.isWritable else {
        return [.toast("Can’t import: this device can’t save right now.")]
      }
      state.importTroubles = []
      for file in files { state.imports.append(Import(take: room.newRow(), file: file)) }
      return Shelf.tend(&state, room)
    case .dismissed:
      state.importTroubles = []
      return [.focus("takes-import")]
    }
  }

  /// Starts with the next file.
  static func importNext(_ next: Import, _ room: RoomContext) -> Effect<Message> {
    .work(
      on: .take, reading: next.file, writing: TakeFiles.recording(next.take), of: room.space
    ) { .shelf(.worked(next.take, $0)) }
  }

  /// Saves the take that a file became, or says why it did not.
  static func imported(
    _ outcome: TakeOutcome<TakeAnswer>, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard let done = state.imports.first else { return [] }
    state.imports.removeFirst()
    guard case .done(.recorded(let frames, let rate)) = outcome else {
      var reason = ""
      if case .failed(let name) = outcome { reason = name }
      state.importTroubles.append(trouble(done.file.name, reason))
      return [.eraseTakeFiles([TakeFiles.recording(done.take)], of: room.space)]
    }
    let name = self.name(of: done.file.name)
    var take = Take(
      done.take, named: name.utf8.isEmpty ? TakeFiles.title(in: room.data) : name, day: room.day,
      began: room.milliseconds, sampleRate: rate)
    (take.frames, take.state, take.folder) = (frames, .recorded, state.folder)
    return [
      .keep(
        "Import “\(take.name)”", take.edits(from: nil, zoneMinutes: room.zoneMinutes),
        saying: "Imported “\(take.name)” (\(ClockText.text(seconds: take.seconds))).")
    ]
  }

  /// The name of a file without its ending.
  private static func name(of file: String) -> String {
    let bytes = Array(file.utf8)
    let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? 0
    let name = String(decoding: bytes[..<(end > 0 ? end : bytes.count)], as: UTF8.self)
    return name.trimmingBlanks.shortened(to: Take.nameLimit)
  }

  private static func trouble(_ file: String, _ reason: String) -> String {
    switch reason {
    case "QuotaExceededError": "Not enough storage for “\(file)”. Free up space and try again."
    case "TooLargeError":
      "“\(file)” is too large. WAV and FLAC files may be of any size; others up to 30 MB."
    case "ProgramError":
      "Part of Woodshed couldn’t be loaded to import “\(file)”. Try again when you’re online."
    case "NotFoundError", "NotReadableError":
      "“\(file)” couldn’t be opened. Choose it again."
    default:
      "“\(file)” isn’t an audio file that Woodshed can read. Try WAV, FLAC, MP3, M4A or Ogg."
    }
  }

  // MARK: - View

  static func importButton() -> Node<Message> {
    action(
      "Import", label: "Import audio files", icon: .file, id: "takes-import", .importing(.tapped))
  }

  /// The import in progress, and what could not be imported.
  @NodeBuilder<Message>
  static func importState(_ state: State) -> [Node<Message>] {
    if let next = state.imports.first {
      let isWorking = state.shelf.working?.take == next.take
      let left = state.imports.count - 1
      progressBar(
        "Importing “\(next.file.name)”" + (left > 0 ? ", \(left) more after it" : ""),
        share: isWorking ? state.shelf.share : nil)
    }
    if !state.importTroubles.isEmpty {
      div(.className("notice trouble"), .role("alert")) {
        Icon.warning.view()
        div(.className("stack")) { for trouble in state.importTroubles { p { trouble } } }
        iconButton(.close, label: "Dismiss", .importing(.dismissed))
      }
    }
  }
}
