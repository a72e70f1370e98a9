public import Markup

/// A tree as plain data: it can be changed at random and then turned into nodes.
public indirect enum TreePlan {
  case text(String)
  case element(Part)
  /// A lazy part: its content follows from the number alone.
  case lazy(Int64, key: Key?)

  public struct Part {
    var tag: Int
    var key: Key?
    var attributes: [Attribute<Int>]
    var children: [TreePlan]
  }
}

extension TreePlan {
  /// A random tree.
  public static func random(
    depth: Int, mayBeLazy: Bool = true, _ random: inout SeededRandom
  ) -> TreePlan {
    if depth == 0 || random.once(in: 5) {
      return mayBeLazy && random.once(in: 4)
        ? .lazy(Int64(random.below(6)), key: nil) : .text(random.pick(texts))
    }
    let isKeyed = random.once(in: 2)
    var children: [TreePlan] = []
    for index in 0..<random.below(7) {
      let child = TreePlan.random(depth: depth - 1, mayBeLazy: mayBeLazy, &random)
      children.append(isKeyed ? child.keyed(index, &random) : child)
    }
    return .element(
      Part(
        tag: random.below(tags.count), key: nil, attributes: randomAttributes(&random),
        children: children))
  }

  /// A tree with a few changes: what most renderings deal with.
  public func changed(_ random: inout SeededRandom) -> TreePlan {
    switch self {
    case .text: return .text(random.pick(Self.texts))
    case .lazy(let number, let key):
      return .lazy(random.once(in: 2) ? number : Int64(random.below(6)), key: key)
    case .element(var part):
      if random.once(in: 3) { part.attributes = Self.randomAttributes(&random) }
      if random.once(in: 12) { part.tag = random.below(Self.tags.count) }
      switch random.below(6) {
      case 0: part.children = random.shuffled(part.children)
      case 1 where !part.children.isEmpty:
        part.children.remove(at: random.below(part.children.count))
      case 2:
        let place = random.below(part.children.count + 1)
        let child = TreePlan.random(depth: 2, &random).keyed(random.below(12), &random)
        part.children.insert(child, at: place)
      case 3 where part.children.count > 1:
        part.children.append(part.children.removeFirst())
      case 4 where random.once(in: 4): part.children = []
      default: break
      }
      for index in part.children.indices where random.once(in: 2) {
        part.children[index] = part.children[index].changed(&random)
      }
      return .element(part)
    }
  }

  /// The nodes the plan describes.
  public var node: Node<Int> {
    switch self {
    case .text(let text): .text(text)
    case .element(let part): Self.node(of: part)
    case .lazy(let number, let key): Self.lazyNode(number, key)
    }
  }

  private static func node(of part: Part) -> Node<Int> {
    let tag = tags[part.tag]
    let children = part.children.map { $0.node }
    let node: Node<Int> =
      switch tag.vocabulary {
      case .html: .element(tag.name, part.attributes, children)
      case .svg: .drawing(tag.name, part.attributes, children)
      }
    return part.key.map { node.keyed($0) } ?? node
  }

  private static func lazyNode(_ number: Int64, _ key: Key?) -> Node<Int> {
    let node: Node<Int> = Markup.lazy([.number(number), .flag(number % 2 == 0)]) {
      // Some parts contain nothing but another part.
      if number > 3 { return lazyNode(number - 3, nil) }
      var random = SeededRandom(seed: UInt64(number) &+ 77)
      return TreePlan.random(depth: 2, mayBeLazy: false, &random).node
    }
    return key.map { node.keyed($0) } ?? node
  }

  private func keyed(_ number: Int, _ random: inout SeededRandom) -> TreePlan {
    // Occasionally a key is missing or used twice, as a careless view might do.
    if random.once(in: 15) { return self }
    let number = random.once(in: 8) ? 0 : number
    let key: Key =
      switch number % 3 {
      case 0: .number(UInt64(number))
      case 1: .text("row \(number)")
      default: .wide(UInt64(number), 7)
      }
    switch self {
    case .text: return self
    case .element(var part):
      part.key = key
      return .element(part)
    case .lazy(let seed, _): return .lazy(seed, key: key)
    }
  }

  private static func randomAttributes(_ random: inout SeededRandom) -> [Attribute<Int>] {
    (0..<random.below(4)).map { _ in
      switch random.below(9) {
      case 0: .className(random.pick(["on", "off", nil]))
      case 1: .title(random.pick(texts))
      case 2: .disabled(random.once(in: 2))
      case 3: .value(random.pick(fieldTexts))
      case 4: .checked(random.once(in: 2))
      case 5: .style("--share", random.pick(["1", "2", "three"]))
      case 6: .onClick(random.below(100))
      case 7: random.once(in: 2) ? .onInput { $0.utf8.count } : .event(.input, .send(5))
      default: .none
      }
    }
  }

  private static let tags: [(name: Name, vocabulary: Vocabulary)] = [
    ("div", .html), ("span", .html), ("p", .html), ("input", .html), ("g", .svg), ("path", .svg),
  ]

  /// A single-line field drops line breaks itself.
  private static let fieldTexts = texts.filter { !$0.utf8.contains(UInt8(ascii: "\n")) }

  private static let texts = [
    "", "a", "reed 27", "<b>&amp;\"'", "é", "e\u{301}", "\u{FEFF}", "B♭ 𝄫 🎼", "line\r\nline\u{0}",
    String(repeating: "long ", count: 40),
  ]
}
