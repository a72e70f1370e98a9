import Testing

@testable import BuildWeb

@Suite struct FunctionOrderTests {
  private func section(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    WasmBytes.section(number, content)
  }

  /// One imported function, and some of its own.
  private func program(
    types: [UInt8], _ bodies: [[UInt8]], export: UInt8 = 1, element: UInt8 = 1
  ) -> [UInt8] {
    WasmProgram.head + section(1, [2, 0x60, 0, 0, 0x60, 0, 1, 0x7F])
      + section(2, [1, 1, 0x6D, 1, 0x66, 0, 1])
      + section(3, WasmBytes.of(types.count) + types)
      + section(4, [1, 0x70, 0, 1])
      + section(7, [1, 1, 0x61, 0, export])
      + section(9, [1, 0, 0x41, 0, 0x0B, 1, element])
      + section(10, WasmBytes.of(bodies.count) + bodies.flatMap { WasmBytes.of($0.count) + $0 })
      + section(11, [0])
  }

  @Test func whatIsCalledMostComesFirstAndEveryNumberFollows() {
    let caller: [UInt8] = [0, 0x10, 3, 0x10, 3, 0x10, 0, 0xD2, 2, 0x0B]
    let one: [UInt8] = [0, 0x41, 1, 0x0B]
    let two: [UInt8] = [0, 0x41, 2, 0x0B]
    let before = program(types: [0, 1, 1], [caller, one, two], export: 1, element: 2)
    let moved: [UInt8] = [0, 0x10, 1, 0x10, 1, 0x10, 0, 0xD2, 2, 0x0B]
    let after = program(types: [1, 1, 0], [two, one, moved], export: 3, element: 2)
    #expect(FunctionOrder.applied(to: before) == after)
    #expect(FunctionOrder.applied(to: after) == after)
  }

  @Test func behindThoseLikeIsBesideLike() {
    let types = (0..<400).map { UInt8($0 % 2) }
    let bodies = (0..<400).map { [0, 0x41, UInt8($0 % 3), 0x0B] }
    let ordered = FunctionOrder.applied(to: program(types: types, bodies))
    // Nothing is called: the first 127 stay where they are.
    let rest = Array(127..<400).sorted { (types[$0], bodies[$0][2]) < (types[$1], bodies[$1][2]) }
    let order = Array(0..<127) + rest
    #expect(
      ordered
        == program(types: order.map { types[$0] }, order.map { bodies[$0] }))
  }

  /// A block, a loop, branches, a branch by number, memory, constants of each type, and the newer copies.
  @Test func operandsAreNoInstructions() {
    let body: [UInt8] =
      [1, 1, 0x7F, 0x02, 0x40, 0x03, 0x40, 0x0C, 1, 0x0D, 0x10, 0x0E, 1, 0x10, 0x10, 0x0B, 0x0B]
      + [0x20, 0x10, 0x28, 2, 0x10, 0x41, 0x90, 0x10, 0x42, 0x90, 0x90, 0x10]
      + [0x43, 0x10, 1, 0x10, 1, 0x44, 0x10, 1, 0x10, 1, 0x10, 1, 0x10, 1, 0x11, 0x10, 0]
      + [0xFC, 10, 0, 0, 0xFC, 11, 0, 0xFC, 2, 0x6A, 0x10, 2, 0x0B]
    var moved = body
    moved[body.count - 2] = 1
    let called: [UInt8] = [0, 0x0B]
    #expect(
      FunctionOrder.applied(to: program(types: [0, 1], [body, called]))
        == program(types: [1, 0], [called, moved], export: 2, element: 2))
  }

  @Test func whatIsNotUnderstoodStaysAsItIs() {
    let bodies: [[UInt8]] = [[0, 0x10, 2, 0x0B], [0, 0x0B]]
    let whole = program(types: [0, 0], bodies)
    #expect(FunctionOrder.applied(to: whole) != whole)
    for count in 0..<whole.count - 3 {
      let cut = Array(whole.prefix(count))
      if FunctionOrder.applied(to: cut) != cut { #expect(sectionsAreWhole(cut), "\(count)") }
    }
    for body in [
      [0, 0xFD, 0, 0x0B], [0, 0x10, 9, 0x0B], [0, 0x10, 0x80, 0x80, 0x80, 0x80, 0x80, 0],
    ] {
      let other = program(types: [0, 0], [body.map { UInt8($0) }, [0, 0x0B]])
      #expect(FunctionOrder.applied(to: other) == other)
    }
    let starting = whole + section(8, [1])
    #expect(FunctionOrder.applied(to: starting) == starting)
    #expect(FunctionOrder.applied(to: Array("no program".utf8)) == Array("no program".utf8))
  }

  /// Whether a program that was cut ends where a section ends.
  private func sectionsAreWhole(_ program: [UInt8]) -> Bool {
    var place = WasmProgram.head.count
    while place < program.count, place + 1 < program.count {
      place += 2 + Int(program[place + 1])
    }
    return place == program.count
  }
}
