/// Keeps track of the page and turns the next view into the changes that lead to it.
public struct Renderer<Message> {
  private var erased = AnyRenderer()

  public init() {}

  /// Makes the page show `view`, and hands the changes to `apply` if there are any.
  public mutating func render(_ view: Node<Message>, apply: (PatchBuffer) -> Void) {
    erased.render(view.erased, apply: apply)
  }

  /// The message that the page's current handlers make of an event.
  public mutating func message(
    of kind: EventKind, at node: UInt32, _ payload: Payload
  ) -> Message? {
    erased.message(of: kind, at: node, payload)?.message(as: Message.self)
  }
}

/// What a ``Renderer`` wraps.
///
/// Nodes on the page are identified by number. The page's script and the renderer agree on the numbers because only
/// the renderer assigns them.
struct AnyRenderer {
  /// The number of the element that everything is rendered into.
  static var root: UInt32 { 0 }

  /// The changes of the rendering under way.
  var patches = PatchBuffer()
  private var page: [Mounted] = []
  private var handlersByNode: [[HandlerEntry]] = [[]]
  private var freeNumbers: [UInt32] = []
  /// The node whose event is being answered: a person's input may have made it differ from the view.
  private var lastSource: UInt32?

  @inline(never)
  mutating func render(_ view: AnyNode, apply: (PatchBuffer) -> Void) {
    // Moved out while it changes, so that it does not block access to the rest of the renderer.
    var changing = page
    page = []
    patchChildren(of: Self.root, &changing, to: [view], nil)
    page = changing
    lastSource = nil
    guard !patches.isEmpty else { return }
    apply(patches)
    patches.removeAll()
  }

  @inline(never)
  mutating func message(of kind: EventKind, at node: UInt32, _ payload: Payload) -> AnyMessage? {
    guard node < handlersByNode.count else { return nil }
    lastSource = node
    guard let entry = handlersByNode[Int(node)].first(where: { $0.kind == kind }),
      let message = entry.handler.message(for: payload)
    else { return nil }
    return entry.transform?(message) ?? message
  }
}

/// The part of the page that shows one node of the view.
struct Mounted {
  var number: UInt32
  var key: Key?
  /// The inputs it was built from, if it came from a lazy part.
  var inputs: [LazyInput]?
  var form: Form
  /// Empty if the element holds nothing but one text.
  var children: [Mounted] = []

  enum Form {
    case text(String)
    case element(AnyElement)
  }
}

struct HandlerEntry {
  let kind: EventKind
  let handler: AnyHandler
  /// The conversion of its message on the way to the shell.
  let transform: Transform?
}

// MARK: - Building

extension AnyRenderer {
  /// Creates what `node` describes, detached from the page. Its messages go through `outer` after its own transform.
  mutating func mount(_ node: AnyNode, _ outer: Transform?) -> Mounted {
    let transform = node.transform?.followed(by: outer) ?? outer
    switch node.form {
    case .text(let text):
      let number = takeNumber()
      patches.append(.text, number, text)
      return Mounted(number: number, form: .text(text))
    case .element(let element):
      var mounted = mount(element, transform)
      mounted.key = node.key
      return mounted
    case .lazy(let part):
      var mounted = mount(part.resolved(), transform)
      mounted.key = node.key
      mounted.inputs = part.inputs
      return mounted
    }
  }

  private mutating func mount(_ element: AnyElement, _ transform: Transform?) -> Mounted {
    let number = takeNumber()
    patches.append(element: number, element.vocabulary, element.tag)
    for attribute in element.attributes where !attribute.isSetLast {
      set(attribute, on: number, transform)
    }
    var mounted = Mounted(number: number, form: .element(element))
    if let text = element.soleText {
      patches.append(.content, number, text)
    } else {
      mounted.children.reserveCapacity(element.children.count)
      for child in element.children {
        let part = mount(child, transform)
        patches.append(.append, number, part.number)
        mounted.children.append(part)
      }
    }
    for attribute in element.attributes where attribute.isSetLast {
      set(attribute, on: number, transform)
    }
    return mounted
  }

  /// Releases the numbers of `mounted` and everything in it.
  mutating func release(_ mounted: Mounted) {
    for child in mounted.children { release(child) }
    patches.append(.forget, mounted.number)
    if !handlersByNode[Int(mounted.number)].isEmpty { handlersByNode[Int(mounted.number)] = [] }
    freeNumbers.append(mounted.number)
  }

