import Domain
import Ledger
public import Markup
import RoomKit

extension Reeds {
  @export(interface)
  public static func view(_ state: State, at place: Place) -> Node<Message> {
    div(.className("reeds")) {
      switch place {
      case .front:
        div(.className("reeds-columns")) {
          front(state).keyed("front")
          if !state.index.lines.isEmpty { figures(state, isAside: true).keyed("figures") }
        }.keyed("front")
      case .reed(let id):
        div(.className("reeds-columns")) {
          front(state, chosen: id).keyed("front")
          page(state).keyed(id.key)
        }.keyed("front")
      case .tools: workshop(state).keyed("tools")
      case .cane: canePage(state).keyed("cane")
      case .figures: figures(state, isAside: false).keyed("figures-page")
      case .batch: batchPage(state).keyed("batch")
      case .stats(let subject): statsPage(subject, state)
      case .experiments: experimentsPage(state).keyed("experiments")
      case .experiment(let id): experimentPage(state).keyed(id.key)
      case .fields: fieldsPage(state).keyed("fields")
      case .files: filesPage(state).keyed("files")
      case .study: studyPage(state).keyed("study")
      }
      reedForm(state)
      templateForm(state)
      testForm(state)
      caneForm(state)
      experimentForm(state)
      if case .row(let kind) = state.sheet {
        let family = state.page?.line.reed.instrument.family
        RowForm.sheet(
          state.form, kind, items(of: kind, family ?? .doubles),
          Schema.woodshed.kind(kind)?.label ?? "Edit"
        ).map(Message.form)
      }
      sheets(state)
      Pictures.dialog(state.pictures).map(Message.pictures)
    }
  }

  // MARK: - Short sheets

  private static func sheets(_ state: State) -> Node<Message> {
    dialogBox(
      heading(state.sheet, state), id: "reeds-sheet",
      isOpen: state.sheet.map { !$0.isForm } ?? false,
      isSheet: true, closed: .sheetClosed
    ) {
      switch state.sheet {
      case .stage(let reeds): stageSheet(reeds, state)
      case .box(let reeds): boxSheet(reeds, state)
      case .tags(let reeds): tagsSheet(reeds, state)
      case .setting(let reeds): settingSheet(reeds, state)
      case .boxes: boxesSheet(state)
      case .merge(let tool): mergeSheet(tool, state)
      case .begin: beginSheet(state)
      case .batch: batchSheet(state)
      case .copy(let reed): copySheet(reed, state)
      case .fields: fieldSheet(state)
      case .score: scoreSheet(state.stats.settings)
      default: []
      }
    }
  }

  private static func heading(_ sheet: Sheet?, _ state: State) -> String {
    switch sheet {
    case .stage(let reeds) where reeds.count > 1: "Stage of \(reeds.count) reeds"
    case .stage: "Stage"
    case .box: "Which box?"
    case .tags(let reeds): "Tags of \(DayWords.count(reeds.count, "reed", "reeds"))"
    case .setting(let reeds): "Set a field of \(DayWords.count(reeds.count, "reed", "reeds"))"
    case .boxes: "Boxes"
    case .merge(let tool): "Merge \(state.index.name(ofTool: tool))"
    case .begin: "New reed"
    case .batch: state.batch.printed.isEmpty ? "New batch" : "New box of reeds"
    case .copy(let reed): another([reed], state)
    case .fields: "Field"
    case .score: "Your score"
    default: ""
    }
  }

  /// The id of a sheet's first choice, which has the focus when the sheet opens.
  static let firstChoice = "reed-choice"

  static func stageID(_ stage: ReedStage) -> String { "stage-choice-\(stage.rawValue)" }

  /// The stage that a reed usually reaches next: where the focus is when its stages are shown.
  static func nextStage(of reeds: [RowID], _ state: State) -> ReedStage {
    guard let stage = reeds.first.flatMap({ state.index[$0] })?.reed.stage else { return .planned }
    return stage.next ?? .inUse
  }

  /// What one does for a reed like another: nobody makes a single reed.
  static func another(_ reeds: [RowID], _ state: State) -> String {
    family(of: reeds, state) == .singles ? "Add another" : "Make another"
  }

