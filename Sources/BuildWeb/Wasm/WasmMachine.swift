/// Runs a WebAssembly program and notes which of its functions have run.
///
/// A `copy` continues from the same state, and notes what it runs in the same place. It is simple, and a hundred times slower than a
/// browser: it runs the start of an app, not an app. Programs that take more than `stepLimit` instructions are stopped.
final class WasmMachine<Host: WasmHost> {
  typealias Problem = WasmProblem

  var host: Host
  var stepLimit = 2_000_000_000
  private let code: Code
  private let memory: WasmMemory
  private var globals: [UInt64] = []
  /// The number of a function at each place, or −1.
  private var table: [Int] = []
  private let stack = WasmStack<UInt64>(capacity: 1_000_000)
  private let labels = WasmStack<Label>(capacity: 100_000)
  private var depth = 0

  private struct Label {
    let place: Int
    let height: Int
    let count: Int
  }

  private final class Code {
    let program: WasmProgram
    var bodies: [WasmCode?]
    var hasRun: [Bool]

    init(_ program: WasmProgram) {
      self.program = program
      bodies = Array(repeating: nil, count: program.functions.count)
      hasRun = Array(repeating: false, count: program.functions.count)
    }
  }

  /// Whether each of the program's own functions has run.
  var hasRun: [Bool] { code.hasRun }

  init(_ program: WasmProgram, _ host: Host) throws(Problem) {
    self.host = host
    code = Code(program)
    memory = WasmMemory()
    do throws(WasmProgram.Problem) {
      try prepare(program)
    } catch {
      throw .unknown
    }
  }

  private init(copying other: WasmMachine) {
    host = other.host
    stepLimit = other.stepLimit
    code = other.code
    memory = WasmMemory(copying: other.memory)
    globals = other.globals
    table = other.table
  }

  func copy() -> WasmMachine { WasmMachine(copying: self) }

  private func prepare(_ program: WasmProgram) throws(WasmProgram.Problem) {
    typealias Number = WasmProgram.SectionNumber
    var memories = WasmReader(program.content(of: Number.memories))
    if try memories.number() > 0 {
      _ = try memories.byte()
      guard memory.grow(by: try memories.number()) != nil else { throw .unknown }
    }
    var tables = WasmReader(program.content(of: Number.tables))
    if try tables.number() > 0 {
      _ = try tables.bytes(2)
      table = Array(repeating: -1, count: try tables.number())
    }
    var globals = WasmReader(program.content(of: Number.globals))
    for _ in 0..<(try globals.number()) {
      _ = try globals.bytes(2)
      self.globals.append(UInt64(UInt32(truncatingIfNeeded: try globals.constant())))
    }
    for elements in program.elements {
      guard elements.place + elements.functions.count <= table.count else { throw .unknown }
      for (place, function) in elements.functions.enumerated() {
        table[elements.place + place] = function
      }
    }
    var data = WasmReader(program.content(of: Number.data))
    for _ in 0..<(try data.number()) {
      guard try data.number() == 0 else { throw .unknown }
      let place = try data.constant()
      guard memory.write(Array(try data.bytes(data.number())), at: place) else { throw .unknown }
    }
  }

  /// Calls an exported function and returns its result, or 0 if it has none.
  @discardableResult
  func call(_ name: String, _ arguments: UInt64...) throws(Problem) -> UInt64 {
    let program = code.program
    guard
      let export = program.exports.first(where: { $0.kind == 0 && $0.name.elementsEqual(name.utf8) }
      )
    else { throw .unknown }
    for argument in arguments { try push(argument) }
    try run(export.number)
    return stack.count > 0 ? try pop() : 0
  }

  func write(_ bytes: [UInt8], at place: Int) throws(Problem) {
    guard memory.write(bytes, at: place) else { throw .trapped }
  }
}

/// What a program imports.
protocol WasmHost {
  /// Returns the result, or 0 if the function has none.
  mutating func call(
    _ name: ArraySlice<UInt8>, _ arguments: [UInt64], _ memory: WasmMemory
  ) -> UInt64
}

enum WasmProblem: Error {
  /// The program did what the specification forbids.
  case trapped
  /// It contains what this machine does not know.
  case unknown
  case tooLong
}

