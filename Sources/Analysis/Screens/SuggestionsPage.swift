import Domain
public import Ledger
public import Reports

public struct SuggestionsPage: Sendable {
  public let report: Report

  public init(_ question: Question, _ log: ReedLog, _ rows: [Row]) { report = Report() }
}
