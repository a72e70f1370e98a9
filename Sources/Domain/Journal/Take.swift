public import Ledger
public import Sound

/// What was recorded, as the journal knows it; the sound itself lies in a file of the device.
public struct Take: Equatable, Sendable {
  public let id: RowID
  public var name: String
  /// The civil day that it belongs to, as the ledger counts days.
  public var day: Int64
  /// In milliseconds since 1970 UTC.
  public var began: Int64
  public var frames: Int64
  public var sampleRate: Int
  /// Where its sound is.
  public var state: State
  /// Its sound, once that is finished and has its name.
  public var sound: BlobReference?
  public var folder: RowID?
  public var piece: RowID?
  public var section: RowID?
  /// Words with blanks between them.
  public var tags: String
  /// Which parts of the sound are to be heard, as ``Sound`` writes it; empty for all of it.
  public var edit: String
  /// The click that it was played to: its plan and its start, empty where there was none.
  public var click: String
  /// How many samples were too loud to be kept as they were.
  public var clipped: Int64

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
  }

  /// The longest name, in bytes.
  public static let nameLimit = 400
  /// The longest tags, in bytes.
  public static let tagsLimit = 2_000
  /// The longest edit or click, in bytes.
  public static let textLimit = 20_000

  public init(_ id: RowID, named name: String, day: Int64, began: Int64, sampleRate: Int) {
    (self.id, self.name, self.day, self.began, self.sampleRate) = (id, name, day, began, sampleRate)
    (frames, state, sound, clipped) = (0, .recording, nil, 0)
    (folder, piece, section) = (nil, nil, nil)
    (tags, edit, click) = ("", "", "")
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
  public static let nameKey = FieldKey(
    KindID.take.field(1), "name", "Name", byteLimit: Take.nameLimit)
  public static let dayKey = FieldKey.day(KindID.take.field(2), "day", "Day")
  public static let beganKey = FieldKey.moment(KindID.take.field(3), "began", "Began")
  static let framesKey = FieldKey(
    KindID.take.field(4), "frames", "Length", standard: 0, in: 0...1 << 53, unit: "frames")
  static let rateKey = FieldKey(
    KindID.take.field(5), "sample-rate", "Sample rate", standard: 48_000, in: 1...768_000,
    unit: "Hz")
  static let stateKey = FieldKey(
    KindID.take.field(6), "state", "Sound", standard: State.lost,
    choices: [
      (0, "Being recorded", .recording), (1, "On one device, unfinished", .recorded),
      (2, "On one device", .kept), (3, "On the server", .sent), (4, "Lost", .lost),
    ])
  static let soundKey = FieldKey<BlobReference?>(
    Field(KindID.take.field(7), "sound", "Sound file", .blob), standard: nil,
    read: { if case .blob(let blob) = $0 { .some(blob) } else { nil } },
    write: { $0.map { .blob($0) } ?? .null })
  static let folderKey = FieldKey.link(KindID.take.field(8), "folder", "Folder")
  static let pieceKey = FieldKey.link(KindID.take.field(9), "piece", "Piece")
  static let sectionKey = FieldKey.link(KindID.take.field(10), "section", "Section")
  public static let tagsKey = FieldKey(
    KindID.take.field(11), "tags", "Tags", byteLimit: Take.tagsLimit)
  static let editKey = FieldKey(
    KindID.take.field(12), "parts", "Parts to be heard", byteLimit: Take.textLimit)
  static let clickKey = FieldKey(
    KindID.take.field(13), "click", "Click", byteLimit: Take.textLimit)
  static let clippedKey = FieldKey(
    KindID.take.field(14), "clipped", "Samples too loud", standard: 0, in: 0...1 << 53)

  /// What tells of the file, which nothing takes back.
  static let fileFields: Set<FieldID> = [
    framesKey.id, rateKey.id, stateKey.id, soundKey.id, clippedKey.id,
  ]

  static let rows = Kind(
    .take, "take", "Take", plural: "Takes", title: nameKey.id,
    fields: [
      nameKey.field, dayKey.field, beganKey.field, framesKey.field, rateKey.field, stateKey.field,
      soundKey.field, folderKey.field, pieceKey.field, sectionKey.field, tagsKey.field,
      editKey.field, clickKey.field, clippedKey.field,
    ])

  public init(_ row: Row) {
    self.init(
      row.id, named: row[Self.nameKey], day: row[Self.dayKey],
      began: row[Self.beganKey].milliseconds, sampleRate: Int(row[Self.rateKey]))
    (frames, state, sound) = (row[Self.framesKey], row[Self.stateKey], row[Self.soundKey])
    (folder, piece, section) = (row[Self.folderKey], row[Self.pieceKey], row[Self.sectionKey])
    (tags, edit, click) = (row[Self.tagsKey], row[Self.editKey], row[Self.clickKey])
    clipped = row[Self.clippedKey]
  }

  /// What keeps it; where there is an `old` one, only what differs.
  public func edits(from old: Take?, zoneMinutes: Int = 0) -> [Edit] {
    var edit = RowEdit(id, .take, isNew: old == nil)
    edit.set(Self.nameKey, name, unless: old?.name)
    edit.set(Self.dayKey, day, unless: old?.day)
    if began != old?.began { edit.set(Self.beganKey, Moment(began, zoneMinutes: zoneMinutes)) }
    edit.set(Self.framesKey, frames, unless: old?.frames)
    edit.set(Self.rateKey, Int64(sampleRate), unless: old.map { Int64($0.sampleRate) })
    edit.set(Self.stateKey, state, unless: old?.state)
    if sound != old?.sound { edit.set(Self.soundKey, sound) }
    if folder != old?.folder { edit.set(Self.folderKey, folder) }
    if piece != old?.piece { edit.set(Self.pieceKey, piece) }
    if section != old?.section { edit.set(Self.sectionKey, section) }
    edit.set(Self.tagsKey, tags, unless: old?.tags ?? "")
    edit.set(Self.editKey, self.edit, unless: old?.edit ?? "")
    edit.set(Self.clickKey, click, unless: old?.click ?? "")
    edit.set(Self.clippedKey, clipped, unless: old?.clipped ?? 0)
    return edit.edits
  }

  /// What tells of its finished file. Its length goes with it, so that it stands on its own.
  public func finishing(_ sound: BlobReference) -> [Edit] {
    var edit = RowEdit(id, .take)
    edit.set(Self.stateKey, .kept)
    edit.set(Self.soundKey, sound)
    edit.set(Self.framesKey, frames)
    edit.set(Self.rateKey, Int64(sampleRate))
    return edit.edits
  }

  /// What tells that its sound is on the server.
  public var sending: [Edit] { moving(to: .sent) }

  /// What tells that its sound is on the server no more.
  public var unsending: [Edit] { moving(to: .kept) }

  private func moving(to state: State) -> [Edit] {
    var edit = RowEdit(id, .take)
    edit.set(Self.stateKey, state)
    return edit.edits
  }

  /// What moves it to the trash.
  public var trashing: [Edit] {
    Edit.trashing(id, .take)
  }

  /// All there are, the latest first.
  public static func all(in data: Replica) -> [Take] {
    var query = Query(.take)
    query.order = [.descending(beganKey.id)]
    return data.rows(query).map { Take($0) }
  }
}
