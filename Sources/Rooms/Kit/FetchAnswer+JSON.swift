public import Ledger
public import Program

extension FetchAnswer {
  /// The answer as JSON, if it is some.
  public var json: JSON? { try? JSON(parsing: bytes[...]) }
}
