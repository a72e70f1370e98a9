// The numbers of the kinds that the ledger itself knows. Every other kind is numbered where it is declared, and 20 is
// for tests. A kind's fields are in its block of 256. A number is never changed or reused: Tests/LedgerTests compares
// all of them with a list that is checked in.

extension KindID {
  /// Two values of a cell, from which a person must choose.
  public static let conflict = KindID(1)
  /// A kind that a person made.
  public static let type = KindID(2)
  /// A field that a person made, or their changes to a built-in one.
  public static let field = KindID(3)
  /// An option of a field that a person made.
  public static let choice = KindID(4)
  /// A person's settings for the app: the one row that every space has.
  public static let settings = KindID(5)
  /// A remark on somebody else's row: the only thing a commenter can write.
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
