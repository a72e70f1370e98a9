/// What instructions calculate.
extension WasmMachine {
  func compared(_ code: UInt8) throws(Problem) -> Bool {
    switch code {
    case 0x45: return try pop32() == 0
    case 0x50: return try pop() == 0
    case 0x46...0x4F:
      let (b, a) = (try pop32(), try pop32())
      return Self.compare(code - 0x46, a, b, Int32(bitPattern: a), Int32(bitPattern: b))
    case 0x51...0x5A:
      let (b, a) = (try pop(), try pop())
      return Self.compare(code - 0x51, a, b, Int64(bitPattern: a), Int64(bitPattern: b))
    case 0x5B...0x60:
      let (b, a) = (Float(bitPattern: try pop32()), Float(bitPattern: try pop32()))
      return Self.compare(code - 0x5B, a, b)
    default:
      let (b, a) = (Double(bitPattern: try pop()), Double(bitPattern: try pop()))
      return Self.compare(code - 0x61, a, b)
    }
  }

  private static func compare<Number: FixedWidthInteger, Signed: FixedWidthInteger>(
    _ way: UInt8, _ a: Number, _ b: Number, _ signedA: Signed, _ signedB: Signed
  ) -> Bool {
    switch way {
    case 0: a == b
    case 1: a != b
    case 2: signedA < signedB
    case 3: a < b
    case 4: signedA > signedB
    case 5: a > b
    case 6: signedA <= signedB
    case 7: a <= b
    case 8: signedA >= signedB
    default: a >= b
    }
  }

  private static func compare<Number: BinaryFloatingPoint>(
    _ way: UInt8, _ a: Number, _ b: Number
  ) -> Bool {
    switch way {
    case 0: a == b
    case 1: a != b
    case 2: a < b
    case 3: a > b
    case 4: a <= b
    default: a >= b
    }
  }

  func calculated(_ code: UInt8) throws(Problem) -> UInt64 {
    switch code {
    case 0x67...0x69: return UInt64(Self.count(code - 0x67, try pop32()))
    case 0x6A...0x78:
      let (b, a) = (try pop32(), try pop32())
      let value = try Self.whole(
        code - 0x6A, a, b, Int32(bitPattern: a), Int32(bitPattern: b))
      return UInt64(value)
    case 0x79...0x7B: return UInt64(Self.count(code - 0x79, try pop()))
    case 0x7C...0x8A:
      let (b, a) = (try pop(), try pop())
      return try Self.whole(code - 0x7C, a, b, Int64(bitPattern: a), Int64(bitPattern: b))
    case 0x8B...0x91:
      return UInt64(Self.one(code - 0x8B, Float(bitPattern: try pop32())).bitPattern)
    case 0x92...0x98:
      let (b, a) = (Float(bitPattern: try pop32()), Float(bitPattern: try pop32()))
      return UInt64(Self.two(code - 0x92, a, b).bitPattern)
    case 0x99...0x9F:
      return Self.one(code - 0x99, Double(bitPattern: try pop())).bitPattern
    case 0xA0...0xA6:
      let (b, a) = (Double(bitPattern: try pop()), Double(bitPattern: try pop()))
      return Self.two(code - 0xA0, a, b).bitPattern
    default: return try converted(code, try pop())
    }
  }

  /// Leading zeros, trailing zeros, ones.
  private static func count(_ way: UInt8, _ value: some FixedWidthInteger) -> Int {
    switch way {
    case 0: value.leadingZeroBitCount
    case 1: value.trailingZeroBitCount
    default: value.nonzeroBitCount
    }
  }

  private static func whole<Number: FixedWidthInteger, Signed: FixedWidthInteger>(
    _ way: UInt8, _ a: Number, _ b: Number, _ signedA: Signed, _ signedB: Signed
  ) throws(Problem) -> Number {
    func bits(_ value: Signed) -> Number { Number(truncatingIfNeeded: value) }
    let width = Number(Number.bitWidth)
    switch way {
    case 0: return a &+ b
    case 1: return a &- b
    case 2: return a &* b
    case 3, 5:
      let (quotient, overflow) = signedA.dividedReportingOverflow(by: signedB)
      if way == 5, signedB == -1 { return 0 }
      guard b != 0, !overflow else { throw .trapped }
      return bits(way == 3 ? quotient : signedA % signedB)
    case 4, 6:
      guard b != 0 else { throw .trapped }
      return way == 4 ? a / b : a % b
    case 7: return a & b
    case 8: return a | b
    case 9: return a ^ b
    case 10: return a &<< b
    case 11: return bits(signedA &>> Signed(truncatingIfNeeded: b))
    case 12: return a &>> b
    default:
      let count = b % width
      guard count > 0 else { return a }
      return way == 13 ? a << count | a >> (width - count) : a >> count | a << (width - count)
    }
  }

