public import Domain
public import Ledger
import Markup
import Program
public import RoomKit

// The front page: boxes, search and filters, and all reeds by their stages.
extension Reeds {
  struct Front: Sendable {
    var list = RowList.State(limit: 60)
    var stage: ReedStage?
    var box: RowID?
    var instrument: Reed.Instrument?
    /// A tool that the reeds were made with.
    var tool: RowID?
    var sort = Sort.latest
    /// The reed being dragged to a box.
    var dragged: RowID?
    /// The typed name of a new filter.
    var filterName = ""
    /// The matching reeds, by stage.
    var found: [(stage: ReedStage, reeds: [RowID])] = []
    var count = 0
    /// By which the stages of all reeds are named.
    var family = ReedField.Family.doubles
  }

  /// How the reeds of a stage are sorted.
  public enum Sort: Int, CaseIterable, Sendable {
    case latest, name, success, hours

    var label: String {
      switch self {
      case .latest: "Newest"
      case .name: "Name"
      case .success: "Success"
      case .hours: "Hours"
      }
    }
  }

  public enum FrontMessage: Sendable {
    case list(RowList.Message)
    case stage(ReedStage?)
    case box(RowID?)
    case instrument(Reed.Instrument?)
    case tool(RowID?)
    case sort(Sort)
    case searched
    case grabbed(RowID)
    /// The dragged reed was dropped on a box, or elsewhere.
    case dropped(RowID?)
    case filterChosen(RowID)
    case filterNamed(String)
    case filterKept
    case filterRemoved(RowID)
  }

