import Ledger

/// An address of the app as others need it: whole, and as a code that a camera reads. The clerk makes it, as it knows where
/// the app is and draws codes for labels, too.
public struct AddressCode: Sendable {
  /// With the place of the app before it.
  public let address: String
  /// How wide and high the code is, its margin with it; 0 where the address is too long for one.
  public let side: Int
  /// The dark squares, as the data of an SVG path.
  public let path: String

  static let mark: UInt8 = 254

  /// What the clerk is asked.
  public static func request(_ path: String) -> [UInt8] {
    var writer = ByteWriter(capacity: 64)
    writer.write(mark)
    writer.write(text: path)
    return writer.bytes
  }

  /// Reads the clerk's answer.
  public init?(_ answer: [UInt8]) {
    var reader = ByteReader(answer)
    guard let address = try? reader.readText(), let side = try? reader.readVarint(), side < 1_000,
      let path = try? reader.readText()
    else { return nil }
    (self.address, self.side, self.path) = (address, Int(side), path)
  }

  /// The answer to a request; `nil` where it is another one.
  static func answer(_ request: [UInt8], origin: String) -> [UInt8]? {
    guard request.first == mark else { return nil }
    var reader = ByteReader(request.dropFirst())
    guard let path = try? reader.readText() else { return [] }
    let code = QRCode(origin + path)
    var writer = ByteWriter(capacity: 4_096)
    writer.write(text: origin + path)
    writer.writeVarint(UInt64(code?.side ?? 0))
    writer.write(text: code?.path ?? "")
    return writer.bytes
  }
}
