import CZlib

/// Gzip compression, which every client understands.
public enum Gzip {
  /// Smaller bodies are sent uncompressed, because compression would gain nothing.
  public static let worthwhile = 1_024

  /// The compressed bytes; `nil` if there is not enough memory.
  public static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe woodshed_gzip_begin(&stream, 6) == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    let bound = Int(unsafe deflateBound(&stream, uLong(bytes.count)))
    var input = bytes
    return unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = uInt(input.count)
      var isDone = false
      let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = uInt(output.count)
        isDone = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = Int(unsafe stream.total_out)
      }
      return isDone ? output : nil
    }
  }
}
