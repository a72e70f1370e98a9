import Domain
import Ledger
import Markup
import Program
import RoomKit

// A reed's page: its history, its measurements, how it plays, and notes.
extension Reeds {
  /// The data of the reed on screen.
  struct Page: Sendable {
    let id: RowID
    let line: ReedIndex.Line
    /// Oldest first.
    var events: [Shown] = []
    var firstStage = ReedStage.blank
    var ratings: [(day: Int64, success: Int64)] = []
    /// Oldest first.
    var tests: [Row] = []
    var reworks = 0
    /// On how many days it was played, and in how many entries of its history.
    var played: (days: Int, entries: Int) = (0, 0)
    var pieces: [String] = []
    /// The unsaved note.
    var note = ""
    /// The reeds made on the same staple.
    var staple: [ReedIndex.Line] = []
    /// A hint, if there is one.
    var prompt: String?

    /// An event as text.
    struct Shown: Sendable {
      let event: ReedIndex.Event
      var title: String
      var detail = ""
      var stage: ReedStage?
      var address: String?

      var className: String {
        switch event.kind {
        case .reedTest: "test"
        case .take: "take"
        default: "note"
        }
      }
    }
  }

  // MARK: - View

  static func page(_ state: State) -> Node<Message> {
    guard let page = state.page else {
      return article(.className("page")) {
        pageHead(caps: "Reeds", "Reed not found")
        p { "It may be in the trash, or on a device that hasn’t synced yet." }
        p { a(.className("button"), .href(Place.front.path)) { "All reeds" } }
      }
    }
    let reed = page.line.reed
    let isSingle = reed.instrument.family == .singles
    let stage = reed.stage.label(for: reed.instrument.family)
    return article(.className("page reed-page")) {
      a(.className("back-link"), .href(Place.front.path)) {
        Icon.back.view()
        "Reeds"
      }
      header(.className("page-head")) {
        div {
          p(.className("caps")) {
            caps(reed, state)
            if let batch = state.index.batches.first(where: { $0.id == reed.batch }) {
              " · "
              a(.href(Place.batch(batch.id).path)) { name(of: batch, state.index) }
            }
          }
          h1(.id("heading"), .tabIndex(-1)) {
            if !isSingle { thread(page.line.colour, "thread") }
            reed.fullName
          }
        }
        div(.className("row wrap push")) {
          button(
            .type("button"), .className("pill"), .label("Stage: \(stage). Change"),
            .onClick(.opened(.stage([reed.id])))
          ) {
            stage + (page.line.seconds > 0 ? " · \(hours(page.line.seconds))" : "")
          }
          // A box holds the next single reed; another double reed has to be made.
          action(
            "Test it", icon: .ear, style: isSingle ? .primary : .plain, id: "reed-test",
            .opened(.test(of: reed.id)))
          action(
            another([reed.id], state), icon: .copy, style: isSingle ? .plain : .primary,
            .opened(.copy(reed.id)))
        }
      }
      if let prompt = page.prompt {
        div(.className("notice")) {
          Icon.bulb.view()
          span { prompt }
        }
      }
      if let experiment = state.index.cover.experiment(page.id) {
        div(.className("notice")) {
          Icon.tuner.view()
          a(.href(Place.experiment(experiment).path)) {
            "Hidden until the experiment ends: which variant this reed got"
          }
        }
      }
      div(.className("card stack")) {
        lifeDrawing(page, today: state.today)
        div(.className("row wrap quiet small reed-key"), .hidden(fromReaders: true)) {
          span(.className("test")) { "● tests" }
          span(.className("note")) { "● notes, sessions and adjustments" }
          span(.className("take")) { "● takes" }
          if let success = page.successWords { span(.className("ratings")) { "— \(success)" } }
        }
      }
      div(.className("reed-cards")) {
        div(.className("card")) { reedDrawing(page.line, state.index.fields, state.lengths) }
        if !isSingle {
          card("Gouge", id: "reed-gouge") {
            gougeDrawing({ page.line.value($0) }, state.index, state.lengths)
          }
        }
        plays(page, state)
        if !isSingle { crowCard(page, state) }
        card("Pictures", id: "reed-pictures") {
          Pictures.thumbnails(state.pictures, of: page.id)?.map(Message.pictures)
          div {
            Pictures.adding(to: page.id, state.pictures).map(Message.pictures)
          }
        }
      }
      groups(page, state)
      history(page, state)
    }
  }

