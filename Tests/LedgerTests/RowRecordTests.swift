import Testing

@testable import Domain
@testable import Ledger

/// What holds of every kind that is a value of Swift.
@Suite struct RowRecordTests {
  static let records: [any RowRecord.Type] = [
    OwnType.self, OwnField.self, OwnChoice.self, Settings.self, TunerSetup.self, DroneSetup.self,
    MetronomeSetup.self, ScoreSetup.self, Preset<TunerSetup>.self, Preset<DroneSetup>.self,
    Preset<MetronomeSetup>.self, Preset<ScoreSetup>.self, Setlist.self, Setlist.Entry.self,
    ScoreTestRow.self, Take.self, TakeFolder.self, Marker.self, Piece.self, PractisedSession.self,
    PractisedBlock.self, JournalNote.self, Section.self, Goal.self, PracticePlan.self,
    PracticePlan.Item.self, IntonationDay.self, RestorePoint.self, Lesson.self, Reed.self,
    PieceOfCane.self, ReedFileMember.self, ReedFilter.self,
    Picture.self, ReedSave.self, Catalogue.self, CataloguePlace.self, CatalogueTag.self,
    CatalogueItem.self, Try.self, Project.self, Vote.self, TrainingPlan.self, TrainingSettings.self,
    LightSet.self, LightHand.self, StatsSettings.self, Experiment.self, ExperimentReed.self,
    StudyConsent.self, ExperimentLook.self,
    Level.self,
    ReedBatch.self, ReedBox.self, ReedTool.self, ToolEvent.self, ReedTest.self, Adjustment.self,
    StageMove.self, ReedTemplate.self,
  ]

  private static let id = RowID(Bits128(high: 3, low: 7))

  /// Values of every kind, and of every number that a rule may end at.
  private static let values: [Value] =
    [
      .null, .bool(true), .bool(false), .number(.nan), .text(""), .text("a"), .text("+"),
      .text("22"), .text(String(repeating: "9", count: Value.byteLimit)), .bytes([1]), .row(id),
      .row(RowID(Bits128(high: 9, low: 9))), .sealed([1]), .unknown(tag: 99, [1]),
      .instant(milliseconds: 5, zoneMinutes: 60),
      .instant(milliseconds: .max, zoneMinutes: .max),
      .instant(milliseconds: .min, zoneMinutes: .min),
    ]
    + [.min, -1, 0, 1, 2, 5, 100, 1 << 53, .max].flatMap { (number: Int64) -> [Value] in
      [.int(number), .day(number), .decimal(units: number, places: 1)]
        + [.decimal(units: number, places: 2)]
    }

  private static func row(_ kind: KindID, _ values: [(FieldID, Value)]) -> Row {
    let stamp = Stamp(.zero, DeviceID(1))
    return Row(
      id: id, kind: kind, cells: values.map { Cell(field: $0.0, stamp: stamp, value: $0.1) })
  }

  /// Whether two records would be kept alike.
  private static func areAlike<Record: RowRecord>(_ one: Record, _ other: Record) -> Bool {
    one.edits(from: other).isEmpty && other.edits(from: one).isEmpty
  }

  @Test(arguments: records.indices)
  func whatBreaksARuleReadsAsInABlankOne(place: Int) {
    func check<Record: RowRecord>(_: Record.Type) {
      let blank = Record(blank: Self.id)
      for field in Record.rows.fields {
        for value in Self.values where !field.format.accepts(value) || value == .null {
          let read = Record(Self.row(Record.kind, [(field.id, value)]))
          #expect(Self.areAlike(read, blank), "\(Record.names.name).\(field.name) \(value)")
        }
      }
    }
    check(Self.records[place])
  }

  @Test(arguments: records.indices)
  func oneFieldThatDiffersIsWrittenAlone(place: Int) {
    func check<Record: RowRecord>(_: Record.Type) {
      let blank = Record(blank: Self.id)
      for field in Record.rows.fields {
        for value in Self.values where field.format.accepts(value) {
          let read = Record(Self.row(Record.kind, [(field.id, value)]))
          let edits = read.edits(from: blank)
          #expect(edits.allSatisfy { $0.field == field.id }, "\(Record.names.name).\(field.name)")
          for edit in edits {
            #expect(edit.row == read.id && edit.kind == Record.kind)
            #expect(field.problem(with: edit.value) == nil)
          }
        }
      }
    }
    check(Self.records[place])
  }

  @Test(arguments: records.indices)
  func aNewOneComesBackFromItsRow(place: Int) {
    func check<Record: RowRecord>(_: Record.Type) {
      let fields = Record.rows.fields
      for value in Self.values {
        // Each field that may hold it does.
        let holders = fields.filter { $0.format.accepts(value) }
        let record = Record(Self.row(Record.kind, holders.map { ($0.id, value) }))
        let edits = record.edits(from: nil, zoneMinutes: 60)
        #expect((edits.first?.field == .life) == Record.saysLife)
        let back = Record(Self.row(Record.kind, edits.map { ($0.field, $0.value) }))
        #expect(Self.areAlike(back, record), "\(Record.names.name) \(value)")
      }
    }
    check(Self.records[place])
  }

  @Test func aTrashedOneSaysSoAndNothingElse() {
    let piece = Piece(Self.id, titled: "Ferling")
    #expect(piece.trashing == [Edit(Self.id, .piece, .life, Life.trashed.value)])
  }

  @Test func aMomentIsWrittenAgainOnlyWhenItIsAnother() {
    let old = JournalNote(Self.id, day: 5, made: 1_000)
    var note = old
    #expect(note.edits(from: old, zoneMinutes: 120).isEmpty)
    note.made = 2_000
    #expect(
      note.edits(from: old, zoneMinutes: 120).map(\.value)
        == [.instant(milliseconds: 2_000, zoneMinutes: 120)])
  }

  @Test func twoSpellingsOfOneLetterAreTwoTexts() {
    let old = Piece(Self.id, titled: "\u{E9}tude")
    #expect(Piece(Self.id, titled: "e\u{301}tude").edits(from: old).count == 1)
  }

  @Test func allOfThemAreInTheSchema() {
    for record in Self.records { #expect(Schema.woodshed.kind(record.kind) != nil) }
    let known = Set(Self.records.map { $0.kind } + [.conflict])
    #expect(known == Set(Schema.woodshed.kinds.map(\.id)))
  }
}
