public import Ledger

/// A row that others can read without an account: a catalogue, or a take.
public struct Publication: Hashable, Sendable {
  public let id: PublicationID
  /// The space that the row is in.
  public let place: Place
  /// The row there, and its kind.
  public let row: RowID
  public let kind: KindID
  /// When it was published, in milliseconds since 1970 UTC.
  public let madeAt: Int64
  /// How often it was read.
  public var readCount: Int64

  /// The most rows of one kind that can be published in a space.
  public static let countLimit = 100

  public init(
    _ id: PublicationID, of row: RowID, _ kind: KindID, in place: Place, madeAt: Int64,
    readCount: Int64 = 0
  ) {
    (self.id, self.row, self.kind, self.place) = (id, row, kind, place)
    (self.madeAt, self.readCount) = (madeAt, readCount)
  }
}

/// The id of a published row: 20 letters and digits with 100 random bits.
///
/// Anyone who has it can read the row, so it cannot be guessed. It omits I, L, O and U, so that it can be typed.
public struct PublicationID: Hashable, Sendable {
  public static let length = 20
  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  public let text: String

  /// Creates an id from that many random bytes.
  public init(random bytes: [UInt8]) {
    precondition(bytes.count == Self.length, "an id takes \(Self.length) bytes")
    text = String(decoding: bytes.map { Self.letters[Int($0 & 31)] }, as: UTF8.self)
  }

  /// Reads an id, in lower or upper case.
  public init?(_ text: String) {
    let small = text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    guard small.count == Self.length, small.allSatisfy(Self.letters.contains) else { return nil }
    self.text = String(decoding: small, as: UTF8.self)
  }

  /// Its form in a table.
  public var bytes: [UInt8] { Array(text.utf8) }

  public init?(bytes: [UInt8]) {
    self.init(String(decoding: bytes, as: UTF8.self))
  }
}

extension PublicationID: CustomStringConvertible {
  public var description: String { text }
}
