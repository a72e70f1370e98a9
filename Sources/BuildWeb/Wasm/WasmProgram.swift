/// A WebAssembly program, read as far as its functions can be moved, split and run.
struct WasmProgram {
  static let head: [UInt8] = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]

  let sections: [Section]
  let types: [FunctionType]
  let imports: [Import]
  /// Whether it imports something else than functions.
  let hasOtherImports: Bool
  let functions: [Function]
  let exports: [Export]
  let elements: [Elements]

  /// Why a program cannot be read.
  enum Problem: Error {
    case cutShort
    case unknown
  }

  enum SectionNumber {
    static let types: UInt8 = 1
    static let imports: UInt8 = 2
    static let functions: UInt8 = 3
    static let tables: UInt8 = 4
    static let memories: UInt8 = 5
    static let globals: UInt8 = 6
    static let exports: UInt8 = 7
    static let start: UInt8 = 8
    static let elements: UInt8 = 9
    static let code: UInt8 = 10
    static let data: UInt8 = 11
  }

  struct Section {
    let number: UInt8
    let content: ArraySlice<UInt8>
  }

  struct FunctionType {
    let parameterCount: Int
    let resultCount: Int
  }

  /// A function from outside; programs may also import a memory, a table or globals, which have no number here.
  struct Import {
    let module: ArraySlice<UInt8>
    let name: ArraySlice<UInt8>
    let type: Int
  }

  /// A function of the program's own.
  struct Function {
    let type: Int
    let body: ArraySlice<UInt8>
    /// The code between calls: bytes, and after each stretch but the last the number of a function.
    let stretches: [(code: ArraySlice<UInt8>, callee: Int?)]
  }

  struct Export {
    let name: ArraySlice<UInt8>
    /// 0 for a function.
    let kind: UInt8
    let number: Int
  }

  /// Functions in the table, from a place on.
  struct Elements {
    let place: Int
    let functions: [Int]
  }

  init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.starts(with: Self.head) else { throw .unknown }
    var reader = WasmReader(bytes[Self.head.count...])
    var sections: [Section] = []
    while !reader.isAtEnd {
      let number = try reader.byte()
      sections.append(Section(number: number, content: try reader.bytes(reader.number())))
    }
    self.sections = sections
    guard !sections.contains(where: { $0.number == SectionNumber.start }) else { throw .unknown }
    func content(of number: UInt8) -> WasmReader {
      WasmReader(sections.first { $0.number == number }?.content ?? [0])
    }
    var types = content(of: SectionNumber.types)
    self.types = try types.list { reader throws(Problem) in
      guard try reader.byte() == 0x60 else { throw .unknown }
      let parameters = try reader.bytes(reader.number())
      let results = try reader.bytes(reader.number())
      return FunctionType(parameterCount: parameters.count, resultCount: results.count)
    }
    var imports = content(of: SectionNumber.imports)
    let allImports: [Import?] = try imports.list { reader throws(Problem) in
      let module = try reader.bytes(reader.number())
      let name = try reader.bytes(reader.number())
      switch try reader.byte() {
      case 0: return Import(module: module, name: name, type: try reader.number())
      case 1:
        _ = try reader.byte()
        try reader.skipLimits()
      case 2: try reader.skipLimits()
      case 3: _ = try reader.bytes(2)
      default: throw .unknown
      }
      return nil
    }
    self.imports = allImports.compactMap(\.self)
    hasOtherImports = self.imports.count < allImports.count
    var kinds = content(of: SectionNumber.functions)
    let typeOfFunction = try kinds.list { reader throws(Problem) in try reader.number() }
    var code = content(of: SectionNumber.code)
    let bodies = try code.list { reader throws(Problem) in try reader.bytes(reader.number()) }
    guard bodies.count == typeOfFunction.count else { throw .unknown }
    var functions: [Function] = []
    for (type, body) in zip(typeOfFunction, bodies) {
      var reader = WasmReader(body)
      functions.append(Function(type: type, body: body, stretches: try reader.stretches()))
    }
    self.functions = functions
    var exports = content(of: SectionNumber.exports)
    self.exports = try exports.list { reader throws(Problem) in
      Export(
        name: try reader.bytes(reader.number()), kind: try reader.byte(),
        number: try reader.number())
    }
    var elements = content(of: SectionNumber.elements)
    self.elements = try elements.list { reader throws(Problem) in
      guard try reader.number() == 0 else { throw .unknown }
      let place = try reader.constant()
      return Elements(
        place: place, functions: try reader.list { reader throws(Problem) in try reader.number() })
    }
    let end = self.imports.count + functions.count
    let typeCount = self.types.count
    guard
      functions.allSatisfy({ function in
        function.type < typeCount && function.stretches.allSatisfy { ($0.callee ?? 0) < end }
      }), self.imports.allSatisfy({ $0.type < typeCount }),
      self.exports.allSatisfy({ $0.kind != 0 || $0.number < end }),
      self.elements.allSatisfy({ $0.place >= 0 && $0.functions.allSatisfy { $0 < end } })
    else { throw .unknown }
  }

  func content(of number: UInt8) -> ArraySlice<UInt8> {
    sections.first { $0.number == number }?.content ?? [0]
  }
}

