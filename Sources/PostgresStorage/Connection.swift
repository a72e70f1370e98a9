import CPostgres
import Storage

/// A connection to PostgreSQL, closed when it goes; one thread at a time may use it.
///
/// SQL is a `StaticString`; values travel beside it in binary. Statements are prepared once and kept.
@safe public struct Connection: ~Copyable {
  private let handle: OpaquePointer
  private var namesByText: [UInt: String] = [:]
  /// What goes out with the next statement.
  private var posted: [Statement] = []
  /// Where damaged rows are counted.
  var damage = DamageLog()

  private init(connecting url: String) throws(PostgresError) {
    guard let handle = unsafe Self.connect(url) else {
      throw PostgresError(state: "53200", message: "there is no memory for a connection")
    }
    unsafe woodshed_postgres_quieten(handle)
    guard unsafe PQstatus(handle) == CONNECTION_OK else {
      unsafe PQfinish(handle)
      throw PostgresError(
        state: PostgresError.connectionFailure, message: "the connection cannot be made")
    }
    unsafe self.handle = handle
  }

  /// Connects to where `url` says; the password in it is never part of an error.
  public static func open(_ url: String) throws(PostgresError) -> Connection {
    var connection = try Connection(connecting: url)
    try connection.run("SET statement_timeout = '30s'")
    try connection.run("SET lock_timeout = '10s'")
    try connection.run("SET idle_in_transaction_session_timeout = '60s'")
    // What is acknowledged is on the disk, whatever the server's own setting.
    try connection.run("SET synchronous_commit = on")
    // The order that a statement asks for names its index; relatives of PostgreSQL may not have this.
    _ = try? connection.run("SET enable_sort = off")
    return connection
  }

  deinit { unsafe PQfinish(handle) }

  /// Whether text is an address of PostgreSQL that can be understood.
  public static func isAddress(_ url: String) -> Bool {
    guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else { return false }
    guard let options = unsafe PQconninfoParse(url, nil) else { return false }
    unsafe PQconninfoFree(options)
    return true
  }

  @unsafe private static func connect(_ url: String) -> OpaquePointer? {
    // What comes first counts less: an address may say otherwise.
    let settings = [
      ("connect_timeout", "5"), ("keepalives_idle", "30"), ("tcp_user_timeout", "30000"),
      ("application_name", "woodshed"), ("client_encoding", "UTF8"), ("dbname", url),
    ]
    let keys = unsafe CStrings(settings.map(\.0))
    let values = unsafe CStrings(settings.map(\.1))
    return unsafe PQconnectdbParams(keys.pointers, values.pointers, 1)
  }

  /// Counts a row that is not as it was written, and gives the error of whoever cannot go on without it.
  func damaged(_ place: Place, _ table: String) -> PostgresError {
    damage.note(place, table)
    return .damagedRow
  }

  /// Whether the connection is there, as far as is known without asking.
  public var isAlive: Bool { unsafe PQstatus(handle) == CONNECTION_OK }

  /// Whether a transaction is under way, failed or not.
  public var isInTransaction: Bool { unsafe PQtransactionStatus(handle) != PQTRANS_IDLE }

  /// Carries a statement out, behind all that was posted, and gives the rows that it answers with.
  @discardableResult
  public mutating func run(
    _ sql: StaticString, _ parameters: [Parameter] = []
  ) throws(PostgresError) -> Rows {
    let statement = Statement(try prepared(sql, parameters), parameters)
    guard !posted.isEmpty else { return try unsafe checked(unsafe statement.run(on: handle)) }
    let statements = posted + [statement]
    posted = []
    return try runTogether(statements)
  }

  /// Has a statement go out together with the next one that is run, whose failure tells of this one's.
  ///
  /// Each wait for an answer costs a journey there and back: a push has three of them instead of eight.
  mutating func post(
    _ sql: StaticString, _ parameters: [Parameter] = []
  ) throws(PostgresError) {
    posted.append(Statement(try prepared(sql, parameters), parameters))
  }

  /// Runs `body` in a transaction that takes effect as a whole or not at all.
  public mutating func inTransaction<Result>(
    _ begin: StaticString, _ body: (inout Connection) throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    do throws(PostgresError) {
      try post(begin)
      let result = try body(&self)
      try run("COMMIT")
      return result
    } catch {
      posted = []
      if isAlive, isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Sends statements one behind the other and gives the answer of the last; the server leaves out those
  /// after one that failed.
  private mutating func runTogether(_ statements: [Statement]) throws(PostgresError) -> Rows {
    let isSent =
      unsafe PQenterPipelineMode(handle) == 1
      && statements.allSatisfy { unsafe $0.send(on: handle) } && PQpipelineSync(handle) == 1
    var answer: Rows?
    var failure: PostgresError?
    if isSent {
      for _ in statements {
        do throws(PostgresError) {
          answer = try unsafe checked(unsafe PQgetResult(handle))
        } catch {
          if failure == nil { failure = error }
        }
        // Behind each answer comes nothing, as a sign that it was the last of its statement.
        while let more = unsafe PQgetResult(handle) { unsafe PQclear(more) }
      }
      unsafe PQclear(PQgetResult(handle))
    }
    let hasLeft = unsafe PQexitPipelineMode(handle) == 1
    if let failure { throw failure }
    guard let answer, hasLeft else {
      throw PostgresError(
        state: PostgresError.connectionFailure, message: "the connection is lost")
    }
    return answer
  }

  private mutating func prepared(
    _ sql: StaticString, _ parameters: [Parameter]
  ) throws(PostgresError) -> String {
    let key = unsafe UInt(bitPattern: sql.utf8Start)
    if let name = namesByText[key] { return name }
    let name = "s\(namesByText.count)"
    let types = parameters.map(\.type)
    let result = unsafe PQprepare(handle, name, sql.description, Int32(types.count), types)
    _ = try unsafe checked(result)
    namesByText[key] = name
    return name
  }

  @unsafe private func checked(_ result: OpaquePointer?) throws(PostgresError) -> Rows {
    guard let result = unsafe result else {
      throw PostgresError(
        state: PostgresError.connectionFailure, message: "the connection is lost")
    }
    let status = unsafe PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
      defer { unsafe PQclear(result) }
      let state = unsafe woodshed_postgres_state(result)
      let message = unsafe woodshed_postgres_message(result)
      throw PostgresError(
        state: unsafe state.map { unsafe String(cString: $0) } ?? PostgresError.connectionFailure,
        message: unsafe message.map { unsafe String(cString: $0) } ?? "the connection is lost")
    }
    return unsafe Rows(result)
  }
}

/// Texts as C wants a list of them: each with a zero behind it, and nothing behind the last.
@unsafe private final class CStrings {
  private let storage: [UnsafeMutableBufferPointer<CChar>]
  let pointers: [UnsafePointer<CChar>?]

  init(_ texts: [String]) {
    unsafe storage = unsafe texts.map { text in
      let bytes = text.utf8CString
      let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
      _ = unsafe copy.initialize(from: bytes)
      return unsafe copy
    }
    unsafe pointers = unsafe storage.map { unsafe UnsafePointer($0.baseAddress) } + [nil]
  }

  deinit {
    unsafe storage.forEach { unsafe $0.deallocate() }
  }
}
