import Domain
import Ledger
import Markup
import RoomKit

// Drawings: the gouge seen from the end, the reed with its measurements, and its history.
extension Reeds {
  // MARK: - The gouge

  /// Left, middle and right of a half; the last two are the ends of the piece.
  private static let spots: [(x: Int, y: Int)] = [
    (42, 42), (130, 22), (218, 42), (42, 118), (130, 98), (218, 118), (34, 176), (226, 176),
  ]

  /// The two halves of a piece of cane, seen from the end, and below them the piece from the side, with the eight
  /// measuring points.
  static func gougeDrawing<Content>(
    _ value: (FieldID) -> Value, _ index: ReedIndex, _ key: Key
  ) -> Node<Content> {
    let points = ReedField.gougePoints.map { value($0) }
    let says = gougeWords(points)
    return div(.className("gouge")) {
      SVG.svg(
        .className("gouge-drawing"), .viewBox("0 0 260 202"), .role("img"),
        .label(gougeLabel(points, index))
      ) {
        for half in 0...1 {
          let top = half * 76
          SVG.path(
            .className("cane"),
            .pathData(
              "M12 \(top + 58)Q130 \(top - 14) 248 \(top + 58)L238 \(top + 66)Q130 \(top + 18) 22 \(top + 66)Z"
            ))
          label(half == 0 ? "A" : "B", 4, top + 20, "half")
        }
        SVG.path(.className("cane"), .pathData("M28 172H232V180H28ZM130 172V180"))
        label("A end", spots[6].x, 197, "half name")
        label("B end", spots[7].x, 197, "half name")
        for (spot, value) in zip(spots, points) {
          if let text = shortThickness(value) {
            SVG.circle(.plain("cx", "\(spot.x)"), .plain("cy", "\(spot.y)"), .plain("r", "4"))
            label(text, spot.x, spot.y - 9, "middle")
          }
        }
      }
      if let says { p(.className("quiet small")) { says } }
    }
  }

  private static func label<Content>(
    _ text: String, _ x: Int, _ y: Int, _ className: String
  ) -> Node<Content> {
    SVG.text(.className(className), .plain("x", "\(x)"), .plain("y", "\(y)")) { text }
  }

  /// `.590` for 0.59 mm: the same decimals for all, as a micrometer shows them.
  private static func shortThickness(_ value: Value) -> String? {
    guard case .decimal(let units, 3) = value else { return nil }
    let text = DecimalText.text(units: units, places: 3)
    return text.utf8.first == 0x30 ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text
  }

  private static func gougeLabel(_ points: [Value], _ index: ReedIndex) -> String {
    var parts: [String] = []
    for (id, value) in zip(ReedField.gougePoints, points) {
      guard let field = index.fields[id], value != .null else { continue }
      parts.append("\(field.label) \(field.words(of: value))")
    }
    return parts.isEmpty ? "Gouge, not measured yet" : "Gouge: " + parts.joined(separator: ", ")
  }

  /// The largest difference above 0.01 mm between left and right, or between the halves.
  private static func gougeWords(_ points: [Value]) -> String? {
    let units = points.map { ReedField.units(of: $0) }
    var worst: (difference: Int64, words: String)?
    func compare(_ one: Int, _ other: Int, _ thinner: (Bool) -> String) {
      guard let a = units[one], let b = units[other] else { return }
      let difference = abs(a - b)
      guard difference > 10, difference > worst?.difference ?? 0 else { return }
      let text = DecimalText.text(units: difference, places: 3)
      worst = (difference, thinner(a < b) + " by \(text) mm")
    }
    compare(0, 2) { "Half A is thinner on the \($0 ? "left" : "right")" }
    compare(3, 5) { "Half B is thinner on the \($0 ? "left" : "right")" }
    compare(1, 4) { "The middle of half \($0 ? "A" : "B") is thinner" }
    guard let worst else { return nil }
    return worst.difference > 20 ? "\(worst.words): check the blade." : "\(worst.words)."
  }

  // MARK: - The reed

