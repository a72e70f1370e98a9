public import Ledger
import Markup
public import Reports

/// Plots that are read by pointing at them and by keys.
///
///     case .plot(let message): if let row = PlotReader.update(&state.plot, message) { return open(row) }
///     PlotReader.figure(plot, table, number: 0, state.plot).map { .plot($0) }
///
/// A room needs one state for all plots of a page; each has a number there.
public enum PlotReader {
  public struct State: Equatable, Sendable {
    fileprivate var number = 0
    fileprivate var mark: PlotMark?

    public init() {}

    /// What is read of a plot.
    func mark(in plot: Int) -> PlotMark? { plot == number ? mark : nil }
  }

  public enum Message: Equatable, Sendable {
    case read(PlotMark, in: Int)
    case left
    case opened(RowID)
  }

  /// Returns the row to open.
  @inline(never) @export(interface)
  public static func update(_ state: inout State, _ message: Message) -> RowID? {
    switch message {
    case .read(let mark, let number): (state.mark, state.number) = (mark, number)
    case .left: state.mark = nil
    case .opened(let row): return row
    }
    return nil
  }

  // MARK: - Pointing and keys

  /// From this width on a page shows the wide drawing; `plots.css` has the same number.
  private static let wideFrom = 500.0

  /// The mark nearest to a place in a figure that is `width` pixels wide, if it is another than before.
  @inline(never)
  static func pointed(
    _ x: Double, _ y: Double, width: Double, _ plot: Plot, _ number: Int, _ mark: PlotMark?
  ) -> Message? {
    guard width >= 1, x.isFinite, y.isFinite else { return nil }
    let layout = PlotLayout(plot, width: width < wideFrom ? PlotLayout.narrow : PlotLayout.wide)
    let scale = layout.width / width
    guard let found = layout.mark(nearest: x * scale, y * scale, in: plot), found != mark else {
      return nil
    }
    return .read(found, in: number)
  }

  @inline(never)
  static func pressed(
    _ press: KeyPress, _ plot: Plot, _ number: Int, _ mark: PlotMark?
  ) -> Message? {
    if press.isCommand { return nil }
    let step: PlotLayout.Step
    switch press.key {
    case "ArrowLeft": step = .left
    case "ArrowRight": step = .right
    case "ArrowUp": step = .up
    case "ArrowDown": step = .down
    case "Home": step = .first
    case "End": step = .last
    case "Escape": return mark == nil ? nil : .left
    case "Enter": return mark.flatMap { plot.row(of: $0) }.map { .opened($0) }
    default: return nil
    }
    return PlotLayout(plot).mark(step, of: mark, in: plot).map { .read($0, in: number) }
  }
}
