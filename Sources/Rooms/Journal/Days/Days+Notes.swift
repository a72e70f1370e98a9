import Domain
public import Ledger
import Markup
public import Program
import RoomKit

extension Days {
  /// A note being edited.
  struct Editor: Sendable {
    /// The note as it is in the fields, as far as it can be saved.
    var note: JournalNote
    /// The text as typed.
    var typed: String
    /// The parts that do not fit into one note, and the notes they are saved as.
    var more: [String] = []
    var moreKept: [JournalNote] = []
    /// The note as saved; `nil` if it never was.
    var kept: JournalNote?
    /// The tags as typed.
    var tags: String
    /// All edits with this number are one undo step.
    let draft: UInt64
    /// Whether the note is new.
    let isNew: Bool
    /// Whether an autosave is scheduled.
    var isDue = false
    /// What to do once it is saved, if editing is to end.
    var next: Next?
    /// The text another device wrote while the field was in use, and the text before: unless typing continues from the
    /// other device's text, both are saved.
    var rival: (text: String, before: String)?
    /// Its place in the list when editing started; `nil` if it is new.
    var entry: JournalIndex.Entry?
    /// Whether it was moved to the trash from elsewhere.
    var isGone = false
    /// What it can be linked to.
    var choices = Choices()

    var isUnkept: Bool {
      !isGone && ((kept.map { $0 != note } ?? !note.isEmpty) || !isMoreKept)
    }

    private var isMoreKept: Bool {
      guard more.count == moreKept.count else { return false }
      for place in more.indices where !more[place].hasSameBytes(as: moreKept[place].text) {
        return false
      }
      return true
    }
  }

  /// What to do after editing a note.
  enum Next: Equatable, Sendable {
    case nothing, added
    case opened(RowID)
  }

  /// How a note is part of the browser's history, so that Back closes it.
  enum NoteStep: Equatable, Sendable {
    case none
    /// A note is open at an address of its own.
    case open
    /// The note was closed: its step shows the same as the one before, and the next takes its place.
    case left
  }

  /// What a note can be linked to.
  struct Choices: Sendable {
    var pieces: [(row: RowID, name: String)] = []
    var takes: [(row: RowID, name: String)] = []
    var scores: [(row: RowID, name: String)] = []
    var reeds: [(row: RowID, name: String)] = []
    /// Recent tags when editing started; they do not move while it lasts.
    var tags: [String] = []
  }

  public enum NoteMessage: Sendable {
    case added
    case opened(RowID)
    case typed(String)
    case tagsTyped(String)
    case tagTapped(String)
    case boxAdded
    case dayChosen(String)
    case linked(Link, RowID?)
    case due
    case left
    case done
    case continued
    /// The address changed, and the page stays the same.
    case returned
    case removed(RowID)
    case boxTicked(RowID, line: Int)
    case sharingAsked(RowID)
    case shared(RowID, ShareOutcome)
    case saved(RowID)
  }

  public enum Link: Sendable {
    case piece, take, score, reed
  }

  /// Milliseconds from a keystroke to the autosave, also while typing continues.
  static let patience = 300

