public import Ledger

/// A catalogue that others read without an account.
public struct Publication: Hashable, Sendable {
  public let id: PublicationID
  /// The space that the catalogue is in.
  public let place: Place
  /// The catalogue's row there.
  public let catalogue: RowID
  /// When it was published, in milliseconds since 1970 UTC.
  public let madeAt: Int64
  /// How often it was read.
  public var readCount: Int64

  /// So many catalogues of one space can be published.
  public static let countLimit = 100

  public init(
    _ id: PublicationID, of catalogue: RowID, in place: Place, madeAt: Int64, readCount: Int64 = 0
  ) {
    (self.id, self.catalogue, self.place) = (id, catalogue, place)
    (self.madeAt, self.readCount) = (madeAt, readCount)
  }
}

/// What a published catalogue is read under: 20 digits and letters, which hold 100 random bits.
///
/// Whoever has it may read, so it cannot be guessed. The letters I, L, O and U are left out, so that it can also be typed.
public struct PublicationID: Hashable, Sendable {
  public static let length = 20
  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  public let text: String

  /// Makes an id of that many random bytes.
  public init(random bytes: [UInt8]) {
    precondition(bytes.count == Self.length, "an id takes \(Self.length) bytes")
    text = String(decoding: bytes.map { Self.letters[Int($0 & 31)] }, as: UTF8.self)
  }

  /// Reads an id, in small letters or capitals.
  public init?(_ text: String) {
    let small = text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    guard small.count == Self.length, small.allSatisfy(Self.letters.contains) else { return nil }
    self.text = String(decoding: small, as: UTF8.self)
  }

  /// As a table keeps it.
  public var bytes: [UInt8] { Array(text.utf8) }

  public init?(bytes: [UInt8]) {
    self.init(String(decoding: bytes, as: UTF8.self))
  }
}

extension PublicationID: CustomStringConvertible {
  public var description: String { text }
}
