public import Ledger
import Training

/// Items as lines that somebody typed or pasted from a spreadsheet: name, grade, place, colour, tags and author, with
/// tabs, semicolons or commas between them.
public struct ItemTable: Sendable {
  public private(set) var edits: [Edit] = []
  public private(set) var count = 0
  /// Which line cannot be taken, and why; nothing is then.
  public private(set) var problem: String?
  private let text: String
  private let catalogue: Catalogue
  private let day: Int64
  private let zoneMinutes: Int
  /// Where items are that say no place.
  private let place: RowID?
  private var number: Int64
  private var places: [CataloguePlace]
  private var colours: [CatalogueTag]

  public init(
    _ text: String, _ catalogue: Catalogue, _ index: TrainingIndex, day: Int64, zoneMinutes: Int,
    place: RowID?
  ) {
    (self.text, self.catalogue, self.day) = (text, catalogue, day)
    (self.zoneMinutes, self.place) = (zoneMinutes, place)
    number = index.nextNumber(in: catalogue.id)
    places = index.places(of: catalogue.id)
    colours = index.tags(of: catalogue.id, areColours: true)
  }

  /// - Parameter newRow: names a row, each time another.
  public mutating func read(_ newRow: () -> RowID) {
    let scale = catalogue.gradeScale
    let bytes = Array(text.utf8)
    let separator =
      bytes.contains(0x09)
      ? 0x09 : bytes.contains(UInt8(ascii: ";")) ? UInt8(ascii: ";") : UInt8(ascii: ",")
    var lineNumber = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      lineNumber += 1
      let cells = line.filter { $0 != 0x0D }
        .split(separator: separator, omittingEmptySubsequences: false)
        .map { String(decoding: Array($0), as: UTF8.self).trimmingBlanks }
      guard let name = cells.first, cells.contains(where: { !$0.isEmpty }) else { continue }
      guard !name.isEmpty, name.utf8.count <= CatalogueItem.nameLimit else {
        problem = "Line \(lineNumber) has no name, or one that is too long. Nothing was added."
        return
      }
      func cell(_ place: Int) -> String { place < cells.count ? cells[place] : "" }
      guard cell(1).isEmpty || scale?.read(cell(1)) != nil else {
        problem =
          "Line \(lineNumber): “\(cell(1))” is no grade of the scale \(scale?.label ?? ""). Nothing was added."
        return
      }
      var item = CatalogueItem(newRow(), in: catalogue.id, named: name)
      (item.grade, item.number, item.liveFrom) = (cell(1), number, day)
      number += 1
      item.place = cell(2).isEmpty ? place : self.place(named: cell(2), newRow)
      item.colour = cell(3).isEmpty ? nil : colour(named: cell(3), newRow)
      item.tags = cell(4).shortened(to: CatalogueItem.textLimit)
      item.author = cell(5).shortened(to: CatalogueItem.textLimit)
      edits += item.edits(from: nil, zoneMinutes: zoneMinutes)
      count += 1
    }
  }

  private mutating func place(named name: String, _ newRow: () -> RowID) -> RowID {
    let key = Fold.bytes(of: name)
    if let known = places.first(where: { Fold.bytes(of: $0.name) == key }) { return known.id }
    let place = CataloguePlace(
      newRow(), in: catalogue.id, named: name.shortened(to: CataloguePlace.nameLimit),
      after: places)
    places.append(place)
    edits += place.edits(from: nil)
    return place.id
  }

  private mutating func colour(named name: String, _ newRow: () -> RowID) -> RowID {
    let key = Fold.bytes(of: name)
    if let known = colours.first(where: { Fold.bytes(of: $0.name) == key }) { return known.id }
    let tag = CatalogueTag(
      newRow(), in: catalogue.id, named: name.shortened(to: CatalogueTag.nameLimit),
      colour: CatalogueTag.colour(named: name))
    colours.append(tag)
    edits += tag.edits(from: nil)
    return tag.id
  }
}
