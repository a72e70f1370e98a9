public import Storage

/// Reads the accounts of a file, even while a server has it open.
public enum SQLiteAccounts {
  /// Every account, oldest first.
  public static func read(path: String) throws(StorageError) -> [Account] {
    var database = try Database.look(at: path)
    do throws(SQLiteError) {
      return try database.accounts()
    } catch {
      throw StorageError(error)
    }
  }
}
