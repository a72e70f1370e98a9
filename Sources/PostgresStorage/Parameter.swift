/// A value that is sent separately from the text of a statement, in PostgreSQL's binary format.
public enum Parameter: Sendable {
  /// A `bigint`.
  case int(Int64)
  /// A `bytea`.
  case bytes([UInt8])
  /// A `bigint[]`.
  case ints([Int64])
  /// A `bytea[]`.
  case byteStrings([[UInt8]])
}

extension Parameter {
  /// The server's number for the type.
  var type: UInt32 {
    switch self {
    case .int: Self.bigint
    case .bytes: Self.bytea
    case .ints: 1_016
    case .byteStrings: 1_001
    }
  }

  private static let bytea: UInt32 = 17
  private static let bigint: UInt32 = 20

  /// Appends the value to `bytes`.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .int(let number): bytes.append(bigEndian: number)
    case .bytes(let value): bytes.append(contentsOf: value)
    case .ints(let numbers):
      Self.appendHead(of: numbers.count, Self.bigint, to: &bytes)
      for number in numbers {
        bytes.append(bigEndian: Int32(8))
        bytes.append(bigEndian: number)
      }
    case .byteStrings(let values):
      Self.appendHead(of: values.count, Self.bytea, to: &bytes)
      for value in values {
        bytes.append(bigEndian: Int32(value.count))
        bytes.append(contentsOf: value)
      }
    }
  }

  /// Writes the header of an array: dimensions, no nulls, element type, count, first index.
  private static func appendHead(of count: Int, _ element: UInt32, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: Int32(count == 0 ? 0 : 1))
    bytes.append(bigEndian: Int32(0))
    bytes.append(bigEndian: element)
    guard count > 0 else { return }
    bytes.append(bigEndian: Int32(count))
    bytes.append(bigEndian: Int32(1))
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
  }
}
