/// The address under which a published catalogue is handed on: as a link, or as a QR code on a wall.
public enum CatalogueLink {
  /// How long an id is.
  public static let idLength = 20

  /// Where the app opens a catalogue, such as `https://shed.example/sessions/published/0123456789abcdefghjk`.
  public static func address(of id: String, at origin: String) -> String {
    "\(origin)/sessions/published/\(id)"
  }

  /// Where a catalogue is read by programs.
  public static func source(of id: String, at origin: String) -> String {
    "\(origin)/v1/catalogues/\(id)"
  }

  /// The id in what somebody pasted or scanned: an address of either kind, or the id alone.
  public static func id(in text: String) -> String? {
    let plain = text.trimmingBlanks
    let path = plain.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let last = path.split(separator: UInt8(ascii: "/")).last else { return nil }
    let id = String(decoding: Array(last), as: UTF8.self).inLowerCase
    let isOne = id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "o"), UInt8(ascii: "u"): false
      case 0x30...0x39, 0x61...0x7A: true
      default: false
      }
    }
    return isOne && id.utf8.count == idLength ? id : nil
  }
}
