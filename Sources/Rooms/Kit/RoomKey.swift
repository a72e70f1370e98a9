/// A single key that acts on a room, wherever no field has the focus.
public struct RoomKey<Message: Sendable>: Sendable {
  public let key: String
  /// What the list of keys says of it.
  public let text: String
  /// Whether it acts in all rooms, and not only in its own.
  public let isEverywhere: Bool
  public let message: Message

  public init(_ key: String, _ text: String, isEverywhere: Bool = false, _ message: Message) {
    (self.key, self.text, self.isEverywhere, self.message) = (key, text, isEverywhere, message)
  }

  public func map<Outer>(_ outer: (Message) -> Outer) -> RoomKey<Outer> {
    RoomKey<Outer>(key, text, isEverywhere: isEverywhere, outer(message))
  }
}
