public import Platform
public import Storage

/// Why something was not done with a file.
public enum BlobError: Error, Hashable, Sendable {
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
}

/// Asks the store, as part of a work that has files as well.
func storing<Value>(
  _ ask: @autoclosure () throws(StorageError) -> Value
) throws(BlobError) -> Value {
  try passing(ask(), as: BlobError.store)
}

/// Does something in the folder, as part of a work that has a store as well.
func filing<Value>(
  _ work: @autoclosure () throws(SystemError) -> Value
) throws(BlobError) -> Value {
  try passing(work(), as: BlobError.files)
}
