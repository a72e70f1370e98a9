public import Ledger

extension KindID {
  public static let plan = KindID(23)
  public static let planItem = KindID(24)
}

/// What a person plans to practise, item by item.
public struct PracticePlan: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  public var place: Int64 = 0
  /// The days on which it is due, from 0 for Monday.
  public var weekdays: Set<Int> = []

  public static let nameLimit = 400

  /// A new one at the end.
  public init(_ id: RowID, named name: String, after others: [PracticePlan]) {
    (self.id, self.name, place) = (id, name, Places.after(others.last?.place))
  }

  /// An item of a plan.
  public struct Item: RowRecord, Equatable {
    public let id: RowID
    public private(set) var plan: RowID
    public var piece: RowID?
    public var section: RowID?
    public var text = ""
    public var minutes: Int64 = 0
    public var place: Int64 = 0

    /// A new one at the end of its plan.
    public init(
      _ id: RowID, in plan: RowID, piece: RowID?, section: RowID?, after others: [Item]
    ) {
      (self.id, self.plan, self.piece, self.section) = (id, plan, piece, section)
      place = Places.after(others.last?.place)
    }
  }
}

extension PracticePlan {
  public static let kind = KindID.plan
  public static let names = KindNames("plan", "Plan", "Plans", title: nameField)
  public static let nameField = field(1)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ plan: inout PracticePlan) {
    fields.text(nameField, "name", "Name", &plan.name, upTo: nameLimit, always: true)
    fields.place(field(2), &plan.place)
    fields.weekdays(field(3), "weekdays", "Practise on", &plan.weekdays)
  }
}

extension PracticePlan.Item {
  public static let kind = KindID.planItem
  public static let names = KindNames("plan-item", "Plan item", "Plan items", title: textField)
  public static let textField = field(4)
  public static let minutesField = field(5)
  public static let placeField = field(6)

  public init(blank id: RowID) { (self.id, plan) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ item: inout PracticePlan.Item) {
    fields.link(field(1), "plan", "Plan", &item.plan, always: true)
    fields.link(field(2), "piece", "Piece", &item.piece, always: true)
    fields.link(field(3), "section", "Section", &item.section)
    fields.text(textField, "text", "Focus", &item.text, upTo: 4_000)
    fields.whole(minutesField, "minutes", "Minutes", &item.minutes, in: 0...1_440, unit: "min")
    fields.place(placeField, &item.place)
  }
}
