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
    let words = id.utf8.split(separator: UInt8(ascii: "-"))
    // A tenor horn is no horn.
    let place =
      Self.place(of: id.utf8)
      ?? Self.names.firstIndex { name in words.contains { $0.elementsEqual(name.utf8) } }
    guard let place else { return nil }
    self.place = place
  }

  /// The kind that a tag names; `nil` for any other tag.
  init?(tag: String) {
    let name = tag.inLowerCase.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "-") : $0 }
    guard let place = Self.place(of: name) else { return nil }
    self.place = place
  }

  private static func place(of name: some Sequence<UInt8>) -> Int? {
    names.firstIndex { $0.utf8.elementsEqual(name) }
  }
}
