import Testing

@testable import BuildWeb

@Suite struct WasmMachineTests {
  private static let i32 = Assembly.i32

  /// Runs one function of a program that has no other.
  private func run(
    _ parameters: [UInt8], _ results: [UInt8], _ body: [UInt8], _ arguments: UInt64...
  ) throws -> UInt64 {
    let assembly = Assembly(
      types: [(parameters, results)], functions: [(0, body)], exports: [("f", 0)],
      data: [1, 2, 3, 0xF4])
    let machine = try WasmMachine(assembly.program(), Listener())
    return switch arguments.count {
    case 0: try machine.call("f")
    case 1: try machine.call("f", arguments[0])
    default: try machine.call("f", arguments[0], arguments[1])
    }
  }

  /// One instruction with two operands.
  private func two(_ type: UInt8, _ code: [UInt8], _ a: UInt64, _ b: UInt64) throws -> UInt64 {
    try run([type, type], [type], [0, 0x20, 0, 0x20, 1] + code + [0x0B], a, b)
  }

  private func one(_ from: UInt8, _ to: UInt8, _ code: [UInt8], _ a: UInt64) throws -> UInt64 {
    try run([from], [to], [0, 0x20, 0] + code + [0x0B], a)
  }

  private func float(_ value: Float) -> UInt64 { UInt64(value.bitPattern) }
  private func bits(_ value: Int32) -> UInt64 { UInt64(UInt32(bitPattern: value)) }

  @Test func wholeNumbersAreThoseOfTheSpecification() throws {
    let (i32, i64) = (Assembly.i32, Assembly.i64)
    #expect(try two(i32, [0x6A], 0xFFFF_FFFF, 2) == 1)
    #expect(try two(i32, [0x6B], 1, 2) == 0xFFFF_FFFF)
    #expect(try two(i32, [0x6D], bits(-7), 2) == bits(-3))
    #expect(try two(i32, [0x6E], bits(-7), 2) == 0x7FFF_FFFC)
    #expect(try two(i32, [0x6F], bits(-7), 2) == bits(-1))
    #expect(try two(i32, [0x6F], bits(.min), bits(-1)) == 0)
    #expect(try two(i32, [0x74], 1, 33) == 2)
    #expect(try two(i32, [0x75], bits(-8), 1) == bits(-4))
    #expect(try two(i32, [0x76], bits(-8), 1) == 0x7FFF_FFFC)
    #expect(try two(i32, [0x77], 0x8000_0001, 1) == 3)
    #expect(try two(i32, [0x78], 0x8000_0001, 33) == 0xC000_0000)
    #expect(try two(i64, [0x7E], 1 << 40, 1 << 30) == 0)
    #expect(try two(i64, [0x89], 1, 65) == 2)
    #expect(try one(i32, i32, [0x67], 1) == 31)
    #expect(try one(i32, i32, [0x68], 0) == 32)
    #expect(try one(i64, i64, [0x7B], .max) == 64)
    #expect(try one(i32, i32, [0xC0], 0x80) == bits(-128))
    #expect(try one(i64, i64, [0xC4], 0x8000_0000) == UInt64(bitPattern: -0x8000_0000))
    #expect(try one(i32, i64, [0xAC], bits(-1)) == .max)
    #expect(try one(i32, i64, [0xAD], bits(-1)) == 0xFFFF_FFFF)
    for (code, b) in [(0x6D, 0), (0x6E, 0), (0x6F, 0), (0x70, 0)] as [(UInt8, UInt64)] {
      #expect(throws: WasmProblem.trapped) { try two(i32, [code], 1, b) }
    }
    #expect(throws: WasmProblem.trapped) { try two(i32, [0x6D], bits(.min), bits(-1)) }
  }

