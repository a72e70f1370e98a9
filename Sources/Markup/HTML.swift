/// Prints a view as HTML: for the page the server sends first, and for tests.
///
/// Handlers are left out, as are style attributes and names that start with `on`: the page's policy
/// allows neither.
public enum HTML {
  public static func text<Message>(of node: Node<Message>) -> String {
    var bytes: [UInt8] = []
    append(node.erased, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ node: AnyNode, to output: inout [UInt8]) {
    switch node.form {
    case .text(let text): append(escaped: text, to: &output)
    case .element(let element): append(element, to: &output)
    case .lazy(let part): append(part.resolved(), to: &output)
    }
  }

  private static func append(_ element: AnyElement, to output: inout [UInt8]) {
    let tag = element.tag.bytes
    output.append(UInt8(ascii: "<"))
    output.append(contentsOf: tag)
    for attribute in element.attributes { append(attribute, of: element.tag, to: &output) }
    output.append(UInt8(ascii: ">"))
    if voidTags.contains(element.tag) { return }
    // A parser drops a newline that directly follows these tags.
    if element.tag == "textarea" || element.tag == "pre" { output.append(UInt8(ascii: "\n")) }
    if element.tag == "textarea", let value = element.fieldValue {
      append(escaped: value, to: &output)
    } else {
      for child in element.children { append(child, to: &output) }
    }
    output.append(contentsOf: "</".utf8)
    output.append(contentsOf: tag)
    output.append(UInt8(ascii: ">"))
  }

  private static func append(
    _ attribute: AnyAttribute, of tag: Name, to output: inout [UInt8]
  ) {
    switch attribute.form {
    case .plain(let name, let text):
      append(name, text, to: &output)
    case .flag(let name, true):
      append(name, nil, to: &output)
    case .value(let text) where tag == "input":
      append("value", text, to: &output)
    case .toggle(.checked, true):
      append("checked", nil, to: &output)
    case .toggle(.modal, true):
      append("open", nil, to: &output)
    default:
      break
    }
  }

  private static func append(_ name: Name, _ text: String?, to output: inout [UInt8]) {
    let bytes = name.bytes
    if name == "style" || bytes.starts(with: "on".utf8) { return }
    output.append(UInt8(ascii: " "))
    output.append(contentsOf: bytes)
    guard let text else { return }
    output.append(contentsOf: "=\"".utf8)
    append(escaped: text, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  private static func append(escaped text: String, to output: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): output.append(contentsOf: "&#39;".utf8)
      case 0: output.append(contentsOf: "\u{FFFD}".utf8)
      case UInt8(ascii: "\r"): output.append(contentsOf: "&#13;".utf8)
      default: output.append(byte)
      }
    }
  }

  private static let voidTags: [Name] = ["br", "hr", "img", "input", "link", "meta", "source"]
}

extension AnyElement {
  fileprivate var fieldValue: String? {
    for attribute in attributes {
      if case .value(let text) = attribute.form { return text }
    }
    return nil
  }
}
