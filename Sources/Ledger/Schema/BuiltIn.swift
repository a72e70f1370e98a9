// The numbers of the kinds that the ledger itself knows. Each other kind is numbered where it is said, and 20 is for
// tests. A kind's fields lie in its block of 256. A number is never changed or used again: Tests/LedgerTests compares
// all there are with a list that is checked in.

extension KindID {
  /// Two values of a cell, of which a person is to choose.
  public static let conflict = KindID(1)
  /// A kind that a person made.
  public static let type = KindID(2)
  /// A field that a person made, or how they want a built-in one.
  public static let field = KindID(3)
  /// A choice of a field, that a person made.
  public static let choice = KindID(4)
  /// How a person wants the app: the one row that every space has.
  public static let settings = KindID(5)
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
