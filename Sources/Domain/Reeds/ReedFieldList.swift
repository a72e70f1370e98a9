public import Ledger

/// The fields of a reed, a piece of cane or a test as configured by their owner: the built-in ones with the changes
/// made to them, and the owner's own.
public struct ReedFieldList: Equatable, Sendable {
  /// In the order of the forms: by group, then by the owner's order.
  public private(set) var all: [ReedField]

  /// - Parameters:
  ///   - builtIn: the fields of the kind, in their order.
  ///   - own: the person's own fields and changes.
  public init(_ kind: KindID, _ builtIn: [ReedField], own: [OwnField], choices: [OwnChoice]) {
    all = builtIn
    for change in own where change.kind == Int64(bitPattern: kind.number) {
      if change.number > 0 {
        if let place = all.firstIndex(where: { Int64(bitPattern: $0.id.number) == change.number }) {
          all[place].change(change)
        }
      } else {
        all.append(ReedField(own: change, choices.of(change.id)))
      }
    }
    let order = all.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      if a.group != b.group { return a.group.rawValue < b.group.rawValue }
      // Fields that were moved come before those that were not.
      let (p, q) = (a.place == 0 ? Int64.max : a.place, b.place == 0 ? Int64.max : b.place)
      return p == q ? one.offset < other.offset : p < q
    }
    all = order.map { $0.element }
  }

  public subscript(_ id: FieldID) -> ReedField? { all.first { $0.id == id } }

  /// The field with a name in exports.
  public func named(_ name: String) -> ReedField? {
    all.first { $0.name.hasSameBytes(as: name) }
  }

  /// What a form of this length asks for, group by group.
  ///
  /// - Parameters:
  ///   - stage: the stage of the reed; `nil` if it has none.
  ///   - isKnown: whether a field has a value, so that the form shows it in other stages, too.
  public func groups(
    _ form: ReedField.Form, _ family: ReedField.Family, in stage: ReedStage? = nil,
    isKnown: (FieldID) -> Bool = { _ in false }
  ) -> [(group: ReedField.Group, fields: [ReedField])] {
    ReedField.Group.allCases.compactMap { group in
      let fields = all.filter {
        $0.group == group && !$0.isHidden && $0.form <= form && $0.family.includes(family)
          && ($0.isAsked(in: stage) || isKnown($0.id))
      }
      return fields.isEmpty ? nil : (group, fields)
    }
  }
}

extension ReedFieldList {
  /// The fields of the defaults for new reeds: those of a reed. Built-in ones have numbers of their own there.
  ///
  /// - Parameter own: fields that a person made for the defaults alone.
  public init(templateOf reed: ReedFieldList, own: ReedFieldList? = nil) {
    all = reed.all.map { $0.forTemplate }
    for field in own?.all ?? [] where self[field.id] == nil { all.append(field) }
  }
}

extension ReedField {
  /// The same field in the defaults for new reeds.
  public var forTemplate: ReedField {
    guard id.number >> 8 == KindID.reed.number else { return self }
    var field = ReedField(
      KindID.reedTemplate.field(id.number & 0xFF), name, label, content, group)
    (field.family, field.form, field.isHidden, field.place) = (family, form, isHidden, place)
    return field
  }
}

extension ReedField {
  /// Applies what its owner changed.
  fileprivate mutating func change(_ change: OwnField) {
    if !change.label.isEmpty { label = change.label }
    isHidden = change.isRetired
    place = change.order
    if change.least <= change.most, change.least != .min || change.most != .max {
      usual = change.least...change.most
    }
    if let group = Group(rawValue: change.group) { self.group = group }
    if let family = Family(rawValue: change.family) { self.family = family }
    if let form = Form(rawValue: change.asked) { self.form = form }
    if let direction = Direction(rawValue: change.better) {
      self.direction = direction
    }
    stages = change.stages
    if case .number(let places, let step, _) = content {
      let unit = change.unit.isEmpty ? content.unit : change.unit
      content = .number(places: places, step: change.step > 0 ? change.step : step, unit: unit)
    }
  }

  /// A field created by its owner.
  fileprivate init(own: OwnField, _ choices: [OwnChoice]) {
    let content: Content =
      switch own.format {
      case .text: .text(isLong: false)
      case .flag: .flag
      case .whole: .number(places: 0, step: max(own.step, 1), unit: own.unit)
      case .decimal:
        .number(places: UInt8(own.places), step: max(own.step, 1), unit: own.unit)
      case .choice:
        .choice(
          (choices.filter { !$0.isRetired } + choices.filter { $0.isRetired })
            .map { Field.Choice($0.number, $0.label) })
      case .day, .instant: .day
      case .scale:
        .scale(Self.range(ofScale: own), low: own.low, middle: own.middle, high: own.high)
      case .colour: .colour
      case .pitch: .pitch
      case .link: .tool(ReedTool.Sort(rawValue: own.linked) ?? .other)
      }
    let id = FieldID(definedBy: own.id)
    self.init(
      id, id.ownName, own.label, content, Group(rawValue: own.group) ?? .own)
    if own.least > .min || own.most < .max { usual = own.least...max(own.least, own.most) }
    direction = Direction(rawValue: own.better) ?? .neutral
    family = Family(rawValue: own.family) ?? .all
    form = Form(rawValue: own.asked) ?? .quick
    (isHidden, place, stages) = (own.isRetired, own.order, own.stages)
    retiredCount = choices.count { $0.isRetired }
  }

  /// From 1 to 10 where nothing is said, and never so long that no slider can show it.
  private static func range(ofScale own: OwnField) -> ClosedRange<Int64> {
    let least = own.least == .min ? 1 : own.least
    guard (-1_000_000...1_000_000).contains(least) else { return 1...10 }
    let most = own.most == .max ? 10 : own.most
    return least...max(least, min(most, least + 1_000))
  }
}
