import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// A reed that speaks late and has a single or a sharp crow.
  func lateResponse() -> [Finding] {
    var late: [(item: Suggestion.Item, test: ReedLog.Test)] = []
    var isUnheard: ReedLog.Entry?
    for entry in reeds where entry.reed.stage.isPlayable {
      guard let test = entry.tests.last(where: { isLate($0) != nil }), isLate(test) == true else {
        continue
      }
      guard let crow = crow(of: test) else {
        if !hasCrow(test) { isUnheard = entry }
        continue
      }
      late.append((Suggestion.Item(entry.name, test.day, crow, entry.id), test))
    }
    late.sort { ($0.test.day, $0.test.made, $0.test.id) < ($1.test.day, $1.test.made, $1.test.id) }
    func key(_ row: RowID) -> String { "late \(row.bits.hex)" }
    let new = late.filter { !log.settings.hasDismissed(key($0.item.row)) }
    guard let newest = new.last else {
      guard let isUnheard else { return [] }
      return [
        Finding(
          lack: Lack(
            "Response and crow",
            "What does the crow of \(isUnheard.name) sound like? It speaks late; add its crow to "
              + "the test."))
      ]
    }
    var found = Suggestion(key(newest.item.row), "Take the resistance out of \(newest.item.name)")
    let own = ownAreas
    found.proposal =
      "One change at a time, a few strokes, and a test after each. "
      + (own.isEmpty ? Self.areas : own).joined(separator: " ")
    found.reason = "Its response is late, and its crow is a single or a sharp note."
    found.evidence = [
      "The newest test of \(newest.item.name), on \(Words.day(newest.item.day)): "
        + "\(newest.item.value), n = 1 reed. One test says what this reed needs, not how you should "
        + "make the next."
    ]
    // Whether the first of these changes does what it should, on reeds to come.
    let beside = experimentBeside("tip_thick", "q_response")
    found.evidence += changes + beside.evidence
    found.elsewhere =
      "\(own.isEmpty ? "What makers teach" : "Your own list"); we know of no study that counted."
    (found.items, found.head) = (new.map { $0.item }, "Crow")
    found.actions =
      beside.actions + [Report.Action("Open \(newest.item.name)", .open(newest.item.row))]
    return [Finding(suggestion: found)]
  }

  /// The craft list.
  private static let areas = [
    "Tip: thin the corners and the sides, the middle last.",
    "Blend: make the step between tip and heart shorter and smoother.",
    "Heart: take a little from its sides, hardly any from the middle.",
    "Windows: deepen both alike if the crow stays sharp or single.",
    "Rails: leave them unless everything else is done.",
    "Clip only at the end: it makes the crow sharper still.",
  ]

  /// The player’s own list, each line as a sentence.
  private var ownAreas: [String] {
    log.settings.changes.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let text = String(decoding: line, as: UTF8.self).trimmingBlanks
      guard let last = text.utf8.last else { return nil }
      return ".!?".utf8.contains(last) ? text : "\(text)."
    }
  }

  /// Whether the response is late; `nil` if nobody said.
  private func isLate(_ test: ReedLog.Test) -> Bool? {
    let response = column("q_response").flatMap { log.number($0, in: test) }
    let attack = column("t_attack").flatMap { log.number($0, in: test) }
    guard response != nil || attack != nil else { return nil }
    return response.map { $0 <= 4 } == true || attack.map { $0 <= 2 } == true
  }

  private func hasCrow(_ test: ReedLog.Test) -> Bool {
    test.row.value(ReedTest.crowKindField) != .null || test.row.value(ReedTest.crowField) != .null
  }

  /// How the crow is single or sharp; `nil` if it is neither.
  private func crow(of test: ReedLog.Test) -> String? {
    var words: [String] = []
    if test.row.value(ReedTest.crowKindField) == .int(2) { words.append("a single C") }
    if let crow = column("t_crow"), let cents = log.number(crow, in: test), cents.isFinite {
      // The nearest C is a multiple of an octave.
      let above = cents - (cents / 1_200).rounded() * 1_200
      if above > Self.sharp { words.append(Words.value(cents, in: crow, log)) }
    }
    return words.isEmpty ? nil : "crow \(Words.list(words))"
  }

  /// In cents above C.
  private static let sharp = 30.0

  /// What the player's own changes did, by area.
  private var changes: [String] {
    var lines: [String] = []
    for (_, label, area) in Adjustment.Area.choices {
      var (count, better) = (0, 0)
      for entry in reeds {
        for change in entry.adjustments where change.area == area {
          guard let effect = change.effect else { continue }
          count += 1
          better += effect > 0 ? 1 : 0
        }
      }
      guard let share = Wilson.interval(hits: better, of: count) else { continue }
      lines.append(
        "\(label) \(better) of \(count) (95 % \(Words.percent(share.low)) to "
          + "\(Words.percent(share.high)))")
    }
    guard !lines.isEmpty else { return [] }
    return ["Your own changes that made a reed better, by area: \(lines.joined(separator: ", "))."]
  }
}
