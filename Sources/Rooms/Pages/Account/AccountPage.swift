import Domain
public import Ledger
import Markup
public import Program
public import RoomKit

/// The account: creating one, signing in and out, and the signed-in devices.
///
/// An account backs up a person's data and syncs it to other devices; nothing else needs one.
public enum AccountPage {
  /// What a link is for; its secret follows `#`.
  public enum Link: CaseIterable, Sendable {
    /// The server's owner signs in without a password.
    case open
    /// Replaces a forgotten password.
    case reset
    /// An invitation.
    case join

    public var path: String {
      switch self {
      case .open: "/open"
      case .reset: "/reset"
      case .join: "/join"
      }
    }

    var title: String {
      switch self {
      case .open: "Opening your shed"
      case .reset: "New password"
      case .join: "You’re invited"
      }
    }
  }

  /// Whether somebody is signed in, as the server last said.
  public enum Standing: Equatable, Sendable {
    case unknown
    case nobody
    case signedIn(AccountID)
  }

  public enum Field: Sendable {
    case name, password, current

    var id: String {
      switch self {
      case .name: "account-name"
      case .password: "account-password"
      case .current: "account-current"
      }
    }
  }

  /// What is being typed; cleared when it is used or the page is left.
  struct Form: Sendable {
    var name = ""
    var password = ""
    var current = ""
    var isShown = false
  }

  /// Why something failed, and where.
  struct Problem: Equatable, Sendable {
    let call: Call
    let field: Field?
    let text: String
  }

  /// A sheet that asks for confirmation.
  enum Sheet: Equatable, Sendable {
    case signOut, remove, erase
  }

  /// What the shell has to know.
  public enum News: Equatable, Sendable {
    /// The server says that somebody else is signed in, or nobody.
    case changed
    case signedIn
    case signedOut(isRemoving: Bool)
    case erased(AccountID)
    case removed
  }

  /// A request to the server.
  public enum Call: Equatable, Sendable {
    /// Who is signed in; an answer from before a sign-in is dropped.
    case look(turn: Int)
    case policy, profile
    case signIn, create, launch, reset
    case login, prove, erase, rename
    case signOut(isRemoving: Bool)
    /// `others`, or one device by its name.
    case signOutOf(String)
  }

  public struct State: Sendable {
    public var standing = Standing.unknown
    /// Whether the server did not answer when it was last asked.
    var isAway = false
    /// Who may create an account, where the server has accounts.
    var policy: SignUp?
    var profile: Profile?
    /// The secret of the link that was followed.
    var token: String?
    /// Whether the page shows.
    var isOpen = false
    /// Whether the form creates an account; otherwise it signs in.
    var isCreating = true
    var form = Form()
    var problem: Problem?
    /// The request that a person is waiting for.
    var pending: Call?
    var sheet: Sheet?
    /// Whether name and password are being changed.
    var isChanging = false
    /// The device that is being named.
    var renaming: String?
    var newName = ""
    public var news: News?
    /// Counts sign-ins and sign-outs.
    var turn = 0
    public var deviceName = ""

    /// Whether the server has accounts and nobody is signed in.
    public var isOffered: Bool { standing == .nobody && policy != nil }

    public var isSignedIn: Bool { if case .signedIn = standing { true } else { false } }

    public init() {}
  }

