public import Domain
public import Ledger
import Markup
import Program
import RoomKit
import Training

// Editing catalogues and their items: for a gym's setters, a teacher, or oneself.
extension Sessions {
  struct CatalogueDesk: Sendable {
    var name = ""
    var words = CatalogueWords.climbs
    var scale = "v"
    var ownGrades = ""
    var newPlace = ""
    var newColour = ""
    var problem: String?

    mutating func begin() { self = CatalogueDesk() }
  }

  public enum DeskMessage: Sendable {
    case sampleAdded(SampleCatalogue)
    case nameTyped(String)
    case words(CatalogueWords)
    case scale(String)
    case gradesTyped(String)
    case made
    case trashed(RowID)
    case placeTyped(String)
    case placeMade(for: RowID?)
    case itemPlace(RowID, RowID?)
    case itemColour(RowID, RowID?)
    case colourTyped(String)
    case colourMade(for: RowID)
    case coloured(RowID, String)
    /// Moves the selected items to another place, or removes them today.
    case moved(RowID?)
    case takenOut
    case itemSaved
    case reset(RowID?)
    case voted(RowID, String)
    case rated(RowID, Int)
    case planCopied(RowID)
  }

  static func update(
    _ state: inout State, _ message: DeskMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .sampleAdded(let sample):
      let edits = sample.edits(
        on: room.day, zoneMinutes: room.zoneMinutes, after: state.index.catalogues)
      state.chosen = sample.id
      return [
        .keep("Add “\(sample.title)”", edits, saying: "Added “\(sample.title)”."),
        .save(sample.id.bits.hex, under: chosenKey),
      ]
    case .nameTyped(let text):
      state.desk.name = text.shortened(to: Catalogue.nameLimit)
      state.desk.problem = nil
    case .words(let words): (state.desk.words, state.desk.scale) = (words, words.scale)
    case .scale(let scale): state.desk.scale = scale
    case .gradesTyped(let text): state.desk.ownGrades = text.shortened(to: 8_000)
    case .made: return make(&state, &room)
    case .trashed(let id): return trash(id, state)
    case .placeTyped(let text): state.desk.newPlace = text.shortened(to: CataloguePlace.nameLimit)
    case .colourTyped(let text): state.desk.newColour = text.shortened(to: CatalogueTag.nameLimit)
    case .placeMade(let item): return makePlace(for: item, &state, &room)
    case .colourMade(let item): return makeColour(for: item, &state, &room)
    case .coloured(let tag, let text):
      guard let colour = ThreadColour.colour(text) else { return [] }
      return [
        .keep("Change a colour", [Edit(tag, .catalogueTag, CatalogueTag.colourField, .int(colour))])
      ]
    case .moved(let place):
      let value = place.map { Value.row($0) } ?? .null
      return change(state, CatalogueItem.placeField, to: value, "Move")
    case .takenOut:
      let effects = change(state, CatalogueItem.outAtField, to: .day(room.day), "Remove")
      if state.finder.isPast { return effects }
      // They are no longer in the list.
      state.finder.list.endChoosing()
      return effects + [.focus("items-choosing")]
    case .itemPlace(let item, let place):
      return value(place, CatalogueItem.placeField, of: item, &state, &room)
    case .itemColour(let item, let colour):
      return value(colour, CatalogueItem.colourField, of: item, &state, &room)
    case .itemSaved:
      let effects = RowForm.update(&state.form, .done, &room)
      if state.form.open == nil { state.sheet = nil }
      return effects.map { $0.map(Message.form) }
    case .reset(let place): return reset(place, &state, room)
    case .voted(let item, let text): return vote(item, &state, room) { $0.grade = text }
    case .rated(let item, let quality):
      return vote(item, &state, room) { $0.quality = $0.quality == quality ? 0 : quality }
    case .planCopied(let id):
      guard let plan = state.index.plan(id) else { return [] }
      var copy = TrainingPlan(room.newRow(), named: "Copy of \(plan.name)", plan.shape)
      (copy.rounds, copy.items, copy.workSeconds) = (plan.rounds, plan.items, plan.workSeconds)
      (copy.restSeconds, copy.roundRestSeconds) = (plan.restSeconds, plan.roundRestSeconds)
      state.sheet = .row(.trainingPlan)
      return RowForm.begin(
        copy.edits(from: nil), from: "heading", at: fields(of: .trainingPlan)[0], &state.form)
    }
    return []
  }

  private static func make(
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let name = state.desk.name.trimmingBlanks
    guard !name.isEmpty else {
      state.desk.problem = "Enter a name, such as your gym’s."
      return [.focus("catalogue-name")]
    }
    var catalogue = Catalogue(
      room.newRow(), named: name, state.desk.words, after: state.index.catalogues)
    (catalogue.scale, catalogue.ownGrades) = (state.desk.scale, state.desk.ownGrades)
    guard catalogue.gradeScale != nil else {
      state.desk.problem = "Enter one grade per line, easiest first, each only once."
      return [.focus("catalogue-grades")]
    }
    (state.sheet, state.chosen) = (nil, catalogue.id)
    return [
      .keep("Create “\(name)”", catalogue.edits(from: nil)),
      .save(catalogue.id.bits.hex, under: chosenKey),
      .navigate(to: Place.catalogue(catalogue.id).path),
    ]
  }

  private static func trash(_ id: RowID, _ state: State) -> [Effect<Message>] {
    guard let catalogue = state.index.catalogue(id) else { return [] }
    var edits = catalogue.trashing
    if catalogue.isSubscribed {
      return [
        .keep(
          "Unsubscribe from “\(catalogue.name)”", edits,
          saying: "Unsubscribed from “\(catalogue.name)”. You keep your history."),
        .navigate(to: Place.catalogues.path, replacing: true),
      ]
    }
    for item in state.index.items(of: id) { edits += item.trashing }
    for place in state.index.places(of: id) { edits += place.trashing }
    for tag in state.index.tags(of: id, areColours: true) { edits += tag.trashing }
    return [
      .keep(
        "Delete “\(catalogue.name)”", edits,
        saying: "“\(catalogue.name)” is in the trash. You keep your history."),
      .navigate(to: Place.catalogues.path, replacing: true),
    ]
  }

  private static func makePlace(
    for item: RowID?, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let name = state.desk.newPlace.trimmingBlanks
    guard let catalogue = state.catalogue, !name.isEmpty else { return [] }
    state.desk.newPlace = ""
    let place = CataloguePlace(
      room.newRow(), in: catalogue.id, named: name, after: state.index.places(of: catalogue.id))
    var effects: [Effect<Message>] = [.keep("Add “\(name)”", place.edits(from: nil))]
    if let item { effects += value(place.id, CatalogueItem.placeField, of: item, &state, &room) }
    return effects
  }

  private static func makeColour(
    for item: RowID, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let name = state.desk.newColour.trimmingBlanks
    guard let catalogue = state.catalogue, !name.isEmpty else { return [] }
    state.desk.newColour = ""
    let tag = CatalogueTag(
      room.newRow(), in: catalogue.id, named: name, colour: CatalogueTag.colour(named: name))
    return [.keep("Add “\(name)”", tag.edits(from: nil))]
      + value(tag.id, CatalogueItem.colourField, of: item, &state, &room)
  }

  private static func value(
    _ row: RowID?, _ field: FieldID, of item: RowID, _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Message>] {
    RowForm.update(
      &state.form, .valued(.init(item, field), row.map { .row($0) } ?? .null), &room
    ).map { $0.map(Message.form) }
  }

  /// Changes a field of all selected items in one action. They stay selected for another.
  private static func change(
    _ state: State, _ field: FieldID, to value: Value, _ verb: String
  ) -> [Effect<Message>] {
    let chosen = state.finder.list.chosen
    guard !chosen.isEmpty, let words = state.catalogue?.words else { return [] }
    let count = DayWords.count(chosen.count, words.item, words.items)
    return [
      .keep(
        "\(verb) \(count)", chosen.map { Edit($0, .item, field, value) },
        saying: "\(count) \(verb.inLowerCase)d.")
    ]
  }

  /// The live items on a wall, or in the whole catalogue.
  static func live(at place: RowID?, _ state: State) -> [CatalogueItem] {
    (state.standing?.items ?? []).filter {
      $0.outAt == 0 && $0.liveFrom <= state.today && (place == nil || $0.place == place)
    }
  }

  /// Removes all live items of a wall in one action. Nobody's history changes.
  private static func reset(
    _ place: RowID?, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    state.sheet = nil
    var edits: [Edit] = []
    let items = live(at: place, state)
    for item in items {
      edits.append(Edit(item.id, .item, CatalogueItem.outAtField, .day(room.day)))
    }
    guard !edits.isEmpty, let words = state.catalogue?.words else { return [] }
    let count = DayWords.count(items.count, words.item, words.items)
    return [.keep("Remove \(count)", edits, saying: "\(count) removed.")]
  }

  private static func vote(
    _ item: RowID, _ state: inout State, _ room: RoomContext, _ body: (inout Vote) -> Void
  ) -> [Effect<Message>] {
    let old = state.index.vote(item)
    var vote = old ?? Vote(of: item, at: room.milliseconds)
    body(&vote)
    vote.at = room.milliseconds
    if !vote.grade.isEmpty, state.catalogue?.gradeScale?.read(vote.grade) == nil {
      return [.toast("This scale has no grade “\(vote.grade)”. Your vote wasn’t changed.")]
    }
    let edits =
      old == nil
      ? vote.edits(from: nil, zoneMinutes: room.zoneMinutes)
      : vote.edits(only: Vote.answerFields, zoneMinutes: room.zoneMinutes)
    return [.keep("Vote", edits)]
  }
}
