import Domain
import Glibc
import HTTP
import Ledger
import Platform
import Server
import Storage

extension Command {
  static let catalogue = Command(
    name: "catalogue", summary: "Export, import or publish a catalogue of climbs or études",
    details: """
      export FILE   Exports a catalogue as a table (CSV), one row for each item. Notes stay here. Use -
                    for standard output. The server can keep running.
      import FILE   Imports a table with headings (comma, semicolon or tab), or a MySQL dump of the tables
                    Climbs, Colors and Locations. Items are matched by id, else by number, else by name,
                    place and colour. Empty cells leave what is there, and nothing is deleted. Any error
                    stops the import before it changes anything, unless you add --partial. A restore
                    point is created first. Stop a server that uses the data folder.
      publish       Publishes a catalogue, so that anybody who has its link can train on it without an
                    account. Prints the link, its QR code and how often it was read. --end ends that for
                    good. Stop a server that uses the data folder.
      """,
    options: [
      .data, .database, .account, .force,
      .init(
        name: "catalogue", placeholder: "NAME",
        summary: "Which catalogue, by name or id [the only one]; an import\ncreates it if it's new"),
      .init(
        name: "words", placeholder: "WORDS",
        summary: "What a new catalogue holds: climbs or etudes [climbs]"),
      .init(
        name: "grades", placeholder: "SCALE",
        summary: "What a new catalogue is graded by, such as v, font or abrsm\n[v or abrsm]"),
      .init(
        name: "format", placeholder: "FORMAT",
        summary: "What is imported: csv or mysql [detected]"),
      .init(
        name: "preview", placeholder: nil,
        summary: "Show what an import would change, without changing anything"),
      .init(
        name: "partial", placeholder: nil,
        summary: "Import what is valid and skip the rest"),
      .init(
        name: "origin", placeholder: "ORIGIN",
        summary: "Address of the app, for what is published\n[http://localhost:8080]"),
      .init(name: "end", placeholder: nil, summary: "End a publication"),
    ], words: ("export|import FILE, or publish", 2),
    examples: [
      "woodshed catalogue export --catalogue \"Boulder Hall\" climbs.csv",
      "woodshed catalogue import --preview climbs.sql",
      "woodshed catalogue publish --origin https://shed.example",
    ]
  ) { arguments throws(CommandError) in
    guard let verb = arguments.words.first else {
      throw .wrongUsage(
        "Say what to do: woodshed catalogue export FILE, import FILE or publish.")
    }
    switch (verb, arguments.words.count) {
    case ("export", 2): try CatalogueExport(arguments, arguments.words[1]).run()
    case ("import", 2): try CatalogueFileImport(arguments, arguments.words[1]).run()
    case ("publish", 1): try CataloguePublishing(arguments).run()
    case ("export", _), ("import", _):
      throw .wrongUsage("Say which file: woodshed catalogue \(verb) FILE.")
    case ("publish", _):
      throw .wrongUsage("`woodshed catalogue publish` takes no file. Say which with --catalogue.")
    default:
      let hint = NearestName.hint(for: verb, among: ["export", "import", "publish"]) {
        "`woodshed catalogue \($0)`"
      }
      throw .wrongUsage("`woodshed catalogue` cannot `\(verb)`.\(hint)")
    }
  }
}

extension Arguments {
  /// The catalogue that the options name, among all rows of a space; `nil` if there is none.
  fileprivate func catalogue(among rows: [Row]) throws(CommandError) -> Catalogue? {
    let all = CatalogueRows.catalogues(in: rows)
    guard let name = self["catalogue"] else {
      guard all.count <= 1 else {
        let names = all.map { "`\($0.name)`" }.joined(separator: ", ")
        throw .wrongUsage(
          "There are \(all.count) catalogues: say which with --catalogue, \(names).")
      }
      return all.first
    }
    let found = all.filter {
      $0.id.bits.hex == name || Fold.bytes(of: $0.name) == Fold.bytes(of: name)
    }
    guard found.count <= 1 else {
      let ids = found.map(\.id.bits.hex).joined(separator: ", ")
      throw .wrongUsage(
        "\(found.count) catalogues are called `\(name)`: say which by its id, \(ids).")
    }
    return found.first
  }

