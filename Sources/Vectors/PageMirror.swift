public import Markup

/// A page in memory that applies patches as the browser's script does.
public struct PageMirror {
  private struct Item {
    /// `nil` for a text.
    var tag: String?
    var text = ""
    var facts: [String: String] = [:]
    var kinds: Set<UInt32> = []
    var children: [Int] = []
    var parent: Int?
  }

  /// What is wrong with a patch.
  public private(set) var complaints: [String] = []
  private var items = [Item(tag: "root")]
  private var placeByNumber: [UInt32: Int] = [0: 0]
  private var names: [String] = []

  public init() {}

  /// The outline of what the page shows.
  public var outline: String {
    items[0].children.map { outline(of: $0) }.joined()
  }

  /// The nodes that listen, with the kinds of event.
  public var listeners: [(node: UInt32, kind: EventKind)] {
    placeByNumber.keys.sorted().flatMap { number in
      (placeByNumber[number].map { items[$0].kinds.sorted() } ?? []).compactMap { kind in
        EventKind(rawValue: UInt8(kind)).map { (number, $0) }
      }
    }
  }

  private func outline(of place: Int) -> String {
    let item = items[place]
    guard let tag = item.tag else { return Outline.quoted(item.text) }
    var entry = Outline.Entry(tag: tag)
    entry.facts = item.facts.map { "\($0.key)=\($0.value)" }
    entry.children = item.children.map { outline(of: $0) }
    return entry.text
  }
}

// MARK: - Applying

extension PageMirror {
  public mutating func apply(_ patches: PatchBuffer) {
    var input = Input(words: patches.words, text: patches.text)
    while let word = input.optionalWord() {
      guard let operation = PatchOperation(rawValue: word) else {
        complaints.append("unknown operation \(word)")
        return
      }
      apply(operation, &input)
    }
    if !input.isAtEnd { complaints.append("text was left over") }
  }

  private mutating func apply(_ operation: PatchOperation, _ input: inout Input) {
    if operation == .name {
      names.append(input.text())
      return
    }
    let number = input.word()
    switch operation {
    case .name: break
    case .element:
      let isSVG = input.word() == UInt32(Vocabulary.svg.rawValue)
      create(number, Item(tag: (isSVG ? "svg:" : "") + names[Int(input.word())]))
    case .text: create(number, Item(text: input.text()))
    case .append: insert(place(input.word()), into: place(number), before: nil)
    case .insert: insert(place(input.word()), into: place(number), before: place(input.word()))
    case .move:
      let child = place(input.word())
      let sibling = input.word()
      if items[child].parent != place(number) { complaints.append("moved a stranger") }
      detach(child)
      insert(child, into: place(number), before: sibling == 0 ? nil : place(sibling))
    case .replace:
      let old = place(number)
      let parent = items[old].parent ?? 0
      insert(place(input.word()), into: parent, before: old)
      detach(old)
    case .remove: detach(place(number))
    case .forget:
      if isAttached(place(number)) { complaints.append("forgot a node on the page") }
      placeByNumber[number] = nil
    case .content: setContent(of: place(number), input.text())
    case .data: items[place(number)].text = input.text()
    case .attribute: set("@" + names[Int(input.word())], on: number, input.text())
    case .removeAttribute: unset("@" + names[Int(input.word())], on: number)
    case .value:
      let text = input.text()
      if text.utf8.isEmpty {
        unset("value", on: number, isSure: false)
      } else {
        set("value", on: number, text)
      }
    case .toggle:
      let name = "toggle-\(input.word())"
      if input.word() == 1 {
        set(name, on: number, "")
      } else {
        unset(name, on: number, isSure: false)
      }
    case .style: set("~" + names[Int(input.word())], on: number, input.text())
    case .removeStyle: unset("~" + names[Int(input.word())], on: number)
    case .listen:
      let kind = input.word()
      items[place(number)].kinds.insert(kind)
      set("!\(kind)", on: number, "\(input.word())")
    case .unlisten:
      let kind = input.word()
      items[place(number)].kinds.remove(kind)
      unset("!\(kind)", on: number)
    }
  }

  private mutating func place(_ number: UInt32) -> Int {
    guard let place = placeByNumber[number] else {
      complaints.append("no node \(number)")
      return 0
    }
    return place
  }

  private mutating func create(_ number: UInt32, _ item: Item) {
    if placeByNumber[number] != nil { complaints.append("node \(number) is in use") }
    placeByNumber[number] = items.count
    items.append(item)
  }

  private mutating func insert(_ child: Int, into parent: Int, before sibling: Int?) {
    if items[child].parent != nil { complaints.append("a child in two places") }
    items[child].parent = parent
    guard let sibling else {
      items[parent].children.append(child)
      return
    }
    guard let index = items[parent].children.firstIndex(of: sibling) else {
      complaints.append("the sibling is elsewhere")
      return
    }
    items[parent].children.insert(child, at: index)
  }

  private mutating func detach(_ child: Int) {
    guard let parent = items[child].parent else {
      complaints.append("removed what was not there")
      return
    }
    items[parent].children.removeAll { $0 == child }
    items[child].parent = nil
  }

  private mutating func setContent(of parent: Int, _ text: String) {
    for child in items[parent].children { items[child].parent = nil }
    items[parent].children = []
    guard !text.utf8.isEmpty else { return }
    items.append(Item(text: text, parent: parent))
    items[parent].children = [items.count - 1]
  }

  private mutating func set(_ name: String, on number: UInt32, _ text: String) {
    items[place(number)].facts[name] = Outline.quoted(text)
  }

  private mutating func unset(_ name: String, on number: UInt32, isSure: Bool = true) {
    let old = items[place(number)].facts.removeValue(forKey: name)
    if isSure, old == nil { complaints.append("removed \(name), which was not there") }
  }

  private func isAttached(_ place: Int) -> Bool {
    var place = place
    while let parent = items[place].parent { place = parent }
    return place == 0
  }
}

/// Reads words and texts in order.
private struct Input {
  private let words: [UInt32]
  private let bytes: [UInt8]
  private var nextWord = 0
  private var nextByte = 0

  init(words: [UInt32], text: [UInt8]) {
    self.words = words
    bytes = text
  }

  var isAtEnd: Bool { nextByte == bytes.count }

  mutating func optionalWord() -> UInt32? {
    guard nextWord < words.count else { return nil }
    nextWord += 1
    return words[nextWord - 1]
  }

  mutating func word() -> UInt32 {
    optionalWord() ?? 0
  }

  /// The next text, whose length is given in UTF-16 units.
  mutating func text() -> String {
    var units = Int(word())
    let start = nextByte
    while nextByte < bytes.count, units > 0 || bytes[nextByte] & 0xC0 == 0x80 {
      let byte = bytes[nextByte]
      if byte & 0xC0 != 0x80 { units -= byte >= 0xF0 ? 2 : 1 }
      nextByte += 1
    }
    return String(decoding: bytes[start..<nextByte], as: UTF8.self)
  }
}
