import Glibc
import Platform

/// Writes the program's output.
enum Output {
  /// Prints to standard output.
  static func show(_ text: String) {
    write(text, to: 1)
  }

  /// Prints one line to standard error.
  static func complain(_ text: String) {
    write("woodshed: \(text)\n", to: 2)
  }

  /// Writes a whole file, or standard output where the path is `-`.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    do throws(SystemError) {
      var sink = try ByteSink(path)
      try sink.write(bytes)
      try sink.finish()
    } catch {
      throw .failed(
        "\(path == "-" ? "Standard output" : path) cannot be written: \(error.message).")
    }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