/// Reads numbers and instructions by the WebAssembly specification.
struct WasmReader {
  typealias Problem = WasmProgram.Problem

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

  mutating func signedNumber() throws(Problem) -> Int {
    var value = 0
    for shift in stride(from: 0, to: 70, by: 7) {
      let byte = try byte()
      value |= Int(byte & 0x7F) << shift
      guard byte < 0x80 else { continue }
      return byte & 0x40 != 0 && shift < 57 ? value | -1 << (shift + 7) : value
    }
    throw .unknown
  }

  mutating func list<Item>(
    _ read: (inout WasmReader) throws(Problem) -> Item
  ) throws(Problem) -> [Item] {
    var items: [Item] = []
    for _ in 0..<(try number()) { items.append(try read(&self)) }
    return items
  }

  /// An expression that is a whole number.
  mutating func constant() throws(Problem) -> Int {
    guard try byte() == 0x41 else { throw .unknown }
    let value = try signedNumber()
    guard try byte() == 0x0B else { throw .unknown }
    return value
  }

  /// Skips a number of any length and sign.
  mutating func skipNumber(times count: Int = 1) throws(Problem) {
    for _ in 0..<count { while try byte() >= 0x80 {} }
  }

  mutating func skipLimits() throws(Problem) {
    let hasMaximum = try byte() & 1 == 1
    try skipNumber(times: hasMaximum ? 2 : 1)
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

/// Writes numbers, lists and sections by the WebAssembly specification.
enum WasmBytes {
  static func of(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = number
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }

  /// An instruction that gives a whole number of 0 or more.
  static func constant(_ number: Int) -> [UInt8] {
    var bytes = of(number)
    // The highest of the last seven bits would be the sign.
    if let last = bytes.last, last & 0x40 != 0 {
      bytes[bytes.count - 1] = last | 0x80
      bytes.append(0)
    }
    return [0x41] + bytes
  }

  static func name(_ text: some Collection<UInt8>) -> [UInt8] {
    of(text.count) + text
  }

  static func list(_ items: [[UInt8]]) -> [UInt8] {
    of(items.count) + items.joined()
  }

  static func section(_ number: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
    [number] + of(content.count) + content
  }

  /// The whole code section from the bodies of functions.
  static func code(_ bodies: [[UInt8]]) -> [UInt8] {
    bodies.reduce(into: of(bodies.count)) { $0 += of($1.count) + $1 }
  }

  static func elements(_ elements: [WasmProgram.Elements]) -> [UInt8] {
    list(elements.map { [0] + constant($0.place) + [0x0B] + list($0.functions.map(of)) })
  }
}

extension WasmProgram.Function {
  /// The body with other numbers of functions.
  func body(calling number: (Int) -> Int) -> [UInt8] {
    stretches.reduce(into: []) { body, stretch in
      body += stretch.code
      if let callee = stretch.callee { body += WasmBytes.of(number(callee)) }
    }
  }
}
