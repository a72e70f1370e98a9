import Ledger

/// A full address of the app, with its QR code. The clerk makes it, because it knows where
/// the app is and also draws codes for labels.
public struct AddressCode: Sendable {
  /// With the origin of the app.
  public let address: String
  /// The width and height of the code with its margin; 0 if the address is too long.
  public let side: Int
  /// The dark squares, as the data of an SVG path.
  public let path: String

  static let mark: UInt8 = 254

  /// The request to the clerk.
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

  /// The answer to a request; `nil` if it is another kind of request.
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
