import JournalRoom
import Ledger
import Pages
import Program
import RoomKit
import ToolsRoom

// What signing in and out means for the rooms.
extension Shell {
  /// The storage key of the account that owns the first space on this device.
  static let ownerKey = "woodshed.owner"

  /// Acts on news from the account page.
  static func heed(_ state: inout State, _ context: Context) -> [Effect<Message>] {
    guard let news = state.account.news else { return [] }
    state.account.news = nil
    var effects: [Effect<Safekeeping.Message>] = []
    switch news {
    case .changed where state.safekeeping.isHolder, .signedIn, .signedOut(isRemoving: false):
      effects = Safekeeping.sessionChanged(&state.safekeeping, context)
    case .erased(let account):
      effects = Safekeeping.accountErased(account, &state.safekeeping, context)
    case .signedOut: return remove(isCertain: false, &state, context)
    case .removed: return remove(isCertain: true, &state, context)
    case .changed: break
    }
    let hasSpace = state.safekeeping.space.isSynced || news != .signedIn
    return effects.map { $0.map(Message.safekeeping) }
      + (hasSpace ? [] : open(state.home, &state, context))
  }

  /// Shows each account its own space, and tells the pages who is signed in.
  static func followAccount(_ state: inout State, _ context: Context) -> [Effect<Message>] {
    let keeper = state.safekeeping.keeper
    var effects: [Effect<Message>] = []
    if state.safekeeping.space == .own, keeper.storage == .open, state.hasReadOwner,
      state.owner != keeper.replica.head.account
    {
      state.owner = keeper.replica.head.account
      effects.append(
        state.owner.map { .save($0.bits.hex, under: ownerKey) } ?? .erase(ownerKey))
    }
    // The page that syncs is the first to know who is signed in.
    var heard: [Effect<AccountPage.Message>] = []
    if let other = keeper.otherAccount {
      if state.account.standing != .signedIn(other) {
        heard = AccountPage.heard(other, &state.account)
      }
    } else if keeper.isSignedOut, state.account.standing != .nobody {
      heard = AccountPage.heard(nil, &state.account)
    }
    effects += heard.map { $0.map(Message.account) } + heed(&state, context)
    guard case .signedIn(let account) = state.account.standing, state.hasReadOwner else {
      return effects
    }
    let space = state.space(of: account)
    if state.safekeeping.space.isSynced, space != state.safekeeping.space,
      state.safekeeping.keeper.storage != .opening, state.safekeeping.keeper.unkeptCount == 0,
      !state.rooms.tools.recorder.isRecording
    {
      effects += open(space, &state, context)
    }
    return effects
  }

  /// What the account page shows about the space.
  static func shown(_ state: State) -> AccountPage.Shown {
    let data = state.safekeeping.data
    let takes = state.rooms.journal.takes.strayCounts(in: data)
    return AccountPage.Shown(
      isLinked: state.safekeeping.space.isSynced && state.safekeeping.keeper.hasServer,
      isEmpty: data.isEmpty, waitingCount: data.waitingCount,
      unsentTakes: takes.unsent, awayTakes: takes.away,
      now: state.now, zoneMinutes: state.zoneMinutes)
  }
}

extension Shell.State {
  /// The space on this device that holds an account's data.
  func space(of account: AccountID) -> DeviceSpace {
    if safekeeping.space == .account(account) { return .account(account) }
    return owner == nil || owner == account ? .own : .account(account)
  }

  /// The space of whoever is signed in, or the last one shown.
  var home: DeviceSpace {
    if safekeeping.space.isSynced { return safekeeping.space }
    if case .signedIn(let account) = account.standing { return space(of: account) }
    return lastHome
  }

  /// Whether the space has an account, but nobody who may sync it is signed in.
  var isPaused: Bool {
    let keeper = safekeeping.keeper
    guard safekeeping.space.isSynced, keeper.hasServer else { return false }
    return keeper.isSignedOut || keeper.otherAccount != nil || account.standing == .nobody
  }

  /// Whether an account would back up the current space.
  var isAccountOffered: Bool {
    account.isOffered && safekeeping.space.isSynced && !safekeeping.keeper.hasServer
  }
}

extension Route {
  /// Whether the route shows the account page.
  var isAccount: Bool { self == .page(.account) || link != nil }

  var link: AccountPage.Link? {
    if case .page(.link(let link)) = self { link } else { nil }
  }

  /// The secret in an address, after `#`.
  static func token(in path: String) -> String? {
    guard let mark = path.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
    let token = String(decoding: path.utf8[mark...].dropFirst(), as: UTF8.self)
    return token.isEmpty ? nil : token
  }
}
