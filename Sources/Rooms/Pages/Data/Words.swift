import Domain
import Ledger
import RoomKit

// The ledger's values in words.

extension Schema {
  func name(of kind: KindID) -> String {
    self.kind(kind)?.label ?? "Type \(kind.number)"
  }

  func plural(of kind: KindID) -> String {
    self.kind(kind)?.plural ?? "Type \(kind.number)"
  }

  func name(of field: FieldID, in kind: Kind?) -> String {
    kind?.field(field)?.label ?? "Field \(field.number)"
  }

  /// The name of a row: its title, or else its first text, or else its kind with its first moment.
  func title(of row: Row) -> String {
    let kind = self.kind(row.kind)
    // The texts of a setup are keys.
    if let kind, Self.setups.contains(where: { $0.row == row.id }) { return kind.label }
    if row.kind == .folder {
      let name = TakeFolder(row).shownName
      if !name.utf8.isEmpty { return name.firstLine }
    }
    if let title = kind?.title, case .text(let text) = row.value(title), !text.isEmpty {
      return text.firstLine
    }
    for cell in row.cells {
      if case .text(let text) = cell.value, !text.isEmpty { return text.firstLine }
    }
    guard let label = kind?.label else { return "Item \(row.id.bits.hex.utf8Prefix(8))" }
    // What has no words is told apart by its time.
    for cell in row.cells {
      guard case .instant(let time, let zone) = cell.value else { continue }
      return "\(label), \(MomentText.text(time, zoneMinutes: Int(clamping: zone)))"
    }
    return label
  }
}

extension Value {
  /// The value as a person reads it.
  func text(for field: Field?, zoneMinutes: Int) -> String {
    if case .choice(let choices) = field?.format, case .int(let number) = self,
      let choice = choices.first(where: { $0.number == number })
    {
      return choice.label
    }
    let unit = field?.unit ?? ""
    switch self {
    case .null: return "–"
    case .bool(let flag): return flag ? "Yes" : "No"
    case .int(let number): return "\(number)" + unit
    case .number(let number): return "\(number)"
    case .text(let text): return text
    case .bytes(let bytes), .sealed(let bytes): return "\(bytes.count) bytes"
    case .row(let row): return "Item \(row.bits.hex.utf8Prefix(8))"
    case .blob(let blob): return "\(blob.mimeType), \(blob.byteCount) bytes"
    case .day(let day): return MomentText.dayText(day)
    case .instant(let time, let zone):
      return MomentText.text(time, zoneMinutes: Int(clamping: zone))
    case .decimal(let units, let places):
      return DecimalText.text(units: units, places: places) + unit
    case .unknown: return "from a later version"
    }
  }
}

extension Field {
  /// The unit behind a number, with a space.
  var unit: String {
    switch format {
    case .whole(_, let unit), .decimal(_, _, let unit): unit.isEmpty ? "" : " \(unit)"
    default: ""
    }
  }
}

extension Stamp {
  /// When and where, such as `20 Nov 2026, 14:31, on this device`.
  func words(_ data: Replica, _ zoneMinutes: Int) -> String {
    let time = MomentText.text(time.milliseconds, zoneMinutes: zoneMinutes)
    return "\(time), \(device.words(data))"
  }
}

extension DeviceID {
  func words(_ data: Replica) -> String {
    if self == data.head.device { return "on this device" }
    if self == data.head.epoch.device { return "by the server" }
    return "on another device (\(Hex.text(of: bits, digits: 16).utf8Prefix(4)))"
  }
}
