public import Ledger

extension Schema {
  /// Every built-in kind.
  public static let woodshed = Schema(
    Kind.ledger + [
      Settings.rows, Preset<TunerSetup>.rows, Preset<DroneSetup>.rows, Preset<MetronomeSetup>.rows,
      Preset<ScoreSetup>.rows, Setlist.rows, Setlist.Entry.rows, ScoreTestRow.rows,
      Take.rows, TakeFolder.rows, Marker.rows, Piece.rows, PractisedSession.rows,
      PractisedBlock.rows, JournalNote.rows, Section.rows, Goal.rows, PracticePlan.rows,
      PracticePlan.Item.rows, IntonationDay.rows, RestorePoint.rows, Lesson.rows,
      Reed.rows, PieceOfCane.rows, ReedBatch.rows, ReedBox.rows, ReedTool.rows, ToolEvent.rows,
      ReedTest.rows, Adjustment.rows, StageMove.rows, ReedTemplate.rows,
      ReedFileMember.rows, ReedFilter.rows, Picture.rows, ReedSave.rows,
      Catalogue.rows, CataloguePlace.rows, CatalogueTag.rows, CatalogueItem.rows, Try.rows,
      Project.rows, Vote.rows, TrainingPlan.rows, TrainingSettings.rows, Level.rows,
      LightSet.rows, LightHand.rows, StatsSettings.rows, Experiment.rows, ExperimentReed.rows,
      StudyConsent.rows, ExperimentLook.rows,
    ])

  /// The rows that say how the app and its tools are set up, and their kinds: they always exist and are never in the
  /// trash.
  public static let setups: [(row: RowID, kind: KindID)] = [
    (Settings.row, .settings), (TunerSetup.hand, .tuner), (DroneSetup.hand, .drone),
    (MetronomeSetup.hand, .metronome), (ScoreSetup.hand, .score), (LightHand.row, .lightHand),
    (TrainingSettings.row, .trainingSettings), (StatsSettings.row, .statsSettings),
  ]
}
