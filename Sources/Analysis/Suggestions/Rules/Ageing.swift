import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// Reeds past their usual hours whose success is falling: their successors.
  func ageing() -> [Finding] {
    guard let success = column("success") else { return [] }
    let played = reeds.filter { $0.seconds > 0 }
    let old = played.filter { $0.reed.stage.isPlayable }
    guard !old.isEmpty else { return [] }
    // The same lives as those of the page on how long reeds last, which says something from fewer ends on.
    let lives = Lives(reeds, .hours, today: question.today)
    let count = lives.ends
    guard count >= Strength.fewestForHint, let life = lives.curve, let median = life.median
    else {
      let missing = Strength.fewestForHint - count
      guard missing > 0 else { return [] }
      return [
        Finding(
          lack: Lack(
            "Ageing",
            "When does a reed need a successor? Advice takes \(Strength.fewestForHint) retired reeds "
              + "with time recorded: \(missing) more. How long your reeds last is shown from "
              + "\(Lives.fewestEnds)."))
      ]
    }
    var (new, unrated): ([Suggestion.Item], [ReedLog.Entry]) = ([], [])
    for entry in old where Double(entry.seconds) > median {
      let tests = entry.tests.compactMap { test in
        log.number(success, in: test).map { (day: test.day, value: $0) }
      }
      guard tests.count >= Self.fewestTests, let last = tests.last else {
        unrated.append(entry)
        continue
      }
      guard let line = TheilSen(tests.map { Double($0.day) }, tests.map { $0.value }),
        line.slope < 0, !log.settings.hasDismissed(Self.key(entry.id))
      else { continue }
      new.append(
        Suggestion.Item(
          entry.name, last.day,
          "\(Words.duration(Double(entry.seconds))), success "
            + "\(tests.map { Words.number($0.value, places: 0) }.joined(separator: ", "))",
          entry.id))
    }
    guard let newest = new.max(by: { ($0.day, $0.row) < ($1.day, $1.row) }) else {
      guard let entry = unrated.last else { return [] }
      return [
        Finding(
          lack: Lack(
            "Ageing",
            "Is \(entry.name) fading? It is past your usual hours; rate it now and then, "
              + "\(Self.fewestTests) times at least."))
      ]
    }
    let blanks = reeds.filter { $0.reed.stage == .blank }.count
    var found = Suggestion(
      Self.key(newest.row),
      "Begin \(new.count == 1 ? "a successor" : "successors") for \(Words.list(new.map { $0.name }))"
    )
    let reed = reeds.first { $0.reed.id == newest.row }?.reed
    found.proposal =
      reed?.instrument.family == .singles
      ? "Break in a successor now."
      : blanks > 0
        ? "Begin a successor now: \(Words.count(blanks, "blank is", "blanks are")) ready to scrape."
        : "Begin a successor now: no blank is ready, so tie one first."
    found.reason = "It was played longer than half of your reeds last, and its success is falling."
    let interval = life.medianInterval.map { interval in
      interval.high < .infinity
        ? ", 95 % \(Words.duration(interval.low)) to \(Words.duration(interval.high))"
        : ", 95 % \(Words.duration(interval.low)) or more"
    }
    found.evidence = [
      "Half of your reeds last \(Words.duration(median))\(interval ?? ""), n = \(lives.all.count), "
        + "\(count) of them retired or discarded."
    ]
    found.elsewhere =
      "Oboists write of 10 to 15 hours, or of two weeks to a month (four web pages; none counted)."
    (found.items, found.head) = (new, "Played")
    found.footing = .data(.hint)
    found.actions = [
      Report.Action("See how long reeds last", .ask(.life, [])),
      Report.Action("Open \(newest.name)", .open(newest.row)),
    ]
    return [Finding(suggestion: found)]
  }

  private static let fewestTests = 3

  private static func key(_ reed: RowID) -> String { "ageing \(reed.bits.hex)" }
}
