import Platform

/// The files of the web build, by their path in `Web/`.
struct WebSources {
  private(set) var files: [String: [UInt8]] = [:]

  /// Reads the folder.
  init(_ folder: Folder) throws(SystemError) {
    for path in try folder.files() { files[path] = try folder.contents(of: path) }
  }

  /// Reads a program compiled to WebAssembly and reorders its functions.
  mutating func add(_ program: String, as name: String) throws(SystemError) {
    let isAbsolute = program.hasPrefix("/")
    files[name] = try FunctionOrder.applied(to: Folder(isAbsolute ? "" : ".").contents(of: program))
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
