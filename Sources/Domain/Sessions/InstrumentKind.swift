import Ledger

/// What studies are written for, as their tags name it: `clarinet` is for every clarinet.
struct InstrumentKind: Equatable, Sendable {
  private let place: Int

  private static let names = [
    "flute", "oboe", "clarinet", "saxophone", "bassoon", "horn", "basset-horn", "flugelhorn",
    "tenor-horn", "baritone-horn", "trumpet", "cornet", "trombone", "euphonium", "tuba", "violin",
    "viola", "cello", "double-bass", "guitar", "harp", "piano", "voice", "recorder",
  ]

  /// The kind of a player's instrument, such as `clarinet-b-flat`; `nil` if no studies are expected for it.
  init?(instrument id: String) {
    let bytes = Array(id.utf8)
    // A tenor horn is no horn.
    let place = Self.place(of: bytes) ?? Self.names.firstIndex { Self.has($0, in: bytes) }
    guard let place else { return nil }
    self.place = place
  }

  /// The kind that a tag names; `nil` for any other tag.
  init?(tag: String) {
    let name = tag.inLowerCase.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "-") : $0 }
    guard let place = Self.place(of: name) else { return nil }
    self.place = place
  }

  /// How most of its players come by reeds.
  var reedSupply: Settings.ReedSupply {
    func isOne(of names: [String]) -> Bool {
      names.contains { $0.hasSameBytes(as: Self.names[place]) }
    }
    if isOne(of: ["oboe", "bassoon"]) { return .made }
    return isOne(of: ["clarinet", "saxophone", "basset-horn"]) ? .bought : .none
  }

  /// Whose studies its players use where it has none of its own: saxophonists grow up with those of other woodwinds.
  var relatives: [InstrumentKind] {
    Self.names[place].hasSameBytes(as: "saxophone")
      ? ["oboe", "clarinet", "flute"].compactMap { InstrumentKind(tag: $0) } : []
  }

  private static func place(of name: [UInt8]) -> Int? {
    names.firstIndex { Array($0.utf8) == name }
  }

  /// Whether a name is one of the words between the hyphens of an id.
  private static func has(_ name: String, in id: [UInt8]) -> Bool {
    let name = Array(name.utf8)
    var start = 0
    for end in 0...id.count where end == id.count || id[end] == UInt8(ascii: "-") {
      if Array(id[start..<end]) == name { return true }
      start = end + 1
    }
    return false
  }
}
