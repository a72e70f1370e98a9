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
    let bytes = Array(text.utf8)[...]
    var parts: [String] = []
    var start = 0
    while bytes.count - start > textLimit {
      let end = start + textLimit
      let near = end - textLimit / 6
      var (line, word) = (end, end)
      while line > near, bytes[line - 1] != 0x0A { line -= 1 }
      while word > near, bytes[word - 1] != 0x20 { word -= 1 }
      var cut = line > near ? line : word > near ? word : end
      while cut > near, bytes.goesOn(at: cut) { cut -= 1 }
      parts.append(String(decoding: bytes[start..<cut], as: UTF8.self))
      start = cut
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }
}

extension ArraySlice<UInt8> {
  /// Whether a character goes on at a place: there is a part of a scalar, an accent, a joiner or what follows one,
  /// another look, a colour of skin or a later letter of flags.
  fileprivate func goesOn(at place: Int) -> Bool {
    func byte(_ offset: Int) -> UInt8 {
      indices.contains(place + offset) ? self[place + offset] : 0
    }
    func isJoiner(_ offset: Int) -> Bool {
      byte(offset) == 0xE2 && byte(offset + 1) == 0x80 && byte(offset + 2) == 0x8D
    }
    func isFlag(_ offset: Int) -> Bool {
      byte(offset) == 0xF0 && byte(offset + 1) == 0x9F && byte(offset + 2) == 0x87
    }
    let first = byte(0)
    return first & 0xC0 == 0x80 || first == 0xCC || first == 0xCD || isJoiner(0) || isJoiner(-3)
      || (isFlag(0) && isFlag(-4))
      || (first == 0xEF && byte(1) == 0xB8)
      || (first == 0xF0 && byte(1) == 0x9F && byte(2) == 0x8F)
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
