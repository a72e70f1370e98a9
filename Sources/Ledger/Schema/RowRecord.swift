/// A kind of row as a Swift value: each field is declared once, and reading, saving, trashing and the schema follow.
///
///     struct Piece: RowRecord {
///       let id: RowID
///       var title = ""
///       var isResting = false
///
///       static let kind = KindID(17)
///       static let names = KindNames("piece", "Piece", "Pieces", title: titleField)
///       static let titleField = kind.field(1)
///
///       init(blank id: RowID) { self.id = id }
///       static func visit(_ fields: inout RowFields, _ piece: inout Piece) {
///         fields.text(titleField, "title", "Title", &piece.title, always: true)
///         fields.flag(field(6), "resting", "Archived", &piece.isResting)
///       }
///     }
///     let piece = Piece(row)
///     let edits = renamed.edits(from: piece)
public protocol RowRecord: Sendable {
  static var kind: KindID { get }
  static var names: KindNames { get }
  /// Whether a new row is marked alive, so that undoing its creation moves it to the trash.
  static var saysLife: Bool { get }

  var id: RowID { get }

  /// The record of a row without fields: a field that is empty or breaks its rule gets its value from here.
  init(blank id: RowID)

  /// Visits the fields in order.
  static func visit(_ fields: inout RowFields, _ record: inout Self)
}

/// What the rows of a kind are called.
public struct KindNames: Sendable {
  /// The name in exports; it never changes.
  public let name: String
  /// What a person calls one of them, and several.
  public let label: String
  public let plural: String
  /// The field that tells the rows apart.
  public let title: FieldID?

  public init(_ name: String, _ label: String, _ plural: String, title: FieldID? = nil) {
    (self.name, self.label, self.plural, self.title) = (name, label, plural, title)
  }
}

extension RowRecord {
  public static var saysLife: Bool { true }

  /// The field of this number in the kind's block.
  public static func field(_ number: UInt64) -> FieldID { kind.field(number) }

  /// The kind as the schema describes it.
  public static var rows: Kind {
    var fields = RowFields(.describing)
    var blank = Self(blank: RowID(Bits128(high: 0, low: 0)))
    visit(&fields, &blank)
    return fields.kind(kind, names)
  }

  /// Reads a row: what cannot be understood stays as in a blank one.
  public init(_ row: Row) {
    self.init(blank: row.id)
    var fields = RowFields(.reading(row))
    Self.visit(&fields, &self)
  }

  /// The edits that save it: for a new record, the fields that are always written and those that differ from a blank
  /// one; given an `old` one, what differs.
  ///
  /// - Parameter zoneMinutes: how far ahead of UTC to write its moments.
  public func edits(from old: Self?, zoneMinutes: Int = 0) -> [Edit] {
    let before = Self.values(of: old ?? Self(blank: id), zoneMinutes)
    return RowFields.edits(
      Self.values(of: self, zoneMinutes), from: before, isNew: old == nil,
      saysLife: Self.saysLife, id, Self.kind)
  }

  /// The edits that write only these fields, whatever they held before.
  public func edits(only fields: [FieldID], zoneMinutes: Int = 0) -> [Edit] {
    RowFields.edits(Self.values(of: self, zoneMinutes), only: fields, id, Self.kind)
  }

  /// The edits that move it to the trash.
  public var trashing: [Edit] { Edit.trashing(id, Self.kind) }

  /// The records that match a query and are alive, in the order it asks for.
  public static func all(
    in data: Replica, where conditions: [Query.Condition] = [], by order: [Query.Order] = []
  ) -> [Self] {
    data.rows(kind, where: conditions, by: order).map { Self($0) }
  }

  // Not inlined, as it copies the whole record.
  @inline(never)
  private static func values(of record: Self, _ zoneMinutes: Int) -> [RowFields.Written] {
    var record = record
    var fields = RowFields(.writing(zoneMinutes: Int64(zoneMinutes)))
    visit(&fields, &record)
    return fields.written
  }
}

extension Edit {
  /// The edits that move a row to the trash.
  public static func trashing(_ row: RowID, _ kind: KindID) -> [Edit] {
    [Edit(row, kind, .life, Life.trashed.value)]
  }
}
