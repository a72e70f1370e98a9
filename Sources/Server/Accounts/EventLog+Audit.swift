import HTTP
import Ledger

extension EventLog {
  /// Logs sign-ins, sign-outs and password changes: by the account's id, never by name.
  func audit(_ event: String, _ account: AccountID, _ request: Request) {
    var line = LogLine(.info, event)
    line.add("account", account.bits.hex)
    line.add("id", request.id.description)
    write(line)
  }
}
