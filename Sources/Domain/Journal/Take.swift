public import Ledger
public import Sound

extension KindID {
  /// A recording.
  public static let take = KindID(14)
}

/// A recording, as the journal knows it; the audio itself is a file on the device.
public struct Take: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  /// The civil day that it belongs to, as the ledger counts days.
  public var day: Int64 = 0
  /// In milliseconds since 1970 UTC.
  public var began: Int64 = 0
  public var frames: Int64 = 0
  public var sampleRate = 48_000
  /// Where its audio is.
  public var state = State.lost
  /// Its audio, once that is finished and named.
  public var sound: BlobReference?
  public var folder: RowID?
  public var piece: RowID?
  public var section: RowID?
  /// Words separated by spaces.
  public var tags = ""
  /// The kept parts of the audio, as ``Sound`` writes them; empty for all of it.
  public var edit = ""
  /// The click that it was played to: its plan and its start; empty if there was none.
  public var click = ""
  /// How many samples were clipped.
  public var clipped: Int64 = 0
  public var reed: RowID?

  /// Where the audio of a take is.
  public enum State: CaseIterable, Sendable {
    /// It is being recorded on one device.
    case recording
    /// It is complete on the device that recorded it, but has no name yet.
    case recorded
    /// It has its name and is on the device that recorded it.
    case kept
    /// It is also on the server.
    case sent
    /// Its audio could not be found again.
    case lost

    static let choices: Choices<State> = [
      (0, "Being recorded", .recording), (1, "On one device, unfinished", .recorded),
      (2, "On one device", .kept), (3, "On the server", .sent), (4, "Lost", .lost),
    ]
  }

  /// The longest name, in bytes.
  public static let nameLimit = 400
  /// The longest tags, in bytes.
  public static let tagsLimit = 2_000
  /// The longest edit or click, in bytes.
  public static let textLimit = 20_000

  public init(_ id: RowID, named name: String, day: Int64, began: Int64, sampleRate: Int) {
    (self.id, self.name, self.day, self.began, self.sampleRate) = (id, name, day, began, sampleRate)
    state = .recording
  }

  /// The parts that are played, whether edited or not.
  public var heard: TakeEdit { TakeEdit(parsing: edit) ?? TakeEdit(length: frames) }

  /// How long that is, in seconds.
  public var seconds: Double { seconds(of: edit.isEmpty ? frames : heard.frames) }

  /// How long it was recorded, in seconds.
  public var recordedSeconds: Double { seconds(of: frames) }

  private func seconds(of frames: Int64) -> Double {
    sampleRate > 0 ? Double(frames) / Double(sampleRate) : 0
  }
}

extension Take {
  public static let kind = KindID.take
  public static let names = KindNames("take", "Take", "Takes", title: nameField)
  public static let nameField = field(1)
  private static let beganField = field(3)
  private static let framesField = field(4)
  private static let rateField = field(5)
  private static let stateField = field(6)
  static let soundField = field(7)
  static let pieceField = field(9)
  private static let clippedField = field(14)
  public static let reedField = field(15)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ take: inout Take) {
    fields.text(nameField, "name", "Name", &take.name, upTo: nameLimit, always: true)
    fields.day(field(2), "day", "Day", &take.day, always: true)
    fields.moment(beganField, "began", "Started", &take.began, always: true)
    fields.whole(
      framesField, "frames", "Length", &take.frames, in: 0...1 << 53, unit: "frames", always: true)
    fields.whole(
      rateField, "sample-rate", "Sample rate", &take.sampleRate, in: 1...768_000, unit: "Hz",
      always: true)
    fields.choice(stateField, "state", "Audio", &take.state, State.choices, always: true)
    fields.blob(soundField, "sound", "Audio file", &take.sound)
    fields.link(field(8), "folder", "Folder", &take.folder)
    fields.link(pieceField, "piece", "Piece", &take.piece)
    fields.link(field(10), "section", "Section", &take.section)
    fields.text(field(11), "tags", "Tags", &take.tags, upTo: tagsLimit)
    fields.text(field(12), "parts", "Edit", &take.edit, upTo: textLimit)
    fields.text(field(13), "click", "Click", &take.click, upTo: textLimit)
    fields.whole(clippedField, "clipped", "Clipped samples", &take.clipped, in: 0...1 << 53)
    fields.link(reedField, "reed", "Reed", &take.reed)
  }

  /// The fields about the file, which are never restored.
  static let fileFields: Set<FieldID> = [
    framesField, rateField, stateField, soundField, clippedField,
  ]

  /// The edits that record its finished file, with its length, so that they are complete.
  public func finishing(_ sound: BlobReference) -> [Edit] {
    var take = self
    (take.state, take.sound) = (.kept, sound)
    return take.edits(only: [
      Self.stateField, Self.soundField, Self.framesField, Self.rateField,
    ])
  }

  /// The edits that record that its audio is on the server.
  public var sending: [Edit] { moving(to: .sent) }

  /// The edits that record that its audio is no longer on the server.
  public var unsending: [Edit] { moving(to: .kept) }

  private func moving(to state: State) -> [Edit] {
    var take = self
    take.state = state
    return take.edits(only: [Self.stateField])
  }

  /// All of them, newest first.
  public static func all(in data: Replica) -> [Take] {
    all(in: data, by: [.descending(beganField)])
  }
}
