import Domain
import Ledger
import Training

/// A catalogue in the format of older climbing apps: six fields of each climb, live or not.
struct ClimbList {
  /// The most climbs on a page.
  static let pageLimit = 1_000
  /// Stands for a grade that is not a V grade.
  static let noGrade: Int64 = -99

  private struct Climb {
    let number: Int64
    let grade: Int64
    let item: CatalogueItem
  }

  private let climbs: [Climb]
  private let placesByID: [RowID: String]
  private let coloursByID: [RowID: String]
  private let day: Int64

  /// The climbs of a catalogue by their numbers, as of a day.
  init(_ catalogue: Catalogue, in space: PublicSpace, on day: Int64) {
    self.day = day
    let items = space.items(of: catalogue.id)
    let numbers = Self.numbers(of: items.map(\.record))
    let scale = catalogue.gradeScale
    var gradesByText: [String: Int64] = [:]
    climbs = zip(items, numbers).filter { $0.0.isThere }.map { kept, number in
      let text = kept.record.grade
      let grade = gradesByText[text] ?? Self.vNumber(of: text, on: scale) ?? Self.noGrade
      gradesByText[text] = grade
      return Climb(number: number, grade: grade, item: kept.record)
    }.sorted { $0.number < $1.number }
    placesByID = Dictionary(
      uniqueKeysWithValues: space.places(of: catalogue.id).map { ($0.id, $0.name) })
    coloursByID = Dictionary(
      uniqueKeysWithValues: space.tags(of: catalogue.id).map { ($0.id, $0.name) })
  }

  /// A unique number for each of the items, which are in order of creation.
  ///
  /// The first item with a number keeps it. All others get the next number above those in use, in order. Items in the
  /// trash keep their numbers, so that those of other items do not change.
  static func numbers(of items: [CatalogueItem]) -> [Int64] {
    var used: Set<Int64> = []
    var numbers = items.map { item in
      item.number > 0 && used.insert(item.number).inserted ? item.number : 0
    }
    var next = (used.max() ?? 0) + 1
    for place in numbers.indices where numbers[place] == 0 {
      // After the highest possible number, continue with free ones from 1.
      if next > CatalogueItem.numbers.upperBound { next = 1 }
      while !used.insert(next).inserted { next += 1 }
      numbers[place] = next
      next += 1
    }
    return numbers
  }

  /// All of them, as the app reads them.
  var whole: [UInt8] {
    var json = JSONText()
    json.array { json in for climb in climbs { put(climb, &json) } }
    return json.bytes
  }

  /// The climbs after a number, and the address of the next page.
  func page(after number: Int64) -> [UInt8] {
    let left = climbs.drop { $0.number <= number }
    let shown = left.prefix(Self.pageLimit)
    var json = JSONText()
    json.object { json in
      json.name("climbs")
      json.array { json in for climb in shown { put(climb, &json) } }
      if left.count > shown.count, let last = shown.last {
        json.member("next", "/v1/climbs?after=\(last.number)")
      }
    }
    return json.bytes
  }

  /// Exactly these six, in this order.
  private func put(_ climb: Climb, _ json: inout JSONText) {
    let item = climb.item
    json.object { json in
      json.name("Climbid")
      json.number(climb.number)
      json.name("IsActive")
      json.number(item.isLive(on: day) ? 1 : 0)
      json.name("Grade")
      json.number(climb.grade)
      json.member("ColorName", item.colour.flatMap { coloursByID[$0] } ?? "")
      json.member("ClimbName", item.name)
      json.member("LocationName", item.place.flatMap { placesByID[$0] } ?? "")
    }
  }

  /// The V grade of a grade: 4 for V4, -1 for VB, which is below V0, and the lowest of several; `nil` if there is none.
  static func vNumber(of grade: String, on scale: GradeScale?) -> Int64? {
    guard let scale, let span = scale.read(grade),
      let found = try? GradeScale.v.convert(span, from: scale),
      let zero = GradeScale.v.grades.firstIndex(where: { $0.name == "V0" })
    else { return nil }
    return Int64(found.first - zero)
  }
}
