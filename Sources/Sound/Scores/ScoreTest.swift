/// How exactly a player marks the beginnings of silent bars.
///
/// What counts is how long each bar lasted, so that a bar that was too long does not make the next one wrong. A
/// tap belongs to the bar whose beginning was due nearest to it, counted from the previous tap.
public struct ScoreTest: Hashable, Sendable {
  /// A bar as it should be: its position, and its length.
  public struct Bar: Hashable, Sendable {
    public var line: Int
    public var bar: Int
    public var milliseconds: Double

    public init(line: Int, bar: Int, milliseconds: Double) {
      self.line = line
      self.bar = bar
      self.milliseconds = milliseconds
    }
  }

  public let bars: [Bar]
  /// When the first bar started, once known, in milliseconds of the taps' clock.
  public var start: Double?
  private var taps: [Tap] = []

  /// The tapped beginning of a bar; one beyond the last is the end.
  private struct Tap: Hashable, Sendable {
    var bar: Int
    var time: Double
  }

  public init(_ bars: [Bar]) {
    self.bars = bars
  }

  /// Adds a tap; a second one for the same bar is ignored.
  public mutating func tap(at time: Double) {
    let reference = taps.last ?? Tap(bar: 0, time: start ?? time)
    var best = reference.bar
    var due = reference.time
    var nearest = abs(time - due)
    // Nobody miscounts by more than this without starting over.
    for bar in reference.bar..<min(reference.bar + 4, bars.count) {
      due += bars[bar].milliseconds
      if abs(time - due) < nearest { (best, nearest) = (bar + 1, abs(time - due)) }
    }
    guard taps.isEmpty || best > reference.bar else { return }
    taps.append(Tap(bar: best, time: time))
  }

  /// How many taps counted.
  public var tapCount: Int { taps.count }
  /// The player's present bar, or `nil` before the first and after the last.
  public var current: Bar? {
    taps.last.flatMap { $0.bar < bars.count ? bars[$0.bar] : nil }
  }
  /// Whether the end was tapped.
  public var isOver: Bool { taps.last.map { $0.bar == bars.count } ?? false }
}

// MARK: - Results

extension ScoreTest {
  /// The results for the bars of one column.
  public struct Column: Hashable, Sendable {
    /// Counted from 1.
    public var bar: Int
    public var count: Int
    /// The mean, in milliseconds: positive if they were too long.
    public var error: Double
    /// The mean, in percent of their proper length.
    public var percent: Double
  }

  public struct Result: Hashable, Sendable {
    /// How many bars were measured.
    public var count: Int
    /// The mean error and the spread around it, in milliseconds.
    public var bias: Double
    public var spread: Double
    public var columns: [Column]

    /// The columns whose relative errors are the smallest and the largest.
    public var best: Column? { columns.min { abs($0.percent) < abs($1.percent) } }
    public var worst: Column? { columns.max { abs($0.percent) < abs($1.percent) } }
  }

  /// The results; `nil` before there are two consecutive taps.
  public var result: Result? {
    var errors: [Double] = []
    var columns: [Column] = []
    for (tap, next) in zip(taps, taps.dropFirst()) where next.bar == tap.bar + 1 {
      let bar = bars[tap.bar]
      let error = next.time - tap.time - bar.milliseconds
      errors.append(error)
      let index = columns.firstIndex { $0.bar == bar.bar } ?? columns.count
      if index == columns.count {
        columns.append(Column(bar: bar.bar, count: 0, error: 0, percent: 0))
      }
      // Sums at first.
      columns[index].count += 1
      columns[index].error += error
      columns[index].percent += error / bar.milliseconds * 100
    }
    guard !errors.isEmpty else { return nil }
    for index in columns.indices {
      columns[index].error /= Double(columns[index].count)
      columns[index].percent /= Double(columns[index].count)
    }
    let bias = errors.reduce(0) { $0 + $1 } / Double(errors.count)
    let squares = errors.reduce(0) { $0 + ($1 - bias) * ($1 - bias) }
    return Result(
      count: errors.count, bias: bias,
      spread: errors.count > 1 ? (squares / Double(errors.count - 1)).squareRoot() : 0,
      columns: columns.sorted { $0.bar < $1.bar })
  }
}
