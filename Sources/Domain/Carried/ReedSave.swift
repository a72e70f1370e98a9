public import Ledger

extension KindID {
  public static let reedSave = KindID(47)
}

/// A named copy of all reeds at one moment, to compare with or restore.
public struct ReedSave: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  /// The civil day that it was made on, as the ledger counts days.
  public var day: Int64 = 0
  /// In milliseconds since 1970 UTC.
  public var made: Int64 = 0
  /// How many reeds are in it.
  public var count: Int64 = 0
  /// An export of everything, as JSON.
  public var file: BlobReference?
  /// Whether its file is also on the server.
  public var isSent = false

  /// The longest name, in bytes.
  public static let nameLimit = 200
  public static let fileType = "application/json"

  public init(_ id: RowID, named name: String, day: Int64, made: Int64, count: Int) {
    (self.id, self.name, self.day, self.made) = (id, name, day, made)
    self.count = Int64(count)
  }

  /// Its name, or the day where it has none.
  public var title: String { name.isEmpty ? MomentText.dayText(day) : name }
}

extension ReedSave {
  public static let kind = KindID.reedSave
  public static let names = KindNames(
    "reed-save", "Saved copy of reeds", "Saved copies of reeds", title: nameField)
  public static let nameField = field(1)
  static let sentField = field(6)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ save: inout ReedSave) {
    fields.text(nameField, "name", "Name", &save.name, upTo: nameLimit)
    fields.day(field(2), "day", "Day", &save.day, always: true)
    fields.moment(field(3), "made", "Saved", &save.made, always: true)
    fields.whole(field(4), "reeds", "Reeds", &save.count, in: 0...1_000_000)
    fields.blob(field(5), "file", "File", &save.file)
    fields.flag(sentField, "sent", "On the server", &save.isSent)
  }

  /// All of them, newest first.
  public static func all(in data: Replica) -> [ReedSave] {
    all(in: data, by: [.descending(field(2)), .descending(field(3))])
  }
}
