public import Ledger

extension KindID {
  public static let picture = KindID(46)
}

/// A picture of a reed, a tool, a note or any other row; the image itself is a file on the device.
public struct Picture: RowRecord, Equatable {
  public let id: RowID
  /// What it is a picture of.
  public var subject: RowID?
  /// The civil day that it was added on, as the ledger counts days.
  public var day: Int64 = 0
  /// In milliseconds since 1970 UTC.
  public var made: Int64 = 0
  public var caption = ""
  public var file: BlobReference?
  /// In pixels.
  public var width: Int64 = 0
  public var height: Int64 = 0
  /// Whether its file is also on the server.
  public var isSent = false

  /// The longest caption, in bytes.
  public static let captionLimit = 1_000
  /// The type of every file.
  public static let fileType = "image/jpeg"

  public init(_ id: RowID, of subject: RowID, day: Int64, made: Int64) {
    (self.id, self.subject, self.day, self.made) = (id, subject, day, made)
  }
}

extension Picture {
  public static let kind = KindID.picture
  public static let names = KindNames("picture", "Picture", "Pictures", title: captionField)
  static let subjectField = field(1)
  static let dayField = field(2)
  static let madeField = field(3)
  public static let captionField = field(4)
  private static let fileField = field(5)
  private static let widthField = field(6)
  private static let heightField = field(7)
  static let sentField = field(8)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ picture: inout Picture) {
    fields.link(subjectField, "of", "Attached to", &picture.subject)
    fields.day(dayField, "day", "Day", &picture.day, always: true)
    fields.moment(madeField, "made", "Added", &picture.made, always: true)
    fields.text(captionField, "caption", "Caption", &picture.caption, upTo: captionLimit)
    fields.blob(fileField, "file", "File", &picture.file)
    let dots: ClosedRange<Int64> = 0...100_000
    fields.whole(widthField, "width", "Width", &picture.width, in: dots, unit: "px")
    fields.whole(heightField, "height", "Height", &picture.height, in: dots, unit: "px")
    fields.flag(sentField, "sent", "On the server", &picture.isSent)
  }

  /// All of them, oldest first.
  public static func all(in data: Replica) -> [Picture] {
    all(in: data, by: [.ascending(dayField), .ascending(madeField)])
  }
}
