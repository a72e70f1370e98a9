/// Reads scales in the text form of the Scala archive (`.scl`).
///
/// Lines that start with `!` are comments. The first other line is a description, the second says how many
/// pitches follow. Each pitch is a ratio (`3/2`, `2`) or, with a point in it, cents (`701.955`); anything after
/// it on the line is also a comment. The first degree, 1/1, is not written; the last is the period.
public enum ScalaFile {
  /// Why a file is not a scale; lines are counted from 1.
  public enum ParseError: Error, Hashable, Sendable {
    case missingCount
    case notACount(line: Int)
    /// The number of pitches in the file is outside the permitted range.
    case countOutOfRange(line: Int, Int)
    case tooFewPitches(expected: Int, found: Int)
    case tooManyPitches(line: Int, expected: Int)
    case notAPitch(line: Int)
    /// Degrees must be above the root and below ten octaves.
    case pitchOutOfRange(line: Int)
    /// Two degrees sound the same.
    case repeatedPitch
    case tooLarge
  }

  /// The largest file that is read, in bytes.
  public static let limit = 1 << 20

  public static func scale(parsing bytes: [UInt8]) throws(ParseError) -> Scale {
    guard bytes.count <= limit else { throw .tooLarge }
    var description: String?
    var expected: Int?
    var pitches: [Double] = []
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard line.first != UInt8(ascii: "!") else { continue }
      let text = String(
        decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      var reader = TextReader(text)
      reader.skipBlanks()
      if description == nil {
        description = text
      } else if let expected {
        if reader.isAtEnd { continue }
        guard pitches.count < expected else {
          throw .tooManyPitches(line: number, expected: expected)
        }
        pitches.append(try pitch(from: &reader, line: number))
      } else {
        guard let count = reader.digits() else { throw .notACount(line: number) }
        guard Scale.sizes.contains(Int(clamping: count)) else {
          throw .countOutOfRange(line: number, Int(clamping: count))
        }
        expected = Int(clamping: count)
      }
    }
    guard let description, let expected else { throw .missingCount }
    guard pitches.count == expected else {
      throw .tooFewPitches(expected: expected, found: pitches.count)
    }
    // Some files in the archive are unsorted; the period is the last one written.
    let period = pitches[expected - 1]
    let degrees =
      [0] + pitches.dropLast().map { $0 - Functions.floor($0 / period) * period }.sorted()
    guard let scale = Scale(name: description, degrees: degrees, period: period) else {
      throw .repeatedPitch
    }
    return scale
  }

  private static func pitch(
    from reader: inout TextReader, line: Int
  ) throws(ParseError) -> Double {
    let start = reader
    let isNegative = reader.take("-")
    guard let whole = reader.digits() else { throw .notAPitch(line: line) }
    let cents: Double
    if reader.next == UInt8(ascii: ".") {
      reader = start
      if isNegative { reader.advance() }
      guard let units = reader.decimal(places: 9) else { throw .notAPitch(line: line) }
      // `700.` is cents, too.
      _ = reader.take(".")
      cents = Double(units) / 1e9
    } else {
      var below: Int64 = 1
      if reader.take("/") {
        guard let divisor = reader.digits(), divisor > 0 else { throw .notAPitch(line: line) }
        below = divisor
      }
      guard whole > 0 else { throw .pitchOutOfRange(line: line) }
      cents = Cents(ratio: Double(whole) / Double(below)).value
    }
    guard reader.isAtEnd || reader.skipBlanks() else { throw .notAPitch(line: line) }
    guard !isNegative, cents > 0, cents <= 12_000 else { throw .pitchOutOfRange(line: line) }
    return cents
  }
}
