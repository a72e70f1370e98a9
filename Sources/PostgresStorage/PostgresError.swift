import CPostgres
import Storage

/// An error of PostgreSQL.
public struct PostgresError: Error, Hashable, Sendable {
  /// SQLSTATE: five characters, such as `40001`.
  public let state: String
  /// One sentence, without the details in which the server quotes values.
  public let message: String

  init(state: String, message: String) {
    self.state = state
    self.message = message
  }

  /// Whether the server rolled back a transaction that can be retried: it conflicted with others, or two servers created
  /// the same table at the same time.
  public var isRetryable: Bool { ["40001", "40P01", "23505", "42P07"].contains(state) }

  /// Whether the connection is gone, or going.
  public var isDisconnection: Bool {
    state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05"].contains(state)
  }

  /// The server does not exist or does not answer.
  static let connectionFailure = "08006"
  /// The connection limit is reached.
  static let allBusy = "53300"

  /// The account was erased meanwhile; a state that PostgreSQL does not use.
  static let erased = PostgresError(state: "WS001", message: "the account was erased")

  /// A row does not contain what was written.
  static let damagedRow = PostgresError(
    state: "XX001", message: "a row is damaged")
}

extension StorageError {
  init(_ error: PostgresError) {
    self =
      switch error.state {
      case _ where error.isDisconnection: .unavailable
      case _ where error.isRetryable: .busy
      // Locks and statements that took too long, and all connections in use.
      case "55P03", "57014", PostgresError.allBusy: .busy
      case "53100": .full
      case "XX001", "XX002": .corrupt
      case PostgresError.erased.state: .unavailable
      // Wrong name, password or database.
      case _ where error.state.hasPrefix("28") || error.state == "3D000": .unavailable
      default: .failed(code: error.state)
      }
  }
}
