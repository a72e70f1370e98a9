public import Ledger

extension KindID {
  public static let marker = KindID(16)
}

/// A place in a take that a person marked.
public struct Marker: RowRecord, Equatable {
  public let id: RowID
  public private(set) var take: RowID
  /// In the audio as recorded.
  public var frame: Int64 = 0
  public var text = ""

  /// The longest text, in bytes.
  public static let textLimit = 1_000

  public init(_ id: RowID, in take: RowID, at frame: Int64, _ text: String) {
    (self.id, self.take, self.frame, self.text) = (id, take, frame, text)
  }
}

extension Marker {
  public static let kind = KindID.marker
  public static let names = KindNames("marker", "Marker", "Markers", title: field(3))
  private static let takeField = field(1)
  private static let frameField = field(2)

  public init(blank id: RowID) { (self.id, take) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ marker: inout Marker) {
    fields.link(takeField, "take", "Take", &marker.take, always: true)
    fields.whole(frameField, "frame", "Frame", &marker.frame, in: 0...1 << 53, always: true)
    fields.text(field(3), "text", "Text", &marker.text, upTo: textLimit, always: true)
  }

  /// All markers of a take, in order of time.
  public static func all(of take: RowID, in data: Replica) -> [Marker] {
    all(in: data, where: [.equals(takeField, .row(take))], by: [.ascending(frameField)])
  }
}