  /// The same, but it must exist.
  fileprivate func existingCatalogue(among rows: [Row]) throws(CommandError) -> Catalogue {
    guard let catalogue = try catalogue(among: rows) else {
      let name = self["catalogue"].map { " called `\($0)`" } ?? ""
      throw .failed("There is no catalogue\(name) here. Nothing was changed.")
    }
    return catalogue
  }
}

extension Catalogue {
  /// A number of its items, in words.
  fileprivate func count(_ number: Int) -> String {
    "\(number) \(number == 1 ? words.item : words.items)"
  }
}

/// A catalogue from the store to a file.
private struct CatalogueExport {
  private let arguments: Arguments
  private let path: String

  init(_ arguments: Arguments, _ path: String) throws(CommandError) {
    try arguments.refuse(
      "words", "grades", "format", "preview", "partial", "origin", "end", in: "catalogue export")
    (self.arguments, self.path) = (arguments, path)
  }

  func run() throws(CommandError) {
    try arguments.refuseExisting(path)
    umask(0o077)
    let all = try SpaceRows.all(arguments)
    let rows = CatalogueRows(try arguments.existingCatalogue(among: all), all)
    try Output.write(CatalogueTable.export(rows), to: path)
    if path != "-" { Output.show("\(path) contains \(rows.catalogue.count(rows.itemCount)).\n") }
  }
}

/// A catalogue from a file to the store.
private struct CatalogueFileImport {
  private let arguments: Arguments
  private let path: String
  private let name: String

  init(_ arguments: Arguments, _ path: String) throws(CommandError) {
    try arguments.refuse("force", "origin", "end", in: "catalogue import")
    (self.arguments, self.path) = (arguments, path)
    name = path == "-" ? "Standard input" : path
  }

  func run() throws(CommandError) {
    let format = try arguments.choice(
      "format", from: [("csv", CatalogueInput.Format.table), ("mysql", .dump)])
    let bytes = try SpaceImport.bytes(of: path, name)
    let space = try SpaceImport(arguments)
    defer { space.close() }
    let all = space.table.rows
    let known = try arguments.catalogue(among: all)
    let catalogue: Catalogue
    if let known {
      catalogue = known
      for option in ["words", "grades"] where arguments.has(option) {
        throw .wrongUsage("--\(option) is for a new catalogue; \(known.name) already exists.")
      }
    } else {
      catalogue = try new(after: CatalogueRows.catalogues(in: all))
    }
    let contents: CatalogueContents
    do throws(ReedProblem) {
      var input = CatalogueInput(bytes)
      input.format = format
      contents = try input.contents(for: catalogue)
    } catch {
      throw .failed("\(name) was not imported. \(error.message) Nothing was changed.")
    }
    for heading in contents.unmatched {
      Output.complain("the column “\(heading)” does not belong to a catalogue and is skipped")
    }
    let plan = CatalogueImport(
      contents, into: CatalogueRows(catalogue, all), today: WallClock.milliseconds / 86_400_000)
    try space.finish(
      (known == nil ? catalogue.edits(from: nil) : []) + plan.edits, of: name,
      problems: [(name, plan.problems)], remarks: plan.remarks,
      saying: Self.summary(of: plan, catalogue), arguments)
  }

  /// The new catalogue for a file.
  private func new(after others: [Catalogue]) throws(CommandError) -> Catalogue {
    let words =
      try arguments.choice("words", from: [("climbs", CatalogueWords.climbs), ("etudes", .etudes)])
      ?? .climbs
    let usual = words == .climbs ? "Climbs" : "Études"
    let name = (arguments["catalogue"] ?? usual).shortened(to: Catalogue.nameLimit)
    var random = RandomBits(seed: .random(in: .min ... .max), .random(in: .min ... .max))
    var catalogue = Catalogue(
      RowID(milliseconds: WallClock.milliseconds, random: &random), named: name, words,
      after: others)
    if let scale = arguments["grades"] {
      catalogue.scale = scale
      guard catalogue.gradeScale != nil else {
        throw .wrongUsage(
          "--grades takes a scale such as v, font, french or abrsm, not `\(scale)`.")
      }
    }
    return catalogue
  }

