/// A program in two parts: the first runs alone, and the rest adds its functions to it.
///
/// Where the first part calls a function of the rest, it does so through the table. Until the rest is there, that place has a
/// stub, which has the page load the rest and calls again. The rest imports from the first what it uses of it: memory, table,
/// globals and functions. The table of the program stays as it was, with places for the new calls at its end.
struct WasmSplit {
  let first: [UInt8]
  let rest: [UInt8]

  /// What loads the rest, for the first part; and the first part, for the rest.
  static let loader = (module: "rest", name: "load")
  static let firstModule = "first"

  /// Splits off the functions of the program's own that are not among the first. What is exported always is, and so are those
  /// of at most `small` bytes that call nothing of the rest: a stub with its place in the table is as large.
  init(
    _ program: WasmProgram, isFirst: [Bool], small: Int = 48
  ) throws(WasmProgram.Problem) {
    let plan = try Plan(program, isFirst, small)
    first = plan.first
    rest = plan.rest
  }
}

private struct Plan {
  private typealias Number = WasmProgram.SectionNumber

  private let program: WasmProgram
  private let isFirst: [Bool]
  private let importCount: Int
  private let table: (flags: UInt8, size: Int, maximum: Int?)
  /// The place in the table of each function of the rest that the first part calls or that was there already.
  private var places: [Int: Int] = [:]
  /// The functions of the rest at new places.
  private var added: [Int] = []
  /// The functions of the first part that the rest calls, the most called first, and what it imports from the page.
  private var shared: [Int] = []
  private var usedImports: [Int] = []
  /// The two bytes that say what a global holds and whether it changes.
  private let globalTypes: [[UInt8]]

  init(_ program: WasmProgram, _ isFirst: [Bool], _ small: Int) throws(WasmProgram.Problem) {
    self.program = program
    importCount = program.imports.count
    var isFirst = isFirst
    // Its globals, memory and table have the numbers of its own.
    guard isFirst.count == program.functions.count, !program.hasOtherImports else {
      throw .unknown
    }
    for export in program.exports where export.kind == 0 {
      guard export.number >= importCount else { throw .unknown }
      isFirst[export.number - importCount] = true
    }
    Self.add(small, to: &isFirst, program)
    self.isFirst = isFirst
    var tables = WasmReader(program.content(of: Number.tables))
    guard try tables.number() == 1, try tables.byte() == 0x70 else { throw .unknown }
    let flags = try tables.byte()
    table = (flags, try tables.number(), flags & 1 == 1 ? try tables.number() : nil)
    var globals = WasmReader(program.content(of: Number.globals))
    globalTypes = try globals.list { reader throws(WasmProgram.Problem) in
      let type = Array(try reader.bytes(2))
      _ = try reader.constant()
      return type
    }
    for elements in program.elements {
      for (index, function) in elements.functions.enumerated() where !isInFirst(function) {
        places[function] = elements.place + index
      }
    }
    var calls: [Int: Int] = [:]
    for (function, isFirst) in zip(program.functions, isFirst) {
      for (code, callee) in function.stretches {
        guard let callee else { continue }
        // Tail calls and references are not among what our compiler writes.
        guard code.last == Self.call else { throw .unknown }
        switch (isFirst, isInFirst(callee)) {
        case (true, false) where places[callee] == nil:
          places[callee] = table.size + added.count
          added.append(callee)
        case (false, true): calls[callee, default: 0] += 1
        default: break
        }
      }
    }
    let called = calls.keys.sorted { (-(calls[$0] ?? 0), $0) < (-(calls[$1] ?? 0), $1) }
    usedImports = called.filter { $0 < importCount }
    shared = called.filter { $0 >= importCount }
    let names = program.exports.map { Array($0.name) }
    let added =
      [Self.tableName] + globalTypes.indices.map(name(ofGlobal:))
      + shared.indices.map(name(ofShared:))
    guard Set(names).isDisjoint(with: added) else { throw .unknown }
  }

  private static let call: UInt8 = 0x10

