/// Reorders the functions of a WebAssembly program so that they compress well, without changing its behaviour.
///
/// The most called functions come first, because a number below 128 takes one byte. The others are sorted by type and code,
/// so that similar functions are neighbours and the compressor can refer to what it has just seen.
struct FunctionOrder {
  private let sections: [Section]
  private let importCount: Int
  private let functions: [Function]

  private struct Section {
    let number: UInt8
    let content: ArraySlice<UInt8>
  }

  /// Code between calls: bytes, and after each stretch but the last the number of a function.
  private struct Function {
    let type: Int
    var stretches: [(code: ArraySlice<UInt8>, callee: Int?)] = []
  }

  /// The program with its functions reordered; unchanged if it contains something unknown.
  static func applied(to program: [UInt8]) -> [UInt8] {
    do throws(Problem) {
      return try FunctionOrder(program).program()
    } catch {
      return program
    }
  }
}

/// Why a program cannot be reordered.
private enum Problem: Error {
  case cutShort
  case unknown
}

// MARK: - Reading

extension FunctionOrder {
  private enum SectionNumber {
    static let imports: UInt8 = 2
    static let functions: UInt8 = 3
    static let exports: UInt8 = 7
    static let start: UInt8 = 8
    static let elements: UInt8 = 9
    static let code: UInt8 = 10
  }

  private static let head: [UInt8] = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]

  private init(_ program: [UInt8]) throws(Problem) {
    guard program.starts(with: Self.head) else { throw .unknown }
    var reader = Reader(program[Self.head.count...])
    var sections: [Section] = []
    while !reader.isAtEnd {
      let number = try reader.byte()
      sections.append(Section(number: number, content: try reader.bytes(reader.number())))
    }
    self.sections = sections
    func content(of number: UInt8) -> Reader {
      Reader(sections.first { $0.number == number }?.content ?? [0])
    }
    var imports = content(of: SectionNumber.imports)
    importCount = try imports.number()
    for _ in 0..<importCount {
      for _ in 0..<2 { _ = try imports.bytes(imports.number()) }
      // Our programs only import functions.
      guard try imports.byte() == 0 else { throw .unknown }
      try imports.skipNumber()
    }
    var types = content(of: SectionNumber.functions)
    var code = content(of: SectionNumber.code)
    let count = try types.number()
    guard try code.number() == count else { throw .unknown }
    var functions: [Function] = []
    for _ in 0..<count {
      var body = Reader(try code.bytes(code.number()))
      functions.append(Function(type: try types.number(), stretches: try body.stretches()))
    }
    self.functions = functions
    let end = importCount + count
    guard functions.allSatisfy({ $0.stretches.allSatisfy { ($0.callee ?? 0) < end } }) else {
      throw .unknown
    }
  }
}

/// Reads numbers and instructions by the WebAssembly specification.
private struct Reader {
  private let content: ArraySlice<UInt8>
  private var place: Int

  init(_ content: ArraySlice<UInt8>) {
    self.content = content
    place = content.startIndex
  }

  var isAtEnd: Bool { place == content.endIndex }

  mutating func byte() throws(Problem) -> UInt8 {
    guard place < content.endIndex else { throw .cutShort }
    defer { place += 1 }
    return content[place]
  }

  mutating func bytes(_ count: Int) throws(Problem) -> ArraySlice<UInt8> {
    guard count <= content.endIndex - place else { throw .cutShort }
    defer { place += count }
    return content[place..<place + count]
  }

  mutating func number() throws(Problem) -> Int {
    var value = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      let byte = try byte()
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw .unknown
  }

  /// Skips a number of any length and sign.
  mutating func skipNumber(times count: Int = 1) throws(Problem) {
    for _ in 0..<count { while try byte() >= 0x80 {} }
  }

  /// The body of a function, cut at the numbers of other functions.
  mutating func stretches() throws(Problem) -> [(code: ArraySlice<UInt8>, callee: Int?)] {
    var stretches: [(code: ArraySlice<UInt8>, callee: Int?)] = []
    var start = place
    for _ in 0..<(try number()) {
      try skipNumber()
      _ = try byte()
    }
    while !isAtEnd {
      let instruction = try byte()
      switch instruction {
      // A call, a tail call, a reference.
      case 0x10, 0x12, 0xD2:
        let code = content[start..<place]
        stretches.append((code, try number()))
        start = place
      default: try skipOperands(of: instruction)
      }
    }
    stretches.append((content[start..<place], nil))
    return stretches
  }

