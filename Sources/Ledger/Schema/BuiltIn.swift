// The numbers of built-in kinds and fields. A kind's fields lie in its block of 256. A number is never
// changed or used again: Tests/LedgerTests compares this list with one that is checked in.

extension KindID {
  /// Two values of a cell, of which a person is to choose.
  public static let conflict = KindID(1)
  /// A kind that a person made.
  public static let type = KindID(2)
  /// A field that a person made, or how they want a built-in one.
  public static let field = KindID(3)
  /// A choice of a field, that a person made.
  public static let choice = KindID(4)
  /// How a person wants the app.
  public static let settings = KindID(5)
  /// How a tool is set up: what is in the hand is one row of each, and each preset is another.
  public static let tuner = KindID(6)
  public static let drone = KindID(7)
  public static let metronome = KindID(8)
  public static let score = KindID(9)
  /// A list of metronome presets to be played one after another, and what stands on it.
  public static let setlist = KindID(10)
  public static let setlistEntry = KindID(11)
  /// How exactly the bars of a score were tapped.
  public static let selfTest = KindID(12)
  /// What a person wrote about a day.
  public static let note = KindID(13)
  /// What was recorded, the folders it lies in, and places in it that were marked.
  public static let take = KindID(14)
  public static let folder = KindID(15)
  public static let marker = KindID(16)
  /// What is practised.
  public static let piece = KindID(17)
  public static let section = KindID(18)
  /// Time that was practised, and what it went to.
  public static let session = KindID(19)
  public static let block = KindID(21)
  /// What a person set out to do.
  public static let goal = KindID(22)
  public static let plan = KindID(23)
  public static let planItem = KindID(24)
  /// How the notes of a day lay, as the tuner heard them.
  public static let intonation = KindID(25)
  /// What somebody remarks on what another keeps: all that a commenter writes.
  public static let remark = KindID(26)
  /// A moment that a space can go back to.
  public static let restorePoint = KindID(27)

  /// The field of this number in the kind's block.
  public func field(_ number: UInt64) -> FieldID {
    FieldID(self.number << 8 | number)
  }
}

extension FieldID {
  public static let conflictRow = KindID.conflict.field(1)
  public static let conflictField = KindID.conflict.field(2)
  public static let conflictKind = KindID.conflict.field(3)
  public static let conflictValue = KindID.conflict.field(4)
  public static let conflictTime = KindID.conflict.field(5)
  public static let conflictDevice = KindID.conflict.field(6)
  public static let conflictWinner = KindID.conflict.field(7)
  public static let conflictSettled = KindID.conflict.field(8)
  public static let conflictCopies = KindID.conflict.field(9)
}
