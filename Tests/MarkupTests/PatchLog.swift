import Markup

/// The changes of one rendering as lines, to compare with what should have been done.
func changes(from old: Node<Int>, to new: Node<Int>) -> [String] {
  var renderer = Renderer<Int>()
  var names: [String] = []
  renderer.render(old) { _ = log($0, &names) }
  var lines: [String] = []
  renderer.render(new) { lines = log($0, &names) }
  return lines
}

/// Reads a patch buffer into lines such as `attribute 3 class "on"`.
func log(_ patches: PatchBuffer, _ names: inout [String]) -> [String] {
  var lines: [String] = []
  var words = patches.words[...]
  var text = Array(String(decoding: patches.text, as: UTF8.self).utf16)[...]
  func word() -> UInt32 { words.removeFirst() }
  func string() -> String {
    let count = Int(word())
    defer { text.removeFirst(count) }
    return "\"\(String(decoding: text.prefix(count), as: UTF16.self))\""
  }
  func name() -> String { names[Int(word())] }
  while let operation = words.popFirst().flatMap(PatchOperation.init) {
    if operation == .name {
      names.append(String(string().dropFirst().dropLast()))
      continue
    }
    let node = word()
    switch operation {
    case .name: break
    case .element: lines.append("element \(node) \(word() == 1 ? "svg:" : "")\(name())")
    case .text, .content, .data, .value: lines.append("\(operation) \(node) \(string())")
    case .append, .replace, .listen, .toggle, .insert, .move, .unlisten:
      let count = [.insert, .move, .listen, .toggle].contains(operation) ? 2 : 1
      let operands = (0..<count).map { _ in "\(word())" }.joined(separator: " ")
      lines.append("\(operation) \(node) \(operands)")
    case .remove, .forget: lines.append("\(operation) \(node)")
    case .attribute, .style: lines.append("\(operation) \(node) \(name()) \(string())")
    case .removeAttribute, .removeStyle: lines.append("\(operation) \(node) \(name())")
    }
  }
  return lines
}
