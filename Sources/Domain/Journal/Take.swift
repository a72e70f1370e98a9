public import Ledger
public import Sound

extension KindID {
  /// What was recorded.
  public static let take = KindID(14)
}

/// What was recorded, as the journal knows it; the sound itself lies in a file of the device.
public struct Take: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  /// The civil day that it belongs to, as the ledger counts days.
  public var day: Int64 = 0
  /// In milliseconds since 1970 UTC.
  public var began: Int64 = 0
  public var frames: Int64 = 0
  public var sampleRate = 48_000
  /// Where its sound is.
  public var state = State.lost
  /// Its sound, once that is finished and has its name.
  public var sound: BlobReference?
  public var folder: RowID?
  public var piece: RowID?
  public var section: RowID?
  /// Words with blanks between them.
  public var tags = ""
  /// Which parts of the sound are to be heard, as ``Sound`` writes it; empty for all of it.
  public var edit = ""
  /// The click that it was played to: its plan and its start, empty where there was none.
  public var click = ""
  /// How many samples were too loud to be kept as they were.
  public var clipped: Int64 = 0
  public var reed: RowID?

  /// Where the sound of a take is.
  public enum State: CaseIterable, Sendable {
    /// It is being recorded on one device.
    case recording
    /// It is whole on the device that recorded it, and has no name yet.
    case recorded
    /// It has its name and lies on the device that recorded it.
    case kept
    /// It is on the server, too.
    case sent
    /// Its sound could not be found again.
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

  /// What is to be heard of it, whether parts were cut off or not.
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
    fields.moment(beganField, "began", "Began", &take.began, always: true)
    fields.whole(
      framesField, "frames", "Length", &take.frames, in: 0...1 << 53, unit: "frames", always: true)
    fields.whole(
      rateField, "sample-rate", "Sample rate", &take.sampleRate, in: 1...768_000, unit: "Hz",
      always: true)
    fields.choice(stateField, "state", "Sound", &take.state, State.choices, always: true)
    fields.blob(soundField, "sound", "Sound file", &take.sound)
    fields.link(field(8), "folder", "Folder", &take.folder)
    fields.link(pieceField, "piece", "Piece", &take.piece)
    fields.link(field(10), "section", "Section", &take.section)
    fields.text(field(11), "tags", "Tags", &take.tags, upTo: tagsLimit)
    fields.text(field(12), "parts", "Parts to be heard", &take.edit, upTo: textLimit)
    fields.text(field(13), "click", "Click", &take.click, upTo: textLimit)
    fields.whole(clippedField, "clipped", "Samples too loud", &take.clipped, in: 0...1 << 53)
    fields.link(reedField, "reed", "Reed", &take.reed)
  }

  /// What tells of the file, which nothing takes back.
  static let fileFields: Set<FieldID> = [
    framesField, rateField, stateField, soundField, clippedField,
  ]

  /// What tells of its finished file. Its length goes with it, so that it stands on its own.
  public func finishing(_ sound: BlobReference) -> [Edit] {
    var take = self
    (take.state, take.sound) = (.kept, sound)
    return take.edits(only: [
      Self.stateField, Self.soundField, Self.framesField, Self.rateField,
    ])
  }

  /// What tells that its sound is on the server.
  public var sending: [Edit] { moving(to: .sent) }

  /// What tells that its sound is on the server no more.
  public var unsending: [Edit] { moving(to: .kept) }

  private func moving(to state: State) -> [Edit] {
    var take = self
    take.state = state
    return take.edits(only: [Self.stateField])
  }

  /// All there are, the latest first.
  public static func all(in data: Replica) -> [Take] {
    all(in: data, by: [.descending(beganField)])
  }
}