  private static func one<Number: BinaryFloatingPoint>(_ way: UInt8, _ value: Number) -> Number {
    switch way {
    case 0: value.magnitude
    case 1: -value
    case 2: value.rounded(.up)
    case 3: value.rounded(.down)
    case 4: value.rounded(.towardZero)
    case 5: value.rounded(.toNearestOrEven)
    default: value.squareRoot()
    }
  }

  private static func two<Number: BinaryFloatingPoint>(
    _ way: UInt8, _ a: Number, _ b: Number
  ) -> Number {
    switch way {
    case 0: return a + b
    case 1: return a - b
    case 2: return a * b
    case 3: return a / b
    case 4, 5:
      if a.isNaN || b.isNaN { return .nan }
      if a == b { return (a.sign == .minus) == (way == 4) ? a : b }
      return (a < b) == (way == 4) ? a : b
    default: return Number(signOf: b, magnitudeOf: a)
    }
  }

  private func converted(_ code: UInt8, _ bits: UInt64) throws(Problem) -> UInt64 {
    let low = UInt32(truncatingIfNeeded: bits)
    var float: Double { Double(Float(bitPattern: low)) }
    let double = Double(bitPattern: bits)
    func whole<Number: FixedWidthInteger>(
      _ value: Double, _ type: Number.Type
    ) throws(Problem) -> UInt64 {
      guard let number = Number(exactly: value.rounded(.towardZero)) else { throw .trapped }
      return Self.bits(number)
    }
    func nearest<Number: FixedWidthInteger>(_ value: Double, _ type: Number.Type) -> UInt64 {
      if value.isNaN { return 0 }
      return Self.bits(
        Number(exactly: value.rounded(.towardZero)) ?? (value < 0 ? Number.min : Number.max))
    }
    switch code {
    case 0xA7: return UInt64(low)
    case 0xA8: return try whole(float, Int32.self)
    case 0xA9: return try whole(float, UInt32.self)
    case 0xAA: return try whole(double, Int32.self)
    case 0xAB: return try whole(double, UInt32.self)
    case 0xAC: return Self.bits(Int64(Int32(bitPattern: low)))
    case 0xAD: return UInt64(low)
    case 0xAE: return try whole(float, Int64.self)
    case 0xAF: return try whole(float, UInt64.self)
    case 0xB0: return try whole(double, Int64.self)
    case 0xB1: return try whole(double, UInt64.self)
    case 0xB2: return UInt64(Float(Int32(bitPattern: low)).bitPattern)
    case 0xB3: return UInt64(Float(low).bitPattern)
    case 0xB4: return UInt64(Float(Int64(bitPattern: bits)).bitPattern)
    case 0xB5: return UInt64(Float(bits).bitPattern)
    case 0xB6: return UInt64(Float(double).bitPattern)
    case 0xB7: return Double(Int32(bitPattern: low)).bitPattern
    case 0xB8: return Double(low).bitPattern
    case 0xB9: return Double(Int64(bitPattern: bits)).bitPattern
    case 0xBA: return Double(bits).bitPattern
    case 0xBB: return float.bitPattern
    case 0xBC...0xBF: return bits
    case 0xC0: return Self.bits(Int32(Int8(truncatingIfNeeded: bits)))
    case 0xC1: return Self.bits(Int32(Int16(truncatingIfNeeded: bits)))
    case 0xC2: return Self.bits(Int64(Int8(truncatingIfNeeded: bits)))
    case 0xC3: return Self.bits(Int64(Int16(truncatingIfNeeded: bits)))
    case 0xC4: return Self.bits(Int64(Int32(truncatingIfNeeded: bits)))
    case WasmCode.wide: return nearest(float, Int32.self)
    case WasmCode.wide + 1: return nearest(float, UInt32.self)
    case WasmCode.wide + 2: return nearest(double, Int32.self)
    case WasmCode.wide + 3: return nearest(double, UInt32.self)
    case WasmCode.wide + 4: return nearest(float, Int64.self)
    case WasmCode.wide + 5: return nearest(float, UInt64.self)
    case WasmCode.wide + 6: return nearest(double, Int64.self)
    case WasmCode.wide + 7: return nearest(double, UInt64.self)
    default: throw .unknown
    }
  }

  private static func bits(_ value: some FixedWidthInteger) -> UInt64 {
    value.bitWidth == 32
      ? UInt64(UInt32(truncatingIfNeeded: value)) : UInt64(truncatingIfNeeded: value)
  }
}
