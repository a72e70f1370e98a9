import CPostgres
import Storage

/// What PostgreSQL said no with.
public struct PostgresError: Error, Hashable, Sendable {
  /// SQLSTATE: five characters, such as `40001`.
  public let state: String
  /// One sentence, without the details in which the server quotes values.
  public let message: String

  init(state: String, message: String) {
    self.state = state
    self.message = message
  }

  /// Whether the server took back a transaction that will do when it is tried again: it could not be put
  /// in order with others, or two servers made the same table at the same time.
  public var isRetryable: Bool { ["40001", "40P01", "23505", "42P07"].contains(state) }

  /// Whether the connection is gone, or going.
  public var isDisconnection: Bool {
    state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05"].contains(state)
  }

  /// The server is not there, or does not answer.
  static let connectionFailure = "08006"
  /// There are as many connections as there may be.
  static let allBusy = "53300"

  /// What was asked is for an account that was erased meanwhile; a state that PostgreSQL does not have.
  static let erased = PostgresError(state: "WS001", message: "the account is erased")

  /// What stands in a table is not what we put there.
  static let damagedRow = PostgresError(
    state: "XX001", message: "a row holds what was never written")
}

extension StorageError {
  init(_ error: PostgresError) {
    self =
      switch error.state {
      case _ where error.isDisconnection: .unavailable
      case _ where error.isRetryable: .busy
      // Locks and statements that took too long, and connections that are all taken.
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
