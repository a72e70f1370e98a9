public import Ledger

/// The built-in catalogues: a gym to explore, and studies for everybody.
///
/// Row ids are derived from the content, so adding one twice has no effect.
public enum SampleCatalogue: CaseIterable, Sendable {
  case studies, gym

  public var title: String { self == .studies ? "Studies" : "Climbing gym (sample)" }

  public var id: RowID { row("catalogue", 0) }

  /// Every row of it, as of a day.
  public func edits(on day: Int64, zoneMinutes: Int, after others: [Catalogue]) -> [Edit] {
    contents(on: day, zoneMinutes: zoneMinutes, after: others).edits
  }

  /// The same, and its items.
  func contents(
    on day: Int64, zoneMinutes: Int, after others: [Catalogue]
  ) -> (edits: [Edit], items: [CatalogueItem]) {
    var maker = Maker(catalogue: self, day: day, zoneMinutes: zoneMinutes)
    let words: CatalogueWords = self == .gym ? .climbs : .etudes
    maker.keep(Catalogue(id, named: title, words, after: others))
    if self == .gym { maker.makeGym() } else { maker.makeStudies() }
    return (maker.edits, maker.items)
  }

  fileprivate func row(_ kind: String, _ number: Int) -> RowID {
    // Ids never change, whatever the title says.
    let name = self == .studies ? "Studies" : "Sample gym"
    return RowID(of: Array("\(name) \(kind) \(number)".utf8), in: "woodshed catalogue")
  }

  // MARK: - The gym

  static let walls = ["Slab", "Prow", "Cave", "Arch", "Island", "Corridor"]

  /// The move of each climb, and its style.
  static let moves: [(name: String, style: String)] = [
    ("Balance", "slab"), ("Smear", "slab"), ("High step", "slab"), ("Mantle", "slab"),
    ("Heel hook", "technique"), ("Toe hook", "technique"), ("Drop knee", "technique"),
    ("Flagging", "technique"), ("Knee bar", "technique"), ("Bicycle", "technique"),
    ("Crimps", "fingers"), ("Pockets", "fingers"), ("Pinches", "fingers"), ("Side pull", "fingers"),
    ("Slopers", "open hand"), ("Compression", "open hand"), ("Palm press", "open hand"),
    ("Dyno", "dynamic"), ("Deadpoint", "dynamic"), ("Paddle", "dynamic"),
    ("Run and jump", "dynamic"),
    ("Lock-off", "power"), ("Gaston", "power"), ("Undercling", "power"), ("Campus", "power"),
    ("Layback", "endurance"), ("Traverse", "endurance"), ("Stem", "endurance"),
    ("Hand jam", "endurance"), ("Rock-over", "slab"),
  ]

  // MARK: - The studies

  /// A book of studies: how many there are, and roughly how hard the first and the last are on the instrument.
  ///
  /// No exam board grades whole books, so the grades are rough; after a few tries the log says more.
  struct Book {
    let title: String
    let author: String
    let short: String
    let instrument: String
    let count: Int
    let grades: ClosedRange<Int>
    /// Titles or keys, if each has one.
    var names: [String] = []
  }

