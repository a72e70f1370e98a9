import Domain
import Ledger

/// A catalogue as the climbing app of old asks for it: six things of each climb, whether it can be climbed or not.
struct ClimbList {
  /// So many climbs are on a page.
  static let pageLimit = 1_000
  /// What stands for a grade that is no V grade.
  static let noGrade: Int64 = -99

  private struct Climb {
    let number: Int64
    let item: CatalogueItem
  }

  private let climbs: [Climb]
  private let placesByID: [RowID: String]
  private let coloursByID: [RowID: String]
  private let day: Int64

  /// The climbs of a catalogue by their numbers, as they are on a day.
  init(_ catalogue: Catalogue, in space: PublicSpace, on day: Int64) {
    self.day = day
    let items = space.items(of: catalogue.id)
    let numbers = Self.numbers(of: items.map(\.record))
    climbs = zip(items, numbers).filter { $0.0.isThere }
      .map { Climb(number: $0.1, item: $0.0.record) }
      .sorted { $0.number < $1.number }
    placesByID = Dictionary(
      uniqueKeysWithValues: space.places(of: catalogue.id).map { ($0.id, $0.name) })
    coloursByID = Dictionary(
      uniqueKeysWithValues: space.tags(of: catalogue.id).map { ($0.id, $0.name) })
  }

  /// A number of its own for each of the items, which are in the order in which they were made.
  ///
  /// The first item with a number keeps it. All others get the next one above all that are used, in their order. Items in
  /// the trash hold their numbers, so that none of the others gets another one.
  static func numbers(of items: [CatalogueItem]) -> [Int64] {
    var used: Set<Int64> = []
    var numbers = items.map { item in
      item.number > 0 && used.insert(item.number).inserted ? item.number : 0
    }
    var next = (used.max() ?? 0) + 1
    for place in numbers.indices where numbers[place] == 0 {
      // Above the highest number there is, those that are free from 1 on follow.
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

  /// Those behind a number, and where the next ones are.
  func page(after number: Int64) -> [UInt8] {
    let left = climbs.drop { $0.number <= number }
    let shown = left.prefix(Self.pageLimit)
    var json = JSONText()
    json.object { json in
      json.name("climbs")
      json.array { json in for climb in shown { put(climb, &json) } }
      if left.count > shown.count, let last = shown.last {
        json.name("next")
        json.string("/v1/climbs?after=\(last.number)")
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
      json.number(Self.vNumber(of: item.grade) ?? Self.noGrade)
      json.name("ColorName")
      json.string(item.colour.flatMap { coloursByID[$0] } ?? "")
      json.name("ClimbName")
      json.string(item.name)
      json.name("LocationName")
      json.string(item.place.flatMap { placesByID[$0] } ?? "")
    }
  }

  /// The number of a V grade: -1 for VB, which is below V0, and of two grades the lower one; `nil` for anything else.
  ///
  /// Reads `V4`, `v 4`, `4`, `V0-`, `V5+`, `VB`, `V3/V4` and `V3-4`.
  static func vNumber(of grade: String) -> Int64? {
    let text = grade.utf8.filter { $0 != 0x20 && $0 != 0x09 }.map { $0 | 0x20 }
    var parts: [Int64] = []
    var rest = text[...]
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "v") { rest.removeFirst() }
      if rest.first == UInt8(ascii: "b") {
        rest.removeFirst()
        parts.append(-1)
      } else {
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        guard 1...2 ~= digits.count, let number = Int64(String(decoding: digits, as: UTF8.self)),
          number <= 17
        else { return nil }
        parts.append(number)
        rest = rest.dropFirst(digits.count)
        if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
          rest.count == 1 || rest.dropFirst().first == UInt8(ascii: "/")
        {
          rest.removeFirst()
        }
      }
      guard let next = rest.first else { break }
      guard next == UInt8(ascii: "/") || next == UInt8(ascii: "-"), rest.count > 1 else {
        return nil
      }
      rest.removeFirst()
    }
    return 1...2 ~= parts.count ? parts.min() : nil
  }
}
