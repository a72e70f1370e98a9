import Domain

extension String {
  /// The text as a file name that is valid on every system, or `other` if nothing is left of it.
  @export(interface)
  public func fileName(or other: String) -> String {
    let forbidden = Array("/\\:*?\"<>|".utf8)
    let bytes = utf8.map { $0 < 0x20 || forbidden.contains($0) ? UInt8(ascii: "-") : $0 }
    let text = String(decoding: bytes, as: UTF8.self).trimmingBlanks
    return text.utf8.isEmpty ? other : text.shortened(to: 100)
  }
}
