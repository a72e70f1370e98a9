public import Markup

/// A tree as one text, identical for identical pages, to compare the page with what it should be.
///
/// The browser's tests write the same outline of the real page.
public enum Outline {
  /// An element's entry in an outline.
  struct Entry {
    var tag = ""
    var facts: [String] = []
    var children: [String] = []

    var text: String {
      "<" + ([tag] + facts.sorted(by: precedes)).joined(separator: " ") + ">"
        + children.joined() + "</>"
    }
  }

  /// The outline that the page must have when it shows `node`.
  public static func expected(of node: Node<Int>) -> String {
    expected(of: node.erased)
  }

  private static func expected(of node: AnyNode) -> String {
    switch node.form {
    case .text(let text): return quoted(text)
    case .lazy(let part): return expected(of: part.resolved())
    case .element(let element):
      var entry = Entry(tag: element.tag.text)
      if element.vocabulary == .svg { entry.tag = "svg:" + entry.tag }
      entry.facts = element.attributes.compactMap { fact(of: $0) }
      entry.children = element.children.map { expected(of: $0) }
      return entry.text
    }
  }

  private static func fact(of attribute: AnyAttribute) -> String? {
    switch attribute.form {
    case .none, .flag(_, false), .value(""), .toggle(_, false): nil
    case .plain(let name, let text): fact("@", name.text, text)
    case .flag(let name, true): fact("@", name.text, "")
    case .value(let text): fact("", "value", text)
    case .toggle(let property, true): fact("", "toggle-\(property.rawValue)", "")
    case .style(let name, let text): fact("~", name.text, text)
    case .event(let kind, let handler): fact("!", "\(kind.rawValue)", "\(handler.payloadCode)")
    }
  }

  static func fact(_ mark: String, _ name: String, _ value: String) -> String {
    "\(mark)\(name)=\(quoted(value))"
  }

  /// A text in quotes; nothing for an empty one, which leaves no trace on a page.
  static func quoted(_ text: String) -> String {
    if text.utf8.isEmpty { return "" }
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
