/// A file that somebody has opened: the worker's script, or a test.
///
/// Failures are visible only in the return values; their cause is known only to whoever opened the
/// file.
public struct SoundFile {
  private let measuring: () -> Int64
  private let reading: (_ offset: Int64, _ count: Int) -> [UInt8]
  private let writing: (_ bytes: [UInt8], _ offset: Int64) -> Bool
  private let flushing: () -> Bool
  private let cutting: (_ length: Int64) -> Bool

  public init(
    size: @escaping () -> Int64, read: @escaping (_ offset: Int64, _ count: Int) -> [UInt8],
    write: @escaping (_ bytes: [UInt8], _ offset: Int64) -> Bool,
    flush: @escaping () -> Bool, cut: @escaping (_ length: Int64) -> Bool
  ) {
    (measuring, reading, writing, flushing, cutting) = (size, read, write, flush, cut)
  }

  /// In bytes; 0 if unknown.
  var size: Int64 { measuring() }

  /// The bytes from an offset on; fewer if the file ends or cannot be read.
  func read(_ offset: Int64, _ count: Int) -> [UInt8] {
    count > 0 && offset >= 0 ? reading(offset, count) : []
  }

  /// Writes all bytes at an offset; returns whether it could.
  func write(_ bytes: [UInt8], at offset: Int64) -> Bool {
    bytes.isEmpty || writing(bytes, offset)
  }

  func flush() -> Bool { flushing() }

  /// Truncates the file to a length.
  func cut(to length: Int64) -> Bool { cutting(length) }
}
