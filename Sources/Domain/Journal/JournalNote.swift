public import Ledger

/// What a person wrote about a day.
public struct JournalNote: Equatable, Sendable {
  public let id: RowID
  /// The civil day that it belongs to, as the ledger counts days.
  public var day: Int64
  /// When it was begun, in milliseconds since 1970 UTC.
  public var made: Int64
  /// As it was typed; ``NoteText`` says what the signs in it mean.
  public var text: String
  /// Words with blanks between them.
  public var tags: String
  public var piece: RowID?
  public var take: RowID?
  public var score: RowID?
  public var reed: RowID?

  /// The longest text and the longest list of tags, in bytes.
  public static let textLimit = 60_000
  public static let tagsLimit = 2_000

  public init(_ id: RowID, day: Int64, made: Int64) {
    (self.id, self.day, self.made) = (id, day, made)
    (text, tags) = ("", "")
    (piece, take, score, reed) = (nil, nil, nil, nil)
  }

  /// The same under another name.
  public func copy(as id: RowID) -> JournalNote {
    var copy = JournalNote(id, day: day, made: made)
    (copy.text, copy.tags) = (text, tags)
    (copy.piece, copy.take, copy.score, copy.reed) = (piece, take, score, reed)
    return copy
  }

  /// Whether nothing is in it that would be missed.
  public var isEmpty: Bool {
    !text.utf8.contains { $0 > 0x20 } && tags.utf8.isEmpty && piece == nil && take == nil
      && score == nil && reed == nil
  }
}

extension JournalNote {
  /// A text in parts that each fit into one note; together they are the text.
  ///
  /// It is cut after a line where one ends near, otherwise after a word, and never inside a character.
  public static func parts(of text: String) -> [String] {
    guard text.utf8.count > textLimit else { return [text] }
    var parts: [String] = []
    var rest = Array(text.utf8)[...]
    while rest.count > textLimit {
      let end = rest.startIndex + textLimit
      let near = rest[(end - textLimit / 6)..<end]
      var cut = (near.lastIndex(of: 0x0A) ?? near.lastIndex(of: 0x20)).map { $0 + 1 } ?? end
      while cut > near.startIndex, rest[cut...].goesOn(rest[..<cut]) { cut -= 1 }
      parts.append(String(decoding: Array(rest[..<cut]), as: UTF8.self))
      rest = rest[cut...]
    }
    return parts + [String(decoding: Array(rest), as: UTF8.self)]
  }
}

extension ArraySlice<UInt8> {
  /// Whether these bytes begin within the character that those before end with.
  fileprivate func goesOn(_ before: ArraySlice<UInt8>) -> Bool {
    let joiner: [UInt8] = [0xE2, 0x80, 0x8D]
    // A part of a scalar, an accent, a joiner, another look, a colour of skin.
    let marks: [[UInt8]] = [[0xCC], [0xCD], joiner, [0xEF, 0xB8], [0xF0, 0x9F, 0x8F]]
    return first.map { $0 & 0xC0 == 0x80 } == true || marks.contains { starts(with: $0) }
      || before.suffix(3).elementsEqual(joiner)
  }
}

extension JournalNote {
  static let dayKey = FieldKey.day(KindID.note.field(1), "day", "Day")
  static let madeKey = FieldKey.moment(KindID.note.field(2), "made", "Begun")
  public static let textKey = FieldKey(
    KindID.note.field(3), "text", "Text", byteLimit: JournalNote.textLimit)
  public static let tagsKey = FieldKey(
    KindID.note.field(4), "tags", "Tags", byteLimit: JournalNote.tagsLimit)
  static let pieceKey = FieldKey.link(KindID.note.field(5), "piece", "Piece")
  static let takeKey = FieldKey.link(KindID.note.field(6), "take", "Take")
  static let scoreKey = FieldKey.link(KindID.note.field(7), "score", "Score")
  /// A reed's, once there are reeds.
  static let reedKey = FieldKey.link(KindID.note.field(8), "reed", "Reed")

  static let rows = Kind(
    .note, "note", "Note", plural: "Notes", title: textKey.id,
    fields: [
      dayKey.field, madeKey.field, textKey.field, tagsKey.field, pieceKey.field, takeKey.field,
      scoreKey.field, reedKey.field,
    ])

  public init(_ row: Row) {
    self.init(row.id, day: row[Self.dayKey], made: row[Self.madeKey].milliseconds)
    (text, tags) = (row[Self.textKey], row[Self.tagsKey])
    (piece, take) = (row[Self.pieceKey], row[Self.takeKey])
    (score, reed) = (row[Self.scoreKey], row[Self.reedKey])
  }

  /// What keeps it; where there is an `old` one, only what differs.
  public func edits(from old: JournalNote?, zoneMinutes: Int) -> [Edit] {
    var edit = RowEdit(id, .note, isNew: old == nil)
    edit.set(Self.dayKey, day, unless: old?.day)
    if made != old?.made { edit.set(Self.madeKey, Moment(made, zoneMinutes: zoneMinutes)) }
    if old?.text.hasSameBytes(as: text) != true { edit.set(Self.textKey, text) }
    edit.set(Self.tagsKey, tags, unless: old?.tags ?? "")
    if piece != old?.piece { edit.set(Self.pieceKey, piece) }
    if take != old?.take { edit.set(Self.takeKey, take) }
    if score != old?.score { edit.set(Self.scoreKey, score) }
    if reed != old?.reed { edit.set(Self.reedKey, reed) }
    return edit.edits
  }

  /// What moves it to the trash.
  public var trashing: [Edit] {
    Edit.trashing(id, .note)
  }

  /// All there are of these days, the earliest first.
  public static func all(of days: ClosedRange<Int64>, in data: Replica) -> [JournalNote] {
    var query = Query(.note)
    query.conditions = [
      .isAtLeast(dayKey.id, .day(days.lowerBound)), .isAtMost(dayKey.id, .day(days.upperBound)),
    ]
    query.order = [.ascending(dayKey.id), .ascending(madeKey.id)]
    return data.rows(query).map { JournalNote($0) }
  }
}
