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
    _ value: (FieldID) -> Value, _ index: ReedIndex, _ lengths: LengthUnit
  ) -> Node<Content> {
    let fields = ReedField.gougePoints.compactMap { index.fields[$0] }
    let points = fields.map { value($0.id) }
    let uneven = uneven(points)
    return div(.className("gouge")) {
      SVG.svg(
        .className("gouge-drawing"), .viewBox("0 0 260 202"), .role("img"),
        .label(gougeLabel(points, fields, uneven, lengths))
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
        if let unit = caption(
          fields.filter { value($0.id) != .null }.map { $0.unit(in: lengths) })
        {
          label(unit, 256, 12, "end unit")
        }
        label("A end", spots[6].x, 197, "half name")
        label("B end", spots[7].x, 197, "half name")
        for (place, spot) in spots.enumerated() where place < points.count {
          if let text = shortThickness(points[place], fields[place], lengths) {
            let isThin = uneven.contains { $0.thin == place }
            SVG.circle(
              .className(isThin ? "thin" : nil), .plain("cx", "\(spot.x)"),
              .plain("cy", "\(spot.y)"), .plain("r", isThin ? "6" : "4"))
            label(text, spot.x, spot.y - 9, "middle")
          }
        }
      }
      if let worst = uneven.max(by: { $0.difference < $1.difference }) {
        p(.className("quiet small")) { words(worst, fields[worst.thin], lengths) }
      }
    }
  }

  /// `in mm`: said once for all numbers of a drawing, if they share a unit.
  private static func caption(_ units: [String]) -> String? {
    guard let unit = units.first, !unit.utf8.isEmpty,
      units.allSatisfy({ $0.hasSameBytes(as: unit) })
    else { return nil }
    return unit.hasSameBytes(as: LengthUnit.inches.symbol) ? "in inches" : "in \(unit)"
  }

  private static func label<Content>(
    _ text: String, _ x: Int, _ y: Int, _ className: String
  ) -> Node<Content> {
    SVG.text(.className(className), .plain("x", "\(x)"), .plain("y", "\(y)")) { text }
  }

  /// `.590` for 0.59 mm, `.0232` in inches: the same decimals for all, as a micrometer shows them.
  private static func shortThickness(
    _ value: Value, _ field: ReedField, _ lengths: LengthUnit
  ) -> String? {
    guard case .decimal(let units, 3) = value else { return nil }
    var text = DecimalText.text(units: units, places: 3)
    if field.content.isLength, lengths == .inches {
      text = field.text(of: value, in: lengths)
      while text.utf8.count < 6 { text += text.utf8.count < 2 ? "." : "0" }
    }
    return text.utf8.first == 0x30 ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text
  }

  private static func gougeLabel(
    _ points: [Value], _ fields: [ReedField], _ uneven: [Uneven], _ lengths: LengthUnit
  ) -> String {
    var parts: [String] = []
    for (place, value) in points.enumerated() where value != .null {
      parts.append(
        "\(fields[place].label) \(fields[place].words(of: value, in: lengths))"
          + (uneven.contains { $0.thin == place } ? " (thinner)" : ""))
    }
    return parts.isEmpty ? "Gouge, not measured yet" : "Gouge: " + parts.joined(separator: ", ")
  }

  /// Two points that should be alike and differ by more than 0.01 mm.
  private struct Uneven {
    /// The place of the thinner point among the eight.
    let thin: Int
    let difference: Int64
  }

  /// Compares left with right, and the middles of the halves.
  private static func uneven(_ points: [Value]) -> [Uneven] {
    [(0, 2), (3, 5), (1, 4)].compactMap { one, other in
      guard other < points.count, let a = ReedField.units(of: points[one]),
        let b = ReedField.units(of: points[other]), abs(a - b) > 10
      else { return nil }
      return Uneven(thin: a < b ? one : other, difference: abs(a - b))
    }
  }

  private static func words(
    _ uneven: Uneven, _ field: ReedField, _ lengths: LengthUnit
  ) -> String {
    let half = uneven.thin < 3 ? "A" : "B"
    let thinner =
      switch uneven.thin % 3 {
      case 0: "Half \(half) is thinner on the left"
      case 1: "The middle of half \(half) is thinner"
      default: "Half \(half) is thinner on the right"
      }
    let words = field.words(of: .decimal(units: uneven.difference, places: 3), in: lengths)
    return "\(thinner) by \(words)" + (uneven.difference > 20 ? ": check the blade." : ".")
  }

  // MARK: - The reed

  /// The reed from the front, with its lengths.
  static func reedDrawing(
    _ line: ReedIndex.Line, _ fields: ReedFieldList, _ lengths: LengthUnit
  ) -> Node<Message> {
    if line.reed.instrument.family == .singles { return singleReed(line) }
    func length(_ number: UInt64, _ name: String) -> Length? {
      guard let field = fields[KindID.reed.field(number)],
        case let value = line.value(field.id), value != .null
      else { return nil }
      return Length(
        text: field.text(of: value, in: lengths),
        words: "\(name) \(field.words(of: value, in: lengths))", unit: field.unit(in: lengths))
    }
    let isBassoon = line.reed.instrument.family == .bassoons
    let parts: [Length?] =
      isBassoon
      ? [
        length(106, "blade"), length(105, "tube"), length(80, "finished length"),
        length(102, "first wire"), length(103, "second wire"), length(104, "third wire"),
        length(88, "opening"),
      ]
      : [
        length(73, "tie length"), length(70, "staple"), length(80, "finished length"),
        length(88, "opening"),
      ]
    let words = parts.compactMap { $0?.words }
    let texts = parts.map { $0?.text }
    return SVG.svg(
      // As narrow as its texts allow: in a card of 270 pixels they are still larger than 11.
      .className("reed-drawing"), .viewBox("24 0 270 330"), .role("img"),
      .label(
        words.isEmpty ? "The reed, not measured yet" : "The reed: " + words.joined(separator: ", "))
    ) {
      isBassoon ? bassoonReed(line, texts) : oboeReed(line, texts)
      if let unit = caption(parts.compactMap { $0?.unit }) { label(unit, 290, 326, "end unit") }
    }
  }

  /// A single reed from the front, its tip above, with its strength on the heel as makers print it.
  private static func singleReed(_ line: ReedIndex.Line) -> Node<Message> {
    let words = ReedField.words(ofSingle: { line.value($0) })
    let strength = ReedField.words(
      ofSingle: { $0 == ReedField.strength ? line.value($0) : .null })
    return SVG.svg(
      .className("reed-drawing"), .viewBox("-24 0 348 330"), .role("img"),
      .label(words.isEmpty ? "The reed" : "The reed: \(words)")
    ) {
      SVG.path(
        .className("cane"), .pathData("M118 52Q150 22 182 52L177 306Q150 312 123 306Z"))
      SVG.path(
        .className("scrape"),
        .pathData("M121 178Q150 222 179 178M134 160Q138 92 150 76Q162 92 166 160"))
      if !strength.isEmpty { label(strength, 150, 276, "middle") }
    }
  }

  /// A length in the drawing, and what a screen reader says of it.
  private struct Length {
    let text: String
    let words: String
    let unit: String
  }

  /// A blade as long as its tube, with three wires and the winding at its end.
  private static func bassoonReed(
    _ line: ReedIndex.Line, _ texts: [String?]
  ) -> [Node<Message>] {
    let wires = [(178, texts[3]), (208, texts[4]), (256, texts[5])]
    return [
      SVG.path(
        .className("cane"),
        .pathData("M107 36Q150 22 193 36Q184 120 170 172L166 312L134 312L130 172Q116 120 107 36Z")),
      SVG.path(.className("scrape"), .pathData("M131 168Q150 156 169 168M150 50V150")),
      winding(line, from: 262, to: 306),
      SVG.g(.className("wire")) {
        for (y, text) in wires {
          SVG.path(.pathData("M128 \(y)L172 \(y - 2)"))
          if let text { label(text, 178, y + 4, "start") }
        }
      },
      texts[0].map { measure("blade", $0, from: 36, to: 170, at: 234) },
      texts[1].map { measure("tube", $0, from: 170, to: 312, at: 234) },
      texts[2].map { measure("finished", $0, from: 36, to: 312, at: 92, isLeft: true) },
      texts[6].map { label("opening \($0)", 150, 16, "middle") },
    ].compactMap { $0 }
  }

  /// Tie length and finished length both end where the staple does.
  private static func oboeReed(_ line: ReedIndex.Line, _ texts: [String?]) -> [Node<Message>] {
    [
      SVG.path(
        .className("cane"),
        .pathData(
          "M110 40Q150 26 190 40L184 150Q176 178 168 190L132 190Q124 178 116 150Z")),
      SVG.path(.className("scrape"), .pathData("M122 66L150 58L178 66M118 108Q150 96 182 108")),
      SVG.path(.className("staple"), .pathData("M136 238L164 238L160 320L140 320Z")),
      winding(line, from: 190, to: 238),
      texts[0].map { measure("tie", $0, from: 40, to: 320, at: 216) },
      texts[1].map { measure("staple", $0, from: 238, to: 320, at: 116, isLeft: true) },
      texts[2].map { measure("finished", $0, from: 40, to: 320, at: 36) },
      texts[3].map { label("opening \($0)", 150, 18, "middle") },
    ].compactMap { $0 }
  }

  private static func winding(
    _ line: ReedIndex.Line, from top: Int, to bottom: Int
  ) -> Node<Message> {
    SVG.g {
      SVG.rect(
        .className("winding"), .plain("x", "130"), .plain("y", "\(top)"), .plain("width", "40"),
        .plain("height", "\(bottom - top)"), .plain("rx", "4"),
        .style("fill", line.colour.map { ThreadColour.hex($0) } ?? "var(--ink-3)"))
      for y in stride(from: top + 8, through: bottom - 8, by: 8) {
        SVG.path(.className("turns"), .pathData("M130 \(y)L170 \(y - 2)"))
      }
    }
  }

  /// A line as long as what it measures, its name beside it and the number below that.
  private static func measure(
    _ name: String, _ text: String, from top: Int, to bottom: Int, at x: Int, isLeft: Bool = false
  ) -> Node<Message> {
    let (beside, middle) = (isLeft ? x - 8 : x + 8, (top + bottom) / 2)
    let side = isLeft ? "end" : "start"
    return SVG.g(.className("measure")) {
      SVG.path(
        .pathData("M\(x) \(top)V\(bottom)M\(x - 4) \(top)h8M\(x - 4) \(bottom)h8"))
      label(name, beside, middle - 4, side)
      label(text, beside, middle + 12, side)
    }
  }

  // MARK: - Its history

  /// A timeline of the reed: stages as bars, events as dots, success as a line.
  ///
  /// Its places are shares of its width, so that texts and dots have the same size on every screen.
  static func lifeDrawing(_ page: Page, today: Int64) -> Node<Message> {
    let days = page.events.map { $0.event.day } + [page.line.reed.begun]
    let first = days.min() ?? today
    let last = max(days.max() ?? today, page.line.reed.stage.isOver ? first : today)
    let length = max(last - first, 1)
    /// In thousandths of the width.
    func x(_ day: Int64) -> Int { Int((day - first) * 1_000 / length) }
    var bars: [(stage: ReedStage, from: Int, to: Int)] = []
    var stage = page.firstStage
    var start = first
    for event in page.events {
      guard let next = event.stage else { continue }
      bars.append((stage, x(start), x(event.event.day)))
      (stage, start) = (next, event.event.day)
    }
    bars.append((stage, x(start), x(last)))
    return div(.className("life")) {
      div(.className("row quiet small"), .hidden(fromReaders: true)) {
        span { MomentText.dayText(first) }
        span(.className("push")) { MomentText.dayText(last) }
      }
      div(.className("life-stages small"), .hidden(fromReaders: true)) {
        // A label narrower than this says nothing; the stage it has now is at the top of the page.
        for bar in bars where bar.to - bar.from > 60 || bars.count == 1 {
          span(
            .style("inset-inline-start", share(bar.from)),
            .style("max-width", share(bars.count == 1 ? 1_000 : bar.to - bar.from))
          ) { bar.stage.label(for: page.line.reed.instrument.family) }
        }
      }
      SVG.svg(.className("life-drawing"), .role("img"), .label(page.lifeWords)) {
        SVG.line(
          .className("axis"), .plain("x2", "100%"), .plain("y1", "14"), .plain("y2", "14"))
        for bar in bars where bar.to > bar.from || bars.count == 1 {
          SVG.rect(
            .className(bar.stage.isPlayable ? "stage played" : "stage"),
            .plain("x", share(bar.from)), .plain("y", "6"),
            .plain("width", share(max(bar.to - bar.from - 3, 5))), .plain("height", "16"),
            .plain("rx", "8"))
        }
        for (event, place) in zip(page.events, dots(page.events)) where place >= 0 {
          let x = x(event.event.day)
          SVG.circle(
            .className("event \(event.className)"), .plain("cx", share(x)),
            .plain("transform", "translate(\((x > 500 ? -12 : 12) * place) 0)"),
            .plain("cy", "14"), .plain("r", "5"))
        }
        for (one, next) in zip(page.ratings, page.ratings.dropFirst()) {
          SVG.line(
            .className("ratings"), .plain("x1", share(x(one.day))),
            .plain("y1", "\(60 - one.success * 3)"), .plain("x2", share(x(next.day))),
            .plain("y2", "\(60 - next.success * 3)"))
        }
      }
    }
  }

  /// The place of each event's dot beside others of its day; −1 for what has none: a stage, or another of its sort.
  private static func dots(_ events: [Page.Shown]) -> [Int] {
    var (day, seen) = (Int64.min, 0)
    return events.map { event in
      if event.stage != nil { return -1 }
      if event.event.day != day { (day, seen) = (event.event.day, 0) }
      let sort = event.event.kind == .reedTest ? 1 : event.event.kind == .take ? 2 : 4
      let place = seen & sort == 0 ? seen.nonzeroBitCount : -1
      seen |= sort
      return place
    }
  }

  /// `12.5%`, of thousandths.
  private static func share(_ thousandths: Int) -> String {
    DecimalText.text(units: Int64(thousandths), places: 1) + "%"
  }
}