// MARK: - Calls and branches

extension WasmMachine {
  private func body(of number: Int) throws(Problem) -> WasmCode {
    if let body = code.bodies[number] { return body }
    do throws(WasmProgram.Problem) {
      let body = try WasmCode(code.program.functions[number])
      code.bodies[number] = body
      return body
    } catch {
      throw .unknown
    }
  }

  /// Calls within calls, at most: each takes some of this program's own stack.
  private static var deepest: Int { 400 }

  /// Runs a function; its arguments are on the stack, and its results replace them.
  private func run(_ number: Int) throws(Problem) {
    let importCount = code.program.imports.count
    guard number >= importCount else {
      let imported = code.program.imports[number]
      let type = code.program.types[imported.type]
      guard stack.count >= type.parameterCount else { throw .trapped }
      stack.count -= type.parameterCount
      let arguments = (0..<type.parameterCount).map { stack[stack.count + $0] }
      let result = host.call(imported.name, arguments, memory)
      if type.resultCount > 0 { try push(result) }
      return
    }
    let own = number - importCount
    code.hasRun[own] = true
    let body = try body(of: own)
    let type = code.program.types[code.program.functions[own].type]
    guard stack.count >= type.parameterCount, depth < Self.deepest else { throw .trapped }
    let base = stack.count - type.parameterCount
    for _ in 0..<body.localCount { try push(0) }
    let firstLabel = labels.count
    try begin(Label(place: body.instructions.count, height: base, count: type.resultCount))
    depth += 1
    try run(body, base, firstLabel)
    depth -= 1
  }

  private func begin(_ label: Label) throws(Problem) {
    guard labels.count < labels.capacity else { throw .trapped }
    labels[labels.count] = label
    labels.count += 1
  }

  /// Leaves the block `depth` levels out, with its results, and returns where to continue.
  private func branch(_ depth: Int) throws(Problem) -> Int {
    let index = labels.count - 1 - depth
    guard index >= 0 else { throw .trapped }
    let label = labels[index]
    labels.count = index
    let surplus = stack.count - label.count - label.height
    if surplus > 0 {
      for place in label.height..<label.height + label.count {
        stack[place] = stack[place + surplus]
      }
      stack.count -= surplus
    }
    return label.place
  }

  /// The counts of what a block takes and gives.
  private func counts(of type: Int) -> (taken: Int, given: Int) {
    guard type >= 0 else { return (0, type == -64 ? 0 : 1) }
    let type = code.program.types[type]
    return (type.parameterCount, type.resultCount)
  }
}

// MARK: - Instructions

extension WasmMachine {
  private func push(_ value: UInt64) throws(Problem) {
    guard stack.count < stack.capacity else { throw .trapped }
    stack[stack.count] = value
    stack.count += 1
  }

  func pop() throws(Problem) -> UInt64 {
    guard stack.count > 0 else { throw .trapped }
    stack.count -= 1
    return stack[stack.count]
  }

  func pop32() throws(Problem) -> UInt32 {
    UInt32(truncatingIfNeeded: try pop())
  }

