public import Ledger
public import Program
import RoomKit

// The server's answers, and what follows from them.
extension AccountPage {
  static func take(
    _ answer: FetchAnswer, for call: Call, _ state: inout State
  ) -> [Effect<Message>] {
    if state.pending == call { state.pending = nil }
    switch call {
    case .look(let turn): return turn == state.turn ? seen(answer, &state) : []
    case .policy:
      state.policy = answer.isSuccess ? answer.json?["signUp"]?.string.map { SignUp($0) } : nil
      return []
    default: break
    }
    guard answer.isSuccess else { return failed(call, answer, &state) }
    let profile = answer.json.flatMap { Profile($0) }
    switch call {
    case .signIn, .create, .launch, .reset:
      guard let profile else { return failed(call, answer, &state) }
      return signedIn(profile, by: call, &state)
    case .prove:
      state.profile = profile
      return send(.erase, &state)
    case .erase:
      var news = News.signedOut(isRemoving: false)
      if case .signedIn(let account) = state.standing { news = .erased(account) }
      return signedOut(news, &state) + [
        .toast("Account deleted. Your data stays on this device.")
      ]
    case .signOut(let isRemoving):
      return signedOut(.signedOut(isRemoving: isRemoving), &state)
        + (isRemoving ? [] : [.toast("Signed out. Your data stays on this device.")])
    case .signOutOf:
      return [.toast("Signed out there.")] + send(.profile, &state)
    case .login:
      state.profile = profile ?? state.profile
      clear(&state)
      return [.toast("Saved. Other devices have to sign in again."), .focus("heading")]
    default:
      if let profile { state.profile = profile }
      state.renaming = nil
      return []
    }
  }

  /// Who is signed in, as the server says.
  private static func seen(_ answer: FetchAnswer, _ state: inout State) -> [Effect<Message>] {
    guard answer.isSuccess, let frame = try? Frame(bytes: answer.bytes),
      case .now(let time) = frame.body
    else {
      state.isAway = true
      return []
    }
    return heard(time.account, &state)
  }

  /// Applies who is signed in, whatever the source.
  @export(interface)
  public static func heard(_ account: AccountID?, _ state: inout State) -> [Effect<Message>] {
    state.isAway = false
    var standing = Standing.nobody
    if let account { standing = .signedIn(account) }
    if standing != state.standing {
      if state.standing != .unknown { state.news = .changed }
      state.standing = standing
      state.profile = nil
    }
    if account == nil { return state.policy == nil ? send(.policy, &state) : [] }
    return state.isOpen ? send(.profile, &state) : []
  }

  private static func signedIn(
    _ profile: Profile, by call: Call, _ state: inout State
  ) -> [Effect<Message>] {
    clear(&state)
    state.turn += 1
    state.isAway = false
    state.token = nil
    state.standing = .signedIn(profile.account)
    state.profile = profile
    state.news = .signedIn
    let path = call == .launch ? Address.home : Address.account
    let text =
      call == .reset
      ? "Password set. You’re signed in."
      : "You’re signed in. Your data now syncs to the server."
    return [.navigate(to: path, replacing: true), .toast(text), .focus("heading")]
  }

  private static func signedOut(_ news: News, _ state: inout State) -> [Effect<Message>] {
    clear(&state)
    state.turn += 1
    state.standing = .nobody
    state.profile = nil
    state.isCreating = false
    state.news = news
    return (state.policy == nil ? send(.policy, &state) : []) + [.focus("heading")]
  }

  // MARK: - Failures

  private static func failed(
    _ call: Call, _ answer: FetchAnswer, _ state: inout State
  ) -> [Effect<Message>] {
    let error = answer.json?["error"]
    let code = error?["code"]?.string ?? ""
    if code.hasSameBytes(as: "no_session") {
      clear(&state)
      return heard(nil, &state)
    }
    let text =
      error?["message"]?.string
      ?? "The server sent an unexpected answer. Nothing is lost; try again in a moment."
    if code.hasSameBytes(as: "other_account") {
      clear(&state)
      return [.toast(text)] + look(&state)
    }
    let field = field(for: code, call)
    state.problem = Problem(call: call, field: field, text: text)
    return call == .profile ? [] : [.focus(field?.id ?? "account-problem")]
  }

  /// Which field an error is about.
  private static func field(for code: String, _ call: Call) -> Field? {
    if code.hasSameBytes(as: "wrong_password") { return call == .signIn ? .password : .current }
    let code = code.utf8
    if code.starts(with: "password_".utf8) { return .password }
    return code.starts(with: "name_".utf8) && call != .rename ? .name : nil
  }
}
