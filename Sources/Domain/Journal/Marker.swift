public import Ledger

/// A place in a take that a person marked.
public struct Marker: Equatable, Sendable {
  public let id: RowID
  public let take: RowID
  /// Of the sound as it was recorded.
  public var frame: Int64
  public var text: String

  /// The longest text, in bytes.
  public static let textLimit = 1_000

  public init(_ id: RowID, in take: RowID, at frame: Int64, _ text: String) {
    (self.id, self.take, self.frame, self.text) = (id, take, frame, text)
  }
}

extension Marker {
  static let takeKey = FieldKey.link(KindID.marker.field(1), "take", "Take")
  static let frameKey = FieldKey(
    KindID.marker.field(2), "frame", "Frame", standard: 0, in: 0...1 << 53)
  static let textKey = FieldKey(
    KindID.marker.field(3), "text", "Text", byteLimit: Marker.textLimit)
  static let rows = Kind(
    .marker, "marker", "Marker", plural: "Markers", title: textKey.id,
    fields: [takeKey.field, frameKey.field, textKey.field])

  /// All there are in a take, the earliest first.
  public static func all(of take: RowID, in data: Replica) -> [Marker] {
    var query = Query(.marker)
    query.conditions = [.equals(takeKey.id, .row(take))]
    query.order = [.ascending(frameKey.id)]
    return data.rows(query).map { Marker($0.id, in: take, at: $0[frameKey], $0[textKey]) }
  }

  /// What keeps it as it is.
  public var making: [Edit] {
    var edit = RowEdit(id, .marker, isNew: true)
    edit.set(Self.takeKey, take)
    edit.set(Self.frameKey, frame)
    edit.set(Self.textKey, text)
    return edit.edits
  }

  /// What moves it to the trash.
  public var trashing: [Edit] {
    Edit.trashing(id, .marker)
  }
}
