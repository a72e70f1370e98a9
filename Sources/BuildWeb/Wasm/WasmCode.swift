/// A function's body, ready to be run: instructions of one length, and where each block ends.
struct WasmCode {
  struct Instruction {
    /// The instruction's byte; those of two bytes are at `WasmCode.wide` and above.
    let code: UInt8
    /// An index, an offset or a constant.
    var operand: Int = 0
    /// Of a block: where its end is, and of `if` where `else` begins.
    var end = 0
    var otherwise = 0
  }

  /// No instruction of one byte is as high.
  static let wide: UInt8 = 0xE0
  static let copy = wide + 10
  static let fill = wide + 11

  private(set) var instructions: [Instruction] = []
  /// Where branches by number lead; the last is for all other numbers.
  private(set) var branches: [[Int]] = []
  private(set) var localCount = 0

  init(_ function: WasmProgram.Function) throws(WasmProgram.Problem) {
    var reader = WasmReader(function.body)
    for _ in 0..<(try reader.number()) {
      localCount += try reader.number()
      _ = try reader.byte()
    }
    var open: [Int] = []
    while !reader.isAtEnd {
      let instruction = try read(&reader)
      let place = instructions.count
      instructions.append(instruction)
      switch instruction.code {
      case 0x02...0x04: open.append(place)
      case 0x05:
        guard let start = open.last else { throw .unknown }
        instructions[start].otherwise = place
      case 0x0B:
        // The last one ends the function.
        guard let start = open.popLast() else { continue }
        instructions[start].end = place
        let otherwise = instructions[start].otherwise
        if otherwise > 0 { instructions[otherwise].end = place }
      default: break
      }
    }
    guard open.isEmpty else { throw .cutShort }
  }

  private mutating func read(
    _ reader: inout WasmReader
  ) throws(WasmProgram.Problem) -> Instruction {
    let code = try reader.byte()
    switch code {
    case 0x02...0x04, 0x41, 0x42:
      return Instruction(code: code, operand: try reader.signedNumber())
    case 0x0C, 0x0D, 0x10, 0x20...0x26:
      return Instruction(code: code, operand: try reader.number())
    case 0x3F, 0x40:
      try reader.skipNumber()
      return Instruction(code: code)
    case 0x0E:
      var targets = try reader.list { reader throws(WasmProgram.Problem) in try reader.number() }
      targets.append(try reader.number())
      branches.append(targets)
      return Instruction(code: code, operand: branches.count - 1)
    case 0x11:
      let type = try reader.number()
      try reader.skipNumber()
      return Instruction(code: code, operand: type)
    case 0x28...0x3E:
      try reader.skipNumber()
      return Instruction(code: code, operand: try reader.number())
    case 0x43, 0x44:
      let bytes = try reader.bytes(code == 0x43 ? 4 : 8)
      let bits = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Instruction(code: code, operand: Int(truncatingIfNeeded: bits))
    case 0xFC:
      let second = try reader.number()
      switch second {
      case 0...7: break
      case 10: try reader.skipNumber(times: 2)
      case 11: try reader.skipNumber()
      default: throw .unknown
      }
      return Instruction(code: Self.wide + UInt8(second))
    case 0x00, 0x01, 0x05, 0x0B, 0x0F, 0x1A, 0x1B, 0x45...0xC4: return Instruction(code: code)
    default: throw .unknown
    }
  }
}