  @Test func comparisonsKnowSigns() throws {
    func isTrue(_ code: UInt8, _ a: UInt64, _ b: UInt64) throws -> Bool {
      try two(Assembly.i32, [code], a, b) == 1
    }
    #expect(try isTrue(0x48, bits(-1), 1))
    #expect(try !isTrue(0x49, bits(-1), 1))
    #expect(try isTrue(0x4B, bits(-1), 1))
    #expect(try isTrue(0x4E, 1, 1) && isTrue(0x4F, 1, 1) && !isTrue(0x47, 1, 1))
  }

  @Test func realNumbersAreThoseOfTheSpecification() throws {
    let (f32, f64, i32, i64) = (Assembly.f32, Assembly.f64, Assembly.i32, Assembly.i64)
    func value(_ code: UInt8, _ a: Double, _ b: Double) throws -> Double {
      Double(bitPattern: try two(f64, [code], a.bitPattern, b.bitPattern))
    }
    #expect(try value(0xA3, 1, 4) == 0.25)
    #expect(try value(0xA4, -0.0, 0).sign == .minus)
    #expect(try value(0xA5, -0.0, 0).sign == .plus)
    #expect(try value(0xA4, 1, .nan).isNaN)
    #expect(try value(0xA6, 3, -1) == -3)
    #expect(try one(f64, f64, [0x9E], 2.5.bitPattern) == 2.0.bitPattern)
    #expect(try one(f32, f32, [0x8D], float(-1.5)) == float(-1.0))
    #expect(try one(f64, i32, [0xAA], (-3.9).bitPattern) == bits(-3))
    #expect(throws: WasmProblem.trapped) { try one(f64, i32, [0xAA], 3e9.bitPattern) }
    #expect(throws: WasmProblem.trapped) { try one(f64, i32, [0xAB], (-1.0).bitPattern) }
    #expect(try one(f64, i32, [0xAB], (-0.5).bitPattern) == 0)
    #expect(try one(f64, i32, [0xFC, 2], 3e9.bitPattern) == bits(.max))
    #expect(try one(f64, i32, [0xFC, 3], (-1.0).bitPattern) == 0)
    #expect(try one(f64, i64, [0xFC, 6], Double.nan.bitPattern) == 0)
    #expect(try one(i64, f64, [0xBA], .max) == 0x1p64.bitPattern)
    #expect(try one(f64, f32, [0xB6], 0.1.bitPattern) == float(0.1))
    #expect(try one(f32, f64, [0xBB], float(0.5)) == 0.5.bitPattern)
  }

  @Test func aLoopCountsAndABranchLeavesIt() throws {
    // total = 0; loop { if n == 0 { return total }; total += n; n -= 1 }
    let body: [UInt8] =
      [1, 1, Self.i32, 0x03, 0x40, 0x20, 0, 0x45, 0x04, 0x40, 0x20, 1, 0x0F, 0x0B]
      + [
        0x20, 1, 0x20, 0, 0x6A, 0x21, 1, 0x20, 0, 0x41, 1, 0x6B, 0x21, 0, 0x0C, 0, 0x0B, 0x00, 0x0B,
      ]
    #expect(try run([Self.i32], [Self.i32], body, 100) == 5_050)
  }

  @Test func branchesByNumberAndBothSidesOfIf() throws {
    let branch: [UInt8] =
      [0, 0x02, 0x40, 0x02, 0x40, 0x02, 0x40, 0x20, 0, 0x0E, 2, 0, 1, 2, 0x0B]
      + [0x41, 10, 0x0F, 0x0B, 0x41, 20, 0x0F, 0x0B, 0x41, 30, 0x0B]
    for (number, result) in [(0, 10), (1, 20), (2, 30), (9, 30)] as [(UInt64, UInt64)] {
      #expect(try run([Self.i32], [Self.i32], branch, number) == result)
    }
    let choice: [UInt8] = [0, 0x20, 0, 0x04, Self.i32, 0x41, 1, 0x05, 0x41, 2, 0x0B, 0x0B]
    #expect(try run([Self.i32], [Self.i32], choice, 5) == 1)
    #expect(try run([Self.i32], [Self.i32], choice, 0) == 2)
    // A value is taken out of a block, past what else is on the stack.
    let carried: [UInt8] = [0, 0x02, Self.i32, 0x41, 7, 0x41, 8, 0x0C, 0, 0x0B, 0x0B]
    #expect(try run([], [Self.i32], carried) == 8)
    let selected: [UInt8] = [0, 0x41, 3, 0x41, 4, 0x20, 0, 0x1B, 0x0B]
    #expect(try run([Self.i32], [Self.i32], selected, 1) == 3)
    #expect(try run([Self.i32], [Self.i32], selected, 0) == 4)
  }