  private static func caps(_ reed: Reed, _ state: State) -> String {
    var parts: [String] = []
    if let box = state.index.boxes.first(where: { $0.id == reed.box }) { parts.append(box.name) }
    parts.append(reed.instrument.label)
    return parts.joined(separator: " · ")
  }

  private static func plays(_ page: Page, _ state: State) -> Node<Message> {
    card("How it plays", id: "reed-plays") {
      if let test = page.tests.last {
        p(.className("quiet small")) { MomentText.dayText(ReedTest(test).day) }
        ul(.className("reed-bars")) {
          for field in state.index.testFields.all where isBar(field) { bar(field, page) }
          if let field = state.index.testFields[ReedTest.successField] { bar(field, page) }
        }
        dl(.className("facts")) {
          for field in state.index.testFields.all where !isBar(field) {
            let (value, day) = page.answer(field)
            if value != .null, field.id != ReedTest.successField {
              fact(
                field.label,
                state.index.words(field, value, in: state.lengths)
                  + (day.map { " · \(MomentText.dayText($0))" } ?? ""))
            }
          }
        }
        div { compareButton(page.line.comparable, "Compare with your other reeds") }
      } else {
        p(.className("quiet")) { "Not tested yet." }
        div { action("Test it", .opened(.test(of: page.id))) }
      }
    }
  }

  /// Whether an answer is drawn as a bar: those of “How it plays” that are scales.
  private static func isBar(_ field: ReedField) -> Bool {
    if case .scale = field.content { return field.group == .quality }
    return false
  }

  private static func bar(_ field: ReedField, _ page: Page) -> Node<Message>? {
    let (value, day) = page.answer(field)
    guard case .scale(let range, _, _, _) = field.content, case .int(let number) = value else {
      return nil
    }
    let share =
      Double(number - range.lowerBound) / Double(max(range.upperBound - range.lowerBound, 1))
    return li(.className(range.lowerBound < 0 ? "reed-bar around" : "reed-bar")) {
      span(.className("quiet small")) {
        field.label + (day.map { " · \(MomentText.dayText($0))" } ?? "")
      }
      span(.className("track"), .hidden(fromReaders: true)) {
        span(
          range.lowerBound < 0
            ? .style("inset-inline-start", "\(Int(share * 100))%")
            : .style("width", "\(Int(share * 100))%")
        ) {}
      }
      span(.className("figure small")) {
        range.lowerBound < 0 ? field.words(of: value) : "\(number)"
      }
    }
  }

  private static func groups(_ page: Page, _ state: State) -> [Node<Message>] {
    let reed = page.line.reed
    let all = state.index.fields.groups(.full, reed.instrument.family, in: reed.stage) {
      page.line.value($0) != .null
    }
    return [
      div(.className("row wrap")) {
        h2 { "Details" }
        div(.className("row wrap push")) {
          action("Edit", icon: .edit, id: "reed-edit", .opened(.editReed(page.id)))
          action("Box", .opened(.box([page.id])))
          action("Delete", icon: .trash, .trashed([page.id]))
        }
      },
      div(.className("reed-facts")) {
        for (group, fields) in all {
          let known = fields.filter { page.line.value($0.id) != .null }
          if state.editing == group {
            card(group.label, id: "group-\(group.rawValue)") {
              form(.className("stack"), walksByEnter, .onSubmit(.groupOpened(nil))) {
                inRows(
                  fields, fields.map { input($0, of: page.id, page.line.value($0.id), state) })
                div {
                  button(.type("submit"), .id("group-done"), .className("primary")) { "Done" }
                }
              }
            }
          } else if !known.isEmpty {
            card(group.label, id: "group-\(group.rawValue)") {
              dl(.className("facts")) {
                for field in known {
                  fact(
                    field.label,
                    state.index.words(field, page.line.value(field.id), in: state.lengths))
                }
              }
              div {
                action("Edit", label: "Edit \(group.label)", style: .quiet, .groupOpened(group))
              }
            }
          }
        }
      },
      div(.className("chips")) {
        for (group, fields) in all
        where state.editing != group && !fields.contains(where: { page.line.value($0.id) != .null })
        {
          action("Add \(group.label.inLowerCase)", icon: .add, .groupOpened(group))
        }
      },
      staple(page, state),
    ]
  }