  /// Adds small functions that the first part would have stubs for.
  private static func add(_ small: Int, to isFirst: inout [Bool], _ program: WasmProgram) {
    let importCount = program.imports.count
    var isCalled = [Bool](repeating: false, count: isFirst.count)
    for function in program.elements.flatMap(\.functions) where function >= importCount {
      isCalled[function - importCount] = true
    }
    var isDone = false
    while !isDone {
      isDone = true
      for index in isFirst.indices where isFirst[index] {
        for case (_, let callee?) in program.functions[index].stretches where callee >= importCount
        {
          isCalled[callee - importCount] = true
        }
      }
      for index in isFirst.indices where isCalled[index] && !isFirst[index] {
        let function = program.functions[index]
        let isAlone = function.stretches.allSatisfy { _, callee in
          callee.map { $0 < importCount || isFirst[$0 - importCount] } ?? true
        }
        guard function.body.count <= small, isAlone else { continue }
        isFirst[index] = true
        isDone = false
      }
    }
  }

  private func isInFirst(_ function: Int) -> Bool {
    function < importCount || isFirst[function - importCount]
  }

  private func type(of function: Int) -> Int {
    function < importCount
      ? program.imports[function].type : program.functions[function - importCount].type
  }

  private func own(_ isFirst: Bool) -> [Int] {
    program.functions.indices.filter { self.isFirst[$0] == isFirst }
  }

  /// Calls what is at a place of the table, with the arguments that are on the stack.
  private func call(at place: Int, type: Int) -> [UInt8] {
    WasmBytes.constant(place) + [0x11] + WasmBytes.of(type) + [0]
  }

  private func sections(_ contents: [(number: UInt8, content: [UInt8])]) -> [UInt8] {
    contents.reduce(into: WasmProgram.head) { $0 += WasmBytes.section($1.number, $1.content) }
  }

  /// The name under which the first part exports a global or function for the rest.
  private func name(ofGlobal number: Int) -> [UInt8] { Array("global\(number)".utf8) }
  private func name(ofShared index: Int) -> [UInt8] { Array(String(index, radix: 36).utf8) }
  private static let tableName = Array("table".utf8)
}

// MARK: - The first part

extension Plan {
  var first: [UInt8] {
    let own = own(true)
    let stubs = places.keys.sorted()
    // One more import moves all functions on by one.
    var numbers: [Int: Int] = [:]
    for number in 0..<importCount { numbers[number] = number }
    for (index, function) in own.enumerated() {
      numbers[importCount + function] = importCount + 1 + index
    }
    for (index, function) in stubs.enumerated() {
      numbers[function] = importCount + 1 + own.count + index
    }
    let number = { (function: Int) in numbers[function] ?? 0 }
    let bodies =
      own.map { body(of: program.functions[$0], number) }
      + stubs.map { stub(type: type(of: $0), place: places[$0] ?? 0) }
    let kinds = (own.map { type(of: importCount + $0) } + stubs.map(type)).map(WasmBytes.of)
    var contents: [(number: UInt8, content: [UInt8])] = []
    for section in program.sections {
      let content =
        switch section.number {
        case Number.types: list(section.content, program.types.count, adding: [0x60, 0, 0])
        case Number.imports: list(section.content, importCount, adding: loader)
        case Number.functions: WasmBytes.list(kinds)
        case Number.tables: WasmBytes.list([[0x70] + tableLimits])
        case Number.exports: WasmBytes.list(exports(number))
        case Number.elements:
          WasmBytes.elements(
            program.elements.map {
              WasmProgram.Elements(place: $0.place, functions: $0.functions.map(number))
            } + [WasmProgram.Elements(place: table.size, functions: added.map(number))])
        case Number.code: WasmBytes.code(bodies)
        default: Array(section.content)
        }
      contents.append((section.number, content))
    }
    return sections(contents)
  }

  /// The body of a function, whose calls to the rest go through the table.
  private func body(of function: WasmProgram.Function, _ number: (Int) -> Int) -> [UInt8] {
    function.stretches.reduce(into: []) { body, stretch in
      guard let callee = stretch.callee, !isInFirst(callee) else {
        body += stretch.code
        if let callee = stretch.callee { body += WasmBytes.of(number(callee)) }
        return
      }
      body += stretch.code.dropLast() + call(at: places[callee] ?? 0, type: type(of: callee))
    }
  }

