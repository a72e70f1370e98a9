import Domain
public import Ledger
import Markup
import Program
import RoomKit

// What is done to several reeds at once: tags added or removed, and a field set to one value.
extension Reeds {
  /// What is typed for several reeds.
  struct Many: Sendable {
    var tags = ""
    var field: ReedField?
    var value = Value.null

    /// The row that a field's input shows for all the reeds. It is in no data, so nothing is saved in it.
    static let row = RowID(of: Array("several reeds".utf8), in: "woodshed row")

    var place: RowForm.Place? { field.map { .init(Self.row, $0.id) } }
  }

  public enum ManyMessage: Sendable {
    case tagsTyped(String)
    case tagged
    case untagged(String)
    case fieldChosen(FieldID?)
    case set
    /// Empties the field of all the reeds.
    case cleared
  }

  static func update(
    _ state: inout State, _ message: ManyMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch (message, state.sheet) {
    case (.tagsTyped(let text), _): state.many.tags = text.shortened(to: Reed.tagsLimit)
    case (.tagged, .tags(let reeds)):
      let new = Tags.list(state.many.tags)
      guard !new.isEmpty else { return [.focus("many-tags")] }
      return tag(reeds, "Tag", "Tagged", &state) { old in
        old + new.filter { !Tags.contains($0, in: old) }
      }
    case (.untagged(let tag), .tags(let reeds)):
      return self.tag(reeds, "Remove “\(tag)” from", "Removed “\(tag)” from", &state) { old in
        Tags.contains(tag, in: old) ? Tags.toggled(tag, in: old) : old
      }
    case (.fieldChosen(let id), .setting(let reeds)):
      state.many.field = settable(reeds, state).first { $0.id == id }
      state.many.value = .null
      state.typing = nil
      return stopListening(&state)
    case (.set, .setting(let reeds)):
      let effects = read(&state, &room)
      guard let field = state.many.field else { return effects + [.focus("many-field")] }
      let value = state.many.value
      guard value != .null, state.form.refusal(.init(Many.row, field.id)) == nil else {
        return effects + [.focus("many-value")]
      }
      var edits: [Edit] = []
      for id in reeds where canSet(field, of: id, state) {
        if state.index[id]?.value(field.id) != value {
          edits.append(Edit(id, .reed, field.id, value))
        }
      }
      let set = "Set \(field.label) for"
      return effects + keepMany(edits, set, set, &state) + stopListening(&state)
    case (.cleared, .setting(let reeds)):
      guard let field = state.many.field else { return [] }
      state.typing = nil
      let edits = clearable(field, of: reeds, state).map { Edit($0, .reed, field.id, .null) }
      let (action, done) = ("Clear \(field.label) for", "Cleared \(field.label) for")
      return keepMany(edits, action, done, &state) + stopListening(&state)
    default: break
    }
    return []
  }

  /// The reeds that have a value in a field and can do without. Every reed has an instrument.
  private static func clearable(
    _ field: ReedField, of reeds: [RowID], _ state: State
  ) -> [RowID] {
    if state.index.fields[field.id] == nil { return [] }
    return reeds.filter {
      canSet(field, of: $0, state) && state.index[$0]?.value(field.id) != .null
    }
  }

  private static func tag(
    _ reeds: [RowID], _ action: String, _ done: String, _ state: inout State,
    _ change: ([String]) -> [String]
  ) -> [Effect<Message>] {
    var edits: [Edit] = []
    for id in reeds {
      guard let old = state.index[id]?.reed else { continue }
      var reed = old
      let tags = Tags.list(old.tags)
      let new = change(tags)
      guard new.count != tags.count else { continue }
      reed.tags = Tags.text(new, byteLimit: Reed.tagsLimit)
      edits += reed.edits(from: old)
    }
    return keepMany(edits, action, done, &state)
  }

  /// Saves one edit per reed as one step; they stay selected for another. The step is named by `action`: "Tag 3 reeds"; the toast
  /// says what was `done`: "Tagged 3 reeds."
  private static func keepMany(
    _ edits: [Edit], _ action: String, _ done: String, _ state: inout State
  ) -> [Effect<Message>] {
    state.sheet = nil
    let reeds = DayWords.count(edits.count, "reed", "reeds")
    return
      (edits.isEmpty
      ? [.toast("Nothing to change.")]
      : [.keep("\(action) \(reeds)", edits, saying: "\(done) \(reeds).")])
      + [.focus("heading")]
  }

  /// Whether a field can be set for a reed: it has such a field, and no experiment hides it.
  private static func canSet(_ field: ReedField, of reed: RowID, _ state: State) -> Bool {
    guard let line = state.index[reed] else { return false }
    return field.family.includes(line.reed.instrument.family)
      && state.index.cover.experiment(reed, field.id) == nil
  }

  /// The fields that can be set for some of the reeds. A staple is in one reed only.
  private static func settable(_ reeds: [RowID], _ state: State) -> [ReedField] {
    (ReedField.ofEveryReed + state.index.fields.all).filter { field in
      !field.isHidden && !field.isTool(.staple)
        && reeds.contains { canSet(field, of: $0, state) }
    }
  }

  // MARK: - View

  static func tagsSheet(_ reeds: [RowID], _ state: State) -> [Node<Message>] {
    var known: [(tag: String, count: Int)] = []
    for id in reeds {
      for tag in Tags.list(state.index[id]?.reed.tags ?? "") {
        if let place = known.firstIndex(where: { Tags.contains(tag, in: [$0.tag]) }) {
          known[place].count += 1
        } else {
          known.append((tag, 1))
        }
      }
    }
    return [
      Naming.view(
        "Tags to add, separated by spaces", "many-tags", "Add", isPrimary: true, state.many.tags,
        done: .many(.tagged)
      ) { .many(.tagsTyped($0)) },
      known.isEmpty
        ? .text("")
        : div(.className("row wrap"), .role("group"), .label("Remove a tag")) {
          for (tag, count) in known.prefix(60) {
            action(
              "Remove “\(tag)”",
              label: "Remove “\(tag)” from \(DayWords.count(count, "reed", "reeds"))",
              icon: .close, .many(.untagged(tag)))
          }
        },
    ]
  }

  static func settingSheet(_ reeds: [RowID], _ state: State) -> [Node<Message>] {
    let fields = settable(reeds, state)
    let first = ReedField.ofEveryReed.count
    return [
      form(.className("stack"), .onSubmit(.many(.set))) {
        choiceField(
          FieldFrame("Field", id: "many-field"),
          [(text: "Choose a field", content: FieldID?.none)]
            + fields.enumerated().map { place, field in
              (place < first ? field.label : "\(field.group.label): \(field.label)", field.id)
            }, chosen: state.many.field?.id
        ) { .many(.fieldChosen($0)) }
        if let field = state.many.field {
          div {
            input(field, of: Many.row, state.many.value, state, cell: "many-value")
          }.keyed(.number(field.id.number))
        }
        div(.className("row wrap end")) {
          let full = state.many.field.map { clearable($0, of: reeds, state) } ?? []
          if let field = state.many.field, !full.isEmpty {
            action(
              "Clear",
              label: "Clear \(field.label) for \(DayWords.count(full.count, "reed", "reeds"))",
              .many(.cleared))
          }
          button(.type("submit"), .className("primary")) { "Set" }
        }
      }
    ]
  }
}
