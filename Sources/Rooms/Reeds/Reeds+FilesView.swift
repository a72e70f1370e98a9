import Domain
import Ledger
import Markup
import RoomKit

extension Reeds {
  static func filesPage(_ state: State) -> Node<Message> {
    let desk = state.files
    return article(.className("page reed-files")) {
      pageHead(caps: "Import, export, print", "Files")
      parts(.files)
      if let preview = desk.preview {
        previewCard(preview, desk)
      } else {
        div(.className("two")) {
          importCard(desk)
          exportCard(desk, count: state.index.lines.count)
        }
        savesCard(desk)
        studyLink
      }
    }
  }

  // MARK: - Export

  private static func exportCard(_ desk: FileDesk, count: Int) -> Node<Message> {
    card("Export", id: "reeds-export") {
      p(.className("quiet")) {
        "All your reeds with their tools, tests and notes, in a format any program can read. Recordings and "
          + "pictures are not included."
      }
      p {
        output("Export all as JSON", .json, icon: .download, desk)
      }
      div(.className("stack")) {
        placeField(
          FieldFrame("Table for a spreadsheet", id: "reeds-table"),
          tableNames.enumerated().map { ("\($0.offset)", $0.element) }, "\(desk.table)"
        ).map { .file(.tableChosen($0)) }
        p { output("Export table as CSV", .table(desk.table), icon: .download, desk) }
      }
      p(.className("quiet")) {
        "A page to print: what’s in each box, and a label for each reed with a QR code that opens it."
      }
      p {
        output("Export lists and labels", .sheet, icon: .file, desk)
      }
      if count == 0 { p(.className("quiet small")) { "No reeds to export yet." } }
    }
  }

  private static func output(
    _ label: String, _ output: ReedOutput, icon: Icon, _ desk: FileDesk
  ) -> Node<Message> {
    action(
      label, icon: icon, isDisabled: desk.work != nil, isBusy: desk.work == .writing(output),
      .file(.written(output)))
  }

  /// The names of the tables, in the order of ``ReedTable/names``.
  private static let tableNames = [
    "Reeds", "Tools", "Tool events", "Batches", "Boxes", "Tests", "Adjustments",
    "Stage changes", "Cane",
  ]

  // MARK: - Import

  private static func importCard(_ desk: FileDesk) -> Node<Message> {
    card("Import", id: "reeds-import") {
      p(.className("quiet")) {
        "A Woodshed export, a spreadsheet table, or a Reed Log export. A weather station’s table fills in the weather "
          + "of your tests. You’ll see a preview first. Importing never deletes anything, and one tap undoes it."
      }
      p {
        action(
          "Choose a file", icon: .file, style: .primary, isDisabled: desk.work != nil,
          isBusy: desk.work == .reading || desk.work == .looking, .file(.fileWanted))
      }
      form(.className("stack"), .onSubmit(.file(.pasteTaken))) {
        textArea(
          FieldFrame(
            "Or paste a table", id: "reeds-paste",
            help: "Copy it from a spreadsheet, including the headings."), value: desk.pasted
        ) { .file(.pasted($0)) }
        p { button(.type("submit"), .disabled(desk.work != nil)) { "Preview" } }
      }
      if let problem = desk.problem {
        p(.className("note problem"), .role("alert")) {
          Icon.warning.view()
          problem
        }
      }
    }
  }

  private static func previewCard(_ preview: ReedPreview, _ desk: FileDesk) -> Node<Message> {
    section(.className("card stack reed-preview"), .labelledBy("reeds-preview")) {
      h2(.id("reeds-preview"), .tabIndex(-1)) { desk.name }
      if let refusal = preview.refusal {
        p(.className("note problem"), .role("alert")) { refusal }
      }
      div(.role("status"), .className("stack")) {
        for line in preview.summary { p(.className("figure")) { line } }
        if preview.summary.isEmpty { p { "There is nothing to import in this file." } }
        if preview.keptCount > 0 {
          p(.className("quiet")) {
            DayWords.count(preview.keptCount, "value", "values")
              + " changed here after the export. Yours stay; compare both under Your data."
          }
        }
      }
      if preview.format == .json, preview.keptCount > 0 || desk.input?.isNewest == true {
        checkField(
          "Use the file’s values, even where yours are newer", id: "reeds-newest",
          isOn: desk.input?.isNewest == true
        ) { .file(.newest($0)) }
      }
      problems(preview)
      if preview.format == .table { columns(preview) }
      if !preview.rules.isEmpty { rules(preview, desk) }
      items(preview)
      div(.className("row wrap")) {
        action(
          preview.problems.isEmpty ? "Import" : "Import the rest", icon: .check,
          style: .primary, isDisabled: preview.edits.isEmpty || desk.work != nil,
          isBusy: desk.work == .looking, .file(.takenIn))
        action("Cancel", .file(.leftAlone))
      }
      if preview.edits.isEmpty, preview.refusal == nil, !preview.isWeather {
        p(.className("quiet")) { "Nothing new: you already have everything in this file." }
      }
    }
  }