  private static func stageSheet(_ reeds: [RowID], _ state: State) -> [Node<Message>] {
    let now = reeds.count == 1 ? state.index[reeds[0]]?.reed.stage : nil
    let family = family(of: reeds, state)
    return [
      div(.className("two")) {
        dateField(FieldFrame("Date", id: "step-day"), value: state.step.day) { .stepDay($0) }
        textField(FieldFrame("Reason (optional)", id: "step-reason"), value: state.step.reason) {
          .stepReason($0)
        }
      },
      ul(.className("list")) {
        for stage in ReedStage.allCases {
          let label = stage.label(for: family)
          li {
            button(
              .type("button"), .className("practice-pick"), .id(stageID(stage)),
              .disabled(stage == now),
              .current(stage == now ? "true" : nil), .onClick(.staged(reeds, stage))
            ) { stage == now ? "\(label) (now)" : label }
          }
        }
      },
    ]
  }

  private static func boxSheet(_ reeds: [RowID], _ state: State) -> [Node<Message>] {
    [
      ul(.className("list")) {
        for (place, box) in state.index.boxes.enumerated() {
          li {
            button(
              .type("button"), .className("practice-pick"),
              .id(place == 0 ? firstChoice : nil), .onClick(.boxed(reeds, box.id))
            ) {
              "\(box.name) · \(state.index.reeds(in: box.id).count) of \(box.size)"
            }
          }.keyed(box.id.key)
        }
        li {
          button(
            .type("button"), .className("practice-pick"),
            .id(state.index.boxes.isEmpty ? firstChoice : nil), .onClick(.boxed(reeds, nil))
          ) {
            "No box"
          }
        }
      },
      Naming.view(
        "New box", "box-name", "Create", state.newName, done: .boxMessage(.created(for: reeds))
      ) { .boxMessage(.typed($0)) },
    ]
  }

  private static func boxesSheet(_ state: State) -> [Node<Message>] {
    let boxes = state.index.boxes
    return [
      boxes.isEmpty
        ? p(.className("quiet")) { "Sort your reeds into boxes. Each reed can be in one box." }
        : RowOrder.list(
          state.order,
          boxes.enumerated().map { place, box in
            li(.className("list-row" + RowOrder.className(state.order, box.id, at: place))) {
              div {
                strong { box.name }
                div(.className("quiet small")) {
                  "\(state.index.reeds(in: box.id).count) of \(box.size)"
                }
              }
              div(.className("row push")) {
                RowOrder.controls(box.id, box.name, at: place, of: boxes.count)
                  .map { $0.map { .boxMessage(.order($0)) } }
                button(
                  .type("button"), .className("round"), .id(eventID(box.id)),
                  .label("Edit \(box.name)"), .title("Edit"),
                  .onClick(.opened(.row(box.id, .reedBox)))
                ) { Icon.edit.view() }
              }
            }.keyed(box.id.key)
          }
        ) { .boxMessage(.order($0)) },
      Naming.view(
        "New box", "box-name", "Create", state.newName, done: .boxMessage(.created(for: []))
      ) { .boxMessage(.typed($0)) },
    ]
  }

  private static func beginSheet(_ state: State) -> [Node<Message>] {
    let last = state.index.order.first
    return [
      ul(.className("list")) {
        begin("One reed", "With your defaults", .opened(.newReed), id: firstChoice)
        if let last, let line = state.index[last] {
          begin(
            "Like the last one", line.reed.fullName,
            .copied(last, ReedField.Group.allCases))
        }
        begin(
          state.batch.instrument.family == .singles ? "A box of reeds" : "A batch of blanks",
          "Several at once, in a table", .opened(.batch))
      },
      div { action("Edit your defaults", icon: .edit, style: .quiet, .opened(.template)) },
    ]
  }

  private static func begin(
    _ title: String, _ detail: String, _ message: Message, id: String? = nil
  ) -> Node<Message> {
    li {
      button(
        .type("button"), .className("practice-pick"), .id(id),
        .onClick(message)
      ) {
        span {
          strong { title }
          span(.className("quiet small")) { " · \(detail)" }
        }
      }
    }
  }

