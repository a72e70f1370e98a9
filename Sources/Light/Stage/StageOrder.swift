/// What the page asks of the stage.
public enum StageOrder: Sendable {
  /// The player's own sets, each under its key, and the key of the one in the hand; if that is empty, the set in the hand
  /// stays there.
  case sets([(key: String, set: SetText)], hand: String)
  /// The chord that was in the controllers when the room was left.
  case live(String)
  /// Something a player does on the page itself, by a target's number.
  case play(Int, Double)
  /// Moves a ribbon to a place from 0 to 1.
  case slide(Int, Double)
  /// Leans a gamepad's stick, from −1 to 1, for some milliseconds: along the first ribbon, or up the second.
  case lean(ribbon: Int, Double, milliseconds: Double)
  /// How this screen fits the picture.
  case fit(ScreenFit)
  /// The numbers of the parameters that the ribbons control, and whether hues snap.
  case ribbons([Int], snaps: Bool)
  /// Restores glide, in seconds, and brightness, from 0 to 1: nobody plays them.
  case manner(glide: Double, brightness: Double)
  /// Asks for the set with this key as the end of a link.
  case link(String)
  /// Asks for the set with this key as a file, or for all of one's own if it is empty.
  case export(String)
  /// Imports the sets of a file, by its text.
  case takeIn(String)
  /// Opens a set from the end of a link.
  case open(String)
  /// Copies the set with this key.
  case copy(String)
}

// MARK: - As a message

extension StageOrder {
  public var message: StageMessage {
    switch self {
    case .sets(let sets, let hand):
      StageMessage(["sets", hand] + sets.flatMap { [$0.key] + $0.set.parts })
    case .live(let text): StageMessage(["live", text])
    case .play(let target, let value):
      StageMessage(["play", "\(target)", StageMessage.text(value)])
    case .slide(let ribbon, let way): StageMessage(["slide", "\(ribbon)", StageMessage.text(way)])
    case .lean(let ribbon, let way, let milliseconds):
      StageMessage([
        "lean", "\(ribbon)", StageMessage.text(way), StageMessage.text(milliseconds),
      ])
    case .fit(let fit): StageMessage(["fit"] + fit.parts)
    case .ribbons(let numbers, let snaps):
      StageMessage(["ribbons", snaps ? "1" : "0"] + numbers.map { "\($0)" })
    case .manner(let glide, let brightness):
      StageMessage(["manner", StageMessage.text(glide), StageMessage.text(brightness)])
    case .link(let key): StageMessage(["link", key])
    case .export(let key): StageMessage(["export", key])
    case .takeIn(let text): StageMessage(["take-in", text])
    case .open(let text): StageMessage(["open", text])
    case .copy(let key): StageMessage(["copy", key])
    }
  }

  /// Reads a message; `nil` if it is unknown.
  public init?(_ message: StageMessage) {
    let parts = message.parts
    if message.isAbout("sets") {
      self = .sets(
        stride(from: 2, to: parts.count, by: 1 + SetText.partCount).compactMap { place in
          SetText(message, from: place + 1).map { (parts[place], $0) }
        }, hand: message[1])
    } else if message.isAbout("live") {
      self = .live(message[1])
    } else if message.isAbout("play") {
      guard let target = message.whole(1), let value = message.number(2) else { return nil }
      self = .play(target, value)
    } else if message.isAbout("slide") {
      guard let ribbon = message.whole(1), let way = message.number(2) else { return nil }
      self = .slide(ribbon, way)
    } else if message.isAbout("lean") {
      guard let ribbon = message.whole(1), let way = message.number(2),
        let milliseconds = message.number(3)
      else { return nil }
      self = .lean(ribbon: ribbon, way, milliseconds: milliseconds)
    } else if message.isAbout("fit") {
      self = .fit(ScreenFit(message))
    } else if message.isAbout("ribbons") {
      self = .ribbons(
        parts.indices.dropFirst(2).compactMap { message.whole($0) }, snaps: message.whole(1) == 1)
    } else if message.isAbout("manner") {
      guard let glide = message.number(1), let brightness = message.number(2) else { return nil }
      self = .manner(glide: glide, brightness: brightness)
    } else if message.isAbout("link") {
      self = .link(message[1])
    } else if message.isAbout("export") {
      self = .export(message[1])
    } else if message.isAbout("take-in") {
      self = .takeIn(message[1])
    } else if message.isAbout("open") {
      self = .open(message[1])
    } else if message.isAbout("copy") {
      self = .copy(message[1])
    } else {
      return nil
    }
  }
}
