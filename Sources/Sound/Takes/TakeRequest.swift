/// What a worker is asked to do with the files of a take.
public enum TakeRequest: Hashable, Sendable {
  /// Repairs the file of an interrupted take.
  case recover
  /// Makes the finished file of a take as recorded, verifies it, and draws its picture.
  case finish
  /// Draws the given number of columns of an edited take, from one frame to another.
  case draw(TakeEdit, Range<Int64>, columns: Int)
  /// Writes an edited take to a file.
  case export(TakeEdit, isFlac: Bool)
  /// Measures the intonation of each note, relative to A4 in hertz.
  case intonation(TakeEdit, a4: Double)
  /// Measures where notes begin, relative to a click.
  case timing(TakeEdit, TakeClick)
  /// Measures the crow of a reed, relative to A4 in hertz.
  case crow(TakeEdit, a4: Double)
  /// Writes a WAV or FLAC file from elsewhere as if it had been recorded.
  case take
  /// Writes a take of the sample studio.
  case render(StudioTune.Kind, tempo: Int, seed: UInt32)

  public static let columns = 1...4_000
  /// How many columns the trace of the pitch has.
  public static let traceColumns = 400
}

extension TakeRequest {
  private enum Code: Int {
    case recover = 1
    case finish, draw, exportWave, exportFlac, intonation, timing, render, crow, take
  }

  /// The request as numbers.
  public var message: [Double] {
    var message = Message()
    func begin(_ code: Code) { message.write(code.rawValue) }
    switch self {
    case .recover: begin(.recover)
    case .finish: begin(.finish)
    case .take: begin(.take)
    case .draw(let edit, let range, let columns):
      begin(.draw)
      message.write(edit)
      message.numbers += [Double(range.lowerBound), Double(range.upperBound), Double(columns)]
    case .export(let edit, let isFlac):
      begin(isFlac ? .exportFlac : .exportWave)
      message.write(edit)
    case .intonation(let edit, let a4):
      begin(.intonation)
      message.write(edit)
      message.numbers.append(a4)
    case .timing(let edit, let click):
      begin(.timing)
      message.write(edit)
      message.write(click)
    case .crow(let edit, let a4):
      begin(.crow)
      message.write(edit)
      message.numbers.append(a4)
    case .render(let kind, let tempo, let seed):
      begin(.render)
      message.numbers += [Double(kind.rawValue), Double(tempo), Double(seed)]
    }
    return message.numbers
  }

  /// Reads a request from a message, or `nil` if it is not one.
  public init?(message numbers: [Double]) {
    var message = Message(numbers)
    guard let code = message.readWhole().flatMap({ Code(rawValue: $0) }),
      let request = Self.read(code, from: &message), message.isAtEnd
    else { return nil }
    self = request
  }

  private static func read(_ code: Code, from message: inout Message) -> TakeRequest? {
    if code == .recover { return .recover }
    if code == .finish { return .finish }
    if code == .take { return .take }
    if code == .render {
      guard let kind = message.readWhole().flatMap({ StudioTune.Kind(rawValue: $0) }),
        let tempo = message.readWhole(in: StudioTune.tempos),
        let seed = message.readWhole64().flatMap({ UInt32(exactly: $0) })
      else { return nil }
      return .render(kind, tempo: tempo, seed: seed)
    }
    guard let edit = message.readEdit() else { return nil }
    switch code {
    case .recover, .finish, .take, .render: return nil
    case .draw:
      guard let start = message.readWhole64(), let end = message.readWhole64(), start < end,
        let count = message.readWhole(in: columns)
      else { return nil }
      return .draw(edit, start..<end, columns: count)
    case .exportWave: return .export(edit, isFlac: false)
    case .exportFlac: return .export(edit, isFlac: true)
    case .intonation: return message.read(in: Tuning.range).map { .intonation(edit, a4: $0) }
    case .timing: return message.readClick().map { .timing(edit, $0) }
    case .crow: return message.read(in: Tuning.range).map { .crow(edit, a4: $0) }
    }
  }
}