  static func update(
    _ state: inout State, _ message: FrontMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .list(let message):
      let effects: [Effect<Message>] = RowList.update(
        &state.front.list, message, "reeds-choosing", room.data)
      if case .asked = message { find(&state) }
      return effects
    case .stage(let stage): state.front.stage = state.front.stage == stage ? nil : stage
    case .box(let box): state.front.box = state.front.box == box ? nil : box
    case .instrument(let instrument): state.front.instrument = instrument
    case .tool(let tool): state.front.tool = tool
    case .sort(let sort): state.front.sort = sort
    case .searched:
      state.index.prepareSearch()
      return []
    case .grabbed(let reed):
      state.front.dragged = reed
      return []
    case .dropped(let box):
      guard let reed = state.front.dragged else { return [] }
      state.front.dragged = nil
      return box == nil ? [] : put([reed], in: box, &state, room)
    case .filterChosen(let id):
      guard let filter = state.index.filters.first(where: { $0.id == id }) else { return [] }
      let isOn = filter.looks(like: state.front.filter(id, named: ""))
      state.front.look(for: isOn ? ReedFilter(blank: id) : filter)
      state.index.prepareSearch()
    case .filterNamed(let text):
      state.front.filterName = text.shortened(to: ReedFilter.nameLimit)
      return []
    case .filterKept:
      let name = state.front.filterName.trimmingBlanks
      guard !name.isEmpty else { return [.focus("reeds-filter")] }
      var filter = state.front.filter(room.newRow(), named: name)
      filter.place = Places.after(state.index.filters.last?.place)
      state.front.filterName = ""
      return [.keep("Save filter “\(name)”", filter.edits(from: nil))]
    case .filterRemoved(let id):
      guard let filter = state.index.filters.first(where: { $0.id == id }) else { return [] }
      return [
        .keep(
          "Delete filter “\(filter.name)”", filter.trashing,
          saying: "“\(filter.name)” is in the trash.")
      ]
    }
    state.front.list.startOver()
    find(&state)
    return []
  }

  /// The stages in the order of the front page: playable reeds first.
  static let shownStages: [ReedStage] = [
    .inUse, .breakingIn, .declining, .scraped, .blank, .planned, .retired, .discarded,
  ]

  /// Finds the reeds that match the search and filters.
  static func find(_ state: inout State) {
    // A box or tool that was deleted, or belongs to another space, would hide every reed.
    if let box = state.front.box, !state.index.boxes.contains(where: { $0.id == box }) {
      state.front.box = nil
    }
    if let tool = state.front.tool, state.index.tools[tool] == nil { state.front.tool = nil }
    let front = state.front
    let matching = state.index.find(front.list.question)
    let made = front.tool.map { Set(state.index.linked(to: $0).map { $0.reed.id }) }
    var byStage = [[RowID]](repeating: [], count: ReedStage.allCases.count)
    for id in state.index.order {
      guard let reed = state.index[id]?.reed,
        front.stage == nil || reed.stage == front.stage,
        front.box == nil || reed.box == front.box,
        front.instrument == nil || reed.instrument == front.instrument,
        matching?.contains(id) != false, made?.contains(id) != false
      else { continue }
      byStage[reed.stage.rawValue].append(id)
    }
    state.front.found = []
    state.front.count = 0
    state.front.family =
      state.index.order.isEmpty
      ? state.instrument.family : family(of: state.index.order, state)
    if state.front.family == .singles, state.toolSort == .gouger, !hasTools(.gouger, state) {
      state.toolSort = .mouthpiece
    }
    for stage in shownStages where !byStage[stage.rawValue].isEmpty {
      let reeds = state.index.sorted(byStage[stage.rawValue], by: front.sort)
      state.front.found.append((stage, reeds))
      state.front.count += reeds.count
    }
  }

  // MARK: - View

  static func front(_ state: State, chosen: RowID? = nil) -> Node<Message> {
    let count = state.index.lines.count
    return article(
      .className(chosen == nil ? "page reeds-list" : "page reeds-list beside"),
      state.front.dragged == nil ? .none : .onPointerUp { _ in .front(.dropped(nil)) },
      state.front.dragged == nil ? .none : .onPointerCancel(.front(.dropped(nil)))
    ) {
      if chosen == nil {
        pageHead(caps: caps(state), "Reeds") { newButton }
        if state.hasLine, count > 0 { roomLine(line(state)).map { _ in .lineRead } }
        parts(.front)
      } else {
        div(.className("row")) {
          h2 { "Reeds" }
          div(.className("push")) { newButton }
        }
      }
      if count == 0, !state.isKnown {
        p(.className("quiet"), .role("status")) { "Opening your reeds …" }
      } else if count == 0 {
        emptyState(.reeds, "No reeds yet", line(state)) { firstSteps(state) }
      } else {
        boxes(state)
        filters(state)
        list(state, chosen)
      }
    }
  }

  /// What the room is for.
  private static func line(_ state: State) -> String {
    switch state.supply {
    case .made:
      "For the reeds you make or adjust: how each was made, how it plays and how long it lasts."
    case .bought:
      "For the reeds you buy: rate them, rotate them and see how long each lasts. Brand and strength are enough to start."
    case .none:
      "Your instrument takes no reed. If you also play one that does: how each reed was made, how it plays and how long it lasts."
    }
  }

  /// What an empty page offers.
  ///
  /// - Parameter id: the page id of the first button.
  static func firstSteps(_ state: State, id: String? = nil) -> [Node<Message>] {
    let isBought = state.instrument.family == .singles
    return [
      isBought
        ? action("Add a box of ten", icon: .add, style: .primary, .opened(.batch)) : nil,
      action(
        "New reed", icon: .add, style: isBought ? .plain : .primary, id: id, .opened(.begin)),
      action("Open sample journal", icon: .light, style: .quiet, .sampleAsked),
    ].compactMap { $0 }
  }

  private static var newButton: Node<Message> {
    button(
      .type("button"), .className("round primary"), .id("reed-new"), .label("New reed"),
      .title("New reed"), .onClick(.opened(.begin))
    ) { Icon.add.view() }
  }

  private static func caps(_ state: State) -> String {
    if state.index.lines.isEmpty { return "On the bench" }
    let reeds = DayWords.count(state.index.lines.count, "reed", "reeds")
    return state.index.boxes.isEmpty
      ? reeds : "\(reeds) · \(DayWords.count(state.index.boxes.count, "box", "boxes"))"
  }

  /// The links between the room's parts.
  static func parts<Content>(_ here: Place) -> Node<Content> {
    partLinks(
      "Reeds",
      [
        ("Bench", .reeds, Place.front.path), ("Workshop", .sliders, Place.tools.path),
        ("Stats", .tuner, Place.figures.path), ("Fields", .edit, Place.fields.path),
        ("Files", .file, Place.files.path),
      ], here: here.path)
  }

  private static func boxes(_ state: State) -> Node<Message> {
    div(
      .className(state.front.dragged == nil ? "reed-boxes" : "reed-boxes awaiting"),
      .role("group"), .label("Boxes")
    ) {
      for box in state.index.boxes { boxButton(box, state).keyed(box.id.key) }
      action("Boxes", icon: .edit, style: .quiet, id: "reed-boxes", .opened(.boxes))
    }
  }

  private static func boxButton(_ box: ReedBox, _ state: State) -> Node<Message> {
    let reeds = state.index.reeds(in: box.id)
    let shown = max(box.size, 5)
    return button(
      .type("button"), .className("reed-box"), .pressed(state.front.box == box.id),
      .label("\(box.name): \(reeds.count) of \(box.size)"), .onClick(.front(.box(box.id))),
      state.front.dragged == nil ? .none : .onPointerUp { _ in .front(.dropped(box.id)) }
    ) {
      strong { box.name }
      span(.className("reed-box-places"), .hidden(fromReaders: true)) {
        for place in 1...min(shown, 20) {
          thread(reeds.first { $0.reed.slot == place }?.colour, "reed-box-place")
        }
      }
      span(.className("quiet small")) { "\(reeds.count) of \(box.size)" }
    }
  }

  /// A piece of thread in a colour.
  static func thread<Content>(_ colour: Int64?, _ className: String) -> Node<Content> {
    span(
      .className(colour == nil ? "\(className) no-thread" : className),
      colour.map { .style("background", ThreadColour.hex($0)) } ?? .none)
  }

  private static func filters(_ state: State) -> Node<Message> {
    div(.className("stack reed-filters")) {
      div(.className("row find-row"), .onFocus(.front(.searched))) {
        RowList.tools(state.front.list, "Search reeds", id: "reeds").map {
          $0.map { .front(.list($0)) }
        }
      }
      if let tool = state.front.tool {
        div(.className("chips")) {
          chip("With \(state.index.name(ofTool: tool))", isOn: true, .front(.tool(nil)))
        }
      }
      if !state.index.filters.isEmpty {
        div(.className("chips"), .role("group"), .label("Filters")) {
          for filter in state.index.filters {
            chip(
              filter.name, isOn: filter.looks(like: state.front.filter(filter.id, named: "")),
              .front(.filterChosen(filter.id))
            ).keyed(filter.id.key)
          }
        }
      }
      div(.className("chips"), .role("group"), .label("Stages")) {
        for stage in shownStages where state.index.counts[stage.rawValue] > 0 {
          chip(
            "\(stage.label(for: state.front.family)) \(state.index.counts[stage.rawValue])",
            isOn: state.front.stage == stage, .front(.stage(stage)))
        }
      }
      details(.className("reed-more")) {
        summary { "Sort and filter" }
        div(.className("row wrap")) {
          choiceField(
            FieldFrame("Sort by", id: "reeds-sort"), Sort.allCases.map { ($0.label, $0) },
            chosen: state.front.sort
          ) { .front(.sort($0)) }
          let instruments = state.index.instruments
          if instruments.count > 1 {
            choiceField(
              FieldFrame("Instrument", id: "reeds-instrument"),
              [("All", nil)] + instruments.map { ($0.label, $0) }, chosen: state.front.instrument
            ) { .front(.instrument($0)) }
          }
        }
        keptFilters(state)
      }
      RowList.bar(
        state.front.list, found: state.front.found.flatMap { $0.reeds },
        of: state.index.lines.count
      ).map { .front(.list($0)) }
      if state.front.list.isChoosing {
        let chosen = state.front.list.chosen
        div(.className("row wrap")) {
          action("Stage", isDisabled: chosen.isEmpty, .opened(.stage(chosen)))
          action("Box", isDisabled: chosen.isEmpty, .opened(.box(chosen)))
          action("Tags", isDisabled: chosen.isEmpty, .opened(.tags(chosen)))
          action("Set field", isDisabled: chosen.isEmpty, .opened(.setting(chosen)))
        }
      }
    }
  }

  /// Saves the current search as a filter, or deletes the filter that matches it.
  private static func keptFilters(_ state: State) -> [Node<Message>] {
    let here = state.index.filters.first {
      $0.looks(like: state.front.filter($0.id, named: ""))
    }
    if let here {
      return [
        p {
          action("Delete filter “\(here.name)”", icon: .trash, .front(.filterRemoved(here.id)))
        }
      ]
    }
    guard !state.front.filter(Settings.row, named: "").looks(like: ReedFilter(blank: Settings.row))
    else {
      return [
        p(.className("quiet small")) {
          "Choose a stage or a box, or search: you can save that here as a filter."
        }
      ]
    }
    return [
      Naming.view(
        "Save filter as", "reeds-filter", "Save", state.front.filterName,
        done: .front(.filterKept)
      ) { .front(.filterNamed($0)) }
    ]
  }

  private static func list(_ state: State, _ chosen: RowID?) -> Node<Message> {
    var left = state.front.list.limit
    return div(.className("stack")) {
      for part in state.front.found where left > 0 {
        let shown = part.reeds.prefix(left)
        let _ = left -= shown.count
        section(.className("stack reed-stage"), .labelledBy("stage-\(part.stage.rawValue)")) {
          h2(.id("stage-\(part.stage.rawValue)"), .className("caps")) {
            "\(part.stage.label(for: family(of: part.reeds, state))) · \(part.reeds.count)"
          }
          ul(.className("list")) {
            for id in shown {
              if let line = state.index[id] { row(line, state, isChosen: id == chosen) }
            }
          }
        }.keyed(.number(UInt64(part.stage.rawValue)))
      }
      if state.front.count == 0 {
        p(.className("quiet")) { "No reed matches. Try fewer words or another filter." }
      }
      RowList.more(state.front.list, of: state.front.count)?.map { .front(.list($0)) }
    }
  }

  private static func row(
    _ line: ReedIndex.Line, _ state: State, isChosen: Bool
  ) -> Node<Message> {
    let reed = line.reed
    return li(.className("list-row reed-row")) {
      RowList.box(reed.id, reed.fullName, state.front.list)?.map { .front(.list($0)) }
      a(
        .className("row-link reed-link"), .href(Place.reed(reed.id).path),
        .current(isChosen ? "true" : nil)
      ) {
        thread(line.colour, "thread")
        span(.className("reed-words")) {
          strong { reed.fullName }
          span(.className("quiet small")) { state.index.summary(of: line) }
        }
        span(.className("reed-figure")) {
          if let success = line.success { span(.className("figure")) { "\(success)" } }
          span(.className("quiet small")) {
            line.success == nil
              ? "no rating"
              : line.seconds < shownSeconds ? "of 10" : "of 10 · \(hours(line.seconds))"
          }
        }
      }
      if !state.index.boxes.isEmpty {
        button(
          .type("button"), .className("round grip"), .label("Move \(reed.fullName) to a box"),
          .title("Drag to a box, or choose one"),
          .onPointerDown { $0.buttons == 1 ? .front(.grabbed(reed.id)) : nil },
          .onClick(.opened(.box([reed.id])))
        ) { Icon.grip.view() }
      }
    }.keyed(reed.id.key)
  }

  /// From then on the hours are not 0.0.
  private static let shownSeconds: Int64 = 180

  /// `11.5 h`.
  static func hours(_ seconds: Int64) -> String {
    "\(Decimal(units: (seconds + 180) / 360, places: 1).text) h"
  }
}

