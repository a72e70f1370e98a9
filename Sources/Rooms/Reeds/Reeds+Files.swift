public import Domain
import Ledger
public import Markup
import Program
import RoomKit

// Import and export of reeds.
extension Reeds {
  struct FileDesk: Sendable {
    /// The work in progress; nothing else starts until it is done.
    var work: Work?
    var problem: String?
    /// The table to export.
    var table = 0
    var pasted = ""
    /// The file being previewed before import.
    var input: ReedInput?
    /// The input of the clerk's last request.
    var asked: ReedInput?
    var name = ""
    var preview: ReedPreview?
    /// What was agreed to on an outdated preview; it is imported if a new preview gives the same edits.
    var agreed: [Edit]?
    /// The space of the preview, and its version.
    var space = ""
    var version: UInt64 = 0
    /// Newest first.
    var saves: [ReedSave] = []
    /// The typed name of a new saved copy, and the copy being renamed.
    var saveName = ""
    var naming = Naming.State()
    /// How the columns of earlier tables were matched to fields.
    var memory = ""

    static let memoryKey = "woodshed.reeds.columns"
  }

  enum Work: Equatable, Sendable {
    case writing(ReedOutput)
    case saving
    case reading
    case looking
  }

  public enum FileMessage: Sendable {
    case written(ReedOutput)
    case answered(ReedOutput, [UInt8]?)
    case tableChosen(Int)
    case fileWanted
    case filePicked(PickedFile?)
    case fileRead([UInt8]?, name: String)
    case pasted(String)
    case pasteTaken
    case previewed([UInt8]?)
    case rowsAre(String)
    case column(Int, String?)
    case inches(Int, Bool)
    case rule(Int, String?)
    case ratings(Int)
    case newest(Bool)
    case takenIn
    case leftAlone
    case remembered(String?)
  }

  /// The rating scales that a Reed Log file may use.
  static let ratingScales: [(text: String, scale: ClosedRange<Int64>?)] = [
    ("Same as here", nil), ("1 to 5", 1...5), ("0 to 5", 0...5), ("1 to 10", 1...10),
    ("0 to 10", 0...10), ("0 to 100", 0...100),
  ]

