import HTTP
import Ledger

extension EventLog {
  /// Notes who came, went or changed the lock: by the account's id, never by a name.
  func audit(_ event: String, _ account: AccountID, _ request: Request) {
    var line = LogLine(.info, event)
    line.add("account", account.bits.hex)
    line.add("id", request.id.description)
    write(line)
  }
}
