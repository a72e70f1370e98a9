import CPostgres

/// A prepared statement with its values, in libpq's form.
@safe struct Statement {
  private let name: String
  /// The concatenated values, and where each ends.
  private let bytes: [UInt8]
  private let ends: [Int]

  init(_ name: String, _ parameters: [Parameter]) {
    self.name = name
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for parameter in parameters {
      parameter.append(to: &bytes)
      ends.append(bytes.count)
    }
    // An empty value still needs an address, because null means no value.
    bytes.append(0)
    self.bytes = bytes
    self.ends = ends
  }

  /// Sends it and waits for the answer.
  @unsafe func run(on handle: OpaquePointer) -> OpaquePointer? {
    unsafe withValues { count, values, lengths, formats in
      unsafe PQexecPrepared(handle, name, count, values, lengths, formats, 1)
    }
  }

  /// Sends it.
  @unsafe func send(on handle: OpaquePointer) -> Bool {
    unsafe withValues { count, values, lengths, formats in
      unsafe PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1) == 1
    }
  }

  private func withValues<Result>(
    _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
  ) -> Result {
    let lengths = ends.indices.map { Int32(ends[$0] - ($0 == 0 ? 0 : ends[$0 - 1])) }
    let formats = [Int32](repeating: 1, count: ends.count)
    return unsafe bytes.withUnsafeBytes { buffer in
      let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = unsafe lengths.indices.map { index in
        unsafe base.map { unsafe $0 + (ends[index] - Int(lengths[index])) }
      }
      return unsafe body(Int32(ends.count), values, lengths, formats)
    }
  }
}
