import Domain
import Ledger
import Markup
import RoomKit

// One piece: what it is, its sections, how fast and how often it was played.
extension Practice {
  static func page(_ row: RowID, _ state: State) -> Node<Message> {
    guard let piece = state.book.piece(row) else {
      return article(.className("page")) {
        pageHead(caps: "Pieces, goals, plans", "Piece not found")
        Journal.parts(.practice)
        div(.className("card stack")) {
          p { "It’s in the trash or in another space. Your other data is safe." }
          p { a(.className("button"), .href(Journal.Place.practice.path)) { "All pieces" } }
        }
      }
    }
    return article(.className("page practice")) {
      pageHead(caps: piece.composer.utf8.isEmpty ? "Piece" : piece.composer, title(piece)) {
        a(.className("button"), .href(Journal.Place.practice.path)) { "All pieces" }
      }
      Journal.parts(.practice)
      p(.className("practice-news"), .live("polite")) { state.news }
      if state.running == nil, state.after == nil {
        div(.className("row wrap")) {
          action("Start", icon: .play, style: .primary, id: "practice-start", .started(Spot(row)))
        }
      } else {
        sessionCard(state)
      }
      lazy(inputs(state)) { pieceParts(piece, state) }
      lazy(inputs(state)) { sheets(state) }
    }
  }

  private static func pieceParts(_ piece: Piece, _ state: State) -> Node<Message> {
    div(.className("practice-parts")) {
      div(.className("practice-part")) {
        sectionCard(piece, state)
        aboutCard(piece, state)
      }
      div(.className("practice-part")) {
        ladderCard(piece, state)
        sessionList(state, of: piece.id)
        linkCard(piece, state)
      }
    }
  }

  private static func aboutCard(_ piece: Piece, _ state: State) -> Node<Message> {
    let sums = state.book.daySums(of: piece.id)
    let seconds = sums.reduce(0) { $0 + $1.seconds }
    return card("Details", id: "practice-about") {
      p(.className("quiet small figure")) {
        sums.isEmpty
          ? "Not practised yet."
          : "\(DayWords.length(seconds)) on \(days(Int64(sums.count))), last: "
            + "\(dayText(sums[sums.count - 1].day, state))."
      }
      field("Title", piece.id, Piece.titleField, piece.title, state)
      field("Composer", piece.id, Piece.composerField, piece.composer, state)
      field(
        "Target tempo (bpm)", piece.id, Piece.tempoGoalField, tempoField(piece.tempoGoal), state)
      field("Tags", piece.id, Piece.tagsField, piece.tags, state)
      field("Note", piece.id, Piece.noteField, piece.note, state, isLong: true)
      checkField("Archived", id: "practice-resting", isOn: piece.isResting) {
        .pieceResting(piece.id, $0)
      }
      div(.className("row end")) {
        action("Delete piece", icon: .trash, .pieceRemoved(piece.id))
      }
    }
  }

  private static func sectionCard(_ piece: Piece, _ state: State) -> Node<Message> {
    let sections = state.book.sections(of: piece.id)
    return card("Sections", id: "practice-sections") {
      if sections.isEmpty {
        p(.className("quiet")) {
          "The hard bars, the coda, the cadenza: each has its own tempo and time, and comes back when due."
        }
      } else {
        RowOrder.list(
          state.order,
          sections.enumerated().map { place, section in
            sectionRow(section, place, of: sections.count, state).keyed(section.id.key)
          }
        ) { .sectionOrder($0, of: piece.id) }
      }
      Naming.view(
        "New section", "practice-new-section", "Add", state.newName,
        done: .sectionMade(piece.id)
      ) { .nameTyped($0) }
    }
  }

