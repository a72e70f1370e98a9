import Platform

/// Serialises operations on the same thing.
final class Turns<Thing: Hashable & Sendable>: Sendable {
  private let taken = Monitor<Set<Thing>>([])

  func with<Value, Failure: Error>(
    _ thing: Thing, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    taken.wait { $0.insert(thing).inserted ? () : nil }
    defer { _ = taken.change { $0.remove(thing) } }
    return try work()
  }
}
