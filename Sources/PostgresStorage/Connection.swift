import CPostgres
import Storage

/// A connection to PostgreSQL, closed when it is destroyed; only one thread at a time may use it.
///
/// SQL is a `StaticString`; values are sent separately in binary. Statements are prepared once and cached.
@safe public struct Connection: ~Copyable {
  private let handle: OpaquePointer
  private var namesByText: [UInt: String] = [:]
  /// Statements to be sent with the next one.
  private var posted: [Statement] = []
  /// Where damaged rows are counted.
  var damage = DamageLog()

  private init(connecting url: String) throws(PostgresError) {
    guard let handle = unsafe Self.connect(url) else {
      throw PostgresError(state: "53200", message: "there is not enough memory for a connection")
    }
    unsafe woodshed_postgres_quieten(handle)
    guard unsafe PQstatus(handle) == CONNECTION_OK else {
      unsafe PQfinish(handle)
      throw PostgresError(
        state: PostgresError.connectionFailure, message: "cannot connect")
    }
    unsafe self.handle = handle
  }

  /// Connects to `url`; its password is never part of an error.
  public static func open(_ url: String) throws(PostgresError) -> Connection {
    var connection = try Connection(connecting: url)
    try connection.run("SET statement_timeout = '30s'")
    try connection.run("SET lock_timeout = '10s'")
    try connection.run("SET idle_in_transaction_session_timeout = '60s'")
    // Confirmed changes are on the disk, whatever the server's own setting.
    try connection.run("SET synchronous_commit = on")
    // A statement selects its index by its order; relatives of PostgreSQL may not have this setting.
    _ = try? connection.run("SET enable_sort = off")
    return connection
  }

  deinit { unsafe PQfinish(handle) }

  /// Whether text is a valid PostgreSQL address.
  public static func isAddress(_ url: String) -> Bool {
    guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else { return false }
    guard let options = unsafe PQconninfoParse(url, nil) else { return false }
    unsafe PQconninfoFree(options)
    return true
  }

  @unsafe private static func connect(_ url: String) -> OpaquePointer? {
    // Defaults come first, so that the address can override them.
    let settings = [
      ("connect_timeout", "5"), ("keepalives_idle", "30"), ("tcp_user_timeout", "30000"),
      ("application_name", "woodshed"), ("client_encoding", "UTF8"), ("dbname", url),
    ]
    let keys = unsafe CStrings(settings.map(\.0))
    let values = unsafe CStrings(settings.map(\.1))
    return unsafe PQconnectdbParams(keys.pointers, values.pointers, 1)
  }

  /// Counts a damaged row and returns the error for code that needs it.
  func damaged(_ place: Place, _ table: String) -> PostgresError {
    damage.note(place, table)
    return .damagedRow
  }

  /// Whether the connection is open, as far as known.
  public var isAlive: Bool { unsafe PQstatus(handle) == CONNECTION_OK }

  /// Whether a transaction is open, failed or not.
  public var isInTransaction: Bool { unsafe PQtransactionStatus(handle) != PQTRANS_IDLE }

  /// Runs a statement after all posted ones and returns its rows.
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

  /// Queues a statement to be sent with the next one that is run, which also reports its failure.
  ///
  /// Each wait for an answer costs a round trip: a push has three of them instead of eight.
  mutating func post(
    _ sql: StaticString, _ parameters: [Parameter] = []
  ) throws(PostgresError) {
    posted.append(Statement(try prepared(sql, parameters), parameters))
  }

  /// Runs `body` in a transaction.
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

  /// Sends statements as a pipeline and returns the answer of the last; the server skips those after a failed one.
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
        // After each answer, a null result marks the end of its statement.
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

/// A null-terminated list of C strings.
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
