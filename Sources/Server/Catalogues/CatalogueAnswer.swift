import Domain
import Ledger
import Storage

/// The answer to a reader of a catalogue: a page of it, or of the changes since a version.
struct CatalogueAnswer {
  /// The most items on a page.
  static let pageLimit = 1_000

  private let space: PublicSpace
  private let publication: Publication
  private let catalogue: Catalogue

  /// `nil` if the catalogue does not exist or belongs to somebody else.
  init?(_ publication: Publication, in space: PublicSpace) {
    guard let catalogue = space.catalogue(publication.row) else { return nil }
    (self.space, self.publication, self.catalogue) = (space, publication, catalogue)
  }

  var version: CatalogueVersion {
    CatalogueVersion(SpaceMark(space.mark.epoch, space.sequence(of: catalogue.id)))
  }

  /// The page after an item, or the first one; with only the changes since a version, if that is known.
  func page(since: CatalogueVersion?, after item: RowID?) -> [UInt8] {
    let version = version
    let start = since.flatMap { version.mark.canTell(since: $0.mark, space) ? $0.mark : nil }
    let all = space.items(of: catalogue.id)
    let entries = all.filter { kept in
      if let item, kept.record.id <= item { return false }
      return start.map { kept.sequence > $0.sequence } ?? kept.isThere
    }
    let shown = entries.prefix(Self.pageLimit)
    var json = JSONText()
    json.object { json in
      json.member("version", version.text)
      json.name("whole")
      json.raw(start == nil ? "true" : "false")
      json.name("count")
      json.number(Int64(all.count { $0.isThere }))
      if item == nil { heading(&json) }
      json.name("items")
      json.array { json in
        for kept in shown where kept.isThere { self.item(kept.record, &json) }
      }
      json.name("gone")
      json.array { json in
        for kept in shown where !kept.isThere { json.string(kept.record.id.bits.hex) }
      }
      if entries.count > shown.count, let last = shown.last {
        let query = start.map { "since=\(CatalogueVersion($0).text)&" } ?? ""
        json.member(
          "next", "/v1/catalogues/\(publication.id)?\(query)after=\(last.record.id.bits.hex)")
      }
    }
    return json.bytes
  }

  /// The catalogue itself with its places and tags, on a first page.
  private func heading(_ json: inout JSONText) {
    json.name("catalogue")
    json.object { json in
      json.member("id", catalogue.id.bits.hex)
      json.member("name", catalogue.name)
      json.member("words", catalogue.words == .climbs ? "climbs" : "etudes")
      json.member("scale", catalogue.scale)
      if !catalogue.ownGrades.isEmpty {
        json.member("ownGrades", catalogue.ownGrades)
      }
    }
    json.name("places")
    json.array { json in
      for place in space.places(of: catalogue.id) {
        json.object { json in
          json.member("id", place.id.bits.hex)
          json.member("name", place.name)
        }
      }
    }
    json.name("tags")
    json.array { json in
      for tag in space.tags(of: catalogue.id) {
        json.object { json in
          json.member("id", tag.id.bits.hex)
          json.member("name", tag.name)
          if tag.isColour {
            json.member("colour", "#" + Hex.text(of: UInt64(tag.colour), digits: 6))
          }
        }
      }
    }
  }

  /// An item; empty fields are left out.
  private func item(_ item: CatalogueItem, _ json: inout JSONText) {
    json.object { json in
      json.member("id", item.id.bits.hex)
      json.member("name", item.name)
      if item.number != 0 {
        json.name("number")
        json.number(item.number)
      }
      if let place = item.place {
        json.member("place", place.bits.hex)
      }
      if let colour = item.colour {
        json.member("colour", colour.bits.hex)
      }
      let tags = item.tagNames
      if !tags.isEmpty {
        json.name("tags")
        json.array { json in for tag in tags { json.string(tag) } }
      }
      text("author", item.author, &json)
      text("grade", item.grade, &json)
      day("liveFrom", item.liveFrom, &json)
      day("outPlanned", item.outPlanned, &json)
      day("out", item.outAt, &json)
      if item.tempo != 0 {
        json.name("tempo")
        json.raw(DecimalText.text(units: item.tempo, places: 2))
      }
    }
  }

  private func text(_ name: StaticString, _ text: String, _ json: inout JSONText) {
    guard !text.isEmpty else { return }
    json.member(name, text)
  }

  private func day(_ name: StaticString, _ day: Int64, _ json: inout JSONText) {
    guard day != 0, let text = DayText.text(of: day) else { return }
    json.member(name, text)
  }
}

/// The version of a catalogue: the epoch of the store, and the number of the last change in it.
struct CatalogueVersion: Hashable, Sendable {
  let mark: SpaceMark

  init(_ mark: SpaceMark) { self.mark = mark }

  /// Reads what ``text`` wrote.
  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 16, let epoch = Hex.number(Array(parts[0])[...]),
      parts[1].allSatisfy({ 0x30...0x39 ~= $0 }),
      let sequence = UInt64(String(decoding: parts[1], as: UTF8.self))
    else { return nil }
    mark = SpaceMark(Epoch(epoch), sequence)
  }

  var text: String { "\(Hex.text(of: mark.epoch.bits, digits: 16))-\(mark.sequence)" }
}

extension SpaceMark {
  /// Whether all changes between an earlier mark and this one are known: the epoch is the same, and nothing was deleted
  /// for good since then.
  fileprivate func canTell(since earlier: SpaceMark, _ space: PublicSpace) -> Bool {
    earlier.epoch == epoch && earlier.sequence <= sequence && earlier.sequence >= space.lastErasure
  }
}
