public import Ledger

extension KindID {
  public static let reedTemplate = KindID(38)
}

/// Defaults for a new reed. Its values are in the cells of its row, under ``ReedField/template``.
public struct ReedTemplate: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  public var instrument = Reed.Instrument.oboe
  public var style = Reed.Style.none
  /// Whether new reeds use it unless another is chosen.
  public var isDefault = false

  public init(_ id: RowID, named name: String) { (self.id, self.name) = (id, name) }
}

extension ReedTemplate {
  public static let kind = KindID.reedTemplate
  public static let names = KindNames("reed-template", "Template", "Templates", title: nameField)
  public static let nameField = field(1)
  public static let instrumentField = field(2)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ template: inout ReedTemplate) {
    fields.text(nameField, "name", "Name", &template.name, upTo: Reed.nameLimit, always: true)
    fields.choice(
      instrumentField, "instrument", "Instrument", &template.instrument, Reed.Instrument.choices)
    fields.choice(field(3), "style", "Scrape style", &template.style, Reed.Style.choices)
    fields.flag(field(4), "default", "Used for new reeds", &template.isDefault)
    fields.described(ReedField.template)
  }
}

extension ReedTemplate {
  /// What a new reed takes over from the row of its defaults. Hidden fields are left empty.
  public static func values(_ row: Row, for reed: RowID, _ fields: ReedFieldList) -> [Edit] {
    fields.all.compactMap { field in
      let value = field.isHidden ? .null : row.value(field.forTemplate.id)
      return value == .null ? nil : Edit(reed, .reed, field.id, value)
    }
  }
}
