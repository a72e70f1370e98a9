public import Ledger

/// What a person means to do, one thing after another.
public struct PracticePlan: Equatable, Sendable {
  public let id: RowID
  public var name: String
  public var place: Int64

  /// One thing of a plan.
  public struct Item: Equatable, Sendable {
    public let id: RowID
    public let plan: RowID
    public var piece: RowID?
    public var section: RowID?
    public var text: String
    public var minutes: Int64
    public var place: Int64
  }

  public static let nameLimit = 400
}

extension PracticePlan {
  public static let nameKey = FieldKey(KindID.plan.field(1), "name", "Name", byteLimit: nameLimit)
  static let placeKey = FieldKey(
    KindID.plan.field(2), "place", "Place", standard: 0, in: Int64.min...Int64.max)
  static let rows = Kind(
    .plan, "plan", "Plan", plural: "Plans", title: nameKey.id,
    fields: [nameKey.field, placeKey.field])

  init(_ row: Row) {
    self.init(id: row.id, name: row[Self.nameKey], place: row[Self.placeKey])
  }

  /// What makes a new one after the others.
  public static func making(
    _ id: RowID, named name: String, after others: [PracticePlan]
  ) -> [Edit] {
    var edit = RowEdit(id, .plan, isNew: true)
    edit.set(nameKey, name)
    edit.set(placeKey, Places.after(others.last?.place))
    return edit.edits
  }

  /// What moves it to the trash; its items come back with it.
  public var trashing: [Edit] { Edit.trashing(id, .plan) }
}

extension PracticePlan.Item {
  static let planKey = FieldKey.link(KindID.planItem.field(1), "plan", "Plan")
  static let pieceKey = FieldKey.link(KindID.planItem.field(2), "piece", "Piece")
  static let sectionKey = FieldKey.link(KindID.planItem.field(3), "section", "Section")
  public static let textKey = FieldKey(
    KindID.planItem.field(4), "text", "What exactly", byteLimit: 4_000)
  public static let minutesKey = FieldKey(
    KindID.planItem.field(5), "minutes", "Minutes", standard: 0, in: 0...1_440, unit: "min")
  static let placeKey = FieldKey(
    KindID.planItem.field(6), "place", "Place", standard: 0, in: Int64.min...Int64.max)
  static let rows = Kind(
    .planItem, "plan-item", "Plan item", plural: "Plan items", title: textKey.id,
    fields: [
      planKey.field, pieceKey.field, sectionKey.field, textKey.field, minutesKey.field,
      placeKey.field,
    ])

  init(_ row: Row) {
    self.init(
      id: row.id, plan: row[Self.planKey] ?? row.id, piece: row[Self.pieceKey],
      section: row[Self.sectionKey], text: row[Self.textKey], minutes: row[Self.minutesKey],
      place: row[Self.placeKey])
  }

  /// What makes a new one at the end of its plan.
  public static func making(
    _ id: RowID, in plan: RowID, piece: RowID?, section: RowID?, after others: [Self]
  ) -> [Edit] {
    var edit = RowEdit(id, .planItem, isNew: true)
    edit.set(planKey, plan)
    edit.set(pieceKey, piece)
    if section != nil { edit.set(sectionKey, section) }
    edit.set(placeKey, Places.after(others.last?.place))
    return edit.edits
  }

  public var trashing: [Edit] { Edit.trashing(id, .planItem) }

  /// What moves one of a plan's items to another place among them.
  public static func moving(_ id: RowID, by steps: Int, among items: [Self]) -> [Edit] {
    Places.moving(id, by: steps, among: items.map { ($0.id, $0.place) }, .planItem, placeKey.id)
  }
}
