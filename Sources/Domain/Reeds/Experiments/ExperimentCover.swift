public import Ledger

/// Covers which arm reeds of running experiments got, so that nobody who rates them reads it elsewhere.
///
/// A covered value reads as missing. It is not changed, and shows again when the experiment has ended.
public struct ExperimentCover: Sendable {
  private struct Part: Sendable {
    let reed: RowID
    let field: FieldID
    let experiment: RowID
  }

  private var parts: [Part] = []

  public init() {}

  public init(_ experiments: [Experiment], _ members: [ExperimentReed], _ fields: ReedFieldList) {
    for experiment in experiments where experiment.isRunning {
      guard let field = fields.named(experiment.field) else { continue }
      for member in members where member.experiment == experiment.id {
        parts.append(Part(reed: member.reed, field: field.id, experiment: experiment.id))
      }
    }
  }

  /// The reeds of which a value is covered; one that is in several experiments comes several times.
  public var reeds: [RowID] { parts.map { $0.reed } }

  /// The experiment that covers a field of a reed, or any of its fields.
  public func experiment(_ reed: RowID, _ field: FieldID? = nil) -> RowID? {
    parts.first { $0.reed == reed && (field == nil || $0.field == field) }?.experiment
  }

  /// The row of a reed without what is covered.
  public func covered(_ row: Row) -> Row {
    guard parts.contains(where: { $0.reed == row.id }) else { return row }
    return Row(
      id: row.id, kind: row.kind,
      cells: row.cells.filter { experiment(row.id, $0.field) == nil })
  }
}
