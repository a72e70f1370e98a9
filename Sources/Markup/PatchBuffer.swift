/// One change to the page; the raw value is the number the page's script uses.
///
/// The operands that follow each operation are listed in order. *text* is a length in UTF-16 units,
/// taken from the buffer's text where the last one ended. *name* is the index of a previously defined
/// name.
public enum PatchOperation: UInt32, Sendable {
  /// text: defines the next name.
  case name
  /// node, vocabulary, name: creates an element.
  case element
  /// node, text: creates a text.
  case text
  /// parent, child: appends a new child.
  case append
  /// parent, child, sibling: inserts a new child before a sibling.
  case insert
  /// parent, child, sibling or 0: moves an existing child, keeping focus, selection and scroll.
  case move
  /// old, new: replaces an old node with a new one.
  case replace
  /// node: removes it from the page.
  case remove
  /// node: forgets a removed node.
  case forget
  /// node, text: makes the text the element's only content.
  case content
  /// node, text: changes a text.
  case data
  /// node, name, text
  case attribute
  /// node, name
  case removeAttribute
  /// node, text: the text of a field.
  case value
  /// node, property, 0 or 1
  case toggle
  /// node, name, text
  case style
  /// node, name
  case removeStyle
  /// node, event, payload
  case listen
  /// node, event
  case unlisten
}

/// The changes of one rendering, in the format the page's script reads.
public struct PatchBuffer {
  /// Operations and their operands.
  public private(set) var words: [UInt32] = []
  /// All texts one after another, in UTF-8.
  public private(set) var text: [UInt8] = []
  private var names: [Name] = []
  private var nameIndexByAddress: [UInt: UInt32] = [:]

  public var isEmpty: Bool {
    words.isEmpty
  }

  /// Empties the buffer for the next rendering; names stay defined.
  mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  mutating func append(_ operation: PatchOperation, _ node: UInt32) {
    words.append(operation.rawValue)
    words.append(node)
  }

  mutating func append(_ operation: PatchOperation, _ node: UInt32, _ first: UInt32) {
    append(operation, node)
    words.append(first)
  }

  mutating func append(
    _ operation: PatchOperation, _ node: UInt32, _ first: UInt32, _ second: UInt32
  ) {
    append(operation, node)
    words.append(first)
    words.append(second)
  }

  mutating func append(_ operation: PatchOperation, _ node: UInt32, _ string: String) {
    append(operation, node, append(string))
  }

  mutating func append(
    _ operation: PatchOperation, _ node: UInt32, _ name: Name, _ string: String
  ) {
    let index = self.index(of: name)
    append(operation, node, index, append(string))
  }

  mutating func append(_ operation: PatchOperation, _ node: UInt32, _ name: Name) {
    append(operation, node, index(of: name))
  }

  /// Creates an element.
  mutating func append(element node: UInt32, _ vocabulary: Vocabulary, _ tag: Name) {
    let index = self.index(of: tag)
    append(.element, node, UInt32(vocabulary.rawValue), index)
  }

  /// The name's index, defining it at first use.
  private mutating func index(of name: Name) -> UInt32 {
    if let index = nameIndexByAddress[name.address] { return index }
    // The same text may be at several addresses.
    if let known = names.firstIndex(of: name) {
      nameIndexByAddress[name.address] = UInt32(known)
      return UInt32(known)
    }
    words.append(PatchOperation.name.rawValue)
    words.append(append(bytes: name.bytes))
    let index = UInt32(names.count)
    nameIndexByAddress[name.address] = index
    names.append(name)
    return index
  }

  /// Appends a string to the text and returns its length in UTF-16 units.
  private mutating func append(_ string: String) -> UInt32 {
    append(bytes: string.utf8)
  }

  private mutating func append(bytes: some Sequence<UInt8>) -> UInt32 {
    let start = text.count
    text.append(contentsOf: bytes)
    var units: UInt32 = 0
    for index in start..<text.count {
      let byte = text[index]
      // Continuation bytes add nothing; a four-byte character is two units.
      if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
    }
    return units
  }
}
