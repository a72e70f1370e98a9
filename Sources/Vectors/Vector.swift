/// A claim that must hold natively and in WebAssembly, with the same bytes to show for it.
public struct Vector: Sendable {
  public let name: String
  private let body: @Sendable (inout Evidence) -> Void

  public init(_ name: String, _ body: @escaping @Sendable (inout Evidence) -> Void) {
    self.name = name
    self.body = body
  }

  /// Runs it and returns its evidence.
  public func run() -> Evidence {
    var evidence = Evidence()
    body(&evidence)
    return evidence
  }

  /// Those of the libraries. Those of the rooms are in a module of their own, so that a change of a room compiles few of them.
  @export(interface)
  public static func ofLibraries() -> [Vector] {
    foundations + ledger + rows + markup + sound + training + light + statistics + golden + reports
  }
}

extension Vector {
  /// One that fails twice, to check that failures are noticed.
  public static let failing = Vector("Fails") { evidence in
    evidence.expect("a", is: "b")
    evidence.expect(false, "it does not hold")
  }
}
