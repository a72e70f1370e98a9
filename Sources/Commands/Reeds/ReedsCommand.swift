import Domain
import Glibc
import Ledger
import Platform
import Storage

extension Command {
  static let reeds = Command(
    name: "reeds", summary: "Export, import and analyse reeds, or print box lists and labels",
    details: """
      export FILE   Exports all reeds with their tools, tests, notes and history as one JSON document
                    (Docs/reeds.schema.json). With --format csv, FILE is a folder with one table for each
                    kind of data, or a single table with --table. Use - for standard output. The server
                    can keep running.
      import FILE   Imports a JSON export, a table with headings (comma, semicolon or tab), a folder of
                    tables, or a Reed Log export. Reeds are matched by id, and the newer of two values
                    wins; the other is kept in the history or as a conflict. Nothing is deleted. Any
                    error stops the import before it changes anything, unless you add --partial.
                    A restore point is created first. Stop a server that uses the data folder.
      sheet FILE    Creates a page to print: what's in each box, and a label for each reed with a QR code
                    that opens it. Set the address of the app with --origin.
      weather FILE  Fills in missing humidity, temperature and pressure of tests from a weather station's
                    table: what was measured nearest to the test, up to three hours away, or the mean of
                    its day. Columns are found by name (date, time, temperature, humidity, pressure;
                    °C or °F, hPa, mbar or inHg). What you entered is never changed.
      analyse SUBJECT FILE
                    Prints what the app says about the reeds of a JSON export, or of a space exported with
                    `woodshed export`, which also has the time played and the settings. Tables have the
                    numbers of its plots. Nothing is stored or sent.
                    Subjects: \(ReedsAnalysis.subjects.prefix(8).map(\.name).joined(separator: ", ")),
                    \(ReedsAnalysis.subjects.dropFirst(8).map(\.name).joined(separator: ", "))
      """,
    options: [
      .data, .database, .account, .force,
      .init(
        name: "format", placeholder: "FORMAT",
        summary:
          "json, csv or, for imports, reed-log\n[json; detected for imports]; for analyse text, json "
          + "or csv\n[text]"),
      .init(
        name: "table", placeholder: "NAME",
        summary: "One table:\n\(ReedTable.names.joined(separator: ", "))"),
      .init(
        name: "preview", placeholder: nil,
        summary: "Show what import or weather would change, without\nchanging anything"),
      .init(
        name: "partial", placeholder: nil,
        summary: "Import what is valid and skip the rest"),
      .init(
        name: "ratings", placeholder: "LOW-HIGH",
        summary: "Rating scale of a Reed Log export, such as 1-5"),
      .init(
        name: "origin", placeholder: "ORIGIN",
        summary: "Address of the app, for the QR codes\n[http://localhost:8080]"),
      .init(
        name: "set", placeholder: "NAME=VALUE",
        summary: "analyse: a choice on the page, by names or labels", repeats: true),
      .init(
        name: "today", placeholder: "DATE",
        summary: "analyse: the day of the question, YYYY-MM-DD [today]"),
      .init(name: "inches", placeholder: nil, summary: "analyse: lengths in inches"),
      .init(
        name: "a4", placeholder: "HZ",
        summary: "analyse: the A above middle C, 380 to 480 [440]"),
    ], words: ("export|import|sheet|weather FILE | analyse SUBJECT FILE", 3),
    examples: [
      "woodshed reeds export reeds.json", "woodshed reeds export --format csv tables/",
      "woodshed reeds import --preview spreadsheet.csv",
      "woodshed reeds sheet --origin https://shed.example labels.html",
      "woodshed reeds weather --preview station.csv",
      "woodshed reeds analyse compare --set input=shaper reeds.json",
    ]
  ) { arguments throws(CommandError) in
    guard let verb = arguments.words.first else {
      throw .wrongUsage(
        "Say what to do: woodshed reeds export FILE, import FILE, sheet FILE, "
          + "weather FILE or analyse SUBJECT FILE."
      )
    }
    guard verbs.contains(verb) else { throw unknownVerb(verb) }
    if verb == "analyse" { return try ReedsAnalysis(arguments).run() }
    try arguments.refuse("set", "today", "inches", "a4", in: "reeds \(verb)")
    guard arguments.words.count == 2 else {
      throw .wrongUsage(
        arguments.words.count < 2
          ? "Say which file: woodshed reeds \(verb) FILE."
          : "`woodshed reeds \(verb)` does not take `\(arguments.words[2])`.")
    }
    let path = arguments.words[1]
    switch verb {
    case "export": try ReedsExport(arguments, path).run()
    case "import": try ReedsImport(arguments, path).run()
    case "sheet": try ReedsSheet(arguments, path).run()
    case "weather": try ReedsWeather(arguments, path).run()
    default: throw unknownVerb(verb)
    }
  }

