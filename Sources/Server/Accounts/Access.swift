import HTTP
import Ledger
import Storage

/// Who may do what: the one place that decides it. What is not allowed here is refused.
enum Access {
  enum Action: CaseIterable, Sendable {
    case read, write
    /// To let others in, or to put them out.
    case share
    /// To end the space with all that is in it.
    case erase
  }

  /// The place that a path names, if whoever is signed in may do this there; others are told that it is not.
  static func place(
    _ parameters: Parameters, for action: Action, by account: AccountID, now: Int64
  ) throws(HTTPError) -> Place {
    guard let owner = Bits128(hex: parameters["owner"]),
      let space = Bits128(hex: parameters["space"])
    else { throw .notFound }
    let place = Place(AccountID(owner), SpaceID(space))
    guard allows(action, with: grant(of: account, in: place), now: now) else {
      throw .notFound
    }
    return place
  }

  /// What an account has in a place: its own space is its own, and of others it has nothing.
  static func grant(of account: AccountID, in place: Place) -> Grant? {
    place == Place(account, .own(of: account)) ? .ownership : nil
  }

  /// Whether a grant covers an action, on one row where it is about one.
  ///
  /// An owner may do everything. A grant that is over allows nothing; rows of other kinds, from before its
  /// beginning, or private, are not there for it; a reader writes nothing, and a commenter only remarks.
  static func allows(
    _ action: Action, on row: RowFacts? = nil, with grant: Grant?, now: Int64
  ) -> Bool {
    guard let grant else { return false }
    if grant.role == .owner { return true }
    if let expiry = grant.expiry, now >= expiry { return false }
    if let row {
      if row.isPrivate { return false }
      if let kinds = grant.kinds, !kinds.contains(row.kind) { return false }
      if let since = grant.since, row.moment < since { return false }
    }
    return switch (action, grant.role) {
    case (.read, _), (.write, .editor): true
    case (.write, .commenter): row?.isComment ?? true
    case (.write, _), (.share, _), (.erase, _): false
    }
  }
}

extension Access {
  /// Whether a request needs nobody to be signed in: the time, signing in, and all that is no interface.
  static func isOpen(_ request: Request) -> Bool {
    guard let segments = request.segments, segments.first == "v1" else { return true }
    return openPaths.contains(Array(segments.dropFirst()))
  }

  private static let openPaths: Set<[String]> = [
    ["now"], ["signin"], ["signin", "new"], ["signin", "launch"], ["signin", "reset"],
  ]
}
