import Domain
import Ledger
import Reports
import Statistics

extension Adviser {
  /// Too few reeds in use.
  func pipeline() -> [Finding] {
    // Stock is what is there, whatever else is asked for.
    var stock = Question(question.subject, today: question.today)
    stock[LogFilter.instrument] = question[LogFilter.instrument]
    let everything = LogFilter(stock).reeds(log)
    // Single reeds are bought: they count only where no others are left, and then nothing is tied or scraped.
    let tied = everything.filter { $0.reed.instrument.family != .singles }
    let isLeft: (ReedLog.Entry) -> Bool = { !$0.reed.stage.isOver }
    let areSingle =
      tied.isEmpty || !tied.contains(where: isLeft) && everything.contains(where: isLeft)
    let all = areSingle ? everything : tied
    let least = Int(log.settings.leastInUse)
    func those(_ stage: ReedStage) -> [ReedLog.Entry] { all.filter { $0.reed.stage == stage } }
    let inUse = those(.inUse)
    guard !all.isEmpty, inUse.count < least else { return [] }
    let more = least - inUse.count
    let (scraped, blanks) = (those(.scraped) + those(.breakingIn), those(.blank))
    if areSingle { return [buying(more, inUse, scraped + blanks)] }
    var found = Suggestion(
      "pipeline \(least)",
      blanks.isEmpty
        ? "Tie \(Words.count(more, "reed", "reeds")) today"
        : "Scrape \(Words.count(min(more, blanks.count), "reed", "reeds")) today")
    found.proposal =
      blanks.isEmpty
      ? "Tie \(Words.count(more, "reed", "reeds")) today; no blank is ready."
      : "Scrape \(Words.small(min(more, blanks.count))) of your "
        + "\(Words.count(blanks.count, "blank", "blanks")) today."
    found.reason = "Fewer reeds are in use than the \(Words.small(least)) that you want."
    found.evidence = [
      "In use: \(inUse.count). On their way: \(scraped.count) scraped or breaking in, "
        + "\(Words.count(blanks.count, "blank", "blanks"))."
    ]
    // Those that are over, or have got so far, say how many get there.
    let known = all.filter { $0.reed.stage.isOver || $0.reed.stage.isUsed }
    let used = known.filter { entry in
      entry.reed.stage.isUsed || entry.moves.contains { $0.stage.isUsed }
    }.count
    if known.count >= Strength.fewestPairs,
      let wilson = Wilson.interval(hits: used, of: known.count)
    {
      found.evidence.append(
        "\(used) of \(known.count) came into use, 95 % \(Words.percent(wilson.low)) to "
          + "\(Words.percent(wilson.high)): begin a few more than you need.")
    }
    found.elsewhere = "One oboist keeps six reliable reeds in a box (a blog, n = 1)."
    found.items = (inUse + scraped + blanks).map { item($0, $0.reed.stage.label) }
    found.head = "Stage"
    found.actions = [Report.Action("See the box", .ask(.boxNow, []))]
    return [Finding(suggestion: found)]
  }

  /// Too few single reeds in use: others are broken in, or bought.
  private func buying(
    _ more: Int, _ inUse: [ReedLog.Entry], _ new: [ReedLog.Entry]
  ) -> Finding {
    let number = new.isEmpty ? more : min(more, new.count)
    let title =
      "\(new.isEmpty ? "Buy" : "Break in") \(Words.count(number, "reed", "reeds"))"
    var found = Suggestion("pipeline \(inUse.count + more)", title)
    found.proposal =
      new.isEmpty
      ? "\(title); none is new."
      : "\(title); \(Words.small(new.count)) \(new.count == 1 ? "is" : "are") not in use yet."
    found.reason =
      "Fewer reeds are in use than the \(Words.small(inUse.count + more)) that you want."
    found.evidence = ["In use: \(inUse.count). New or breaking in: \(new.count)."]
    found.items = (inUse + new).map { item($0, $0.reed.stage.label(for: .singles)) }
    found.head = "Stage"
    found.actions = [Report.Action("See the box", .ask(.boxNow, []))]
    return Finding(suggestion: found)
  }
}

extension ReedStage {
  fileprivate var isUsed: Bool { self == .inUse || self == .declining }
}