  private static let verbs = ["export", "import", "sheet", "weather", "analyse"]

  private static func unknownVerb(_ verb: String) -> CommandError {
    let hint = NearestName.hint(for: verb, among: verbs) {
      "`woodshed reeds \($0)`"
    }
    return .wrongUsage("`woodshed reeds` cannot `\(verb)`.\(hint)")
  }
}

extension Arguments {
  /// The table of --table.
  fileprivate var table: String? {
    get throws(CommandError) {
      try choice("table", from: ReedTable.names.map { (name: $0, value: $0) })
    }
  }
}

/// Reeds from the store to files.
private struct ReedsExport {
  private let arguments: Arguments
  private let path: String
  private let isTable: Bool

  init(_ arguments: Arguments, _ path: String) throws(CommandError) {
    try arguments.refuse("preview", "partial", "origin", "ratings", in: "reeds export")
    (self.arguments, self.path) = (arguments, path)
    isTable = try arguments.choice("format", from: [("json", false), ("csv", true)]) ?? false
    guard isTable || !arguments.has("table") else {
      throw .wrongUsage("--table needs --format csv.")
    }
  }

  func run() throws(CommandError) {
    let table = try arguments.table
    if isTable, table == nil {
      guard path != "-" else {
        throw .wrongUsage("Say which table goes to standard output: --table reeds.")
      }
    } else {
      try arguments.refuseExisting(path)
    }
    // Reeds are personal, so a new file is private to this user.
    umask(0o077)
    let rows = ReedRows(try SpaceRows.all(arguments))
    let count = Count.words(rows.reedCount, "reed")
    guard isTable else {
      let moment = Domain.Moment(WallClock.milliseconds, zoneMinutes: 0)
      try Output.write(ReedFile.export(rows, at: moment), to: path)
      if path != "-" { Output.show("\(path) contains \(count).\n") }
      return
    }
    if let table {
      try Output.write(ReedTable.export(table, rows) ?? [], to: path)
      if path != "-" { Output.show("\(path) contains the table \(table).\n") }
      return
    }
    for name in ReedTable.names { try arguments.refuseExisting("\(path)/\(name).csv") }
    do throws(SystemError) {
      if !Files.exists(path) { try Files.makeFolder(path) }
    } catch {
      throw .failed("\(path) cannot be created: \(error.message).")
    }
    for name in ReedTable.names {
      try Output.write(ReedTable.export(name, rows) ?? [], to: "\(path)/\(name).csv")
    }
    Output.show("\(path) contains \(Count.words(ReedTable.names.count, "table")), with \(count).\n")
  }
}

/// Reeds from files to the store.
private struct ReedsImport {
  private let arguments: Arguments
  private let path: String
  private let name: String

  init(_ arguments: Arguments, _ path: String) throws(CommandError) {
    try arguments.refuse("force", "origin", in: "reeds import")
    (self.arguments, self.path) = (arguments, path)
    name = path == "-" ? "Standard input" : path
  }

