public import Domain
import Ledger
import Markup
import Program
import RoomKit

// A batch of blanks as a table: a row per reed, a column per field, filled with Tab and Enter.
extension Reeds {
  /// The table of a batch.
  struct BatchTable: Sendable {
    var id: RowID?
    var number = 0
    /// Its reeds, sorted by name.
    var reeds: [RowID] = []
    /// The typed number of blanks for a new batch, and its error.
    var count = "6"
    var problem: String?
    /// What the next batch is for.
    var instrument = Reed.Instrument.oboe
    /// What is printed on a box of single reeds, as it was typed.
    var printed: [(field: ReedField, text: String)] = []

    /// Starts a new batch. A box of single reeds is filled in like the last one for its instrument.
    mutating func start(like index: ReedIndex) {
      (count, problem, printed) = (instrument.family == .singles ? "10" : "6", nil, [])
      guard instrument.family == .singles else { return }
      let last = index.order.first { index[$0]?.reed.instrument == instrument }
        .flatMap { index[$0] }
      for (_, fields) in index.fields.groups(.quick, .singles) {
        for field in fields where field.group == .single {
          // Tools are rows: none is known by what is typed here.
          if case .tool = field.content { continue }
          printed.append((field, field.text(of: last?.value(field.id) ?? .null)))
        }
      }
    }

    mutating func refresh(_ batch: RowID, _ index: ReedIndex) {
      id = batch
      number = index.batches.first { $0.id == batch }?.number ?? 0
      let mine = index.linked(to: batch).filter { $0.reed.batch == batch }.map { $0.reed.id }
      reeds = index.sorted(mine, by: .name)
    }
  }

  public enum BatchMessage: Sendable {
    case countTyped(String)
    /// One of what is printed on a box.
    case printTyped(Int, String)
    case made
    /// Copies a field's value from each row that has one into the empty rows below.
    case filled(ReedField)
    case added
  }

  /// The most blanks in a new batch.
  static let batchLimit = 100

