import Platform

/// The files of the web build, by their path in `Web/`.
struct WebSources {
  private(set) var files: [String: [UInt8]] = [:]

  /// Reads the folder.
  init(_ folder: Folder) throws(SystemError) {
    for path in try folder.files() { files[path] = try folder.contents(of: path) }
  }

  /// Reads a program compiled to WebAssembly and reorders its functions. With a name for the rest, what a first visit does not
  /// run becomes a file of its own (Docs/Decisions/0066). Returns false if the program cannot be split.
  mutating func add(
    _ program: String, as name: String, rest: String?
  ) throws(SystemError) -> Bool {
    let isAbsolute = program.hasPrefix("/")
    var bytes = try Folder(isAbsolute ? "" : ".").contents(of: program)
    if let rest {
      guard let split = Self.split(bytes) else { return false }
      files[rest + ".wasm"] = FunctionOrder.applied(to: split.rest)
      bytes = split.first
    }
    files[name + ".wasm"] = FunctionOrder.applied(to: bytes)
    return true
  }

  private static func split(_ bytes: [UInt8]) -> WasmSplit? {
    guard let program = try? WasmProgram(bytes), let visit = try? FirstVisit(of: program) else {
      return nil
    }
    return try? WasmSplit(program, isFirst: visit.hasRun)
  }

  /// All styles as one file; each names its layer, so their order does not matter.
  var style: String {
    paths { $0.hasPrefix("styles/") }.map { text($0) }.joined(separator: "\n")
  }

  func paths(where isWanted: (String) -> Bool) -> [String] {
    files.keys.filter(isWanted).sorted()
  }

  func text(_ path: String) -> String {
    String(decoding: files[path] ?? [], as: UTF8.self)
  }
}
