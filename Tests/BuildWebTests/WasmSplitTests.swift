import Testing

@testable import BuildWeb

@Suite struct WasmSplitTests {
  private static let i32 = Assembly.i32

  /// `start` calls 2 and, if asked, 3; 3 calls 2 and the import; 4 is only in the table, beside 2.
  private let whole = Assembly(
    types: [([Self.i32], [Self.i32])], imports: [("told", 0)],
    functions: [
      (0, [0, 0x20, 0, 0x10, 2, 0x04, Self.i32, 0x41, 5, 0x10, 3, 0x05, 0x41, 0, 0x0B, 0x0B]),
      (0, [0, 0x20, 0, 0x41, 1, 0x71, 0x0B]),
      (0, [0, 0x20, 0, 0x10, 2, 0x10, 0, 0x0B]),
      (0, [0, 0x20, 0, 0x0B]),
    ], exports: [("start", 1)], table: [2, 4], data: [1, 2, 3])

  private func split(_ isFirst: [Bool]) throws -> (first: WasmProgram, rest: WasmProgram) {
    let split = try WasmSplit(whole.program(), isFirst: isFirst, small: 0)
    return (try WasmProgram(split.first), try WasmProgram(split.rest))
  }

  private func name(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func whatIsExportedIsFirst() throws {
    let (first, rest) = try split([false, true, false, false])
    #expect(rest.functions.count == 2)
    // And a stub for each of the rest: 3 is called, 4 is in the table.
    #expect(first.functions.count == 2 + 2)
    #expect(first.exports.map { name($0.name) } == ["memory", "start", "table", "global0", "0"])
  }

  @Test func theFirstPartRunsAloneUntilItNeedsTheRest() throws {
    let (first, _) = try split([true, true, false, false])
    let alone = try WasmMachine(first, Listener())
    #expect(try alone.call("start", 4) == 0)
    #expect(alone.host.heard.isEmpty)
    // This page loads nothing: the stub calls itself again, until the machine has had enough.
    #expect(throws: WasmProblem.trapped) { try alone.call("start", 1) }
    #expect(alone.host.heard.first == "load")
  }

  @Test func placesInTheTableStayAndNewOnesFollow() throws {
    let (first, rest) = try split([true, true, false, false])
    // The second function, in front of which are two imports now, and the stub of the fourth.
    #expect(first.elements.map(\.place) == [1, 3])
    #expect(first.elements.map(\.functions) == [[3, 5], [4]])
    // Of the rest's numbers, 0 and 1 are what it imports.
    #expect(rest.elements.map(\.place) == [2, 3])
    #expect(rest.elements.map(\.functions) == [[3], [2]])
    #expect(first.imports.map { name($0.name) } == ["told", "load"])
    #expect(rest.imports.map { name($0.module) + "." + name($0.name) } == ["first.0", "page.told"])
  }

  @Test func whatIsAsSmallAsAStubIsFirst() throws {
    let split = { small in
      try WasmSplit(self.whole.program(), isFirst: [true, false, false, false], small: small)
    }
    // 3 calls 2, and is only alone once that is first.
    #expect(try WasmProgram(split(7).rest).functions.count == 1)
    #expect(try WasmProgram(split(8).rest).functions.isEmpty)
    #expect(try WasmProgram(split(6).rest).functions.count == 2)
  }

  @Test func whereNothingIsLeftTheRestIsEmpty() throws {
    let (first, rest) = try split([true, true, true, true])
    #expect(rest.functions.isEmpty && rest.imports.isEmpty)
    #expect(first.functions.count == 4)
    #expect(try WasmMachine(first, Listener()).call("start", 1) == 1)
  }

  @Test func whatCannotBeSplitIsRefused() throws {
    var tail = whole
    tail.functions[2].1 = [0, 0x20, 0, 0x12, 2, 0x0B]
    #expect(throws: WasmProgram.Problem.unknown) {
      try WasmSplit(tail.program(), isFirst: [true, true, false, false], small: 0)
    }
    #expect(throws: WasmProgram.Problem.unknown) {
      try WasmSplit(whole.program(), isFirst: [true])
    }
    // Names that the parts have for each other.
    for name in ["0", "table", "global0"] {
      var taken = whole
      taken.exports.append((name, 1))
      #expect(throws: WasmProgram.Problem.unknown) {
        try WasmSplit(taken.program(), isFirst: [true, true, false, false], small: 0)
      }
    }
    for count in 0..<whole.bytes.count - 1 {
      _ = try? WasmSplit(WasmProgram(Array(whole.bytes.prefix(count))), isFirst: [true, true])
    }
  }
}
