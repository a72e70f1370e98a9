public import Domain
import Ledger
public import Markup
import Program
import RoomKit

// Exports the log and catalogues, and imports them after a preview. The clerk reads and writes the files.
extension Sessions {
  struct FileDesk: Sendable {
    /// The work in progress; nothing else starts until it is done.
    var work: Work?
    var problem: String?
    var name = ""
    var pasted = ""
    /// The bytes to import.
    var input: [UInt8] = []
    var preview: TrainingPreview?
    /// Edits confirmed on an outdated preview: imported if a new preview gives the same.
    var agreed: [Edit]?
    /// The space and data version that the preview was made from.
    var space = ""
    var version: UInt64 = 0
  }

  enum Work: Equatable, Sendable {
    case exporting(TrainingOutput)
    case reading
  }

  public enum FileMessage: Sendable {
    case exported(TrainingOutput)
    case answered(TrainingOutput, [UInt8]?)
    case fileWanted
    case picked(PickedFile?)
    case read([UInt8]?, name: String)
    case pasted(String)
    case pasteTaken
    case planned([UInt8]?)
    case takenIn
    case leftAlone
  }

  static func update(
    _ state: inout State, _ message: FileMessage, _ room: RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .exported(let output):
      guard state.files.work == nil else { return [] }
      (state.files.work, state.files.problem) = (.exporting(output), nil)
      let request = TrainingRequest.export(
        output, at: Moment(room.milliseconds, zoneMinutes: room.zoneMinutes))
      return [.clerk(request.bytes(room.data)) { .file(.answered(output, $0)) }]
    case .answered(let output, let bytes):
      state.files.work = nil
      let effects: [Effect<Message>]? = ClerkFiles.download(
        bytes, output.fileName, output.mediaType, on: room.day)
      if effects == nil { state.files.problem = ClerkFiles.notExported }
      return effects ?? []
    case .fileWanted:
      state.files.problem = nil
      return [
        .pickFiles(accept: ".csv,.tsv,.txt,.json,.sql") { .file(.picked($0.first)) }
      ]
    case .picked(let file):
      guard let file, state.files.work == nil else { return [] }
      state.files.work = .reading
      return [.read(file) { .file(.read($0, name: file.name)) }]
    case .read(let bytes, let name):
      state.files.work = nil
      guard let bytes else {
        state.files.problem = ClerkFiles.notOpened(name)
        return []
      }
      return plan(bytes, name, &state, room)
    case .pasted(let text):
      (state.files.pasted, state.files.problem) = (text, nil)
      return []
    case .pasteTaken:
      let text = state.files.pasted
      if text.trimmingBlanks.isEmpty { return [.focus("files-paste")] }
      return plan(Array(text.utf8), "Pasted lines", &state, room)
    case .planned(let bytes): return show(bytes, &state, room)
    case .takenIn: return takeIn(&state, room)
    case .leftAlone:
      (state.files.preview, state.files.problem, state.files.agreed) = (nil, nil, nil)
      return [.focus("files-choose")]
    }
  }

  /// Asks the clerk what an import would do.
  private static func plan(
    _ bytes: [UInt8], _ name: String, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard state.files.work == nil else { return [] }
    var target = TrainingTarget.log
    if state.sheet == .table, let catalogue = state.catalogue {
      target = .catalogue(catalogue.id, place: state.finder.place)
    }
    (state.files.input, state.files.name) = (bytes, name)
    (state.files.work, state.files.problem) = (.reading, nil)
    (state.files.preview, state.files.agreed) = (nil, nil)
    (state.files.space, state.files.version) = (room.space, room.data.version)
    let request = TrainingRequest.plan(
      bytes, target, today: room.day, zoneMinutes: room.zoneMinutes)
    return [.clerk(request.bytes(room.data)) { .file(.planned($0)) }]
  }

  private static func show(
    _ bytes: [UInt8]?, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard state.files.work == .reading else { return [] }
    let agreed = state.files.agreed
    (state.files.work, state.files.preview, state.files.agreed) = (nil, nil, nil)
    guard let preview = bytes.flatMap({ TrainingPreview($0) }) else {
      state.files.problem = ClerkFiles.notRead(state.files.name)
      return []
    }
    if let refusal = preview.refusal {
      state.files.problem = "Couldn’t import \(state.files.name). \(refusal) Nothing was changed."
      return [.focus("files-choose")]
    }
    state.files.preview = preview
    guard let agreed else { return [.focus("files-preview")] }
    guard agreed == preview.edits else { return [.toast(ClerkFiles.changed)] }
    return takeIn(&state, room)
  }

  private static func takeIn(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard let preview = state.files.preview, state.files.work == nil else { return [] }
    guard state.files.space == room.space, state.files.version == room.data.version else {
      // The data has changed since the preview, or belongs to another space.
      let agreed = state.files.space == room.space ? preview.edits : []
      let effects = plan(state.files.input, state.files.name, &state, room)
      (state.files.preview, state.files.agreed) = (preview, agreed)
      return effects
    }
    let rows = ImportedRows(edits: preview.edits, rowCount: preview.count)
    let label = "Import \(state.files.name)"
    state.files = FileDesk()
    if state.sheet == .table { state.sheet = nil }
    return [.takeIn(label, rows), .focus("heading")]
  }

  // MARK: - View

  static func filesPage(_ state: State) -> Node<Message> {
    article(.className("page")) {
      a(.className("back-link"), .href(Place.history.path)) {
        Icon.back.view()
        "History"
      }
      pageHead(caps: "Your training log", "Import and export")
      if state.files.preview == nil {
        div(.className("reed-cards")) {
          card("Import", id: "files-import") {
            p(.className("quiet")) {
              "A Woodshed export, a spreadsheet, a BoardLib logbook, or ticks from Mountain Project. You’ll see a preview first. Importing never deletes anything, and you can undo it."
            }
            incoming(state, "Copy from a spreadsheet, including the headings.")
          }
          card("Export", id: "files-export") {
            p(.className("quiet")) {
              "All your tries for a spreadsheet, or all your training data as JSON."
            }
            div(.className("row wrap")) {
              export("Tries as CSV", .csv, state)
              export("All as JSON", .json, state)
            }
          }
        }
      } else {
        card(nil, id: "files-card") { incoming(state, "") }
      }
    }
  }

  static func export(
    _ label: String, _ output: TrainingOutput, _ state: State
  ) -> Node<Message> {
    action(
      label, icon: .download, isDisabled: state.files.work != nil,
      isBusy: state.files.work == .exporting(output), .file(.exported(output)))
  }

  /// The file picker and paste field, then the preview.
  static func incoming(_ state: State, _ help: String) -> [Node<Message>] {
    let desk = state.files
    if let preview = desk.preview { return previewed(preview, desk) }
    return [
      p {
        action(
          "Choose a file", icon: .file, style: .primary, isDisabled: desk.work != nil,
          isBusy: desk.work == .reading, id: "files-choose", .file(.fileWanted))
      },
      form(.className("stack"), .onSubmit(.file(.pasteTaken))) {
        textArea(
          FieldFrame("Or type or paste", id: "files-paste", help: help), value: desk.pasted
        ) { .file(.pasted($0)) }
        p { button(.type("submit"), .disabled(desk.work != nil)) { "Preview" } }
      },
      desk.problem.map { problem in
        p(.className("note problem"), .role("alert")) {
          Icon.warning.view()
          problem
        }
      } ?? .text(""),
    ]
  }

  private static func previewed(
    _ preview: TrainingPreview, _ desk: FileDesk
  ) -> [Node<Message>] {
    [
      h2(.id("files-preview"), .tabIndex(-1)) { desk.name },
      p(.className("quiet small")) { preview.source },
      div(.className("stack"), .role("status")) {
        for line in preview.lines { p(.className("figure")) { line } }
        if preview.edits.isEmpty {
          p { "Nothing new: you already have everything in this file." }
        }
      },
      preview.problems.isEmpty
        ? .text("")
        : details(.className("more"), .plain("open", "")) {
          summary { DayWords.count(preview.problems.count, "problem", "problems") }
          ul(.className("reed-problems small")) {
            for problem in preview.problems.prefix(50) { li { problem } }
          }
        },
      div(.className("row wrap")) {
        action(
          preview.problems.isEmpty ? "Import" : "Import the rest", icon: .check, style: .primary,
          isDisabled: preview.edits.isEmpty || desk.work != nil, .file(.takenIn))
        action("Cancel", isDisabled: desk.work != nil, .file(.leftAlone))
      },
    ]
  }
}
