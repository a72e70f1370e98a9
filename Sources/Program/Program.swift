public import Markup

/// An app, or anything with a state, messages that change it and a view of it.
///
/// All four functions are pure. ``Runtime`` connects them to the world.
public protocol Program {
  associatedtype State
  associatedtype Message

  /// The initial state.
  ///
  /// It is constructed in place: a large state in a tuple is moved field by field, which is ten thousand bytes of code.
  static func state(at launch: Launch) -> State
  /// What to do first.
  static func start(_ state: inout State, _ launch: Launch) -> [Effect<Message>]
  /// Handles a message.
  static func update(
    _ state: inout State, _ message: Message, _ context: Context
  ) -> [Effect<Message>]
  /// What the page shows.
  static func view(_ state: State) -> Node<Message>
}

extension Program {
  /// The initial state, and what to do first.
  public static func start(_ launch: Launch) -> (State, [Effect<Message>]) {
    var state = state(at: launch)
    let effects = start(&state, launch)
    return (state, effects)
  }
}

/// What is known when a program starts.
public struct Launch: Sendable {
  /// The address the page was opened at, such as `/journal`; a sign-in link has its secret after `#`.
  public var path: String
  /// The name of the running build; it changes with every byte of the app.
  public var build: String
  /// How the browser identifies itself.
  public var browser: String
  /// Random bits drawn for each start.
  public var randomBits: (UInt64, UInt64)

  public init(
    path: String, build: String = "", browser: String = "", randomBits: (UInt64, UInt64) = (0, 0)
  ) {
    self.path = path
    self.build = build
    self.browser = browser
    self.randomBits = randomBits
  }
}

/// What `update` may know of the world at the moment of a message.
public struct Context: Sendable {
  /// The time of day, in milliseconds since 1970 UTC.
  public var milliseconds: Int64
  /// How many minutes the local time is ahead of UTC.
  public var zoneMinutes: Int
  /// Random bits drawn for each message: the source of new ids.
  public var randomBits: (UInt64, UInt64)

  public init(milliseconds: Int64, zoneMinutes: Int, randomBits: (UInt64, UInt64) = (0, 0)) {
    self.milliseconds = milliseconds
    self.zoneMinutes = zoneMinutes
    self.randomBits = randomBits
  }
}
