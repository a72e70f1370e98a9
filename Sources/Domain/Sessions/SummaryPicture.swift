import Training

/// A session as a picture to share: an SVG in the colours of the app, the same for light and dark themes.
public struct SummaryPicture: Sendable {
  public static let (width, height) = (1_080, 1_350)
  public let svg: String

  /// - Parameters:
  ///   - title: such as `Workout 31 (Thu 19 Nov)`.
  ///   - name: who trained; may be empty.
  public init(_ summary: Summary, _ title: String, by name: String, _ list: [Try]) {
    let words = summary.words
    var page = HTMLPage()
    page.raw(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Self.width)\" height=\"\(Self.height)\" "
        + "viewBox=\"0 0 \(Self.width) \(Self.height)\" font-family=\"system-ui, sans-serif\">"
        + "<rect width=\"100%\" height=\"100%\" fill=\"#f7f3ea\"/>"
        + "<rect y=\"0\" width=\"100%\" height=\"14\" fill=\"#8a5a0c\"/>")
    Self.text(name.isEmpty ? "Woodshed" : name, 72, 120, 36, "#655a4b", &page)
    Self.text(title, 72, 196, 60, "#231d15", isSerif: true, &page)
    var facts = [
      ("Time", DayWords.length(summary.seconds)), (words.sends.withCapital, "\(summary.sends)"),
      ("Tries", "\(summary.tries)"),
    ]
    if !summary.best.isEmpty { facts.append(("Best", summary.best)) }
    let step = (Self.width - 144) / facts.count
    for (place, fact) in facts.enumerated() {
      Self.text(fact.0, 72 + place * step, 300, 30, "#655a4b", &page)
      Self.text(fact.1, 72 + place * step, 366, 58, "#231d15", isSerif: true, &page)
    }
    let bars = summary.grades.prefix(7)
    let most = max(bars.reduce(0) { max($0, $1.tried) }, 1)
    var y = 460
    for bar in bars {
      Self.text(bar.grade.isEmpty ? "–" : bar.grade, 72, y + 36, 34, "#231d15", &page)
      for (count, colour) in [(bar.tried, "#f6e8c9"), (bar.sent, "#187043")] where count > 0 {
        page.raw(
          "<rect x=\"220\" y=\"\(y)\" width=\"\(count * 680 / most)\" height=\"46\" rx=\"12\" fill=\"\(colour)\"/>"
        )
      }
      Self.text("\(bar.sent) of \(bar.tried)", 920, y + 34, 30, "#655a4b", &page)
      y += 66
    }
    // Hardest first, as many as fit.
    y += 40
    let shown = list.filter { $0.outcome.isSent } + list.filter { !$0.outcome.isSent }
    let room = max((1_270 - y) / 46, 0)
    for attempt in shown.prefix(room) {
      Self.text(Self.line(of: attempt, words), 72, y, 30, "#231d15", &page)
      y += 46
    }
    if shown.count > room {
      Self.text("and \(shown.count - room) more", 72, y, 30, "#655a4b", &page)
    }
    Self.text("Woodshed", 72, 1_310, 28, "#8a5a0c", &page)
    page.raw("</svg>")
    svg = String(decoding: page.bytes, as: UTF8.self)
  }

  /// As much as fits in a line.
  private static func line(of attempt: Try, _ words: CatalogueWords) -> String {
    let line = Summary.line(of: attempt, words)
    return line.utf8.count <= 62 ? line : line.shortened(to: 60) + "…"
  }

  private static func text(
    _ text: String, _ x: Int, _ y: Int, _ size: Int, _ colour: String, isSerif: Bool = false,
    _ page: inout HTMLPage
  ) {
    let family = isSerif ? " font-family=\"Palatino, P052, Georgia, serif\"" : ""
    page.raw("<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" fill=\"\(colour)\"\(family)>")
    page.text(text)
    page.raw("</text>")
  }
}