  static func update(
    _ state: inout State, _ message: FileMessage, _ room: RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .written(let output):
      guard state.files.work == nil else { return [] }
      (state.files.work, state.files.problem) = (.writing(output), nil)
      let request = ClerkRequest.export(
        output, at: Moment(room.milliseconds, zoneMinutes: room.zoneMinutes))
      return [.clerk(request.bytes(room.data)) { .file(.answered(output, $0)) }]
    case .answered(let output, let bytes):
      state.files.work = nil
      let effects: [Effect<Message>]? = ClerkFiles.download(
        bytes, output.fileName, output.mediaType, on: room.day)
      if effects == nil { state.files.problem = ClerkFiles.notExported }
      return effects ?? []
    case .tableChosen(let place): state.files.table = place
    case .fileWanted:
      state.files.problem = nil
      return [.pickFiles(accept: ".json,.csv,.tsv,.txt") { .file(.filePicked($0.first)) }]
    case .filePicked(let file):
      guard let file, state.files.work == nil else { break }
      state.files.work = .reading
      return [.read(file) { .file(.fileRead($0, name: file.name)) }]
    case .fileRead(let bytes, let name):
      state.files.work = nil
      guard let bytes else {
        state.files.problem = ClerkFiles.notOpened(name)
        return []
      }
      return begin(bytes, name, &state, room)
    case .pasted(let text): state.files.pasted = text
    case .pasteTaken:
      let text = state.files.pasted
      guard !text.trimmingBlanks.utf8.isEmpty else { return [.focus("reeds-paste")] }
      return begin(Array(text.utf8), "Pasted table", &state, room)
    case .previewed(let bytes): return show(bytes, &state, room)
    case .takenIn: return takeIn(&state, room)
    case .leftAlone:
      (state.files.input, state.files.preview) = (nil, nil)
      (state.files.problem, state.files.agreed) = (nil, nil)
      return [.focus("reeds-import")]
    case .remembered(let text): state.files.memory = text ?? ""
    default: return correct(message, &state, room)
    }
    return []
  }

  /// Applies a correction to how the file is read.
  private static func correct(
    _ message: FileMessage, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard var input = state.files.input, let preview = state.files.preview else { return [] }
    input.table = preview.table
    if input.columns.isEmpty { input.columns = preview.columns.map { $0.choice } }
    if input.rules.isEmpty { input.rules = preview.rules.map { $0.target } }
    switch message {
    case .rowsAre(let table):
      (input.table, input.columns) = (table, [])
      state.files.preview?.table = table
    case .column(let place, let target):
      guard input.columns.indices.contains(place) else { return [] }
      // No two columns map to the same field.
      for other in input.columns.indices where target != nil {
        if input.columns[other].target.map({ $0.hasSameBytes(as: target ?? "") }) == true {
          input.columns[other].target = nil
        }
      }
      input.columns[place].target = target
    case .inches(let place, let isOn):
      guard input.columns.indices.contains(place) else { return [] }
      input.columns[place].isInInches = isOn
    case .rule(let place, let target):
      guard input.rules.indices.contains(place) else { return [] }
      input.rules[place] = target
    case .ratings(let place): input.ratings = ratingScales[place].scale
    case .newest(let isNewest): input.isNewest = isNewest
    default: return []
    }
    input.format = preview.format
    state.files.input = input
    // Show the choice at once; the new preview follows.
    for (place, column) in input.columns.enumerated() where place < preview.columns.count {
      state.files.preview?.columns[place].choice = column
    }
    for (place, target) in input.rules.enumerated() where place < preview.rules.count {
      state.files.preview?.rules[place].target = target
    }
    return look(&state, room)
  }

  static func begin(
    _ bytes: [UInt8], _ name: String, isNewest: Bool = false, _ state: inout State,
    _ room: RoomContext
  ) -> [Effect<Message>] {
    guard state.files.work == nil else { return [] }
    var input = ReedInput(bytes)
    input.isNewest = isNewest
    input.memory = state.files.memory
    (state.files.input, state.files.name) = (input, name)
    (state.files.preview, state.files.problem, state.files.agreed) = (nil, nil, nil)
    return look(&state, room)
  }

  /// Asks the clerk for a preview.
  private static func look(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard let input = state.files.input, state.files.work != .looking else { return [] }
    state.files.work = .looking
    state.files.asked = input
    (state.files.space, state.files.version) = (room.space, room.data.version)
    let request = ClerkRequest.plan(input, today: room.day)
    return [.clerk(request.bytes(room.data)) { .file(.previewed($0)) }]
  }

  private static func show(
    _ bytes: [UInt8]?, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let isFirst = state.files.preview == nil
    let agreed = state.files.agreed
    (state.files.work, state.files.agreed) = (nil, nil)
    guard let input = state.files.input else { return [] }
    // Something was corrected meanwhile, or another file chosen.
    guard input == state.files.asked else { return look(&state, room) }
    guard let bytes, let preview = ReedPreview(bytes) else {
      state.files.input = nil
      state.files.problem = ClerkFiles.notRead(state.files.name)
      return []
    }
    if let refusal = preview.refusal, isFirst {
      state.files.input = nil
      state.files.problem = "Couldn’t import \(state.files.name). \(refusal) Nothing was changed."
      return [.focus("reeds-import")]
    }
    state.files.preview = preview
    if let agreed {
      guard agreed == preview.edits else { return [.toast(ClerkFiles.changed)] }
      return takeIn(&state, room)
    }
    return isFirst ? [.focus("reeds-preview")] : []
  }

  private static func takeIn(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard let preview = state.files.preview, state.files.work == nil else { return [] }
    guard state.files.space == room.space, state.files.version == room.data.version else {
      // Which values are newer may have changed; in another space, everything has.
      state.files.agreed = state.files.space == room.space ? preview.edits : []
      return look(&state, room)
    }
    let label = "Import \(state.files.name)"
    let rows = ImportedRows(edits: preview.edits, rowCount: preview.itemCount)
    var effects: [Effect<Message>] = []
    if !preview.columns.isEmpty {
      state.files.memory = preview.memory
      effects.append(.save(preview.memory, under: FileDesk.memoryKey))
    }
    (state.files.input, state.files.preview, state.files.pasted) = (nil, nil, "")
    return effects + [.takeIn(label, rows), .focus("reeds-import")]
  }
}
