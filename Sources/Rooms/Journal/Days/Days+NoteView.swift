import Domain
import Ledger
import Markup
import RoomKit

// A note being read, and being edited.
extension Days {
  static func noteParts(_ note: JournalNote, _ state: State) -> [Node<Message>] {
    let isWhole = state.whole == note.id
    let text =
      isWhole
      ? NoteText(note.text) : NoteText(note.text, lineLimit: 12, byteLimit: 1_200)
    let name = text.lines.first { $0.kind != .blank }?.plain.firstLine ?? ""
    let links = links(note, state.index)
    return [
      noteLines(titled(text.lines, state.index)).map { .note(.boxTicked(note.id, line: $0)) },
      Pictures.thumbnails(state.pictures, of: note.id)?.map(Message.pictures) ?? .text(""),
      div(.className("row wrap note-foot")) {
        if text.isCut || isWhole {
          more(isWhole ? "Show less" : "Show all", name, note.id)
        }
        links
        for tag in note.allTags {
          action("#\(tag)", label: "Find #\(tag)", style: .quiet, .tagFound(tag))
        }
        div(.className("row push")) {
          Pictures.adding(to: note.id, named: name, state.pictures).map(Message.pictures)
          button(
            .type("button"), .className("round"), .id(editID(note.id)), .label("Edit “\(name)”"),
            .title("Edit"), .onClick(.note(.opened(note.id)))
          ) { Icon.edit.view() }
          iconButton(.share, label: "Share “\(name)”", .note(.sharingAsked(note.id)))
          iconButton(.download, label: "Download “\(name)”", .note(.saved(note.id)))
          iconButton(.trash, label: "Delete “\(name)”", .note(.removed(note.id)))
        }
      },
    ]
  }

  private static func more(_ text: String, _ name: String, _ id: RowID) -> Node<Message> {
    action(text, label: "\(text) of \(name)", style: .quiet, .wholeTapped(id))
  }

  private static func links(_ note: JournalNote, _ index: JournalIndex) -> [Node<Message>] {
    var links: [Node<Message>] = []
    if let piece = note.piece, index.pieces[piece] != nil {
      links.append(link(.flag, index.title(piece), to: Journal.Place.piece(piece).path))
    }
    if let id = note.take, let take = index.takes[id] {
      links.append(
        link(.record, take.name.isEmpty ? "Take" : take.name, to: Journal.Place.take(id).path))
    }
    if let score = note.score, let name = index.scores[score] {
      links.append(link(.score, name, to: Address.scores))
    }
    if let reed = note.reed, let name = index.reeds[reed] {
      links.append(link(.reeds, name, to: Address.reed + reed.bits.hex))
    }
    return links
  }

  private static func link(_ icon: Icon, _ text: String, to path: String) -> Node<Message> {
    a(.className("note-link"), .href(path)) {
      icon.view()
      text
    }
  }

  /// The lines with the titles of what they lead to, where an address of the app is written out.
  private static func titled(
    _ lines: [NoteText.Line], _ index: JournalIndex
  ) -> [NoteText.Line] {
    lines.map { line in
      var line = line
      for place in line.spans.indices {
        let span = line.spans[place]
        guard let address = span.address, address.hasSameBytes(as: span.text),
          let title = title(of: address, index)
        else { continue }
        line.spans[place].text = title
      }
      return line
    }
  }

  /// What a place in the app is called, if the journal knows.
  private static func title(of address: String, _ index: JournalIndex) -> String? {
    switch Journal.Place(path: address) {
    case .take(let id): return index.takes[id].map { $0.name.isEmpty ? "Take" : $0.name }
    case .piece(let id): return index.pieces[id]
    case let place?: return place.title
    case nil: break
    }
    let name = address.utf8.dropFirst(Address.reed.utf8.count)
    guard address.utf8.starts(with: Address.reed.utf8),
      let bits = Bits128(hex: String(decoding: name, as: UTF8.self))
    else { return nil }
    return index.reeds[RowID(bits)]
  }

  // MARK: - Editing

  static func editorCard(_ editor: Editor, _ state: State) -> Node<Message> {
    let note = editor.note
    let typed = Tags.list(editor.tags)
    return div(
      .className("note-editor stack"), .role("group"), .label("Note"),
      .onKeyDown { $0.key == "Escape" ? .note(.done) : nil }
    ) {
      div(.className("row note-head")) {
        strong { DayWords.short(note.day, in: state.month) }
        span(.className("quiet small push"), .id("note-saving")) { saving(editor, state) }
        action("Done", style: .primary, id: "note-done", .note(.done))
      }
      textField(editor)
      if !editor.more.isEmpty {
        action("Continue in a new note", id: "note-more", .note(.continued))
      }
      div { action("Checklist", label: "Checklist: add an item", icon: .check, .note(.boxAdded)) }
      div(.className("two")) {
        Markup.div(.className("field")) {
          label(.labelFor("note-tags")) { "Tags" }
          input(
            .type("text"), .id("note-tags"), .autocomplete("off"),
            .placeholder("Separate tags with spaces"), .value(editor.tags),
            .onInput { .note(.tagsTyped($0)) }, .onBlur(.note(.left)))
        }
        dateField(FieldFrame("Day", id: "note-day"), value: DayText.text(of: note.day) ?? "") {
          .note(.dayChosen($0))
        }
      }
      if !editor.choices.tags.isEmpty {
        div(.className("chips"), .role("group"), .label("Recent tags")) {
          for tag in editor.choices.tags {
            chip("#\(tag)", isOn: Tags.contains(tag, in: typed), .note(.tagTapped(tag)))
          }
        }
      }
      div(.className("two")) {
        linkField("Piece", "note-piece", .piece, editor.choices.pieces, note.piece)
        linkField("Take", "note-take", .take, editor.choices.takes, note.take)
        linkField("Score", "note-score", .score, editor.choices.scores, note.score)
        linkField("Reed", "note-reed", .reed, editor.choices.reeds, note.reed)
      }
      if editor.kept != nil {
        div(.className("row note-end")) {
          iconButton(.share, label: "Share this note", .note(.sharingAsked(note.id)))
          iconButton(.trash, label: "Delete this note", .note(.removed(note.id)))
        }
      }
    }
  }

  private static func textField(_ editor: Editor) -> Node<Message> {
    let isFull = !editor.more.isEmpty
    let problem =
      isFull
      ? "This note is full. What doesn’t fit is saved in a new note."
      : editor.isGone ? "This note was deleted. Keep typing to restore it." : nil
    return FieldFrame("Note", id: "note-text", problem: problem).view(
      textarea(
        .id("note-text"), .className("note-area"), .flag("data-list", true),
        .describedBy(problem == nil ? nil : "note-text-note"),
        .invalid(isFull), .value(editor.typed), .onInput { .note(.typed($0)) },
        .onBlur(.note(.left))))
  }

  private static func saving(_ editor: Editor, _ state: State) -> String {
    if editor.isUnkept || (editor.kept != nil && !state.isSafe) { return "Saving …" }
    return editor.kept == nil ? "" : "Saved here"
  }

  private static func linkField(
    _ name: String, _ id: String, _ link: Link, _ choices: [(row: RowID, name: String)],
    _ row: RowID?
  ) -> Node<Message>? {
    if choices.isEmpty, row == nil { return nil }
    return choiceField(FieldFrame(name, id: id), rows: choices, chosen: row) {
      .note(.linked(link, $0))
    }
  }
}
