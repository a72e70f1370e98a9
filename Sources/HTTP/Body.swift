/// The bytes of an answer: immutable and shared, so that handing them on copies nothing. They are in memory, or
/// stay in a file.
@safe public struct Body: Sendable {
  /// No bytes.
  public static let empty = Body([])

  private let storage: Storage
  /// The file that they lie in, when they are not in memory.
  public let file: FilePart?

  /// The bytes of a file, which a transport sends from there.
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

  /// The bytes as an array of their own.
  public var bytes: [UInt8] { unsafe file?.bytes ?? Array(storage.buffer) }

  /// Lends the lasting address of bytes in memory: it is good until the returned owner goes.
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
