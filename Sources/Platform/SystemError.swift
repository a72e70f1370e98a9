import Glibc

/// Why the operating system would not do something.
public struct SystemError: Error, Hashable, Sendable {
  /// The `errno` value.
  public let code: Int32

  public init(code: Int32) {
    self.code = code
  }

  /// The error of the last failed call on this thread.
  public static var last: SystemError { SystemError(code: errno) }

  /// The error for files that presumably cannot be read or written because the disk fails.
  public static let failing = SystemError(code: EIO)

  /// The system's description, such as `Permission denied`.
  public var message: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let base = buffer.baseAddress, unsafe strerror_r(code, base, 128) == 0 else {
        return "error \(code)"
      }
      return unsafe String(cString: base)
    }
  }
}
