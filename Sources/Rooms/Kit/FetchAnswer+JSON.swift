public import Ledger
public import Program

extension FetchAnswer {
  /// The answer as JSON, if it parses.
  public var json: JSON? { try? JSON(parsing: bytes[...]) }
}
