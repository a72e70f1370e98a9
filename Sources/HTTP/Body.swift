/// The bytes of an answer: immutable and shared, so that handing them on copies nothing.
@safe public struct Body: Sendable {
  /// No bytes.
  public static let empty = Body([])

  private let storage: Storage

  /// Copies `bytes`, once.
  public init(_ bytes: [UInt8]) {
    storage = Storage(bytes)
  }

  /// The UTF-8 bytes of `text`.
  public init(_ text: String) {
    self.init(Array(text.utf8))
  }

  public var count: Int { unsafe storage.buffer.count }

  /// The bytes as an array of their own.
  public var bytes: [UInt8] { unsafe Array(storage.buffer) }

  /// Lends the bytes' lasting address: it is good until the returned owner goes.
  @unsafe public var lasting: (buffer: UnsafeBufferPointer<UInt8>, owner: AnyObject) {
    unsafe (storage.buffer, storage)
  }
}

extension Body: Equatable {
  public static func == (left: Body, right: Body) -> Bool {
    left.storage === right.storage || left.bytes == right.bytes
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