  private static func sectionRow(
    _ section: Section, _ place: Int, of count: Int, _ state: State
  ) -> Node<Message> {
    let name = name(of: section)
    let look = RowOrder.className(state.order, section.id, at: place)
    return li(.className("list-row preset-row" + look)) {
      div(.className("stack practice-wide")) {
        div(.className("row wrap")) {
          strong { name }
          div(.className("row wrap push")) {
            iconButton(.play, label: "Practise \(name)", .started(Spot(section.piece, section.id)))
            RowOrder.controls(section.id, name, at: place, of: count)
              .map { $0.map { .sectionOrder($0, of: section.piece) } }
            iconButton(.trash, label: "Delete \(name)", .sectionRemoved(section.id))
          }
        }
        p(.className("quiet small figure")) { dueText(section, state) }
        details(.className("more")) {
          summary { "Edit \(name)" }
          div(.className("two")) {
            field("Name", section.id, Section.nameField, section.name, state)
            field("Bars", section.id, Section.barsField, section.bars, state)
            field(
              "Target tempo (bpm)", section.id, Section.tempoGoalField,
              tempoField(section.tempoGoal), state)
            dateField(
              FieldFrame("Due", id: "practice-due-\(section.id.bits.hex)"),
              value: section.due > 0 ? DayText.text(of: section.due) ?? "" : ""
            ) { .form(.typed(.init(section.id, Section.dueField), $0)) }
          }
          checkField(
            "Review after 1, 2, 4, 8 and 16 days", id: "practice-review-\(section.id.bits.hex)",
            isOn: section.interval > 0
          ) { .sectionReviewed(section.id, $0) }
        }
      }
    }
  }

  private static func ladderCard(_ piece: Piece, _ state: State) -> Node<Message>? {
    var found: [(name: String, ladder: TempoLadder)] = []
    let whole = TempoLadder(state.book, piece: piece.id, section: nil, goal: piece.tempoGoal)
    if !whole.steps.isEmpty { found.append(("the whole piece", whole)) }
    for section in state.book.sections(of: piece.id) {
      let goal = section.tempoGoal > 0 ? section.tempoGoal : piece.tempoGoal
      let ladder = TempoLadder(state.book, piece: piece.id, section: section.id, goal: goal)
      if !ladder.steps.isEmpty { found.append((name(of: section), ladder)) }
    }
    guard !found.isEmpty else { return nil }
    return card("Tempo", id: "practice-tempo") {
      for (number, entry) in found.enumerated() {
        h3 { entry.name }
        ladder(entry.ladder, entry.name, number: number, state)
      }
    }
  }

  /// Takes, presets and setlists linked to the piece.
  private static func linkCard(_ piece: Piece, _ state: State) -> Node<Message> {
    let links = state.book.links.filter { $0.piece == piece.id }
    return card("Takes, presets, setlists", id: "practice-links") {
      if links.isEmpty {
        p(.className("quiet")) { "Your recordings and tool settings for this piece." }
      } else {
        ul(.className("list")) {
          for link in links.prefix(pieceLimit) { linkRow(link).keyed(link.id.key) }
        }
      }
      div { action("Link a take, preset or setlist", icon: .add, .opened(.links(piece.id))) }
    }
  }

  private static func linkRow(_ link: PieceLink) -> Node<Message> {
    let name = linkName(link)
    return li(.className("list-row")) {
      div {
        a(.className("practice-link"), .href(path(of: link))) { name }
        div(.className("quiet small")) { kindName(link.kind) }
      }
      iconButton(.close, label: "Unlink “\(name)”", .linked(link, to: nil))
    }
  }

  static func linkName(_ link: PieceLink) -> String {
    link.name.utf8.isEmpty ? "Unnamed" : link.name
  }

  private static func path(of link: PieceLink) -> String {
    switch link.kind {
    case .take: Journal.Place.take(link.id).path
    case .tuner: Address.tuner
    case .drone: Address.drone
    case .score: Address.scores
    default: Address.metronome
    }
  }

  static func kindName(_ kind: KindID) -> String {
    switch kind {
    case .take: "Take"
    case .setlist: "Setlist"
    case .tuner: "Tuner preset"
    case .drone: "Drone preset"
    case .score: "Score"
    default: "Metronome preset"
    }
  }
}
