import Domain
import Ledger
import Testing

@testable import Domain

/// Catalogues as tables and dumps.
@Suite struct CatalogueFileTests {
  private let catalogue = Catalogue(
    RowID(Bits128(high: 1, low: 1)), named: "Hall", .climbs, after: [])

  private func contents(_ text: String) throws(ReedProblem) -> CatalogueContents {
    try CatalogueInput(Array(text.utf8)).contents(for: catalogue)
  }

  private func plan(_ text: String, into rows: [Row] = [], on day: Int64 = 20_000) throws
    -> CatalogueImport
  {
    CatalogueImport(try contents(text), into: CatalogueRows(catalogue, rows), today: day)
  }

  /// The rows that edits make of others.
  private func rows(_ edits: [Edit], after old: [Row] = []) -> [Row] {
    var table = Table(
      old.flatMap { row in row.cells.map { RowCell(row: row.id, kind: row.kind, cell: $0) } })
    for edit in edits {
      let time = table[edit.row]?.cell(edit.field)?.stamp.time.next ?? HybridTime(milliseconds: 1)
      table.merge(
        RowCell(
          row: edit.row, kind: edit.kind,
          cell: Cell(field: edit.field, stamp: Stamp(time, DeviceID(1)), value: edit.value)))
    }
    return table.rows
  }

  private func export(_ rows: [Row]) -> String {
    String(decoding: CatalogueTable.export(CatalogueRows(catalogue, rows)), as: UTF8.self)
  }

  private func items(_ rows: [Row]) -> [CatalogueItem] {
    rows.filter { $0.kind == .item && $0.life == .alive }.map { CatalogueItem($0) }
      .sorted { $0.number < $1.number }
  }

  @Test func readsATable() throws {
    let made = try plan(
      "Number;Climb;Grade;Wall;Color;Style;Setter;Live since;Planned removal;Out;BPM\n"
        + "7;Slopers;V4;Cave;Mint;slab, crimp;Ada;20.11.2026;2026-12-24;;72,5\n")
    #expect(made.problems.isEmpty && made.newCount == 1)
    #expect(made.newPlaceCount == 1 && made.newTagCount == 3)
    let rows = rows(made.edits)
    let item = try #require(items(rows).first)
    #expect(item.number == 7 && item.name == "Slopers" && item.grade == "V4")
    #expect(item.tags == "slab, crimp" && item.author == "Ada" && item.tempo == 7_250)
    #expect(DayText.text(of: item.liveFrom) == "2026-11-20")
    #expect(DayText.text(of: item.outPlanned) == "2026-12-24" && item.outAt == 0)
    let place = try #require(rows.first { $0.id == item.place })
    #expect(CataloguePlace(place).name == "Cave" && CataloguePlace(place).catalogue == catalogue.id)
    let colour = try #require(rows.first { $0.id == item.colour })
    #expect(CatalogueTag(colour).name == "Mint" && CatalogueTag(colour).isColour)
  }