  /// The reed from the front, with its lengths.
  static func reedDrawing(_ line: ReedIndex.Line, _ lengths: LengthUnit) -> Node<Message> {
    let fill = line.colour.map { ThreadColour.hex($0) } ?? "var(--ink-3)"
    func length(_ number: UInt64) -> String? {
      guard let field = ReedField.reed.first(where: { $0.id == KindID.reed.field(number) }),
        case let value = line.value(field.id), value != .null
      else { return nil }
      return field.text(of: value, in: lengths)
    }
    let tie = length(73)
    let staple = length(70)
    let whole = length(80)
    let opening = length(88)
    let words = [
      tie.map { "tie length \($0)" }, staple.map { "staple \($0)" },
      whole.map { "finished length \($0)" }, opening.map { "opening \($0)" },
    ].compactMap { $0 }
    return SVG.svg(
      .className("reed-drawing"), .viewBox("-24 0 348 330"), .role("img"),
      .label(
        words.isEmpty ? "The reed, not measured yet" : "The reed: " + words.joined(separator: ", "))
    ) {
      SVG.path(
        .className("cane"),
        .pathData(
          "M110 40Q150 26 190 40L184 150Q176 178 168 190L132 190Q124 178 116 150Z"))
      SVG.path(.className("scrape"), .pathData("M122 66L150 58L178 66M118 108Q150 96 182 108"))
      SVG.path(.className("staple"), .pathData("M136 238L164 238L160 320L140 320Z"))
      SVG.rect(
        .className("winding"), .plain("x", "130"), .plain("y", "190"), .plain("width", "40"),
        .plain("height", "48"), .plain("rx", "4"), .style("fill", fill))
      for y in stride(from: 198, through: 230, by: 8) {
        SVG.path(.className("turns"), .pathData("M130 \(y)L170 \(y - 2)"))
      }
      if let tie { measure("tie \(tie)", from: 40, to: 320, at: 212) }
      if let staple { measure("staple \(staple)", from: 238, to: 320, at: 112, isLeft: true) }
      if let whole { measure("finished \(whole)", from: 40, to: 190, at: 96, isLeft: true) }
      if let opening { label("opening \(opening)", 150, 18, "middle") }
    }
  }

  private static func measure(
    _ text: String, from top: Int, to bottom: Int, at x: Int, isLeft: Bool = false
  ) -> Node<Message> {
    SVG.g(.className("measure")) {
      SVG.path(
        .pathData("M\(x) \(top)V\(bottom)M\(x - 4) \(top)h8M\(x - 4) \(bottom)h8"))
      label(text, isLeft ? x - 8 : x + 8, (top + bottom) / 2, isLeft ? "end" : "start")
    }
  }

  // MARK: - Its history

  /// A timeline of the reed: stages as bars, events as dots, success as a line.
  static func lifeDrawing(_ page: Page, today: Int64) -> Node<Message> {
    let days = page.events.map { $0.event.day } + [page.line.reed.begun]
    let first = days.min() ?? today
    let last = max(days.max() ?? today, page.line.reed.stage.isOver ? first : today)
    let span = max(last - first, 1)
    func x(_ day: Int64) -> Int { 10 + Int((day - first) * 800 / span) }
    var bars: [(stage: ReedStage, from: Int, to: Int)] = []
    var stage = page.firstStage
    var start = first
    for event in page.events {
      guard let next = event.stage else { continue }
      bars.append((stage, x(start), x(event.event.day)))
      (stage, start) = (next, event.event.day)
    }
    bars.append((stage, x(start), x(last)))
    return SVG.svg(
      .className("life-drawing"), .viewBox("0 0 820 110"), .role("img"),
      .label(page.lifeWords)
    ) {
      SVG.path(.className("axis"), .pathData("M10 62H810"))
      for (place, bar) in bars.enumerated() where bar.to > bar.from || bars.count == 1 {
        SVG.rect(
          .className(bar.stage.isPlayable ? "stage played" : "stage"), .plain("x", "\(bar.from)"),
          .plain("y", "54"), .plain("width", "\(max(bar.to - bar.from - 3, 4))"),
          .plain("height", "16"), .plain("rx", "8"))
        if bar.to - bar.from > 70 || place == bars.count - 1 {
          label(bar.stage.label, min(bar.from + 4, 720), 44, "start")
        }
      }
      for event in page.events where event.stage == nil {
        SVG.circle(
          .className("event \(event.className)"), .plain("cx", "\(x(event.event.day))"),
          .plain("cy", "62"), .plain("r", "5"))
      }
      if page.ratings.count > 1 {
        SVG.path(
          .className("ratings"),
          .pathData(
            page.ratings.enumerated().map {
              "\($0.offset == 0 ? "M" : "L")\(x($0.element.day)) \(108 - $0.element.success * 3)"
            }.joined()))
      }
      label(MomentText.dayText(first), 10, 16, "start")
      label(MomentText.dayText(last), 810, 16, "end")
    }
  }
}