  /// The reeds made on the same staple, in order.
  private static func staple(_ page: Page, _ state: State) -> Node<Message> {
    guard page.staple.count > 1 else { return .text("") }
    let name = state.index.name(ofTool: page.line.link(ReedField.staple))
    return card("On staple \(name)", id: "reed-staple") {
      ol(.className("list")) {
        for line in page.staple {
          li(.className("list-row")) {
            a(
              .className("row-link"), .href(Place.reed(line.reed.id).path),
              .current(line.reed.id == page.id ? "true" : nil)
            ) {
              strong { line.reed.fullName }
              span(.className("quiet small")) {
                "\(MomentText.dayText(line.reed.begun)) · \(line.reed.stage.label)"
              }
            }
          }.keyed(line.reed.id.key)
        }
      }
    }
  }

  private static func history(_ page: Page, _ state: State) -> Node<Message> {
    card("History", id: "reed-life") {
      p(.className("quiet small")) { page.sums }
      form(.className("row wrap"), .onSubmit(.noted)) {
        textField(FieldFrame("New note", id: "reed-note"), value: page.note) { .noteTyped($0) }
        button(.type("submit")) { "Add note" }
        action("Adjustment", icon: .add, id: "reed-adjust", .opened(.adjustment(of: page.id)))
      }
      ol(.className("list")) {
        for shown in page.events.reversed().prefix(state.eventLimit) {
          li(.className("list-row reed-event")) {
            div {
              strong { shown.title }
              if !shown.detail.isEmpty { div(.className("quiet small")) { shown.detail } }
            }
            div(.className("row push")) {
              span(.className("quiet small")) { MomentText.dayText(shown.event.day) }
              if shown.event.kind == .take, page.line.reed.instrument.family != .singles {
                action(
                  "Crow", label: "Measure the crow in \(shown.title)",
                  .crow(.measured(shown.event.id)))
              }
              if shown.event.kind == .picture {
                iconButton(
                  .picture, label: "Open the picture: \(shown.title)",
                  .pictures(.opened(shown.event.id)))
              } else if let address = shown.address {
                a(.className("round button"), .href(address), .label("Open: \(shown.title)")) {
                  Icon.forward.view()
                }
              } else {
                button(
                  .type("button"), .className("round"), .id(eventID(shown.event.id)),
                  .label("Edit: \(shown.title)"), .title("Edit"),
                  .onClick(.opened(.row(shown.event.id, shown.event.kind)))
                ) { Icon.edit.view() }
              }
            }
          }.keyed(shown.event.id.key)
        }
      }
      if page.events.count > state.eventLimit { p { action("Show more", .moreTapped) } }
    }
  }
}

// MARK: - The data of a page

extension Reeds.Page {
  // What an initializer takes it owns, so the index is borrowed.
  init?(
    _ id: RowID, in index: borrowing ReedIndex, today: Int64, _ room: RoomContext,
    note: String
  ) {
    guard let line = index[id] else { return nil }
    (self.id, self.line) = (id, line)
    self.note = note
    var days = Set<Int64>()
    var pieceIDs: [RowID] = []
    var before: ReedStage?
    for event in index.events(of: id) {
      guard let row = room.data[event.id] else { continue }
      var shown = Shown(event: event, title: "")
      switch event.kind {
      case .stageMove:
        let move = StageMove(row)
        shown.stage = move.stage
        shown.title = move.stage.label(for: line.reed.instrument.family)
        shown.detail = move.reason
        if before?.isRework(to: move.stage) == true {
          reworks += 1
          shown.title += " again"
        }
        before = move.stage
      case .reedTest:
        tests.append(row)
        let success = event.success.map { "Tested: \($0) of 10" } ?? "Tested"
        shown.title = ReedTest(row).isBlind ? "\(success), blind" : success
        shown.detail = ReedTest(row).note
        if let success = event.success { ratings.append((event.day, success)) }
      case .adjustment:
        let adjustment = Adjustment(row)
        shown.title = adjustment.area.label
        let effect = adjustment.effect.map { Adjustment.effects[$0 + 2] }
        shown.detail = [adjustment.amount, adjustment.symptom, effect ?? "", adjustment.note]
          .filter { !$0.isEmpty }.joined(separator: " · ")
      case .note:
        let note = JournalNote(row)
        let text = NoteText(note.text, lineLimit: 1, byteLimit: 200)
        shown.title = text.lines.first.map { $0.plain } ?? "Note"
        shown.address = DayText.text(of: note.day).map { Address.day + $0 } ?? Address.home
      case .picture:
        shown.title = Picture(row).caption.isEmpty ? "Picture" : Picture(row).caption
      case .take:
        let take = Take(row)
        shown.title = take.name
        shown.detail = "Take · \(ClockText.text(seconds: take.seconds))"
        shown.address = Address.takes + "/" + take.id.bits.hex
      default:
        let block = PractisedBlock(row)
        days.insert(event.day)
        played.entries += 1
        if let piece = block.piece, !pieceIDs.contains(piece) { pieceIDs.append(piece) }
        let piece = block.piece.flatMap { room.data[$0] }.map { Piece($0).title } ?? ""
        shown.title = piece.isEmpty ? "Practice" : piece
        shown.detail = "Played for \(DayWords.length(block.seconds))"
        shown.address = "/journal/practice"
      }
      events.append(shown)
    }
    played.days = days.count
    pieces = pieceIDs.compactMap { room.data[$0] }.map { Piece($0).title }
    if let staple = line.link(ReedField.staple) {
      self.staple = index.reeds(onStaple: staple)
    }
    // Its stage before its first move.
    let moves = events.compactMap { $0.stage }
    let wasOpen = line.reed.instrument.family == .singles && moves.first != .scraped
    let start = wasOpen ? ReedStage.scraped : .blank
    firstStage = moves.isEmpty ? line.reed.stage : start
    prompt =
      Reeds.sharing(line.link(ReedField.staple), id, index) ?? promptWords(index, today)
  }

