import Foundation

/// A PostgreSQL of our own, in a folder that goes with it, reached by a socket in that folder.
///
/// It is durable as a real one is. PostgreSQL refuses to run as root; then it runs as `postgres` or
/// `nobody`.
public final class PostgresServer: Sendable {
  public enum Failure: Error, CustomStringConvertible {
    case missing
    case cannotStart(String)

    public var description: String {
      switch self {
      case .missing:
        "PostgreSQL is missing: install it with `Tools/install.sh test` or `apt-get install postgresql`."
      case .cannotStart(let text): "PostgreSQL cannot be started: \(text)"
      }
    }
  }

  private let folder: URL
  private let programs: URL
  private let process: Process
  private let user: String?

  /// The one of this test run, started when it is first asked for and stopped at the end.
  public static func shared() throws -> PostgresServer {
    try result.get()
  }

  private static let result: Result<PostgresServer, any Error> = Result {
    let server = try PostgresServer()
    atexit { (try? PostgresServer.shared())?.stop() }
    return server
  }

  public init() throws {
    programs = try Self.findPrograms()
    // Sockets have short names: not below a long path.
    folder = URL(fileURLWithPath: "/tmp/woodshed-pg-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    user = geteuid() == 0 ? ["postgres", "nobody"].first { getpwnam($0) != nil } : nil
    if let user, let entry = getpwnam(user) {
      chown(folder.path, entry.pointee.pw_uid, entry.pointee.pw_gid)
    }
    process = Process()
    do {
      try run("initdb", ["-D", data, "-U", "woodshed", "-A", "trust", "-E", "UTF8", "--no-locale"])
      try start()
    } catch {
      stop()
      throw error
    }
  }

  deinit { stop() }

  /// Makes an empty database and gives its address.
  public func makeDatabase() throws -> String {
    let name = "t" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    try run("createdb", ["-h", folder.path, "-U", "woodshed", name])
    return "postgres:///\(name)?host=\(folder.path)&user=woodshed"
  }

  /// Has the server finish, and removes its folder.
  public func stop() {
    if process.isRunning {
      // SIGINT: disconnect everyone, write everything, end.
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Ends every connection to a database, as a restart of the server would.
  public func disconnectAll(from address: String) throws {
    let name = address.dropFirst("postgres:///".count).prefix { $0 != "?" }
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'"
    try run("psql", ["-h", folder.path, "-U", "woodshed", "-d", "postgres", "-qAt", "-c", sql])
  }

  private var data: String { folder.appendingPathComponent("data").path }

  private func start() throws {
    let arguments = [
      "-D", data, "-k", folder.path, "-c", "listen_addresses=", "-c", "max_connections=100",
      "-c", "shared_buffers=64MB",
    ]
    prepare(process, "postgres", arguments)
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    for _ in 0..<200 {
      if (try? run("pg_isready", ["-q", "-h", folder.path])) != nil { return }
      guard process.isRunning else { break }
      usleep(50_000)
    }
    throw Failure.cannotStart("it does not answer in \(folder.path)")
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    let errors = Pipe()
    prepare(process, program, arguments)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure.cannotStart(said) }
  }

  /// Sets a program of PostgreSQL up to run as somebody who may.
  private func prepare(_ process: Process, _ program: String, _ arguments: [String]) {
    let path = programs.appendingPathComponent(program)
    process.currentDirectoryURL = folder
    guard let user else {
      process.executableURL = path
      process.arguments = arguments
      return
    }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments =
      ["--reuid=\(user)", "--regid=\(Self.group(of: user))", "--clear-groups", path.path]
      + arguments
  }

  private static func group(of user: String) -> gid_t {
    getpwnam(user)?.pointee.pw_gid ?? 0
  }

  /// The folder of the newest PostgreSQL that Debian's packages put here.
  private static func findPrograms() throws -> URL {
    let root = URL(fileURLWithPath: "/usr/lib/postgresql")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    let found = versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
      .map { root.appendingPathComponent($0).appendingPathComponent("bin") }
      .first {
        FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("postgres").path)
      }
    guard let found else { throw Failure.missing }
    return found
  }
}
