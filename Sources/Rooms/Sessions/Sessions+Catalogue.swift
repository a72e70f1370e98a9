import Domain
import Ledger
import Markup
import RoomKit
import Training

// Catalogues, one of them with its items, and an item with its history.
extension Sessions {
  static func catalogues(_ state: State) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: "What you train on", "Catalogues")
      parts(.catalogues)
      div { action("New catalogue", icon: .add, style: .primary, .opened(.catalogue)) }
      if state.index.catalogues.isEmpty, state.isKnown {
        welcome()
      } else {
        ul(.className("list")) {
          for catalogue in state.index.catalogues {
            li(.className("list-row")) {
              a(.className("row-link"), .href(Place.catalogue(catalogue.id).path)) {
                strong { catalogue.name }
                span(.className("quiet small")) { summary(of: catalogue, state) }
              }
            }.keyed(catalogue.id.key)
          }
        }
        div(.className("row wrap")) {
          for sample in SampleCatalogue.allCases where state.index.catalogue(sample.id) == nil {
            action("Add “\(sample.title)”", icon: .add, .desk(.sampleAdded(sample)))
          }
        }
      }
    }
  }

  private static func summary(of catalogue: Catalogue, _ state: State) -> String {
    var (live, gone) = (0, 0)
    for item in state.index.items.values where item.catalogue == catalogue.id {
      if item.isLive(on: state.today) { live += 1 } else { gone += 1 }
    }
    var text = DayWords.count(live, catalogue.words.item, catalogue.words.items)
    if gone > 0 { text += ", \(gone) removed" }
    if let scale = catalogue.gradeScale { text += " · \(scale.label)" }
    return text
  }

  // MARK: - One catalogue

  static func cataloguePage(_ id: RowID, _ state: State) -> Node<Message> {
    guard let catalogue = state.index.catalogue(id) else {
      return article(.className("page")) {
        pageHead(caps: "Catalogues", state.isKnown ? "This catalogue is gone" : "Opening …")
        p { a(.className("button"), .href(Place.catalogues.path)) { "All catalogues" } }
      }
    }
    guard state.catalogue?.id == id else {
      return article(.className("page")) {
        pageHead(caps: "Catalogues", catalogue.name)
        p(.className("quiet")) {
          "You’re in a session with another catalogue. End it to open this one."
        }
      }
    }
    return article(.className("page")) {
      a(.className("back-link"), .href(Place.catalogues.path)) {
        Icon.back.view()
        "Catalogues"
      }
      if let name = PublishedCatalogue.id(of: catalogue.source) {
        pageHead(caps: summary(of: catalogue, state), catalogue.name)
        publishedNote(catalogue, state)
        div(.className("row wrap")) {
          action("Update", icon: .reload, id: "published-update", .published(.asked(name)))
          action("Unsubscribe", icon: .trash, style: .quiet, .desk(.trashed(id)))
        }
      } else {
        pageHead(caps: summary(of: catalogue, state), catalogue.name) {
          action("Add", icon: .add, style: .primary, id: "item-add", .opened(.newItem))
        }
        div(.className("row wrap")) {
          action("Add several", icon: .file, id: "table-add", .opened(.table))
          export("Export", .catalogue(id), state)
          action(
            "Reset a \(catalogue.words.place.inLowerCase)", icon: .reload,
            .opened(.reset(state.finder.place ?? state.index.places(of: id).first?.id)))
          action("Rename", icon: .edit, style: .quiet, .opened(.row(id, .catalogue)))
          action("Delete", icon: .trash, style: .quiet, .desk(.trashed(id)))
        }
      }
      filters(state, isPastOffered: true)
      itemList(state)
      walls(catalogue, state)
      colours(catalogue, state)
      if !catalogue.isSubscribed { publishing(catalogue, state) }
    }
  }

  private static func itemList(_ state: State) -> Node<Message> {
    guard let standing = state.standing else { return .text("") }
    let found = state.finder.found
    let isChoosing = state.finder.list.isChoosing
    return div(
      .className("stack"),
      .onKeyDown { isChoosing && $0.key == "Escape" ? .finder(.list(.choosing(false))) : nil }
    ) {
      div(.className("row")) {
        p(.className("quiet small figure"), .live("polite")) {
          DayWords.count(found.count, standing.catalogue.words.item, standing.catalogue.words.items)
        }
        if !standing.catalogue.isSubscribed {
          button(
            .type("button"), .id("items-choosing"), .className("push"),
            .pressed(isChoosing), .onClick(.finder(.list(.choosing(!isChoosing))))
          ) { isChoosing ? "Done" : "Select" }
        }
      }
      if isChoosing { chosenBar(standing, state) }
      ul(.className("list")) {
        for number in found.prefix(state.finder.list.limit) {
          let item = standing.items[number]
          li(.className("list-row")) {
            RowList.box(item.id, item.name, state.finder.list)?.map { .finder(.list($0)) }
            a(.className("row-link row"), .href(Place.item(item.id).path)) {
              hold(item, state)
              span {
                strong { item.name.isEmpty ? "Unnamed" : item.name }
                span(.className("quiet small")) { itemDetail(item, state) }
              }
            }
            span(.className("figure")) { grade(item, state) }
          }.keyed(item.id.key)
        }
      }
      RowList.more(state.finder.list, of: found.count).map {
        $0.map { Message.finder(.list($0)) }
      }
    }
  }

  /// Actions for the selected items.
  private static func chosenBar(_ standing: Standing, _ state: State) -> Node<Message> {
    let words = standing.catalogue.words
    let isNone = state.finder.list.chosen.isEmpty
    return div(.className("stack")) {
      RowList.bar(
        state.finder.list, found: state.finder.found.map { standing.items[$0].id },
        of: standing.items.count
      ).map { .finder(.list($0)) }
      div(.className("row wrap")) {
        choiceField(
          FieldFrame("Move to", id: "items-move", isDisabled: isNone),
          [("Choose …", RowID?.none)]
            + state.index.places(of: standing.catalogue.id).map { ($0.name, $0.id) },
          chosen: RowID?.none
        ) { .desk(.moved($0)) }
        action(
          "Remove from the \(words.place.inLowerCase)", isDisabled: isNone, .desk(.takenOut))
      }
    }
  }

  /// The colours of a catalogue, each with its name.
  private static func colours(_ catalogue: Catalogue, _ state: State) -> Node<Message> {
    let colours = state.index.tags(of: catalogue.id, areColours: true)
    if colours.isEmpty || catalogue.isSubscribed { return .text("") }
    return card("Colours", id: "colours") {
      div(.className("row wrap")) {
        for tag in colours {
          button(
            .type("button"), .className("row"), .label("Edit \(tag.name)"),
            .onClick(.opened(.colour(tag.id)))
          ) {
            hold(tag.colour)
            tag.name
          }.keyed(tag.id.key)
        }
      }
    }
  }

  private static func colourSheet(_ id: RowID, _ state: State) -> [Node<Message>] {
    guard let field = Schema.woodshed.field(CatalogueTag.nameField) else { return [] }
    let colour = state.index.tags[id]?.colour ?? 0
    return [
      RowForm.input(
        field, of: id, text: RowForm.text(of: state.form.value(CatalogueTag.nameField)), state.form,
        .init(CatalogueTag.nameField), id: RowForm.id(of: CatalogueTag.nameField)
      ).map(Message.form),
      colourField(FieldFrame("Colour", id: "tag-colour"), value: ThreadColour.hex(colour)) {
        .desk(.coloured(id, $0))
      },
      div(.className("row wrap end")) {
        action("Delete", icon: .trash, .form(.trashed))
        action("Done", style: .primary, .form(.closed))
      },
    ]
  }

  private static func itemDetail(_ item: CatalogueItem, _ state: State) -> String {
    var parts = [words(of: item, state, withGrade: false)]
    if item.outAt != 0, item.outAt <= state.today {
      parts.append("removed \(MomentText.dayText(item.outAt))")
    } else if item.liveFrom > state.today {
      parts.append("from \(MomentText.dayText(item.liveFrom))")
    } else if item.outPlanned != 0 {
      parts.append("until \(MomentText.dayText(item.outPlanned))")
    }
    if state.index.isSent(item.id) {
      parts.append((state.catalogue?.words ?? .climbs).outcome(.send).inLowerCase)
    }
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// For each wall: the age of its items, the spread of their grades, and how many seem misgraded.
  private static func walls(_ catalogue: Catalogue, _ state: State) -> Node<Message> {
    let rows = WallTable(catalogue, state.index, state.standing, today: state.today)
    return card(catalogue.words.places, id: "walls") {
      if !rows.walls.isEmpty {
        div(.className("table-scroll")) {
          table(.className("practice-table")) {
            thead {
              tr {
                for head in [
                  catalogue.words.place, catalogue.words.itemsTitle, "Oldest", "Grades",
                  "Grade off by over 1", "Votes",
                ] {
                  th(.plain("scope", "col")) { head }
                }
              }
            }
            tbody {
              for wall in rows.walls {
                tr {
                  th(.plain("scope", "row")) {
                    if catalogue.isSubscribed {
                      wall.place.name
                    } else {
                      button(
                        .type("button"), .className("quiet-button"),
                        .label("Edit \(wall.place.name)"),
                        .onClick(.opened(.row(wall.place.id, .cataloguePlace)))
                      ) { wall.place.name }
                    }
                  }
                  for text in [
                    "\(wall.count)", wall.oldestText, wall.grades, "\(wall.doubtful)",
                    "\(wall.votes)",
                  ] {
                    td(.className("figure")) { text }
                  }
                }.keyed(wall.place.id.key)
              }
            }
          }
        }
      }
      if !catalogue.isSubscribed {
        Naming.view(
          "New \(catalogue.words.place.inLowerCase)", "place-name", "Create", state.desk.newPlace,
          done: .desk(.placeMade(for: nil))
        ) { .desk(.placeTyped($0)) }
      }
    }
  }

  // MARK: - An item

  static func itemPage(_ id: RowID, _ state: State) -> Node<Message> {
    let tries = state.index.tries(of: id)
    guard let item = state.index.items[id] else {
      return article(.className("page")) {
        pageHead(
          caps: "Item", tries.last?.name ?? (state.isKnown ? "This item is gone" : "Opening …"))
        if tries.isEmpty {
          p { a(.className("button"), .href(Place.front.path)) { "Sessions" } }
        } else {
          p(.className("quiet")) { "It was deleted from its catalogue. Your tries are still here." }
          triesList(tries.reversed(), state)
        }
      }
    }
    let words = state.index.catalogue(item.catalogue)?.words ?? .climbs
    return article(.className("page")) {
      a(.className("back-link"), .href(Place.catalogue(item.catalogue).path)) {
        Icon.back.view()
        state.index.catalogue(item.catalogue)?.name ?? "Catalogue"
      }
      pageHead(
        caps: self.words(of: item, state, withGrade: false).isEmpty
          ? words.itemTitle : self.words(of: item, state, withGrade: false),
        item.name.isEmpty ? "Unnamed" : item.name
      ) {
        strong(.className("display figure")) { grade(item, state) }
      }
      div(.className("row wrap")) {
        if state.running != nil, item.isLive(on: state.today) {
          for outcome in Try.Outcome.allCases.reversed()
          where outcome != .flash || !state.index.isTried(id) {
            action(
              words.outcome(outcome), style: outcome == .send ? .primary : .plain,
              .tapped(id, outcome))
          }
        }
        if item.tempo > 0 { clickAction(item.tempo) }
        chip(
          "Project", isOn: state.index.project(id) == .active,
          .projectTapped(id, state.index.project(id) != .active))
        if state.index.catalogue(item.catalogue)?.isSubscribed == false {
          action("Edit", icon: .edit, .opened(.item(id)))
        }
      }
      div(.className("reed-cards")) {
        card("Difficulty", id: "difficulty") {
          dl(.className("facts")) {
            fact("Grade", item.grade.isEmpty ? "–" : grade(item, state))
            if let standing = state.standing, let scale = standing.scale,
              let difficulty = standing.difficulty(of: id)
            {
              fact(
                "From your tries",
                difficulty.tries == 0
                  ? "Not tried yet"
                  : "\(scale.prefix)\(scale.name(at: difficulty.value)) ± \(Figures.tenths(difficulty.sigma)) (n = \(difficulty.tries))"
              )
            }
            if let chance = state.standing?.chance(of: id, at: state.now) {
              fact("Your chance", "\(min(max(Int((chance * 100).rounded()), 1), 99)) %")
            }
            if item.tempo > 0 {
              fact("Tempo", "\(DecimalText.text(units: item.tempo, places: 2)) bpm")
            }
          }
        }
        card("Your opinion", id: "vote") {
          textField(
            FieldFrame("Your grade", id: "vote-grade"),
            value: state.index.vote(id)?.grade ?? ""
          ) { .desk(.voted(id, $0)) }
          div(.className("row wrap"), .role("group"), .label("How good is it?")) {
            for (place, text) in ["Poor", "Weak", "Fine", "Good", "Great"].enumerated() {
              chip(
                text, isOn: state.index.vote(id)?.quality == place + 1, .desk(.rated(id, place + 1))
              )
            }
          }
        }
      }
      if !item.note.isEmpty { p { item.note } }
      section(.className("stack"), .labelledBy("item-tries")) {
        h2(.id("item-tries")) { "Your tries" }
        if tries.isEmpty {
          p(.className("quiet")) { "No tries yet." }
        } else {
          ul(.className("list")) {
            for attempt in tries.reversed() {
              li(.className("list-row")) {
                a(.className("row-link"), .href(Place.log(attempt.session).path)) {
                  strong { Summary.outcome(of: attempt, words) }
                  span(.className("quiet small")) {
                    MomentText.text(attempt.at, zoneMinutes: state.zoneMinutes)
                  }
                }
              }.keyed(attempt.id.key)
            }
          }
        }
      }
    }
  }

  // MARK: - Sheets

  static func sheets(_ state: State) -> Node<Message> {
    dialogBox(
      heading(state), id: "sessions-sheet",
      isOpen: state.sheet.map { if case .row = $0 { false } else { true } } ?? false,
      isSheet: true, closed: state.sheet?.isForm == true ? .form(.closed) : .sheetClosed
    ) {
      switch state.sheet {
      case .item(let id): itemSheet(id, state)
      case .settings: settingsSheet(state)
      case .plans: plansSheet(state)
      case .catalogue: catalogueSheet(state)
      case .table: tableSheet(state)
      case .reset(let place): resetSheet(place, state)
      case .colour(let id): colourSheet(id, state)
      case .row, nil: []
      }
    }
  }

  private static func heading(_ state: State) -> String {
    let words = state.catalogue?.words ?? .climbs
    return switch state.sheet {
    case .item: state.form.isNew ? "New \(words.item)" : "Edit \(words.item)"
    case .settings: "Training settings"
    case .plans: "Start with a plan"
    case .catalogue: "New catalogue"
    case .table: "Add several"
    case .reset: "Reset a \(words.place.inLowerCase)"
    case .colour: "Edit colour"
    case .row, nil: ""
    }
  }

  private static func itemSheet(_ id: RowID, _ state: State) -> [Node<Message>] {
    guard let kind = Schema.woodshed.kind(.item), let catalogue = state.catalogue else { return [] }
    func link(_ field: FieldID) -> RowID? {
      if case .row(let row) = state.form.value(field) { row } else { nil }
    }
    return [
      form(.className("stack"), .onSubmit(.desk(.itemSaved))) {
        for item in itemFields
        where item.field != CatalogueItem.tempoField || catalogue.words.hasTempo {
          if let field = kind.field(item.field) {
            RowForm.input(
              field, of: id, text: RowForm.text(of: state.form.value(item.field)), state.form, item,
              id: RowForm.id(of: item.field)
            ).map(Message.form)
          }
          if item.field == CatalogueItem.gradeField {
            gradeNote(state)
            choiceField(
              FieldFrame(catalogue.words.place, id: "item-place"),
              rows: state.index.places(of: catalogue.id).map { ($0.id, $0.name) },
              chosen: link(CatalogueItem.placeField)
            ) { .desk(.itemPlace(id, $0)) }
            choiceField(
              FieldFrame("Colour", id: "item-colour"),
              rows: state.index.tags(of: catalogue.id, areColours: true).map { ($0.id, $0.name) },
              chosen: link(CatalogueItem.colourField)
            ) { .desk(.itemColour(id, $0)) }
          }
        }
        div(.className("row wrap end")) {
          if state.form.isNew {
            action("Cancel", .form(.closed))
          } else {
            action("Delete", icon: .trash, .form(.trashed))
          }
          button(.type("submit"), .id("item-save"), .className("primary")) { "Done" }
        }
      },
      Naming.view(
        "New \(catalogue.words.place.inLowerCase)", "item-new-place", "Create",
        state.desk.newPlace, done: .desk(.placeMade(for: id))
      ) { .desk(.placeTyped($0)) },
      Naming.view(
        "New colour", "item-new-colour", "Create", state.desk.newColour,
        done: .desk(.colourMade(for: id))
      ) { .desk(.colourTyped($0)) },
    ]
  }

  /// A grade that the scale does not have is saved as typed, with a warning.
  private static func gradeNote(_ state: State) -> Node<Message> {
    guard case .text(let text) = state.form.value(CatalogueItem.gradeField), !text.isEmpty,
      let scale = state.catalogue?.gradeScale, scale.read(text) == nil
    else { return .text("") }
    return p(.className("note"), .role("status")) {
      Icon.warning.view()
      "\(scale.label) has no grade “\(text)”. It’s saved, but won’t be suggested until someone tries it."
    }
  }

  private static func catalogueSheet(_ state: State) -> [Node<Message>] {
    let desk = state.desk
    let scales = GradeScale.builtIn.filter { $0.discipline != .music || desk.words == .etudes }
      .filter { desk.words == .climbs || $0.discipline == .music }
    return [
      form(.className("stack"), .onSubmit(.desk(.made))) {
        textField(FieldFrame("Name", id: "catalogue-name", problem: desk.problem), value: desk.name)
        {
          .desk(.nameTyped($0))
        }
        segmented(
          "Contents", name: "catalogue-words",
          CatalogueWords.allCases.map {
            ($0.itemsTitle, $0 == desk.words, .desk(.words($0)))
          })
        choiceField(
          FieldFrame("Grades", id: "catalogue-scale"),
          choices: scales.map { ($0.id, $0.label) } + [(Catalogue.ownScale, "Your own")],
          value: desk.scale
        ) { .desk(.scale($0)) }
        if desk.scale.hasSameBytes(as: Catalogue.ownScale) {
          textArea(
            FieldFrame(
              "Your grades", id: "catalogue-grades", help: "One per line, easiest first."),
            value: desk.ownGrades
          ) { .desk(.gradesTyped($0)) }
        }
        div(.className("row end")) {
          button(.type("submit"), .className("primary")) { "Create" }
        }
      }
    ]
  }

  private static func tableSheet(_ state: State) -> [Node<Message>] {
    let words = state.catalogue?.words ?? .climbs
    return incoming(
      state,
      "One \(words.item) per line: name, grade, \(words.place.inLowerCase), colour, tags, "
        + "\(words.author.inLowerCase). Only the name is required. Or a table with headings.")
  }

  private static func resetSheet(_ place: RowID?, _ state: State) -> [Node<Message>] {
    guard let catalogue = state.catalogue else { return [] }
    let words = catalogue.words
    let count = live(at: place, state).count
    return [
      p {
        "Everything there will be removed today. You can still find it with “Include removed”, and nobody’s history changes."
      },
      choiceField(
        FieldFrame(words.place, id: "reset-place"),
        [("All \(words.places.inLowerCase)", RowID?.none)]
          + state.index.places(of: catalogue.id).map { ($0.name, $0.id) }, chosen: place
      ) { .opened(.reset($0)) },
      div(.className("row end")) {
        action(
          "Remove \(DayWords.count(count, words.item, words.items))", style: .primary,
          isDisabled: count == 0, id: "reset-do", .desk(.reset(place)))
      },
    ]
  }
}
