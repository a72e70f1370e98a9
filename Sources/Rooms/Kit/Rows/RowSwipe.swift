public import Ledger
public import Markup

/// A list row that is removed by swiping it aside.
///
///     case .swiped(let message): if let row = RowSwipe.update(&state.swipe, message) { return remove(row) }
///     RowSwipe.item(state.swipe, row, "take", content) { .swiped($0) }
public enum RowSwipe {
  public struct State: Equatable, Sendable {
    fileprivate var push: Push?

    public init() {}
  }

  fileprivate struct Push: Equatable, Sendable {
    var row: RowID
    var start: Double
    /// How far it was swiped; never positive.
    var distance = 0.0
  }

  public enum Message: Equatable, Sendable {
    case began(RowID, at: Double)
    case moved(to: Double)
    case ended
    /// The gesture became something else, such as a scroll.
    case left
  }

  /// How far a row is swiped before it is removed, in CSS pixels.
  private static let length = 96.0

  /// Returns the row to remove.
  @inline(never) @export(interface)
  public static func update(_ state: inout State, _ message: Message) -> RowID? {
    switch message {
    case .began(let row, let place): state.push = Push(row: row, start: place)
    case .moved(let place):
      guard let push = state.push else { return nil }
      state.push?.distance = min(place - push.start, 0)
    case .left: state.push = nil
    case .ended:
      let push = state.push
      state.push = nil
      if let push, push.distance <= -length { return push.row }
    }
    return nil
  }

  /// How far a row is swiped now.
  @export(interface)
  public static func distance(_ state: State, _ row: RowID) -> Int {
    guard let push = state.push, push.row == row, push.distance.isFinite else { return 0 }
    return Int(max(push.distance, -10_000))
  }

  // MARK: - View

  /// The row itself stays in place, so that the finger is measured against it; its content moves by
  /// `translate: var(--pushed, none)`.
  public static func item<Outer>(
    _ state: State, _ row: RowID, _ className: String, _ content: [Node<Outer>],
    _ outer: @escaping (Message) -> Outer
  ) -> Node<Outer> {
    let distance = distance(state, row)
    let attributes: [Attribute<Outer>] = [
      .className(className + (Double(distance) <= -length ? " leaving" : "")),
      distance < 0 ? .style("--pushed", "\(distance)px") : .none,
      .onPointerDown { $0.buttons == 1 ? outer(.began(row, at: $0.x)) : nil },
      .onPointerMove { $0.buttons == 1 ? outer(.moved(to: $0.x)) : nil },
      .onPointerUp { _ in outer(.ended) },
      .onPointerCancel(outer(.left)),
    ]
    return .element("li", attributes, content)
  }
}
