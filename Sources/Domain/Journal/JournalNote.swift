public import Ledger

extension KindID {
  public static let note = KindID(13)
}

/// What a person wrote about a day.
public struct JournalNote: RowRecord, Equatable {
  public let id: RowID
  /// The civil day that it belongs to, as the ledger counts days.
  public var day: Int64 = 0
  /// When it was created, in milliseconds since 1970 UTC.
  public var made: Int64 = 0
  /// As typed; ``NoteText`` explains its markup.
  public var text = ""
  /// Words separated by spaces.
  public var tags = ""
  public var piece: RowID?
  public var take: RowID?
  public var score: RowID?
  public var reed: RowID?

  /// The longest text and the longest list of tags, in bytes.
  public static let textLimit = 60_000
  public static let tagsLimit = 2_000

  public init(_ id: RowID, day: Int64, made: Int64) {
    (self.id, self.day, self.made) = (id, day, made)
  }

  /// The same under another name.
  public func copy(as id: RowID) -> JournalNote {
    var copy = JournalNote(id, day: day, made: made)
    (copy.text, copy.tags) = (text, tags)
    (copy.piece, copy.take, copy.score, copy.reed) = (piece, take, score, reed)
    return copy
  }

  /// Its tags and those in its text; of equal ones the first.
  public var allTags: [String] {
    let more = NoteText.tags(in: text)
    return Tags.list(more.isEmpty ? tags : "\(tags) \(Tags.text(more, byteLimit: .max))")
  }

  /// Whether nothing would be lost with it.
  public var isEmpty: Bool {
    !text.utf8.contains { $0 > 0x20 } && tags.utf8.isEmpty && piece == nil && take == nil
      && score == nil && reed == nil
  }
}

extension JournalNote {
  /// A text in parts that each fit into one note; joined, they are the text.
  ///
  /// It is cut after a line if one ends nearby, otherwise after a word, and never inside a character.
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
  /// Whether a character continues at a place: with a part of a scalar, an accent, a joiner or what follows one,
  /// a variation selector, a skin tone or a later letter of a flag.
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
  public static let kind = KindID.note
  public static let names = KindNames("note", "Note", "Notes", title: textField)
  private static let dayField = field(1)
  private static let madeField = field(2)
  public static let textField = field(3)
  public static let reedField = field(8)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ note: inout JournalNote) {
    fields.day(dayField, "day", "Day", &note.day, always: true)
    fields.moment(madeField, "made", "Created", &note.made, always: true)
    fields.text(textField, "text", "Text", &note.text, upTo: textLimit, always: true)
    fields.text(field(4), "tags", "Tags", &note.tags, upTo: tagsLimit)
    fields.link(field(5), "piece", "Piece", &note.piece)
    fields.link(field(6), "take", "Take", &note.take)
    fields.link(field(7), "score", "Score", &note.score)
    fields.link(reedField, "reed", "Reed", &note.reed)
  }

  /// All notes of these days, oldest first.
  public static func all(of days: ClosedRange<Int64>, in data: Replica) -> [JournalNote] {
    all(
      in: data,
      where: [
        .isAtLeast(dayField, .day(days.lowerBound)), .isAtMost(dayField, .day(days.upperBound)),
      ], by: [.ascending(dayField), .ascending(madeField)])
  }
}
