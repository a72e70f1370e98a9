/// The bytes of an answer: immutable and shared, so that passing them on copies nothing. They are in memory or in a file.
@safe public struct Body: Sendable {
  /// No bytes.
  public static let empty = Body([])

  private let storage: Storage
  /// The file with the bytes, if they are not in memory.
  public let file: FilePart?

  /// The bytes of a file, which a transport sends directly.
  public init(_ file: FilePart) {
    storage = Body.empty.storage
    self.file = file
  }

  /// Copies `bytes`, once.
  public init(_ bytes: [UInt8]) {
    storage = Storage(bytes)
    file = nil
  }

  /// The UTF-8 bytes of `text`.
  public init(_ text: String) {
    self.init(Array(text.utf8))
  }

  public var count: Int { unsafe file?.count ?? storage.buffer.count }

  /// A copy of the bytes.
  public var bytes: [UInt8] { unsafe file?.bytes ?? Array(storage.buffer) }

  /// Lends the address of bytes in memory: it is valid as long as the returned owner.
  @unsafe public var lasting: (buffer: UnsafeBufferPointer<UInt8>, owner: AnyObject) {
    unsafe (storage.buffer, storage)
  }
}

extension Body: Equatable {
  public static func == (left: Body, right: Body) -> Bool {
    left.file === right.file && left.storage === right.storage || left.bytes == right.bytes
  }
}

@safe private final class Storage: Sendable {
  nonisolated(unsafe) let buffer: UnsafeBufferPointer<UInt8>

  init(_ bytes: [UInt8]) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    unsafe buffer = UnsafeBufferPointer(copy)
  }

  deinit { unsafe buffer.deallocate() }
}
