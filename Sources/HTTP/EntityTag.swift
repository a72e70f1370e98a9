/// The name of one version of a resource, such as `"33a64df5"` with its quotes.
public struct EntityTag: Hashable, Sendable {
  public let text: String

  /// The strong tag around `opaque`.
  public init(_ opaque: String) {
    text = "\"\(opaque)\""
  }

  /// Whether an If-None-Match header names this version, alone, in a list, weakly or as `*`.
  public func isNamed(in header: String) -> Bool {
    header.split(separator: ",").contains { item in
      let name = item.filter { $0 != " " && $0 != "\t" }
      return name == "*" || name == text || name == "W/" + text
    }
  }
}