extension Reeds.Front {
  /// The current search as a filter.
  func filter(_ id: RowID, named name: String) -> ReedFilter {
    var filter = ReedFilter(id, named: name, after: [])
    filter.question = list.question.trimmingBlanks
    (filter.stage, filter.box, filter.instrument) = (stage, box, instrument)
    filter.sort = sort.rawValue
    return filter
  }

  /// Applies a filter.
  mutating func look(for filter: ReedFilter) {
    list.ask(filter.question)
    (stage, box, instrument) = (filter.stage, filter.box, filter.instrument)
    tool = nil
    sort = Reeds.Sort(rawValue: filter.sort) ?? .latest
  }
}

extension ReedIndex.Line {
  /// The colour of its thread, if known.
  var colour: Int64? {
    if case .int(let colour) = value(ReedField.thread) { colour } else { nil }
  }
}

extension ReedIndex {
  /// A short description of a reed: staple, shaper, cane; or what is printed on a single reed.
  func summary(of line: Line) -> String {
    if line.reed.instrument.family == .singles {
      let words = ReedField.words(ofSingle: { line.value($0) })
      return words.isEmpty ? line.reed.instrument.label : words
    }
    var parts: [String] = []
    let staple = name(ofTool: line.link(ReedField.staple))
    if !staple.isEmpty { parts.append("Staple \(staple)") }
    let shaper = name(ofTool: line.link(ReedField.shaper))
    if !shaper.isEmpty { parts.append(shaper) }
    if case .text(let brand) = line.value(ReedField.caneBrand), parts.count < 2 {
      parts.append(brand)
    }
    return parts.isEmpty ? line.reed.instrument.label : parts.joined(separator: " · ")
  }

  /// The instruments of all reeds.
  var instruments: [Reed.Instrument] {
    var seen = Set<Int>()
    for line in lines.values { seen.insert(line.reed.instrument.rawValue) }
    return Reed.Instrument.allCases.filter { seen.contains($0.rawValue) }
  }

  func sorted(_ reeds: [RowID], by sort: Reeds.Sort) -> [RowID] {
    switch sort {
    case .latest: return reeds
    case .name:
      return reeds.compactMap { self[$0]?.name }.sorted().map { $0.id }
    case .success:
      return reeds.map { (self[$0]?.success ?? -100, $0) }.sorted { ($1.0, $1.1) < ($0.0, $0.1) }
        .map { $0.1 }
    case .hours:
      return reeds.map { (self[$0]?.seconds ?? 0, $0) }.sorted { ($1.0, $1.1) < ($0.0, $0.1) }
        .map { $0.1 }
    }
  }
}
