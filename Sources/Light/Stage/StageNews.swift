/// What the stage tells the page.
public enum StageNews: Sendable {
  /// The state of the instrument.
  case playing(Playing)
  /// All sets in order, one's own and the app's.
  case sets([Entry])
  /// The chords of the set in the hand, each with its name and its colour in words.
  case chords([ChordWords])
  /// A chord of an own set was stored.
  case stored(key: String, chord: Int, name: String, text: String)
  /// New sets to save, after another or at the start.
  case made([SetText], after: String, reason: Reason)
  /// The tempo or the mode of an own set was changed.
  case tempo(key: String, Double)
  case mode(key: String, isEven: Bool)
  /// Nothing is held any more: this set is in the hand, and this chord in the controllers.
  case rested(key: String, chord: String)
  case link(key: String, String)
  case file(name: String, text: String)
  case problem(String)
  /// A key asks for full screen, or for nothing but the picture.
  case asked(isBare: Bool)
  /// The parameters that a ribbon can control, each by its number.
  case parameters([Entry])

  public struct Playing: Sendable {
    public var set = 0
    public var setCount = 0
    public var title = ""
    public var recalled: Int?
    /// The selectors held, as bits.
    public var held = 0
    public var isShifted = false
    public var isShiftLocked = false
    public var isBlack = false
    public var isFrozen = false
    public var level = FlashLevel.safe
    public var isEven = false
    /// How many panes the chord in the controllers has.
    public var panes = 1
    public var tempo = 60.0
    public var brightness = 1.0
    public var glide = 0.0
    public var snaps = false
    public var ribbons: [Ribbon] = []

    public init() {}
  }

  public struct Ribbon: Sendable {
    public var parameter: Int
    /// From 0 to 1.
    public var way: Double
    public var label: String
    /// The value in words, for people who cannot see it.
    public var words: String
    /// Its colours from one end to the other, as in CSS; empty if it has none.
    public var colours: String
  }

  public struct Entry: Sendable {
    public var key: String
    public var title: String
  }

  public struct ChordWords: Sendable {
    public var name: String
    public var colour: String
  }

  /// Why a set was made.
  public enum Reason: Int, Hashable, Sendable {
    /// A chord was stored in one of the app's sets, which itself does not change.
    case stored
    case copied
    case imported
    case opened
  }
}

// MARK: - As a message

extension StageNews {
  public var message: StageMessage {
    switch self {
    case .playing(let playing): StageMessage(playing.parts)
    case .sets(let entries): StageMessage(["sets"] + entries.flatMap { [$0.key, $0.title] })
    case .chords(let chords): StageMessage(["chords"] + chords.flatMap { [$0.name, $0.colour] })
    case .stored(let key, let chord, let name, let text):
      StageMessage(["stored", key, "\(chord)", name, text])
    case .made(let sets, let key, let reason):
      StageMessage(["made", key, "\(reason.rawValue)"] + sets.flatMap { $0.parts })
    case .tempo(let key, let tempo): StageMessage(["tempo", key, StageMessage.text(tempo)])
    case .mode(let key, let isEven): StageMessage(["mode", key, isEven ? "1" : "0"])
    case .rested(let key, let chord): StageMessage(["rested", key, chord])
    case .link(let key, let text): StageMessage(["link", key, text])
    case .file(let name, let text): StageMessage(["file", name, text])
    case .problem(let words): StageMessage(["problem", words])
    case .asked(let isBare): StageMessage(["asked", isBare ? "1" : "0"])
    case .parameters(let entries):
      StageMessage(["parameters"] + entries.flatMap { [$0.key, $0.title] })
    }
  }

  /// Reads a message; `nil` if it is unknown.
  public init?(_ message: StageMessage) {
    let parts = message.parts
    if message.isAbout("playing") {
      guard let playing = Playing(message) else { return nil }
      self = .playing(playing)
    } else if message.isAbout("sets") {
      self = .sets(Self.entries(message))
    } else if message.isAbout("asked") {
      self = .asked(isBare: message.whole(1) == 1)
    } else if message.isAbout("parameters") {
      self = .parameters(Self.entries(message))
    } else if message.isAbout("chords") {
      self = .chords(
        stride(from: 1, to: parts.count - 1, by: 2).map {
          ChordWords(name: parts[$0], colour: parts[$0 + 1])
        })
    } else if message.isAbout("stored") {
      guard let chord = message.whole(2) else { return nil }
      self = .stored(key: message[1], chord: chord, name: message[3], text: message[4])
    } else if message.isAbout("made") {
      guard let reason = message.whole(2).flatMap(Reason.init(rawValue:)) else { return nil }
      let sets = stride(from: 3, to: parts.count, by: SetText.partCount).compactMap {
        SetText(message, from: $0)
      }
      self = .made(sets, after: message[1], reason: reason)
    } else if message.isAbout("tempo") {
      guard let tempo = message.number(2) else { return nil }
      self = .tempo(key: message[1], tempo)
    } else if message.isAbout("mode") {
      self = .mode(key: message[1], isEven: message.whole(2) == 1)
    } else if message.isAbout("rested") {
      self = .rested(key: message[1], chord: message[2])
    } else if message.isAbout("link") {
      self = .link(key: message[1], message[2])
    } else if message.isAbout("file") {
      self = .file(name: message[1], text: message[2])
    } else if message.isAbout("problem") {
      self = .problem(message[1])
    } else {
      return nil
    }
  }
}

extension StageNews {
  private static func entries(_ message: StageMessage) -> [Entry] {
    stride(from: 1, to: message.parts.count - 1, by: 2).map {
      Entry(key: message[$0], title: message[$0 + 1])
    }
  }
}

extension StageNews.Playing {
  fileprivate var parts: [String] {
    let flags =
      [isShifted, isShiftLocked, isBlack, isFrozen, isEven, snaps].enumerated()
      .reduce(panes << 6) { $0 | ($1.element ? 1 << $1.offset : 0) }
    var parts = ["playing", "\(set)", "\(setCount)", "\(recalled ?? -1)", "\(held)", "\(flags)"]
    parts += ["\(Int(level.rawValue))"] + [tempo, brightness, glide].map { StageMessage.text($0) }
    parts.append(title)
    for ribbon in ribbons {
      parts += ["\(ribbon.parameter)", StageMessage.text(ribbon.way), ribbon.label, ribbon.words]
      parts.append(ribbon.colours)
    }
    return parts
  }

  fileprivate init?(_ message: StageMessage) {
    guard let set = message.whole(1), let count = message.whole(2), let recalled = message.whole(3),
      let held = message.whole(4), let flags = message.whole(5), let number = message.whole(6),
      let level = FlashLevel(rawValue: UInt8(clamping: number)), let tempo = message.number(7),
      let brightness = message.number(8), let glide = message.number(9)
    else { return nil }
    (self.set, setCount, self.held, self.level) = (set, count, held, level)
    self.recalled = recalled < 0 ? nil : recalled
    (isShifted, isShiftLocked, isBlack) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
    (isFrozen, isEven, snaps) = (flags & 8 != 0, flags & 16 != 0, flags & 32 != 0)
    panes = flags >> 6
    (self.tempo, self.brightness, self.glide, title) = (tempo, brightness, glide, message[10])
    for place in stride(from: 11, to: message.parts.count - 4, by: 5) {
      guard let parameter = message.whole(place), let way = message.number(place + 1) else {
        return nil
      }
      ribbons.append(
        StageNews.Ribbon(
          parameter: parameter, way: way, label: message[place + 2], words: message[place + 3],
          colours: message[place + 4]))
    }
  }
}