  static func update(
    _ state: inout State, _ message: NoteMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .added: return add(&state, &room)
    case .opened(let id): return open(id, &state, &room)
    case .typed(let text): return type(text, &state)
    case .tagsTyped(let text):
      state.editor?.tags = text
      state.editor?.note.tags = Tags.text(Tags.list(text))
      return expectKeeping(&state)
    case .tagTapped(let tag):
      guard let editor = state.editor else { return [] }
      let tags = Tags.text(Tags.toggled(tag, in: Tags.list(editor.tags)))
      state.editor?.tags = tags
      state.editor?.note.tags = tags
      return keep(&state, &room)
    case .boxAdded:
      guard let editor = state.editor else { return [] }
      return type(NoteText.addingBox(to: editor.typed), &state) + [.focus("note-text")]
    case .dayChosen(let text):
      guard let day = DayText.day(of: text) else { return [] }
      state.editor?.note.day = day
      return keep(&state, &room)
    case .linked(let link, let row):
      switch link {
      case .piece: state.editor?.note.piece = row
      case .take: state.editor?.note.take = row
      case .score: state.editor?.note.score = row
      case .reed: state.editor?.note.reed = row
      }
      return keep(&state, &room)
    case .due:
      state.editor?.isDue = false
      // If it cannot be saved now, try again later.
      return room.isWritable ? keep(&state, &room) : expectKeeping(&state)
    case .left:
      // A field that nobody types into shows what another device wrote.
      if state.isTyping == false { state.editor?.rival = nil }
      return keep(&state, &room) + [.syncNow]
    case .done: return leave(&state, &room)
    case .continued: return goOn(&state, &room)
    case .returned:
      let isOpen = state.noteStep == .open
      state.noteStep = .none
      return isOpen ? leave(&state, &room) : []
    case .removed(let id): return remove(id, &state)
    case .boxTicked(let id, let line):
      guard let old = state.index.notes[id] else { return [] }
      var note = old
      note.text = NoteText.toggling(line, of: old.text)
      return [.keep("Tick a box", note.edits(from: old, zoneMinutes: room.zoneMinutes))]
    case .sharingAsked(let id):
      guard let note = note(id, state) else { return [] }
      return keep(&state, &room) + [
        .share(title: DayWords.whole(note.day), text: DayBundle.text(of: note)) {
          .note(.shared(id, $0))
        }
      ]
    case .shared(let id, .unavailable), .saved(let id):
      guard let note = note(id, state) else { return [] }
      return keep(&state, &room) + [
        .download(
          Array(DayBundle.text(of: note).utf8),
          name: DayBundle.fileName("note", note.day...note.day) + ".txt", type: "text/plain")
      ]
    case .shared: return []
    }
  }

  /// Saves what was typed, if anything.
  static func keep(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    guard var editor = state.editor, editor.isUnkept else { return [] }
    let life = room.data[editor.note.id]?.life
    if life == .purged {
      // A purged note does not come back under its id.
      editor.note = editor.note.copy(as: room.newRow())
      editor.kept = nil
    }
    var edits = editor.note.edits(from: editor.kept, zoneMinutes: room.zoneMinutes)
    // Typing restores a trashed note.
    if life == .trashed { edits.append(Edit(editor.note.id, .note, .life, Life.alive.value)) }
    let label = editor.kept == nil ? "Write a note" : "Edit a note"
    var effects: [Effect<Message>] = []
    if let rival = editor.rival?.text {
      var other = editor.note.copy(as: room.newRow())
      other.text = rival
      edits += other.edits(from: nil, zoneMinutes: room.zoneMinutes)
      effects.append(
        .toast("This note was also changed in another tab or device. Both versions are saved."))
      editor.rival = nil
    }
    if room.isWritable { edits += keepMore(&editor, &room) }
    state.editor = editor
    return [.keep(label, edits, draft: editor.draft)] + effects
  }

  /// Saves what does not fit into the note in other notes of its day.
  private static func keepMore(
    _ editor: inout Editor, _ room: inout RoomContext
  ) -> [Edit] {
    var edits: [Edit] = []
    var notes: [JournalNote] = []
    for text in editor.more {
      let old = notes.count < editor.moreKept.count ? editor.moreKept[notes.count] : nil
      let isThere = old.map { room.data[$0.id]?.life == .alive } == true
      let id = isThere ? old?.id : nil
      var note = editor.note.copy(as: id ?? room.newRow())
      note.text = text
      // Sorts after the one before.
      note.made += Int64(notes.count) + 1
      edits += note.edits(from: isThere ? old : nil, zoneMinutes: room.zoneMinutes)
      notes.append(note)
    }
    for place in editor.moreKept.indices where place >= notes.count {
      edits += editor.moreKept[place].trashing
    }
    editor.moreKept = notes
    return edits
  }

  /// Updates the note being edited from the data, without touching unsaved input.
  static func followNote(_ state: inout State, _ room: inout RoomContext) {
    guard var editor = state.editor else { return }
    defer {
      if let next = state.editor?.next, state.editor?.isUnkept != true {
        go(to: next, &state, &room)
      }
    }
    let now = state.index.notes[editor.note.id]
    guard now != editor.kept else { return }
    if let now, let old = editor.kept {
      if !now.text.hasSameBytes(as: old.text), !now.text.hasSameBytes(as: editor.note.text) {
        editor.rival = (now.text, editor.typed)
        if editor.note.text.hasSameBytes(as: old.text) {
          (editor.note.text, editor.typed) = (now.text, now.text)
          (editor.more, editor.moreKept) = ([], [])
        }
      }
      if editor.note.tags.hasSameBytes(as: old.tags), !now.tags.hasSameBytes(as: old.tags) {
        (editor.note.tags, editor.tags) = (now.tags, now.tags)
      }
      if editor.note.day == old.day { editor.note.day = now.day }
      if editor.note.piece == old.piece { editor.note.piece = now.piece }
      if editor.note.take == old.take { editor.note.take = now.take }
      if editor.note.score == old.score { editor.note.score = now.score }
      if editor.note.reed == old.reed { editor.note.reed = now.reed }
    }
    // The field stays even if the note is gone: keystrokes must not reach the page's shortcuts.
    editor.isGone = now == nil && !editor.isUnkept
    editor.kept = now
    state.editor = editor
  }

  // MARK: - Starting and ending

  private static func add(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    finish(&state, &room, .added) + step(to: .open, &state) + [.focus("note-text")]
  }

  private static func open(
    _ id: RowID, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard state.editor?.note.id != id, state.index.notes[id] != nil else { return [] }
    return finish(&state, &room, .opened(id)) + step(to: .open, &state) + [.focus("note-text")]
  }

  /// Tells the browser's history that a note is open, or no longer.
  private static func step(to next: NoteStep, _ state: inout State) -> [Effect<Message>] {
    let last = state.noteStep
    if next == last || (next == .left && last == .none) { return [] }
    state.noteStep = next
    let path = address(state)
    return [.navigate(to: next == .open ? path + "?note" : path, replacing: last != .none)]
  }

  /// Shows what comes next, now that the previous note is saved.
  private static func go(to next: Next, _ state: inout State, _ room: inout RoomContext) {
    state.editor = nil
    switch next {
    case .nothing: break
    case .added:
      let note = JournalNote(room.newRow(), day: state.day, made: room.milliseconds)
      begin(note, kept: nil, &state, &room)
    case .opened(let id):
      if let note = state.index.notes[id] { begin(note, kept: note, &state, &room) }
    }
    find(&state)
  }

  private static func begin(
    _ note: JournalNote, kept: JournalNote?, _ state: inout State, _ room: inout RoomContext
  ) {
    var editor = Editor(
      note: note, typed: note.text, kept: kept, tags: note.tags, draft: room.random.next(),
      isNew: kept == nil)
    editor.entry = kept == nil ? nil : state.index.entries.first { $0.id == note.id }
    editor.choices = choices(for: note, state.index)
    state.editor = editor
  }

  /// Ends editing: saves the note, or discards it if empty. If it cannot be saved, it stays open.
  private static func finish(
    _ state: inout State, _ room: inout RoomContext, _ next: Next
  ) -> [Effect<Message>] {
    guard let editor = state.editor else {
      go(to: next, &state, &room)
      return []
    }
    var effects: [Effect<Message>] = [.stop("note")]
    if editor.note.isEmpty {
      var edits = editor.kept == nil ? [] : editor.note.trashing
      for note in editor.moreKept { edits += note.trashing }
      if !edits.isEmpty { effects.append(.keep("Delete an empty note", edits)) }
      go(to: next, &state, &room)
    } else if editor.isUnkept {
      state.editor?.isDue = false
      state.editor?.next = next
      effects += keep(&state, &room)
    } else {
      go(to: next, &state, &room)
    }
    return effects + [.syncNow]
  }

  private static func leave(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    guard let editor = state.editor else { return [] }
    // Show what does not fit before leaving.
    if !editor.more.isEmpty { return keep(&state, &room) + [.focus("note-more")] }
    let place = editor.note.isEmpty ? "add-note" : editID(editor.note.id)
    return finish(&state, &room, .nothing) + step(to: .left, &state) + [.focus(place)]
  }

  /// Continues in the note with the part that did not fit.
  private static func goOn(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    let effects = keep(&state, &room)
    guard let id = state.editor?.moreKept.first?.id else { return effects }
    state.editor?.next = .opened(id)
    // If everything was saved already, no refresh will follow.
    if effects.isEmpty { go(to: .opened(id), &state, &room) }
    return effects + [.focus("note-text"), .syncNow]
  }

  private static func remove(_ id: RowID, _ state: inout State) -> [Effect<Message>] {
    let isOpen = state.editor?.note.id == id
    if isOpen { state.editor = nil }
    let effects = isOpen ? step(to: .left, &state) : []
    let next = Effect<Message>.focus(neighbour(of: id, state) ?? headingID)
    guard let note = state.index.notes[id] else { return effects + [next] }
    return effects + [
      .keep("Delete a note", note.trashing, saying: "The note is in the trash."), next,
    ]
  }

  /// The entry that takes a note's place in the list, or at its end the one before.
  private static func neighbour(of id: RowID, _ state: State) -> String? {
    guard let place = state.found.firstIndex(where: { $0.id == id }) else { return nil }
    let next = place + 1 < state.found.count ? place + 1 : place - 1
    return state.found.indices.contains(next) ? editID(state.found[next].id) : nil
  }

  private static func type(_ text: String, _ state: inout State) -> [Effect<Message>] {
    guard state.editor != nil else { return [] }
    // The field showed the other device's text, and typing continued from that.
    if let rival = state.editor?.rival,
      text.sharedEnds(with: rival.text) > text.sharedEnds(with: rival.before)
    {
      state.editor?.rival = nil
    }
    state.editor?.isGone = false
    state.editor?.typed = text
    let parts = JournalNote.parts(of: text)
    state.editor?.note.text = parts[0]
    state.editor?.more = Array(parts.dropFirst())
    state.editor?.next = nil
    return expectKeeping(&state)
  }

  private static func expectKeeping(_ state: inout State) -> [Effect<Message>] {
    guard state.editor?.isDue == false else { return [] }
    state.editor?.isDue = true
    return [.wait(milliseconds: patience, as: "note", .note(.due))]
  }

  // MARK: - Links

  /// The note as it is now, whether being edited or not.
  static func note(_ id: RowID, _ state: State) -> JournalNote? {
    if let editor = state.editor, editor.note.id == id { return editor.note }
    return state.index.notes[id]
  }

  /// All pieces, scores and reeds; the day's takes, the newest takes and the linked one.
  private static func choices(for note: JournalNote, _ index: JournalIndex) -> Choices {
    var choices = Choices()
    choices.pieces = named(index.pieces)
    choices.scores = named(index.scores)
    choices.reeds = named(index.reeds)
    choices.tags = index.lateTags
    var count = 0
    for entry in index.entries where entry.kind == .take {
      count += 1
      guard count <= 20 || entry.day == note.day || entry.id == note.take else { continue }
      let name = index.takes[entry.id]?.name ?? ""
      choices.takes.append(
        (entry.id, "\(name.isEmpty ? "Take" : name), \(MomentText.dayText(entry.day))"))
    }
    return choices
  }

  private static func named(_ names: [RowID: String]) -> [(row: RowID, name: String)] {
    var list: [(row: RowID, text: String, key: [UInt8])] = []
    for (row, name) in names { list.append((row, name, Fold.bytes(of: name))) }
    list.sort { one, other in
      one.key == other.key
        ? one.row < other.row : one.key.lexicographicallyPrecedes(other.key)
    }
    return list.map { ($0.row, $0.text.utf8.isEmpty ? "Unnamed" : $0.text) }
  }

  /// Of the button or the link that opens an entry.
  static func editID(_ id: RowID) -> String { "edit-\(id.bits.hex)" }
}

extension String {
  /// How many bytes both texts share at the start and the end.
  fileprivate func sharedEnds(with other: String) -> Int {
    let (one, two) = (Array(utf8), Array(other.utf8))
    let most = min(one.count, two.count)
    var first = 0
    while first < most, one[first] == two[first] { first += 1 }
    var last = 0
    while last < most - first, one[one.count - 1 - last] == two[two.count - 1 - last] { last += 1 }
    return first + last
  }
}
