import HTTP
import Ledger
import Storage

/// Who may do what: the one place that decides it. What is not allowed here is refused.
///
/// Until there are accounts, a server that answers its own machine only has one owner, and any other
/// server has nobody.
struct Access: Sendable {
  enum Action: Sendable {
    case read, write
  }

  let origin: Origin

  /// The account that a request speaks for.
  func account(of request: Request) -> AccountID? {
    guard case .loopback = origin, request.peer.isLoopback else { return nil }
    return .onlyOwner
  }

  /// The place that a path names, if whoever asks may do this there; others are told that it is not.
  func place(
    _ parameters: Parameters, for action: Action, by request: Request
  ) throws(HTTPError) -> Place {
    guard let account = account(of: request) else {
      throw HTTPError(
        .unauthorized, code: "no_account",
        message: "This server has no accounts yet, so it keeps nothing for anybody. "
          + "Your work is safe on this device. To sync, open Woodshed on the server's own machine.")
    }
    guard let owner = Bits128(hex: parameters["owner"]),
      let space = Bits128(hex: parameters["space"])
    else { throw .notFound }
    let place = Place(AccountID(owner), SpaceID(space))
    guard allows(action, in: place, for: account) else { throw .notFound }
    return place
  }

  private func allows(_ action: Action, in place: Place, for account: AccountID) -> Bool {
    switch action {
    case .read, .write: place == Place(account, .own(of: account))
    }
  }
}
