public import Markup

/// Runs a program: takes events and answers, and issues changes and orders.
///
/// It knows nothing about a browser. The page provides functions that handle changes and orders; so
/// do tests.
public final class Runtime<P: Program> {
  /// What runs a program's orders and shows its changes.
  public struct Host {
    let show: (PatchBuffer) -> Void
    let carryOut: (Order, _ number: UInt32) -> Void
    let context: () -> Context

    /// Creates a host.
    /// - Parameters:
    ///   - show: Applies changes to the page.
    ///   - carryOut: Carries out an order, and later answers under its number.
    ///   - context: Reads the clock.
    public init(
      show: @escaping (PatchBuffer) -> Void,
      carryOut: @escaping (Order, _ number: UInt32) -> Void,
      context: @escaping () -> Context
    ) {
      self.show = show
      self.carryOut = carryOut
      self.context = context
    }
  }

  public private(set) var state: P.State
  private let host: Host
  private var renderer = Renderer<P.Message>()
  private var answersByNumber: [UInt32: Effect<P.Message>] = [:]
  private var numbersByName: [String: UInt32] = [:]
  private var lastNumber: UInt32 = 0

  /// Starts the program: shows its first view, then runs its first effects.
  public init(_ launch: Launch, host: Host) {
    state = P.state(at: launch)
    self.host = host
    let effects = P.start(&state, launch)
    render()
    run(effects)
  }

  /// Handles an event; returns whether anything came of it.
  public func fire(_ kind: EventKind, at node: UInt32, _ payload: Payload) -> Bool {
    guard let message = renderer.message(of: kind, at: node, payload) else { return false }
    send(message)
    return true
  }

  /// Handles the answer to an order.
  public func answer(_ number: UInt32, _ payload: Payload) {
    guard let effect = answersByNumber[number] else { return }
    if !effect.erased.goesOn(payload) {
      answersByNumber[number] = nil
      if let name = effect.name { numbersByName[name] = nil }
    }
    if let message = effect.message(for: payload) { send(message) }
  }

  /// Handles a message.
  public func send(_ message: P.Message) {
    let effects = P.update(&state, message, host.context())
    // The device writes while the page is drawn.
    run(effects.filter { $0.isCommit })
    render()
    run(effects.filter { !$0.isCommit })
  }

  private func render() {
    renderer.render(Self.view(of: &state), apply: host.show)
  }

  // Borrowed: a class's property would be copied, with everything in it, for the view to read.
  @inline(never)
  private static func view(of state: inout P.State) -> Node<P.Message> {
    P.view(state)
  }

  private func run(_ effects: [Effect<P.Message>]) {
    for effect in effects {
      if let name = effect.name { stop(name) }
      if effect.order == .stop { continue }
      lastNumber += 1
      if effect.erased.answer != nil { answersByNumber[lastNumber] = effect }
      if let name = effect.name { numbersByName[name] = lastNumber }
      host.carryOut(effect.order, lastNumber)
    }
  }

  private func stop(_ name: String) {
    guard let number = numbersByName.removeValue(forKey: name) else { return }
    answersByNumber[number] = nil
    host.carryOut(.stop, number)
  }
}
