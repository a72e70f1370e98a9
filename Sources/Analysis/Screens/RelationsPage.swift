import Domain
import Ledger
public import Reports

public struct RelationsPage: Sendable {
  public var report: Report { Report() }

  public init(_ question: Question, _ log: ReedLog) {}

  public mutating func step() -> Double { 1 }
}
