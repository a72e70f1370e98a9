/// A step from one version of a store's tables to the next.
public struct Migration: Sendable {
  public let version: Int
  public let statements: [StaticString]

  public init(_ version: Int, _ statements: [StaticString]) {
    self.version = version
    self.statements = statements
  }
}

extension [Migration] {
  /// The remaining steps of a store at `version`; a store of a newer program is refused.
  public func after(version: Int) throws(StorageError) -> ArraySlice<Migration> {
    let known = last?.version ?? 0
    guard version <= known else { throw .later(version: version, known: known) }
    return drop { $0.version <= version }
  }
}
