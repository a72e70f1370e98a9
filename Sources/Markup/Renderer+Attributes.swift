extension AnyAttribute {
  /// Whether it must be set after the element's other attributes and children.
  var isSetLast: Bool {
    switch form {
    case .value, .toggle: true
    default: false
    }
  }
}

extension AnyRenderer {
  /// Changes the attributes of `node`; handlers change here without touching the page.
  mutating func patchAttributes(
    of node: UInt32, from old: [AnyAttribute], to new: [AnyAttribute],
    _ transform: Transform?
  ) {
    let isSameShape =
      old.count == new.count && old.indices.allSatisfy { old[$0].slot == new[$0].slot }
    if !isSameShape {
      for attribute in old {
        let slot = attribute.slot
        if !new.contains(where: { $0.slot == slot }) { unset(attribute, on: node) }
      }
    }
    for isLast in [false, true] {
      for (index, attribute) in new.enumerated() where attribute.isSetLast == isLast {
        let slot = attribute.slot
        let before = isSameShape ? old[index] : old.first { $0.slot == slot }
        if let before {
          change(before, to: attribute, on: node, transform)
        } else {
          set(attribute, on: node, transform)
        }
      }
    }
  }

  mutating func set(_ attribute: AnyAttribute, on node: UInt32, _ transform: Transform?) {
    switch attribute.form {
    case .none, .flag(_, false):
      break
    case .plain(let name, let text):
      patches.append(.attribute, node, name, text)
    case .flag(let name, true):
      patches.append(.attribute, node, name, "")
    case .value(let text):
      patches.append(.value, node, text)
    case .toggle(let property, let isOn):
      patches.append(.toggle, node, UInt32(property.rawValue), isOn ? 1 : 0)
    case .style(let name, let text):
      patches.append(.style, node, name, text)
    case .event(let kind, let handler):
      listen(to: kind, on: node, handler, transform)
    }
  }

  private mutating func unset(_ attribute: AnyAttribute, on node: UInt32) {
    switch attribute.form {
    case .none, .flag(_, false):
      break
    case .plain(let name, _), .flag(let name, true):
      patches.append(.removeAttribute, node, name)
    case .value:
      patches.append(.value, node, "")
    case .toggle(let property, _):
      patches.append(.toggle, node, UInt32(property.rawValue), 0)
    case .style(let name, _):
      patches.append(.removeStyle, node, name)
    case .event(let kind, _):
      unlisten(to: kind, on: node)
    }
  }

  private mutating func change(
    _ old: AnyAttribute, to new: AnyAttribute, on node: UInt32, _ transform: Transform?
  ) {
    switch (old.form, new.form) {
    case (.plain(_, let before), .plain(_, let after)):
      if !before.hasSameBytes(as: after) { set(new, on: node, transform) }
    case (.value(let before), .value(let after)):
      if !before.hasSameBytes(as: after) || isBeingAnswered(node) { set(new, on: node, transform) }
    case (.style(_, let before), .style(_, let after)):
      if !before.hasSameBytes(as: after) { set(new, on: node, transform) }
    case (.flag(_, let before), .flag(_, let after)):
      if before != after { after ? set(new, on: node, transform) : unset(old, on: node) }
    case (.toggle(_, let before), .toggle(_, let after)):
      if before != after || isBeingAnswered(node) { set(new, on: node, transform) }
    case (.event, .event(let kind, let handler)):
      listen(to: kind, on: node, handler, transform)
    default:
      // A name that changed between plain text and a flag.
      unset(old, on: node)
      set(new, on: node, transform)
    }
  }
}