  private static func copySheet(_ reed: RowID, _ state: State) -> [Node<Message>] {
    let groups = ReedField.Group.allCases.filter { group in
      state.index.fields.all.contains {
        $0.group == group && $0.isCopied && state.index[reed]?.value($0.id) != .null
      }
    }
    let name = state.index[reed]?.reed.fullName ?? "the old reed"
    return [
      p(.className("quiet")) {
        family(of: [reed], state) == .singles
          ? "Notes, tests and ratings stay with \(name)."
          : "Copies how it was made. Staple number, gouge measurements, notes, tests and ratings stay with \(name)."
      },
      ul(.className("list")) {
        begin(
          "Everything", groups.map { $0.label }.joined(separator: ", "), .copied(reed, groups),
          id: firstChoice)
        for group in groups where groups.count > 1 {
          begin(
            "Only \(group.label.inLowerCase)", fieldNames(group, reed, state),
            .copied(reed, [group]))
        }
      },
    ]
  }

  private static func fieldNames(
    _ group: ReedField.Group, _ reed: RowID, _ state: State
  ) -> String {
    state.index.fields.all.filter {
      $0.group == group && $0.isCopied && state.index[reed]?.value($0.id) != .null
    }.prefix(4).map { $0.label.inLowerCase }.joined(separator: ", ")
  }

  private static func batchSheet(_ state: State) -> [Node<Message>] {
    let isBox = state.batch.instrument.family == .singles
    return [
      form(.className("stack"), .onSubmit(.batch(.made))) {
        textField(
          FieldFrame(isBox ? "How many reeds?" : "How many blanks?", id: "batch-count"),
          value: state.batch.count, isNumber: true
        ) { .batch(.countTyped($0)) }
        for (place, print) in state.batch.printed.enumerated() {
          textField(
            FieldFrame(print.field.label, id: "batch-print-\(place)"), value: print.text
          ) { .batch(.printTyped(place, $0)) }
        }
        if let problem = state.batch.problem { p(.className("problem")) { problem } }
        div(.className("row end")) {
          button(.type("submit"), .className("primary")) { isBox ? "Add reeds" : "Create batch" }
        }
      }
    ]
  }

  // MARK: - A test

  static func testForm(_ state: State) -> Node<Message> {
    dialogBox(
      "Test a reed", id: "test-form", isOpen: state.sheet == .test, isSheet: true, closed: .closed
    ) {
      if let row = state.form.open {
        let reed: RowID? =
          if case .row(let reed) = state.form.value(ReedTest.reedField) { reed } else { nil }
        let fields = testFields(row, of: reed, state)
        let isBlind = state.form.value(ReedTest.blindField) == .bool(true)
        let code = state.experiments.code(ofTest: row)
        form(.className("stack reed-form"), walksByEnter, .onSubmit(.saved)) {
          if let code {
            p { "Reed \(code), judged blind" }
          } else {
            if !isBlind {
              p(.className("quiet")) { state.page?.line.reed.fullName ?? "" }
            }
            checkField(
              "Blind test: hide name and last answers", id: "test-blind", isOn: isBlind
            ) { .form(.switched(.init(row, ReedTest.blindField), $0)) }
          }
          lengths(state)
          groups(
            fields, state, previous: isBlind || code != nil ? nil : state.page?.test(before: row))
          noteField(row, state)
          div(.className("row wrap end")) {
            if state.form.isNew {
              action("Cancel", .form(.closed))
            } else {
              action("Delete", icon: .trash, .form(.trashed))
            }
            button(.type("submit"), .id("test-save"), .className("primary")) { "Save" }
          }
        }
      }
    }
  }

  /// The fields of the form of a test.
  static func testFields(_ row: RowID, of reed: RowID?, _ state: State) -> FormFields {
    let reed = reed.flatMap { state.index[$0] }?.reed
    return FormFields(
      row: row, fields: state.index.testFields, length: state.length,
      family: reed?.instrument.family ?? .all, stage: reed?.stage)
  }

  private static func noteField(_ row: RowID, _ state: State) -> Node<Message> {
    guard let field = Schema.woodshed.field(ReedTest.noteField) else { return .text("") }
    return RowForm.input(
      field, of: row, text: RowForm.text(of: state.form.value(field.id)), state.form,
      .init(field.id, isLong: true), id: RowForm.id(of: field.id)
    ).map(Message.form)
  }

  // MARK: - Figures

