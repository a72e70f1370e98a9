/// The data that the page's script sends with an event or an answer: a sequence of numbers and
/// texts.
///
/// A number is eight bytes (a little-endian double), a text four bytes of length and its UTF-8.
/// Anything missing reads as zero or empty, so a truncated payload does no harm.
public struct Payload: Equatable, Sendable {
  public private(set) var bytes: [UInt8]

  public init(bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Starts reading at the beginning.
  public var reader: Reader {
    Reader(bytes: bytes)
  }

  /// Adds a number, as the page's script does.
  public mutating func append(_ number: Double) {
    appendLittleEndian(number.bitPattern, byteCount: 8)
  }

  /// Adds a text, as the page's script does.
  public mutating func append(_ text: String) {
    appendLittleEndian(UInt64(text.utf8.count), byteCount: 4)
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds bytes unchanged, after their length.
  public mutating func append(_ data: [UInt8]) {
    appendLittleEndian(UInt64(data.count), byteCount: 4)
    bytes.append(contentsOf: data)
  }

  private mutating func appendLittleEndian(_ value: UInt64, byteCount: Int) {
    for index in 0..<byteCount {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(index * 8)))
    }
  }

  /// A position in a payload; each call reads what comes next.
  public struct Reader: Sendable {
    private let bytes: [UInt8]
    private var position = 0

    fileprivate init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    public var isAtEnd: Bool {
      position >= bytes.count
    }

    public mutating func number() -> Double {
      Double(bitPattern: littleEndian(byteCount: 8))
    }

    public mutating func flag() -> Bool {
      number() != 0
    }

    public mutating func text() -> String {
      String(decoding: data(), as: UTF8.self)
    }

    /// Bytes that the script passed unchanged.
    public mutating func data() -> [UInt8] {
      let stated = Int(clamping: littleEndian(byteCount: 4))
      let end = position + min(stated, bytes.count - position)
      defer { position = end }
      return Array(bytes[position..<end])
    }

    private mutating func littleEndian(byteCount: Int) -> UInt64 {
      guard bytes.count - position >= byteCount else {
        position = bytes.count
        return 0
      }
      var value: UInt64 = 0
      for index in 0..<byteCount {
        value |= UInt64(bytes[position + index]) << UInt64(index * 8)
      }
      position += byteCount
      return value
    }
  }
}