  @Test func memoryIsReadWrittenCopiedAndGrown() throws {
    func read(_ code: UInt8, _ place: UInt64) throws -> UInt64 {
      try run([Self.i32], [Self.i32], [0, 0x20, 0, code, 0, 0, 0x0B], place)
    }
    #expect(try read(0x28, 1_024) == 0xF403_0201)
    #expect(try read(0x2C, 1_027) == bits(-12))
    #expect(try read(0x2F, 1_025) == 0x0302)
    #expect(throws: WasmProblem.trapped) { try read(0x28, 65_533) }
    #expect(throws: WasmProblem.trapped) { try read(0x28, 0xFFFF_FFFF) }
    let copied: [UInt8] =
      [0, 0x41, 0, 0x41] + WasmBytes.of(1_024).map { $0 } + [0x41, 4, 0xFC, 10, 0, 0]
      + [0x41, 1, 0x41, 9, 0x41, 1, 0xFC, 11, 0, 0x41, 0, 0x28, 0, 0, 0x0B]
    #expect(try run([], [Self.i32], copied) == 0xF403_0901)
    let grown: [UInt8] = [0, 0x41, 2, 0x40, 0, 0x3F, 0, 0x6A, 0x0B]
    #expect(try run([], [Self.i32], grown) == 4)
  }

  /// What calls what: `f` calls the import and, by the table, either of two functions.
  private var calling: Assembly {
    Assembly(
      types: [([Self.i32], [Self.i32]), ([], [Self.i32])], imports: [("told", 0)],
      functions: [
        (0, [0, 0x20, 0, 0x10, 0, 0x11, 1, 0, 0x0B]), (1, [0, 0x41, 11, 0x0B]),
        (1, [0, 0x41, 22, 0x0B]), (1, [0, 0x10, 4, 0x0B]),
      ], exports: [("f", 1), ("endless", 4)], table: [2, 3])
  }

  @Test func whatRanIsNotedByCopiesAsWell() throws {
    let machine = try WasmMachine(calling.program(), Listener())
    #expect(machine.hasRun == [false, false, false, false])
    #expect(try machine.call("f", 1) == 11)
    #expect(machine.host.heard == ["told 1"])
    #expect(machine.hasRun == [true, true, false, false])
    let copy = machine.copy()
    #expect(try copy.call("f", 2) == 22)
    #expect(copy.host.heard == ["told 1", "told 2"])
    #expect(machine.host.heard == ["told 1"])
    #expect(machine.hasRun == [true, true, true, false])
  }

  @Test func whatGoesWrongEndsTheCall() throws {
    let machine = try WasmMachine(calling.program(), Listener())
    #expect(throws: WasmProblem.trapped) { try machine.copy().call("f", 0) }
    #expect(throws: WasmProblem.trapped) { try machine.copy().call("f", 3) }
    #expect(throws: WasmProblem.trapped) { try machine.copy().call("endless") }
    #expect(throws: WasmProblem.unknown) { try machine.copy().call("nothing") }
    let short = machine.copy()
    short.stepLimit = 3
    #expect(throws: WasmProblem.tooLong) { try short.call("f", 1) }
  }
}
