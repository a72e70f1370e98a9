/// The value of a cell.
///
/// Numbers keep their bits and texts their bytes. A value that this version does not understand, or that is
/// encoded differently than we would, is `unknown`: it is kept, synced and exported unchanged.
public enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case number(Double)
  case text(String)
  case bytes([UInt8])
  /// Another row.
  case row(RowID)
  case blob(BlobReference)
  /// A civil day, in days since 1970-01-01.
  case day(Int64)
  /// A moment in milliseconds since 1970 UTC, and how far ahead of UTC local time was.
  case instant(milliseconds: Int64, zoneMinutes: Int64)
  /// `units` / 10^`places`.
  case decimal(units: Int64, places: UInt8)
  /// Content that only holders of a key can read.
  case sealed([UInt8])
  case unknown(tag: UInt8, [UInt8])
}

/// Bytes stored beside the rows, under the SHA-256 of their content.
public struct BlobReference: Hashable, Sendable {
  /// 32 bytes.
  public let sha256: [UInt8]
  public let byteCount: UInt64
  public let mimeType: String

  /// Creates a reference, or `nil` when the name is not 32 bytes.
  public init?(sha256: [UInt8], byteCount: UInt64, mimeType: String) {
    guard sha256.count == 32 else { return nil }
    self.sha256 = sha256
    self.byteCount = byteCount
    self.mimeType = mimeType
  }
}

extension Value {
  /// How many bytes a value may have in a cell.
  public static let byteLimit = 65_536

  /// The type of this value, as it is written.
  public var tag: UInt8 {
    switch self {
    case .null: 0
    case .bool(let isTrue): isTrue ? 2 : 1
    case .int: 3
    case .number: 4
    case .text: 5
    case .bytes: 6
    case .row: 7
    case .blob: 8
    case .day: 9
    case .instant: 10
    case .decimal: 11
    case .sealed: 12
    case .unknown(let tag, _): tag
    }
  }

  /// The tag and its content; equal values, and only they, have equal bytes.
  public var encoded: [UInt8] {
    var writer = ByteWriter()
    write(to: &writer)
    return writer.bytes
  }

  func write(to writer: inout ByteWriter) {
    writer.write(tag)
    switch self {
    case .null, .bool: break
    case .int(let number), .day(let number): writer.writeSigned(number)
    case .number(let number): writer.writeFixed(number.bitPattern)
    case .text(let text): writer.write(utf8: text)
    case .bytes(let bytes), .sealed(let bytes), .unknown(_, let bytes): writer.write(bytes)
    case .row(let row): writer.write(row.bits)
    case .blob(let blob):
      writer.write(blob.sha256)
      writer.writeVarint(blob.byteCount)
      writer.write(utf8: blob.mimeType)
    case .instant(let milliseconds, let zone):
      writer.writeSigned(milliseconds)
      writer.writeSigned(zone)
    case .decimal(let units, let places):
      writer.write(places)
      writer.writeSigned(units)
    }
  }

  /// Reads what ``encoded`` wrote; no bytes at all mean null.
  public init(encoded: [UInt8]) {
    self.init(encoded: encoded[...])
  }

  /// Reads a tag and its content; nothing is refused, and writing the value gives the same bytes.
  public init(encoded: ArraySlice<UInt8>) {
    guard let tag = encoded.first else {
      self = .null
      return
    }
    let content = encoded.dropFirst()
    guard let value = Value(tag: tag, content), tag < 3 || value.hasBytes(encoded) else {
      self = .unknown(tag: tag, Array(content))
      return
    }
    self = value
  }

  /// Whether the value would be encoded as these bytes.
  private func hasBytes(_ bytes: ArraySlice<UInt8>) -> Bool {
    switch self {
    // These have only one encoding.
    case .text, .number, .bytes, .sealed, .row, .unknown: true
    default: encoded[...] == bytes
    }
  }

  private init?(tag: UInt8, _ content: ArraySlice<UInt8>) {
    var reader = ByteReader(content)
    do throws(ByteReader.Failure) {
      switch tag {
      case 0, 1, 2:
        guard content.isEmpty else { return nil }
        self = tag == 0 ? .null : .bool(tag == 2)
      case 3: self = .int(try reader.readSigned())
      case 4:
        guard content.count == 8 else { return nil }
        self = .number(Double(bitPattern: try reader.readFixed()))
      case 5:
        guard let text = String(validUTF8: content) else { return nil }
        self = .text(text)
      case 6: self = .bytes(Array(content))
      case 7:
        guard content.count == 16 else { return nil }
        self = .row(RowID(try reader.readBits128()))
      case 8:
        let name = Array(try reader.readBytes(32))
        let count = try reader.readVarint()
        guard let mime = String(validUTF8: reader.rest),
          let blob = BlobReference(sha256: name, byteCount: count, mimeType: mime)
        else { return nil }
        self = .blob(blob)
      case 9: self = .day(try reader.readSigned())
      case 10:
        self = .instant(
          milliseconds: try reader.readSigned(), zoneMinutes: try reader.readSigned())
      case 11:
        let places = try reader.readByte()
        self = .decimal(units: try reader.readSigned(), places: places)
      case 12: self = .sealed(Array(content))
      default: return nil
      }
    } catch {
      return nil
    }
  }
}

extension Value: Equatable {
  /// Equal means the same bytes: two spellings of one letter differ, and a number equals itself.
  public static func == (one: Value, other: Value) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)), (.day(let a), .day(let b)): a == b
    case (.number(let a), .number(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)): a.hasSameBytes(as: b)
    case (.row(let a), .row(let b)): a == b
    case (.decimal(let a, let b), .decimal(let c, let d)): a == c && b == d
    case (.instant(let a, let b), .instant(let c, let d)): a == c && b == d
    default: one.tag == other.tag && one.encoded == other.encoded
    }
  }
}

extension Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    for byte in encoded { hasher.combine(byte) }
  }
}

extension String {
  /// The text in these bytes, or `nil` if they are not UTF-8.
  init?(validUTF8 bytes: ArraySlice<UInt8>) {
    guard UTF8Check.isValid(bytes) else { return nil }
    self = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether both texts are the same bytes; `==` calls two spellings of one letter equal.
  public func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let answer = unsafe utf8.withContiguousStorageIfAvailable { one in
      unsafe other.utf8.withContiguousStorageIfAvailable { two in unsafe one.elementsEqual(two) }
    }
    return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

/// Whether bytes are UTF-8 according to RFC 3629.
enum UTF8Check {
  static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let first = bytes[index]
      if first < 0x80 {
        index += 1
        continue
      }
      let length: Int
      let second: ClosedRange<UInt8>
      switch first {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return false
      }
      guard bytes.endIndex - index >= length, second.contains(bytes[index + 1]) else {
        return false
      }
      for place in 2..<max(length, 2) where bytes[index + place] & 0xC0 != 0x80 { return false }
      index += length
    }
    return true
  }
}