/// How to play a take.
public struct ReplayRequest: Hashable, Sendable {
  /// What remains of the take.
  public var edit: TakeEdit
  /// Where to jump to, in frames of the edited take; `nil` to continue from where it is playing.
  public var place: Int64?
  /// The part to repeat.
  public var loop: Range<Int64>?
  /// In percent of the recorded speed.
  public var speed: Int
  /// The transposition in semitones.
  public var semitones: Int
  /// The click beside it.
  public var click: TakeClick?

  public static let speeds = 25...200
  public static let transpositions = -12...12

  public init(_ edit: TakeEdit, from place: Int64?) {
    (self.edit, self.place) = (edit, place)
    (loop, speed, semitones, click) = (nil, 100, 0, nil)
  }

  /// The request as numbers.
  public var message: [Double] {
    var message = Message()
    message.write(edit)
    message.numbers += [
      Double(place ?? -1), Double(loop?.lowerBound ?? -1), Double(loop?.upperBound ?? -1),
      Double(speed), Double(semitones),
    ]
    if let click { message.write(click) }
    return message.numbers
  }

  /// Reads a request from a message, or `nil` if it is not one.
  public init?(message numbers: [Double]) {
    var message = Message(numbers)
    guard let edit = message.readEdit(), let place = message.readWhole64(),
      let start = message.readWhole64(), let end = message.readWhole64(), start <= end,
      let speed = message.readWhole(in: Self.speeds),
      let semitones = message.readWhole(in: Self.transpositions)
    else { return nil }
    self.init(edit, from: place < 0 ? nil : min(place, edit.frames))
    loop = start >= 0 && start < end ? start..<end : nil
    (self.speed, self.semitones) = (speed, semitones)
    guard !message.isAtEnd else { return }
    guard let click = message.readClick(), message.isAtEnd else { return nil }
    self.click = click
  }
}

/// How to record a take.
public struct RecordRequest: Hashable, Sendable {
  public var depth: TakePCM.Depth
  /// Determines the dither noise.
  public var seed: UInt32

  public init(_ depth: TakePCM.Depth, seed: UInt32) {
    (self.depth, self.seed) = (depth, seed)
  }

  /// The request as numbers.
  public var message: [Double] { [Double(depth.rawValue), Double(seed)] }

  /// Reads a request from a message, or `nil` if it is not one.
  public init?(message numbers: [Double]) {
    var message = Message(numbers)
    guard let depth = message.readWhole().flatMap({ TakePCM.Depth(rawValue: $0) }),
      let seed = message.readWhole64().flatMap({ UInt32(exactly: $0) }), message.isAtEnd
    else { return nil }
    self.init(depth, seed: seed)
  }
}

extension Message {
  fileprivate mutating func write(_ click: TakeClick) {
    numbers.append(Double(click.offset))
    write(click.sound.rawValue)
    write(click.metronome)
  }

  fileprivate mutating func readClick() -> TakeClick? {
    guard let offset = readWhole64(),
      let sound = readWhole().flatMap({ ClickSound(rawValue: $0) }),
      let metronome = readMetronome()
    else { return nil }
    return TakeClick(metronome, offset: offset, sound: sound)
  }

  fileprivate mutating func write(_ edit: TakeEdit) {
    numbers += [Double(edit.length), Double(edit.parts.count)]
    for part in edit.parts { numbers += [Double(part.lowerBound), Double(part.upperBound)] }
  }

  fileprivate mutating func readEdit() -> TakeEdit? {
    guard let length = readWhole64(), let count = readWhole(in: TakeEdit.partCounts),
      count <= left / 2
    else { return nil }
    var parts: [Range<Int64>] = []
    for _ in 0..<count {
      guard let start = readWhole64(), let end = readWhole64(), start <= end else { return nil }
      parts.append(start..<end)
    }
    return TakeEdit(parts: parts, of: length)
  }
}
