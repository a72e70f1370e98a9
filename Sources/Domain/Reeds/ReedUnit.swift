public import Ledger

/// Units that numbers are converted between when a field gets another one.
public struct ReedUnit: Sendable {
  /// What it measures: only units of one kind are converted.
  let kind: Kind
  /// The size of one in the kind's first unit, and where its zero is.
  let size: Double
  let zero: Double

  enum Kind { case length, mass, temperature, time, pressure, density }

  private init(_ kind: Kind, _ size: Double, zero: Double = 0) {
    (self.kind, self.size, self.zero) = (kind, size, zero)
  }

  private static let all: [(names: [String], unit: ReedUnit)] = [
    (["mm"], .init(.length, 1)), (["cm"], .init(.length, 10)), (["m"], .init(.length, 1_000)),
    (["µm", "μm", "um"], .init(.length, 0.001)),
    (["in", "inch", "inches", "\"", "″"], .init(.length, 25.4)),
    (["ft", "feet"], .init(.length, 304.8)),
    (["g"], .init(.mass, 1)), (["mg"], .init(.mass, 0.001)), (["kg"], .init(.mass, 1_000)),
    (["oz"], .init(.mass, 28.349_523_125)), (["lb"], .init(.mass, 453.592_37)),
    (["°c", "c"], .init(.temperature, 1)),
    (["°f", "f"], .init(.temperature, 5 / 9, zero: -160 / 9)),
    (["k"], .init(.temperature, 1, zero: -273.15)),
    (["s", "sec"], .init(.time, 1)), (["min"], .init(.time, 60)), (["h"], .init(.time, 3_600)),
    (["hpa", "mbar"], .init(.pressure, 1)), (["kpa"], .init(.pressure, 10)),
    (["inhg"], .init(.pressure, 33.863_89)), (["mmhg"], .init(.pressure, 1.333_224)),
    (["g/cm³", "g/cm3"], .init(.density, 1)), (["kg/m³", "kg/m3"], .init(.density, 0.001)),
  ]

  /// The unit of this name; `nil` if it is unknown.
  public init?(_ name: String) {
    let name = name.trimmingBlanks.inLowerCase
    guard let known = Self.all.first(where: { $0.names.contains { $0.hasSameBytes(as: name) } })
    else { return nil }
    self = known.unit
  }

  public func canBecome(_ other: ReedUnit) -> Bool { kind == other.kind }

  /// A number in another unit, both in units of the last of as many places.
  public func converted(_ units: Int64, to other: ReedUnit, places: Int) -> Int64 {
    var one = 1.0
    for _ in 0..<places { one *= 10 }
    let number = ((Double(units) / one * size + zero - other.zero) / other.size * one).rounded()
    return Int64(min(max(number, -1e15), 1e15))
  }
}

extension ReedField {
  /// A value of another field in this field's unit, where both units are of one kind.
  public func value(_ value: Value, from other: ReedField) -> Value {
    guard case .number(let places, _, let unit) = content, places == other.content.places,
      !unit.hasSameBytes(as: other.content.unit), let units = Self.units(of: value),
      let from = ReedUnit(other.content.unit), let to = ReedUnit(unit), from.canBecome(to)
    else { return value }
    let converted = from.converted(units, to: to, places: Int(places))
    return places == 0 ? .int(converted) : .decimal(units: converted, places: places)
  }
}