  private mutating func skipOperands(of instruction: UInt8) throws(Problem) {
    switch instruction {
    // Blocks, branches, variables, tables, memory size, integer constants, null reference.
    case 0x02...0x04, 0x0C, 0x0D, 0x20...0x26, 0x3F...0x42, 0xD0: try skipNumber()
    // A branch table.
    case 0x0E: try skipNumber(times: number() + 1)
    // Indirect calls and memory access.
    case 0x11, 0x13, 0x28...0x3E: try skipNumber(times: 2)
    case 0x1C: _ = try bytes(number())
    case 0x43: _ = try bytes(4)
    case 0x44: _ = try bytes(8)
    case 0xFC:
      switch try number() {
      case 0...7: break
      case 9, 11, 13, 15...17: try skipNumber()
      case 8, 10, 12, 14: try skipNumber(times: 2)
      default: throw .unknown
      }
    case 0x00, 0x01, 0x05, 0x0B, 0x0F, 0x1A, 0x1B, 0x45...0xC4, 0xD1: break
    default: throw .unknown
    }
  }
}

// MARK: - Order

extension FunctionOrder {
  /// The current positions of the functions, in their new order.
  private var order: [Int] {
    var calls = [Int](repeating: 0, count: functions.count)
    for function in functions {
      for case (_, let callee?) in function.stretches where callee >= importCount {
        calls[callee - importCount] += 1
      }
    }
    let byCalls = functions.indices.sorted { (calls[$1], $0) < (calls[$0], $1) }
    let first = byCalls.prefix(max(0, 128 - importCount))
    // The code without the numbers of functions, which change.
    let keys = functions.map { function in
      function.stretches.reduce(into: [UInt8]()) { $0 += $1.code + ($1.callee == nil ? [] : [0]) }
    }
    return first
      + byCalls.dropFirst(first.count).sorted { one, other in
        let types = (functions[one].type, functions[other].type)
        if types.0 != types.1 { return types.0 < types.1 }
        if keys[one] != keys[other] { return keys[one].lexicographicallyPrecedes(keys[other]) }
        return one < other
      }
  }
}

// MARK: - Writing

extension FunctionOrder {
  private func program() throws(Problem) -> [UInt8] {
    let order = order
    var numbers = Array(0..<importCount + functions.count)
    for (place, function) in order.enumerated() {
      numbers[importCount + function] = importCount + place
    }
    var program = Self.head
    for section in sections {
      let content =
        switch section.number {
        case SectionNumber.functions:
          Self.bytes(of: order.count) + order.flatMap { Self.bytes(of: functions[$0].type) }
        case SectionNumber.code:
          order.reduce(into: Self.bytes(of: order.count)) { content, function in
            let body = body(of: functions[function], numbers)
            content += Self.bytes(of: body.count) + body
          }
        case SectionNumber.exports: try exports(section.content, numbers)
        case SectionNumber.elements: try elements(section.content, numbers)
        case SectionNumber.start: throw .unknown
        default: Array(section.content)
        }
      program.append(section.number)
      program += Self.bytes(of: content.count) + content
    }
    return program
  }

  private func body(of function: Function, _ numbers: [Int]) -> [UInt8] {
    function.stretches.reduce(into: []) { body, stretch in
      body += stretch.code
      if let callee = stretch.callee { body += Self.bytes(of: numbers[callee]) }
    }
  }

  private func exports(
    _ content: ArraySlice<UInt8>, _ numbers: [Int]
  ) throws(Problem) -> [UInt8] {
    var reader = Reader(content)
    let count = try reader.number()
    var exports = Self.bytes(of: count)
    for _ in 0..<count {
      let name = try reader.bytes(reader.number())
      let kind = try reader.byte()
      let number = try reader.number()
      guard kind != 0 || numbers.indices.contains(number) else { throw .unknown }
      exports += Self.bytes(of: name.count) + name + [kind]
      exports += Self.bytes(of: kind == 0 ? numbers[number] : number)
    }
    return exports
  }

  /// The elements of the table from a constant offset.
  private func elements(
    _ content: ArraySlice<UInt8>, _ numbers: [Int]
  ) throws(Problem) -> [UInt8] {
    var reader = Reader(content)
    let count = try reader.number()
    var elements = Self.bytes(of: count)
    for _ in 0..<count {
      guard try reader.number() == 0, try reader.byte() == 0x41 else { throw .unknown }
      let place = try reader.number()
      guard try reader.byte() == 0x0B, place < 64 else { throw .unknown }
      elements += [0, 0x41] + Self.bytes(of: place) + [0x0B]
      let length = try reader.number()
      elements += Self.bytes(of: length)
      for _ in 0..<length {
        let number = try reader.number()
        guard numbers.indices.contains(number) else { throw .unknown }
        elements += Self.bytes(of: numbers[number])
      }
    }
    return elements
  }

  private static func bytes(of number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = number
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }
}
