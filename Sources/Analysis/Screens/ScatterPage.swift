import Domain
import Ledger
public import Reports

public struct ScatterPage: Sendable {
  public let report: Report

  public init(_ question: Question, _ log: ReedLog) { report = Report() }
}