  private func run(_ body: WasmCode, _ base: Int, _ firstLabel: Int) throws(Problem) {
    var place = 0
    let end = body.instructions.count
    while place < end {
      let instruction = body.instructions[place]
      place += 1
      stepLimit -= 1
      guard stepLimit > 0 else { throw .tooLong }
      switch instruction.code {
      case 0x20: try push(stack[base + instruction.operand])
      case 0x21: stack[base + instruction.operand] = try pop()
      case 0x22:
        let value = try pop()
        stack[base + instruction.operand] = value
        try push(value)
      case 0x41: try push(UInt64(UInt32(truncatingIfNeeded: instruction.operand)))
      case 0x42...0x44: try push(UInt64(bitPattern: Int64(instruction.operand)))
      case 0x00: throw .trapped
      case 0x01: break
      case 0x02:
        let (taken, given) = counts(of: instruction.operand)
        try begin(Label(place: instruction.end + 1, height: stack.count - taken, count: given))
      case 0x03:
        let (taken, _) = counts(of: instruction.operand)
        // A branch to a loop begins it again, with a label of its own.
        try begin(Label(place: place - 1, height: stack.count - taken, count: taken))
      case 0x04:
        let isTrue = try pop32() != 0
        let (taken, given) = counts(of: instruction.operand)
        let label = Label(place: instruction.end + 1, height: stack.count - taken, count: given)
        if isTrue {
          try begin(label)
        } else if instruction.otherwise > 0 {
          try begin(label)
          place = instruction.otherwise + 1
        } else {
          place = instruction.end + 1
        }
      case 0x05:
        // The end of what `if` does.
        labels.count -= 1
        place = instruction.end + 1
      case 0x0B:
        if labels.count - 1 == firstLabel {
          place = try branch(0)
        } else {
          labels.count -= 1
        }
      case 0x0C: place = try branch(instruction.operand)
      case 0x0D: if try pop32() != 0 { place = try branch(instruction.operand) }
      case 0x0E:
        let targets = body.branches[instruction.operand]
        let index = Int(try pop32())
        place = try branch(targets[min(index, targets.count - 1)])
      case 0x0F: place = try branch(labels.count - 1 - firstLabel)
      case 0x10: try run(instruction.operand)
      case 0x11:
        let index = Int(try pop32())
        guard index < table.count, table[index] >= 0 else { throw .trapped }
        try run(table[index])
      case 0x1A: _ = try pop()
      case 0x1B:
        let isFirst = try pop32() != 0
        let (second, first) = (try pop(), try pop())
        try push(isFirst ? first : second)
      case 0x23: try push(globals[instruction.operand])
      case 0x24: globals[instruction.operand] = try pop()
      case 0x28...0x35:
        let address = Int(try pop32()) + instruction.operand
        guard let value = loaded(instruction.code, at: address) else { throw .trapped }
        try push(value)
      case 0x36...0x3E:
        let value = try pop()
        let address = Int(try pop32()) + instruction.operand
        guard store(value, instruction.code, at: address) else { throw .trapped }
      case 0x3F: try push(UInt64(memory.pageCount))
      case 0x40: try push(UInt64(memory.grow(by: Int(try pop32())) ?? 0xFFFF_FFFF))
      case WasmCode.copy:
        let (count, source, target) = (Int(try pop32()), Int(try pop32()), Int(try pop32()))
        guard memory.copy(count, from: source, to: target) else { throw .trapped }
      case WasmCode.fill:
        let (count, byte, address) = (Int(try pop32()), try pop(), Int(try pop32()))
        guard memory.fill(count, with: UInt8(truncatingIfNeeded: byte), at: address) else {
          throw .trapped
        }
      case 0x45...0x66: try push(compared(instruction.code) ? 1 : 0)
      default: try push(calculated(instruction.code))
      }
    }
  }

  private func loaded(_ code: UInt8, at place: Int) -> UInt64? {
    func low(_ value: (some FixedWidthInteger)?) -> UInt64? {
      value.map { UInt64(UInt32(truncatingIfNeeded: $0)) }
    }
    func whole(_ value: (some FixedWidthInteger)?) -> UInt64? {
      value.map { UInt64(truncatingIfNeeded: $0) }
    }
    return switch code {
    case 0x28, 0x2A, 0x35: whole(memory.read(UInt32.self, at: place))
    case 0x29, 0x2B: memory.read(UInt64.self, at: place)
    case 0x2C: low(memory.read(Int8.self, at: place))
    case 0x2D, 0x31: whole(memory.read(UInt8.self, at: place))
    case 0x2E: low(memory.read(Int16.self, at: place))
    case 0x2F, 0x33: whole(memory.read(UInt16.self, at: place))
    case 0x30: whole(memory.read(Int8.self, at: place))
    case 0x32: whole(memory.read(Int16.self, at: place))
    default: whole(memory.read(Int32.self, at: place))
    }
  }

  private func store(_ value: UInt64, _ code: UInt8, at place: Int) -> Bool {
    switch code {
    case 0x37, 0x39: memory.write(value, at: place)
    case 0x3A, 0x3C: memory.write(UInt8(truncatingIfNeeded: value), at: place)
    case 0x3B, 0x3D: memory.write(UInt16(truncatingIfNeeded: value), at: place)
    default: memory.write(UInt32(truncatingIfNeeded: value), at: place)
    }
  }
}
