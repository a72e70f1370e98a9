import Glibc

/// A range of an open file, which is closed when nobody needs it any more.
public final class FilePart: Sendable {
  public let descriptor: Int32
  public let offset: Int64
  public let count: Int
  /// The enclosing part, which closes the file.
  private let whole: FilePart?

  /// Takes the descriptor over.
  public init(closing descriptor: Int32, from offset: Int64, count: Int) {
    self.descriptor = descriptor
    self.offset = offset
    self.count = count
    whole = nil
  }

  private init(_ range: Range<Int64>, of whole: FilePart) {
    descriptor = whole.descriptor
    offset = whole.offset + range.lowerBound
    count = range.count
    self.whole = whole
  }

  deinit { if whole == nil { close(descriptor) } }

  /// A part of this part, counted from its beginning.
  public func part(_ range: Range<Int64>) -> FilePart {
    FilePart(range, of: self)
  }

  /// The bytes, or as many of them as the file still has.
  public var bytes: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while initialized < count {
        let found = unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + initialized }, count - initialized,
          off_t(offset) + off_t(initialized))
        if found < 0, errno == EINTR { continue }
        guard found > 0 else { return }
        initialized += found
      }
    }
  }
}
