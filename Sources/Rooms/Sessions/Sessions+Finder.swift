import Domain
public import Ledger
import Markup
import Program
public import RoomKit
import Training

// Which items are shown, and in what order.
extension Sessions {
  struct Finder: Sendable {
    var list = RowList.State(limit: 40)
    var place: RowID?
    var colour: RowID?
    var tag = ""
    var author = ""
    var isUnsent = false
    /// Only grades near the person's level.
    var isNear = false
    /// Only items that are not for other instruments.
    var isOwn = true
    /// Includes removed items.
    var isPast = false
    /// The item that the session was started for: it stays on top.
    var first: RowID?
    /// The places of the shown items in the catalogue.
    var found: [Int] = []
  }

  public enum FinderMessage: Sendable {
    case list(RowList.Message)
    case searched
    case place(RowID?)
    case colour(RowID?)
    case tag(String)
    case author(String)
    case unsent, near, own, past
  }

  static func update(
    _ state: inout State, _ message: FinderMessage, _ room: RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .list(let message):
      let effects: [Effect<Message>] = RowList.update(
        &state.finder.list, message, "items-choosing", room.data)
      if case .choosing(false) = message { return [.focus("items-choosing")] }
      guard case .asked = message else { return effects }
      state.index.prepareSearch()
      find(&state)
      return effects
    case .searched:
      state.index.prepareSearch()
      return []
    case .place(let place): state.finder.place = place
    case .colour(let colour): state.finder.colour = colour
    case .tag(let tag): state.finder.tag = tag
    case .author(let author): state.finder.author = author
    case .unsent: state.finder.isUnsent.toggle()
    case .near: state.finder.isNear.toggle()
    case .own:
      state.finder.isOwn = !state.finder.isOwn || !state.finder.tag.isEmpty
      state.finder.tag = ""
    case .past: state.finder.isPast.toggle()
    }
    state.finder.list.startOver()
    find(&state)
    return []
  }

  /// Finds the items to show: nearest to the person's level first in a session, by place in a catalogue, but those that a
  /// search names before the others that it finds. A tag chosen by hand, such as another instrument, counts more than the person's instrument.
  static func find(_ state: inout State) {
    guard let standing = state.standing else {
      state.finder.found = []
      return
    }
    let finder = state.finder
    let matches = state.index.found(finder.list.question)
    var isByPlace = false
    if case .catalogue = state.place { isByPlace = true }
    var found: [Int] = []
    for (number, item) in standing.items.enumerated() {
      if let matches, !matches.contains(item.id) { continue }
      if !item.isLive(on: state.today), !(isByPlace && finder.isPast) { continue }
      if let place = finder.place, item.place != place { continue }
      if let colour = finder.colour, item.colour != colour { continue }
      if !finder.tag.isEmpty, !item.tagNames.contains(where: { $0.hasSameBytes(as: finder.tag) }) {
        continue
      }
      if !finder.author.isEmpty, !item.author.hasSameBytes(as: finder.author) { continue }
      if finder.isOwn, finder.tag.isEmpty, standing.isForOthers(number) { continue }
      if finder.isUnsent, state.index.isSent(item.id) { continue }
      if finder.isNear, !standing.isNear(number) { continue }
      found.append(number)
    }
    if !isByPlace {
      found = standing.byNearness(found)
      if let place = found.firstIndex(where: { standing.items[$0].id == finder.first }) {
        found.insert(found.remove(at: place), at: 0)
      }
    }
    if matches != nil {
      var (named, others): ([Int], [Int]) = ([], [])
      for number in found {
        if SearchIndex.names(standing.items[number].name, finder.list.question) {
          named.append(number)
        } else {
          others.append(number)
        }
      }
      found = named + others
    }
    state.finder.found = found
  }

  // MARK: - View

  static func filters(_ state: State, isPastOffered: Bool = false) -> Node<Message> {
    let words = state.catalogue?.words ?? .climbs
    let finder = state.finder
    guard let catalogue = state.catalogue else { return .text("") }
    let places = state.index.places(of: catalogue.id)
    let colours = state.index.tags(of: catalogue.id, areColours: true)
    return div(.className("stack finder")) {
      div(.className("field search")) {
        label(.labelFor("items-find")) { "Search" }
        input(
          .type("search"), .id("items-find"), .autocomplete("off"), .value(finder.list.question),
          .onFocus(.finder(.searched)), .onInput { .finder(.list(.asked($0))) })
      }
      div(.className("chips")) {
        chip("Not yet \(words.outcome(.send).inLowerCase)", isOn: finder.isUnsent, .finder(.unsent))
        if state.standing?.ability != nil {
          chip("Near my level", isOn: finder.isNear, .finder(.near))
        }
        if let standing = state.standing, standing.hasItemsForOthers {
          chip(
            standing.isOfRelatives ? "Other woodwinds" : "My instrument",
            isOn: finder.isOwn && finder.tag.isEmpty, .finder(.own))
        }
        if isPastOffered { chip("Include removed", isOn: finder.isPast, .finder(.past)) }
      }
      details(.className("more")) {
        summary { "More filters" }
        div(.className("two finder-choices")) {
          if places.count > 1 {
            choiceField(
              FieldFrame(words.place, id: "finder-place"),
              [("All \(words.places.inLowerCase)", RowID?.none)] + places.map { ($0.name, $0.id) },
              chosen: finder.place
            ) { .finder(.place($0)) }
          }
          if colours.count > 1 {
            choiceField(
              FieldFrame("Colour", id: "finder-colour"),
              [("All colours", RowID?.none)] + colours.map { ($0.name, $0.id) },
              chosen: finder.colour
            ) { .finder(.colour($0)) }
          }
          if let tags = state.standing?.tagNames, tags.count > 1 {
            choiceField(
              FieldFrame(state.standing?.tagWords ?? words.tags, id: "finder-tag"),
              choices: [("", "All")] + tags.map { ($0, $0) }, value: finder.tag
            ) { .finder(.tag($0)) }
          }
          if let authors = state.standing?.authors, authors.count > 1 {
            choiceField(
              FieldFrame(words.author, id: "finder-author"),
              choices: [("", "All")] + authors.map { ($0, $0) }, value: finder.author
            ) { .finder(.author($0)) }
          }
        }
      }
    }
  }

  /// The colour of an item, if it has one.
  static func hold(_ item: CatalogueItem, _ state: State) -> Node<Message>? {
    hold(state.index.colour(of: item)?.colour)
  }

  static func hold(_ colour: Int64?) -> Node<Message>? {
    colour.map {
      span(
        .className("hold"), .hidden(fromReaders: true), .style("background", ThreadColour.hex($0))
      ) {}
    }
  }

  /// Where an item is, what it looks like and how hard it is: `Prow · blue · V4`.
  static func words(of item: CatalogueItem, _ state: State, withGrade: Bool = true) -> String {
    [
      state.index.placeName(of: item), state.index.colourName(of: item), item.author,
      withGrade ? grade(item, state) : "",
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  static func grade(_ item: CatalogueItem, _ state: State) -> String {
    Summary.grade(item.grade, state.standing?.scale?.prefix ?? "")
  }
}