  /// The newest answer to a question, with its day if that is not the latest test's. Conditions are those of the latest
  /// test.
  func answer(_ field: ReedField) -> (value: Value, day: Int64?) {
    for place in tests.indices.reversed() {
      let isLatest = place == tests.count - 1
      if !isLatest, field.group == .conditions { break }
      let value = tests[place].value(field.id)
      if value != .null { return (value, isLatest ? nil : ReedTest(tests[place]).day) }
    }
    return (.null, nil)
  }

  /// The test before another, or the latest if that one is new.
  func test(before id: RowID) -> Row? {
    let place = tests.firstIndex { $0.id == id } ?? tests.count
    return place > 0 ? tests[place - 1] : nil
  }

  /// `Played on 8 days · 20 entries · 11.5 h · reworked once · Mozart, Ferling`.
  var sums: String {
    var parts: [String] = []
    if played.entries > 0 {
      parts.append("Played on " + DayWords.count(played.days, "day", "days"))
      parts.append(DayWords.count(played.entries, "entry", "entries"))
      parts.append(Reeds.hours(line.seconds))
    }
    if reworks > 0 { parts.append(reworks == 1 ? "reworked once" : "reworked \(reworks) times") }
    if !pieces.isEmpty { parts.append(pieces.prefix(6).joined(separator: ", ")) }
    if parts.isEmpty {
      parts = [events.isEmpty ? "Nothing logged yet." : "No practice with it yet."]
    }
    return parts.joined(separator: " · ")
  }

  var lifeWords: String {
    let moves = events.compactMap { shown in
      shown.stage.map {
        "\($0.label(for: line.reed.instrument.family)) since \(MomentText.dayText(shown.event.day))"
      }
    }
    return "History: started \(MomentText.dayText(line.reed.begun))"
      + (moves.isEmpty ? "" : ", " + moves.joined(separator: ", "))
      + (successWords.map { ", \($0)" } ?? "")
  }

  /// `success in tests 4–9 of 10`: what the line of the timeline shows, if there is one.
  var successWords: String? {
    let successes = ratings.map { $0.success }
    guard successes.count > 1, let least = successes.min(), let most = successes.max() else {
      return nil
    }
    return "success in tests " + (least == most ? "\(most)" : "\(least)–\(most)") + " of 10"
  }

  /// A hint; nothing about a reed changes automatically.
  private func promptWords(_ index: borrowing ReedIndex, _ today: Int64) -> String? {
    let reed = line.reed
    if reed.stage == .blank, reed.instrument.family != .singles, today - reed.begun > 30 {
      return "This blank is \(today - reed.begun) days old."
    }
    guard reed.stage == .inUse || reed.stage == .breakingIn, let median = index.medianSeconds,
      line.seconds > median
    else { return nil }
    return
      "Played for \(Reeds.hours(line.seconds)); half of your reeds had retired by \(Reeds.hours(median))."
  }
}
