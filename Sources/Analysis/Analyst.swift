import Domain
public import Ledger
public import Reports

/// Answers a question from the rows of a space, in steps: long work says how far it is, and can be dropped.
public struct Analyst: Sendable {
  private var work: Work
  private let coveredCount: Int
  private let leftOut: [String]

  private enum Work: Sendable {
    case relations(RelationsPage)
    case model(ModelPage)
    case ready(Report)
  }

  /// - Parameter rows: the rows of a space; those it does not need are skipped.
  public init(_ question: Question, _ rows: [Row]) {
    let log = ReedLog(
      rows, lengths: question.isInInches ? .inches : .millimetres,
      isCovered: question.subject != .experiment)
    coveredCount = log.coveredCount
    // These two pages are about other things than measurements.
    leftOut = question.subject == .boxNow || question.subject == .ratings ? [] : log.leftOut
    work =
      switch question.subject {
      case .boxNow: .ready(BoxPage(question, log).report)
      case .gouger: .ready(GougerPage(question, log).report)
      case .compare: .ready(ComparePage(question, log).report)
      case .relations: .relations(RelationsPage(question, log))
      case .scatter: .ready(ScatterPage(question, log).report)
      case .life: .ready(LifePage(question, log).report)
      case .trends: .ready(TrendsPage(question, log).report)
      case .model: .model(ModelPage(question, log))
      case .ratings: .ready(RatingsPage(question, log).report)
      case .experiment: .ready(ExperimentPage(question, log, rows).report)
      case .suggestions: .ready(SuggestionsPage(question, log, rows).report)
      }
  }

  /// Continues the work; says which share of it is done, 1 at the end.
  @export(interface)
  public mutating func step() -> Double {
    switch work {
    case .ready: return 1
    case .relations(var page):
      let share = page.step()
      work = share < 1 ? .relations(page) : .ready(page.report)
      return share
    case .model(var page):
      let share = page.step()
      work = share < 1 ? .model(page) : .ready(page.report)
      return share
    }
  }

  /// The answer; `nil` before the last step.
  public var report: Report? {
    guard case .ready(var report) = work else { return nil }
    if coveredCount > 0 {
      report.answer.append(
        "Hidden until the experiment ends: which variant "
          + "\(Words.count(coveredCount, "reed", "reeds")) got.")
    }
    if let first = leftOut.first {
      let more = leftOut.count > 1 ? " and \(leftOut.count - 1) more" : ""
      report.answer.append("Left out, far out of range: \(first)\(more).")
    }
    return report
  }
}

// MARK: - As bytes

extension Analyst {
  /// Reads a question and the rows behind it, as ``request(_:_:)`` writes them.
  @export(interface)
  public init(_ bytes: [UInt8]) throws(ByteReader.Failure) {
    var reader = ByteReader(bytes)
    let question = try Question(&reader)
    self.init(question, try ReedRows.readRows(&reader))
  }
}
