extension AnyRenderer {
  /// Changes the children of `parent` into `views`, with as few moves as possible.
  mutating func patchChildren(
    of parent: UInt32, _ children: inout [Mounted], to views: [AnyNode],
    _ transform: Transform?
  ) {
    if views.isEmpty || children.isEmpty {
      removeAll(of: parent, &children)
      for view in views { children.append(appended(view, to: parent, transform)) }
      return
    }
    var start = 0
    while start < children.count, start < views.count, children[start].canBecome(views[start]) {
      patch(&children[start], to: views[start], transform)
      start += 1
    }
    var oldEnd = children.count
    var newEnd = views.count
    while oldEnd > start, newEnd > start, children[oldEnd - 1].canBecome(views[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
      patch(&children[oldEnd], to: views[newEnd], transform)
    }
    if oldEnd > start || newEnd > start {
      rearrange(parent, &children, start..<oldEnd, to: views[start..<newEnd], transform)
    }
  }

  /// Changes the children in `range` into `views`; those around them are already done.
  private mutating func rearrange(
    _ parent: UInt32, _ children: inout [Mounted], _ range: Range<Int>,
    to views: ArraySlice<AnyNode>, _ transform: Transform?
  ) {
    let sources = matches(of: views, in: children[range])
    if range.count == children.count, sources.allSatisfy({ $0 == nil }) {
      removeAll(of: parent, &children)
      for view in views { children.append(appended(view, to: parent, transform)) }
      return
    }
    var isKept = [Bool](repeating: false, count: range.count)
    for case let source? in sources { isKept[source - range.lowerBound] = true }
    for index in range where !isKept[index - range.lowerBound] {
      patches.append(.remove, children[index].number)
      release(children[index])
    }

    var staying = longestIncreasingRun(of: sources)[...]
    var following = range.upperBound < children.count ? children[range.upperBound].number : nil
    var arranged: [Mounted] = []
    arranged.reserveCapacity(views.count)
    for (place, view) in views.enumerated().reversed() {
      if let source = sources[place] {
        var child = children[source].takenOut()
        patch(&child, to: view, transform)
        if staying.last == place {
          staying.removeLast()
        } else {
          patches.append(.move, parent, child.number, following ?? 0)
        }
        arranged.append(child)
      } else if let following {
        let child = mount(view, transform)
        patches.append(.insert, parent, child.number, following)
        arranged.append(child)
      } else {
        arranged.append(appended(view, to: parent, transform))
      }
      following = arranged.last?.number
    }
    children.replaceSubrange(range, with: arranged.reversed())
  }

  /// For each view, the index of the child that can become it: by key, otherwise in order.
  private func matches(
    of views: ArraySlice<AnyNode>, in children: ArraySlice<Mounted>
  ) -> [Int?] {
    var placesByKey: [Key: Int] = [:]
    for index in children.indices {
      if let key = children[index].key, placesByKey[key] == nil { placesByKey[key] = index }
    }
    var nextUnkeyed = children.startIndex
    return views.map { view in
      if let key = view.key {
        guard let place = placesByKey[key], children[place].canBecome(view) else { return nil }
        placesByKey[key] = nil
        return place
      }
      guard let place = children[nextUnkeyed...].firstIndex(where: { $0.canBecome(view) }) else {
        return nil
      }
      nextUnkeyed = place + 1
      return place
    }
  }

  private mutating func appended(
    _ view: AnyNode, to parent: UInt32, _ transform: Transform?
  ) -> Mounted {
    let child = mount(view, transform)
    patches.append(.append, parent, child.number)
    return child
  }

  private mutating func removeAll(of parent: UInt32, _ children: inout [Mounted]) {
    guard !children.isEmpty else { return }
    patches.append(.content, parent, "")
    for child in children { release(child) }
    children.removeAll()
  }
}

extension Mounted {
  /// Moves the value out, leaving an empty one so that its children are not copied.
  fileprivate mutating func takenOut() -> Mounted {
    let value = self
    self = Mounted(number: 0, form: .text(""))
    return value
  }
}