  /// What an import would do, line by line.
  private static func summary(of plan: CatalogueImport, _ catalogue: Catalogue) -> String {
    let counts = [
      (plan.newCount, "new"), (plan.changedCount, "changed"),
      (plan.restoredCount, "back from the trash"), (plan.unchangedCount, "unchanged"),
      (plan.erasedCount, "erased here"),
    ]
    let total = counts.reduce(0) { $0 + $1.0 }
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    var lines = "\(catalogue.name): \(catalogue.count(total))"
    lines += parts.isEmpty ? ".\n" : ", \(parts).\n"
    if plan.newPlaceCount > 0 { lines += "\(Count.words(plan.newPlaceCount, "new place")).\n" }
    if plan.newTagCount > 0 {
      lines += "\(Count.words(plan.newTagCount, "new tag")).\n"
    }
    return lines
  }
}

/// A catalogue for everybody.
private struct CataloguePublishing {
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(CommandError) {
    try arguments.refuse(
      "force", "words", "grades", "format", "preview", "partial", in: "catalogue publish")
    self.arguments = arguments
  }

  func run() throws(CommandError) {
    let origin = try arguments.origin?.address ?? "http://localhost:8080"
    let url = try arguments.databaseURL
    let store = try DataStore.open(url, in: DataFolder.chosen(arguments["data"]))
    defer { store.close() }
    let account = try StoreFile.account(named: arguments["account"], in: store)
    let place = Place(account, .own(of: account))
    let rows: [Row]
    do throws(StorageError) {
      rows = try store.table(of: place).rows
    } catch {
      throw .failed("The data cannot be read: \(error). Nothing was changed.")
    }
    let catalogue = try arguments.existingCatalogue(among: rows)
    let publishing: Publishing?
    do throws(StorageError) {
      publishing =
        arguments.has("end")
        ? nil : try publish(catalogue.id, in: place, store)
      if publishing == nil {
        let wasThere = try store.endPublication(of: catalogue.id, in: place)
        let words = wasThere ? "is no longer published" : "was not published"
        Output.show("\(catalogue.name) \(words).\n")
      }
    } catch {
      throw .failed("Publications cannot be changed: \(error). Nothing was changed.")
    }
    switch publishing {
    case nil: break
    case .published(let publication): show(publication, catalogue, origin)
    case .full:
      throw .failed(
        "At most \(Publication.countLimit) catalogues can be published. Nothing was changed. "
          + "End one with --end.")
    case .noAccount:
      throw .failed("The account no longer exists. Nothing was changed.")
    }
  }

  private func publish(
    _ catalogue: RowID, in place: Place, _ store: any ServerStore
  ) throws(StorageError) -> Publishing {
    let now = WallClock.milliseconds
    // The owner of a server on this machine gets an account with the first sign-in.
    if place.account == .onlyOwner, try store.account(place.account) == nil {
      _ = try store.add(Account(id: place.account, login: nil, madeAt: now))
    }
    return try store.publish(catalogue, of: .catalogue, in: place, as: .new(), now: now)
  }

  private func show(_ publication: Publication, _ catalogue: Catalogue, _ origin: String) {
    let link = "\(origin)/sessions/published/\(publication.id)"
    let day = DayText.text(of: publication.madeAt / 86_400_000) ?? ""
    Output.show(
      """
      \(catalogue.name) is published as \(publication.id) since \(day), read \(Count.words(Int(publication.readCount), "time")).
      For people:   \(link)
      For programs: \(origin)/v1/catalogues/\(publication.id)

      """)
    if isatty(1) == 1, let code = QRCode(link) { Output.show(code.blocks) }
  }
}

extension QRCode {
  /// The code in characters of half a square's height, light on dark, with the quiet border that a camera needs.
  fileprivate var blocks: String {
    func isLight(_ column: Int, _ row: Int) -> Bool {
      guard (0..<size).contains(column), (0..<size).contains(row) else { return true }
      return !self[column, row]
    }
    var text = ""
    for row in stride(from: -4, to: size + 4, by: 2) {
      for column in -4..<(size + 4) {
        switch (isLight(column, row), isLight(column, row + 1)) {
        case (true, true): text += "█"
        case (true, false): text += "▀"
        case (false, true): text += "▄"
        case (false, false): text += " "
        }
      }
      text += "\n"
    }
    return text
  }
}