  /// Reed Log's figures: how many reeds are in each stage, and means with their intervals and sample sizes.
  static func figures(_ state: State, isAside: Bool) -> Node<Message> {
    let figures = state.figures
    return article(.className(isAside ? "page reed-figures aside" : "page reed-figures")) {
      if isAside {
        h2 { "Stats" }
      } else {
        pageHead(caps: "All your reeds", "Stats")
        parts(.figures)
      }
      if let figures, figures.count > 0 {
        if !isAside {
          statsPages(state.front.family)
          link(to: .experiments, "Your experiments")
        }
        card("Stages", id: isAside ? "aside-stages" : "figures-stages") {
          ul(.className("reed-bars")) {
            for stage in ReedStage.allCases where figures.stages[stage.rawValue] > 0 {
              let count = figures.stages[stage.rawValue]
              li(.className("reed-bar")) {
                span(.className("quiet small")) { stage.label(for: state.front.family) }
                span(.className("track"), .hidden(fromReaders: true)) {
                  span(.style("width", "\(count * 100 / figures.count)%")) {}
                }
                span(.className("figure small")) {
                  "\(count) · \((count * 200 + figures.count) / (figures.count * 2)) %"
                }
              }
            }
          }
          p(.className("quiet small")) { DayWords.count(figures.count, "reed", "reeds") }
        }
        card("When last tested", id: isAside ? "aside-plays" : "figures-plays") {
          means(figures.answers, state)
          p(.className("quiet small")) {
            "Each reed counts once, with its latest answer. Compare and Suggestions average all its tests, so their figures can differ."
          }
        }
        if state.front.family != .singles {
          card("Gouge", id: isAside ? "aside-gouge" : "figures-gouge") {
            means(figures.gouge, state)
          }
        }
        if (figures.answers + figures.gouge).contains(where: { $0.reach != nil }) {
          p(.className("quiet small")) {
            "The 95 % interval shows how far off the average may be with this many reeds."
          }
        }
      } else if !state.isKnown {
        p(.className("quiet"), .role("status")) { "Opening your reeds …" }
      } else {
        emptyState(
          .tuner, "No stats yet", "Your stats will appear here once you’ve logged a reed."
        ) { firstSteps(state, id: "reed-new") }
      }
    }
  }

  private static func means(_ means: [ReedFigures.Mean], _ state: State) -> Node<Message> {
    dl(.className("facts reed-means")) {
      for mean in means {
        div {
          dt { mean.field.label }
          dd(.className("figure")) {
            mean.count == 0 ? "–" : number(mean.value, mean.field, state) + unit(of: mean, state)
          }
          dd(.className("quiet small")) {
            interval(of: mean, state) + DayWords.count(mean.count, "reed", "reeds")
              + (mean.leftOut == 0 ? "" : " · \(mean.leftOut) far out of range, left out")
          }
        }
      }
    }
  }

  /// `95 % interval 6.1 to 7.5 · `, or nothing for a few values.
  private static func interval(of mean: ReedFigures.Mean, _ state: State) -> String {
    guard let reach = mean.reach else { return "" }
    var (least, most) = (mean.value - reach, mean.value + reach)
    // No reed can be rated beyond the ends of a scale.
    if case .scale(let range, _, _, _) = mean.field.content {
      least = max(least, Double(range.lowerBound))
      most = min(most, Double(range.upperBound))
    }
    return "95 % interval " + number(least, mean.field, state) + " to "
      + number(most, mean.field, state) + unit(of: mean, state) + " · "
  }

  private static func unit(of mean: ReedFigures.Mean, _ state: State) -> String {
    let unit = mean.field.unit(in: state.lengths)
    return unit.utf8.isEmpty ? "" : " " + unit
  }

  private static func number(_ value: Double, _ field: ReedField, _ state: State) -> String {
    let places = field.content.places
    // One decimal more than the field has, unless the field is already fine enough.
    if places >= 3 {
      let units = Int64(min(max(value, -1e15), 1e15).rounded())
      // The same decimals for all, so that they can be compared at a glance.
      if state.lengths == .millimetres { return DecimalText.text(units: units, places: places) }
      return field.text(of: .decimal(units: units, places: places), in: state.lengths)
    }
    if case .scale(let range, _, _, _) = field.content, range.lowerBound < 0 {
      return Figures.signedTenths(value)
    }
    return Figures.tenths(value)
  }
}