  private mutating func takeNumber() -> UInt32 {
    if let number = freeNumbers.popLast() { return number }
    handlersByNode.append([])
    return UInt32(handlersByNode.count - 1)
  }
}

// MARK: - Changing

extension AnyRenderer {
  /// Changes `mounted` into what `node` describes, which it ``Mounted/canBecome(_:)``.
  mutating func patch(_ mounted: inout Mounted, to node: AnyNode, _ outer: Transform?) {
    let transform = node.transform?.followed(by: outer) ?? outer
    switch node.form {
    case .lazy(let part):
      if mounted.inputs == part.inputs { return }
      let content = part.resolved()
      if mounted.hasForm(of: content) {
        patch(&mounted, to: content, transform)
      } else {
        replace(&mounted, with: content, transform)
      }
      mounted.key = node.key
      mounted.inputs = part.inputs
    case .text(let text):
      guard case .text(let old) = mounted.form, !old.hasSameBytes(as: text) else { return }
      patches.append(.data, mounted.number, text)
      mounted.form = .text(text)
    case .element(let element):
      guard case .element(let old) = mounted.form else { return }
      patch(&mounted, from: old, to: element, transform)
      mounted.key = node.key
    }
  }

  private mutating func patch(
    _ mounted: inout Mounted, from old: AnyElement, to new: AnyElement, _ transform: Transform?
  ) {
    let number = mounted.number
    mounted.form = .element(new)
    switch (old.soleText, new.soleText) {
    case (let before?, let after?):
      if !before.hasSameBytes(as: after) { patches.append(.content, number, after) }
    case (nil, let after?):
      patches.append(.content, number, after)
      for child in mounted.children { release(child) }
      mounted.children = []
    case (_?, nil):
      patches.append(.content, number, "")
      patchChildren(of: number, &mounted.children, to: new.children, transform)
    case (nil, nil):
      patchChildren(of: number, &mounted.children, to: new.children, transform)
    }
    // After the children: an option can be selected only once it exists.
    patchAttributes(of: number, from: old.attributes, to: new.attributes, transform)
  }

  /// Replaces `mounted` with what `node` describes: a lazy part may change its form.
  private mutating func replace(
    _ mounted: inout Mounted, with node: AnyNode, _ transform: Transform?
  ) {
    let old = mounted
    mounted = mount(node, transform)
    patches.append(.replace, old.number, mounted.number)
    release(old)
  }
}

extension Mounted {
  /// Whether this can be changed in place to show `node`.
  func canBecome(_ node: AnyNode) -> Bool {
    guard key == node.key else { return false }
    if case .lazy = node.form { return inputs != nil }
    return inputs == nil && hasForm(of: node)
  }

  fileprivate func hasForm(of node: AnyNode) -> Bool {
    switch (form, node.form) {
    case (.text, .text): true
    case (.element(let old), .element(let new)):
      old.vocabulary == new.vocabulary && old.tag == new.tag
    default: false
    }
  }
}

// MARK: - Handlers

extension AnyRenderer {
  /// Whether a person has just changed `node`, so that its field may differ from the view.
  func isBeingAnswered(_ node: UInt32) -> Bool {
    lastSource == node
  }

  /// Installs `handler` for `kind`, telling the page only if it must collect different data.
  mutating func listen(
    to kind: EventKind, on node: UInt32, _ handler: AnyHandler, _ transform: Transform?
  ) {
    let entry = HandlerEntry(kind: kind, handler: handler, transform: transform)
    let code = UInt32(handler.payloadCode)
    guard let index = handlersByNode[Int(node)].firstIndex(where: { $0.kind == kind }) else {
      handlersByNode[Int(node)].append(entry)
      patches.append(.listen, node, UInt32(kind.rawValue), code)
      return
    }
    let oldCode = UInt32(handlersByNode[Int(node)][index].handler.payloadCode)
    handlersByNode[Int(node)][index] = entry
    if oldCode != code { patches.append(.listen, node, UInt32(kind.rawValue), code) }
  }

  mutating func unlisten(to kind: EventKind, on node: UInt32) {
    handlersByNode[Int(node)].removeAll { $0.kind == kind }
    patches.append(.unlisten, node, UInt32(kind.rawValue))
  }
}
