@testable import BuildWeb

/// A small WebAssembly program, put together by hand.
struct Assembly {
  static let i32: UInt8 = 0x7F
  static let i64: UInt8 = 0x7E
  static let f32: UInt8 = 0x7D
  static let f64: UInt8 = 0x7C

  /// Parameters and results of each type of function.
  var types: [([UInt8], [UInt8])]
  /// The names and types of what is imported from "page".
  var imports: [(String, Int)] = []
  /// The types and bodies of functions; each body begins with its locals.
  var functions: [(Int, [UInt8])]
  var exports: [(String, Int)] = []
  /// Functions in the table, from place 1 on.
  var table: [Int] = []
  var data: [UInt8] = []

  var bytes: [UInt8] {
    let types = types.map { [0x60] + WasmBytes.name($0.0) + WasmBytes.name($0.1) }
    let imports = imports.map {
      WasmBytes.name("page".utf8) + WasmBytes.name($0.0.utf8) + [0] + WasmBytes.of($0.1)
    }
    let exports =
      [WasmBytes.name("memory".utf8) + [2, 0]]
      + exports.map { WasmBytes.name($0.0.utf8) + [0] + WasmBytes.of($0.1) }
    let elements = WasmProgram.Elements(place: 1, functions: table)
    return WasmProgram.head
      + WasmBytes.section(1, WasmBytes.list(types))
      + WasmBytes.section(2, WasmBytes.list(imports))
      + WasmBytes.section(3, WasmBytes.list(functions.map { WasmBytes.of($0.0) }))
      + WasmBytes.section(
        4, [1, 0x70, 1] + WasmBytes.of(table.count + 1) + WasmBytes.of(table.count + 1))
      + WasmBytes.section(5, [1, 0, 1])
      + WasmBytes.section(6, WasmBytes.list([[Self.i32, 1] + WasmBytes.constant(4_096) + [0x0B]]))
      + WasmBytes.section(7, WasmBytes.list(exports))
      + WasmBytes.section(9, WasmBytes.elements([elements]))
      + WasmBytes.section(10, WasmBytes.code(functions.map(\.1)))
      + WasmBytes.section(11, [1, 0] + WasmBytes.constant(1_024) + [0x0B] + WasmBytes.name(data))
  }

  func program() throws -> WasmProgram { try WasmProgram(bytes) }
}

/// Notes what is called, and answers with the sum of the arguments.
struct Listener: WasmHost {
  var heard: [String] = []

  mutating func call(
    _ name: ArraySlice<UInt8>, _ arguments: [UInt64], _ memory: WasmMemory
  ) -> UInt64 {
    let name = String(decoding: name, as: UTF8.self)
    heard.append(([name] + arguments.map { "\($0)" }).joined(separator: " "))
    return arguments.reduce(0, &+)
  }
}
