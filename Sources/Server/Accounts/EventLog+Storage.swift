import HTTP
import Ledger
import Storage

extension EventLog {
  /// Asks a store on behalf of a request; where it fails, that is logged and becomes an answer.
  func asking<Result>(
    for request: Request, _ ask: () throws(StorageError) -> Result
  ) throws(HTTPError) -> Result {
    do throws(StorageError) {
      return try ask()
    } catch {
      var line = LogLine(.error, "storage")
      line.add("failure", error.logWord)
      line.add("id", request.id.description)
      write(line)
      throw error.answer
    }
  }

  /// Notes who came, went or changed the lock: by the account's id, never by a name.
  func audit(_ event: String, _ account: AccountID, _ request: Request) {
    var line = LogLine(.info, event)
    line.add("account", account.bits.hex)
    line.add("id", request.id.description)
    write(line)
  }
}
