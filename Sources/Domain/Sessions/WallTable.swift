import Ledger
import Training

/// A catalogue wall by wall, for its owner.
public struct WallTable: Sendable {
  public struct Wall: Sendable {
    public let place: CataloguePlace
    /// How many items are there.
    public fileprivate(set) var count = 0
    /// The age of the oldest in days; `nil` if unknown.
    public fileprivate(set) var oldest: Int64?
    /// `V0–V6, median V3`.
    public fileprivate(set) var grades = ""
    /// How many items differ from their grade by more than one grade, judging by tries.
    public fileprivate(set) var doubtful = 0
    public fileprivate(set) var votes = 0

    public var oldestText: String {
      oldest.map { DayWords.count(Int(clamping: $0), "day", "days") } ?? "–"
    }
  }

  public private(set) var walls: [Wall] = []

  public init(
    _ catalogue: Catalogue, _ index: TrainingIndex, _ standing: Standing?, today: Int64
  ) {
    walls = index.places(of: catalogue.id).map { Wall(place: $0) }
    var positions = [[Double]](repeating: [], count: walls.count)
    for item in standing?.items ?? [] where item.isLive(on: today) {
      guard let number = walls.firstIndex(where: { $0.place.id == item.place }) else { continue }
      walls[number].count += 1
      if item.liveFrom != 0 {
        walls[number].oldest = max(walls[number].oldest ?? 0, today - item.liveFrom)
      }
      if index.vote(item.id) != nil { walls[number].votes += 1 }
      guard let span = standing?.span(of: item.id) else { continue }
      positions[number].append(span.position)
      if let difficulty = standing?.difficulty(of: item.id), difficulty.tries > 0,
        abs(difficulty.value - span.position) > 1
      {
        walls[number].doubtful += 1
      }
    }
    guard let scale = standing?.scale else { return }
    for number in walls.indices where !positions[number].isEmpty {
      let sorted = positions[number].sorted()
      func name(_ position: Double) -> String { scale.prefix + scale.name(at: position) }
      walls[number].grades =
        "\(name(sorted[0]))–\(name(sorted[sorted.count - 1])), median \(name(GradeScale.median(sorted)))"
    }
  }
}
