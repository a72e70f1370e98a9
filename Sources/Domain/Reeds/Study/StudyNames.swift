import Ledger

/// The names that a player, their reeds and their tools have in one study.
///
/// They follow from the key of the study: a second file has the same names, and without the key nobody can tell
/// which names of two studies belong together.
struct StudyNames {
  private let key: [UInt8]

  init(_ consent: StudyConsent) { key = Array((consent.key + consent.code).utf8) }

  /// The player.
  var participant: String { name("p", []) }

  /// A row; a letter says what it is.
  func name(_ letter: StaticString, of row: RowID) -> String { name(letter, row.bits.bytes) }

  private func name(_ letter: StaticString, _ bytes: [UInt8]) -> String {
    let first = letter.withUTF8Buffer { unsafe Array($0) }
    var hash = SHA256()
    hash.update(Array("woodshed study".utf8) + first)
    hash.update(key)
    hash.update(bytes)
    let digest = hash.finish().bytes.prefix(8)
    return String(decoding: first, as: UTF8.self) + Hex.text(of: Array(digest))
  }

  /// Whether a text has the form of such a name.
  static func isOne(_ bytes: ArraySlice<UInt8>, _ letter: UInt8) -> Bool {
    bytes.count == 17 && bytes.first == letter
      && bytes.dropFirst().allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }
}