  /// Names that are hard to write come back as they are, in another space, too, and to the byte.
  @Test func exportImportExportIsTheSame() throws {
    var random = RandomBits(seed: 9)
    let texts = [
      "plain", "comma, here", "\"quoted\"", "two\nlines", "=1+1", "'=x", "-V0", " blanks ", "Ω é",
      "semi;colon", "tab\there", "x\r\ny", "@", "'", "''", "#1e6fd9",
    ]
    func text() -> String { texts[Int(random.next() % UInt64(texts.count))] }
    func day() -> Int64 { random.next() % 3 == 0 ? 0 : Int64(random.next() % 40_000) + 1 }
    var edits: [Edit] = []
    var places: [CataloguePlace] = []
    var colours: [CatalogueTag] = []
    for (number, name) in texts.enumerated() {
      let id = UInt64(number)
      let place = CataloguePlace(
        RowID(Bits128(high: 2, low: 99 - id)), in: catalogue.id, named: name, after: places)
      let colour = CatalogueTag(
        RowID(Bits128(high: 3, low: id)), in: catalogue.id, named: name,
        colour: number % 2 == 0 ? CatalogueTag.colour(named: name) : Int64(number))
      places.append(place)
      colours.append(colour)
      edits += place.edits(from: nil) + colour.edits(from: nil)
    }
    for number in 0..<300 {
      var item = CatalogueItem(
        RowID(Bits128(high: random.next(), low: UInt64(number))), in: catalogue.id, named: text())
      item.number = random.next() % 4 == 0 ? 0 : Int64(number)
      item.place = random.next() % 5 == 0 ? nil : places[number % places.count].id
      item.colour = random.next() % 5 == 0 ? nil : colours[number % colours.count].id
      (item.tags, item.author, item.grade) = (text(), text(), text())
      (item.liveFrom, item.outPlanned, item.outAt) = (day(), day(), day())
      item.tempo = Int64(random.next() % 60_000)
      edits += item.edits(from: nil)
    }
    let first = rows(edits)
    let table = export(first)
    let again = try plan(table, into: first)
    #expect(again.problems.isEmpty && again.unchangedCount == 300)
    let other = try plan(table)
    #expect(other.problems.isEmpty && other.newCount == 300)
    #expect(export(rows(other.edits)) == table)
  }

  @Test func changesWhatTheFileSaysAndNothingElse() throws {
    let first = rows(try plan("number,name,grade,wall\n1,One,V1,Cave\n2,Two,V2,Cave\n").edits)
    let changed = try plan("number,name,grade,wall\n2,Two,,Attic\n3,Three,V3,cave\n", into: first)
    #expect(changed.newCount == 1 && changed.changedCount == 1 && changed.newPlaceCount == 1)
    let now = items(rows(changed.edits, after: first))
    #expect(now.map(\.grade) == ["V1", "V2", "V3"])
    #expect(now[0].place == now[2].place && now[1].place != now[0].place)

    // Without numbers, by name, place and colour; what is there twice in a file is two.
    let text = "name,wall\nOne,Cave\nOne,Cave\nNew,Cave\n"
    let third = try plan(text, into: first)
    #expect(third.unchangedCount == 1 && third.newCount == 2)
    let after = rows(third.edits, after: first)
    #expect(try plan(text, into: after).edits.isEmpty)
  }

  @Test func whatIsInTheTrashComesBackAndWhatWasErasedStaysGone() throws {
    let text = "number,name\n1,One\n"
    let made = rows(try plan(text).edits)
    let item = items(made)[0]
    let table = export(made)
    let trashed = rows(item.trashing, after: made)
    let back = try plan(table, into: trashed)
    #expect(back.restoredCount == 1 && items(rows(back.edits, after: trashed)).count == 1)
    let purged = rows([Edit(item.id, .item, .life, Life.purged.value)], after: made)
    let gone = try plan(table, into: purged)
    #expect(gone.erasedCount == 1 && gone.edits.isEmpty)
    let foreign = [Row(id: item.id, kind: .settings, cells: trashed[0].cells)]
    #expect(try plan(table, into: foreign).problems.count == 1)
  }

  @Test(arguments: [
    ("name\n\"open\n", 2, 1), ("grade,wall\nV1,x\n", 1, 1), ("", 1, 1),
    ("-- a dump\nINSERT INTO Climbs VALUES (1,'a", 2, 30),
    ("INSERT INTO Climbs VALUES (1,'a',1,1,1,huh)", 1, 40),
    ("INSERT INTO Climbs (a,b) VALUES (1)", 1, 33), ("/* not closed", 1, 1),
    ("INSERT INTO Other VALUES (1);", 1, 1), ("INSERT INTO Climbs VALUES (1,'a',1,1,1,1", 1, 41),
    ("INSERT INTO Climbs VALUES 1", 1, 27), ("INSERT INTO Climbs VALUES (1x)", 1, 28),
  ])
  func saysWhereAFileIsWrong(text: String, line: Int, column: Int) throws {
    do throws(ReedProblem) {
      _ = try contents(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.place.line == line && error.place.column == column, "\(error.message)")
    }
  }