  /// Loads the rest, which replaces what is at the place, and calls that.
  private func stub(type: Int, place: Int) -> [UInt8] {
    var body = [0, Self.call] + WasmBytes.of(importCount)
    for argument in 0..<program.types[type].parameterCount {
      body += [0x20] + WasmBytes.of(argument)
    }
    return body + call(at: place, type: type) + [0x0B]
  }

  /// A list with one more item; `count` is its length without it.
  private func list(
    _ content: ArraySlice<UInt8>, _ count: Int, adding item: [UInt8]
  ) -> [UInt8] {
    let items = content.drop { $0 >= 0x80 }.dropFirst()
    return WasmBytes.of(count + 1) + items + item
  }

  private var loader: [UInt8] {
    WasmBytes.name(WasmSplit.loader.module.utf8) + WasmBytes.name(WasmSplit.loader.name.utf8)
      + [0] + WasmBytes.of(program.types.count)
  }

  private var tableLimits: [UInt8] {
    [table.flags] + WasmBytes.of(table.size + added.count)
      + (table.maximum.map { WasmBytes.of($0 + added.count) } ?? [])
  }

  private func exports(_ number: (Int) -> Int) -> [[UInt8]] {
    program.exports.map {
      WasmBytes.name($0.name) + [$0.kind]
        + WasmBytes.of($0.kind == 0 ? number($0.number) : $0.number)
    } + [WasmBytes.name(Self.tableName) + [1, 0]]
      + globalTypes.indices.map { WasmBytes.name(name(ofGlobal: $0)) + [3] + WasmBytes.of($0) }
      + shared.enumerated().map {
        WasmBytes.name(name(ofShared: $0.offset)) + [0] + WasmBytes.of(number($0.element))
      }
  }
}

// MARK: - The rest

extension Plan {
  var rest: [UInt8] {
    let own = own(false)
    var numbers: [Int: Int] = [:]
    for (index, function) in (shared + usedImports).enumerated() { numbers[function] = index }
    let count = numbers.count
    for (index, function) in own.enumerated() { numbers[importCount + function] = count + index }
    let number = { (function: Int) in numbers[function] ?? 0 }
    let functions = own.map { program.functions[$0] }
    return sections([
      (Number.types, Array(program.content(of: Number.types))),
      (Number.imports, WasmBytes.list(restImports)),
      (Number.functions, WasmBytes.list(functions.map { WasmBytes.of($0.type) })),
      (Number.elements, WasmBytes.elements(restElements(number))),
      (Number.code, WasmBytes.code(functions.map { $0.body(calling: number) })),
    ])
  }

  private var restImports: [[UInt8]] {
    let module = WasmBytes.name(WasmSplit.firstModule.utf8)
    let memory =
      WasmBytes.name("memory".utf8) + [2] + program.content(of: Number.memories).dropFirst()
    let globals = globalTypes.enumerated().map {
      module + WasmBytes.name(name(ofGlobal: $0.offset)) + [3] + $0.element
    }
    let functions = shared.enumerated().map {
      module + WasmBytes.name(name(ofShared: $0.offset)) + [0]
        + WasmBytes.of(type(of: $0.element))
    }
    let used = usedImports.map {
      let used = program.imports[$0]
      return WasmBytes.name(used.module) + WasmBytes.name(used.name) + [0]
        + WasmBytes.of(used.type)
    }
    return functions + used
      + [module + memory, module + WasmBytes.name(Self.tableName) + [1, 0x70] + tableLimits]
      + globals
  }

  /// The functions of the rest that have a place in the table, a stretch at a time.
  private func restElements(_ number: (Int) -> Int) -> [WasmProgram.Elements] {
    let all = program.elements + [WasmProgram.Elements(place: table.size, functions: added)]
    return all.flatMap { elements in
      elements.functions.indices.split { isInFirst(elements.functions[$0]) }.map { stretch in
        WasmProgram.Elements(
          place: elements.place + stretch.startIndex,
          functions: stretch.map { number(elements.functions[$0]) })
      }
    }
  }
}
