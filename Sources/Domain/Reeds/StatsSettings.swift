public import Ledger

extension KindID {
  public static let statsSettings = KindID(60)
}

/// How a person wants their reeds analysed: one row of the ledger.
public struct StatsSettings: RowRecord, Equatable {
  /// How much each quality counts in the person's own score, in the order of ``qualities``.
  public var weights = [Int64](repeating: 1, count: StatsSettings.qualities.count)
  /// How many reeds they want to have in use at least.
  public var leastInUse: Int64 = 3
  /// Whether suggestions are shown.
  public var suggests = false
  /// The keys of suggestions that are not shown again, separated by line feeds, oldest first.
  public var dismissed = ""
  /// What the person changes on a reed that speaks late, one change a line in their order; empty for what makers teach.
  public var changes = ""

  public init() {}
}

extension StatsSettings {
  public static let row = RowID(of: Array("reed stats".utf8), in: "woodshed row")
  public static let kind = KindID.statsSettings
  public static let names = KindNames("stats-settings", "Stats settings", "Stats settings")
  /// It always exists.
  public static let saysLife = false
  public static let weightRange: ClosedRange<Int64> = 0...5
  private static let dismissedLimit = 20_000
  public static let changesLimit = 2_000

  /// The qualities of a test that a weight belongs to.
  public static let qualities: [ReedField] = ReedField.test.filter {
    (48...55).contains($0.id.number & 0xFF)
  }

  public var id: RowID { Self.row }

  public init(blank id: RowID) {}

  public static func visit(_ fields: inout RowFields, _ settings: inout StatsSettings) {
    for (place, quality) in qualities.enumerated() {
      fields.whole(
        weightField(place), "weight-\(place + 1)", "Weight of \(quality.label)",
        &settings.weights[place], in: weightRange)
    }
    fields.whole(field(9), "least", "Least reeds in use", &settings.leastInUse, in: 0...99)
    fields.flag(field(10), "suggests", "Suggestions", &settings.suggests)
    fields.text(
      field(11), "dismissed", "Dismissed suggestions", &settings.dismissed, upTo: dismissedLimit)
    fields.text(
      field(12), "changes", "Changes for a late response", &settings.changes, upTo: changesLimit)
  }

  public static func weightField(_ place: Int) -> FieldID { field(UInt64(place + 1)) }

  public init(_ row: Row?) {
    self.init()
    if let row { self = StatsSettings(row) }
  }

  // MARK: - Suggestions

  public func hasDismissed(_ key: String) -> Bool {
    dismissed.utf8.split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(key.utf8) }
  }

  /// Never shows a suggestion again; the oldest are forgotten once there is no room for more.
  public mutating func dismiss(_ key: String) {
    guard !hasDismissed(key), !key.utf8.contains(UInt8(ascii: "\n")) else { return }
    var keys =
      dismissed.utf8.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) } + [key]
    while keys.reduce(keys.count, { $0 + $1.utf8.count }) > Self.dismissedLimit {
      keys.removeFirst()
    }
    dismissed = keys.joined(separator: "\n")
  }
}
