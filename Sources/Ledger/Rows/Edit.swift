/// What a person changes in one cell.
public struct Edit: Hashable, Sendable {
  public let row: RowID
  public let kind: KindID
  public let field: FieldID
  public let value: Value

  public init(_ row: RowID, _ kind: KindID, _ field: FieldID, _ value: Value) {
    self.row = row
    self.kind = kind
    self.field = field
    self.value = value
  }
}