  func run() throws(CommandError) {
    let format = try arguments.choice(
      "format", from: [("json", ReedInput.Format.json), ("csv", .table), ("reed-log", .reedLog)])
    let table = try arguments.table
    let ratings = try ratings
    var parts: [(name: String, bytes: [UInt8], table: String)] = []
    if path != "-", let files = try? Folder(path).files() {
      for table in ReedTable.names where files.contains("\(table).csv") {
        let file = "\(path)/\(table).csv"
        parts.append((file, try SpaceImport.bytes(of: file, file), table))
      }
      guard !parts.isEmpty else {
        throw .failed(
          "\(path) has none of the tables: \(ReedTable.names[0]).csv and so on. Nothing was changed."
        )
      }
      // Tables that others refer to come first.
      let order = ["tools", "tool-events", "batches", "boxes", "cane", "reeds"]
      parts.sort { (order.firstIndex(of: $0.table) ?? 9) < (order.firstIndex(of: $1.table) ?? 9) }
    } else {
      parts = [(name, try SpaceImport.bytes(of: path, name), table ?? "reeds")]
    }
    let space = try SpaceImport(arguments)
    defer { space.close() }
    var rows = ReedRows(space.table.rows)
    var plans: [ReedImport] = []
    for part in parts {
      let contents: ReedContents
      do throws(ReedProblem) {
        var input = ReedInput(part.bytes)
        input.format = format ?? (table == nil ? nil : .table)
        (input.table, input.ratings) = (part.table, ratings)
        contents = try read(input, rows)
      } catch {
        throw .failed("\(part.name) was not imported. \(error.message) Nothing was changed.")
      }
      let plan = ReedImport(contents, into: rows)
      plans.append(plan)
      // Later tables name rows of earlier ones.
      if parts.count > 1 { rows = rows.with(plan.edits) }
    }
    try finish(plans, parts.map { $0.name }, space)
  }

  private func read(
    _ input: ReedInput, _ rows: ReedRows
  ) throws(ReedProblem) -> ReedContents {
    let reading = try input.reading(rows, today: WallClock.milliseconds / 86_400_000)
    for heading in reading.matching?.unmatched ?? [] where !heading.isEmpty {
      Output.complain(
        "the column “\(heading)” does not belong to the table \(input.table) and is skipped")
    }
    return reading.contents
  }

  /// The scale of --ratings.
  private var ratings: ClosedRange<Int64>? {
    get throws(CommandError) {
      guard let text = arguments["ratings"] else { return nil }
      let parts = text.split(separator: "-").compactMap { Int64($0) }
      guard parts.count == 2, parts[0] < parts[1] else {
        throw .wrongUsage("--ratings takes a scale such as 1-5, not `\(text)`.")
      }
      return parts[0]...parts[1]
    }
  }

  private func finish(
    _ plans: [ReedImport], _ names: [String], _ space: SpaceImport
  ) throws(CommandError) {
    let lines = plans.flatMap { $0.summary }
    let kept = plans.reduce(0) { $0 + $1.keptCount }
    var said =
      lines.isEmpty ? "\(name) is empty.\n" : lines.joined(separator: "\n") + "\n"
    if kept > 0 {
      said +=
        "\(Count.words(kept, "value")) here \(kept == 1 ? "is" : "are") newer than the file's. The app shows both.\n"
    }
    try space.finish(
      plans.flatMap { $0.edits }, of: name,
      problems: zip(names, plans).map { ($0, $1.problems) }, saying: said,
      changes: plans.map { Self.changes(of: $0) }.joined(), arguments)
  }

  /// The values that would change, as lines.
  private static func changes(of plan: ReedImport) -> String {
    var lines = ""
    for item in plan.items {
      let name = item.name.isEmpty ? item.row.bits.hex : item.name
      for change in item.changes {
        lines += "  \(name): \(change.label) from \(change.here) to \(change.there)\n"
      }
      for change in item.kept {
        lines +=
          "  \(name): \(change.label) stays \(change.here); the file's \(change.there) is kept, too\n"
      }
    }
    return lines
  }
}

/// Box lists and labels.
private struct ReedsSheet {
  private let arguments: Arguments
  private let path: String

  init(_ arguments: Arguments, _ path: String) throws(CommandError) {
    try arguments.refuse(
      "format", "table", "preview", "partial", "ratings", in: "reeds sheet")
    (self.arguments, self.path) = (arguments, path)
  }

  func run() throws(CommandError) {
    let origin = try arguments.origin?.address ?? "http://localhost:8080"
    try arguments.refuseExisting(path)
    umask(0o077)
    let rows = ReedRows(try SpaceRows.all(arguments))
    let day = WallClock.milliseconds / 86_400_000
    try Output.write(ReedSheet.html(rows, origin: origin, on: day), to: path)
    if path != "-" {
      Output.show(
        "\(path) has lists and labels of \(Count.words(rows.reedCount, "reed")). Print it from a browser.\n"
      )
    }
  }
}
