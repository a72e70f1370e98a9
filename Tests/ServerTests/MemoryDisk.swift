import Foundation
import Platform

/// A disk in memory that fails when it is told to, and forgets at a power cut what was not synced.
final class MemoryDisk: FileSystem {
  /// What happens at the chosen order.
  enum Fault: CaseIterable, Sendable {
    /// It fails, once; a sync that fails loses what it was to keep.
    case error
    /// The disk is full, once.
    case full
    /// A write takes half of what it is given and then fails; other orders fail.
    case short
    /// The power is cut before it.
    case cutBefore
    /// The power is cut after it, before anybody hears of it.
    case cutAfter
  }

  private struct File {
    var bytes: [UInt8] = []
    var kept: [UInt8] = []
  }

  private struct State {
    var files: [Int: File] = [:]
    var numbers: [String: Int] = [:]
    var keptNumbers: [String: Int] = [:]
    var folders: Set<String> = ["/disk"]
    var keptFolders: Set<String> = ["/disk"]
    var opened: [Int32: Int] = [:]
    var next = 1
    var orders = 0
    var fault: (at: Int, kind: Fault)?
    var isCut = false
  }

  private let state = Lock(State())
  /// Whether syncs of folders do nothing: what a careless server would leave out.
  let forgetsFolders: Bool
  /// Whether syncs of files do nothing.
  let forgetsFiles: Bool

  init(forgetsFolders: Bool = false, forgetsFiles: Bool = false) {
    self.forgetsFolders = forgetsFolders
    self.forgetsFiles = forgetsFiles
  }

  var orderCount: Int { state.withLock { $0.orders } }
  var isCut: Bool { state.withLock { $0.isCut } }
  /// Whether no fault lies ahead.
  var isWell: Bool { state.withLock { state in state.fault.map { $0.at < state.orders } ?? true } }

  /// Has the order that comes so many from now go wrong.
  func fail(at order: Int, _ fault: Fault) {
    state.withLock { $0.fault = ($0.orders + order, fault) }
  }

  /// Forgets what was not synced, and works again.
  func restart() {
    state.withLock { state in
      state.numbers = state.keptNumbers
      state.folders = state.keptFolders
      for (number, file) in state.files { state.files[number]?.bytes = file.kept }
      state.opened = [:]
      state.fault = nil
      state.isCut = false
    }
  }

  /// Carries an order out, unless it is the one that goes wrong.
  private func order<Value: Sendable>(
    failing: (inout State) -> Void = { _ in }, _ work: (inout State) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    try state.withLock { state throws(SystemError) -> Value in
      guard !state.isCut else { throw SystemError(code: EIO) }
      state.orders += 1
      guard let fault = state.fault, fault.at == state.orders else { return try work(&state) }
      switch fault.kind {
      case .error, .short:
        failing(&state)
        throw SystemError(code: EIO)
      case .full: throw SystemError(code: ENOSPC)
      case .cutBefore: state.isCut = true
      case .cutAfter:
        state.isCut = true
        _ = try work(&state)
      }
      throw SystemError(code: EIO)
    }
  }

  private static func parent(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  func open(_ path: String, for access: OpenFile.Access) throws(SystemError) -> OpenFile {
    try order { state throws(SystemError) in
      if state.numbers[path] == nil {
        guard access == .writing, state.folders.contains(Self.parent(of: path)) else {
          throw SystemError(code: ENOENT)
        }
        state.numbers[path] = state.next
        state.files[state.next] = File()
        state.next += 1
      }
      let descriptor = Int32(1_000_000 + state.next)
      state.next += 1
      state.opened[descriptor] = state.numbers[path]
      return OpenFile(descriptor: descriptor)
    }
  }

  func close(_ file: OpenFile) {
    state.withLock { $0.opened[file.descriptor] = nil }
  }

  func write(
    _ bytes: ArraySlice<UInt8>, to file: OpenFile, at offset: Int64
  ) throws(SystemError) -> Int {
    func put(_ bytes: ArraySlice<UInt8>, _ state: inout State) -> Int {
      guard let number = state.opened[file.descriptor], var content = state.files[number]?.bytes
      else { return 0 }
      let end = Int(offset) + bytes.count
      if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
      content.replaceSubrange(Int(offset)..<end, with: bytes)
      state.files[number]?.bytes = content
      return bytes.count
    }
    return try order(failing: { _ = put(bytes.prefix(bytes.count / 2), &$0) }) { state in
      // Even when all is well, a write takes no more than 100 bytes.
      put(bytes.prefix(100), &state)
    }
  }

  func read(from file: OpenFile, at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
    try order { state in
      let content = state.opened[file.descriptor].flatMap { state.files[$0]?.bytes } ?? []
      return Array(content.dropFirst(Int(offset)).prefix(min(count, 150)))
    }
  }

  func truncate(_ file: OpenFile, to byteCount: Int64) throws(SystemError) {
    try order { state in
      guard let number = state.opened[file.descriptor], let content = state.files[number]?.bytes
      else { return }
      state.files[number]?.bytes = Array(content.prefix(Int(byteCount)))
    }
  }

  func sync(_ file: OpenFile) throws(SystemError) {
    func lose(_ state: inout State) {
      // The pages count as clean from now on, and are gone.
      if let number = state.opened[file.descriptor], let kept = state.files[number]?.kept {
        state.files[number]?.bytes = kept
      }
    }
    try order(failing: lose) { state in
      guard !forgetsFiles, let number = state.opened[file.descriptor],
        let bytes = state.files[number]?.bytes
      else { return }
      state.files[number]?.kept = bytes
    }
  }

  func syncFolder(_ path: String) throws(SystemError) {
    try order { state throws(SystemError) in
      guard state.folders.contains(path) else { throw SystemError(code: ENOENT) }
      guard !forgetsFolders else { return }
      state.keptNumbers = state.keptNumbers.filter { Self.parent(of: $0.key) != path }
      for (name, number) in state.numbers where Self.parent(of: name) == path {
        state.keptNumbers[name] = number
      }
      state.keptFolders = state.keptFolders.filter { Self.parent(of: $0) != path }
      state.keptFolders.formUnion(state.folders.filter { Self.parent(of: $0) == path })
    }
  }

  func byteCount(of path: String) throws(SystemError) -> Int64? {
    try order { state in
      state.numbers[path].flatMap { state.files[$0] }.map { Int64($0.bytes.count) }
    }
  }

  func makeFolder(_ path: String) throws(SystemError) {
    try order { state throws(SystemError) in
      guard state.folders.contains(Self.parent(of: path)) else { throw SystemError(code: ENOENT) }
      state.folders.insert(path)
    }
  }

  func names(in folder: String) throws(SystemError) -> [String] {
    try order { state in
      (Array(state.numbers.keys) + Array(state.folders))
        .filter { Self.parent(of: $0) == folder }.map { String($0.dropFirst(folder.count + 1)) }
        .sorted()
    }
  }

  func rename(_ path: String, to other: String) throws(SystemError) {
    try order { state throws(SystemError) in
      guard let number = state.numbers[path], state.folders.contains(Self.parent(of: other)) else {
        throw SystemError(code: ENOENT)
      }
      state.numbers[path] = nil
      state.numbers[other] = number
    }
  }

  func remove(_ path: String) throws(SystemError) {
    try order { state in state.numbers[path] = nil }
  }

  func removeFolder(_ path: String) throws(SystemError) {
    try order { state in
      let isFull =
        state.numbers.keys.contains { Self.parent(of: $0) == path }
        || state.folders.contains { Self.parent(of: $0) == path }
      if !isFull { state.folders.remove(path) }
    }
  }
}
