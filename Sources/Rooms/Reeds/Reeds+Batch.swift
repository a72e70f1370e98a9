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

    mutating func refresh(_ batch: RowID, _ index: ReedIndex) {
      id = batch
      number = index.batches.first { $0.id == batch }?.number ?? 0
      let mine = index.linked(to: batch).filter { $0.reed.batch == batch }.map { $0.reed.id }
      reeds = index.sorted(mine, by: .name)
    }
  }

  public enum BatchMessage: Sendable {
    case countTyped(String)
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
    case .made:
      guard let count = (try? Decimal(parsing: state.batch.count, places: 0))?.units,
        (1...Int64(batchLimit)).contains(count)
      else {
        state.batch.problem = "Enter a number from 1 to \(batchLimit)."
        return [.focus("batch-count")]
      }
      return make(Int(count), &state, &room)
    case .filled(let field): return fill(field, state, room)
    case .added:
      guard let batch = state.index.batches.first(where: { $0.id == state.batch.id }) else {
        return []
      }
      return [
        .keep("Add a blank", blanks(1, of: batch, from: state.batch.reeds.count, state, &room))
      ]
    }
    return []
  }

  private static func make(
    _ count: Int, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let last = state.index.batches.map { $0.number }.max() ?? 0
    let batch = ReedBatch(room.newRow(), number: min(last, 999_998) + 1, day: room.day)
    let blanks = blanks(count, of: batch, from: 0, state, &room)
    let edits = batch.edits(from: nil) + blanks
    state.sheet = nil
    let first = columns(state).first.flatMap { field in
      blanks.first.map { cellID($0.row, field.id) }
    }
    return [
      .keep(
        "Create batch \(batch.number)", edits,
        saying: "Batch \(batch.number): \(DayWords.count(count, "blank", "blanks"))."),
      .navigate(to: Place.batch(batch.id).path), .focus(first ?? "heading"),
    ]
  }

  /// New reeds of a batch, each filled from the default template.
  private static func blanks(
    _ count: Int, of batch: ReedBatch, from start: Int, _ state: State, _ room: inout RoomContext
  ) -> [Edit] {
    let template = ReedTemplate.all(in: room.data).first { $0.isDefault }
    let values = template.flatMap { room.data[$0.id] }
    let instrument = Settings(room.data[Settings.row]).reeds
    var edits: [Edit] = []
    for place in 0..<count {
      var reed = Reed(
        room.newRow(), named: batch.reedName(start + place + 1), begun: room.day)
      (reed.batch, reed.instrument) = (batch.id, instrument)
      if let template { (reed.instrument, reed.style) = (template.instrument, template.style) }
      edits += reed.edits(from: nil)
      if let values { edits += ReedTemplate.values(values, for: reed.id, state.index.fields) }
    }
    return edits
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
    return edits.isEmpty ? [] : [.keep("Fill down \(field.label.inLowerCase)", edits)]
  }

  /// The columns: the fields that apply to a blank of the batch's instrument, and a person's own in the shorter forms.
  static func columns(_ state: State) -> [ReedField] {
    let reed = state.batch.reeds.first.flatMap { state.index[$0] }?.reed
    let family = reed?.instrument.family ?? .oboes
    let wanted: [UInt64] =
      family == .bassoons
      ? [32, 35, 52, 53, 54, 55, 56, 57, 58, 59, 62, 100, 105, 106, 102, 103, 74]
      : [32, 35, 52, 53, 54, 55, 56, 57, 58, 59, 62, 68, 69, 73, 74]
    let own = state.index.fields.all.filter {
      $0.form < .full && $0.group != .outcome && ($0.family == .all || $0.family == family)
        && $0.isAsked(in: reed?.stage) && state.index.own($0)?.number == 0
    }
    return (wanted.compactMap { state.index.fields[KindID.reed.field($0)] } + own)
      .filter { !$0.isHidden }
  }

  // MARK: - View

  static func batchPage(_ state: State) -> Node<Message> {
    let columns = columns(state)
    let reeds = state.batch.reeds
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
      pageHead(
        caps: DayWords.count(reeds.count, "blank", "blanks"), "Batch \(state.batch.number)"
      ) { action("Add a blank", icon: .add, .batch(.added)) }
      if reeds.isEmpty {
        p(.className("quiet")) { "This batch is empty." }
      } else {
        p(.className("quiet small")) {
          "Enter moves down, Tab right. A digital caliper with keyboard output can type straight into a cell. Saved as you go."
        }
        for field in columns { offers(field, state, id: offersID(field)) }
        div(.className("table-scroll"), .tabIndex(0), .role("region"), .label("Blanks")) {
          table(.className("batch-table")) {
            thead {
              tr {
                th(.plain("scope", "col")) { "Reed" }
                for field in columns {
                  th(.plain("scope", "col")) {
                    span { heading(of: field, state) }
                    button(
                      .type("button"), .className("quiet-button"),
                      .label("Fill down \(field.label)"), .title("Fill down"),
                      .onClick(.batch(.filled(field)))
                    ) { Icon.down.view() }
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