  private static func problems(_ preview: ReedPreview) -> [Node<Message>] {
    guard !preview.problems.isEmpty else { return [] }
    return [
      h3 {
        DayWords.count(preview.problems.count, "problem", "problems")
      },
      ul(.className("reed-problems small")) {
        for problem in preview.problems.prefix(50) { li { problem } }
      },
    ]
  }

  // MARK: - Corrections

  private static func targets(
    _ preview: ReedPreview
  ) -> [(value: String, text: String)] {
    [("", "(leave out)")] + preview.targets.map { ($0.name, $0.label) }
  }

  private static func columns(_ preview: ReedPreview) -> [Node<Message>] {
    let targets = targets(preview)
    let tables = zip(ReedTable.names, tableNames) + [(ReedInput.weather, "Weather measurements")]
    return [
      h3 { "Columns" },
      choiceField(
        FieldFrame("Rows are", id: "reeds-rows"), choices: tables.map { ($0, $1) },
        value: preview.table
      ) { .file(.rowsAre($0)) },
      ul(.className("list file-columns")) {
        for (place, column) in preview.columns.enumerated() {
          li(.className("list-row")) {
            choiceField(
              FieldFrame(
                column.heading.utf8.isEmpty ? "Column \(place + 1)" : column.heading,
                id: "reeds-column-\(place)", help: column.samples),
              choices: targets, value: column.choice.target ?? ""
            ) { .file(.column(place, $0.utf8.isEmpty ? nil : $0)) }
            if column.isLength {
              checkField(
                "Inches", id: "reeds-inches-\(place)", isOn: column.choice.isInInches
              ) { .file(.inches(place, $0)) }
            }
          }.keyed(.number(UInt64(place)))
        }
      },
    ]
  }

  private static func rules(_ preview: ReedPreview, _ desk: FileDesk) -> [Node<Message>] {
    let targets = targets(preview)
    let scale = ratingScales.firstIndex { $0.scale == desk.input?.ratings } ?? 0
    return [
      placeField(
        FieldFrame(
          "Rating scale", id: "reeds-ratings",
          help: "Reed Log files don’t say. Check one of your reeds there."),
        ratingScales.enumerated().map { ("\($0.offset)", $0.element.text) }, "\(scale)"
      ).map { .file(.ratings($0)) },
      details(.className("more")) {
        summary { "Match Reed Log fields" }
        ul(.className("list file-columns")) {
          for (place, rule) in preview.rules.enumerated() {
            li(.className("list-row")) {
              choiceField(
                FieldFrame(rule.label, id: "reeds-rule-\(place)"), choices: targets,
                value: rule.target ?? ""
              ) { .file(.rule(place, $0.utf8.isEmpty ? nil : $0)) }
            }.keyed(.number(UInt64(place)))
          }
        }
      },
    ]
  }

  // MARK: - Changes

  private static func items(_ preview: ReedPreview) -> [Node<Message>] {
    guard !preview.items.isEmpty else { return [] }
    let more = preview.itemCount - preview.items.count
    return [
      h3 { "Changes" },
      ul(.className("list reed-changes")) {
        for (place, item) in preview.items.enumerated() {
          li(.className("list-row stack")) {
            div(.className("row wrap")) {
              strong { item.title }
              span(.className("quiet small")) { item.state }
            }
            for change in item.changes {
              div(.className("small")) { "\(change.label): \(change.here) → \(change.there)" }
            }
            for change in item.kept {
              div(.className("small")) {
                "\(change.label) stays \(change.here) (in the file: \(change.there))"
              }
            }
          }.keyed(.number(UInt64(place)))
        }
      },
    ] + (more > 0 ? [p(.className("quiet small")) { "And \(more) more." }] : [])
  }
}