  public enum Message: Sendable {
    case modeChosen(isCreating: Bool)
    case typed(Field, String)
    case showTapped
    case submitted(Call)
    case answered(Call, FetchAnswer)
    case lookTapped
    case changeTapped
    case renameTapped(String)
    case nameTyped(String)
    case signOutTapped
    case removeTapped
    case eraseTapped
    case removeConfirmed
    case sheetClosed
    case exportTapped
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ context: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .modeChosen(let isCreating):
      state.isCreating = isCreating
      state.problem = nil
    case .typed(.name, let text): state.form.name = text
    case .typed(.password, let text): state.form.password = text
    case .typed(.current, let text): state.form.current = text
    case .showTapped: state.form.isShown.toggle()
    case .submitted(.signOut(isRemoving: true)) where context.isRecording:
      return [.toast("Stop recording first.")]
    case .submitted(let call): return submit(call, &state, context)
    case .answered(let call, let answer): return take(answer, for: call, &state)
    case .lookTapped: return look(&state)
    case .changeTapped:
      clear(&state)
      state.isChanging = true
      state.form.name = state.profile?.name ?? ""
      return [.focus(Field.name.id)]
    case .renameTapped(let id):
      state.renaming = id
      state.newName = state.profile?.devices.first { $0.id.hasSameBytes(as: id) }?.name ?? ""
      return [.focus("device-name")]
    case .nameTyped(let text): state.newName = text
    case .signOutTapped: show(.signOut, &state)
    case .removeTapped: show(.remove, &state)
    case .eraseTapped: show(.erase, &state)
    case .removeConfirmed:
      clear(&state)
      state.news = .removed
    case .sheetClosed: clear(&state)
    case .exportTapped: return [.ask(.export)]
    }
    return []
  }

  /// Shows the page; a link takes effect.
  @export(interface)
  public static func open(_ link: Link?, token: String?, _ state: inout State) -> [Effect<Message>]
  {
    clear(&state)
    state.isOpen = true
    state.token = token
    if link == .open, token != nil { return send(.launch, &state) }
    if link == .join { state.isCreating = true }
    return look(&state)
  }

  /// Forgets what was typed when the page is left.
  @export(interface)
  public static func leave(_ state: inout State) {
    clear(&state)
    state.token = nil
    state.isOpen = false
  }

  static func clear(_ state: inout State) {
    state.form = Form()
    state.problem = nil
    state.sheet = nil
    state.isChanging = false
    state.renaming = nil
  }

  private static func show(_ sheet: Sheet, _ state: inout State) {
    clear(&state)
    state.sheet = sheet
  }

  // MARK: - Asking

  /// Asks the server who is signed in.
  @export(interface)
  public static func look(_ state: inout State) -> [Effect<Message>] {
    let call = Call.look(turn: state.turn)
    return [.fetch(FetchRequest(path: "/v1/now")) { .answered(call, $0) }]
  }

  private static func submit(
    _ call: Call, _ state: inout State, _ context: RoomContext
  ) -> [Effect<Message>] {
    guard state.pending == nil else { return [] }
    let form = state.form
    var missing: (Field, String)?
    switch call {
    case .signIn, .create, .login:
      if form.name.trimmingBlanks.isEmpty { missing = (.name, "Enter a name or an email address.") }
    default: break
    }
    let isPasswordNeeded =
      call == .signIn || call == .create || call == .reset
      || (call == .login && state.profile?.hasPassword == false)
    if missing == nil, isPasswordNeeded, form.password.isEmpty {
      missing = (.password, "Enter a password.")
    }
    let isCurrentNeeded = (call == .login || call == .prove) && state.profile?.hasPassword == true
    if missing == nil, isCurrentNeeded, form.current.isEmpty {
      missing = (.current, "Enter your current password.")
    }
    if let missing {
      state.problem = Problem(call: call, field: missing.0, text: missing.1)
      return [.focus(missing.0.id)]
    }
    if call == .prove, state.profile?.hasPassword == false { return send(.erase, &state) }
    return send(call, &state, account: context.data.head.account)
  }

  static func send(
    _ call: Call, _ state: inout State, account: AccountID? = nil
  ) -> [Effect<Message>] {
    let form = state.form
    var members: [JSON.Member] = []
    func add(_ name: String, _ text: String) { members.append(JSON.Member(name, .string(text))) }
    var path = "/v1/account"
    switch call {
    case .look: path = "/v1/now"
    case .policy: path = "/v1/signin"
    case .profile: break
    case .signIn, .create:
      path = call == .signIn ? "/v1/signin" : "/v1/signin/new"
      add("name", form.name)
      add("password", form.password)
      if call == .create {
        if let token = state.token { add("invitation", token) }
        if let account { add("account", account.bits.hex) }
      }
    case .launch, .reset:
      path = call == .launch ? "/v1/signin/launch" : "/v1/signin/reset"
      add("token", state.token ?? "")
      if call == .reset { add("password", form.password) }
    case .login:
      path += "/login"
      add("name", form.name)
      // Changing only the name keeps the password.
      add("password", form.password.isEmpty ? form.current : form.password)
      if !form.current.isEmpty { add("current", form.current) }
    case .prove:
      path += "/prove"
      add("password", form.current)
    case .erase: path += "/erase"
    case .rename:
      path += "/device"
      add("id", state.renaming ?? "")
      add("name", state.newName)
    case .signOut:
      path += "/signout"
      add("which", "this")
    case .signOutOf(let which):
      path += "/signout"
      add("which", which)
    }
    switch call {
    case .look, .policy, .profile:
      return [.fetch(FetchRequest(path: path)) { .answered(call, $0) }]
    case .signIn, .create, .launch, .reset: add("device", state.deviceName)
    default:
      // Another tab may have signed in to another account: it is not changed from here.
      if let profile = state.profile { add("account", profile.account.bits.hex) }
    }
    state.pending = call
    state.problem = nil
    let request = FetchRequest(
      "POST", path: path, contentType: "application/json", body: JSON.object(members).bytes)
    return [.fetch(request) { .answered(call, $0) }]
  }
}
