import Domain
public import Ledger
public import Reports

public struct StudyPage: Sendable {
  public let report: Report

  public init(_ question: Question, _ log: ReedLog, _ rows: [Row]) { report = Report() }
}
