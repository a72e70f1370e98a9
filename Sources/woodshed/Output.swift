import Glibc

/// What the program says to the terminal or to whoever reads its output.
enum Output {
  /// Prints to standard output.
  static func show(_ text: String) {
    write(text, to: 1)
  }

  /// Prints one line to standard error.
  static func complain(_ text: String) {
    write("woodshed: \(text)\n", to: 2)
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
