/// A keyboard shortcut of a room, active while no field has the focus.
public struct RoomKey<Message: Sendable>: Sendable {
  public let key: String
  /// Its description in the list of shortcuts.
  public let text: String
  /// Whether it works in all rooms.
  public let isEverywhere: Bool
  public let message: Message

  public init(_ key: String, _ text: String, isEverywhere: Bool = false, _ message: Message) {
    (self.key, self.text, self.isEverywhere, self.message) = (key, text, isEverywhere, message)
  }

  public func map<Outer>(_ outer: (Message) -> Outer) -> RoomKey<Outer> {
    RoomKey<Outer>(key, text, isEverywhere: isEverywhere, outer(message))
  }
}
