/// A player's events as text: one per line, with time in seconds, source, target and value.
///
///     woodshed light-events 1
///     0.5 touch.0 selector.3 0.62
///     0.71 touch.0 selector.3 -1
///     1 key.0 background.hue 4.5
public enum EventText {
  public static let head = "woodshed light-events 1"
  /// More lines than ten hours of wild playing make.
  public static let limit = 4_000_000
  private static let lastTime: Int64 = 36_000_000_000

  public static func text(_ events: [LightEvent]) -> String {
    var text = head + "\n"
    for event in events {
      text += "\(PlainNumber.text(event.time, places: 6)) \(event.source.name)"
      text += " \(event.target.name) \(ChordText.number(event.value))\n"
    }
    return text
  }

  /// The events of a text, in order.
  public static func events(of text: String) throws(ChordProblem) -> [LightEvent] {
    var events: [LightEvent] = []
    var (number, hasHead) = (0, false)
    for bytes in text.utf8.split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      let words = bytes.split { $0 == 32 || $0 == 13 }.map { Array($0) }
      guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
      guard hasHead else {
        guard words.joined(separator: [32]).elementsEqual(head.utf8) else {
          throw ChordProblem(number, "An event file starts with the line “\(head)”.")
        }
        hasHead = true
        continue
      }
      guard words.count == 4 else {
        throw ChordProblem(number, "An event has a time, a source, a target and a value.")
      }
      guard let time = PlainNumber.units(first, places: 6), time >= events.last?.time ?? 0 else {
        throw ChordProblem(number, "A time is in seconds and no earlier than the one above.")
      }
      guard time <= lastTime else {
        throw ChordProblem(number, "A recording is at most ten hours long.")
      }
      guard let source = LightEvent.Source(name: words[1]) else {
        throw ChordProblem(number, "A source looks like touch.0 or key.3.")
      }
      guard let target = LightEvent.Target(name: words[2]) else {
        let name = String(decoding: words[2], as: UTF8.self)
        throw ChordProblem(number, "There is no target called “\(name)”.")
      }
      guard let value = PlainNumber.units(words[3], places: 4) else {
        throw ChordProblem(number, "A value is a number with at most four decimal places.")
      }
      guard events.count < limit else {
        throw ChordProblem(number, "There are more than \(limit) events.")
      }
      events.append(LightEvent(at: time, source, target, Double(value) / Parameter.precision))
    }
    guard hasHead else { throw ChordProblem(0, "An event file starts with the line “\(head)”.") }
    return events
  }
}

extension LightEvent.Device {
  var name: String {
    switch self {
    case .touch: "touch"
    case .pen: "pen"
    case .mouse: "mouse"
    case .key: "key"
    case .pad: "pad"
    case .midi: "midi"
    case .program: "program"
    }
  }
}

extension LightEvent.Source {
  var name: String { "\(device.name).\(contact)" }

  init?(name: [UInt8]) {
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, let contact = PlainNumber.units(Array(parts[1]), places: 0),
      let contact = UInt8(exactly: contact),
      let device = LightEvent.Device.allCases.first(where: { parts[0].elementsEqual($0.name.utf8) })
    else { return nil }
    self.init(device, contact)
  }
}

extension LightEvent.Target {
  private static let named: [(name: String, target: Self)] =
    [
      ("shift", .shift), ("step", .step), ("blackout", .blackout), ("freeze", .freeze),
      ("brightness", .brightness), ("glide", .glide), ("tap", .tap), ("panic", .panic),
      ("release", .release), ("limit", .limit), ("set", .set), ("surprise", .surprise),
      ("tempo", .tempo), ("mode", .mode),
    ] + (0..<Chordset.size).map { ("selector.\($0 + 1)", .selector($0)) }
    + Parameter.all.map { ($0.path, .parameter($0)) }

  /// Its name in texts.
  public var name: String {
    Self.named.first { $0.target == self }?.name ?? "unknown.\(number)"
  }

  init?(name: [UInt8]) {
    guard let found = Self.named.first(where: { name.elementsEqual($0.name.utf8) }) else {
      return nil
    }
    self = found.target
  }
}