  static func update(
    _ state: inout State, _ message: BatchMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .countTyped(let text):
      (state.batch.count, state.batch.problem) = (text.shortened(to: 8), nil)
    case .printTyped(let place, let text):
      guard state.batch.printed.indices.contains(place) else { return [] }
      state.batch.printed[place].text = text.shortened(to: 200)
      state.batch.problem = nil
    case .made:
      guard let count = (try? Decimal(parsing: state.batch.count, places: 0))?.units,
        (1...Int64(batchLimit)).contains(count)
      else {
        state.batch.problem = "Enter a number from 1 to \(batchLimit)."
        return [.focus("batch-count")]
      }
      var values: [(field: FieldID, value: Value)] = []
      for (place, print) in state.batch.printed.enumerated() {
        do throws(ReedField.TextError) {
          let value = try print.field.value(of: print.text)
          if value != .null { values.append((print.field.id, value)) }
        } catch {
          state.batch.problem = "\(print.field.label): \(error.words(for: print.field))"
          return [.focus("batch-print-\(place)")]
        }
      }
      return make(Int(count), values, &state, &room)
    case .filled(let field): return fill(field, state, room)
    case .added:
      guard let batch = state.index.batches.first(where: { $0.id == state.batch.id }) else {
        return []
      }
      // Like the first of the batch, if that is a single reed.
      var values: [(field: FieldID, value: Value)] = []
      let first = state.batch.reeds.first.flatMap { state.index[$0] }
      let isSingle = first?.reed.instrument.family == .singles
      if let first, isSingle {
        for field in state.index.fields.all where field.group == .single {
          let value = first.value(field.id)
          if value != .null { values.append((field.id, value)) }
        }
      }
      return [
        .keep(
          isSingle ? "Add a reed" : "Add a blank",
          blanks(
            1, of: batch, from: state.batch.reeds.count, for: first?.reed.instrument, values, state,
            &room))
      ]
    }
    return []
  }

  private static func make(
    _ count: Int, _ values: [(field: FieldID, value: Value)], _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let last = state.index.batches.map { $0.number }.max() ?? 0
    let batch = ReedBatch(room.newRow(), number: min(last, 999_998) + 1, day: room.day)
    let blanks = blanks(count, of: batch, from: 0, for: nil, values, state, &room)
    let isSingle = state.batch.instrument.family == .singles
    let edits = batch.edits(from: nil) + blanks
    state.sheet = nil
    var new = Reed(blank: batch.id)
    new.begin(for: state.batch.instrument)
    let first = columns(state, of: new).first.flatMap { field in
      blanks.first.map { cellID($0.row, field.id) }
    }
    let box = boxName(count) { field in values.first { $0.field == field }?.value ?? .null }
    return [
      .keep(
        isSingle ? "Add a box of reeds" : "Create batch \(batch.number)", edits,
        saying: isSingle ? "\(box) added." : "\(batch.name): \(counted(count, false))."),
      .navigate(to: Place.batch(batch.id).path), .focus(first ?? "heading"),
    ]
  }

  /// New reeds of a batch, each filled from the default template, and then with these values.
  private static func blanks(
    _ count: Int, of batch: ReedBatch, from start: Int, for instrument: Reed.Instrument?,
    _ values: [(field: FieldID, value: Value)], _ state: State, _ room: inout RoomContext
  ) -> [Edit] {
    let template = defaults(room)?.id
    var edits: [Edit] = []
    for place in 0..<count {
      var (reed, known) = newReed(batch.reedName(start + place + 1), from: template, state, &room)
      reed.batch = batch.id
      if let instrument, instrument != reed.instrument {
        reed.begin(for: instrument)
        known = []
      }
      edits += reed.edits(from: nil) + known
      edits += values.map { Edit(reed.id, .reed, $0.field, $0.value) }
    }
    return edits
  }

  /// What a batch is called: single reeds come in boxes.
  static func name(of batch: ReedBatch, _ index: borrowing ReedIndex) -> String {
    let reeds = index.linked(to: batch.id).filter { $0.reed.batch == batch.id }
    guard let first = reeds.min(by: { $0.name < $1.name }),
      first.reed.instrument.family == .singles
    else { return batch.name }
    return boxName(reeds.count) { first.value($0) }
  }

  /// `Box of 10 Vandoren V12 3`, by what is printed on it.
  private static func boxName(_ count: Int, _ value: (FieldID) -> Value) -> String {
    let printed = ReedField.words(ofSingle: value)
    return "Box of \(count) " + (printed.isEmpty ? "reeds" : printed)
  }

  /// `6 blanks`; a single reed is none.
  private static func counted(_ count: Int, _ areSingle: Bool) -> String {
    areSingle
      ? DayWords.count(count, "reed", "reeds") : DayWords.count(count, "blank", "blanks")
  }

  /// Fills each empty cell with the nearest value above it.
  private static func fill(
    _ field: ReedField, _ state: State, _ room: RoomContext
  ) -> [Effect<Message>] {
    var source = Value.null
    var edits: [Edit] = []
    // What an experiment hides reads as empty, but is not.
    for id in state.batch.reeds where state.index.cover.experiment(id, field.id) == nil {
      let value = state.index[id]?.value(field.id) ?? .null
      if value != .null {
        source = value
      } else if source != .null {
        edits.append(Edit(id, .reed, field.id, source))
      }
    }
    if source == .null {
      return [.toast("Fill in “\(field.label)” for one reed first: the ones below get the same.")]
    }
    if edits.isEmpty { return [.toast("Nothing to fill: the cells below have their own values.")] }
    return [.keep("Fill down \(field.label.inLowerCase)", edits)]
  }

  /// The columns: the fields that apply to a reed like the first of the batch, and a person's own in the shorter forms.
  ///
  /// - Parameter new: the first of a new batch.
  static func columns(_ state: State, of new: Reed? = nil) -> [ReedField] {
    let reed = new ?? state.batch.reeds.first.flatMap { state.index[$0] }?.reed
    let family = reed?.instrument.family ?? .oboes
    let wanted: [UInt64] =
      switch family {
      case .singles: [128, 129, 130, 131, 132, 133]
      case .bassoons:
        [32, 35, 52, 53, 54, 55, 56, 57, 58, 59, 62, 100, 105, 106, 102, 103, 74]
      default: [32, 35, 52, 53, 54, 55, 56, 57, 58, 59, 62, 68, 69, 73, 74]
      }
    let own = state.index.fields.all.filter {
      $0.form < .full && $0.group != .outcome && $0.family.includes(family)
        && state.index.own($0)?.number == 0
    }
    return (wanted.compactMap { state.index.fields[KindID.reed.field($0)] } + own)
      .filter { !$0.isHidden && $0.isAsked(in: reed?.stage) }
  }

  // MARK: - View

  static func batchPage(_ state: State) -> Node<Message> {
    let columns = columns(state)
    let reeds = state.batch.reeds
    let areSingle = family(of: reeds, state) == .singles
    // Undone, deleted, or not here yet: it has no number.
    if state.batch.number == 0, reeds.isEmpty {
      return article(.className("page")) {
        pageHead(caps: "Reeds", "Batch not found")
        p { "It may be in the trash, or on a device that hasn’t synced yet." }
        p { a(.className("button"), .href(Place.front.path)) { "All reeds" } }
      }
    }
    return article(.className("page batch-page")) {
      a(.className("back-link"), .href(Place.front.path)) {
        Icon.back.view()
        "Reeds"
      }
      let batch = state.index.batches.first { $0.id == state.batch.id }
      pageHead(
        caps: counted(reeds.count, areSingle), batch.map { name(of: $0, state.index) } ?? "Batch"
      ) {
        action(areSingle ? "Add a reed" : "Add a blank", icon: .add, .batch(.added))
      }
      if reeds.isEmpty {
        p(.className("quiet")) { "This batch is empty." }
      } else {
        p(.className("quiet small")) {
          areSingle
            ? "Enter moves down, Tab right. Saved as you go."
            : "Enter moves down, Tab right. A digital caliper with keyboard output can type straight into a cell. Saved as you go."
        }
        for field in columns { offers(field, state, id: offersID(field)) }
        div(
          .className("table-scroll"), .tabIndex(0), .role("region"),
          .label(areSingle ? "Reeds" : "Blanks")
        ) {
          table(.className("batch-table")) {
            thead {
              tr {
                th(.plain("scope", "col")) { "Reed" }
                for field in columns {
                  th(.plain("scope", "col"), .className(field.label.utf8.count > 20 ? "long" : nil))
                  {
                    span { heading(of: field, state) }
                    button(
                      .type("button"), .className("quiet-button"),
                      .label("Fill down \(field.label)"), .title("Fill down"),
                      .onClick(.batch(.filled(field)))
                    ) {
                      Icon.down.view()
                      "Fill"
                    }
                  }
                }
              }
            }
            tbody {
              for (place, id) in reeds.enumerated() {
                if let line = state.index[id] {
                  tr {
                    th(.plain("scope", "row")) {
                      a(.href(Reeds.Place.reed(id).path)) { line.reed.name }
                    }
                    for field in columns {
                      // Numbers on staples are short.
                      td(.className(field.isTool(.staple) ? "short" : nil)) {
                        cell(field, line, at: place, state)
                      }
                    }
                  }.keyed(id.key)
                }
              }
            }
          }
        }
      }
    }
  }

  /// `A left (mm)`.
  private static func heading(of field: ReedField, _ state: State) -> String {
    let unit = field.unit(in: state.lengths)
    return unit.utf8.isEmpty ? field.label : "\(field.label) (\(unit))"
  }

  private static func cellID(_ reed: RowID, _ field: FieldID) -> String {
    "cell-\(field.number)-\(reed.bits.hex)"
  }

  private static func cell(
    _ field: ReedField, _ line: ReedIndex.Line, at place: Int, _ state: State
  ) -> Node<Message> {
    let id = line.reed.id
    let below = place + 1 < state.batch.reeds.count ? state.batch.reeds[place + 1] : nil
    let next = below.map { cellID($0, field.id) } ?? nextColumn(field, state)
    var field = field
    let label = field.label
    field.label = "\(line.reed.name) \(label)"
    return input(
      field, of: id, line.value(field.id), state, cell: cellID(id, field.id), next: next)
  }

  /// The first cell of the column after another.
  private static func nextColumn(_ field: ReedField, _ state: State) -> String {
    let columns = columns(state)
    guard let place = columns.firstIndex(where: { $0.id == field.id }), place + 1 < columns.count,
      let first = state.batch.reeds.first
    else { return "heading" }
    return cellID(first, columns[place + 1].id)
  }
}
