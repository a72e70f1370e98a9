public import Ledger

extension Schema {
  /// Every kind that Woodshed itself knows.
  public static let woodshed = Schema(
    Kind.ledger + [
      Settings.kind, TunerSetup.rows, DroneSetup.rows, MetronomeSetup.rows, ScoreSetup.rows,
      Setlist.rows, Setlist.entryRows, ScoreTestRow.rows,
      Take.rows, TakeFolder.rows, Marker.rows, Piece.rows, PractisedSession.rows,
      PractisedBlock.rows, JournalNote.rows, Section.rows, Goal.rows, PracticePlan.rows,
      PracticePlan.Item.rows, IntonationDay.rows, RestorePoint.rows,
    ])
}
