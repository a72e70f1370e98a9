public import Ledger

extension ReedFile {
  /// The rows of a file as they would be in an empty space, sorted by id, and what could not be read.
  public static func rows(
    of bytes: [UInt8]
  ) throws(ReedProblem) -> (rows: [Row], problems: [ReedProblem]) {
    let plan = ReedImport(try read(bytes, ReedRows([])), into: ReedRows([]))
    let all = ReedRows([]).with(plan.edits)
    return (Array(all.byID.values).sortedByID(), plan.problems)
  }
}