  @Test func namesCellsThatCannotBeRead() throws {
    let made = try plan(
      "id,number,name,tempo,live from,removed,grade\nx,-1,One,601,3/4/2026,soon,"
        + String(repeating: "V", count: 41) + "\n,5,,,,,\n,1,Two,,,,\n,1,Twice,,,,\n")
    let places = made.problems.map { [$0.place.line, $0.place.column] }
    #expect(places == [[2, 1], [2, 2], [2, 4], [2, 5], [2, 6], [2, 7], [3, 1], [5, 1]])
    #expect(made.newCount == 2)
    #expect(try contents("name,what\nx,y,z\n").unmatched == ["what"])
    #expect(try contents("name,what\nx,y,z\n").problems.count == 1)
  }

  @Test func readsADump() throws {
    let dump = #"""
      -- MySQL dump 10.13
      /*!40101 SET NAMES utf8mb4 */;
      # another comment
      DROP TABLE IF EXISTS `Climbs`;
      CREATE TABLE IF NOT EXISTS `gym`.`Climbs` (
        `ClimbID` int NOT NULL AUTO_INCREMENT,
        `ClimbName` varchar(255) DEFAULT 'it''s; a (name),',
        `Grade` int DEFAULT NULL COMMENT 'V',
        `ColorID` int, `LocationID` int, `IsActive` bit(1) DEFAULT b'1',
        PRIMARY KEY (`ClimbID`), KEY `c` (`ColorID`),
        CONSTRAINT `f` FOREIGN KEY (`ColorID`) REFERENCES `Colors` (`ColorID`)
      ) ENGINE=InnoDB;
      INSERT INTO `gym`.`Climbs` VALUES (1,'Crimps',3,1,1,1),(2,'Don\'t; \"look\" (down)',-1,2,2,0),
      (3,'Back\\slash ''q'' ü',NULL,NULL,2,_binary '\0'), (4,NULL,17,1,1,b'1');
      insert ignore into climbs (IsActive, ClimbID, ClimbName, Grade, ColorID, LocationID)
        values (0x01, 5, "double ""quotes""", 0, 9, 1), (TRUE, 6, N'six', 2.0, 1, 1);
      INSERT INTO Colors (ColorName, ColorID) VALUES ('Blue',1),('Neon',2);
      INSERT INTO `Locations` VALUES (1,'North wall'),(2,'Cave') ON DUPLICATE KEY UPDATE a = 1;
      """#
    let made = try plan(dump)
    // There is no colour 9.
    #expect(made.problems.count == 1 && made.problems[0].place.line == 16)
    let made_rows = rows(made.edits)
    let found = items(made_rows)
    #expect(found.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(
      found.map(\.name) == [
        "Crimps", "Don't; \"look\" (down)", "Back\\slash 'q' ü", "Climb 4", "double \"quotes\"",
        "six",
      ])
    #expect(found.map(\.grade) == ["V3", "VB", "", "V17", "V0", "V2"])
    #expect(found.map(\.outAt) == [0, 20_000, 20_000, 0, 0, 0])
    #expect(found[0].place == found[3].place && found[2].colour == nil && found[4].colour == nil)

    // The same dump a day later changes nothing; what is set active again comes back.
    #expect(try plan(dump, into: made_rows, on: 20_001).edits.isEmpty)
    let active = dump.replacing("-1,2,2,0)", with: "-1,2,2,1)")
    let back = try plan(active, into: made_rows, on: 20_001)
    #expect(back.changedCount == 1 && items(rows(back.edits, after: made_rows))[1].outAt == 0)

    // Out to a table and into another space.
    let table = export(made_rows)
    #expect(export(rows(try plan(table).edits)) == table)
  }

  /// A table of 100,000 lines.
  @Test func readsALongTable() throws {
    var text = "number,name,place,colour,grade\n"
    for number in 1...100_000 {
      text +=
        "\(number),Climb \(number),Wall \(number % 50),Colour \(number % 12),V\(number % 12)\n"
    }
    let made = try plan(text)
    #expect(made.newCount == 100_000 && made.problems.isEmpty)
    #expect(made.newPlaceCount == 50 && made.newTagCount == 12)
  }
}