  static let books: [Book] = [
    Book(
      title: "48 Studies, op. 31", author: "Ferling", short: "Ferling", instrument: "oboe",
      count: 48, grades: 6...8),
    Book(
      title: "40 Progressive Melodies", author: "Barret", short: "Barret", instrument: "oboe",
      count: 40, grades: 4...7),
    Book(
      title: "50 Studies, op. 8 no. 2", author: "Weissenborn", short: "Weissenborn",
      instrument: "bassoon", count: 50, grades: 5...8),
    Book(
      title: "32 Studies", author: "Rose", short: "Rose", instrument: "clarinet", count: 32,
      grades: 6...8),
    Book(
      title: "15 Easy Studies, op. 33 no. 1", author: "Köhler", short: "Köhler",
      instrument: "flute", count: 15, grades: 4...6),
    Book(
      title: "60 Studies, op. 45", author: "Wohlfahrt", short: "Wohlfahrt", instrument: "violin",
      count: 60, grades: 2...5),
    Book(
      title: "36 Studies, op. 20", author: "Kayser", short: "Kayser", instrument: "violin",
      count: 36, grades: 4...6),
    Book(
      title: "42 Studies", author: "Kreutzer", short: "Kreutzer", instrument: "violin", count: 42,
      grades: 6...8),
    Book(
      title: "24 Caprices", author: "Rode", short: "Rode", instrument: "violin", count: 24,
      grades: 8...8,
      names: [
        "C major", "A minor", "G major", "E minor", "D major", "B minor", "A major",
        "F sharp minor", "E major", "C sharp minor", "B major", "G sharp minor", "G flat major",
        "E flat minor", "D flat major", "B flat minor", "A flat major", "F minor", "E flat major",
        "C minor", "B flat major", "G minor", "F major", "D minor",
      ]),
    Book(
      title: "40 Studies, op. 73", author: "Popper", short: "Popper", instrument: "cello",
      count: 40, grades: 8...8),
    Book(
      title: "25 Studies, op. 100", author: "Burgmüller", short: "Burgmüller",
      instrument: "piano", count: 25, grades: 2...5,
      names: [
        "La candeur", "L’arabesque", "La pastorale", "La petite réunion", "Innocence", "Progrès",
        "Le courant limpide", "La gracieuse", "La chasse", "Tendre fleur", "La bergeronnette",
        "L’adieu", "Consolation", "La styrienne", "Ballade", "Douce plainte", "La babillarde",
        "Inquiétude", "Ave Maria", "La tarentelle", "L’harmonie des anges", "Barcarolle",
        "Le retour", "L’hirondelle", "La chevaleresque",
      ]),
    Book(
      title: "14 Characteristic Studies", author: "Arban", short: "Arban", instrument: "trumpet",
      count: 14, grades: 8...8),
  ]

  private struct Maker {
    let catalogue: SampleCatalogue
    let day: Int64
    let zoneMinutes: Int
    var edits: [Edit] = []
    var items: [CatalogueItem] = []

    mutating func add(_ item: CatalogueItem) {
      keep(item)
      items.append(item)
    }

    mutating func keep(_ record: some RowRecord) {
      edits += record.edits(from: nil, zoneMinutes: zoneMinutes)
    }

    mutating func place(_ name: String, _ number: Int) -> RowID {
      var place = CataloguePlace(
        catalogue.row("place", number), in: catalogue.id, named: name, after: [])
      place.place = Int64(number + 1) << 32
      keep(place)
      return place.id
    }

    /// Six walls of twenty climbs: twelve current ones, and eight of the previous set.
    mutating func makeGym() {
      var colours: [RowID] = []
      for (number, colour) in CatalogueTag.holdColours.enumerated() {
        let tag = CatalogueTag(
          catalogue.row("colour", number), in: catalogue.id, named: colour.name,
          colour: colour.colour)
        keep(tag)
        colours.append(tag.id)
      }
      for (wallNumber, wall) in SampleCatalogue.walls.enumerated() {
        let wallID = place(wall, wallNumber)
        // Each wall is reset every six weeks, one wall a week.
        let reset = day - Int64(wallNumber * 7 + 3)
        for slot in 0..<20 {
          let number = wallNumber * 20 + slot
          let move = SampleCatalogue.moves[(number * 7 + wallNumber) % SampleCatalogue.moves.count]
          var item = CatalogueItem(
            catalogue.row("item", number), in: catalogue.id, named: move.name)
          let grade = (slot * 5 + wallNumber * 3) % 10 - 1
          item.number = Int64(number + 1)
          item.place = wallID
          item.colour = colours[(grade + 1) * 7 % colours.count]
          item.tags = move.style
          item.grade = grade < 0 ? "VB" : "V\(grade)"
          item.liveFrom = slot < 12 ? reset : reset - 42
          if slot >= 12 { item.outAt = reset }
          add(item)
        }
      }
    }

    mutating func makeStudies() {
      var number = 0
      for (bookNumber, book) in SampleCatalogue.books.enumerated() {
        let bookID = place("\(book.author): \(book.title)", bookNumber)
        for study in 0..<book.count {
          let name = study < book.names.count ? ", \(book.names[study])" : ""
          var item = CatalogueItem(
            catalogue.row("item", number), in: catalogue.id,
            named: "\(book.short) \(study + 1)\(name)")
          number += 1
          item.number = Int64(number)
          (item.place, item.author, item.tags) = (bookID, book.author, book.instrument)
          let span = book.grades.upperBound - book.grades.lowerBound
          let grade = book.grades.lowerBound + (span + 1) * study / book.count
          item.grade = "\(grade)"
          add(item)
        }
      }
    }
  }
}
