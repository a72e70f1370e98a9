public import Markup

/// A whole app, or anything with a state, messages that change it and a view of it.
///
/// All four functions are pure. ``Runtime`` joins them to the world.
public protocol Program {
  associatedtype State
  associatedtype Message

  /// The state to begin with.
  ///
  /// It is made alone, where it will be: a large state in a tuple is moved field by field, which is ten thousand bytes of code.
  static func state(at launch: Launch) -> State
  /// What to do first.
  static func start(_ state: inout State, _ launch: Launch) -> [Effect<Message>]
  /// Takes in what happened.
  static func update(
    _ state: inout State, _ message: Message, _ context: Context
  ) -> [Effect<Message>]
  /// What the page shows.
  static func view(_ state: State) -> Node<Message>
}

extension Program {
  /// The state to begin with, and what to do first.
  public static func start(_ launch: Launch) -> (State, [Effect<Message>]) {
    var state = state(at: launch)
    let effects = start(&state, launch)
    return (state, effects)
  }
}

/// What is known when a program starts.
public struct Launch: Sendable {
  /// The address the page was opened at, such as `/journal`; a link that signs in brings its secret after `#`.
  public var path: String
  /// Names the build that runs; it changes with every byte of the app.
  public var build: String
  /// What the browser says it is.
  public var browser: String
  /// Bits drawn anew for each start.
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
  /// Bits drawn anew for each message: where new ids come from.
  public var randomBits: (UInt64, UInt64)

  public init(milliseconds: Int64, zoneMinutes: Int, randomBits: (UInt64, UInt64) = (0, 0)) {
    self.milliseconds = milliseconds
    self.zoneMinutes = zoneMinutes
    self.randomBits = randomBits
  }
}
