/// Reorders the functions of a WebAssembly program so that they compress well, without changing its behaviour.
///
/// The most called functions come first, because a number below 128 takes one byte. The others are sorted by type and code,
/// so that similar functions are neighbours and the compressor can refer to what it has just seen.
struct FunctionOrder {
  private let program: WasmProgram

  /// The program with its functions reordered; unchanged if it contains something unknown.
  static func applied(to bytes: [UInt8]) -> [UInt8] {
    (try? WasmProgram(bytes)).map { FunctionOrder(program: $0).bytes } ?? bytes
  }

  /// The current positions of the functions, in their new order.
  private var order: [Int] {
    let functions = program.functions
    let importCount = program.imports.count
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

  private var bytes: [UInt8] {
    let order = order
    let importCount = program.imports.count
    var numbers = Array(0..<importCount + program.functions.count)
    for (place, function) in order.enumerated() {
      numbers[importCount + function] = importCount + place
    }
    return program.sections.reduce(into: WasmProgram.head) { bytes, section in
      let content =
        switch section.number {
        case WasmProgram.SectionNumber.functions:
          WasmBytes.list(order.map { WasmBytes.of(program.functions[$0].type) })
        case WasmProgram.SectionNumber.code:
          WasmBytes.code(order.map { program.functions[$0].body { numbers[$0] } })
        case WasmProgram.SectionNumber.exports:
          WasmBytes.list(
            program.exports.map {
              WasmBytes.name($0.name) + [$0.kind]
                + WasmBytes.of($0.kind == 0 ? numbers[$0.number] : $0.number)
            })
        case WasmProgram.SectionNumber.elements:
          WasmBytes.elements(
            program.elements.map {
              WasmProgram.Elements(place: $0.place, functions: $0.functions.map { numbers[$0] })
            })
        default: Array(section.content)
        }
      bytes += WasmBytes.section(section.number, content)
    }
  }
}
