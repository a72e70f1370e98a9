public import Platform
public import Storage

/// Why an operation on a file failed.
public enum BlobError: Error, Hashable, Sendable {
  case refused(BlobRefusal)
  case store(StorageError)
  case files(SystemError)
}

extension BlobError {
  /// A word for the log, without user data.
  var logWord: String {
    switch self {
    case .refused: "refused"
    case .store(let error): error.logWord
    case .files(let error): "files-\(error.code)"
    }
  }
}

/// Asks the store, as part of an operation on files.
func storing<Value>(
  _ ask: @autoclosure () throws(StorageError) -> Value
) throws(BlobError) -> Value {
  try passing(ask(), as: BlobError.store)
}

/// Does something in the folder, as part of an operation that also uses the store.
func filing<Value>(
  _ work: @autoclosure () throws(SystemError) -> Value
) throws(BlobError) -> Value {
  try passing(work(), as: BlobError.files)
}
