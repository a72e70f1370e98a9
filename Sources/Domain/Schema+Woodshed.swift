public import Ledger

extension Schema {
  /// Every kind that Woodshed itself knows.
  public static let woodshed = Schema(
    Kind.ledger + [
      Settings.kind, TunerSetup.rows, DroneSetup.rows, MetronomeSetup.rows, ScoreSetup.rows,
      Setlist.rows, Setlist.entryRows, ScoreTestRow.rows,
    ])
}
