import Platform
import Storage

/// Why something was not done with a file.
enum BlobError: Error, Hashable, Sendable {
  case refused(BlobRefusal)
  case store(StorageError)
  case files(SystemError)
}

extension BlobError {
  /// A word for the log, which holds nothing that anybody wrote.
  var logWord: String {
    switch self {
    case .refused: "refused"
    case .store(let error): error.logWord
    case .files(let error): "files-\(error.code)"
    }
  }

  /// Does something with a store, as part of a work that has files as well.
  static func storing<Value>(
    _ work: () throws(StorageError) -> Value
  ) throws(BlobError) -> Value {
    do throws(StorageError) { return try work() } catch { throw .store(error) }
  }

  /// Does something with files, as part of a work that has a store as well.
  static func filing<Value>(
    _ work: () throws(SystemError) -> Value
  ) throws(BlobError) -> Value {
    do throws(SystemError) { return try work() } catch { throw .files(error) }
  }
}
